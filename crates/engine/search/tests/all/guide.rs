//! Tree searches with a guide.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hexarium_games::hex::{Hex, State};
use hexarium_games::placement::Action;
use hexarium_games::registry;
use hexarium_kernel::{Match, Notation, Rules, SearchParams};
use hexarium_search::{Guide, Limits, Opponent, Proof, SearchState, Stop, Tree};

fn hex(text: &str, position: &str) -> Match<Hex<1>> {
    let game = Hex::new(&registry::parse(text, &[]).unwrap().1).unwrap();
    let state = if position.is_empty() { game.start() } else { game.parse_position(position).unwrap() };
    Match::from_state(Arc::new(game), state)
}

/// Likes one cell, and positions in which it is taken by the first player. Counts its ratings.
#[derive(Clone)]
struct Fan {
    cell: &'static str,
    ratings: Arc<AtomicU64>,
}

impl Fan {
    fn of(cell: &'static str) -> Self {
        Self { cell, ratings: Arc::default() }
    }
}

impl Guide<Hex<1>> for Fan {
    fn rate(&mut self, rules: &Hex<1>, state: &State<1>, actions: &[Action], priors: &mut Vec<f32>) -> f32 {
        self.ratings.fetch_add(1, Ordering::Relaxed);
        let liked = |&action: &Action| rules.action_text(state, action) == self.cell;
        priors.clear();
        priors.extend(actions.iter().map(|action| if liked(action) { 9.0 } else { 1.0 }));
        let taken = rules.parse_action(&rules.start(), self.cell).unwrap();
        match taken {
            Action::Place(cell) if state.stones.0[0].has(cell) => 0.8,
            _ => 0.3,
        }
    }

    fn ratings_a_second(&self) -> u64 {
        1_000
    }

    fn copy(&self) -> Box<dyn Guide<Hex<1>>> {
        Box::new(self.clone())
    }
}

#[test]
fn priors_and_values_of_the_guide_lead_the_search() {
    let game = hex("hex(size=7)", "");
    for cell in ["d4", "b3", "e6"] {
        let guide = Fan::of(cell);
        let mut tree = Tree::with_guide(SearchParams::default(), 1, Box::new(guide.clone()));
        let report = tree.search(&game, &Limits::nodes(300), &mut |_| true);
        let best = &report.lines[0];
        assert_eq!(game.rules().action_text(game.state(), best.action), cell);
        assert!((0.7..=0.8).contains(&best.win), "{cell}: {}", best.win);
        assert!(best.visits > 150, "{cell}: {} visits", best.visits);
        assert_eq!((report.nodes, guide.ratings.load(Ordering::Relaxed)), (300, 300), "one rating a simulation");
    }
}

#[test]
fn proofs_stand_above_a_guide_that_is_wrong() {
    // The guide likes a corner that loses.
    let mut tree = Tree::with_guide(SearchParams::default(), 1, Box::new(Fan::of("a1")));
    let game = hex("hex(size=3)", "");
    let report = tree.search(&game, &Limits::nodes(200_000), &mut |_| true);
    assert_eq!((report.stop, report.lines[0].proof), (Stop::Proven, Some(Proof::Win)));
    let lost = report.lines.iter().find(|line| game.rules().action_text(game.state(), line.action) == "a1");
    assert!(lost.is_none_or(|line| line.proof != Some(Proof::Win)));
}

#[test]
fn a_full_pool_of_nodes_still_rates_positions() {
    let guide = Fan::of("d4");
    let mut tree = Tree::with_guide(SearchParams::default(), 1, Box::new(guide.clone()));
    let limits = Limits { nodes: 500, memory: 60 * (Tree::<Hex<1>>::NODE_BYTES + 4) };
    let report = tree.search(&hex("hex(size=7)", ""), &limits, &mut |_| true);
    assert_eq!((report.nodes, guide.ratings.load(Ordering::Relaxed)), (500, 500));
    assert!(report.memory <= limits.memory);
}

#[test]
fn a_guided_search_follows_from_position_and_limit() {
    let game = hex("hex(size=5)", "");
    let think = |search: &mut SearchState<Hex<1>>| {
        let report = search.think(&game, &Opponent::parse("nodes:150").unwrap(), Limits::MEMORY, &mut |_| true);
        report.lines.iter().map(|line| (line.action, line.visits)).collect::<Vec<_>>()
    };
    let mut search = SearchState::with_guide(1, Box::new(Fan::of("b3")));
    let first = think(&mut search);
    assert_eq!(first, think(&mut search), "the guide is lost between searches");
    assert_ne!(first, think(&mut SearchState::new(1)));
    let text = game.rules().action_text(game.state(), first[0].0);
    assert_eq!(text, "b3");
}

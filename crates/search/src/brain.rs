//! A player: the search that suits the game, with an eye on the next turns.

use hexarium_kernel::{Knowledge, Match, Method, Rng, mix};

#[cfg(feature = "alphabeta")]
use crate::alphabeta::AlphaBeta;
use crate::crew::{Alone, Crew, search_trees};
use crate::levels::Level;
use crate::opponent::{Effort, Mind, Opponent};
use crate::report::{Limits, Line, Proof, Report, Stop, Watch};
use crate::tactics::{Safety, safety, winning_line};
use crate::tree::Tree;

/// Everything one player of a game needs, kept from action to action.
pub struct Brain<G: Knowledge> {
    seed: u64,
    /// A tree for each hand that has ever helped, at least after the first search.
    trees: Vec<Tree<G>>,
    plain: Vec<Tree<G>>,
    #[cfg(feature = "alphabeta")]
    alphabeta: Option<AlphaBeta<G>>,
}

/// How many actions are tried to find a win in the turn under way, or the opponent's in the next one.
const TACTICS: u64 = 50_000;

/// The part of a second that the game's own way of solving may take before the search begins; it cannot be stopped meanwhile.
const SOLVING: u64 = 24;

impl<G: Knowledge> Brain<G> {
    /// A player whose every choice follows from the seed.
    pub const fn new(seed: u64) -> Self {
        Self {
            seed,
            trees: Vec::new(),
            plain: Vec::new(),
            #[cfg(feature = "alphabeta")]
            alphabeta: None,
        }
    }

    /// Forgets earlier searches.
    pub fn forget(&mut self) {
        *self = Self::new(self.seed);
    }

    /// What this kind of opponent does. Limits of time are up to the watch.
    pub fn think(&mut self, game: &Match<G>, opponent: &Opponent, memory: usize, watch: Watch) -> Report<G::Action> {
        self.think_together(game, opponent, memory, &mut Alone(watch))
    }

    /// The same with several hands, as far as the search can be shared: tree searches without a limit of nodes.
    pub fn think_together(
        &mut self,
        game: &Match<G>,
        opponent: &Opponent,
        memory: usize,
        crew: &mut dyn Crew,
    ) -> Report<G::Action> {
        if game.outcome().is_some() {
            return Report::game_over();
        }
        let limits = Limits { memory, ..Limits::UNTIL_STOPPED };
        let (limits, slack, careful) = match opponent.effort {
            Effort::Level(number) => {
                let level =
                    Level::new(&**game.rules(), number).unwrap_or(Level { nodes: 1, slack: 0.0, careful: true });
                (Limits { nodes: level.nodes, ..limits }, level.slack, level.careful)
            }
            Effort::Nodes(nodes) => (Limits { nodes, ..limits }, 0.0, true),
            Effort::Time(_) | Effort::Endless => (limits, 0.0, true),
        };
        // A choice by nodes must follow from the position alone, whatever was searched before.
        if matches!(opponent.effort, Effort::Level(_) | Effort::Nodes(_)) {
            self.forget();
        }
        match opponent.mind {
            Mind::Random => return self.random(game),
            Mind::Plain => {
                let seed = self.seed;
                let trees = grown(&mut self.plain, helping(opponent, crew), |i| Tree::plain(hand_seed(seed, i)));
                return search_trees(trees, game, &limits, crew);
            }
            _ => {}
        }
        if let Some(report) = self.win_at_once(game) {
            return report;
        }
        if slack == 0.0
            && let Some(report) = won_by_solving(game, &limits)
        {
            return report;
        }
        let mut report = self.search(game, opponent, &limits, crew);
        if careful {
            self.avoid_losing_at_once(game, &mut report);
        }
        if slack > 0.0 {
            self.loosen(game, slack, &mut report);
        }
        report
    }

    fn search(
        &mut self,
        game: &Match<G>,
        opponent: &Opponent,
        limits: &Limits,
        crew: &mut dyn Crew,
    ) -> Report<G::Action> {
        let style = match (opponent.mind, game.rules().method()) {
            #[cfg(feature = "alphabeta")]
            (Mind::AlphaBeta, _) | (Mind::Knowing, Method::AlphaBeta) => {
                let alphabeta = self.alphabeta.get_or_insert_with(AlphaBeta::new);
                let mut report = None;
                crew.work(vec![Box::new(|watch| {
                    report = Some(alphabeta.search(game, limits, watch));
                    true
                })]);
                return report.expect("a crew does what it is given");
            }
            (_, Method::Tree(style)) => style,
            // Without alpha-beta, the tree search does what it can.
            _ => Default::default(),
        };
        let seed = self.seed;
        let trees = grown(&mut self.trees, helping(opponent, crew), |i| Tree::new(style, hand_seed(seed, i)));
        search_trees(trees, game, limits, crew)
    }

    fn rng(&self, game: &Match<G>) -> Rng {
        Rng::new(mix(self.seed).wrapping_add(game.rules().key(game.state())).wrapping_add(game.line().len() as u64))
    }

    fn random(&self, game: &Match<G>) -> Report<G::Action> {
        let actions = game.legal_actions();
        let action = actions[self.rng(game).below(actions.len())];
        let line = Line { action, visits: 1, win: 0.5, pv: vec![action], proof: None };
        Report { lines: vec![line], nodes: 0, memory: 0, stop: Stop::Nodes }
    }

    fn win_at_once(&self, game: &Match<G>) -> Option<Report<G::Action>> {
        let mut budget = TACTICS;
        let pv = winning_line(&**game.rules(), &mut game.cursor().clone(), &mut budget)?;
        let nodes = TACTICS - budget;
        let line = Line { action: pv[0], visits: nodes, win: 1.0, pv, proof: Some(Proof::Win) };
        Some(Report { lines: vec![line], nodes, memory: 0, stop: Stop::Proven })
    }

    /// Puts the best action that does not lose to the opponent's next turn first.
    fn avoid_losing_at_once(&self, game: &Match<G>, report: &mut Report<G::Action>) {
        let mut cursor = game.cursor().clone();
        let mut budget = TACTICS;
        let safe = report.lines.iter().position(|line| {
            line.proof == Some(Proof::Win)
                || safety(&**game.rules(), &mut cursor, line.action, &mut budget) != Safety::Lost
        });
        if let Some(i) = safe {
            report.lines[..=i].rotate_right(1);
        }
    }

    /// Puts an action first that is nearly as good as the best, drawn by how much the search thought of each.
    fn loosen(&self, game: &Match<G>, slack: f32, report: &mut Report<G::Action>) {
        let Some(best) = report.lines.first().filter(|line| line.proof != Some(Proof::Win)) else { return };
        let floor = best.win - slack;
        let near = |line: &Line<G::Action>| line.visits > 0 && line.win >= floor && line.proof != Some(Proof::Loss);
        let total: u64 = report.lines.iter().filter(|l| near(l)).map(|l| l.visits).sum();
        if total == 0 {
            return;
        }
        let mut drawn = self.rng(game).below(total as usize) as u64;
        let chosen = report.lines.iter().position(|line| {
            near(line) && {
                let hit = drawn < line.visits;
                drawn = drawn.saturating_sub(line.visits);
                hit
            }
        });
        if let Some(i) = chosen {
            report.lines[..=i].rotate_right(1);
        }
    }
}

/// How many hands help: a limit of nodes is one hand's, because the sum of several would differ from run to run.
fn helping(opponent: &Opponent, crew: &dyn Crew) -> usize {
    match opponent.effort {
        Effort::Level(_) | Effort::Nodes(_) => 1,
        Effort::Time(_) | Effort::Endless => crew.hands().max(1),
    }
}

/// The first so many trees, made where they are missing.
fn grown<G: Knowledge>(trees: &mut Vec<Tree<G>>, count: usize, make: impl Fn(u64) -> Tree<G>) -> &mut [Tree<G>] {
    while trees.len() < count {
        trees.push(make(trees.len() as u64));
    }
    &mut trees[..count]
}

/// The seed of a hand; the first one's is the player's own.
fn hand_seed(seed: u64, hand: u64) -> u64 {
    if hand == 0 { seed } else { mix(seed).wrapping_add(hand) }
}

/// The win that the game's own way of solving finds at little cost. A lost position is left to the search, which knows how to
/// make it hard.
fn won_by_solving<G: Knowledge>(game: &Match<G>, limits: &Limits) -> Option<Report<G::Action>> {
    let rules = game.rules();
    let most = limits.nodes.min(rules.nodes_a_second() / SOLVING);
    // A little first: most endings take no more.
    let (nodes, (winner, action)) =
        [most / 16, most].into_iter().find_map(|nodes| Some((nodes, rules.solve(game.state(), nodes)?)))?;
    (winner == Some(game.to_move())).then(|| {
        let line = Line { action, visits: nodes, win: 1.0, pv: vec![action], proof: Some(Proof::Win) };
        Report { lines: vec![line], nodes, memory: 0, stop: Stop::Proven }
    })
}

//! The tree search on real games.

use std::sync::Arc;

use hexarium_games::registry::{self, GAMES, Visitor};
use hexarium_kernel::{Game, Match, Player, SearchParams};
use hexarium_search::{Limits, Proof, Report, Stop, Tree};

/// Runs a visitor on the typed game of a text.
fn with<V: Visitor>(text: &str, visitor: V) -> V::Output {
    let (spec, options) = registry::parse(text, &[]).unwrap();
    registry::visit(spec.id, &options, visitor).unwrap()
}

struct Searched(u64);

impl Visitor for Searched {
    type Output = (Vec<(String, u64, Option<Proof>)>, u64, Stop);
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let game = Match::new(Arc::new(game));
        let mut tree = Tree::new(SearchParams::default(), 7);
        let report: Report<G::Action> = tree.search(&game, &Limits::nodes(self.0), &mut |_| true);
        let text = |a| game.rules().action_text(game.state(), a);
        (report.lines.iter().map(|l| (text(l.action), l.visits, l.proof)).collect(), report.nodes, report.stop)
    }
}

#[test]
fn hex_on_three_by_three_is_proven_a_win_for_the_first_player() {
    let (lines, _, stop) = with("hex(size=3)", Searched(200_000));
    assert_eq!(stop, Stop::Proven);
    assert_eq!(lines[0].2, Some(Proof::Win), "{lines:?}");
}

#[test]
fn the_same_seed_and_limit_give_the_same_search_in_every_game() {
    for text in GAMES.iter().map(|spec| spec.id) {
        let once = with(text, Searched(300));
        assert_eq!(once, with(text, Searched(300)), "{text}");
        assert_eq!(once.1, 300);
        assert!(!once.0.is_empty());
    }
}

struct Kept;

impl Visitor for Kept {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut game = Match::new(Arc::new(game));
        let mut tree = Tree::new(SearchParams::default(), 1);
        let report = tree.search(&game, &Limits::nodes(3000), &mut |_| true);
        let line = &report.lines[0];
        assert!(line.pv.len() >= 2);
        game.play(line.action).unwrap();
        let reply = tree.search(&game, &Limits::nodes(0), &mut |_| true);
        let visits: u64 = reply.lines.iter().map(|l| l.visits).sum();
        assert!(visits > 0 && visits < line.visits, "{visits} of {}", line.visits);
        assert_eq!(reply.lines[0].action, line.pv[1]);
        assert_eq!(game.to_move(), Player::Second);
    }
}

#[test]
fn the_subtree_of_a_reply_is_reused() {
    with("hex(size=5)", Kept);
}

struct Capped;

impl Visitor for Capped {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut game = Match::new(Arc::new(game));
        let mut tree = Tree::new(SearchParams::default(), 1);
        let memory = 1 << 20;
        for _ in 0..4 {
            let report = tree.search(&game, &Limits { memory, ..Limits::nodes(30_000) }, &mut |_| true);
            assert!(report.memory <= memory, "{} bytes", report.memory);
            assert!(report.memory > memory / 2, "{} bytes", report.memory);
            assert_eq!(report.nodes, 30_000);
            game.play(report.best().unwrap()).unwrap();
        }
    }
}

#[test]
fn a_full_tree_stays_within_its_limit_and_the_search_continues() {
    with("hex", Capped);
}

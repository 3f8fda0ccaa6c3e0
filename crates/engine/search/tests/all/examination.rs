//! Examinations of nodes by the game: proofs and pruning inside the tree.

use std::sync::Arc;

use hexarium_games::hex::Hex;
use hexarium_games::registry;
use hexarium_kernel::{Knowledge, Match, Notation, Player, Rng, Rules, SearchParams};
use hexarium_search::{Limits, Proof, Report, Stop, Tree, Value, solve};

fn hex(text: &str, position: &str) -> Match<Hex<1>> {
    let game = Hex::new(&registry::parse(text, &[]).unwrap().1).unwrap();
    let state = if position.is_empty() { game.start() } else { game.parse_position(position).unwrap() };
    Match::from_state(Arc::new(game), state)
}

fn params(game: &Match<Hex<1>>, examination_threshold: u32) -> SearchParams {
    SearchParams { examination_threshold, ..game.rules().search_params() }
}

type Lines = Report<<Hex<1> as Rules>::Action>;

fn search(game: &Match<Hex<1>>, examination_threshold: u32, nodes: u64) -> Lines {
    Tree::new(params(game, examination_threshold), 1).search(game, &Limits::nodes(nodes), &mut |_| true)
}

fn winner(game: &Match<Hex<1>>) -> Player {
    match solve(game, &Limits::UNTIL_STOPPED, &mut |_| true).value {
        Value::Won(winner) => winner,
        other => panic!("{other:?} in a game without draws"),
    }
}

#[test]
fn a_win_that_an_examination_sees_needs_little_search() {
    let game = hex("hex(size=5)", "");
    let report = search(&game, 32, 100_000);
    assert_eq!((report.stop, report.lines[0].proof), (Stop::Proven, Some(Proof::Win)));
    assert!(report.nodes < 1000, "{} nodes", report.nodes);
    let mut after = game.clone();
    after.play(report.lines[0].action).unwrap();
    assert_eq!(winner(&after), Player::First);
    assert_eq!(search(&game, 0, report.nodes).stop, Stop::Nodes, "without examinations it is not seen");
}

#[test]
fn a_proof_at_a_node_is_passed_up_to_the_root() {
    // The examination of the empty board decides nothing; those of nodes below it do.
    let game = hex("hex(size=6)", "");
    let mut actions = game.legal_actions();
    assert_eq!(game.rules().examine(game.state(), &mut actions), None);
    let report = search(&game, 16, 200_000);
    assert_eq!((report.stop, report.lines[0].proof), (Stop::Proven, Some(Proof::Win)), "{} nodes", report.nodes);
    assert_eq!(search(&game, 0, report.nodes).stop, Stop::Nodes, "without examinations it is not proven");
}

#[test]
fn a_lost_position_is_searched_on() {
    let game = hex("hex(size=5)", "...../...../..B../...../..... r");
    let report = search(&game, 32, 2000);
    assert_eq!((report.stop, report.nodes), (Stop::Nodes, 2000));
    assert!(report.lines.iter().all(|line| line.proof == Some(Proof::Loss)));
    assert!(report.lines[0].visits > 50, "{:?}", report.lines[0]);
}

#[test]
fn a_mistake_of_the_opponent_ends_the_resistance() {
    let mut game = hex("hex(size=5)", "...../...../..B../...../..... r");
    let mut tree = Tree::new(params(&game, 32), 1);
    tree.search(&game, &Limits::nodes(500), &mut |_| true);
    for cell in ["b4", "e1"] {
        game.play(game.find(cell).unwrap()).unwrap();
    }
    assert_eq!(winner(&game), Player::Second);
    let report = tree.search(&game, &Limits::nodes(20_000), &mut |_| true);
    assert_eq!(report.lines[0].proof, Some(Proof::Win));
}

/// Plays a few random stones.
fn random_position(size: usize, rng: &mut Rng) -> Match<Hex<1>> {
    loop {
        let mut game = hex(&format!("hex(size={size})"), "");
        for _ in 0..4 + rng.below(6) {
            let actions = game.legal_actions();
            game.play(actions[rng.below(actions.len())]).unwrap();
            if game.outcome().is_some() {
                break;
            }
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

#[test]
fn no_proof_contradicts_the_solver_and_a_winning_action_stays() {
    let mut rng = Rng::new(3);
    let (mut proven, mut narrowed) = (0, 0);
    for i in 0..60 {
        let game = random_position(5 + i % 2, &mut rng);
        let text = || game.rules().position_text(game.state());
        let me = game.to_move();
        let wins = winner(&game) == me;
        let report = search(&game, 24, 300);
        let mut some_win = false;
        for line in &report.lines {
            let mut after = game.clone();
            after.play(line.action).unwrap();
            let line_wins = match after.outcome() {
                Some(outcome) => outcome.winner == Some(me),
                None => winner(&after) == me,
            };
            some_win |= line_wins;
            match line.proof {
                Some(Proof::Win) => assert!(line_wins, "{}", text()),
                Some(Proof::Loss) => assert!(!line_wins, "{}", text()),
                _ => {}
            }
        }
        assert_eq!(some_win, wins, "{}", text());
        proven += usize::from(report.lines[0].proof.is_some());
        narrowed += usize::from(report.lines.len() < search(&game, 0, 300).lines.len());
    }
    assert!(proven > 30 && narrowed > 5, "{proven} proven, {narrowed} narrowed");
}

//! Kinds of actions and endings: each game declares those that its options allow, and all of them
//! occur.

use std::collections::BTreeSet;

use hexarium_games::registry;
use hexarium_kernel::{ActionError, AnimationStep, AnyGame, AnyMatch, Rng};

fn open(game: &str) -> Box<dyn AnyGame> {
    registry::open(game, &[]).unwrap()
}

/// Returns the declared kinds and endings of a game that do not occur in a number of random games.
fn unused(game: &str, games: usize) -> (Vec<&'static str>, Vec<&'static str>) {
    let game = open(game);
    let mut rng = Rng::new(1);
    let (mut kinds, mut endings) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..games {
        let mut state = game.start();
        while state.verdict().is_none() {
            let legal = state.legal();
            let action = &legal[rng.below(legal.len())];
            kinds.insert(state.kind(action).unwrap());
            state.play(action).unwrap();
        }
        endings.insert(state.verdict().unwrap().cause_phrase());
    }
    let without =
        |all: Vec<&'static str>, used: BTreeSet<&str>| all.into_iter().filter(|w| !used.contains(w)).collect();
    (without(game.kinds(), kinds), without(game.endings(), endings))
}

/// Returns the kind of the last of some actions from the start.
fn kind(game: &str, actions: &str) -> &'static str {
    last_kind(open(game).start(), actions)
}

/// Like [`kind`], from a position.
fn kind_at(game: &str, position: &str, actions: &str) -> &'static str {
    last_kind(open(game).at_position(position).unwrap(), actions)
}

fn last_kind(mut state: Box<dyn AnyMatch>, actions: &str) -> &'static str {
    let mut kind = "";
    for action in actions.split(' ') {
        kind = state.kind(action).unwrap();
        state.play(action).unwrap();
    }
    kind
}

/// Returns the cause that ends a game after some actions from a position.
fn ending(game: &str, position: &str, actions: &str) -> &'static str {
    let game = open(game);
    let mut state = if position.is_empty() { game.start() } else { game.at_position(position).unwrap() };
    for action in actions.split(' ') {
        state.play(action).unwrap();
    }
    let phrase = state.verdict().unwrap().cause_phrase();
    assert!(game.endings().contains(&phrase), "{phrase}");
    phrase
}

#[test]
fn hex_has_swap_and_pass_only_with_their_options() {
    assert_eq!(open("hex").kinds(), ["place a stone"]);
    assert_eq!(open("hex(swap=true)").kinds(), ["place a stone", "swap"]);
    assert_eq!(open("hex(pass=true)").kinds(), ["place a stone", "pass"]);
    assert_eq!(open("hex(swap=true,pass=true)").kinds(), ["place a stone", "swap", "pass"]);
    assert_eq!(open("hex(swap=true,pass=true)").endings(), ["two edges joined"]);
}

#[test]
fn random_hex_comes_to_every_kind_and_ending() {
    assert_eq!(unused("hex(size=3,swap=true,pass=true)", 50), (vec![], vec![]));
    assert_eq!(kind("hex", "f6"), "place a stone");
    assert_eq!(kind("hex(swap=true)", "f6 swap"), "swap");
    assert_eq!(kind("hex(pass=true)", "f6 pass"), "pass");
}

#[test]
fn random_coalesce_comes_to_every_kind() {
    assert_eq!(open("coalesce").kinds(), ["step", "push", "push over the edge", "pass"]);
    // A player has no new position only after making all reachable ones, which no realistic game
    // achieves.
    assert_eq!(unused("coalesce", 5), (vec![], vec!["no legal turn"]));
    let edgy = "coalesce(edge_moves=true)";
    assert_eq!(open(edgy).kinds(), ["step", "push", "push over the edge", "step over the edge", "pass"]);
    assert_eq!(unused(edgy, 5).0, [""; 0]);
}

#[test]
fn a_step_in_coalesce_is_told_from_a_push_and_both_from_going_over_the_edge() {
    assert_eq!(kind("coalesce", "d3-d4"), "step");
    assert_eq!(kind("coalesce", "a1-b2"), "push");
    assert_eq!(kind("coalesce", "d6-d7"), "push over the edge");
    assert_eq!(kind("coalesce", "pass"), "pass");
    assert_eq!(kind("coalesce", "a1-a2"), "push over the edge", "a full line turns through the edge");
    let edgy = "coalesce(edge_moves=true)";
    assert_eq!(kind(edgy, "d7-d1"), "step over the edge", "whatever it pushes");
    assert_eq!(kind(edgy, "d3-d4"), "step");
}

#[test]
fn the_kinds_of_coalesce_agree_with_the_animations() {
    let mut rng = Rng::new(4);
    for game in ["coalesce", "coalesce(edge_moves=true)"] {
        let mut state = open(game).start();
        while state.verdict().is_none() {
            let legal = state.legal();
            for action in &legal {
                let steps: Vec<AnimationStep> = state.animation(action).unwrap().concat();
                let wraps = |step: &AnimationStep| matches!(step, AnimationStep::Wrap { .. });
                let expected = match &steps[..] {
                    [] => "pass",
                    [first, ..] if wraps(first) => "step over the edge",
                    [_] => "step",
                    pushed if pushed.iter().any(wraps) => "push over the edge",
                    _ => "push",
                };
                assert_eq!(state.kind(action), Ok(expected), "{} {action}", state.position());
            }
            state.play(&legal[rng.below(legal.len())]).unwrap();
        }
    }
}

#[test]
fn random_harvest_comes_to_every_kind_and_ending() {
    assert_eq!(open("harvest").kinds(), ["remove", "move", "move that splits", "pass"]);
    assert_eq!(open("harvest").endings(), ["two pieces left", "no legal turn"]);
    assert_eq!(unused("harvest", 100), (vec![], vec![]));
    assert_eq!(unused("harvest(surround=six)", 100).0, [""; 0]);
}

#[test]
fn a_move_in_harvest_splits_if_it_takes_pieces_off() {
    assert_eq!(kind("harvest", "xd4"), "remove");
    let position = ".o./..oo/.oo../.o../... 1 1 0 6-7";
    assert_eq!(kind_at("harvest(base=3)", position, "c3-c1=a2"), "move that splits");
    let mut rng = Rng::new(9);
    let mut state = open("harvest").start();
    while state.verdict().is_none() {
        let legal = state.legal();
        for action in legal.iter().filter(|action| action.contains('-')) {
            let split =
                state.animation(action).unwrap().concat().iter().any(|m| matches!(m, AnimationStep::Split { .. }));
            assert_eq!(state.kind(action), Ok(if split { "move that splits" } else { "move" }), "{action}");
        }
        state.play(&legal[rng.below(legal.len())]).unwrap();
    }
}

/// White's queens and stones cannot move.
const SHUT_IN: &str = "#...#/.WWww./.wwwww./.wwwbbb./#bbbb...#/......../......./.B..../#...# w 0-4";

#[test]
fn random_fire_ants_come_to_every_kind_but_the_pass() {
    let all = [
        "place a stone",
        "change buffer space",
        "move a stone from the buffer",
        "move a stone",
        "move a queen",
        "pass",
    ];
    assert_eq!(open("fire-ants").kinds(), all);
    assert_eq!(unused("fire-ants", 60).0, ["pass"]);
    assert_eq!(kind_at("fire-ants", SHUT_IN, "pass"), "pass");
    let still = "fire-ants(buffer_shift=false)";
    assert_eq!(open(still).kinds(), [all[0], all[2], all[3], all[4], all[5]]);
    assert_eq!(unused(still, 60).0, ["pass"]);
}

#[test]
fn a_stone_of_the_fire_ants_is_told_from_a_queen_and_from_one_in_the_buffer() {
    assert_eq!(kind("fire-ants", "@c7"), "place a stone");
    assert_eq!(kind("fire-ants", "@c7 @d1 c7-c1"), "change buffer space");
    assert_eq!(kind("fire-ants", "c5-e5 @d1 @c7 d1-f1 c7-c4"), "move a stone from the buffer");
    assert_eq!(kind("fire-ants", "c5-e5 @d1 @c7 d1-f1 c7-c4 f1-d1 c4-c6"), "move a stone");
    assert_eq!(kind("fire-ants", "c5-e5"), "move a queen");
}

#[test]
fn fire_ants_come_to_every_ending() {
    assert_eq!(
        open("fire-ants").endings(),
        ["both queens captured", "last queens of both sides captured at once", "third repetition", "turn limit"]
    );
    assert_eq!(ending("fire-ants", SHUT_IN, "pass"), "both queens captured");
    let locked = "#...#/.WBb../.w.b.../......../#.......#/....w.../......./....../#...# w 9-9";
    assert_eq!(ending("fire-ants", locked, "f5-c3"), "last queens of both sides captured at once");
    let round = "c3-c2 g3-g2 c2-c3 g2-g3";
    assert_eq!(ending("fire-ants", "", &format!("{round} {round}")), "third repetition");
    assert!(!unused("fire-ants(max_turns=20)", 5).1.contains(&"turn limit"));
}

#[test]
fn protista_has_the_moves_of_the_rules_page_that_its_options_leave() {
    let all = [
        "step",
        "contiguous move",
        "cannon",
        "wave",
        "sharp V",
        "generation",
        "stacking",
        "unstack",
        "decline extra moves",
    ];
    let barren = [&all[..5], &all[6..]].concat();
    for fertile in ["protista", "protista(generation=cup)", "protista(generation=four)"] {
        assert_eq!(open(fertile).kinds(), all, "{fertile}");
    }
    assert_eq!(open("protista(generation=none)").kinds(), barren);
    assert_eq!(open("protista(rows=7,cols=5,gap=6)").kinds(), barren, "no line is long enough for a pair");
    assert_eq!(open("protista(rows=7,cols=5,gap=6,generation=cup)").kinds(), all, "the gap is for pairs only");
}

#[test]
fn random_protista_comes_to_every_kind_but_declining() {
    for game in ["protista", "protista(generation=none)", "protista(generation=cup)", "protista(generation=four)"] {
        assert_eq!(unused(game, 30).0, ["decline extra moves"], "{game}");
    }
    // Random pieces seldom close a loop.
    assert_eq!(protista("w d4 d5 b m5", "w +2", "done"), "decline extra moves");
}

#[test]
fn the_kinds_of_protista_are_those_of_the_rules_page() {
    assert_eq!(protista("w e4 b m5", "w 1", "e4-e5"), "step");
    assert_eq!(protista("w e4 b e5", "w 1", "e4-e5"), "step", "killing");
    assert_eq!(protista("w e4 b b2@e5", "w 1", "e4*e5"), "step", "hitting");
    assert_eq!(protista("w d3 d4 d5 b m5", "w 1", "d3-d6"), "contiguous move");
    assert_eq!(protista("w d3 d4 d5 b m5", "w 1", "d3-d4"), "stacking", "by a step");
    assert_eq!(protista("w d3 d4 d5 b m5", "w 1", "d3-d5"), "stacking", "by a contiguous move");
    assert_eq!(protista("w b1 b2 b3 b m5", "w 1", "Cb3-b6"), "cannon");
    assert_eq!(protista("w b3 b4 c5 b m5", "w 1", "Wb3+b4+c5>ne"), "wave");
    assert_eq!(protista("w j5 k5 k6 b m5", "w 1", "Vj5-h5"), "sharp V");
    assert_eq!(protista("w g1 g5 b m5", "w 1", "Gg1+g5"), "generation");
    assert_eq!(protista("w w4@g3 b m5", "w 1", "Ug3-g6"), "unstack");
}

#[test]
fn protista_comes_to_every_ending() {
    assert_eq!(open("protista").endings(), ["two targets reached", "no pieces left", "third repetition", "turn limit"]);
    assert_eq!(open("protista(win=king)").endings(), ["king captured", "third repetition", "turn limit"]);
    let small = "rows=7,cols=5,setup=random,pieces=3,generation=none";
    assert_eq!(unused(&format!("protista({small},max_turns=200)"), 60).1, [""; 0]);
    assert_eq!(unused(&format!("protista({small},max_turns=200,win=king)"), 60).1, [""; 0]);
}

/// Returns the kind of a Protista move with pieces such as `w b1 w4@c5 b d7`.
fn protista(pieces: &str, turn: &str, action: &str) -> &'static str {
    let mut board = vec![vec![".".to_string(); 9]; 13];
    let mut letter = "w";
    for word in pieces.split(' ') {
        if matches!(word, "w" | "b") {
            letter = word;
            continue;
        }
        let (piece, cell) = word.split_once('@').unwrap_or((letter, word));
        let row = usize::from(cell.as_bytes()[0] - b'a');
        board[row][cell[1..].parse::<usize>().unwrap() - 1] = piece.to_string();
    }
    let rows: Vec<String> = board.into_iter().map(|row| row.concat()).collect();
    kind_at("protista", &format!("{} {turn} m1,m8,m9|a1,a8,a9", rows.join("/")), action)
}

#[test]
fn only_legal_actions_have_a_kind() {
    let state = open("hex(size=3)").start();
    assert!(matches!(state.kind("z9"), Err(ActionError::Syntax { .. })));
    assert!(matches!(state.kind("swap"), Err(ActionError::Illegal { .. })));
}

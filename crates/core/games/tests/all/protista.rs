//! Rules of Protista, tested through its text interface.

use std::collections::BTreeSet;

use hexarium_games::registry;
use hexarium_kernel::{AnimationStep, AnyGame, AnyMatch, Flow, Input, Mark, PieceKind, Player, Spot};

/// Targets away from all pieces below.
const TARGETS: &str = "m1,m8,m9|a1,a8,a9";

fn open(game: &str) -> Box<dyn AnyGame> {
    registry::open(game, &[]).unwrap()
}

/// Returns a position text from pieces such as `w b1 b2 W3@c5 b d7`: a single letter is the piece
/// on the next cells, a word before `@` is written as it is.
fn position(game: &str, pieces: &str, rest: &str) -> String {
    let game = open(game);
    let (rows, cols) = (game.options().number("rows") as usize, game.options().number("cols") as usize);
    let mut board = vec![vec![".".to_string(); cols]; rows];
    let mut letter = "w";
    for word in pieces.split_whitespace() {
        if matches!(word, "w" | "b") {
            letter = word;
            continue;
        }
        let (piece, cell) = word.split_once('@').unwrap_or((letter, word));
        let row = usize::from(cell.as_bytes()[0] - b'a');
        board[row][cell[1..].parse::<usize>().unwrap() - 1] = piece.to_string();
    }
    let rows: Vec<String> = board.into_iter().map(|row| row.concat()).collect();
    let targets = if game.options().text("win") == "king" { "-" } else { TARGETS };
    format!("{} {rest} {targets}", rows.join("/"))
}

/// Returns a game with these pieces and White at the first move of a turn.
fn at(game: &str, pieces: &str) -> Box<dyn AnyMatch> {
    at_turn(game, pieces, "w 1")
}

fn at_turn(game: &str, pieces: &str, turn: &str) -> Box<dyn AnyMatch> {
    let text = position(game, pieces, turn);
    let state = open(game).at_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(state.position(), text);
    state
}

/// Returns the legal actions that start with a text.
fn legal(state: &dyn AnyMatch, start: &str) -> Vec<String> {
    state.legal().into_iter().filter(|text| text.starts_with(start)).collect()
}

/// Returns the pieces with their cells, as `w@b1`, and the turn.
fn stands(state: &dyn AnyMatch) -> (BTreeSet<String>, String) {
    let text = state.position();
    let mut fields = text.split(' ');
    let mut pieces = BTreeSet::new();
    for (row, line) in fields.next().unwrap().split('/').enumerate() {
        let mut column = 0;
        let mut word = String::new();
        for c in line.chars().chain(['.']) {
            if !c.is_ascii_digit() {
                if !word.is_empty() && !word.starts_with('.') {
                    pieces.insert(format!("{word}@{}{column}", (b'a' + row as u8) as char));
                }
                word.clear();
                column += 1;
            }
            word.push(c);
        }
    }
    (pieces, format!("{} {}", fields.next().unwrap(), fields.next().unwrap()))
}

/// Plays comma-separated actions and checks the resulting pieces, written as in [`position`].
fn after(mut state: Box<dyn AnyMatch>, actions: &str, pieces: &str, turn: &str) -> Box<dyn AnyMatch> {
    for action in actions.split(',') {
        state.play(action).unwrap();
    }
    let mut letter = "w";
    let mut expected = BTreeSet::new();
    for word in pieces.split_whitespace() {
        match word {
            "w" | "b" => letter = word,
            _ if word.contains('@') => drop(expected.insert(word.to_string())),
            _ => drop(expected.insert(format!("{letter}@{word}"))),
        }
    }
    assert_eq!(stands(&*state), (expected, turn.to_string()));
    state
}

fn refused(state: &dyn AnyMatch, action: &str) -> String {
    state.copy().play(action).unwrap_err().to_string()
}

fn why(state: &dyn AnyMatch, action: &str) -> String {
    let message = refused(state, action);
    message.strip_prefix(&format!("illegal action '{action}': ")).unwrap_or(&message).to_string()
}

fn ends(state: &dyn AnyMatch) -> (&'static str, String) {
    let verdict = state.verdict().expect("the game is over");
    assert!(state.legal().is_empty());
    (verdict.outcome.word(), verdict.reason)
}

// The pictures of the rules page.

#[test]
fn a_cannon_of_three_flies_up_to_three_steps() {
    let state = at("protista", "w b1 b2 b3 b m5");
    assert_eq!(legal(&*state, "C"), ["Cb3-b5", "Cb3-b6"]);
    assert!(state.legal().contains(&"b3-b4".to_string()), "one step of it is a step");
    after(state, "Cb3-b6", "w b1 b2 b6 b m5", "b 1");
}

#[test]
fn a_wave_of_five_moves_as_one() {
    let state = at("protista", "w b3 b4 c5 c6 d6 b m5");
    after(state, "Wb3+b4+c5+c6+d6>ne", "w a4 a5 b5 b6 c7 b m5", "b 1");
}

#[test]
fn a_v_moves_there_and_back() {
    let state = at("protista", "w b3 b4 c5 b m5");
    let state = after(state, "Wb3+b4+c5>ne", "w a4 a5 b5 b m5", "b 1");
    after(state, "m5-m4,Wa4+a5+b5>sw", "w b3 b4 c5 b m4", "b 1");
}

#[test]
fn a_sharp_v_with_legs_of_three_flies_up_to_three_double_rows() {
    let state = at("protista", "w j5 k5 l4 m4 k6 l6 m7 b a5");
    assert_eq!(legal(&*state, "Vj5"), ["Vj5-d5", "Vj5-f5", "Vj5-h5"]);
    after(state, "Vj5-d5", "w d5 k5 l4 m4 k6 l6 m7 b a5", "b 1");
}

#[test]
fn the_second_v_of_a_ring_closes_it_and_earns_an_extra_move() {
    let state = at("protista", "w d4 d5 e6 e4 f4 f5 b m5");
    let state = after(state, "Wd4+d5+e6>ne", "w c5 c6 d6 e4 f4 f5 b m5", "b 1");
    let state = after(state, "m5-m4,We4+f4+f5>ne", "w c5 c6 d6 d4 e5 e6 b m4", "w +1");
    after(state, "Wc5+c6+d6>ne", "w b5 b6 c7 d4 e5 e6 b m4", "b 1");
}

#[test]
fn two_zigzags_of_five_that_close_two_holes_earn_two_extra_moves() {
    let state = at("protista", "w d4 d5 e6 e7 f7 f3 g4 g5 h5 h6 b m5");
    after(state, "Wf3+g4+g5+h5+h6>ne", "w d4 d5 e6 e7 f7 e4 f4 f5 g6 g7 b m5", "w +2");
}

#[test]
fn a_cup_fills_the_cell_between_three_neighbours_side_by_side() {
    let state = at("protista(generation=cup)", "w a4 a5 b5 b m5");
    assert_eq!(legal(&*state, "G"), ["Gb4"]);
    after(state, "Gb4", "w a4 a5 b5 b4 b m5", "b 1");
}

// Turn and loops.

#[test]
fn a_loop_seen_earlier_in_the_turn_earns_nothing() {
    let state = at("protista", "w d4 d5 e6 e7 f7 f3 g4 g5 h5 h6 b m5");
    let ring = "w d4 d5 e6 e7 f7 e4 f4 f5 g6 g7 b m5";
    let state = after(state, "Wf3+g4+g5+h5+h6>ne", ring, "w +2");
    let state = after(state, "e4-e3", "w d4 d5 e6 e7 f7 e3 f4 f5 g6 g7 b m5", "w +1");
    after(state, "e3-e4", ring, "b 1");
}

#[test]
fn a_loop_that_stood_at_the_start_of_the_turn_earns_nothing() {
    let state = at("protista", "w d4 d5 e6 e4 f4 f5 h9 b m5");
    after(state, "h9-h8", "w d4 d5 e6 e4 f4 f5 h8 b m5", "b 1");
}

#[test]
fn a_loop_that_stood_at_the_start_earns_nothing_when_it_is_remade_after_another() {
    // The ring around e5 exists at the start. Closing the one around f6 earns a move, in which e4
    // leaves and opens the first.
    let start = "w d4 d5 e6 e4 f4 f5 e7 f7 g6 g8 b m5";
    let state = after(at("protista", start), "g8-g7", "w d4 d5 e6 e4 f4 f5 e7 f7 g6 g7 b m5", "w +1");
    after(state, "e4-e3", "w d4 d5 e6 e3 f4 f5 e7 f7 g6 g7 b m5", "b 1");
}

#[test]
fn a_loop_that_still_stands_from_an_earlier_turn_earns_nothing() {
    let ring = "w d4 d5 e6 e4 f4 f5";
    let state = at("protista", "w d4 d5 e6 e3 f4 f5 i9 b m5");
    let state = after(state, "e3-e4", &format!("{ring} i9 b m5"), "w +1");
    after(state, "done,m5-m4,i9-i8", &format!("{ring} i8 b m4"), "b 1");
}

#[test]
fn a_loop_of_an_earlier_turn_earns_again() {
    let (open, closed) = ("w d4 d5 e6 e3 f4 f5", "w d4 d5 e6 e4 f4 f5");
    let state = after(at("protista", &format!("{open} b m5")), "e3-e4", &format!("{closed} b m5"), "w +1");
    let state = after(state, "done,m5-m4,e4-e3", &format!("{open} b m4"), "b 1");
    after(state, "m4-m3,e3-e4", &format!("{closed} b m3"), "w +1");
}

#[test]
fn a_position_given_in_the_middle_of_a_turn_has_seen_the_loops_on_the_board() {
    let ring = "w d4 d5 e6 e4 f4 f5 b m5";
    let state = at_turn("protista", ring, "w +2");
    let state = after(state, "e4-e3", "w d4 d5 e6 e3 f4 f5 b m5", "w +1");
    after(state, "e3-e4", ring, "b 1");
}

#[test]
fn a_broken_loop_that_becomes_another_one_is_new() {
    // d5 separates the holes d4 and d6; when it leaves, they form one hole with a loop of its own.
    let wall = "w d3 d7 c4 c5 c6 c7 e4 e5 e6 e7";
    let state = at("protista", &format!("{wall} d5 b m5"));
    after(state, "d5-d8", &format!("{wall} d8 b m5"), "w +1");
}

#[test]
fn extra_moves_do_not_add_up() {
    let open = "w d4 d5 e6 e7 f7 f3 g4 g5 h5 h6 b m5";
    let closed = "w d4 d5 e6 e7 f7 e4 f4 f5 g6 g7 b m5";
    after(at_turn("protista", open, "w +2"), "Wf3+g4+g5+h5+h6>ne", closed, "w +2");
    after(at_turn("protista", open, "w +1"), "Wf3+g4+g5+h5+h6>ne", closed, "w +2");
    let state = at_turn("protista", "w d4 d5 e6 e3 f4 f5 b m5", "w +1");
    after(state, "e3-e4", "w d4 d5 e6 e4 f4 f5 b m5", "w +1");
}

#[test]
fn a_hole_may_hold_enemy_pieces() {
    let state = at("protista", "w d4 d5 e6 e3 f4 f5 b e5");
    after(state, "e3-e4", "w d4 d5 e6 e4 f4 f5 b e5", "w +1");
}

#[test]
fn a_region_at_the_edge_is_no_hole() {
    let state = at("protista", "w a3 a5 b3 b4 b m5");
    // The neighbours of a4 are the pieces a3, b3, b4 and a5; above it is the edge of the board.
    after(state, "b4-c4", "w a3 a5 b3 c4 b m5", "b 1");
    let state = at("protista", "w a3 a5 b3 c4 b m5");
    after(state, "c4-b4", "w a3 a5 b3 b4 b m5", "b 1");
}

#[test]
fn a_larger_hole_is_one_loop() {
    // Eight cells surround d4 and d5: d3, c4, c5, c6, d6, e4, e5, e6.
    let state = at("protista", "w d2 c4 c5 c6 d6 e4 e5 e6 b m5");
    after(state, "d2-d3", "w d3 c4 c5 c6 d6 e4 e5 e6 b m5", "w +1");
}

#[test]
fn extra_moves_may_be_declined_but_the_first_move_may_not() {
    let pieces = "w d4 d5 b m5";
    let state = at_turn("protista", pieces, "w +2");
    assert!(state.legal().contains(&"done".to_string()));
    after(state, "done", pieces, "b 1");
    let state = at("protista", pieces);
    assert!(!state.legal().contains(&"done".to_string()));
    assert_eq!(why(&*state, "done"), "only extra moves may be declined, not the first move");
}

// The moves.

#[test]
fn a_lone_piece_steps_kills_and_hits_its_neighbours() {
    let state = at("protista", "w e5 b d5 b2@e6");
    assert_eq!(state.legal(), ["e5*e6", "e5-d4", "e5-d5", "e5-e4", "e5-f4", "e5-f5"]);
    after(state.copy(), "e5-d5", "w d5 b2@e6", "b 1");
    after(state, "e5*e6", "w e5 b d5 e6", "b 1");
}

#[test]
fn a_piece_stacks_on_its_own_set_near_and_far() {
    let state = at("protista", "w e5 w2@e6 e7 b a5");
    after(state.copy(), "e5-e6", "w3@e6 w e7 b a5", "b 1");
    after(state.copy(), "e5-e7", "w2@e6 w2@e7 b a5", "b 1");
    after(state, "e6-e7", "w e5 w3@e7 b a5", "b 1");
}

#[test]
fn a_contiguous_move_reaches_every_empty_cell_next_to_the_set_but_kills_nothing_far_off() {
    let state = at("protista", "w e3 e4 e5 b e6 a5");
    let reached: BTreeSet<String> = legal(&*state, "e3-").into_iter().collect();
    let expected = ["d2", "d3", "d4", "d5", "e2", "e4", "e5", "f2", "f3", "f4", "f5"];
    assert_eq!(reached, expected.iter().map(|cell| format!("e3-{cell}")).collect());
    assert!(state.legal().contains(&"e5-e6".to_string()));
}

#[test]
fn a_row_that_another_piece_touches_is_no_cannon() {
    assert_eq!(legal(&*at("protista", "w b1 b2 b3 c4 b m5"), "C"), [""; 0]);
    assert_eq!(legal(&*at("protista", "w e5 f5 b m5"), "C"), ["Ce5-c4", "Cf5-h6"], "two in a row are a cannon");
}

#[test]
fn a_cannon_kills_on_its_way_and_stops_before_an_own_piece() {
    let state = at("protista", "w b1 b2 b3 b b4 b6 m5");
    after(state, "Cb3-b6", "w b1 b2 b6 b m5", "b 1");
    assert_eq!(legal(&*at("protista", "w b1 b2 b3 b6 b m5"), "C"), ["Cb3-b5"]);
}

#[test]
fn a_cannon_hits_a_stack_or_stops_in_front_of_it() {
    let state = at("protista", "w b1 b2 b3 b3@b6 b m5");
    assert_eq!(legal(&*state, "C"), ["Cb3*b6", "Cb3-b5"]);
    after(state.copy(), "Cb3*b6", "w b1 b2 b5 b2@b6 b m5", "b 1");
    after(state, "Cb3-b5", "w b1 b2 b5 b3@b6 b m5", "b 1");
    assert_eq!(legal(&*at("protista", "w b1 b2 b3 b2@b7 b m5"), "C"), ["Cb3-b5", "Cb3-b6"], "out of reach");
}

#[test]
fn a_wave_may_be_any_part_of_a_zigzag_and_touch_others() {
    let state = at("protista", "w e3 e4 f4 f5 b m5");
    let part = ["We3+e4+f4>ne", "We3+e4+f4>nw", "We3+e4+f4>se", "We3+e4+f4>sw", "We3+e4+f4>w"];
    assert_eq!(legal(&*state, "We3+e4+f4>"), part, "e is blocked by f5, se is not");
    assert_eq!(legal(&*state, "We3+e4+f4+f5>").len(), 6);
    after(state, "We3+e4+f4>ne", "w d3 d4 e5 f5 b m5", "b 1");
}

#[test]
fn a_wave_is_blocked_by_the_edge_and_by_own_pieces_outside() {
    let state = at("protista", "w a4 a5 b5 b7 b m5");
    assert_eq!(legal(&*state, "Wa4+a5+b5>"), ["Wa4+a5+b5>e", "Wa4+a5+b5>se", "Wa4+a5+b5>sw", "Wa4+a5+b5>w"]);
    assert_eq!(why(&*state, "Wa4+a5+b5>ne"), "the piece on a4 would leave the board");
    let state = at("protista", "w a4 a5 b5 b6 b m5");
    assert_eq!(why(&*state, "Wa4+a5+b5>e"), "b6 is own and not part of the wave, so it blocks the piece on b5");
}

#[test]
fn a_wave_kills_single_pieces_and_carries_stacks() {
    let state = at("protista", "w b3 w4@b4 c5 b a4 b5 m5");
    after(state, "Wb3+b4+c5>ne", "w a4 w4@a5 w b5 b m5", "b 1");
}

#[test]
fn a_wave_that_meets_stacks_hits_them_all_and_stays() {
    let state = at("protista", "w b3 b4 c5 b3@a4 b2@b5 b a5 m5");
    after(state.copy(), "Wb3+b4+c5>ne", "w b3 b4 c5 b2@a4 b b5 a5 m5", "b 1");
    let state = at("protista", "w b3 b4 c5 b3@a4 b m5");
    assert_eq!(
        why(&*state, "Wb3+b4+c5>ne"),
        "moves with the same effect are one move, and its name is b3*a4",
        "a single hit is what a step does"
    );
}

#[test]
fn sideways_waves_use_only_the_directions_that_the_zigzag_does_not() {
    let state = at("protista(wave=sideways)", "w e3 e4 f4 b m5");
    assert_eq!(legal(&*state, "W"), ["We3+e4+f4>ne", "We3+e4+f4>sw"]);
    assert_eq!(why(&*state, "We3+e4+f4>w"), "a wave moves only in the two directions that its zigzag does not use");
    let state = at("protista(wave=sideways)", "w e4 f4 g4 b m5");
    assert_eq!(legal(&*state, "W"), ["We4+f4+g4>e", "We4+f4+g4>w"]);
    let state = at("protista(wave=sideways)", "w e4 f4 g5 b m5");
    assert_eq!(legal(&*state, "W"), [""; 0], "a straight row is no zigzag");
}

#[test]
fn the_shorter_leg_of_a_sharp_v_counts() {
    let state = at("protista", "w j5 k5 l4 k6 b a5");
    assert_eq!(legal(&*state, "Vj5"), ["Vj5-h5"]);
}

#[test]
fn a_sharp_v_passes_between_pieces_and_kills_where_it_lands() {
    let state = at("protista", "w j5 k5 l4 k6 l6 b i4 i5 h5 a5");
    after(state, "Vj5-f5", "w f5 k5 l4 k6 l6 b i4 i5 a5", "b 1");
    let state = at("protista", "w j5 k5 l4 k6 l6 b b2@f5 a5");
    assert_eq!(legal(&*state, "Vj5"), ["Vj5*f5", "Vj5-h5"]);
    after(state, "Vj5*f5", "w h5 k5 l4 k6 l6 b f5 a5", "b 1");
}

#[test]
fn a_sharp_v_that_hits_with_its_first_step_stays() {
    let state = at("protista", "w j5 k5 k6 b b2@h5 a5");
    after(state, "Vj5*h5", "w j5 k5 k6 b h5 a5", "b 1");
}

#[test]
fn a_pair_with_three_cells_between_generates_both_third_corners() {
    let state = at("protista", "w g1 g5 b g3 a5");
    assert_eq!(legal(&*state, "G"), ["Gg1+g5"]);
    after(state, "Gg1+g5", "w g1 g5 c3 k3 b g3 a5", "b 1");
    assert_eq!(legal(&*at("protista", "w g1 g4 b a5"), "G"), [""; 0]);
    let state = at("protista(gap=2)", "w g1 g4 b a5");
    after(state, "Gg1+g4", "w g1 g4 d2 j2 b a5", "b 1");
}

#[test]
fn generation_leaves_out_own_cells_kills_pieces_and_hits_stacks() {
    let state = at("protista", "w g1 g5 c3 b k3 a5");
    after(state, "Gg1+g5", "w g1 g5 c3 k3 b a5", "b 1");
    let state = at("protista", "w g1 g5 b b3@k3 a5");
    after(state, "Gg1+g5", "w g1 g5 c3 b2@k3 b a5", "b 1");
    let state = at("protista", "w g1 g5 c3 k3 b a5");
    assert_eq!(why(&*state, "Gg1+g5"), "both third corners are own already or off the board, so nothing would change");
    let state = at("protista", "w a1 a5 b m5");
    after(state, "Ga1+a5", "w a1 a5 e3 b m5", "b 1");
}

#[test]
fn four_own_neighbours_generate_where_that_is_the_rule() {
    let state = at("protista(generation=four)", "w e4 d4 f4 e6 b m5");
    assert_eq!(legal(&*state, "G"), ["Ge5"]);
    after(state, "Ge5", "w e4 d4 f4 e6 e5 b m5", "b 1");
    let state = at("protista(generation=four)", "w e4 d4 d5 b m5");
    assert_eq!(why(&*state, "Ge5"), "e5 has fewer than four own neighbours");
    let state = at("protista(generation=cup)", "w e4 d4 e6 f5 b m5");
    assert_eq!(why(&*state, "Ge5"), "e5 has no three own neighbours side by side");
    let state = at("protista(generation=cup)", "w e4 d4 d5 b e5");
    assert_eq!(why(&*state, "Ge5"), "e5 is not empty");
    let state = at("protista(generation=none)", "w g1 g5 b a5");
    assert_eq!(legal(&*state, "G"), [""; 0]);
    assert_eq!(why(&*state, "Gg1+g5"), "this game is played without generation");
}

#[test]
fn a_stack_lays_out_a_line_of_up_to_all_but_one_of_its_pieces() {
    let state = at("protista", "w w4@g3 b a5");
    assert_eq!(legal(&*state, "Ug3-g"), ["Ug3-g1", "Ug3-g2", "Ug3-g4", "Ug3-g5", "Ug3-g6"]);
    after(state.copy(), "Ug3-g6", "w g3 g4 g5 g6 b a5", "b 1");
    after(state, "Ug3-g4", "w3@g3 w g4 b a5", "b 1");
}

#[test]
fn unstacking_kills_hits_and_stops_before_own_pieces() {
    let state = at("protista", "w w4@g3 b g4 b2@g6 a5");
    assert_eq!(legal(&*state, "Ug3*"), ["Ug3*g6"]);
    after(state, "Ug3*g6", "w2@g3 w g4 g5 b g6 a5", "b 1");
    let state = at("protista", "w w4@g3 g5 b a5");
    assert_eq!(legal(&*state, "Ug3-g"), ["Ug3-g1", "Ug3-g2", "Ug3-g4"]);
}

#[test]
fn a_stack_moves_as_one_piece() {
    let state = at("protista", "w b1 b2 w3@b3 b m5");
    after(state, "Cb3-b6", "w b1 b2 w3@b6 b m5", "b 1");
}

#[test]
fn a_stack_that_loses_its_last_level_is_gone() {
    let state = at("protista(stack_loss=2)", "w e5 b b2@e6 b3@e4 a5");
    after(state.copy(), "e5*e6", "w e5 b3@e4 b a5", "b 1");
    after(state, "e5*e4", "w e5 b b2@e6 e4 a5", "b 1");
}

#[test]
fn forced_flights_go_as_far_as_they_can() {
    let game = "protista(stop=forced)";
    assert_eq!(legal(&*at(game, "w b1 b2 b3 b m5"), "C"), ["Cb3-b6"]);
    assert_eq!(legal(&*at(game, "w b1 b2 b3 b2@b6 b m5"), "C"), ["Cb3*b6"]);
    assert_eq!(legal(&*at(game, "w b1 b2 b3 b6 b m5"), "C"), ["Cb3-b5"]);
    assert_eq!(legal(&*at(game, "w b1 b2 b3 b5 b m5"), "C"), [""; 0], "one step is a step");
    assert_eq!(legal(&*at(game, "w j5 k5 l4 m4 k6 l6 m7 b a5"), "Vj5"), ["Vj5-d5"]);
    let state = at(game, "w w3@g3 b a5");
    assert_eq!(legal(&*state, "U"), ["Ug3-e2", "Ug3-e4", "Ug3-g1", "Ug3-g5", "Ug3-i2", "Ug3-i4"]);
    assert_eq!(why(&*state, "Ug3-g4"), "a flight goes as far as it can: that is Ug3-g5");
}

// Canonical names.

#[test]
fn hits_of_different_pieces_on_one_stack_are_one_move() {
    let state = at("protista", "w e4 d4 b b3@e5 a5");
    assert_eq!(legal(&*state, "d4*"), ["d4*e5"]);
    assert_eq!(why(&*state, "e4*e5"), "moves with the same effect are one move, and its name is d4*e5");
}

#[test]
fn names_are_compared_byte_by_byte() {
    let state = at("protista(cols=11)", "w c9 c10 b b2@b9 a5");
    let hits: Vec<String> = state.legal().into_iter().filter(|text| text.contains('*')).collect();
    assert_eq!(hits, ["c10*b9"]);
}

#[test]
fn a_sharp_v_that_lands_next_to_its_own_set_is_a_contiguous_move_unless_it_kills() {
    let state = at("protista", "w e5 f4 f5 d5 b m5");
    assert!(state.legal().contains(&"e5-c5".to_string()));
    assert_eq!(why(&*state, "Ve5-c5"), "moves with the same effect are one move, and its name is e5-c5");
    let state = at("protista", "w e5 f4 f5 d5 b c5 m5");
    after(state, "Ve5-c5", "w c5 f4 f5 d5 b m5", "b 1");
}

#[test]
fn pairs_that_generate_the_same_single_piece_are_one_move() {
    let state = at("protista", "w g1 g5 c7 k3 g9 b m5");
    assert!(state.legal().contains(&"Gc7+g5".to_string()));
    assert_eq!(why(&*state, "Gg1+g5"), "moves with the same effect are one move, and its name is Gc7+g5");
}

// Winning.

#[test]
fn standing_on_two_enemy_targets_wins() {
    let mut state = at("protista", "w a1 b8 b m5");
    assert_eq!(state.play("b8-a8"), Ok(Flow::GameOver));
    assert_eq!(ends(&*state), ("first", "White stands on two of Black's targets".to_string()));
    assert!(state.position().contains(" b 1 "));
    assert_eq!(why(&*state, "m5-m4"), "the game is over: White stands on two of Black's targets");
    assert!(state.undo().is_some() && state.verdict().is_none());
    let mut state = at_turn("protista", "w e5 b m1 l8", "b 1");
    state.play("l8-m8").unwrap();
    assert_eq!(ends(&*state), ("second", "Black stands on two of White's targets".to_string()));
}

#[test]
fn a_win_in_the_middle_of_a_turn_ends_it() {
    let mut state = at_turn("protista", "w a1 b8 b m5", "w +2");
    assert_eq!(state.play("b8-a8"), Ok(Flow::GameOver));
    assert_eq!(ends(&*state).0, "first");
    assert!(state.position().contains(" b 1 "));
}

#[test]
fn targets_must_be_taken_at_the_same_time() {
    let state = at("protista", "w a1 b m5");
    let state = after(state, "a1-a2,m5-m4,a2-a1", "w a1 b m4", "b 1");
    assert!(state.verdict().is_none());
}

#[test]
fn capturing_the_king_wins() {
    let game = "protista(win=king)";
    let mut state = at(game, "w W@e5 b B@e6 b a5");
    assert_eq!(state.play("e5-e6"), Ok(Flow::GameOver));
    assert_eq!(ends(&*state), ("first", "White captured Black's king".to_string()));
    let state = at(game, "w W@e5 b B2@e6 b a5");
    let mut state = after(state, "e5*e6", "W@e5 b B@e6 a5", "b 1");
    assert_eq!(state.play("e6-e5"), Ok(Flow::GameOver));
    assert_eq!(ends(&*state), ("second", "Black captured White's king".to_string()));
    let mut state = at("protista(win=king,stack_loss=2)", "w W@e5 b B2@e6 b a5");
    assert_eq!(state.play("e5*e6"), Ok(Flow::GameOver));
    assert_eq!(ends(&*state).1, "White captured Black's king");
}

#[test]
fn a_king_goes_with_its_stack_and_stays_when_it_is_unstacked() {
    let game = "protista(win=king)";
    let state = at(game, "w W@e5 e6 b B@a5");
    after(state, "e5-e6", "W2@e6 B@a5", "b 1");
    let state = at(game, "w W@e5 e6 b B@a5");
    after(state, "e6-e5", "W2@e5 B@a5", "b 1");
    let state = at(game, "w W4@g3 b B@a5");
    after(state, "Ug3-g5", "W2@g3 w g4 g5 B@a5", "b 1");
    let state = at(game, "w e3 W@e4 f4 b B@a5");
    after(state, "We3+e4+f4>ne", "w d3 W@d4 w e5 B@a5", "b 1");
}

#[test]
fn a_player_without_pieces_at_the_start_of_the_own_turn_loses() {
    let mut state = at("protista", "w e5 b e6");
    assert_eq!(state.play("e5-e6"), Ok(Flow::GameOver));
    assert_eq!(ends(&*state), ("first", "Black has no pieces left".to_string()));
    let mut state = at_turn("protista", "w e5 b e6", "w +2");
    assert_eq!(state.play("e5-e6"), Ok(Flow::SameTurn), "the turn goes on");
    assert_eq!(state.play("done"), Ok(Flow::GameOver));
    assert_eq!(ends(&*state).1, "Black has no pieces left");
    assert_eq!(ends(&*at_turn("protista", "w e5", "b 1")).1, "Black has no pieces left");
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let mut state = at("protista", "w e5 b c5");
    for (i, action) in ["e5-e6", "c5-c6", "e6-e5", "c6-c5"].into_iter().cycle().take(8).enumerate() {
        assert!(state.verdict().is_none(), "{i}");
        state.play(action).unwrap();
    }
    assert_eq!(ends(&*state), ("draw", "the same position for the third time".to_string()));
    // A position in the middle of a turn is not an occurrence.
    let mut state = at_turn("protista", "w e5 b c5", "w +1");
    for action in ["done", "c5-c6", "e5-e6", "c6-c5", "e6-e5"] {
        state.play(action).unwrap();
    }
    assert!(state.verdict().is_none());
}

#[test]
fn the_last_turn_ends_in_a_draw() {
    let mut state = at("protista(max_turns=20)", "w g1 b c1");
    let columns = [2, 3, 4, 5, 6, 7, 8, 9, 8, 7];
    let mut last = 1;
    for column in columns {
        for row in ["g", "c"] {
            assert!(state.verdict().is_none());
            state.play(&format!("{row}{last}-{row}{column}")).unwrap();
        }
        last = column;
    }
    assert_eq!(ends(&*state), ("draw", "the limit of 20 turns is reached".to_string()));
    assert_eq!(state.turn(), 20);
}

// Setup and options.

#[test]
fn the_set_up_is_drawn_for_black_and_mirrored_for_white() {
    let start = |game: &str| open(game).start().position();
    assert_eq!(start("protista"), START);
    assert_eq!(start("protista(setup=random,pieces=5,seed=7)"), RANDOM);
    assert_eq!(start("protista(win=king)"), KING);
    assert_eq!(start("protista(rows=7,cols=5,setup=random,pieces=15,win=king)").matches(['b', 'B']).count(), 15);
    assert_ne!(start("protista(seed=2)").rsplit(' ').next(), start("protista").rsplit(' ').next());
}

const START: &str = ".b..b..b./..b..b..b/.b..b..b./..b..b..b/........./........./........./........./........./..w..w..w/.w..w..w./..w..w..w/.w..w..w. w 1 h8,i5,j4|d4,e5,f8";
const RANDOM: &str = "........./.....b.../..b...b.b/....b..../........./........./........./........./........./....w..../..w...w.w/.....w.../......... w 1 h4,k4,m2|a2,c4,f4";
const KING: &str = ".b..B..b./..b..b..b/.b..b..b./..b..b..b/........./........./........./........./........./..w..w..w/.w..w..w./..w..w..w/.w..W..w. w 1 -";

#[test]
fn no_two_pieces_of_the_set_up_touch() {
    let state = open("protista").start();
    let (pieces, turn) = stands(&*state);
    assert_eq!((pieces.len(), turn.as_str()), (24, "w 1"));
    assert_eq!(legal(&*state, "C").len() + legal(&*state, "W").len() + legal(&*state, "V").len(), 0);
    assert!(legal(&*state, "G").is_empty(), "nor do any generate at once: {:?}", legal(&*state, "G"));
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    for (game, message) in [
        ("protista(rows=9)", "there must be more rows than columns, and 9 rows with 9 columns are not"),
        (
            "protista(rows=7,cols=5,setup=random,pieces=16)",
            "a half of 3 rows and 5 columns has 15 cells, too few for 16 pieces",
        ),
        ("protista(rows=12)", "invalid rows '12': expected 7…19 in steps of 2"),
        ("protista(cols=16)", "invalid cols '16': expected 5…15"),
        ("protista(gap=0)", "invalid gap '0': expected 1…6"),
        ("protista(stop=never)", "invalid stop 'never': expected free, forced"),
        ("protista(seed=-1)", "invalid seed '-1': expected a whole number from 0"),
    ] {
        assert_eq!(registry::open(game, &[]).err().unwrap().to_string(), message);
    }
    for game in [
        "protista(rows=7,cols=5,pieces=40)",
        "protista(rows=19,cols=15,setup=random,pieces=40)",
        "protista(seed=18446744073709551615)",
    ] {
        assert_eq!(open(game).canonical_id(), game);
    }
}

// Notation.

#[test]
fn a_bad_position_is_refused_with_what_would_do() {
    let empty = ".........";
    let board = |first: &str, last: &str| format!("{first}/{}{last}", format!("{empty}/").repeat(11));
    let with = |first: &str, rest: &str| format!("{} {rest}", board(first, "wwwwwwwww"));
    let good = format!("w 1 {TARGETS}");
    let fields = "expected, separated by single spaces: board, side (w or b), moves left (1, +1 or +2), targets (or - where the \
                  king decides)";
    let heights = "expected 2 to 9999 without leading zeros, or nothing for one piece";
    let targets = format!(
        "expected three cells of White's half (from h1), |, and three of Black's half (to f9), each three different and in \
         reading order as in {}",
        START.rsplit(' ').next().unwrap()
    );
    for (text, message) in [
        (String::new(), format!("it has 1 fields; {fields}")),
        (with(empty, "w 1"), format!("it has 3 fields; {fields}")),
        (format!("{empty} {good}"), "the board has 1 rows; expected 13 joined by /".to_string()),
        (with("..........", &good), "row 1 has 10 cells; expected 9".to_string()),
        (with("b10.......", &good), "row 1 has 8 cells; expected 9".to_string()),
        (
            with("..x......", &good),
            "row 1, character 3 is 'x'; expected '.', 'w', 'b', or a height after a letter".to_string(),
        ),
        (
            with(".2.......", &good),
            "row 1, character 2 is '2'; expected '.', 'w', 'b', or a height after a letter".to_string(),
        ),
        (
            with(".B.......", &good),
            "row 1, character 2 is 'B'; expected '.', 'w', 'b', or a height after a letter".to_string(),
        ),
        (with("b1........", &good), format!("the height of a stack is '1'; {heights}")),
        (with("b02........", &good), format!("the height of a stack is '02'; {heights}")),
        (with("b10000........", &good), format!("the height of a stack is '10000'; {heights}")),
        (with(empty, &format!("x 1 {TARGETS}")), "the side to move is 'x'; expected w or b".to_string()),
        (
            with(empty, &format!("w 2 {TARGETS}")),
            "the moves-left field is '2'; expected 1 at the start of a turn, +1 or +2".to_string(),
        ),
        (with(empty, "w 1 -"), format!("the targets field is '-'; {targets}")),
        (with(empty, "w 1 m1,m8|a1,a8,a9"), format!("the targets field is 'm1,m8|a1,a8,a9'; {targets}")),
        (with(empty, "w 1 m8,m1,m9|a1,a8,a9"), format!("the targets field is 'm8,m1,m9|a1,a8,a9'; {targets}")),
        (with(empty, "w 1 m1,m1,m9|a1,a8,a9"), format!("the targets field is 'm1,m1,m9|a1,a8,a9'; {targets}")),
        (with(empty, "w 1 g1,m8,m9|a1,a8,a9"), format!("the targets field is 'g1,m8,m9|a1,a8,a9'; {targets}")),
        (with(empty, &format!("b +1 {TARGETS}")), "Black has extra moves but no pieces".to_string()),
        (
            format!("{} w 1 {TARGETS}", board("w......w.", "b......b.")),
            "both players stand on two enemy targets".to_string(),
        ),
    ] {
        let error = open("protista").at_position(&text).err().unwrap_or_else(|| panic!("{text} is accepted"));
        assert_eq!(error.to_string(), format!("bad position: {message}"), "{text}");
    }
    let king = open("protista(win=king)");
    for (text, message) in [
        (with(empty, "w 1 -"), "there is no king; expected at least one W or B"),
        (with("BB.......", "w 1 -"), "Black has 2 kings; expected one"),
        (
            with("B........", &good),
            "the targets field is 'm1,m8,m9|a1,a8,a9'; expected - because the king decides this game",
        ),
    ] {
        assert_eq!(king.at_position(&text).err().unwrap().to_string(), format!("bad position: {message}"), "{text}");
    }
}

#[test]
fn a_decided_position_is_a_finished_game_with_either_side_to_move() {
    for side in ["w 1", "b 1", "b +1"] {
        let text = position("protista", "w a1 a8 b d5", side);
        let state = open("protista").at_position(&text).unwrap();
        assert_eq!(state.position(), text);
        assert!(state.legal().is_empty());
        assert_eq!(state.verdict().unwrap().reason, "White stands on two of Black's targets");
    }
}

#[test]
fn positions_that_differ_in_anything_have_different_keys() {
    let king = "protista(win=king)";
    let moved = TARGETS.replace("m8", "m7");
    let keys: BTreeSet<u64> = [
        at("protista", "w e5 b m5"),
        at("protista", "w w2@e5 b m5"),
        at("protista", "w w3@e5 b m5"),
        at("protista", "w m5 b e5"),
        at_turn("protista", "w e5 b m5", "b 1"),
        at_turn("protista", "w e5 b m5", "w +1"),
        at_turn("protista", "w e5 b m5", "w +2"),
        at_turn("protista", "w e5 b m5", "b +2"),
        open("protista").at_position(&position("protista", "w e5 b m5", "w 1").replace(TARGETS, &moved)).unwrap(),
        at(king, "w W@e5 e6 b B@m5 m6"),
        at(king, "w e5 W@e6 b B@m5 m6"),
        at(king, "w W@e5 e6 b m5 B@m6"),
    ]
    .iter()
    .map(|state| state.key())
    .collect();
    assert_eq!(keys.len(), 12);
}

#[test]
fn decided_positions_are_finished_games() {
    assert_eq!(ends(&*at_turn("protista", "w a1 a8 b m5", "b 1")).1, "White stands on two of Black's targets");
    assert_eq!(ends(&*at_turn("protista(win=king)", "W@a1 b m5", "b 1")).1, "White captured Black's king");
    assert_eq!(ends(&*at_turn("protista(win=king)", "B9999@a1 w m5", "w 1")).1, "Black captured White's king");
    assert_eq!(ends(&*at_turn("protista(win=king)", "B@a1", "w 1")).1, "Black captured White's king");
}

#[test]
fn a_text_that_is_no_action_is_answered_with_what_would_do() {
    let state = at("protista", "w b3 b4 c5 b a5");
    let expected =
        "a move as in b3-b4, b3*b4, Cb3-b6, Vj5-d5, Wb3+b4+c5>ne, Gb1+b5, Ug3-g6, or done; cells are named a1 to m9";
    for text in
        ["", "b3", "b3-", "-", "b3-b44", "b3-b4-b5", "B3-b4", "Cb3", "C", "W>ne", "Wb3++c5>ne", "G", "Gb3", "ü", "Done"]
    {
        assert_eq!(refused(&*state, text), format!("'{text}' is not an action; expected {expected}"));
    }
    for text in ["Wb3+b4+c5", "Wb3+b4+c5>", "Wb3+b4+c5>n"] {
        let message =
            format!("'{text}' is not an action; expected a wave's direction: e, ne, nw, w, sw or se after a >");
        assert_eq!(refused(&*state, text), message);
    }
}

#[test]
fn an_illegal_action_is_refused_with_the_rule() {
    let state = at("protista", "w b3 b4 c5 w2@g3 j5 b a5 b2@h3");
    for (text, reason) in [
        ("d1-d2", "there is no piece on d1"),
        ("a5-a6", "what stands on a5 is Black's"),
        ("b3-b3", "a piece must go to another cell"),
        ("b3-g3", "a piece stacks only within its connected set, and g3 is not in that of b3"),
        ("b3-f1", "f1 is next to no piece of the connected set of b3"),
        ("b3-a5", "a step kills on a neighbouring cell, and a5 is not next to b3"),
        ("g3-h3", "no step enters an enemy stack; a hit is written g3*h3"),
        ("b3*b2", "there is no enemy stack on b2 to hit"),
        ("b3*h3", "a step goes to a neighbour, and h3 is none of b3"),
        ("Cb3-c5", "b3 and c5 are not on one straight row"),
        ("Cj5-j6", "no row of own pieces ends at j5 and points there"),
        ("Cb3-b1", "a cannon is a straight row that no other own piece touches, and only its ends fly, outward"),
        (
            "Vj5-j6",
            "j5 and j6 are not on a line on which a sharp V flies: it lies between two directions, straight up for legs sw \
             and se",
        ),
        ("Vj5-h5", "j5 is not the vertex of a sharp V that points there"),
        ("Uj5-j6", "j5 is no stack"),
        ("Ug3-g5", "it flies at most 1 step"),
        ("Ug3*g4", "there is no enemy stack on g4 to hit"),
        ("Wb3+b4>ne", "a wave has at least three pieces"),
        ("Wb4+b3+c5>ne", "a wave's cells are written in reading order, each once"),
        ("Wb3+b4+c4>ne", "these cells are no zigzag: its steps alternate between two directions 60° apart"),
        ("Wb5+b6+c7>ne", "there is no piece on b5"),
        ("Gb1+b4", "b1 and b4 are not in one straight row with exactly 3 cells between"),
        ("Gb5+b1", "the pair is written in reading order: Gb1+b5"),
        ("Gb1+b5", "there is no piece on b1"),
    ] {
        assert_eq!(why(&*state, text), reason, "{text}");
    }
    let state = at("protista", "w b1 b2 b3 b5 b m5");
    assert_eq!(
        why(&*state, "Cb3-b5"),
        "a flight ends before an own piece, at the edge or with a hit: it gets as far as Cb3-b4"
    );
    let state = at("protista", "w a1 a2 b m5");
    assert_eq!(why(&*state, "Ca1-a2"), "no row of own pieces ends at a1 and points there");
}

#[test]
fn a_stack_never_grows_beyond_what_can_be_written() {
    let state = at("protista", "w w9999@a2 a3 b m5");
    assert_eq!(why(&*state, "a3-a2"), "a stack holds at most 9999 pieces");
    assert!(!state.legal().contains(&"a2-a3".to_string()));
    let state = at("protista", "w w9998@a2 a3 b m5");
    after(state, "a3-a2", "w9999@a2 b m5", "b 1");
}

#[test]
fn endless_garbage_is_refused_at_once() {
    let game = open("protista");
    let state = game.start();
    for piece in ["a1+", "Wa1+", "/", ".", "w", "9", " ", "w9", "ü", ",", "|", "-", "Ga"] {
        let garbage = piece.repeat(10_000_000 / piece.len());
        assert!(game.at_position(&garbage).is_err());
        assert!(state.copy().play(&garbage).is_err());
        assert!(state.copy().play(&format!("W{garbage}")).is_err());
        assert!(game.at_position(&START.replace("1 ", &format!("1 {garbage}"))).is_err());
        assert!(game.at_position(&START.replacen('b', &format!("b{garbage}"), 1)).is_err());
    }
}

// Presentation.

#[test]
fn the_view_shows_targets_heights_kings_and_what_is_left_of_the_turn() {
    let state = at_turn("protista", "w w3@e5 b a5", "w +2");
    let view = state.view();
    let piece = &view.pieces[1].1;
    assert_eq!((piece.owner, piece.height, piece.glyph.as_str()), (Some(Player::First), 3, "w3"));
    let marks: Vec<_> = view.marks.iter().filter(|(_, mark)| *mark == Mark::Target(Player::Second)).collect();
    assert_eq!(marks.iter().map(|(spot, _)| spot.0).collect::<Vec<_>>(), [0, 7, 8]);
    assert_eq!((view.counters[0].value, view.counters[0].owner), (2, Some(Player::First)));
    assert_eq!(
        view.prompt,
        "White, first of 2 extra moves: make one more move (step, fly, move a wave, generate or unstack), or be done"
    );
    let view = at_turn("protista(win=king,generation=none)", "w W@e5 b B2@a5", "b 1").view();
    assert!(view.marks.is_empty() && view.counters.is_empty());
    assert_eq!((view.pieces[0].1.kind, view.pieces[0].1.glyph.as_str()), (PieceKind::King, "B2"));
    assert_eq!(view.prompt, "Black: make a move (step, fly, move a wave or unstack)");
}

#[test]
fn a_wave_is_shown_by_its_ends_and_where_it_goes() {
    let state = at("protista", "w b3 b4 c5 c6 d6 b m5");
    let cell = |name: &str| {
        let at = (name.as_bytes()[0] - b'a') as u16 * 9 + name[1..].parse::<u16>().unwrap() - 1;
        Spot(at)
    };
    let inputs = ["b3", "b4", "d6", "a4"].map(|name| Input::Cell(cell(name)));
    assert_eq!(state.inputs("Wb3+b4+c5+c6+d6>ne").unwrap(), inputs);
    let animation = state.animation("Wb3+b4+c5+c6+d6>ne").unwrap();
    assert_eq!((animation.len(), animation[0].len()), (1, 5));
    assert!(animation[0].contains(&AnimationStep::Slide { from: cell("d6"), to: cell("c7") }));
}

#[test]
fn a_flight_is_told_step_by_step() {
    let state = at("protista", "w b1 b2 b3 b b5 b2@b6 m5");
    let spot = |column: u16| Spot(9 + column - 1);
    let animation = state.animation("Cb3*b6").unwrap();
    assert_eq!(
        animation,
        [
            vec![AnimationStep::Slide { from: spot(3), to: spot(4) }],
            vec![AnimationStep::Capture { at: spot(5) }, AnimationStep::Slide { from: spot(4), to: spot(5) }],
            vec![AnimationStep::Hit { by: vec![spot(5)], at: spot(6), levels: 1 }],
        ]
    );
}

#[test]
fn a_stack_lays_out_its_own_pieces_one_by_one() {
    let state = at("protista", "w w3@b2 b m5");
    let spot = |column: u16| Spot(9 + column - 1);
    let laid = |beat: &Vec<AnimationStep>| match beat[..] {
        [AnimationStep::Unstack { from, to, .. }] => Some((from, to)),
        _ => None,
    };
    let ways: Vec<_> = state.animation("Ub2-b4").unwrap().iter().map(laid).collect();
    assert_eq!(ways, [Some((spot(2), spot(3))), Some((spot(2), spot(4)))]);
}

#[test]
fn a_new_piece_knows_who_brought_it_forth() {
    let by = |game: &str, pieces: &str, action: &str| {
        let names: Vec<String> =
            registry::open(game, &[]).unwrap().board().cells.into_iter().map(|c| c.label).collect();
        let animation = at(game, pieces).animation(action).unwrap();
        let parents = |step: &AnimationStep| match step {
            AnimationStep::Generate { by, .. } | AnimationStep::Hit { by, .. } => by.clone(),
            other => panic!("{other:?}"),
        };
        let parents = animation.iter().flatten().map(parents);
        parents.map(|by| by.iter().map(|s| names[usize::from(s.0)].clone()).collect()).collect::<Vec<Vec<String>>>()
    };
    assert_eq!(by("protista", "w g1 g5 b m5", "Gg1+g5"), [["g1", "g5"], ["g1", "g5"]]);
    assert_eq!(by("protista", "w g1 g5 b m5 b2@c3", "Gg1+g5"), [["g1", "g5"], ["g1", "g5"]], "a hit too");
    assert_eq!(by("protista(generation=cup)", "w a4 a5 b5 b m5", "Gb4"), [["a4", "a5", "b5"]]);
    assert_eq!(
        by("protista(generation=cup)", "w a4 a5 b5 c4 b m5", "Gb4"),
        [["a4", "a5", "b5"]],
        "c4 is no part of it"
    );
    assert_eq!(by("protista(generation=four)", "w a4 a5 b3 c4 b m5", "Gb4"), [["a4", "a5", "b3", "c4"]]);
}

//! Loops, extra moves and the end of the game.

use super::*;

// Turn and loops.

fn loops_of(game: &Protista, side: Side) -> Vec<String> {
    let write = |own: &Loop| own.iter().map(|cell| game.grid.name(*cell)).collect::<Vec<_>>().join(" ");
    loops(&game.grid, &game.position.board, side).iter().map(write).collect()
}

#[test]
fn a_hole_may_hold_enemies_and_must_not_reach_the_edge() {
    assert_eq!(loops_of(&game("f4 f5 g4 g6 h4 h5", "g5=2"), White), ["f4 f5 g4 g6 h4 h5"]);
    assert!(loops_of(&game("a4 a6 b4 b5", "m9"), White).is_empty(), "a5 lies on the edge");
    assert!(loops_of(&game("f4 f5 g4 g6 h4", "g5"), White).is_empty());
    assert!(loops_of(&game("f4 f5 g4 g6 h4 h5", "g5"), Black).is_empty());
}

#[test]
fn an_own_piece_inside_a_hole_is_part_of_the_loop() {
    // The ring of radius two around g5, with a piece in the middle.
    let ring = "e4 e5 e6 f3 f6 g3 g7 h3 h6 i4 i5 i6";
    assert_eq!(loops_of(&game(&format!("{ring} g5"), "m9"), White).len(), 1);
    assert!(loops_of(&game(&format!("{ring} g5"), "m9"), White)[0].contains("g5"));
    let around = "f4 f5 g4 g6 h4 h5";
    assert_eq!(loops_of(&game(around, "m9"), White).len(), 1);
    let wide = "d4 d5 d6 d3 e3 e7 f2 f7 g2 g8 h2 h7 i3 i7 j3 j4 j5 j6";
    let nested = loops_of(&game(&format!("{wide} {around}"), "m9"), White);
    assert_eq!(nested.len(), 2, "the ring inside has its own hole: {nested:?}");
}

#[test]
fn a_turn_without_a_new_loop_is_one_move() {
    let mut game = game("g5", "m9");
    game.play("g5-g6");
    assert!(game.position().contains(" b 1 "));
    assert_eq!(game.turn(), 2);
}

#[test]
fn a_new_loop_earns_one_extra_move() {
    let mut game = game("f4 f5 g4 g6 h4 i5", "m9");
    game.play("i5-h5");
    assert!(game.position().contains(" w +1 "));
    assert_eq!(game.turn(), 1);
    game.play("done");
    assert!(game.position().contains(" b 1 "));
    assert_eq!(game.turn(), 2);
}

#[test]
fn the_first_move_is_not_declined() {
    assert!(!game("g5", "m9").legal().contains("done"));
    assert!(game_with("g5", "m9", Left::Extra(1), &[]).legal().contains("done"));
}

#[test]
fn six_pieces_around_one_cell_walk_as_two_vs() {
    let mut game = game("f4 f5 g4 g6 h4 h5", "m9=2");
    game.play("Wf4+f5+g6>ne");
    assert!(game.position().contains(" b 1 "), "the loop is broken, so there is no extra move");
    game.play("m9-m8");
    game.play("Wg4+h4+h5>ne");
    assert!(game.position().contains(" w +1 "), "the second V closes it again");
    assert_eq!(pieces(&game, White), "e5 e6 f4 f6 g5 g6");
    game.play("We5+e6+f6>ne");
    assert!(game.position().contains(" b 1 "));
    game.play("m8-m9");
    game.play("Wf4+g5+g6>ne");
    assert!(game.position().contains(" w +1 "));
}

#[test]
fn two_facing_zigzags_close_two_loops_at_once() {
    // Holes g4 and h5 between the zigzags f3 f4 g5 g6 h6 and g3 h3 h4 i5 i6; the first one is one
    // step ne.
    let mut game = game("e4 e5 f5 f6 g7 g3 h3 h4 i5 i6", "m9");
    game.play("We4+e5+f5+f6+g7>sw");
    assert_eq!(pieces(&game, White), "f3 f4 g3 g5 g6 h3 h4 h6 i5 i6");
    assert_eq!(loops_of(&game, White).len(), 2);
    assert!(game.position().contains(" w +2 "));
    // Opened and closed elsewhere, the loops are new: again two moves, not three.
    game.play("Wf3+f4+g5+g6+h6>ne");
    assert!(game.position().contains(" w +1 "));
    game.play("Wg3+h3+h4+i5+i6>ne");
    assert!(game.position().contains(" w +2 "));
}

#[test]
fn loops_seen_earlier_in_the_turn_earn_nothing() {
    // Protista ruling 1.
    let mut game = game("e4 e5 f5 f6 g7 g3 h3 h4 i5 i6", "m9");
    game.play("We4+e5+f5+f6+g7>sw");
    game.play("Wf3+f4+g5+g6+h6>ne");
    game.play("We4+e5+f5+f6+g7>sw");
    assert!(game.position().contains(" b 1 "), "closed at the same place as before");
}

#[test]
fn loops_of_a_given_position_count_as_seen() {
    let mut game = game_with("f4 f5 g4 g6 h4 h5", "m9", Left::Extra(2), &[]);
    game.play("h5-i5");
    assert!(game.position().contains(" w +1 "));
    game.play("i5-h5");
    assert!(game.position().contains(" b 1 "));
}

#[test]
fn the_same_loop_is_new_again_in_the_next_turn() {
    let mut game = game("f4 f5 g4 g6 h4 h5", "m9=2");
    game.play("h5-i5");
    game.play("m9-m8");
    game.play("i5-h5");
    assert!(game.position().contains(" w +1 "));
}

#[test]
fn extra_moves_do_not_add_up() {
    // With two moves left, one new loop leaves one.
    let mut game = game_with("f4 f5 g4 g6 h4 i5", "m9", Left::Extra(2), &[]);
    game.play("i5-h5");
    assert!(game.position().contains(" w +1 "));
}

#[test]
fn a_broken_loop_and_another_one_is_a_new_loop() {
    // h5 leaves the ring around g5 and closes the one around h3.
    let mut game = game("f4 f5 g4 g6 h4 h5 g3 h2 i3", "m9");
    assert_eq!(loops_of(&game, White), ["f4 f5 g4 g6 h4 h5"]);
    game.play("h5-i4");
    assert_eq!(loops_of(&game, White), ["g3 g4 h2 h4 i3 i4"]);
    assert!(game.position().contains(" w +1 "));
}

#[test]
fn three_new_loops_earn_two_moves() {
    // Filling h5 divides a hole of four cells into g5, h6 and i5.
    let mut game = game("f4 f5 g4 g6 g7 h4 h7 i4 i6 i7 j4 j5 k5", "m9");
    assert_eq!(loops_of(&game, White).len(), 1);
    game.play("k5-h5");
    assert_eq!(loops_of(&game, White).len(), 3);
    assert!(game.position().contains(" w +2 "));
}

#[test]
fn enemy_loops_do_not_count() {
    let mut game = game("k5", "f4 f5 g4 g6 h4 h5");
    game.play("k5-k6");
    assert!(game.position().contains(" b 1 "));
}

// Winning.

#[test]
fn two_of_three_targets_win_at_once() {
    let mut game = game_with("a7 b8 k1", "k5", Left::Extra(2), &[]);
    assert_eq!(game.result(), None);
    game.play("b8-a8");
    won(&game, "first", "White stands on two of Black's targets");
    assert!(game.position().contains(" b 1 "));
    assert_eq!(game.turn(), 1);
}

#[test]
fn own_targets_win_nothing() {
    assert_eq!(game("m1 m2 m3", "a7 a8 a9").result(), None);
}

#[test]
fn black_wins_by_targets_in_a_given_position() {
    won(&game("k5", "m1 m3"), "second", "Black stands on two of White's targets");
}

#[test]
fn capturing_the_king_wins() {
    let mut game = king_game("g5=K h1", "g6=K a1");
    game.play("g5-g6");
    won(&game, "first", "White captured Black's king");
    assert!(game.position().contains(" b 1 "));
}

#[test]
fn a_king_in_a_stack_is_captured_with_its_last_level() {
    let mut game = king_game("g5=K", "g6=K2 a1");
    game.play("g5*g6");
    assert_eq!(game.result(), None);
    assert_eq!(pieces(&game, Black), "a1 g6=K");
    let changes = [("win", "king"), ("stack_loss", "2")];
    let mut game = game_with("g5=K", "g6=K2 a1", Left::First, &changes);
    game.play("g5*g6");
    won(&game, "first", "White captured Black's king");
}

#[test]
fn a_stacked_king_goes_with_its_stack() {
    let game = king_game("g5=K g6=2", "a1=K");
    assert_eq!(pieces(&after(&game, "g5-g6"), White), "g6=K3");
    assert_eq!(pieces(&after(&game, "g6-g5"), White), "g5=K3");
}

#[test]
fn a_side_without_its_king_has_lost() {
    won(&king_game("g5", "a1=K"), "second", "Black captured White's king");
}

#[test]
fn a_player_without_pieces_at_the_start_of_the_turn_loses() {
    let mut game = game_with("g5", "g6", Left::Extra(2), &[]);
    game.play("g5-g6");
    assert_eq!(game.result(), None, "White's turn is not over");
    game.play("done");
    won(&game, "first", "Black has no pieces left");
    won(&self::game("", "g5"), "second", "White has no pieces left");
}

#[test]
fn the_last_piece_killed_in_the_last_turn_wins() {
    let mut game = game_with("g5", "g6", Left::First, &[("max_turns", "1")]);
    game.play("g5-g6");
    won(&game, "first", "Black has no pieces left");
}

#[test]
fn the_third_occurrence_draws() {
    // Protista ruling 6; the given position counts as an occurrence.
    let mut game = game("g5", "b5");
    for action in ["g5-g6", "b5-b6", "g6-g5", "b6-b5", "g5-g6", "b5-b6", "g6-g5"] {
        game.play(action);
        assert_eq!(game.result(), None);
    }
    game.play("b6-b5");
    won(&game, "draw", "the same position for the third time");
    assert_eq!(game.turn(), 8);
}

#[test]
fn a_position_in_the_middle_of_a_turn_is_no_occurrence() {
    let mut game = game_with("g5", "b5", Left::Extra(1), &[]);
    for action in ["g5-g6", "b5-b6", "g6-g5", "b6-b5", "g5-g6", "b5-b6", "g6-g5", "b6-b5"] {
        game.play(action);
        assert_eq!(game.result(), None);
    }
    game.play("g5-g6");
    won(&game, "draw", "the same position for the third time");
}

#[test]
fn the_turn_limit_draws() {
    let mut game = game_with("g5", "b5", Left::First, &[("max_turns", "2")]);
    game.play("g5-g6");
    assert_eq!(game.result(), None);
    game.play("b5-b6");
    won(&game, "draw", "the limit of 2 turns is reached");
    assert_eq!(game.turn(), 2);
}

//! The eight moves and their canonical names.

use super::super::moves::Move;
use super::super::scatter::scatter;
use super::*;
use crate::reference::dice::SplitMix64;
use crate::reference::testing::names;

// Move 1.

#[test]
fn a_step_moves_kills_hits_or_stacks() {
    let game = game("g5 g6", "f5 h5=2");
    assert!(game.legal().is_superset(&names("g5-g4 g5-f4 g5-f5 g5*h5 g5-h4 g5-g6")));
    let killed = after(&game, "g5-f5");
    assert_eq!((pieces(&killed, White), pieces(&killed, Black)), ("f5 g6".into(), "h5=2".into()));
    let hit = after(&game, "g5*h5");
    assert_eq!((pieces(&hit, White), pieces(&hit, Black)), ("g5 g6".into(), "f5 h5".into()));
    assert_eq!(pieces(&after(&game, "g5-g6"), White), "g6=2");
}

#[test]
fn a_stack_moves_as_one_piece_and_heights_add() {
    let game = game("g5=3 g6=2", "a1");
    assert_eq!(pieces(&after(&game, "g5-g4"), White), "g4=3 g6=2");
    assert_eq!(pieces(&after(&game, "g5-g6"), White), "g6=5");
}

#[test]
fn a_single_piece_in_a_corner_can_always_move() {
    let game = game("a1", "m9");
    assert_eq!(game.legal(), names("a1-a2 a1-b1"));
}

// Move 2.

#[test]
fn a_piece_of_a_connected_set_goes_to_any_empty_cell_next_to_the_set() {
    let game = game("g4 g5 g6", "f7");
    let from_g4: BTreeSet<String> = texts(&game, "g4-").into_iter().collect();
    // Around the row: f4 f5 f6 above (f3 left of them), h3 … h6 below, g3 and g7 at the ends; f7 is
    // not adjacent.
    assert_eq!(from_g4, names("g4-f3 g4-f4 g4-f5 g4-f6 g4-g3 g4-g7 g4-h3 g4-h4 g4-h5 g4-h6 g4-g5 g4-g6"));
}

#[test]
fn a_contiguous_move_does_not_kill() {
    let game = game("g4 g5 g6", "g7");
    assert!(!game.legal().contains("g4-g7"));
    assert!(game.legal().contains("g6-g7"), "a step does");
}

#[test]
fn pieces_that_are_not_connected_do_not_help() {
    let game = game("g4 g6", "a1");
    assert!(!game.legal().contains("g4-g7"));
    assert!(!game.legal().contains("g4-g6"));
}

// Move 3.

#[test]
fn a_cannon_fires_its_end_piece_up_to_its_length() {
    let game = game("b1 b2 b3", "m9");
    assert_eq!(outcomes(&game, "b3-b4"), BTreeSet::from(["b1 b2 b4".to_string()]));
    assert_eq!(texts(&game, "C"), ["Cb3-b5", "Cb3-b6"]);
    assert_eq!(pieces(&after(&game, "Cb3-b6"), White), "b1 b2 b6");
}

#[test]
fn a_cannon_fires_from_both_ends_along_each_line() {
    assert_eq!(texts(&game("g5 h5", "m9"), "C"), ["Cg5-e4", "Ch5-j6"]);
    assert_eq!(texts(&game("g5 h4", "m9"), "C"), ["Cg5-e6", "Ch4-j3"]);
}

#[test]
fn a_touched_row_is_no_cannon() {
    assert!(texts(&game("b1 b2 b3 c3", "m9"), "C").is_empty());
    assert!(texts(&game("b1", "m9"), "C").is_empty());
    assert!(!texts(&game("b1 b2 b3 c9", "m9"), "C").is_empty());
}

#[test]
fn a_cannon_kills_what_it_flies_over() {
    let game = game("b1 b2 b3", "b4 b5 m9");
    assert_eq!(pieces(&after(&game, "Cb3-b5"), Black), "m9");
    assert_eq!(pieces(&after(&game, "Cb3-b6"), Black), "m9");
    assert_eq!(pieces(&after(&game, "b3-b4"), Black), "b5 m9");
}

#[test]
fn a_flight_ends_before_an_own_piece() {
    assert_eq!(texts(&game("b1 b2 b3 b6", "m9"), "C"), ["Cb3-b5"]);
}

#[test]
fn a_flight_that_hits_is_another_move_than_one_that_stops_in_front() {
    let game = game("b1 b2 b3", "b4 b6=3");
    assert_eq!(texts(&game, "C"), ["Cb3*b6", "Cb3-b5"]);
    let hit = after(&game, "Cb3*b6");
    assert_eq!((pieces(&hit, White), pieces(&hit, Black)), ("b1 b2 b5".into(), "b6=2".into()));
    let stop = after(&game, "Cb3-b5");
    assert_eq!((pieces(&stop, White), pieces(&stop, Black)), ("b1 b2 b5".into(), "b6=3".into()));
}

#[test]
fn a_stack_out_of_range_is_not_hit() {
    assert_eq!(texts(&game("b1 b2 b3", "b7=2"), "C"), ["Cb3-b5", "Cb3-b6"]);
}

#[test]
fn a_forced_flight_goes_as_far_as_it_can() {
    let forced = |white: &str, black: &str| texts(&game_with(white, black, Left::First, &[("stop", "forced")]), "C");
    assert_eq!(forced("b1 b2 b3", "m9"), ["Cb3-b6"]);
    assert_eq!(forced("b1 b2 b3 b6", "m9"), ["Cb3-b5"]);
    assert_eq!(forced("b1 b2 b3", "b4 b6=2"), ["Cb3*b6"]);
    assert_eq!(forced("b6 b7 b8", "m9"), ["Cb6-b3"]);
}

// Move 4.

#[test]
fn a_wave_moves_all_its_pieces_one_step() {
    let game = game("b3 b4 c5 c6 d6", "m9");
    let text = "Wb3+b4+c5+c6+d6>ne";
    assert_eq!(pieces(&after(&game, text), White), "a4 a5 b5 b6 c7");
    let directions: BTreeSet<String> = texts(&game, "Wb3+b4+c5+c6+d6>").into_iter().collect();
    assert_eq!(directions.len(), 6);
}

#[test]
fn a_v_moves_ne_and_back() {
    let there = after(&game("b3 b4 c5", "m9"), "Wb3+b4+c5>ne");
    assert_eq!(pieces(&there, White), "a4 a5 b5");
    let back = after(&game("a4 a5 b5", "m9"), "Wa4+a5+b5>sw");
    assert_eq!(pieces(&back, White), "b3 b4 c5");
}

#[test]
fn any_part_of_a_zigzag_of_three_or_more_is_one() {
    let game = game("b3 b4 c5 c6 d6", "m9");
    assert!(game.legal().contains("Wb4+c5+c6>ne"));
    assert!(game.legal().contains("Wb3+b4+c5+c6>ne"));
    assert!(texts(&game, "Wb3+b4>").is_empty());
    assert!(!game.legal().contains("Wb3+b4+c5>e"), "c6 is own and outside of the zigzag");
}

#[test]
fn straight_rows_and_sharp_corners_are_no_zigzags() {
    assert!(texts(&game("g4 g5 g6", "m9"), "W").is_empty());
    assert!(texts(&game("g4 g5 h4", "m9"), "W").is_empty());
}

#[test]
fn a_wave_does_not_leave_the_board() {
    let game = game("a4 a5 b5", "m9");
    assert!(texts(&game, "W").iter().all(|text| !text.ends_with(">ne") && !text.ends_with(">nw")));
}

#[test]
fn a_wave_kills_what_it_lands_on() {
    let game = game("g4 g5 h5", "f5 g6 m9");
    assert_eq!(pieces(&after(&game, "Wg4+g5+h5>ne"), Black), "m9");
}

#[test]
fn a_wave_into_stacks_hits_each_of_them_and_stays() {
    let game = game("g4 g5 h5", "f4=2 f5=4 g6");
    let hit = after(&game, "Wg4+g5+h5>ne");
    assert_eq!((pieces(&hit, White), pieces(&hit, Black)), ("g4 g5 h5".into(), "f4 f5=3 g6".into()));
}

#[test]
fn a_wave_into_one_stack_is_the_step_that_hits_it() {
    let game = game("g4 g5 h5", "f5=4");
    assert!(!game.legal().contains("Wg4+g5+h5>ne"));
    // f5 is adjacent to g5 only, so one name is left.
    let hits: Vec<String> = game.legal().into_iter().filter(|text| text.contains('*')).collect();
    assert_eq!(hits, ["g5*f5"]);
}

#[test]
fn a_wave_moves_stacks_and_the_king_with_their_cells() {
    let game = king_game("g4=3 g5=K2 h5", "m9=K");
    assert_eq!(pieces(&after(&game, "Wg4+g5+h5>ne"), White), "f4=3 f5=K2 g6");
}

#[test]
fn sideways_waves_use_the_two_directions_that_the_zigzag_does_not() {
    let game = game_with("g4 g5 h5", "m9", Left::First, &[("wave", "sideways")]);
    assert_eq!(texts(&game, "W"), ["Wg4+g5+h5>ne", "Wg4+g5+h5>sw"]);
}

// Move 5.

#[test]
fn the_vertex_of_a_sharp_v_flies_over_every_other_row() {
    let game = game("j5 k5 l4 m4 k6 l6 m7", "b1");
    assert_eq!(texts(&game, "Vj5"), ["Vj5-d5", "Vj5-f5", "Vj5-h5"]);
}

#[test]
fn the_shorter_leg_of_a_sharp_v_counts() {
    assert_eq!(texts(&game("j5 k5 l4 m4 k6", "b1"), "Vj5"), ["Vj5-h5"]);
    assert!(texts(&game("j5 k5 l4 m4", "b1"), "Vj5").is_empty());
}

#[test]
fn only_the_cells_a_sharp_v_lands_on_matter() {
    let legs = "j5 k5 l4 m4 k6 l6 m7";
    let open = game(legs, "i5=2 i6=2 h5 g5=2 g6=2 f5");
    assert_eq!(pieces(&after(&open, "Vj5-f5"), Black), "g5=2 g6=2 i5=2 i6=2");
    let hit = game(legs, "f5=2");
    assert_eq!(texts(&hit, "Vj5"), ["Vj5*f5", "Vj5-h5"]);
    assert_eq!(pieces(&after(&hit, "Vj5*f5"), White), "h5 k5 k6 l4 l6 m4 m7");
    let blocked = game(&format!("{legs} f5"), "b1");
    assert_eq!(texts(&blocked, "Vj5"), ["Vj5-h5"]);
}

#[test]
fn a_sharp_v_points_in_six_ways() {
    // The ring around g5 and g5 itself: each pair of neighbours is a pair of legs.
    let game = game("g5 f4 f5 g4 g6 h4 h5", "b1");
    let mut moves = Vec::new();
    game.mover().sharp_vs(&mut moves);
    let from_g5 = moves.into_iter().map(|found| found.text).filter(|text| text.starts_with("Vg5"));
    assert_eq!(from_g5.collect::<BTreeSet<_>>(), names("Vg5-e5 Vg5-f3 Vg5-f6 Vg5-h3 Vg5-h6 Vg5-i5"));
    // All of them are adjacent to the connected set, so they are named as contiguous moves.
    assert!(texts(&game, "Vg5").is_empty() && game.legal().contains("g5-e5"));
}

#[test]
fn a_sharp_v_next_to_a_stack_hits_it_without_moving() {
    let game = game("j5 k5 k6", "h5=2");
    assert_eq!(texts(&game, "V").len(), 3, "the two others of the triangle are vertices, too");
    let hit = after(&game, "Vj5*h5");
    assert_eq!((pieces(&hit, White), pieces(&hit, Black)), ("j5 k5 k6".into(), "h5".into()));
}

// Move 6.

#[test]
fn two_pieces_three_cells_apart_generate_both_tips() {
    let game = game("g1 g5", "g3 m9");
    assert_eq!(texts(&game, "G"), ["Gg1+g5"]);
    assert_eq!(pieces(&after(&game, "Gg1+g5"), White), "c3 g1 g5 k3");
}

#[test]
fn generation_kills_hits_and_leaves_own_cells_alone() {
    let game = game("g1=2 g5 c3=3", "k3=2 m9");
    let hit = after(&game, "Gg1+g5");
    assert_eq!((pieces(&hit, White), pieces(&hit, Black)), ("c3=3 g1=2 g5".into(), "k3 m9".into()));
    let killed = after(&self::game("g1 g5", "c3 m9"), "Gg1+g5");
    assert_eq!((pieces(&killed, White), pieces(&killed, Black)), ("c3 g1 g5 k3".into(), "m9".into()));
}

#[test]
fn a_tip_off_the_board_is_left_out() {
    let game = game("b1 b5", "m9");
    assert_eq!(pieces(&after(&game, "Gb1+b5"), White), "b1 b5 f3");
}

#[test]
fn generation_must_affect_something() {
    assert!(!game("b1 b5 f3", "m9").legal().contains("Gb1+b5"));
    assert!(texts(&game("g1 g4", "m9"), "G").is_empty(), "two cells between");
}

#[test]
fn the_gap_is_an_option() {
    let game = game_with("g1 g3", "m9", Left::First, &[("gap", "1")]);
    assert_eq!(pieces(&after(&game, "Gg1+g3"), White), "e2 g1 g3 i2");
}

#[test]
fn the_three_lines_generate() {
    assert_eq!(pieces(&after(&game("e4 i6", "m9"), "Ge4+i6"), White), "e4 e8 i2 i6");
    assert_eq!(pieces(&after(&game("e6 i4", "m9"), "Ge6+i4"), White), "e2 e6 i4 i8");
}

#[test]
fn a_cup_is_filled() {
    let cup = |white: &str, black: &str| texts(&game_with(white, black, Left::First, &[("generation", "cup")]), "G");
    assert_eq!(cup("a4 a5 b5", "m9"), ["Gb4"]);
    assert!(cup("a4 a5 b5", "b4").is_empty(), "only an empty cell");
    assert!(cup("a4 a5 c4", "m9").is_empty(), "side by side");
    assert!(cup("a1 a5", "m9").is_empty());
}

#[test]
fn four_neighbours_fill_an_empty_cell() {
    let four = |white: &str| texts(&game_with(white, "m9", Left::First, &[("generation", "four")]), "G");
    assert_eq!(four("f4 f5 h4 h5"), ["Gg5"]);
    assert_eq!(four("f4 f5 h4 h5 g4 g6"), ["Gg5"]);
    assert!(four("f4 f5 h4").is_empty());
}

#[test]
fn no_generation_is_an_option() {
    assert!(texts(&game_with("g1 g5", "m9", Left::First, &[("generation", "none")]), "G").is_empty());
}

// Move 8.

#[test]
fn a_stack_lays_a_line() {
    let game = game("g3=4", "g5 m9");
    assert_eq!(texts(&game, "Ug3-g"), ["Ug3-g1", "Ug3-g2", "Ug3-g4", "Ug3-g5", "Ug3-g6"]);
    let laid = after(&game, "Ug3-g6");
    assert_eq!((pieces(&laid, White), pieces(&laid, Black)), ("g3 g4 g5 g6".into(), "m9".into()));
    assert_eq!(pieces(&after(&game, "Ug3-g4"), White), "g3=3 g4");
}

#[test]
fn unstacking_hits_a_stack_and_stops_before_own_pieces() {
    let game = game("g3=4 g1", "g6=2");
    assert_eq!(texts(&game, "Ug3-g"), ["Ug3-g2", "Ug3-g4", "Ug3-g5"]);
    let hit = after(&game, "Ug3*g6");
    assert_eq!((pieces(&hit, White), pieces(&hit, Black)), ("g1 g3=2 g4 g5".into(), "g6".into()));
}

#[test]
fn a_forced_unstacking_lays_all_it_can() {
    let game = game_with("g3=4", "m9", Left::First, &[("stop", "forced")]);
    assert_eq!(texts(&game, "U").len(), 6);
    assert_eq!(texts(&game, "Ug3-g"), ["Ug3-g1", "Ug3-g6"]);
}

#[test]
fn the_king_stays_when_unstacked() {
    let game = king_game("g3=K3", "m9=K");
    assert_eq!(pieces(&after(&game, "Ug3-g5"), White), "g3=K g4 g5");
}

// Hits.

#[test]
fn a_stack_loses_two_levels_where_the_option_says_so() {
    let game = |black: &str| game_with("g5", black, Left::First, &[("stack_loss", "2")]);
    assert_eq!(pieces(&after(&game("g6=3 m9"), "g5*g6"), Black), "g6 m9");
    let gone = after(&game("g6=2 m9"), "g5*g6");
    assert_eq!((pieces(&gone, White), pieces(&gone, Black)), ("g5".into(), "m9".into()));
}

// Protista ruling 5.

#[test]
fn moves_with_the_same_effect_have_the_first_name() {
    // Both pieces can hit the stack, and so can both cannons.
    let game = game("g4 g5 h7 h8", "g6=2");
    let hits: Vec<String> = game.legal().into_iter().filter(|text| text.contains('*')).collect();
    assert_eq!(hits, ["g5*g6"]);
    let game = self::game("g5 h6", "g6=2");
    let hits: Vec<String> = game.legal().into_iter().filter(|text| text.contains('*')).collect();
    assert_eq!(hits, ["g5*g6"], "h6*g6 is the same move");
}

#[test]
fn byte_order_puts_column_ten_before_column_two() {
    let game = game_with("g10 h9", "g9=2", Left::First, &[("cols", "11"), ("gap", "6")]);
    let hits: Vec<String> = game.legal().into_iter().filter(|text| text.contains('*')).collect();
    assert_eq!(hits, ["g10*g9"]);
}

#[test]
fn two_pairs_can_generate_the_same_piece() {
    // g5 completes a triangle with c3 and c7 above, and one with k3 and k7 below.
    let game = game("c3 c7 k3 k7", "m9");
    let makes_g5 = |text: &&String| pieces(&after(&game, text), White) == "c3 c7 g5 k3 k7";
    let legal = game.legal();
    let names: Vec<&String> = legal.iter().filter(makes_g5).collect();
    assert_eq!(names, ["Gc3+c7"]);
}

#[test]
fn effects_are_as_different_as_the_boards() {
    let mut dice = SplitMix64::new(5);
    let options = options(&[("win", "king")]);
    for _ in 0..30 {
        let game = Protista::from_position(&options, &scatter(&options, &mut dice));
        let (board, mover) = (&game.position.board, game.mover());
        let mut boards: BTreeMap<Board, (u32, String)> = BTreeMap::new();
        for Move { number, text, effect } in mover.all_moves() {
            let mut after = board.clone();
            for (cell, stack) in effect {
                match stack {
                    Some(stack) => after.insert(cell, stack),
                    None => after.remove(&cell),
                };
            }
            assert_ne!(after, *board, "{text} changes something");
            let name = (number, text);
            let kept = boards.entry(after).or_insert_with(|| name.clone());
            *kept = name.min(kept.clone());
        }
        let names: BTreeSet<String> = boards.into_values().map(|(_, text)| text).collect();
        assert_eq!(names, mover.moves().into_keys().collect());
    }
}

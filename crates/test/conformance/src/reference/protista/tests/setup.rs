//! Tests of the initial position.

use super::super::setup::{king_among, mirrored};
use super::*;

#[test]
fn the_checkers_setup_is_twelve_pieces_a_side_that_do_not_touch() {
    let game = Protista::start(&options(&[("win", "king")]));
    let top = ".b..B..b./..b..b..b/.b..b..b./..b..b..b";
    let bottom = "..w..w..w/.w..w..w./..w..w..w/.w..W..w.";
    let middle = ["........."; 5].join("/");
    assert_eq!(game.position(), format!("{top}/{middle}/{bottom} w 1 -"));
    for side in [White, Black] {
        let cells: Vec<Cell> = own(&game.position.board, side).map(|(cell, _)| cell).collect();
        assert_eq!(cells.len(), 12);
        assert!(cells.iter().all(|cell| !cells.iter().any(|other| cell.touches(*other))));
    }
}

#[test]
fn a_low_board_has_fewer_rows_of_checkers() {
    let game = Protista::start(&options(&[("rows", "7"), ("cols", "5"), ("win", "king")]));
    assert_eq!(game.position(), ".B..b/..b../.b..b/...../.w..w/..w../.W..w w 1 -");
}

#[test]
fn targets_are_drawn_from_the_seed_and_mirrored() {
    let start = |seed: &str| Protista::start(&options(&[("seed", seed)])).position();
    let targets = |seed: &str| start(seed).rsplit(' ').next().expect("a field").to_string();
    assert_eq!(targets("1"), "h8,i5,j4|d4,e5,f8");
    assert_eq!(targets("18446744073709551615"), "h4,h5,l5|b5,f4,f5");
}

#[test]
fn random_pieces_are_drawn_after_the_targets_and_mirrored() {
    let game = Protista::start(&options(&[("setup", "random"), ("pieces", "5"), ("seed", "7")]));
    assert_eq!(pieces(&game, Black), "b6 c3 c7 c9 d5");
    let mirrored: BTreeSet<Cell> =
        own(&game.position.board, White).map(|(cell, _)| mirrored(&game.rules, cell)).collect();
    let black: BTreeSet<Cell> = own(&game.position.board, Black).map(|(cell, _)| cell).collect();
    assert_eq!(mirrored, black);
}

#[test]
fn a_random_setup_for_kings_draws_no_targets() {
    let king = [("setup", "random"), ("pieces", "5"), ("seed", "7"), ("win", "king")];
    let game = Protista::start(&options(&king));
    assert_eq!(pieces(&game, Black), "a2=K c4 c9 d6 f4");
}

#[test]
#[should_panic(expected = "too few cells")]
fn more_pieces_than_the_half_has_cells_is_a_bad_option() {
    Protista::start(&options(&[("rows", "7"), ("cols", "5"), ("setup", "random"), ("pieces", "16")]));
}

#[test]
fn the_king_is_the_piece_nearest_the_back_row_then_the_middle_then_leftmost() {
    let grid = Grid::beehive(13, 10);
    let king = |names: &str| grid.name(king_among(&cells(&grid, names), 10));
    assert_eq!(king("c5 b9 d5"), "b9");
    assert_eq!(king("b1 b7 b9 c5"), "b7");
    assert_eq!(king("b3 b8 b1 c5"), "b3");
}

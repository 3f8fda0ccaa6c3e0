//! Positions of Coalesce that random play rarely reaches.

use super::{Blue, Board, PIECES_OF_A_COLOUR, Red, grid, one_group, write_position};
use crate::reference::dice::{Dice, shuffle};
use crate::reference::grid::Cell;
use crate::reference::options::Options;

/// Returns a random valid position: one colour around the other, bands, full lines, nearly complete
/// groups.
pub(super) fn scatter(_options: &Options, dice: &mut dyn Dice) -> String {
    let cells: Vec<Cell> = grid().cells().collect();
    // The order in which spaces are filled: 15 of one colour, 15 of the other, then 7 empty ones.
    let mut order = cells.clone();
    shuffle(&mut order, dice);
    let focus = order[0];
    let distance = |cell: &Cell| cell.distance(focus);
    match dice.below(6) {
        0 => {}
        // One colour around a space, the other around that, the empty spaces far away.
        1 => order.sort_by_key(distance),
        // Bands: full lines, and a colour on each side.
        2 => order.sort_by_key(|cell| cell.r),
        3 => order.sort_by_key(|cell| cell.q + cell.r),
        // The empty spaces together, one colour around them, the other at the far end.
        4 => order.sort_by_key(|cell| -distance(cell)),
        // The empty spaces on one line.
        _ => order.sort_by_key(|cell| cell.q == 0),
    }
    if dice.below(4) == 0 {
        let filled = 2 * PIECES_OF_A_COLOUR;
        shuffle(&mut order[..filled], dice);
    }
    // Swap some spaces: a group loses a piece, or a hole opens in it.
    for _ in 0..dice.below(5) {
        order.swap(dice.below(cells.len()), dice.below(cells.len()));
    }
    let inner = if dice.below(2) == 0 { Blue } else { Red };
    let mut board = Board::new();
    for (index, cell) in order.into_iter().enumerate() {
        match index / PIECES_OF_A_COLOUR {
            0 => board.insert(cell, inner),
            1 => board.insert(cell, inner.other()),
            _ => None,
        };
    }
    let to_move = [Blue, Red][dice.below(2)];
    // A finished game tests little: if a group is complete, mostly leave one step, which can still
    // break it.
    let grouped = one_group(&board, Blue) || one_group(&board, Red);
    let steps = if grouped && dice.below(4) > 0 { 1 } else { 1 + dice.below(2) };
    write_position(&board, to_move, steps)
}

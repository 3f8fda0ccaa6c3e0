//! The setup of Protista: the initial pieces, kings and targets.

use std::collections::BTreeMap;

use super::position::{Left, Position};
use super::{Board, Rules, Stack};
use crate::reference::dice::{SplitMix64, draw};
use crate::reference::grid::Cell;
use crate::reference::options::{Options, one_of, parsed};
use crate::reference::side::Side::{Black, White};

/// Returns the position at the start of a game.
pub(super) fn start(rules: &Rules, options: &Options) -> Position {
    let half = rules.half(Black);
    let mut generator = SplitMix64::new(parsed(options, "seed"));

    let mut targets = None;
    if !rules.king {
        let mut black = draw(half.clone(), 3, &mut generator);
        let mut white: Vec<Cell> = black.iter().map(|cell| mirrored(rules, *cell)).collect();
        black.sort();
        white.sort();
        targets = Some(BTreeMap::from([(White, white), (Black, black)]));
    }

    let random = one_of(options, "setup", &[("checkers", false), ("random", true)]);
    let pieces = if random {
        let pieces: usize = parsed(options, "pieces");
        assert!(pieces <= half.len(), "the half has too few cells for {pieces} pieces");
        draw(half, pieces, &mut generator)
    } else {
        half.into_iter().filter(|cell| cell.r < 4 && (cell.q - cell.r).rem_euclid(3) == 1).collect()
    };
    let king = king_among(&pieces, rules.cols);
    let mut board = Board::new();
    for cell in pieces {
        let king = rules.king && cell == king;
        board.insert(cell, Stack { owner: Black, height: 1, king });
        board.insert(mirrored(rules, cell), Stack { owner: White, height: 1, king });
    }
    Position { board, to_move: White, left: Left::First, targets }
}

/// Returns the piece of Black that is the king: nearest to its back row, then nearest to the middle
/// column, then leftmost.
pub(super) fn king_among(pieces: &[Cell], cols: i32) -> Cell {
    // Doubled, because the middle of an even number of columns lies between two.
    let off_middle = |cell: &Cell| (2 * column(*cell) - (cols - 1)).abs();
    let king = pieces.iter().min_by_key(|cell| (cell.r, off_middle(cell), column(**cell)));
    *king.expect("there are pieces")
}

/// Returns the column of a cell in its row, from 0.
fn column(cell: Cell) -> i32 {
    cell.q + cell.r / 2
}

/// Returns the cell in the same column at the same distance from the opposite edge.
pub(super) fn mirrored(rules: &Rules, cell: Cell) -> Cell {
    let row = rules.rows - 1 - cell.r;
    Cell::new(column(cell) - row / 2, row)
}

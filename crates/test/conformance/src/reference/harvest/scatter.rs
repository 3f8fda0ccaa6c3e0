//! Positions of Harvest that random play rarely reaches.

use super::Harvest;
use crate::reference::ReferenceGame;
use crate::reference::dice::{Dice, shuffle};
use crate::reference::grid::{Cell, CellSet, Grid, groups};
use crate::reference::options::Options;

/// Returns a random valid position: an unusually shaped group with scores that fit it.
pub(super) fn scatter(options: &Options, dice: &mut dyn Dice) -> String {
    let mut game = Harvest::start(options);
    game.pieces = scattered_pieces(&game.board.grid, dice);
    let gone = game.board.spaces.len() - game.pieces.len();
    let first = match dice.below(3) {
        // Close scores, or arbitrary ones.
        0 => (gone / 2 + dice.below(3)).min(gone),
        _ => dice.below(gone + 1),
    };
    game.scores = [first, gone - first];
    game.to_move = dice.below(2);
    game.steps_left = 2;
    // With two pieces the game is over, and so is the turn.
    if game.pieces.len() > 2 && dice.below(2) == 0 {
        game.steps_left = 1;
        let most = game.scores[game.to_move];
        game.removed = match dice.below(3) {
            0 => dice.below(most + 1),
            1 => most.min(1),
            _ => 0,
        };
    }
    game.position()
}

fn scattered_pieces(grid: &Grid, dice: &mut dyn Dice) -> CellSet {
    let mut order: Vec<Cell> = grid.cells().collect();
    shuffle(&mut order, dice);
    let spaces: CellSet = order.iter().copied().collect();
    let size = match dice.below(4) {
        0 => 2 + dice.below(6),
        _ => 3 + dice.below(order.len() - 2),
    };
    let touching = |pieces: &CellSet, cell: Cell| cell.around().filter(|next| pieces.contains(*next)).count();
    // Returns a random empty space whose number of occupied neighbours is in the given range.
    let next = |pieces: &CellSet, wanted: std::ops::RangeInclusive<usize>, dice: &mut dyn Dice| {
        let fits = |cell: &&Cell| !pieces.contains(**cell) && wanted.contains(&touching(pieces, **cell));
        let fitting: Vec<Cell> = order.iter().filter(fits).copied().collect();
        if fitting.is_empty() { None } else { Some(fitting[dice.below(fitting.len())]) }
    };
    let middle = Cell::new(0, 0);
    let kind = dice.below(6);
    let seed = if kind == 2 { middle } else { order[0] };
    let mut pieces = CellSet::from_iter([seed]);
    match kind {
        // An arbitrary blob.
        0 => {}
        // Branches one piece wide: almost every move splits.
        1 => {
            while pieces.len() < size {
                let Some(cell) = next(&pieces, 1..=1, dice) else {
                    break;
                };
                pieces.insert(cell);
            }
        }
        // Branches and their point reflection: moving the middle piece leaves equal groups.
        2 => {
            while pieces.len() < size {
                let Some(cell) = next(&pieces, 1..=1, dice) else {
                    break;
                };
                pieces.insert(cell);
                pieces.insert(-cell);
            }
        }
        // A compact blob with many surrounded pieces.
        3 => {
            while pieces.len() < size {
                let close = next(&pieces, 3..=6, dice).or_else(|| next(&pieces, 2..=6, dice));
                let Some(cell) = close.or_else(|| next(&pieces, 1..=6, dice)) else {
                    break;
                };
                pieces.insert(cell);
            }
        }
        // The whole board with single holes.
        4 => {
            pieces = spaces;
            for cell in order.iter().take(1 + size / 3) {
                let mut fewer = pieces;
                fewer.remove(*cell);
                if touching(&pieces, *cell) > 2 && groups(&fewer).len() == 1 {
                    pieces = fewer;
                }
            }
        }
        // Pieces along the edge, possibly with a gap and with a few more inside.
        _ => {
            let on_edge = |cell: &Cell| cell.around().any(|next| !spaces.contains(next));
            pieces = order.iter().copied().filter(on_edge).collect();
            let gap = order.iter().copied().find(on_edge).expect("an edge");
            if dice.below(2) == 0 {
                pieces.remove(gap);
            }
            for _ in 0..dice.below(4) {
                let cell = next(&pieces, 1..=6, dice).expect("room inside");
                pieces.insert(cell);
            }
        }
    }
    while pieces.len() < 2 || (kind == 0 && pieces.len() < size) {
        let cell = next(&pieces, 1..=6, dice).expect("room to grow");
        pieces.insert(cell);
    }
    pieces
}

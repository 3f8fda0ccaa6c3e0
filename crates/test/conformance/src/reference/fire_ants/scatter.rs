//! Positions of March of the Fire Ants that random play rarely reaches.

use std::collections::BTreeSet;

use super::{Board, PIECES_OF_A_PLAYER, Piece, Spaces, pieces, queens, write_position};
use crate::reference::dice::{Dice, draw};
use crate::reference::grid::{Cell, direction};
use crate::reference::options::Options;
use crate::reference::side::Side::{self, Black, White};

/// A board to scatter pieces on, with the remaining pieces of each player.
struct Scatter {
    spaces: Spaces,
    board: Board,
}

impl Scatter {
    /// Puts a piece on an empty space, if its owner has one left and may put it there.
    fn put(&mut self, cell: Cell, owner: Side, queen: bool) {
        let is_space = if queen {
            self.spaces.regular.contains(&cell)
        } else {
            self.spaces.regular.contains(&cell) || self.spaces.buffer.contains(&cell)
        };
        let free = is_space && !self.board.contains_key(&cell);
        let has_queen = !queen || queens(&self.board, owner) < 2;
        if free && has_queen && self.left(owner) > 0 {
            self.board.insert(cell, Piece { owner, queen });
        }
    }

    fn left(&self, owner: Side) -> usize {
        PIECES_OF_A_PLAYER - pieces(&self.board, owner)
    }

    fn pick(&self, cells: &BTreeSet<Cell>, dice: &mut dyn Dice) -> Option<Cell> {
        let free: Vec<Cell> = cells.iter().copied().filter(|cell| !self.board.contains_key(cell)).collect();
        if free.is_empty() { None } else { Some(free[dice.below(free.len())]) }
    }

    fn put_somewhere(&mut self, regular: bool, owner: Side, queen: bool, dice: &mut dyn Dice) {
        let cells = if regular { &self.spaces.regular } else { &self.spaces.buffer };
        if let Some(cell) = self.pick(cells, dice) {
            self.put(cell, owner, queen);
        }
    }

    /// A queen with most of the regular spaces around it occupied.
    fn cluster(&mut self, dice: &mut dyn Dice) {
        let Some(queen) = self.pick(&self.spaces.regular, dice) else {
            return;
        };
        self.put(queen, any_side(dice), true);
        let one_short = dice.below(2) == 0;
        let mut around: Vec<Cell> = queen.around().filter(|cell| self.spaces.regular.contains(cell)).collect();
        around.swap_remove(dice.below(around.len()));
        for cell in around {
            if one_short || dice.below(6) > 0 {
                let queen = dice.below(8) == 0;
                self.put(cell, any_side(dice), queen);
            }
        }
    }

    /// A queen with an enemy on one side, and another enemy on a line that ends on the opposite
    /// side.
    fn half_sandwich(&mut self, dice: &mut dyn Dice) {
        let Some(queen) = self.pick(&self.spaces.regular, dice) else {
            return;
        };
        let owner = any_side(dice);
        let step = direction(dice.below(6) as i32);
        self.put(queen, owner, true);
        let queen_stands = dice.below(3) == 0;
        self.put(queen + step, owner.other(), queen_stands);
        let comes_from = direction(dice.below(6) as i32);
        let distance = 1 + dice.below(5) as i32;
        let queen_comes = dice.below(3) == 0;
        self.put(queen - step + comes_from * distance, owner.other(), queen_comes);
        // A piece behind the gap stops a stone right there.
        self.put(queen - step - comes_from, any_side(dice), false);
    }

    /// Walls in all pieces of one player on one side of the board, so that a pass is often the only
    /// legal action.
    fn wall_in(&mut self, owner: Side, dice: &mut dyn Dice) {
        let turns = dice.below(6);
        let turned = |cell: &Cell| (0..turns).fold(*cell, |cell, _| cell.turned());
        let mut cells: Vec<Cell> = self.spaces.regular.iter().copied().collect();
        cells.sort_by_key(turned);
        cells.truncate(PIECES_OF_A_PLAYER);
        for cell in draw(cells.clone(), 1 + dice.below(2), dice) {
            self.put(cell, owner, true);
        }
        for &cell in &cells {
            self.put(cell, owner, false);
        }
        for cell in cells {
            for next in cell.around() {
                if self.spaces.regular.contains(&next) {
                    let queen = dice.below(6) == 0;
                    self.put(next, owner.other(), queen);
                }
            }
        }
    }
}

fn any_side(dice: &mut dyn Dice) -> Side {
    [White, Black][dice.below(2)]
}

/// A random valid position: queens short of room or of a second neighbour, full buffers, walls,
/// empty reserves.
pub(super) fn scatter(_options: &Options, dice: &mut dyn Dice) -> String {
    let mut scatter = Scatter { spaces: Spaces::new(), board: Board::new() };
    match dice.below(6) {
        0 => scatter.wall_in(any_side(dice), dice),
        1 | 2 => (0..1 + dice.below(4)).for_each(|_| scatter.cluster(dice)),
        3 | 4 => (0..1 + dice.below(4)).for_each(|_| scatter.half_sandwich(dice)),
        _ => {}
    }
    // Few positions are already decided: most of the time every player gets a queen or two.
    if dice.below(30) > 0 {
        for owner in [White, Black] {
            for _ in 0..2 {
                if queens(&scatter.board, owner) == 0 || dice.below(2) == 0 {
                    // A player who has put everything on the board takes one stone back to make
                    // room for the queen.
                    let stone = scatter.board.iter().find(|(_, piece)| piece.owner == owner && !piece.queen);
                    if scatter.left(owner) == 0
                        && let Some((&cell, _)) = stone
                    {
                        if queens(&scatter.board, owner) > 0 {
                            continue;
                        }
                        scatter.board.remove(&cell);
                    }
                    scatter.put_somewhere(true, owner, true, dice);
                }
            }
        }
    }
    // The weights of the two kinds of spaces.
    let (regular, buffer) = (dice.below(10), dice.below(10));
    for _ in 0..1 + dice.below(24) {
        let is_regular = dice.below(1 + regular + buffer) < regular;
        scatter.put_somewhere(is_regular, any_side(dice), false, dice);
    }
    let to_move = any_side(dice);
    let (white, black) = (scatter.left(White), scatter.left(Black));
    write_position(&scatter.spaces, &scatter.board, to_move, white, black)
}

//! Detection of wins within the current turn.
//!
//! A step moves pieces of one line only. A group that is neither on that line nor adjacent to it
//! stays isolated. So the lines of the one or two remaining steps must together meet every group.
//! Few lines do, and only steps along those are tried.

use super::push::Push;
use super::{Coalesce, groups};

/// A line of the board and the steps along it.
#[derive(Debug)]
pub(super) struct Line {
    /// The cells of the line.
    cells: u64,
    /// The cells of the line and their neighbours.
    near: u64,
    /// The possible steps in each direction.
    ways: [LineWay; 2],
}

/// The steps along a line in one direction.
#[derive(Debug)]
struct LineWay {
    /// The cells that have a step.
    steppers: u64,
    /// The same cells one by one, each with its push.
    pushes: Vec<(u64, Push)>,
}

/// The pieces after a step: those of the moving player, and all.
#[derive(Clone, Copy, Debug)]
struct Pieces {
    own: u64,
    occupied: u64,
}

impl Line {
    /// Creates the lines of the board; the game's tables of steps must be complete.
    pub(super) fn all(game: &Coalesce) -> Vec<Self> {
        let mut lines: Vec<Self> = Vec::new();
        for &from in game.board.cells() {
            for (i, way) in game.ways.iter().enumerate().filter(|(_, way)| way.steppers.has(from)) {
                let push = *game.push(from, way.next(from)).expect("every way is made of steps");
                let at = lines.iter().position(|line| line.cells == push.line()).unwrap_or_else(|| {
                    let cells = push.line();
                    let near = (cells | groups::around(cells)) & game.board.all().0[0];
                    let none = || LineWay { steppers: 0, pushes: Vec::new() };
                    lines.push(Self { cells, near, ways: [none(), none()] });
                    lines.len() - 1
                });
                let way = &mut lines[at].ways[i / 3];
                way.steppers |= 1 << from.0;
                way.pushes.push((1 << from.0, push));
            }
        }
        lines
    }

    /// Calls `found` with the pieces after every distinct step of the player along the line, until
    /// it returns `true`.
    #[inline]
    fn any_step(&self, pieces: Pieces, mut found: impl FnMut(Pieces) -> bool) -> bool {
        let full = self.cells & !pieces.occupied == 0;
        for way in &self.ways {
            if pieces.own & way.steppers == 0 {
                continue;
            }
            for (from, push) in &way.pushes {
                if pieces.own & from == 0 {
                    continue;
                }
                let moved = push.moved(pieces.occupied);
                let after = Pieces { own: push.carry(pieces.own, moved), occupied: push.carry(pieces.occupied, moved) };
                if found(after) {
                    return true;
                }
                // A full line rotates as a whole, whichever piece pushes.
                if full {
                    break;
                }
            }
        }
        false
    }
}

impl Coalesce {
    /// Whether a player with these pieces and this many steps left, 1 or 2, can end the turn with
    /// all of them in one group.
    pub(super) fn can_join(&self, own: u64, occupied: u64, steps: u8) -> bool {
        if groups::is_one_group(own) {
            return true;
        }
        let pieces = Pieces { own, occupied };
        let (met, all) = self.met(own);
        if steps == 1 {
            return self.joins_in_one(pieces, |line| met[line] == all);
        }
        (0..self.lines.len()).any(|first| {
            let partners = (0..self.lines.len()).filter(|&second| met[first] | met[second] == all);
            let partners = partners.fold(0u32, |set, line| set | 1 << line);
            partners != 0
                && self.lines[first].any_step(pieces, |after| {
                    groups::is_joined(after.own) || self.joins_in_one(after, |line| partners >> line & 1 == 1)
                })
        })
    }

    /// Returns the groups that each line meets or is adjacent to, and the set of all groups.
    fn met(&self, own: u64) -> ([u16; LINES], u16) {
        let (mut met, mut all) = ([0; LINES], 0u16);
        let mut rest = own;
        while rest != 0 {
            let group = groups::flood(rest & rest.wrapping_neg(), rest);
            rest ^= group;
            let name = all + 1;
            all |= name;
            for (met, line) in met.iter_mut().zip(&self.lines) {
                *met |= if line.near & group != 0 { name } else { 0 };
            }
        }
        (met, all)
    }

    /// Whether one step along one of the lines unites all pieces.
    #[inline]
    fn joins_in_one(&self, pieces: Pieces, along: impl Fn(usize) -> bool) -> bool {
        let alone = pieces.own & !groups::around(pieces.own);
        self.lines.iter().enumerate().any(|(i, line)| {
            along(i) && alone & !line.near == 0 && line.any_step(pieces, |after| groups::is_joined(after.own))
        })
    }
}

/// The number of lines of the board.
const LINES: usize = 21;

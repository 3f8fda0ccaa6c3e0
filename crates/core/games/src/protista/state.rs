//! State and actions of Protista.

use hexarium_geometry::{Bits, Cell, Direction};
use hexarium_kernel::{PerPlayer, Player, mix};

/// The maximum height of a stack. No game gets near it; it bounds the length of position texts.
pub(super) const MAX_HEIGHT: u16 = 9999;

/// Pieces, kings, targets and the rest of the turn, on a board of at most `N = 64 * W` cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<const W: usize, const N: usize> {
    pub(super) pieces: PerPlayer<Bits<W>>,
    /// The cells of height 2 or more, of both players; derived from the heights.
    pub(super) stacks: Bits<W>,
    /// The number of pieces on each cell; 0 if it is empty.
    pub(super) heights: [u16; N],
    /// The sum of each player's heights; derived from the heights.
    pub(super) levels: PerPlayer<u32>,
    pub(super) kings: Bits<W>,
    /// Each player's own targets, which the opponent has to reach.
    pub(super) targets: PerPlayer<Bits<W>>,
    pub(super) to_move: Player,
    /// Extra moves left, including the one to be made; 0 at the first move of a turn.
    pub(super) extra: u8,
    pub(super) key: u64,
}

impl<const W: usize, const N: usize> State<W, N> {
    /// An empty board.
    pub(super) const EMPTY: Self = Self {
        pieces: PerPlayer([Bits::EMPTY; 2]),
        stacks: Bits::EMPTY,
        heights: [0; N],
        levels: PerPlayer([0; 2]),
        kings: Bits::EMPTY,
        targets: PerPlayer([Bits::EMPTY; 2]),
        to_move: Player::First,
        extra: 0,
        key: 0,
    };

    /// Returns the height of the pieces on a cell, 0 if there are none.
    #[inline]
    pub(super) fn height(&self, cell: Cell) -> u16 {
        self.heights[cell.index()]
    }

    /// Sets the height of the player's pieces on a cell, which must hold none of the opponent's.
    #[inline]
    pub(super) fn put(&mut self, player: Player, cell: Cell, height: u16) {
        let old = std::mem::replace(&mut self.heights[cell.index()], height);
        if old != 0 {
            self.key ^= piece_key(player, cell, old);
        }
        if height != 0 {
            self.key ^= piece_key(player, cell, height);
            self.pieces[player].insert(cell);
        } else {
            self.pieces[player].remove(cell);
        }
        if height > 1 {
            self.stacks.insert(cell);
        } else {
            self.stacks.remove(cell);
        }
        let levels = &mut self.levels[player];
        *levels = *levels + u32::from(height) - u32::from(old);
    }

    /// Removes all pieces of the player from a cell, including a king.
    #[inline]
    pub(super) fn clear(&mut self, player: Player, cell: Cell) {
        self.put(player, cell, 0);
        if self.kings.has(cell) {
            self.flip_king(cell);
        }
    }

    /// Puts a king on a cell, or removes it.
    #[inline]
    pub(super) fn flip_king(&mut self, cell: Cell) {
        self.kings ^= Bits::single(cell);
        self.key ^= mix(3 << 56 | u64::from(cell.0));
    }

    /// Adds a cell to the player's own targets.
    pub(super) fn add_target(&mut self, player: Player, cell: Cell) {
        self.targets[player].insert(cell);
        self.key ^= mix(4 << 56 | (player.index() as u64) << 32 | u64::from(cell.0));
    }

    /// Sets the side to move and the number of extra moves left.
    #[inline]
    pub(super) fn set_turn(&mut self, player: Player, extra: u8) {
        self.key ^= turn_key(self.to_move, self.extra) ^ turn_key(player, extra);
        (self.to_move, self.extra) = (player, extra);
    }

    /// Whether the boards are equal (pieces, heights and kings), ignoring the side to move.
    pub(super) fn same_board(&self, other: &Self) -> bool {
        self.pieces == other.pieces && self.heights == other.heights && self.kings == other.kings
    }
}

#[inline]
fn piece_key(player: Player, cell: Cell, height: u16) -> u64 {
    mix(1 << 56 | (player.index() as u64) << 48 | u64::from(cell.0) << 32 | u64::from(height))
}

/// Returns 0 for the first player's first move, so that the key of an empty state is 0.
#[inline]
fn turn_key(player: Player, extra: u8) -> u64 {
    match player.index() as u64 | u64::from(extra) << 1 {
        0 => 0,
        turn => mix(2 << 56 | turn),
    }
}

/// A move, or the end of a turn with moves left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A step or a contiguous move (moves 1 and 2), including kills and stacking.
    Move {
        /// The piece.
        from: Cell,
        /// The destination.
        to: Cell,
    },
    /// A step that hits a stack, so that nothing moves.
    Hit {
        /// The piece.
        from: Cell,
        /// The stack.
        at: Cell,
    },
    /// A flight (moves 3, 5 and 8).
    Fly {
        /// The kind of flight.
        flight: Flight,
        /// The origin.
        from: Cell,
        /// The number of the direction; for a sharp V, that of the diagonal between this direction
        /// and the next.
        towards: u8,
        /// The number of steps, including the one that hits.
        steps: u8,
        /// Whether the last step hits a stack.
        hit: bool,
    },
    /// A wave: a zigzag moves one step (move 4).
    Wave {
        /// The first cell, from the top.
        start: Cell,
        /// The directions of the zigzag.
        zig: Zig,
        /// The number of cells.
        length: u8,
        /// The direction of the move.
        towards: Direction,
    },
    /// A pair generates the third corners of its triangles (move 6).
    Triangle {
        /// The first piece in reading order.
        first: Cell,
        /// The direction of the second piece from there: east, south-west or south-east.
        towards: Direction,
    },
    /// A new piece on an empty cell (move 6 with `cup` or `four`).
    Grow(Cell),
    /// Decline the remaining extra moves.
    Done,
}

/// A kind of flight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flight {
    /// The end of an isolated straight row flies along the row.
    Cannon,
    /// The vertex flies away from two legs.
    SharpV,
    /// A stack lays out a line of its pieces.
    Unstack,
}

/// The two alternating directions of a zigzag, starting with that of the first step. Every zigzag
/// has exactly one such pair that leads downward.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Zig(u8);

impl Zig {
    /// All six pairs.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The index in [`Zig::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the directions of the odd and of the even steps.
    #[inline]
    pub const fn steps(self) -> [Direction; 2] {
        use Direction::{E, Se, Sw, W};
        [[E, Se], [Se, E], [W, Sw], [Sw, W], [Sw, Se], [Se, Sw]][self.0 as usize]
    }

    /// Returns the direction of the step from the cell with `i` others before it.
    #[inline]
    pub const fn step(self, i: usize) -> Direction {
        self.steps()[i % 2]
    }

    /// Returns the same zigzag, starting at its second cell.
    pub const fn from_second(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Whether the zigzag uses the direction, forward or backward.
    pub fn uses(self, direction: Direction) -> bool {
        self.steps().iter().any(|&step| step == direction || step == direction.opposite())
    }
}

/// The loops that existed earlier in a turn, so that none earns a move twice (protista ruling 1).
#[derive(Clone, Debug, Default)]
pub struct Memory<const W: usize> {
    /// Whether `seen` already holds the loops at the start of the turn. They are computed lazily:
    /// most moves make no loop, and then there is nothing to compare.
    pub(super) begun: bool,
    pub(super) seen: Vec<Bits<W>>,
}

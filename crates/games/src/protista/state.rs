//! What stands on a Protista board.

use hexarium_geometry::{Bits, Cell, Direction};
use hexarium_kernel::{PerPlayer, Player, mix};

/// The highest stack there can be. No game gets near it; it keeps every position writable.
pub(super) const MAX_HEIGHT: u16 = 9999;

/// Pieces, kings, targets, and what is left of the turn, on a board of at most `N = 64 * W` cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<const W: usize, const N: usize> {
    pub(super) pieces: PerPlayer<Bits<W>>,
    /// The cells of height 2 or more, of both players; follows from the heights.
    pub(super) stacks: Bits<W>,
    /// How many pieces stand on each cell; 0 where it is empty.
    pub(super) heights: [u16; N],
    /// Sum of each player's heights; follows from the heights.
    pub(super) levels: PerPlayer<u32>,
    pub(super) kings: Bits<W>,
    /// Each player's own targets, which the other one wants to reach.
    pub(super) targets: PerPlayer<Bits<W>>,
    pub(super) to_move: Player,
    /// Extra moves left, the one to be made included; 0 at the first move of a turn.
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

    /// Height of the pieces on a cell, 0 if there are none.
    #[inline]
    pub(super) fn height(&self, cell: Cell) -> u16 {
        self.heights[cell.index()]
    }

    /// Makes the pieces of the player on a cell, which holds none of the other's, this high.
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

    /// Takes everything of the player off a cell, a king too.
    #[inline]
    pub(super) fn clear(&mut self, player: Player, cell: Cell) {
        self.put(player, cell, 0);
        if self.kings.has(cell) {
            self.flip_king(cell);
        }
    }

    /// Puts a king on a cell, or takes it away.
    #[inline]
    pub(super) fn flip_king(&mut self, cell: Cell) {
        self.kings ^= Bits::single(cell);
        self.key ^= mix(3 << 56 | u64::from(cell.0));
    }

    /// Makes a cell one of the player's own targets.
    pub(super) fn add_target(&mut self, player: Player, cell: Cell) {
        self.targets[player].insert(cell);
        self.key ^= mix(4 << 56 | (player.index() as u64) << 32 | u64::from(cell.0));
    }

    /// Says whose move it is and how many extra moves are left.
    #[inline]
    pub(super) fn set_turn(&mut self, player: Player, extra: u8) {
        self.key ^= turn_key(self.to_move, self.extra) ^ turn_key(player, extra);
        (self.to_move, self.extra) = (player, extra);
    }

    /// Whether the boards are the same: pieces, heights and kings, whoever is to move.
    pub(super) fn same_board(&self, other: &Self) -> bool {
        self.pieces == other.pieces && self.heights == other.heights && self.kings == other.kings
    }
}

#[inline]
fn piece_key(player: Player, cell: Cell, height: u16) -> u64 {
    mix(1 << 56 | (player.index() as u64) << 48 | u64::from(cell.0) << 32 | u64::from(height))
}

/// Nothing for the first player's first move, so that an empty state has the key 0.
#[inline]
fn turn_key(player: Player, extra: u8) -> u64 {
    match player.index() as u64 | u64::from(extra) << 1 {
        0 => 0,
        turn => mix(2 << 56 | turn),
    }
}

/// A move, or the end of a turn that could go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A step or a contiguous move (moves 1 and 2), killing or stacking included.
    Move {
        /// The piece.
        from: Cell,
        /// Where it goes.
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
        /// What kind of flight.
        flight: Flight,
        /// The cell it starts from.
        from: Cell,
        /// Number of the direction; for a sharp V, of the diagonal between this direction and the next.
        towards: u8,
        /// Number of steps, the one that hits included.
        steps: u8,
        /// Whether the last step hits a stack.
        hit: bool,
    },
    /// A zigzag moves one step (move 4).
    Wave {
        /// Its first cell, from the top.
        start: Cell,
        /// The directions of its steps.
        zig: Zig,
        /// Number of its cells.
        length: u8,
        /// Where it goes.
        towards: Direction,
    },
    /// Two pieces generate the third corners of their triangles (move 6).
    Triangle {
        /// The first piece in reading order.
        first: Cell,
        /// Where the second piece lies from there: east, south-west or south-east.
        towards: Direction,
    },
    /// An empty cell gets a piece (move 6 with `cup` or `four`).
    Grow(Cell),
    /// Decline what is left of the extra moves.
    Done,
}

/// A kind of flight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flight {
    /// The end of a lone straight row flies along it.
    Cannon,
    /// The vertex flies away from two legs.
    SharpV,
    /// A stack lays out a line of its pieces.
    Unstack,
}

/// The two alternating directions of a zigzag, the first step first. Every zigzag has exactly one that leads downward.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Zig(u8);

impl Zig {
    /// All of them.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// Position in [`Zig::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The direction of the first, third, … step and of the second, fourth, … step.
    #[inline]
    pub const fn steps(self) -> [Direction; 2] {
        use Direction::{E, Se, Sw, W};
        [[E, Se], [Se, E], [W, Sw], [Sw, W], [Sw, Se], [Se, Sw]][self.0 as usize]
    }

    /// The direction of the step from the cell with `i` others before it.
    #[inline]
    pub const fn step(self, i: usize) -> Direction {
        self.steps()[i % 2]
    }

    /// The same zigzag from its second cell on.
    pub const fn from_second(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Whether the zigzag uses the direction, forward or backward.
    pub fn uses(self, direction: Direction) -> bool {
        self.steps().iter().any(|&step| step == direction || step == direction.opposite())
    }
}

/// The loops a turn has seen, so that none earns twice (protista ruling 1).
#[derive(Clone, Debug, Default)]
pub struct Memory<const W: usize> {
    /// Whether `seen` already holds the loops of the turn's start. They are worked out only when they matter: most moves
    /// make no loop, and then nothing needs to be compared.
    pub(super) begun: bool,
    pub(super) seen: Vec<Bits<W>>,
}

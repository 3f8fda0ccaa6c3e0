//! Hex: connect your two edges of a rhombus with a chain of stones.

mod chain;
mod connections;
mod encode;
mod illegal_input;
mod inferior;
mod knowledge;
mod notation;
mod playout;
mod present;
mod resistance;
mod rollout;
mod rules;
mod setup;
mod state;
mod study;

use std::sync::OnceLock;

use hexarium_geometry::{Bits, Board, Cell, Place, Shape};
use hexarium_kernel::{
    Game, GameSpec, Interop, OptionError, OptionSpec, Options, PerPlayer, Player, Raster, Values, mix,
};

use crate::registry::{Visitor, configure};

pub use connections::Reach;
use inferior::Rim;
pub use state::{Action, State};
pub use study::Outlook;

/// The description of Hex: options, presets and lesson.
pub const SPEC: GameSpec = GameSpec {
    id: "hex",
    title: "Hex",
    tagline: "Join your two edges with a chain of stones before your opponent joins theirs.",
    presets: &[
        ("Standard", "hex"),
        ("Small", "hex(size=7)"),
        ("Tournament", "hex(swap=true)"),
        ("Large", "hex(size=14,swap=true)"),
    ],
    sample: ("hex(size=7)", "f5 b6 e4 e3 f2 f3 d4 d3 c4 c2 c3 d2 b3 b1 c6 b2 a1 a2 a6 g2"),
    options: &[
        OptionSpec {
            name: "size",
            doc: "cells along each side of the board",
            values: Values::range(2, 19),
            default: "11",
        },
        OptionSpec {
            name: "first",
            doc: "who moves first; in a match the starter changes from game to game",
            values: Values::Choice(&["blue", "red"]),
            default: "blue",
        },
        OptionSpec {
            name: "swap",
            doc: "instead of the first reply, the second player may take over the first stone, mirrored",
            values: Values::Flag,
            default: "false",
        },
        OptionSpec {
            name: "pass",
            doc: "a player may pass, but not after a pass; for handicaps, set-ups and files with passes",
            values: Values::Flag,
            default: "false",
        },
    ],
    lesson: include_str!("lesson.txt"),
    interop: Some(Interop::Hex),
};

/// Hex with its options applied, for boards of up to `64 * W` cells.
#[derive(Debug)]
pub struct Hex<const W: usize> {
    options: Options,
    board: Board<W>,
    size: usize,
    swap: bool,
    pass: bool,
    blue: Player,
    /// The two edges of each player.
    edges: PerPlayer<[Bits<W>; 2]>,
    /// The Zobrist key of each player's stone on each cell.
    keys: PerPlayer<Vec<u64>>,
    /// The board edges adjacent to each cell.
    rims: Vec<Rim>,
    rimmed: playout::Rimmed,
    /// The location of each cell in the planes of [`encode`], computed on first use.
    raster: OnceLock<Raster>,
}

/// The Zobrist key of the second player to move.
const SIDE_KEY: u64 = mix(1 << 40);

/// The Zobrist key of a state reached by a pass.
const PASS_KEY: u64 = mix(1 << 41);

/// Calls the visitor with Hex of the width that fits the board size.
pub(crate) fn visit<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, OptionError> {
    match options.number("size") {
        2..=8 => configure::<Hex<1>, V>(options, visitor),
        9..=11 => configure::<Hex<2>, V>(options, visitor),
        _ => configure::<Hex<6>, V>(options, visitor),
    }
}

impl<const W: usize> Game for Hex<W> {
    fn spec() -> &'static GameSpec {
        &SPEC
    }

    fn configure(options: &Options) -> Result<Self, OptionError> {
        let size = options.number("size") as usize;
        let mut board = Board::new(Shape::Rhombus { size: size as u16 });
        board.name_cells(|row, i| format!("{}{}", hexarium_geometry::column_letter(i), row + 1));
        let side = |on_it: &dyn Fn(Place) -> bool| -> Bits<W> {
            board.cells().iter().copied().filter(|&c| on_it(board.place(c))).collect()
        };
        let last = size as i16 - 1;
        let top_bottom = [side(&|p| p.r == 0), side(&|p| p.r == last)];
        let left_right = [side(&|p| p.q == 0), side(&|p| p.q == last)];
        let blue = if options.text("first") == "blue" { Player::First } else { Player::Second };
        let mut edges = PerPlayer([left_right; 2]);
        edges[blue] = top_bottom;
        let keys = |player: u64| (0..64 * W as u64).map(|cell| mix(player << 32 | cell)).collect();
        Ok(Self {
            options: options.clone(),
            size,
            swap: options.flag("swap"),
            pass: options.flag("pass"),
            blue,
            edges,
            keys: PerPlayer([keys(1), keys(2)]),
            rims: inferior::rims(&board, blue),
            rimmed: playout::Rimmed::new(size),
            raster: OnceLock::new(),
            board,
        })
    }

    fn options(&self) -> &Options {
        &self.options
    }
}

impl<const W: usize> Hex<W> {
    /// The cell reflected in the long diagonal: (x, y) → (y, x).
    fn mirrored(&self, cell: Cell) -> Cell {
        let place = self.board.place(cell);
        self.board.at(Place::new(place.r, place.q)).expect("the rhombus is its own mirror image")
    }
}

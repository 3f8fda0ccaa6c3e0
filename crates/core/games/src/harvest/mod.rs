//! Harvest: take more pieces off the shared board than your opponent.

mod bounds;
mod encode;
mod exact;
mod grid;
mod illegal_input;
mod knowledge;
mod look;
mod mirror;
mod moves;
mod notation;
mod random;
mod rules;
#[cfg(test)]
mod samples;
mod setup;
mod state;
mod steps;
mod words;

use std::sync::OnceLock;

use hexarium_geometry::{Bits, Board, Shape};
use hexarium_kernel::{Game, GameSpec, OptionError, OptionSpec, Options, Values};

use crate::registry::{Visitor, configure};
use encode::Numbers;
use grid::Grid;

pub use state::{Action, State};

/// The description of Harvest: options, presets and lesson.
pub const SPEC: GameSpec = GameSpec {
    id: "harvest",
    title: "Harvest",
    tagline: "Remove surrounded pieces and split the group until two pieces are left; who took more wins.",
    presets: &[("Standard", "harvest"), ("Small", "harvest(base=3)"), ("Large", "harvest(base=5)")],
    sample: (
        "harvest(base=3)",
        "xd2 xa2 xc4 xe3 c3-e3 xc1 a1-c1 a3-d2 xe2 e3-c3 xc1 e1-c1 xc2 d2-a3 c1-c4 xb4 b1-b4 xb4 b2-b4 \
         xc5 a3-c5 xc4 c5-a3 c3-e3=d3 pass d4-d2 d3-d1",
    ),
    options: &[
        OptionSpec {
            name: "base",
            doc: "cells along each side of the board",
            values: Values::range(3, 6),
            default: "4",
        },
        OptionSpec {
            name: "opening_steps",
            doc: "steps of the first player's first turn; with one, moving first is no great advantage",
            values: Values::range(1, 2),
            default: "1",
        },
        OptionSpec {
            name: "surround",
            doc: "which pieces may be removed: those with no empty space beside them, or only those with six neighbours",
            values: Values::Choice(&["spaces", "six"]),
            default: "spaces",
        },
    ],
    featured_option: None,
    has_draws: false,
    lesson: crate::lesson_text!("lesson.txt"),
    strategy: Some(crate::strategy_text!("strategy.txt")),
    interop: None,
};

/// Harvest with its options applied, on a hexagon of side `N` whose bit sets have `W` words.
#[derive(Debug)]
pub struct Harvest<const W: usize, const N: usize> {
    options: Options,
    board: Board<W>,
    grid: Grid<W, N>,
    opening_steps: u8,
    /// The cells where a surrounded piece may be removed (ruling 1 and the option `surround`).
    removable: Bits<W>,
    /// The tables of [`encode`], computed on first use.
    numbers: OnceLock<Numbers>,
}

/// Calls the visitor with Harvest of the configured size.
pub(crate) fn visit<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, OptionError> {
    match options.number("base") {
        3 => configure::<Harvest<1, 3>, V>(options, visitor),
        4 => configure::<Harvest<1, 4>, V>(options, visitor),
        5 => configure::<Harvest<2, 5>, V>(options, visitor),
        _ => configure::<Harvest<2, 6>, V>(options, visitor),
    }
}

impl<const W: usize, const N: usize> Game for Harvest<W, N> {
    fn spec() -> &'static GameSpec {
        &SPEC
    }

    fn configure(options: &Options) -> Result<Self, OptionError> {
        let board = Board::padded(Shape::Hexagon { side: N as u16 });
        let six = options.text("surround") == "six";
        Ok(Self {
            options: options.clone(),
            opening_steps: options.number("opening_steps") as u8,
            removable: if six { board.all() & !board.edge() } else { board.all() },
            grid: Grid::new(&board),
            numbers: OnceLock::new(),
            board,
        })
    }

    fn options(&self) -> &Options {
        &self.options
    }
}

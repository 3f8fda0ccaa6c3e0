//! Quartet: place four stones in a straight line.

use hexarium_geometry::{Bits, Board, Cell, Direction, Shape};
use hexarium_kernel::{
    GameSpec, Knowledge, OptionError, OptionSpec, Options, Player, Rng, SearchParams, Trace, Values,
};

use crate::placement::{self, Action, Placement, PlacementGame, SWAP, State};
use crate::registry::{Visitor, configure};

/// The description of Quartet: options, presets and lesson.
pub const SPEC: GameSpec = GameSpec {
    id: "quartet",
    title: "Quartet",
    tagline: "Place four stones in a straight line before your opponent does.",
    presets: &[("Standard", "quartet"), ("Tournament", "quartet(swap=true)")],
    sample: ("quartet", "e5 d5 e6 d6 e7 d7 e8"),
    options: &[
        OptionSpec {
            name: "side",
            doc: "cells along each side of the board",
            values: Values::range(3, 6),
            default: "5",
        },
        SWAP,
    ],
    featured_option: None,
    has_draws: true,
    lesson: crate::lesson_text!("lesson.txt"),
    strategy: None,
    interop: None,
};

/// Quartet with its options applied, for bit sets of `W` words.
pub type Quartet<const W: usize> = PlacementGame<QuartetRules<W>, W>;

/// The tag of the only way to win.
const FOUR: &str = "four in a row";

/// The number of stones in a winning line.
const LENGTH: usize = 4;

/// The rules of Quartet.
#[derive(Debug)]
pub struct QuartetRules<const W: usize> {
    board: Board<W>,
}

/// Calls the visitor with Quartet of the width that fits the board: a hexagon of side `n` needs
/// `(2 * n - 1)²` bits.
pub(crate) fn visit<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, OptionError> {
    match options.number("side") {
        3..=4 => configure::<Quartet<1>, V>(options, visitor),
        _ => configure::<Quartet<2>, V>(options, visitor),
    }
}

impl<const W: usize> Placement<W> for QuartetRules<W> {
    type Links = ();

    const SPEC: &'static GameSpec = &SPEC;

    fn configure(options: &Options) -> Result<Self, OptionError> {
        let side = options.number("side") as u16;
        Ok(Self { board: Board::new(Shape::Hexagon { side }) })
    }

    fn board(&self) -> &Board<W> {
        &self.board
    }

    fn win_at(&self, stones: Bits<W>, _: Player, cell: Cell) -> Option<&'static str> {
        let mut lines = LINES.into_iter().map(|direction| self.line(stones, cell, direction));
        lines.any(|line| line.len() >= LENGTH).then_some(FOUR)
    }

    fn win_tags(&self) -> Vec<&'static str> {
        vec![FOUR]
    }

    fn reason(&self, _: &str, _: Player, name: &str) -> String {
        format!("{name} has four stones in a row")
    }

    fn deciding(&self, stones: Bits<W>, _: Player, _: &str) -> Bits<W> {
        let lines = stones.iter().flat_map(|cell| LINES.map(|direction| self.line(stones, cell, direction)));
        lines.filter(|line| line.len() >= LENGTH).fold(Bits::EMPTY, |all, line| all | line)
    }
}

/// One direction of each of the three lines through a cell.
const LINES: [Direction; 3] = [Direction::E, Direction::Ne, Direction::Nw];

impl<const W: usize> QuartetRules<W> {
    /// Returns the unbroken line of stones through a stone.
    fn line(&self, stones: Bits<W>, cell: Cell, direction: Direction) -> Bits<W> {
        let run = |d| self.board.ray(cell, d).take_while(move |&next| stones.has(next));
        run(direction).chain(run(direction.opposite())).chain([cell]).collect()
    }
}

/// Random playouts with RAVE: a stone that was good later is probably good now.
impl<const W: usize> Knowledge for Quartet<W> {
    fn search_params(&self) -> SearchParams {
        SearchParams { rave_bias: 0.002, ..SearchParams::default() }
    }

    fn trace_id(&self, action: Action) -> Option<usize> {
        placement::trace_id(action)
    }

    fn playout(&self, state: &State<(), W>, (): &(), rng: &mut Rng, trace: &mut Trace) -> f32 {
        self.traced_playout(state, rng, trace)
    }
}

//! Coalesce: unite all your pieces, pushing along lines that wrap around the board.

mod encode;
mod form;
mod groups;
mod illegal_input;
mod knowledge;
mod look;
mod notation;
mod push;
mod reach;
mod rules;
mod setup;
mod state;
#[cfg(test)]
mod tests;
mod weights;
mod words;

use std::sync::OnceLock;

use hexarium_geometry::{Bits, Board, Cell, Direction, Shape};
use hexarium_kernel::{Game, GameSpec, Notation, OptionError, OptionSpec, Options, PerPlayer, Player, Raster, Values};

use crate::registry::{Visitor, configure};
use push::Push;
use reach::Line;

pub use state::{Action, State};

/// The description of Coalesce: options, presets and lesson.
pub const SPEC: GameSpec = GameSpec {
    id: "coalesce",
    title: "Coalesce",
    tagline: "Step and push along lines that wrap around the board until all your pieces form one group.",
    presets: &[("Standard", "coalesce"), ("Star", "coalesce(start=star)"), ("Open", "coalesce(start=open)")],
    sample: (
        "coalesce",
        "a3-b3 d5-d6 c3-b2 d4-d3 c4-b4 d4-e3 e3-f2 d4-c4 d3-d2 d4-d5 d1-d2 d7-d6 c4-b4 d1-d2 a4-b4 d7-d6 \
         d6-d5 d1-d2 a4-b4 d6-d5 a1-b2 c3-b2 f1-f2 a1-b2",
    ),
    options: &[
        OptionSpec {
            name: "start",
            doc: "the starting position",
            values: Values::Choice(&["scattered", "star", "open"]),
            default: "scattered",
        },
        OptionSpec {
            name: "opening_steps",
            doc: "steps in the first turn of the game; with two of them, moving first is a substantial advantage",
            values: Values::range(1, 2),
            default: "1",
        },
        OptionSpec {
            name: "edge_moves",
            doc: "a piece on the edge may itself step over it to the other end of its line",
            values: Values::Flag,
            default: "false",
        },
    ],
    featured_option: None,
    has_draws: false,
    lesson: crate::lesson_text!("lesson.txt"),
    strategy: Some(crate::strategy_text!("strategy.txt")),
    interop: None,
};

/// The starting positions. Rotating the board by 60° exchanges the colours (coalesce ruling 4).
const STARTS: [(&str, &str); 3] = [
    ("scattered", "BRBR/RB.RB/B.RB.R/RRB.RBB/B.RB.R/RB.RB/BRBR"),
    ("star", "RBRB/B.B.R/RRRBRB/B.B.R.R/RBRBBB/B.R.R/RBRB"),
    ("open", "RBRB/BRBBR/RR..RB/BB...RR/RB..BB/BRRBR/RBRB"),
];

/// The number of pieces of each colour; none ever leaves the board.
const PIECES: usize = 15;

/// Coalesce with its options applied.
#[derive(Debug)]
pub struct Coalesce {
    options: Options,
    board: Board<1>,
    edge_moves: bool,
    start: State,
    /// The possible steps by direction.
    ways: [Way; 6],
    /// The push of each step.
    pushes: Vec<Push>,
    /// For each pair of cells (64 from, 64 to) the number of the step in `pushes`, or [`NO_PUSH`].
    push_numbers: Box<[u8; 64 * 64]>,
    /// The lines of the board, with their steps in both directions.
    lines: Vec<Line>,
    /// The location of each cell in the planes of [`encode`], computed on first use.
    raster: OnceLock<Raster>,
}

/// The steps in one direction.
#[derive(Debug)]
struct Way {
    /// The cells that have a step.
    steppers: Bits<1>,
    /// The destination of each step.
    next: [u8; 64],
}

impl Way {
    #[inline]
    fn next(&self, from: Cell) -> Cell {
        Cell(self.next[from.index()].into())
    }
}

/// The number of a missing step: 37 cells with six directions have at most 222 steps.
const NO_PUSH: u8 = u8::MAX;

/// Calls the visitor with Coalesce.
pub(crate) fn visit<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, OptionError> {
    configure::<Coalesce, V>(options, visitor)
}

impl Game for Coalesce {
    fn spec() -> &'static GameSpec {
        &SPEC
    }

    fn configure(options: &Options) -> Result<Self, OptionError> {
        let empty = State { pieces: PerPlayer([Bits::EMPTY; 2]), to_move: Player::First, steps: 1 };
        let mut game = Self {
            options: options.clone(),
            board: Board::new(Shape::Hexagon { side: 4 }),
            edge_moves: options.flag("edge_moves"),
            start: empty,
            ways: Direction::ALL.map(|_| Way { steppers: Bits::EMPTY, next: [0; 64] }),
            pushes: Vec::new(),
            push_numbers: Box::new([NO_PUSH; 64 * 64]),
            lines: Vec::new(),
            raster: OnceLock::new(),
        };
        game.fill_tables();
        game.lines = Line::all(&game);
        let (_, board) = STARTS.into_iter().find(|(name, _)| *name == options.text("start")).expect("the table checks");
        let start = format!("{board} b {}", options.number("opening_steps"));
        game.start = game.parse_position(&start).expect("a starting position is one");
        Ok(game)
    }

    fn options(&self) -> &Options {
        &self.options
    }
}

impl Coalesce {
    fn fill_tables(&mut self) {
        for direction in Direction::ALL {
            for &from in self.board.cells() {
                let next = self.board.next(from, direction);
                let Some(to) = next.or_else(|| self.edge_moves.then(|| self.over_the_edge(from, direction))) else {
                    continue;
                };
                let way = &mut self.ways[direction.index()];
                way.steppers.insert(from);
                way.next[from.index()] = to.0 as u8;
                self.push_numbers[pair(from, to)] = self.pushes.len() as u8;
                self.pushes.push(Push::new(&self.board, from, direction));
            }
        }
    }

    /// Returns the space at the other end of the line, for a piece that leaves the board from this
    /// cell.
    fn over_the_edge(&self, cell: Cell, direction: Direction) -> Cell {
        self.board.ray(cell, direction.opposite()).last().expect("every line has at least four cells")
    }

    /// Returns the destination of a piece pushed from this cell.
    fn pushed_to(&self, cell: Cell, direction: Direction) -> Cell {
        self.board.next(cell, direction).unwrap_or_else(|| self.over_the_edge(cell, direction))
    }

    /// Returns the direction in which `to` follows `from` on a line, wrapping around the edge. It
    /// is unique, because every line has at least four cells.
    fn direction(&self, from: Cell, to: Cell) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.pushed_to(from, direction) == to)
    }

    /// Returns the push of a step, or `None` if there is no such step.
    #[inline]
    fn push(&self, from: Cell, to: Cell) -> Option<&Push> {
        self.pushes.get(usize::from(self.push_numbers[pair(from, to)]))
    }
}

/// Returns the index of a pair of cells in a table of 64 × 64.
#[inline]
const fn pair(from: Cell, to: Cell) -> usize {
    from.index() % 64 * 64 + to.index() % 64
}

//! Protista: pieces form shapes that move, multiply and close into loops.

mod encode;
mod evaluate;
mod illegal_action;
mod illegal_input;
mod kinds;
mod knowledge;
#[cfg(test)]
mod knowledge_tests;
mod look;
mod loops;
mod moves;
mod notation;
mod position;
mod priors;
mod reach;
mod rules;
mod set_pieces;
mod setup;
mod state;
mod tables;
#[cfg(test)]
mod tests;
mod wins;
mod words;

use std::sync::OnceLock;

use hexarium_geometry::{Bits, Board, Shape};
use hexarium_kernel::{Game, GameSpec, OptionError, OptionSpec, Options, Player, Values};

use crate::registry::{IS_COMPACT, Visitor, configure};

use encode::Numbers;
use evaluate::Weights;
pub use state::{Action, Flight, Memory, State, Zig};
use tables::Tables;

/// The description of Protista: options, presets and lesson.
pub const SPEC: GameSpec = GameSpec {
    id: "protista",
    title: "Protista",
    tagline: "Rows, waves and loops of pieces fly, grow and multiply on their way to the enemy's targets.",
    presets: &[
        ("Standard", "protista"),
        ("Small", "protista(rows=9,cols=7)"),
        ("Catch the king", "protista(win=king)"),
        ("Random set-up", "protista(setup=random)"),
    ],
    sample: ("protista", "l6-l5 c2-d2 Gl5+l9 Gd2+d6 Gh7+l5 Gd6+h4 h3-h4 Gd2+d6 h7-h8 Gd6+h4 Gl5+l9 h4-i5"),
    options: &[
        OptionSpec {
            name: "rows",
            doc: "rows of the board, more than columns",
            values: Values::Number { min: 7, max: 19, step: 2 },
            default: "13",
        },
        OptionSpec { name: "cols", doc: "cells in each row", values: Values::range(5, 15), default: "9" },
        OptionSpec {
            name: "setup",
            doc: "how the pieces stand at the start: spread out evenly, or drawn with the seed",
            values: Values::Choice(&["checkers", "random"]),
            default: "checkers",
        },
        OptionSpec {
            name: "pieces",
            doc: "pieces of each side in the random set-up",
            values: Values::range(3, 40),
            default: "12",
        },
        OptionSpec {
            name: "win",
            doc: "stand on two of three enemy targets, or capture the enemy king",
            values: Values::Choice(&["targets", "king"]),
            default: "targets",
        },
        OptionSpec {
            name: "stop",
            doc: "whether the player chooses where a flight ends, or it goes as far as it can",
            values: Values::Choice(&["free", "forced"]),
            default: "free",
        },
        OptionSpec {
            name: "stack_loss",
            doc: "levels that a stack loses when it is hit",
            values: Values::range(1, 2),
            default: "1",
        },
        OptionSpec {
            name: "generation",
            doc: "how new pieces come up: third corners of a triangle, an empty cell with three own neighbours side by \
                  side, one with at least four own neighbours, or not at all",
            values: Values::Choice(&["triangle", "cup", "four", "none"]),
            default: "triangle",
        },
        OptionSpec {
            name: "gap",
            doc: "cells between the two pieces that complete a triangle",
            values: Values::range(1, 6),
            default: "3",
        },
        OptionSpec {
            name: "wave",
            doc: "whether a zigzag moves in all six directions, or only in the two that it does not use itself",
            values: Values::Choice(&["any", "sideways"]),
            default: "any",
        },
        OptionSpec {
            name: "max_turns",
            doc: "number of turns of both players after which the game is drawn",
            values: Values::range(20, 10_000),
            default: "200",
        },
        OptionSpec {
            name: "seed",
            doc: "what targets and random set-ups are drawn with",
            values: Values::range(0, u64::MAX),
            default: "1",
        },
    ],
    featured_option: None,
    has_draws: true,
    lesson: crate::lesson_text!("lesson.txt"),
    strategy: Some(crate::strategy_text!("strategy.txt")),
    interop: None,
};

/// The winning condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Win {
    Targets,
    King,
}

/// The way new pieces are generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Generation {
    Triangle,
    Cup,
    Four,
    None,
}

/// Protista with its options applied, for boards of up to `N = 64 * W` cells.
#[derive(Debug)]
pub struct Protista<const W: usize, const N: usize> {
    options: Options,
    board: Board<W>,
    tables: Tables<W>,
    start: State<W, N>,
    rows: usize,
    cols: usize,
    win: Win,
    forced: bool,
    sideways: bool,
    stack_loss: u16,
    generation: Generation,
    /// The number of cells between the two pieces that complete a triangle.
    gap: usize,
    max_turns: u32,
    weights: Weights,
    /// The tables of [`encode`], computed on first use.
    numbers: OnceLock<Numbers>,
}

/// White starts at the bottom and moves first.
const WHITE: Player = Player::First;
const BLACK: Player = Player::Second;

/// Calls the visitor with Protista of the width that fits the board size.
pub(crate) fn visit<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, OptionError> {
    if !IS_COMPACT && options.number("rows") * options.number("cols") <= 128 {
        configure::<Protista<2, 128>, V>(options, visitor)
    } else {
        configure::<Protista<5, 320>, V>(options, visitor)
    }
}

impl<const W: usize, const N: usize> Game for Protista<W, N> {
    fn spec() -> &'static GameSpec {
        &SPEC
    }

    fn configure(options: &Options) -> Result<Self, OptionError> {
        let (rows, cols) = (options.number("rows") as usize, options.number("cols") as usize);
        if rows <= cols {
            return Err(OptionError::Conflict(format!(
                "there must be more rows than columns, and {rows} rows with {cols} columns are not"
            )));
        }
        let board = Board::dense(Shape::Rectangle { rows: rows as u16, cols: cols as u16 });
        let gap = options.number("gap") as usize;
        let mut game = Self {
            options: options.clone(),
            tables: Tables::new(&board, gap),
            start: State::EMPTY,
            board,
            rows,
            cols,
            win: if options.text("win") == "king" { Win::King } else { Win::Targets },
            forced: options.text("stop") == "forced",
            sideways: options.text("wave") == "sideways",
            stack_loss: options.number("stack_loss") as u16,
            generation: match options.text("generation") {
                "triangle" => Generation::Triangle,
                "cup" => Generation::Cup,
                "four" => Generation::Four,
                _ => Generation::None,
            },
            gap,
            max_turns: options.number("max_turns") as u32,
            weights: Weights::TUNED,
            numbers: OnceLock::new(),
        };
        game.start = game.set_up()?;
        Ok(game)
    }

    fn options(&self) -> &Options {
        &self.options
    }
}

impl<const W: usize, const N: usize> Protista<W, N> {
    /// Returns the rows nearest to a player, fewer than half of the board.
    fn half(&self, player: Player) -> Bits<W> {
        let rows = self.board.rows();
        let half = if player == WHITE { &rows[self.rows - self.rows / 2..] } else { &rows[..self.rows / 2] };
        half.iter().flatten().copied().collect()
    }
}

//! March of the Fire Ants: catch both enemy queens.

mod encode;
mod illegal_input;
mod knowledge;
mod lines;
mod look;
mod notation;
mod rules;
mod setup;
mod state;
mod words;

use std::sync::OnceLock;

use hexarium_geometry::{Bits, Board, Cell, Shape, row_letter};
use hexarium_kernel::{Game, GameSpec, OptionError, OptionSpec, Options, PerPlayer, RULES_OPTION, Values, mix};

use crate::registry::{Visitor, configure};

use encode::Numbers;
use lines::Lines;
pub use state::{Action, State};

/// March of the Fire Ants before it is configured.
pub const SPEC: GameSpec = GameSpec {
    id: "fire-ants",
    title: "March of the Fire Ants",
    tagline: "Bring stones in from the rim, slide them across the board, and catch both enemy queens.",
    presets: &[("Standard", "fire-ants"), ("Calm queens", "fire-ants(queens_capture=false,rules=2)")],
    sample: (
        "fire-ants",
        "c3-f2 @c1 @i3 c1-c4 c5-e5 g5-e7 @d1 e7-d7 d1-d6 c4-g2 f2-e3 g3-g5 i3-h4 g2-e2 e3-g3 e2-e4 h4-h5 \
         g5-f6 e5-f5 f6-c4 @b6 e4-g2 f5-c3 c4-f6 g3-e5 @g1 b6-c6 g1-d3 c3-c5 d7-e8",
    ),
    options: &[
        OptionSpec {
            name: "queens_capture",
            doc: "whether queens can be part of a sandwich; if not, it takes two stones",
            values: Values::Flag,
            default: "true",
        },
        OptionSpec {
            name: "buffer_shift",
            doc: "whether a stone may go from one buffer space to any other",
            values: Values::Flag,
            default: "true",
        },
        OptionSpec {
            name: "max_turns",
            doc: "the turn, both players' turns counted, after which the game is drawn",
            values: Values::range(20, 10_000),
            default: "300",
        },
        OptionSpec {
            name: RULES_OPTION,
            doc: "version of the rules; 1 replays games of Hexarium 0.1, in which the piece that already \
                  stands in a sandwich could be a queen even with queens_capture=false",
            values: Values::range(1, CURRENT_RULES),
            default: "2",
        },
    ],
    featured_option: None,
    has_draws: true,
    lesson: crate::lesson_text!("lesson.txt"),
    strategy: Some(crate::strategy_text!("strategy.txt")),
    interop: None,
};

/// The version of the rules as the rules page has them. Version 1 had another ruling 4.
const CURRENT_RULES: u64 = 2;

/// The hexagon whose cell names are used; its corners are no spaces.
const FRAME: Shape = Shape::Hexagon { side: 5 };

/// Every space of the board: regular and buffer.
const SPACES: Shape = Shape::CutHexagon { side: 5 };

/// The regular spaces; the others are the buffer.
const REGULAR: Shape = Shape::Hexagon { side: 4 };

/// Queens of each player at the start.
const QUEENS: usize = 2;

/// Pieces of each player, on the board and in the reserve: a captured queen comes back as a stone,
/// so the sum never changes.
const PIECES: usize = 12;

/// The pieces that can capture a queen between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sandwich {
    /// Any two enemy pieces.
    AnyPieces,
    /// Two stones (ruling 4).
    Stones,
    /// A stone that moves and any piece that stands: ruling 4 of Hexarium 0.1.
    StoneMoves,
}

/// Configured March of the Fire Ants.
#[derive(Debug)]
pub struct FireAnts {
    options: Options,
    sandwich: Sandwich,
    buffer_shift: bool,
    max_turns: u32,
    board: Board<1>,
    regular: Bits<1>,
    buffer: Bits<1>,
    lines: Lines,
    /// The cells of the frame in reading order; `None` for the corners.
    frame: Vec<Option<Cell>>,
    /// The starting spaces of each player's queens.
    throne: PerPlayer<Bits<1>>,
    /// The contribution of each stone and each queen to the key.
    stone_keys: PerPlayer<[u64; 64]>,
    queen_keys: PerPlayer<[u64; 64]>,
    /// The tables of [`encode`]; made when first asked for.
    numbers: OnceLock<Numbers>,
}

/// The contribution of the second player's turn to the key.
const SIDE_KEY: u64 = mix(1 << 40);

/// Calls a visitor with March of the Fire Ants.
pub(crate) fn visit<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, OptionError> {
    configure::<FireAnts, V>(options, visitor)
}

/// The regular spaces of the board as a set.
fn regular_spaces(board: &Board<1>) -> Bits<1> {
    REGULAR.places().into_iter().filter_map(|place| board.at(place)).collect()
}

impl Game for FireAnts {
    fn spec() -> &'static GameSpec {
        &SPEC
    }

    fn configure(options: &Options) -> Result<Self, OptionError> {
        let sandwich = match (options.flag("queens_capture"), options.number(RULES_OPTION)) {
            (true, CURRENT_RULES) => Sandwich::AnyPieces,
            (true, _) => {
                let problem = format!("{RULES_OPTION}=1 goes only with queens_capture=false");
                return Err(OptionError::Conflict(problem));
            }
            (false, CURRENT_RULES) => Sandwich::Stones,
            (false, _) => Sandwich::StoneMoves,
        };
        let mut board = Board::<1>::dense(SPACES);
        let (frame, spaces) = (FRAME.rows(), SPACES.rows());
        board.name_cells(|row, i| {
            let missing = (frame[row].len() - spaces[row].len()) / 2;
            format!("{}{}", row_letter(row), i + missing + 1)
        });
        let regular = regular_spaces(&board);
        let buffer = board.all() & !regular;
        let queens = |names: [&str; QUEENS]| names.iter().filter_map(|name| board.named(name)).collect();
        let keys = |kind: u64| std::array::from_fn(|cell| mix(kind << 32 | cell as u64));
        Ok(Self {
            options: options.clone(),
            sandwich,
            buffer_shift: options.flag("buffer_shift"),
            max_turns: options.number("max_turns") as u32,
            regular,
            buffer,
            lines: Lines::new(&board, regular),
            frame: frame.into_iter().flatten().map(|place| board.at(place)).collect(),
            throne: PerPlayer([queens(["c3", "c5"]), queens(["g3", "g5"])]),
            stone_keys: PerPlayer([keys(1), keys(2)]),
            queen_keys: PerPlayer([keys(3), keys(4)]),
            numbers: OnceLock::new(),
            board,
        })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    /// Names the rules version wherever versions differ, so that a stored game never changes.
    fn canonical_id(&self) -> String {
        let always: &[&str] = if self.sandwich == Sandwich::AnyPieces { &[] } else { &[RULES_OPTION] };
        self.options.game_text_naming(SPEC.id, always)
    }
}

//! The vocabulary of a game and everything that is the same for all games.
//!
//! Here live the traits of a game ([`Rules`], [`Notation`], [`Present`], [`Knowledge`], [`Encode`], [`Game`]), its options, the history of a match
//! ([`History`]: repetition, turn limits, and the look-ahead that keeps a turn finishable), [`Match`], the erased layer ([`AnyGame`],
//! [`AnyMatch`]), perft, the board as text art, [lessons](lesson), and the random generator. No particular game is named here,
//! nothing is read or written, and nothing depends on a clock or a thread.

mod any;
pub mod art;
mod catalog;
mod cursor;
mod encode;
mod game;
mod handles;
mod history;
mod knowledge;
pub mod lesson;
mod matches;
mod notation;
mod options;
mod outcome;
mod perft;
mod player;
mod present;
mod rng;
mod rules;
mod shortened;
mod zobrist;

pub use any::{AnyGame, AnyMatch, Verdict, erase};
pub use catalog::{GameCatalog, RULES_OPTION};
pub use cursor::{Cursor, UndoPoint};
pub use encode::{Brush, Encode, Mapping, Raster, Turn};
pub use game::{Game, GameSpec};
pub use handles::{ActionId, LegalAction, listings};
pub use history::{
    History, NoHistory, RepetitionCheck, can_act, is_legal, legal_actions, play_random, random_legal_action,
};
pub use knowledge::{Knowledge, Method, Trace, TreeStyle, share, win_chance};
pub use matches::Match;
pub use notation::{ActionError, Notation, PositionError, board_text, parse_board, parse_number, split_position};
pub use options::{GameText, OptionError, OptionSpec, Options, Values, parse_game_text};
pub use outcome::{Cause, Outcome};
pub use perft::{divide, perft};
pub use player::{PerPlayer, Player};
pub use present::{
    AnimationStep, BoardView, CellView, Counter, Input, Mark, PieceKind, PieceView, Present, Region, RimLabel, Spot,
    View, possible_causes,
};
pub use rng::Rng;
pub use rules::{Flow, Repetition, Rules, play_out};
pub use shortened::shortened;
pub use zobrist::mix;

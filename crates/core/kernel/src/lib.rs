//! The vocabulary of a game and everything that is the same for all games.
//!
//! A game implements the traits [`Rules`], [`Notation`], [`Look`], [`Words`], [`Setup`],
//! [`Knowledge`], [`Encode`] and [`Game`]. For all games alike, this crate has the options, the
//! history of a match ([`History`]: repetition, turn limits, and the look-ahead by which every turn
//! can be completed), [`Match`], the erased layer ([`AnyGame`], [`AnyMatch`]), perft, the board as
//! text art, [lessons](lesson) and the random generator. It names no game, reads and writes
//! nothing, and depends on no clock or thread.

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
mod look;
mod matches;
mod notation;
mod options;
mod outcome;
mod perft;
mod player;
mod rng;
mod rules;
mod setup;
mod shortened;
mod words;
mod zobrist;

pub use any::{AnyGame, AnyMatch, Verdict, erase};
pub use catalog::{GameCatalog, RULES_OPTION, SEED_OPTION};
pub use cursor::{Cursor, UndoPoint};
pub use encode::{ActionFeature, ActionPlanes, Brush, Encode, MAX_FEATURES, Mapping, Raster, Turn};
pub use game::{Game, GameSpec, Interop};
pub use handles::{ActionId, LegalAction, listings};
pub use history::{
    History, NoHistory, RepetitionCheck, can_act, is_legal, legal_actions, play_random, random_legal_action,
};
pub use knowledge::{Knowledge, SearchParams, Trace, share, win_chance};
pub use look::{
    AnimationStep, BoardView, CellView, Counter, Input, Look, Mark, Material, PieceKind, PieceShape, PieceView, Region,
    RimLabel, Spot, View,
};
pub use matches::Match;
pub use notation::{ActionError, Notation, PositionError, board_text, parse_board, parse_number, split_position};
pub use options::{GameText, OptionError, OptionSpec, Options, Values, parse_game_text};
pub use outcome::{Cause, Outcome};
pub use perft::{divide, perft};
pub use player::{PerPlayer, Player};
pub use rng::Rng;
pub use rules::{Flow, Repetition, Rules, play_out};
pub use setup::Setup;
pub use shortened::shortened;
pub use words::{Words, possible_causes};
pub use zobrist::mix;

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

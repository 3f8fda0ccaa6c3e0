//! What has to happen outside.

use hexarium_kernel::AnyMatch;
use hexarium_search::Analysis;

use crate::online::{News, Request};

/// Something that a sitting wants done. It goes on without waiting; what comes of it arrives as [`Answer`].
pub(crate) enum Errand {
    /// The engine is to choose an action.
    Choose { round: u64, game: String, state: Box<dyn AnyMatch>, level: u8 },
    /// The engine is to say what it would do.
    Hint { round: u64, game: String, state: Box<dyn AnyMatch> },
    /// The engine is to say again and again what it thinks.
    Study { round: u64, game: String, state: Box<dyn AnyMatch> },
    /// Whatever the engine is doing, nobody waits for it any more.
    Halt,
    /// The game is to be kept under a name, as this text.
    Keep { game: String, text: String },
    /// A file is to be written.
    Write { file: String, text: String },
    /// A file is to be read.
    Read { file: String },
    /// The server is to be asked for something.
    Ask(Request),
    /// The player has enough.
    Leave,
}

/// What came of an errand.
pub(crate) enum Answer {
    /// The engine has chosen.
    Chosen { round: u64, action: String },
    /// The engine would do this.
    Hint { round: u64, action: String },
    /// What the engine thinks so far.
    Studied { round: u64, analysis: Analysis },
    /// The engine could not do it.
    Failed { round: u64, problem: String },
    /// The game could not be kept.
    NotKept(String),
    /// A file was written, or why not.
    Written(Result<String, String>),
    /// What stands in a file, or why that is not known.
    Text(Result<String, String>),
    /// The server has said something.
    News(News),
}

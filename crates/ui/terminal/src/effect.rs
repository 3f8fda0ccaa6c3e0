//! Effects of the app and the events that result from them.

use hexarium_search::Analysis;
use hexarium_session::autosave::SaveOp;
use hexarium_session::{EngineRole, SearchRequest};

use crate::online::{Request, ServerEvent};

/// An effect that a front end carries out. The app does not wait; the result arrives as
/// an [`Event`].
pub(crate) enum Effect {
    /// A search.
    Search(SearchRequest),
    /// The end of all searches of an engine.
    StopSearch(EngineRole),
    /// A change of the saved game.
    Save { game: String, op: SaveOp },
    /// A file to write.
    WriteFile { file: String, text: String },
    /// A file to read.
    ReadFile { file: String },
    /// A request to the server.
    Request(Request),
    /// The end of the program.
    Quit,
}

/// An event from outside.
pub(crate) enum Event {
    /// The result of a search.
    SearchFinished { id: u64, result: Result<Analysis, String> },
    /// The game could not be saved.
    SaveFailed(String),
    /// A file was written, or the reason why not.
    FileWritten(Result<String, String>),
    /// The text of a file, or the reason why it could not be read.
    FileRead(Result<String, String>),
    /// An event from the server.
    Server(ServerEvent),
}

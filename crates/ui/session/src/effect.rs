//! Effects that a controller asks its program to carry out.

use hexarium_kernel::AnyMatch;
use hexarium_wire::{ClientMessage, Millis};

use crate::autosave::SaveOp;
use crate::{PendingTurn, Played, Sound};

/// An effect that the program carries out. The controller does not wait; results come back through
/// its methods.
pub enum Effect {
    /// Text for a screen reader or a line of output.
    Announce(String),
    /// An animation; [`finish_animation`](crate::GameController::finish_animation) follows.
    Animate(Box<Played>),
    /// A sound, whether actions are animated or not.
    Sound(Sound),
    /// A search; [`finish_search`](crate::GameController::finish_search) follows.
    Search(SearchRequest),
    /// Ends all searches of an engine; no result follows.
    StopSearch(EngineRole),
    /// A change of the saved game; [`save_failed`](crate::GameController::save_failed) on error.
    Save(SaveOp),
    /// A message to the server. It is lost while there is no connection; after reconnecting,
    /// [`connected`](crate::GameController::connected) sends what is missing.
    Send(ClientMessage),
    /// Stores the turn that is not confirmed yet, or removes it.
    StorePending {
        /// The id of the game.
        game: String,
        /// The turn.
        turn: Option<PendingTurn>,
    },
    /// The server's time, for clocks.
    SetClock(Millis),
    /// The next game of the two players was created.
    OpenGame(String),
}

/// An engine of the program. Each does one search at a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineRole {
    /// Plays moves.
    Opponent,
    /// Analyses positions.
    Analyst,
}

/// A search for an engine.
pub struct SearchRequest {
    /// The number that comes back with the result.
    pub id: u64,
    /// The engine.
    pub role: EngineRole,
    /// The task.
    pub task: SearchTask,
    /// The canonical id of the game.
    pub game: String,
    /// The initial position, if it is not the game's own.
    pub setup: Option<String>,
    /// The match to search.
    pub state: Box<dyn AnyMatch>,
}

/// The task of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchTask {
    /// Choose a move at a level.
    Move(u8),
    /// Find a strong move for a hint.
    Hint,
    /// Analyse for a moment and report. The engine keeps its tree for the next report.
    Report,
    /// Evaluate a position of the graph of a game.
    Evaluate,
}

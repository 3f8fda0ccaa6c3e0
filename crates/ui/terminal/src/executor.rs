//! Execution of effects.

use std::sync::mpsc::Sender;

use hexarium_session::{EngineRole, Games};

use crate::effect::{Effect, Event};
use crate::engine::EngineThread;
use crate::online::ServerConnection;
use crate::saves::SaveFolder;

/// Maximum size of a game file in bytes.
const MAX_FILE: u64 = 8 << 20;

/// Executes effects for the full-screen front end, searches on threads of their own.
pub(crate) struct Executor<'a, T> {
    saves: &'a SaveFolder,
    opponent: EngineThread,
    analyst: EngineThread,
    connection: Option<ServerConnection>,
    events: Sender<T>,
}

impl<'a, T: From<Event> + Send + 'static> Executor<'a, T> {
    pub(crate) fn new(
        games: Games,
        saves: &'a SaveFolder,
        connection: Option<ServerConnection>,
        events: Sender<T>,
    ) -> Self {
        let (opponent, analyst) =
            (EngineThread::start(games, events.clone()), EngineThread::start(games, events.clone()));
        Self { saves, opponent, analyst, connection, events }
    }

    /// Executes an effect. Returns whether the program continues.
    pub(crate) fn run(&self, effect: Effect) -> bool {
        match effect {
            Effect::Search(request) => self.engine(request.role).search(request),
            Effect::StopSearch(role) => self.engine(role).stop(),
            Effect::Request(request) => {
                if let Some(connection) = &self.connection {
                    connection.send(request);
                }
            }
            Effect::Quit => return false,
            file => {
                if let Some(event) = run_file_effect(self.saves, file) {
                    // The receiver is gone only when the program ends.
                    let _ = self.events.send(event.into());
                }
            }
        }
        true
    }

    fn engine(&self, role: EngineRole) -> &EngineThread {
        match role {
            EngineRole::Opponent => &self.opponent,
            EngineRole::Analyst => &self.analyst,
        }
    }
}

/// Executes an effect on files.
pub(crate) fn run_file_effect(saves: &SaveFolder, effect: Effect) -> Option<Event> {
    match effect {
        Effect::Save { game, op } => saves.apply(&game, &op).err().map(Event::SaveFailed),
        Effect::WriteFile { file, text } => {
            let done = std::fs::write(&file, text).map_err(|e| format!("Cannot write {file}: {e}."));
            Some(Event::FileWritten(done.map(|()| file)))
        }
        Effect::ReadFile { file } => Some(Event::FileRead(read_file(&file))),
        _ => None,
    }
}

/// The text of a file. Text that is not UTF-8 is read as Latin-1, as in old SGF files.
fn read_file(file: &str) -> Result<String, String> {
    let problem = |e: std::io::Error| format!("Cannot read {file}: {e}.");
    let size = std::fs::metadata(file).map_err(problem)?.len();
    if size > MAX_FILE {
        return Err(format!("Cannot read {file}: more than {MAX_FILE} bytes."));
    }
    let bytes = std::fs::read(file).map_err(problem)?;
    Ok(String::from_utf8(bytes).unwrap_or_else(|e| e.into_bytes().iter().map(|&b| b as char).collect()))
}

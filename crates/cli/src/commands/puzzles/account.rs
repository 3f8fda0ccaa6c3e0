//! The account that results are recorded in.

use std::path::{Path, PathBuf};

use hexarium_client::{Client, ClientError};
use hexarium_puzzles::{Attempt, Attempts, Progress};
use hexarium_wire::http::{PuzzleAttempt, PuzzleAttempts, PuzzleProgress};
use tokio::runtime::Runtime;

use super::write_file;

const PATH: &str = "/api/v2/me/puzzles";

/// The largest number of attempts that a request may have.
const BATCH: usize = 50;

/// The file in the data folder with the attempts that the server has not received.
const FILE: &str = "puzzle-attempts.txt";

/// An account on a server, with the attempts that are still to be sent.
pub(super) struct Account {
    client: Client,
    runtime: Runtime,
    attempts: Attempts,
    file: Option<PathBuf>,
}

impl Account {
    /// Sends the attempts of earlier runs, and returns the account with its progress.
    pub(super) fn open(server: &str, token: &str, folder: Option<&Path>) -> Result<(Self, Progress), String> {
        let client = Client::with_token(server, token)?;
        let runtime = Runtime::new().map_err(|e| e.to_string())?;
        let file = folder.map(|folder| folder.join(FILE));
        let attempts = match file.as_deref().filter(|file| file.exists()) {
            Some(file) => {
                let problem = |e: &dyn std::fmt::Display| format!("{}: {e}", file.display());
                Attempts::parse(&std::fs::read_to_string(file).map_err(|e| problem(&e))?).map_err(|e| problem(&e))?
            }
            None => Attempts::default(),
        };
        let mut account = Self { client, runtime, attempts, file };
        let progress = account.synchronise()?;
        Ok((account, progress))
    }

    /// Sends an attempt, and returns the progress of the account. If that fails, the attempt is
    /// kept and sent with the next one, or by the next run.
    pub(super) fn record(&mut self, attempt: Attempt) -> Result<Progress, String> {
        self.attempts.push(attempt);
        self.save()?;
        self.synchronise()
    }

    fn synchronise(&mut self) -> Result<Progress, String> {
        loop {
            let batch: Vec<Attempt> = self.attempts.list().iter().take(BATCH).cloned().collect();
            let response = self.runtime.block_on(exchange(&self.client, &batch)).map_err(|e| e.to_string())?;
            for rejected in response.rejected {
                eprintln!("hexarium: note: {}", rejected.error.message);
            }
            self.attempts.remove(&batch);
            self.save()?;
            if self.attempts.list().is_empty() {
                return Progress::parse(&response.progress).map_err(|e| format!("unexpected response: {e}"));
            }
        }
    }

    fn save(&self) -> Result<(), String> {
        let Some(file) = &self.file else { return Ok(()) };
        match self.attempts.list().is_empty() {
            false => write_file(file, &self.attempts.write()),
            true if file.exists() => std::fs::remove_file(file).map_err(|e| format!("{}: {e}", file.display())),
            true => Ok(()),
        }
    }
}

/// Sends attempts, if there are any, and returns the progress.
async fn exchange(client: &Client, batch: &[Attempt]) -> Result<PuzzleProgress, ClientError> {
    if batch.is_empty() {
        return client.get(PATH).await;
    }
    let attempt = |attempt: &Attempt| PuzzleAttempt {
        puzzle: attempt.puzzle.to_string(),
        turn: attempt.turn.clone(),
        day: attempt.day,
    };
    client.post(PATH, &PuzzleAttempts { attempts: batch.iter().map(attempt).collect() }).await
}

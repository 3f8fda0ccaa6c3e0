//! The messages between page and worker.

use hexarium_search::{Analysis, AnalysisLine, Proof, Stop};
use serde::{Deserialize, Serialize};

/// A request to a worker.
#[derive(Serialize, Deserialize)]
pub struct WorkerRequest {
    /// The number that comes back with the response.
    pub id: u64,
    /// The job.
    pub job: Job,
}

/// The job of a worker.
#[derive(Serialize, Deserialize)]
pub enum Job {
    /// Searches a position.
    Search {
        /// The canonical id of the game.
        game: String,
        /// The initial position, if it is not the game's own.
        setup: Option<String>,
        /// The actions that lead to it.
        actions: Vec<String>,
        /// The effort.
        effort: Effort,
    },
    /// Plays a game of an experiment.
    LabGame {
        /// The game with its options.
        game: String,
        /// The level of both players.
        level: u8,
        /// The number of the game, which determines its course.
        number: u32,
    },
    /// Refutes a wrong turn in a puzzle.
    Refute {
        /// The line of the puzzle in its file.
        puzzle: String,
        /// The actions of the turn.
        turn: Vec<String>,
    },
    /// Finds a line that shows the solution of a puzzle.
    Solve {
        /// The line of the puzzle in its file.
        puzzle: String,
    },
}

/// The effort of a search.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub enum Effort {
    /// A level of play.
    Level(u8),
    /// A node limit, which tests and measurements set.
    Nodes(u64),
    /// A time limit in milliseconds.
    Millis(u32),
    /// A time limit in milliseconds for the search of a position that is reviewed. The solver gets
    /// half of it afterwards.
    Review(u32),
}

/// A message of a worker.
#[derive(Serialize, Deserialize)]
pub enum WorkerMessage {
    /// The worker accepts requests. Earlier ones would be lost.
    Ready,
    /// The end of a job.
    Response {
        /// The number of the request.
        id: u64,
        /// The result, or the reason why there is none.
        result: Result<JobResult, String>,
    },
}

/// The result of a job.
#[derive(Serialize, Deserialize)]
pub enum JobResult {
    /// The result of a search.
    Analysis {
        /// The analysis.
        analysis: AnalysisMessage,
        /// The reason why it was made without the game's network, if it was.
        warning: Option<String>,
    },
    /// The result of a game of an experiment.
    LabGame(LabResult),
    /// The answer to a wrong turn in a puzzle.
    Refutation(RefutationMessage),
    /// The actions that show the solution of a puzzle.
    Solution(Vec<String>),
}

/// The answer to a wrong turn in a puzzle.
#[derive(Serialize, Deserialize)]
pub struct RefutationMessage {
    /// The reason as a sentence.
    pub reason: String,
    /// The actions after the turn that show it; none if there is nothing to show.
    pub line: Vec<String>,
    /// Whether the actions are a better turn instead.
    pub is_better: bool,
}

/// The result of a game of an experiment.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct LabResult {
    /// Whether the first player won; `None` is a draw.
    pub first_won: Option<bool>,
    /// The number of turns.
    pub turns: u32,
}

/// An analysis.
#[derive(Serialize, Deserialize)]
pub struct AnalysisMessage {
    lines: Vec<LineMessage>,
    nodes: u64,
}

#[derive(Serialize, Deserialize)]
struct LineMessage {
    visits: u64,
    win: f32,
    proof: Option<ProofMessage>,
    pv: Vec<String>,
}

#[derive(Serialize, Deserialize)]
enum ProofMessage {
    Win,
    Loss,
    Draw,
}

impl From<Analysis> for AnalysisMessage {
    fn from(analysis: Analysis) -> Self {
        let line = |line: AnalysisLine| LineMessage {
            visits: line.visits,
            win: line.win,
            proof: line.proof.map(|proof| match proof {
                Proof::Win => ProofMessage::Win,
                Proof::Loss => ProofMessage::Loss,
                Proof::Draw => ProofMessage::Draw,
            }),
            pv: line.pv,
        };
        Self { lines: analysis.lines.into_iter().map(line).collect(), nodes: analysis.nodes }
    }
}

impl From<AnalysisMessage> for Analysis {
    fn from(message: AnalysisMessage) -> Self {
        let line = |line: LineMessage| AnalysisLine {
            action: line.pv.first().cloned().unwrap_or_default(),
            visits: line.visits,
            win: line.win,
            proof: line.proof.map(|proof| match proof {
                ProofMessage::Win => Proof::Win,
                ProofMessage::Loss => Proof::Loss,
                ProofMessage::Draw => Proof::Draw,
            }),
            pv: line.pv,
        };
        let lines = message.lines.into_iter().map(line).collect();
        Self { lines, nodes: message.nodes, memory: 0, stop: Stop::Condition }
    }
}

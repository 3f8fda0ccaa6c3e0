//! The stored form of archives: lines of JSON.
//!
//! These types exist only for storage. Every field and variant has an explicit name in the file, so
//! renaming it in Rust does not change a byte. A change of the stored form needs a new
//! [`VERSION`], and all earlier versions must still be read; the golden files in `tests/golden`
//! check both.

use hexarium_kernel::{Player, shortened};
use serde::{Deserialize, Serialize};

use super::ArchiveHeader;
use crate::{Decision, PlayedGame};

/// The name of the format, followed in the file by a slash and the version.
const NAME: &str = "hexarium-lab";

/// The version of the format that is written, and the newest that is read.
const VERSION: u32 = 1;

/// The first line: the properties that all games share.
#[derive(Serialize, Deserialize)]
struct StoredHeader {
    #[serde(rename = "format")]
    format: String,
    #[serde(rename = "version")]
    program_version: String,
    #[serde(rename = "signature")]
    signature: String,
    #[serde(rename = "experiment")]
    experiment: String,
}

/// A game; one per line.
#[derive(Serialize, Deserialize)]
struct StoredGame {
    #[serde(rename = "arm")]
    series: usize,
    #[serde(rename = "number")]
    number: u32,
    #[serde(rename = "result")]
    result: StoredResult,
    #[serde(rename = "cause")]
    cause: String,
    #[serde(rename = "turns")]
    turns: u32,
    #[serde(rename = "actions")]
    actions: Vec<String>,
    #[serde(rename = "legal")]
    legal_actions: Vec<u32>,
    #[serde(rename = "near")]
    good_actions: Vec<u32>,
    #[serde(rename = "chance")]
    win_chances: Vec<Option<u16>>,
    #[serde(rename = "nodes")]
    nodes: Vec<u64>,
}

/// The result of a game.
#[derive(Clone, Copy, Serialize, Deserialize)]
enum StoredResult {
    #[serde(rename = "first")]
    FirstPlayerWins,
    #[serde(rename = "second")]
    SecondPlayerWins,
    #[serde(rename = "draw")]
    Draw,
}

/// Writes the header line, without a line break.
pub(super) fn write_header(header: &ArchiveHeader) -> String {
    line(&StoredHeader {
        format: format!("{NAME}/{VERSION}"),
        program_version: header.version.clone(),
        signature: header.signature.clone(),
        experiment: header.experiment.clone(),
    })
}

/// Reads the header line. The error has the reason why it is not one.
pub(super) fn read_header(text: &str) -> Result<ArchiveHeader, String> {
    // The version comes first: a newer header may have other fields.
    #[derive(Deserialize)]
    struct FormatOnly {
        format: String,
    }
    let FormatOnly { format } = serde_json::from_str(text).map_err(|_| {
        "the first line is not the header of a game archive; expected a file written by 'hexarium lab run'".to_string()
    })?;
    let version = format.strip_prefix(NAME).and_then(|rest| rest.strip_prefix('/')?.parse::<u32>().ok());
    match version {
        None | Some(0) => return Err(format!("unknown format '{}': expected {NAME}/{VERSION}", shortened(&format))),
        Some(version) if version > VERSION => {
            return Err(format!(
                "format {NAME}/{version} is newer than this program, which reads up to {NAME}/{VERSION}; \
                 update hexarium"
            ));
        }
        Some(_) => {}
    }
    let stored: StoredHeader = serde_json::from_str(text).map_err(|e| format!("invalid header: {e}"))?;
    let StoredHeader { format: _, program_version, signature, experiment } = stored;
    Ok(ArchiveHeader { version: program_version, signature, experiment })
}

/// Writes the line of a game, without a line break.
pub(super) fn write_game(series: usize, game: &PlayedGame) -> String {
    let decisions = &game.decisions;
    line(&StoredGame {
        series,
        number: game.number,
        result: match game.winner {
            Some(Player::First) => StoredResult::FirstPlayerWins,
            Some(Player::Second) => StoredResult::SecondPlayerWins,
            None => StoredResult::Draw,
        },
        cause: game.cause.clone(),
        turns: game.turns,
        actions: game.actions.clone(),
        legal_actions: decisions.iter().map(|d| d.legal_actions).collect(),
        good_actions: decisions.iter().map(|d| d.good_actions).collect(),
        win_chances: decisions.iter().map(|d| d.win_chance).collect(),
        nodes: decisions.iter().map(|d| d.nodes).collect(),
    })
}

/// Reads the line of a game and returns the number of its series with it; `None` if it is invalid.
pub(super) fn read_game(text: &str) -> Option<(usize, PlayedGame)> {
    let stored: StoredGame = serde_json::from_str(text).ok()?;
    let count = stored.actions.len();
    let lengths = [stored.legal_actions.len(), stored.good_actions.len(), stored.win_chances.len(), stored.nodes.len()];
    if lengths != [count; 4] {
        return None;
    }
    let decision = |i: usize| Decision {
        legal_actions: stored.legal_actions[i],
        good_actions: stored.good_actions[i],
        win_chance: stored.win_chances[i],
        nodes: stored.nodes[i],
    };
    let game = PlayedGame {
        number: stored.number,
        decisions: (0..count).map(decision).collect(),
        winner: match stored.result {
            StoredResult::FirstPlayerWins => Some(Player::First),
            StoredResult::SecondPlayerWins => Some(Player::Second),
            StoredResult::Draw => None,
        },
        cause: stored.cause,
        turns: stored.turns,
        actions: stored.actions,
    };
    Some((stored.series, game))
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data serializes")
}

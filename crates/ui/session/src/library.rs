//! Summaries of the games that are saved on a device.

use hexarium_kernel::Player;
use serde::{Deserialize, Serialize};

use crate::{GameController, PlayerKind};

/// A saved game as lists show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LibraryEntry {
    /// The id, unique on this device.
    pub id: String,
    /// The canonical id of the game.
    pub game: String,
    /// The host and the guest.
    pub players: [PlayerKind; 2],
    /// The side of the host.
    pub host: Player,
    /// The number of actions of the line on the board.
    pub actions: usize,
    /// The position on the board.
    pub position: String,
    /// The result: the winner, or none after a draw.
    pub result: Option<Option<Player>>,
    /// The time of the last change, in milliseconds since 1970.
    pub changed: u64,
}

/// The stored form of a summary.
#[derive(Serialize, Deserialize)]
struct StoredSummary {
    version: u32,
    id: String,
    game: String,
    players: [String; 2],
    host: String,
    actions: usize,
    position: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    changed: u64,
}

/// The version of the stored form.
const VERSION: u32 = 1;

/// The word of a drawn game.
const DRAW: &str = "draw";

impl LibraryEntry {
    /// Summarises the game of a controller. A result stays known when the player goes back in a
    /// finished game, if `before` is the previous summary.
    pub fn of(id: &str, controller: &GameController, changed: u64, before: Option<&Self>) -> Self {
        let (session, contest) = (controller.session(), controller.contest());
        let result = session.ending().map(|ending| ending.winner);
        Self {
            id: id.to_string(),
            game: session.game().canonical_id(),
            players: contest.players,
            host: contest.host,
            actions: session.action_count(),
            position: session.state().position(),
            result: result.or_else(|| before?.result.filter(|_| contest.counted)),
            changed,
        }
    }

    /// Whether the game can be continued.
    pub fn is_under_way(&self) -> bool {
        self.result.is_none() && self.actions > 0
    }

    /// The stored form.
    pub fn to_text(&self) -> String {
        let stored = StoredSummary {
            version: VERSION,
            id: self.id.clone(),
            game: self.game.clone(),
            players: self.players.map(PlayerKind::word),
            host: self.host.word().to_string(),
            actions: self.actions,
            position: self.position.clone(),
            result: self.result.map(|winner| winner.map_or(DRAW, Player::word).to_string()),
            changed: self.changed,
        };
        serde_json::to_string(&stored).expect("strings and numbers can be written")
    }

    /// Reads the stored form.
    pub fn from_text(text: &str) -> Option<Self> {
        let stored: StoredSummary = serde_json::from_str(text).ok()?;
        let [host, guest] = stored.players;
        let side = |word: &str| Player::BOTH.into_iter().find(|player| player.word() == word);
        let result = match stored.result.as_deref() {
            None => None,
            Some(DRAW) => Some(None),
            Some(word) => Some(Some(side(word)?)),
        };
        (stored.version == VERSION).then_some(())?;
        Some(Self {
            id: stored.id,
            game: stored.game,
            players: [PlayerKind::parse(&host).ok()?, PlayerKind::parse(&guest).ok()?],
            host: side(&stored.host)?,
            actions: stored.actions,
            position: stored.position,
            result,
            changed: stored.changed,
        })
    }
}

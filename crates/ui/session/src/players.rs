//! The players of a game and their score over several games.

use hexarium_kernel::{PerPlayer, Player, shortened};
use hexarium_search::LEVELS;

/// The kind of player of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// A human at this screen.
    Human,
    /// The engine at a level from 1 on.
    Engine(u8),
    /// A player at another screen, or an engine there.
    Remote,
}

impl PlayerKind {
    /// The default players of a new game.
    pub const DEFAULT: PerPlayer<Self> = PerPlayer([Self::Human, Self::Engine(3)]);

    /// Parses `person`, `human`, `me`, `level:3` or `3`.
    pub fn parse(text: &str) -> Result<Self, String> {
        if ["person", "human", "me"].contains(&text) {
            return Ok(Self::Human);
        }
        match text.strip_prefix("level:").unwrap_or(text).parse() {
            Ok(level @ 1..=LEVELS) => Ok(Self::Engine(level)),
            _ => Err(format!("invalid player '{}': expected human or a level from 1 to {LEVELS}", shortened(text))),
        }
    }

    /// The stored form, which [`PlayerKind::parse`] reads: `person` or `level:3`.
    pub fn word(self) -> String {
        match self {
            Self::Human | Self::Remote => "person".to_string(),
            Self::Engine(level) => format!("level:{level}"),
        }
    }

    /// The kinds that can be chosen for a local game.
    pub fn all() -> Vec<Self> {
        std::iter::once(Self::Human).chain((1..=LEVELS).map(Self::Engine)).collect()
    }
}

/// Two players in consecutive games, with their score. They change sides after each game.
///
/// ```
/// use hexarium_kernel::Player;
/// use hexarium_session::{Contest, PlayerKind};
///
/// let mut contest = Contest::new([PlayerKind::Human, PlayerKind::Engine(3)], Player::First);
/// contest.count(Some(Player::First));
/// // The players change sides and keep their score.
/// let next = contest.rematch();
/// assert_eq!(next.kind(Player::First), PlayerKind::Engine(3));
/// assert_eq!(next.wins, [1, 0]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contest {
    /// The host, who set the game up, and the guest.
    pub players: [PlayerKind; 2],
    /// The side of the host in this game.
    pub host: Player,
    /// Games won by each.
    pub wins: [u32; 2],
    /// Drawn games.
    pub draws: u32,
    /// Whether the result of this game is included.
    pub counted: bool,
}

impl Contest {
    /// A contest without finished games.
    pub fn new(players: [PlayerKind; 2], host: Player) -> Self {
        Self { players, host, wins: [0; 2], draws: 0, counted: false }
    }

    /// Two humans at this screen, or an analysis board.
    pub fn two_humans() -> Self {
        Self::new([PlayerKind::Human; 2], Player::First)
    }

    /// A contest between the players of the sides.
    pub fn of_sides(sides: PerPlayer<PlayerKind>) -> Self {
        Self::new(sides.0, Player::First)
    }

    /// A contest between this screen and another; without a side, both players are remote.
    pub fn remote(own: Option<Player>) -> Self {
        match own {
            Some(side) => Self::new([PlayerKind::Human, PlayerKind::Remote], side),
            None => Self::new([PlayerKind::Remote; 2], Player::First),
        }
    }

    /// The index of the player of a side: 0 is the host.
    pub fn index(&self, side: Player) -> usize {
        usize::from(side != self.host)
    }

    /// The kind of player of a side.
    pub fn kind(&self, side: Player) -> PlayerKind {
        self.players[self.index(side)]
    }

    /// The kinds of players of both sides.
    pub fn sides(&self) -> PerPlayer<PlayerKind> {
        PerPlayer(Player::BOTH.map(|side| self.kind(side)))
    }

    /// The next game, with sides changed.
    pub fn rematch(&self) -> Self {
        Self { host: self.host.other(), counted: false, ..*self }
    }

    /// Adds the result of this game.
    pub fn count(&mut self, winner: Option<Player>) {
        match winner {
            Some(winner) => self.wins[self.index(winner)] += 1,
            None => self.draws += 1,
        }
        self.counted = true;
    }

    /// Whether a game has been finished.
    pub fn has_score(&self) -> bool {
        self.wins != [0; 2] || self.draws > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_kinds_are_parsed_as_written() {
        for kind in PlayerKind::all() {
            assert_eq!(PlayerKind::parse(&kind.word()), Ok(kind));
        }
        assert_eq!(PlayerKind::parse("4"), Ok(PlayerKind::Engine(4)));
        for bad in ["", "0", "9", "level:9", "cat", "-1"] {
            assert!(PlayerKind::parse(bad).unwrap_err().contains("1 to 8"), "{bad}");
        }
    }

    #[test]
    fn a_rematch_changes_sides_and_keeps_the_score() {
        let mut contest = Contest::new([PlayerKind::Human, PlayerKind::Engine(3)], Player::First);
        contest.count(Some(Player::Second));
        let next = contest.rematch();
        assert_eq!(next.kind(Player::First), PlayerKind::Engine(3));
        assert_eq!((next.wins, next.counted), ([0, 1], false));
    }
}

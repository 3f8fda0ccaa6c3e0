//! Who plays, and who has won how often.

use hexarium_kernel::Player;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// Somebody at this screen.
    Person,
    /// The engine.
    Level(u8),
    /// Somebody who is not at this screen, or an engine that they see to.
    Away,
}

/// The two who play against each other, game after game. They change sides; the games they have won stay theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contest {
    /// The one who set the game up, and the other.
    pub(crate) seats: [Seat; 2],
    /// The side of the first of them in this game.
    pub(crate) host: Player,
    /// Games won by each.
    pub(crate) wins: [u32; 2],
    pub(crate) draws: u32,
    /// Whether the result of this game is among them.
    pub(crate) counted: bool,
}

impl Contest {
    /// A contest of which nothing has been played.
    pub(crate) fn new(seats: [Seat; 2], host: Player) -> Self {
        Self { seats, host, wins: [0; 2], draws: 0, counted: false }
    }

    /// Two people, or one who studies.
    pub(crate) fn open() -> Self {
        Self::new([Seat::Person; 2], Player::First)
    }

    /// Which of the two plays a side.
    pub(crate) fn who(&self, player: Player) -> usize {
        usize::from(player != self.host)
    }

    /// Who plays a side.
    pub(crate) fn seat(&self, player: Player) -> Seat {
        self.seats[self.who(player)]
    }

    /// The next game, with the sides changed.
    pub(crate) fn again(&self) -> Self {
        Self { host: self.host.other(), counted: false, ..*self }
    }

    /// Counts the result of this game.
    pub(crate) fn count(&mut self, winner: Option<Player>) {
        match winner {
            Some(winner) => self.wins[self.who(winner)] += 1,
            None => self.draws += 1,
        }
        self.counted = true;
    }

    /// Whether anything has been won yet.
    pub(crate) fn has_score(&self) -> bool {
        self.wins != [0; 2] || self.draws > 0
    }
}

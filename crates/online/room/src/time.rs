//! Time in a room: whose clock runs, and when it is over.

use hexarium_wire::{Cause, Clock, Event, Millis, Side};

use crate::Room;

/// How long a game waits for its second player before it is called off.
pub const OPEN_FOR: Millis = 7 * 24 * 60 * 60 * 1000;

/// How long somebody must have been gone before the other one may claim the game: with a clock after Fischer, and without a clock. Where a
/// turn has days, nobody need be there.
pub const GONE_AFTER: (Millis, Millis) = (30_000, 600_000);

impl Room {
    /// Tells of the stretches of time that no clock counts, because the server was down, oldest first.
    pub fn set_outages(&mut self, outages: Vec<(Millis, Millis)>) {
        self.outages = outages;
    }

    /// The time that a side has left, if there is a clock; its own clock runs during its turn.
    pub fn left(&self, side: Side, now: Millis) -> Option<Millis> {
        let left = (*self.left.of(side))?;
        Some(if self.to_move() == Some(side) { left - self.spent(now) } else { left })
    }

    /// The time that the turn under way has taken.
    fn spent(&self, now: Millis) -> Millis {
        let down: Millis = self.outages.iter().map(|&(from, to)| (to.min(now) - from.max(self.began)).max(0)).sum();
        (now - self.began - down).max(0)
    }

    /// When the room must be looked at again even if nobody does anything: a clock runs out, or nobody has joined.
    pub fn due(&self) -> Option<Millis> {
        if self.ending().is_some() {
            return None;
        }
        let allowed = match self.to_move() {
            Some(side) => (*self.left.of(side))?,
            None => OPEN_FOR,
        };
        let mut due = self.began + allowed;
        for &(from, to) in &self.outages {
            if to > self.began && from < due {
                due += to - from.max(self.began);
            }
        }
        Some(due)
    }

    /// What must happen by now because nobody did anything in time.
    pub fn overdue(&self, now: Millis) -> Option<Event> {
        if self.due()? > now {
            return None;
        }
        Some(match self.to_move() {
            Some(side) if self.turns.len() >= 2 => Event::Ended { winner: Some(side.other()), cause: Cause::Time },
            _ => Event::Ended { winner: None, cause: Cause::CalledOff },
        })
    }

    /// How long the opponent must have been away before the game can be claimed; nothing where it cannot.
    pub fn claimable_after(&self) -> Option<Millis> {
        match self.header.clock {
            Clock::Fischer(_) => Some(GONE_AFTER.0),
            Clock::None => Some(GONE_AFTER.1),
            Clock::Days(_) => None,
        }
    }

    /// The time that the side to move has after a turn made now.
    pub(crate) fn left_after_turn(&self, now: Millis) -> Option<Millis> {
        let side = self.to_move()?;
        Some(self.header.clock.after_turn(self.left(side, now)?))
    }
}

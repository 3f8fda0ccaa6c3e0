//! Clocks of a room.

use hexarium_wire::{Clock, EndCause, Event, Millis, Side};

use crate::Room;

/// The time for which a game waits for its second player before it is aborted.
pub const JOIN_TIMEOUT: Millis = 7 * 24 * 60 * 60 * 1000;

/// The time that a player must have been disconnected before the opponent may claim victory, in
/// games with a Fischer clock.
pub const CLAIM_DELAY_FISCHER: Millis = 30_000;

/// The same in games without a clock. Correspondence games cannot be claimed.
pub const CLAIM_DELAY_UNLIMITED: Millis = 600_000;

impl Room {
    /// Sets the periods in which the server was down, oldest first; clocks stand still in them.
    pub fn set_outages(&mut self, outages: Vec<(Millis, Millis)>) {
        self.outages = outages;
    }

    /// The time that a side has left, if the game has a clock.
    pub fn time_left(&self, side: Side, now: Millis) -> Option<Millis> {
        let left = (*self.time_left.of(side))?;
        Some(if self.to_move() == Some(side) { left - self.time_spent(now) } else { left })
    }

    /// The time that the current turn has taken.
    fn time_spent(&self, now: Millis) -> Millis {
        let began = self.turn_started;
        let down: Millis = self.outages.iter().map(|&(from, to)| (to.min(now) - from.max(began)).max(0)).sum();
        (now - began - down).max(0)
    }

    /// The time at which the game ends unless a player acts: a clock runs out, or the second player
    /// has not joined.
    pub fn deadline(&self) -> Option<Millis> {
        if self.is_over() {
            return None;
        }
        let allowed = match self.to_move() {
            Some(side) => (*self.time_left.of(side))?,
            None => JOIN_TIMEOUT,
        };
        let mut deadline = self.turn_started + allowed;
        for &(from, to) in &self.outages {
            if to > self.turn_started && from < deadline {
                deadline += to - from.max(self.turn_started);
            }
        }
        Some(deadline)
    }

    /// The event that ends the game because its deadline has passed.
    pub fn timeout_event(&self, now: Millis) -> Option<Event> {
        if self.deadline()? > now {
            return None;
        }
        Some(match self.to_move() {
            Some(side) if self.turns.len() >= 2 => {
                Event::Ended { winner: Some(side.other()), cause: EndCause::Timeout }
            }
            _ => Event::Ended { winner: None, cause: EndCause::Aborted },
        })
    }

    /// The time that a player must have been disconnected before the opponent may claim victory;
    /// none in correspondence games.
    pub fn claim_delay(&self) -> Option<Millis> {
        match self.header.clock {
            Clock::Fischer(_) => Some(CLAIM_DELAY_FISCHER),
            Clock::Unlimited => Some(CLAIM_DELAY_UNLIMITED),
            Clock::Correspondence(_) => None,
        }
    }

    /// The time that the side to move has after a turn made now.
    pub(crate) fn time_left_after_turn(&self, now: Millis) -> Option<Millis> {
        let side = self.to_move()?;
        Some(self.header.clock.after_turn(self.time_left(side, now)?))
    }
}

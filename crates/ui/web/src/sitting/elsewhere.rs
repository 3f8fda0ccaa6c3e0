//! A table that shows a game which is played elsewhere too: turns made here are handed over whole, and turns made there arrive.

use hexarium_kernel::Flow;
use hexarium_session::{GameSession, Played};
use leptos::prelude::*;

use super::{Contest, Phase, Seat, Sitting, actions_of_turn};
use crate::messages::text;
use crate::settings::settings;

/// Where a game is played that is not only this table's.
pub(crate) trait Elsewhere {
    /// Why nothing may be touched now, if that is so.
    fn objection(&self) -> Option<String>;
    /// A person at this table has made a whole turn.
    fn turn_made(&self);
    /// Whatever was on its way on the board has arrived.
    fn arrived(&self);
}

impl Sitting {
    /// A table that is not kept: the game is somebody else's affair. What is read out is said through the signal.
    pub(crate) fn shared(table: GameSession, said: RwSignal<String>) -> Self {
        Self::at(table, Contest::new([Seat::Away; 2], hexarium_kernel::Player::First), said)
    }

    /// Says whose affair it is.
    pub(crate) fn belongs_to(self, owner: impl Elsewhere + 'static) {
        self.elsewhere.set_value(Some(Box::new(owner)));
    }

    /// Whether the game is played elsewhere too.
    pub(super) fn is_elsewhere(self) -> bool {
        self.elsewhere.with_value(Option::is_some)
    }

    /// Why nothing may be touched now, for reasons that lie elsewhere.
    pub(super) fn barred(self) -> Option<String> {
        self.elsewhere.with_value(|owner| owner.as_ref()?.objection())
    }

    /// The same, said to the player who has tried.
    pub(super) fn turn_away(self) -> bool {
        let Some(why) = untrack(move || self.barred()) else { return false };
        self.say(&why);
        self.notice.set(Some(why));
        true
    }

    /// Another game, or the same from the start, without a movement.
    pub(crate) fn lay_out(self, table: GameSession, contest: Contest) {
        self.halt();
        self.contest.set(contest);
        self.table.set(table);
    }

    /// An action that was made elsewhere happens here too.
    pub(crate) fn receive(self, action: &str) -> Result<(), String> {
        match self.table.try_update(|table| table.play(action)) {
            Some(Ok(played)) => {
                self.say(&played.words);
                self.show(played);
                Ok(())
            }
            Some(Err(problem)) => Err(problem),
            None => Ok(()),
        }
    }

    /// Whether one may look at another point of the game: not before the last word on a turn, which would wait unseen.
    pub(super) fn may_travel(self) -> bool {
        if !self.is_elsewhere() {
            return true;
        }
        self.settle();
        let waits = self.phase.get_untracked() == Phase::Confirming;
        if waits {
            self.notice.set(Some(text().confirm_first.to_string()));
        }
        !waits
    }

    /// What follows an action in a game that is played elsewhere too. Whether it is one.
    pub(super) fn after_elsewhere(self, played: &Played) -> bool {
        if !self.is_elsewhere() {
            return false;
        }
        let own = self.contest.get_untracked().seat(played.actor) == Seat::Person;
        if own && played.flow != Flow::SameTurn {
            let several = self.table.with_untracked(|table| actions_of_turn(table) > 1);
            if several && settings().get_untracked().confirm {
                self.phase.set(Phase::Confirming);
            } else {
                self.hand_over();
            }
        }
        self.elsewhere.with_value(|owner| owner.as_ref().map(|owner| owner.arrived()));
        true
    }

    /// Hands the turn over, if the game is played elsewhere too.
    pub(super) fn hand_over(self) -> bool {
        self.elsewhere.with_value(|owner| owner.as_ref().map(|owner| owner.turn_made())).is_some()
    }
}

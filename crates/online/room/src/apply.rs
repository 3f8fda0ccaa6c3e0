//! Application of events.

use hexarium_kernel::{AnyMatch, Flow};
use hexarium_wire::{Entry, Event, Millis, Side};

use crate::{DecidedEvent, Offer, Room, Turn};

impl Room {
    /// Applies an event from the store or the network; a turn is validated by playing it. An event
    /// that is impossible in this room is an error and changes nothing.
    pub fn apply(&mut self, entry: Entry) -> Result<(), String> {
        self.check(&entry)?;
        let mover = Side::from(self.state.to_move());
        if let Event::Turn { actions, .. } = &entry.event {
            play_turn(&mut *self.state, actions)
                .map_err(|error| format!("game {}, event {}: {error}", self.header.id, entry.seq))?;
        }
        self.take(entry, mover);
        Ok(())
    }

    /// Applies an event that this room has just decided and returns its entry. A turn is not played
    /// again: the decision brought the resulting position.
    pub fn apply_decided(
        &mut self,
        decided: DecidedEvent,
        at: Millis,
        by: Option<String>,
        key: Option<String>,
    ) -> Result<Entry, String> {
        let DecidedEvent { event, seq, state } = decided;
        let entry = Entry { seq, at, by, key, event };
        self.check(&entry)?;
        let mover = Side::from(self.state.to_move());
        match (&entry.event, state) {
            (Event::Turn { .. }, Some(state)) => self.state = state,
            (Event::Turn { actions, .. }, None) => play_turn(&mut *self.state, actions)?,
            _ => {}
        }
        self.take(entry.clone(), mover);
        Ok(entry)
    }

    /// Checks that an event follows the last one and fits the stage of the game.
    fn check(&self, entry: &Entry) -> Result<(), String> {
        let problem = |what: String| Err(format!("game {}, event {}: {what}", self.header.id, entry.seq));
        if entry.seq != self.seq() + 1 {
            return problem(format!("expected event {}", self.seq() + 1));
        }
        let (started, over) = (self.participants.is_some(), self.is_over());
        let fits = match &entry.event {
            Event::Started(_) => !started && !over,
            Event::Ended { .. } => !over,
            Event::RematchOffered(_) | Event::RematchCreated(_) => started && over,
            _ => started && !over,
        };
        if !fits {
            return problem("impossible at this stage of the game".to_string());
        }
        match entry.event {
            Event::TakenBack(remaining) if remaining as usize >= self.turns.len() => {
                problem(format!("the game has only {} turns", self.turns.len()))
            }
            _ => Ok(()),
        }
    }

    /// Takes an event that was checked. A turn of `mover` has been played already.
    fn take(&mut self, entry: Entry, mover: Side) {
        let at = entry.at;
        match &entry.event {
            Event::Started(participants) => {
                self.participants = Some(participants.clone());
                self.turn_started = at;
            }
            Event::Turn { actions, time_left } => {
                self.turns.push(Turn { side: mover, actions: actions.clone(), at });
                *self.time_left.of_mut(mover) = *time_left;
                self.turn_started = at;
                self.offer = match self.offer {
                    Some(Offer::Draw(by)) if by == mover => Some(Offer::Draw(by)),
                    _ => None,
                };
            }
            &Event::DrawOffered(by) => {
                self.offer = Some(Offer::Draw(by));
                *self.draw_offered_at.of_mut(by) = Some(self.turns.len());
            }
            &Event::TakebackRequested(by) => self.offer = Some(Offer::Takeback(by)),
            Event::DrawDeclined(_) | Event::TakebackDeclined(_) => self.offer = None,
            &Event::TakenBack(remaining) => {
                let undone: Vec<_> = self.turns.drain(remaining as usize..).collect();
                for _ in undone.iter().flat_map(|turn| &turn.actions) {
                    self.state.undo();
                }
                self.offer = None;
                self.turn_started = at;
            }
            &Event::Ended { winner, cause } => {
                self.ended = Some((winner, cause, at));
                self.offer = None;
            }
            &Event::RematchOffered(by) => *self.rematch_offered.of_mut(by) = true,
            Event::RematchCreated(id) => self.next_game = Some(id.clone()),
        }
        self.entries.push(entry);
    }
}

/// Plays a whole turn. If the actions are not exactly one turn, nothing is played.
pub(crate) fn play_turn(state: &mut dyn AnyMatch, actions: &[String]) -> Result<(), String> {
    let mut played = 0;
    let mut problem = actions.is_empty().then(|| "A turn has at least one action.".to_string());
    for (number, action) in actions.iter().enumerate() {
        let is_last = number + 1 == actions.len();
        problem = match state.play(action) {
            Err(error) => Some(error.to_string()),
            Ok(flow) => {
                played += 1;
                match flow {
                    Flow::SameTurn if is_last => {
                        Some(format!("The turn continues after '{action}': send all of its actions at once."))
                    }
                    Flow::TurnOver | Flow::GameOver if !is_last => Some(format!("The turn was over after '{action}'.")),
                    _ => None,
                }
            }
        };
        if problem.is_some() {
            break;
        }
    }
    let Some(problem) = problem else { return Ok(()) };
    for _ in 0..played {
        state.undo();
    }
    Err(problem)
}

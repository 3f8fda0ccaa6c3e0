//! Events that have happened.

use hexarium_kernel::{AnyMatch, Flow};
use hexarium_wire::{Entry, Event, Side};

use crate::{Offer, Room, Turn};

impl Room {
    /// Takes an event that has happened. One that cannot have happened here is refused and changes nothing: then the events are not those of
    /// this game.
    pub fn apply(&mut self, entry: Entry) -> Result<(), String> {
        let problem = |what: String| format!("game {}, event {}: {what}", self.header.id, entry.seq);
        if entry.seq != self.seq() + 1 {
            return Err(problem(format!("expected event {}", self.seq() + 1)));
        }
        let started = self.sitters.is_some();
        let over = self.ending().is_some();
        let fits = match &entry.event {
            Event::Started(_) => !started && !over,
            Event::Ended { .. } => !over,
            Event::RematchOffered(_) | Event::Rematch(_) => started && over,
            _ => started && !over,
        };
        if !fits {
            return Err(problem("it does not fit where the game stands".to_string()));
        }
        let at = entry.at;
        match &entry.event {
            Event::Started(sitters) => {
                self.sitters = Some(sitters.clone());
                self.began = at;
            }
            Event::Turn { actions, left } => {
                let side = Side::from(self.state.to_move());
                self.state = after_turn(&*self.state, actions).map_err(problem)?;
                self.turns.push(Turn { side, actions: actions.clone(), at });
                *self.left.of_mut(side) = *left;
                self.began = at;
                self.offer = match self.offer {
                    Some(Offer::Draw(by)) if by == side => Some(Offer::Draw(by)),
                    _ => None,
                };
            }
            &Event::DrawOffered(by) => {
                self.offer = Some(Offer::Draw(by));
                *self.offered_at.of_mut(by) = Some(self.turns.len());
            }
            &Event::TakeBackAsked(by) => self.offer = Some(Offer::TakeBack(by)),
            Event::DrawDeclined(_) | Event::TakeBackDeclined(_) => self.offer = None,
            &Event::TakenBack(kept) => {
                if kept as usize >= self.turns.len() {
                    return Err(problem(format!("there are only {} turns", self.turns.len())));
                }
                let actions: usize = self.turns[kept as usize..].iter().map(|turn| turn.actions.len()).sum();
                self.turns.truncate(kept as usize);
                for _ in 0..actions {
                    self.state.undo();
                }
                self.offer = None;
                self.began = at;
            }
            &Event::Ended { winner, cause } => {
                self.ended = Some((winner, cause, at));
                self.offer = None;
            }
            &Event::RematchOffered(by) => *self.rematch_offered.of_mut(by) = true,
            Event::Rematch(id) => self.next = Some(id.clone()),
        }
        self.entries.push(entry);
        Ok(())
    }
}

/// The game after a whole turn, or why these actions are not one.
pub(crate) fn after_turn(state: &dyn AnyMatch, actions: &[String]) -> Result<Box<dyn AnyMatch>, String> {
    let mut state = state.copy();
    let Some((last, before)) = actions.split_last() else {
        return Err("a turn without an action".to_string());
    };
    for action in before {
        if state.play(action).map_err(|e| e.to_string())? != Flow::SameTurn {
            return Err(format!("the turn was over after '{action}'"));
        }
    }
    match state.play(last).map_err(|e| e.to_string())? {
        Flow::SameTurn => Err(format!("the turn goes on after '{last}': send all of its actions at once")),
        Flow::TurnOver | Flow::GameOver => Ok(state),
    }
}

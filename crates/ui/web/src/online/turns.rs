//! A turn on its way to the server: it is kept here until the server says that it has it, and sent again after every interruption.

use hexarium_room::Room;
use hexarium_wire::{ClientMessage, GameCommand};
use leptos::prelude::*;

use super::Online;
use crate::browser;
use crate::messages::{fill, text};

/// A turn of which the server has not said that it has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pending {
    /// The word under which it is sent, however often.
    pub(super) key: String,
    /// The number of turns before it.
    pub(super) number: u32,
    pub(super) actions: Vec<String>,
}

/// A word that nobody has used before.
pub(super) fn fresh_key() -> String {
    format!("{:08x}{:08x}{:08x}", browser::dice(), browser::dice(), browser::dice())
}

fn name(game: &str) -> String {
    format!("pending.{game}")
}

/// The turn in a game that was made here and on its way when the page was left.
pub(super) fn kept(game: &str) -> Option<Pending> {
    let (key, number, actions) = serde_json::from_str(&browser::kept(&name(game))?).ok()?;
    Some(Pending { key, number, actions })
}

impl Online {
    /// The turn that has just been made at the board is sent.
    pub(super) fn send_turn(self) {
        let Some(game) = self.visited.get_untracked() else { return };
        let known = self.shown.with_value(Vec::len);
        let actions = self.sitting.table.with_untracked(|table| table.actions());
        let actions = actions.get(known..).unwrap_or_default().to_vec();
        let number = self.room.with_untracked(|room| room.as_ref().map_or(0, |room| room.turns().len() as u32));
        self.shown.update_value(|shown| shown.extend(actions.iter().cloned()));
        let pending = Pending { key: fresh_key(), number, actions };
        // Where there is no room to keep it, it is still sent.
        let Pending { key, number, actions } = &pending;
        browser::keep(&name(&game), &serde_json::to_string(&(key, number, actions)).unwrap_or_default());
        self.pending.set(Some(pending));
        self.send_again();
    }

    /// Sends the turn that the server may not have.
    pub(super) fn send_again(self) {
        let (Some(game), Some(Pending { key, number, actions })) =
            (self.visited.get_untracked(), self.pending.get_untracked())
        else {
            return;
        };
        self.say(&ClientMessage::Command { game, key, command: GameCommand::Turn { number, actions } });
    }

    /// The server has what was sent under a key.
    pub(super) fn turn_done(self, key: &str) {
        if self.pending.with_untracked(|pending| pending.as_ref().is_some_and(|pending| pending.key == key)) {
            // It stays on the board as pending until the event that it became has arrived, which may be on its way.
            self.forget_pending();
            let arrived = self.room.with_untracked(|room| room.as_ref().is_some_and(|room| has(room, key)));
            if arrived {
                self.pending.set(None);
            } else {
                self.visit();
            }
        }
    }

    /// The server does not want what was sent under a key.
    pub(super) fn turn_refused(self, key: &str, reason: &str) {
        if self.pending.with_untracked(|pending| pending.as_ref().is_some_and(|pending| pending.key == key)) {
            self.forget_pending();
            self.pending.set(None);
            self.show(false);
            let words = fill(text().turn_refused, &[("reason", reason)]);
            self.sitting.say(&words);
            self.sitting.notice.set(Some(words));
        }
    }

    /// A turn that has become an event is not on its way any more.
    pub(super) fn recognise_turns(self) {
        let Some(pending) = self.pending.get_untracked() else { return };
        if self.room.with_untracked(|room| room.as_ref().is_some_and(|room| has(room, &pending.key))) {
            self.forget_pending();
            self.pending.set(None);
        }
    }

    fn forget_pending(self) {
        if let Some(game) = self.visited.get_untracked() {
            browser::forget(&name(&game));
        }
    }
}

/// Whether something that was sent under a key has happened.
fn has(room: &Room, key: &str) -> bool {
    room.entries().iter().rev().any(|entry| entry.key.as_deref() == Some(key))
}

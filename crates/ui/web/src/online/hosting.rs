//! An engine that was invited by whoever is in front of this browser, and thinks here.

use hexarium_kernel::Flow;
use hexarium_room::Room;
use hexarium_session::GameSession;
use hexarium_wire::{ClientMessage, EngineLocation, EngineSeat, GameCommand, Participant};
use leptos::prelude::*;

use super::showing::table_of;
use super::{Online, turns};
use crate::engine::{Engine, colour};
use crate::messages::{fill, text};
use crate::sitting::standing;

/// What the engine thinks about or has thought of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Analysis {
    /// The number of turns before the one that is thought about.
    number: u32,
    /// The word under which the turn is sent.
    key: String,
    /// The whole turn, once it is found.
    actions: Option<Vec<String>>,
}

impl Online {
    /// Lets the engine think, if one is to move that thinks here; a turn that it has found is sent again.
    pub(super) fn think(self) {
        let me = self.me.get_untracked().map(|me| me.id);
        let task = self.room.with_untracked(|room| {
            let room = room.as_ref()?;
            let Participant::Engine(EngineSeat { level, location: EngineLocation::Browser }) =
                *room.participants()?.of(room.to_move()?)
            else {
                return None;
            };
            let hosts = me.as_deref() == Some(&*room.header().host);
            hosts.then(|| (level, room.turns().len() as u32, actions_of(room)))
        });
        let Some((level, number, actions)) = task else { return self.stop_thinking() };
        match self.thought.get_value() {
            Some(thought) if thought.number == number => return self.send_thought(thought),
            _ => {}
        }
        let table = self.room.with_untracked(|room| table_of(room.as_ref()?, &actions));
        let Some(Ok(table)) = table else { return };
        self.thought.set_value(Some(Analysis { number, key: turns::fresh_key(), actions: None }));
        self.think_on(table, level, number, Vec::new());
    }

    /// Looks for the next action of a turn.
    fn think_on(self, mut table: GameSession, level: u8, number: u32, mut actions: Vec<String>) {
        let at = standing(&table);
        let player = colour(table.game(), table.state().to_move());
        let then = move |answer: Result<String, String>| {
            let current = self.thought.with_value(|thought| thought.as_ref().is_some_and(|t| t.number == number));
            if !current {
                return;
            }
            let played = answer.and_then(|action| {
                let flow = table.play(&action)?.flow;
                actions.push(action);
                Ok(flow)
            });
            match played {
                Ok(Flow::SameTurn) => self.think_on(table, level, number, actions),
                Ok(_) => {
                    self.thought.update_value(|thought| {
                        if let Some(thought) = thought {
                            thought.actions = Some(actions);
                        }
                    });
                    if let Some(thought) = self.thought.get_value() {
                        self.send_thought(thought);
                    }
                }
                Err(problem) => {
                    self.thought.set_value(None);
                    self.sitting.notice.set(Some(fill(text().engine_failed, &[("reason", &problem)])));
                }
            }
        };
        self.engine.with_value(|engine| engine.choose(&at, &player, level, then));
    }

    fn send_thought(self, thought: Analysis) {
        if let (Some(game), Some(actions)) = (self.visited.get_untracked(), thought.actions) {
            self.say(&ClientMessage::Command {
                game,
                key: thought.key,
                command: GameCommand::Turn { number: thought.number, actions },
            });
        }
    }

    pub(super) fn stop_thinking(self) {
        self.thought.set_value(None);
        self.engine.with_value(Engine::stop);
    }
}

fn actions_of(room: &Room) -> Vec<String> {
    room.turns().iter().flat_map(|turn| turn.actions.iter().cloned()).collect()
}

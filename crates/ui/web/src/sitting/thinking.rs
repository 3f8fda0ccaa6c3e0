//! The engine's turns.

use hexarium_session::GameSession;
use leptos::prelude::*;

use super::{Phase, Seat, Sitting};
use crate::engine::{Standing, colour};
use crate::messages::{fill, text};

impl Sitting {
    /// Lets the engine act where the game stands, if it is the engine's turn.
    pub(crate) fn let_engine_act(self) {
        let Some((level, player, standing)) = self.table.with_untracked(|table| {
            let player = table.state().to_move();
            match self.contest.get_untracked().seat(player) {
                Seat::Level(level) if table.ending().is_none() => {
                    Some((level, colour(table.game(), player), standing(table)))
                }
                _ => None,
            }
        }) else {
            return;
        };
        let round = self.next_round();
        self.phase.set(Phase::Thinking);
        let then = move |answer: Result<String, String>| {
            if self.round.get_value() != round {
                return;
            }
            match answer {
                Ok(action) => self.act(&action),
                Err(problem) => {
                    self.phase.set(Phase::Idle);
                    self.notice.set(Some(fill(text().engine_failed, &[("reason", &problem)])));
                }
            }
        };
        self.opponent.with_value(|engine| engine.choose(&standing, &player, level, then));
    }
}

/// Where the game stands, for the engine.
pub(crate) fn standing(table: &GameSession) -> Standing {
    let game = table.game();
    let actors = table.state().actors();
    let actions = table.actions();
    Standing {
        game: game.canonical_id(),
        setup: table.start_position(),
        actions: actors.into_iter().map(|player| colour(game, player)).zip(actions).collect(),
    }
}

//! The replay of a game, to count its events.

use std::collections::{BTreeMap, BTreeSet};

use hexarium_kernel::{AnyGame, Flow};

use super::Event;
use crate::PlayedGame;

/// The events of a game.
#[derive(Default)]
pub(super) struct Replay {
    /// The number of actions of each kind.
    pub(super) kinds: BTreeMap<&'static str, u64>,
    /// The number of events of each kind.
    pub(super) events: BTreeMap<&'static str, u64>,
    /// Turns with more than one action.
    pub(super) multi_action_turns: u64,
    /// Actions beyond the first of their turn.
    pub(super) extra_actions: u64,
    /// Turns that repeated an earlier position.
    pub(super) repeats: u64,
    /// Finished turns.
    pub(super) turns: u64,
}

impl Replay {
    /// Replays a game, up to its first illegal action if there is one.
    pub(super) fn of(game: &dyn AnyGame, played: &PlayedGame) -> Self {
        let mut replay = Self::default();
        let mut state = game.start();
        let mut seen = BTreeSet::from([state.key()]);
        let mut in_turn = 0;
        for action in &played.actions {
            let (Ok(kind), Ok(animation)) = (state.kind(action), state.animation(action)) else { break };
            *replay.kinds.entry(kind).or_default() += 1;
            for event in animation.iter().flatten().filter_map(Event::of) {
                *replay.events.entry(event.label()).or_default() += 1;
            }
            let Ok(flow) = state.play(action) else { break };
            in_turn += 1;
            if flow != Flow::SameTurn {
                replay.turns += 1;
                replay.multi_action_turns += u64::from(in_turn > 1);
                replay.extra_actions += in_turn - 1;
                replay.repeats += u64::from(!seen.insert(state.key()));
                in_turn = 0;
            }
        }
        replay
    }
}

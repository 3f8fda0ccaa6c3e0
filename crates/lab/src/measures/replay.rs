//! A game played through again, to see what happened in it.

use std::collections::{BTreeMap, BTreeSet};

use hexarium_kernel::{AnyGame, Flow};

use super::Event;
use crate::Played;

/// What happened in a game.
#[derive(Default)]
pub(super) struct Replay {
    /// How often each kind of action.
    pub(super) kinds: BTreeMap<&'static str, u64>,
    /// How often each event.
    pub(super) events: BTreeMap<&'static str, u64>,
    /// Turns with more than one action.
    pub(super) long_turns: u64,
    /// Actions beyond the first of their turn.
    pub(super) more_actions: u64,
    /// Turns that led to a position that had stood before.
    pub(super) repeats: u64,
    /// Turns that were finished.
    pub(super) turns: u64,
}

impl Replay {
    /// Plays a game through; one that the rules do not allow is seen up to there.
    pub(super) fn of(game: &dyn AnyGame, played: &Played) -> Self {
        let mut replay = Self::default();
        let mut state = game.start();
        let mut seen = BTreeSet::from([state.key()]);
        let mut in_turn = 0;
        for action in &played.actions {
            let (Ok(kind), Ok(story)) = (state.kind(action), state.story(action)) else { break };
            *replay.kinds.entry(kind).or_default() += 1;
            for event in story.iter().flatten().filter_map(Event::of) {
                *replay.events.entry(event.words()).or_default() += 1;
            }
            let Ok(flow) = state.play(action) else { break };
            in_turn += 1;
            if flow != Flow::SameTurn {
                replay.turns += 1;
                replay.long_turns += u64::from(in_turn > 1);
                replay.more_actions += in_turn - 1;
                replay.repeats += u64::from(!seen.insert(state.key()));
                in_turn = 0;
            }
        }
        replay
    }
}

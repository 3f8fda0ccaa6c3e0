//! The rules of a game, as engines see them.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{NoHistory, Outcome, Player, Rng, can_act, random_legal_action};

/// The rules of a configured game: `self` holds the options and precomputed tables, the state everything on the table.
///
/// A turn is one or more **actions** by the same player. After each action, [`Rules::apply`] says whether the same turn goes on
/// ([`Flow::SameTurn`]), the turn is over, or the game. An action is legal when it is a candidate and the turn can still be
/// completed after it; that look-ahead, and everything that depends on earlier turns (repetition, turn limits), is done by
/// [`History`](crate::History) for all games, from what [`Rules::repetition`] and [`Rules::turn_limit`] declare.
///
/// ```
/// use hexarium_kernel::*;
///
/// /// Two players in turn take one or two of ten matches; who takes the last one wins.
/// struct Nim;
///
/// impl Rules for Nim {
///     type State = (u8, Player);
///     type Action = u8;
///     type Memory = ();
///
///     fn start(&self) -> Self::State {
///         (10, Player::First)
///     }
///     fn pseudo_legal_actions(&self, state: &Self::State, out: &mut Vec<u8>) {
///         out.extend(1..=state.0.min(2));
///     }
///     fn apply(&self, state: &mut Self::State, _: &mut (), take: u8) -> Flow {
///         *state = (state.0 - take, state.1.other());
///         if state.0 == 0 { Flow::GameOver } else { Flow::TurnOver }
///     }
///     fn to_move(&self, state: &Self::State) -> Player {
///         state.1
///     }
///     fn outcome(&self, state: &Self::State) -> Option<Outcome> {
///         (state.0 == 0).then(|| Outcome::win(state.1.other(), "last match"))
///     }
///     fn key(&self, state: &Self::State) -> u64 {
///         mix(u64::from(state.0) * 2 + state.1.index() as u64)
///     }
/// }
///
/// let mut game = Match::new(std::sync::Arc::new(Nim));
/// while let Some(&action) = game.legal_actions().last() {
///     game.play(action).unwrap();
/// }
/// assert_eq!(game.outcome().unwrap().winner, Some(Player::First));
/// ```
pub trait Rules: Send + Sync + Sized + 'static {
    /// Everything on the table, sub-turn included: a small plain value without history. Two states are equal exactly when the
    /// same things stand in the same places and the same player may do the same.
    type State: Copy + Eq + Hash + Debug + Send + Sync;

    /// The smallest decision of a player.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;

    /// What a turn remembers of its own earlier actions, where that matters for how it goes on; `()` for most games.
    /// A position set up by hand starts with a fresh one.
    type Memory: Clone + Debug + Default + Send + Sync;

    /// The state at the start of the game.
    fn start(&self) -> Self::State;

    /// The memory of a turn of which nothing is known but the state.
    fn fresh_memory(&self, _state: &Self::State) -> Self::Memory {
        Self::Memory::default()
    }

    /// Adds every action that the rules about one action allow; called only while the game goes on. No action comes twice.
    fn pseudo_legal_actions(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// Whether an action is a candidate, for games that can tell faster than by listing them all; called only while the game goes on.
    fn is_pseudo_legal(&self, state: &Self::State, action: Self::Action) -> bool {
        let mut pseudo_legal_actions = Vec::new();
        self.pseudo_legal_actions(state, &mut pseudo_legal_actions);
        pseudo_legal_actions.contains(&action)
    }

    /// Carries out a candidate. After a turn (or the game) is over, the other player is to move at the start of a turn and the memory is fresh.
    fn apply(&self, state: &mut Self::State, memory: &mut Self::Memory, action: Self::Action) -> Flow;

    /// Whose action it is.
    fn to_move(&self, state: &Self::State) -> Player;

    /// The result, if the board alone decides it.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// A hash of the whole state, side and sub-turn included, at hand at once: a Zobrist key that [`Rules::apply`] keeps up to
    /// date, or, where the whole state is two or three words, those words mixed.
    fn key(&self, state: &Self::State) -> u64;

    /// What happens when a position comes back.
    fn repetition(&self) -> Repetition {
        Repetition::Free
    }

    /// What must be equal for a position to have come back, at the start of a turn. Includes the player to move.
    fn repetition_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// Whether the state is one between turns; false in the middle of a turn.
    fn is_turn_start(&self, _state: &Self::State) -> bool {
        true
    }

    /// The number of the turn after whose end the game is drawn.
    fn turn_limit(&self) -> Option<u32> {
        None
    }

    /// Whether a turn, once begun with any candidate, can always be completed (as far as the state decides it). Games whose
    /// turns carry a duty say `false`, and [`History`](crate::History) looks ahead.
    fn turns_always_finish(&self) -> bool {
        true
    }

    /// Whether the turn under way in this state can be completed, for games that can tell faster than by trying;
    /// `None` means "try". Only the state counts here, repetition is looked at elsewhere.
    fn can_finish(&self, _state: &Self::State) -> Option<bool> {
        None
    }

    /// A candidate that is known without listing them all and hardly ever forbidden by history: tried first where the question
    /// is only whether there is a legal action.
    fn likely_legal_action(&self, _state: &Self::State) -> Option<Self::Action> {
        None
    }

    /// Whether a player can ever be without a legal turn. Where turns always finish and no position is forbidden, that takes a board
    /// with no candidate at all: a game that has such boards says so here.
    fn can_lack_legal_action(&self) -> bool {
        !self.turns_always_finish() || self.repetition() == Repetition::Forbidden
    }

    /// The result when the player to move has no legal action: a loss.
    fn no_legal_action(&self, state: &Self::State) -> Outcome {
        Outcome { winner: Some(self.to_move(state).other()), cause: crate::Cause::NoLegalTurn }
    }

    /// A uniformly random legal action (repetition aside), or `None` when there is none. `buffer` is scratch space.
    fn random_action(
        &self,
        state: &Self::State,
        rng: &mut Rng,
        buffer: &mut Vec<Self::Action>,
    ) -> Option<Self::Action> {
        random_legal_action(self, &NoHistory, state, &self.fresh_memory(state), rng, buffer)
    }

    /// Plays random actions to the end (repetition and turn limit aside; after `limit` actions it is a draw) and returns the winner. A game may know a quicker way to draw from
    /// the same distribution of winners.
    fn rollout(&self, state: &Self::State, memory: &Self::Memory, rng: &mut Rng, limit: u32) -> Option<Player> {
        play_out(self, state, memory, rng, limit)
    }

    /// A number of actions that no random game from the start exceeds in practice; the laws hold every random game to it.
    fn length_bound(&self) -> usize {
        self.turn_limit().map_or(10_000, |turns| 40 * turns as usize)
    }

    /// Whether the state has a legal action, repetition aside.
    fn has_action(&self, state: &Self::State) -> bool {
        can_act(self, &NoHistory, state, &self.fresh_memory(state))
    }
}

/// The winner after random actions, one by one: what [`Rules::rollout`] is unless a game knows better.
pub fn play_out<R: Rules>(
    rules: &R,
    state: &R::State,
    memory: &R::Memory,
    rng: &mut Rng,
    limit: u32,
) -> Option<Player> {
    let (mut state, mut memory) = (*state, memory.clone());
    if let Some(outcome) = rules.outcome(&state) {
        return outcome.winner;
    }
    let mut buffer = Vec::new();
    for _ in 0..limit {
        let Some(action) = rules.random_action(&state, rng, &mut buffer) else {
            return rules.no_legal_action(&state).winner;
        };
        if rules.apply(&mut state, &mut memory, action) == Flow::GameOver {
            return rules.outcome(&state).and_then(|o| o.winner);
        }
    }
    None
}

/// What an action does to the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flow {
    /// The same player goes on with the same turn.
    SameTurn,
    /// The turn is over, the other player is to move.
    TurnOver,
    /// The game is over: [`Rules::outcome`] says how.
    GameOver,
}

/// What happens when a position comes back at the start of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// Nothing, or it cannot.
    Free,
    /// A player may not end a turn in a position that the same player has ended a turn in before.
    Forbidden,
    /// At this occurrence, the first included, the game is drawn.
    DrawnAt(u32),
}

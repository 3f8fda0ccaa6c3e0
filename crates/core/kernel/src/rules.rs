//! The rules of a game.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{NoHistory, Outcome, PerPlayer, Player, Rng, can_act, random_legal_action};

/// The rules of a configured game: `self` holds the options and precomputed tables, the state
/// everything on the board.
///
/// A turn is one or more **actions** by the same player. [`Rules::apply`] returns whether the turn
/// continues ([`Flow::SameTurn`]), the turn is over, or the game is over. An action is legal if it
/// is pseudo-legal and the turn can still be completed after it. That look-ahead, and everything
/// that depends on earlier turns (repetition, turn limits), is done by [`History`](crate::History)
/// for all games, from what [`Rules::repetition`] and [`Rules::turn_limit`] declare.
///
/// ```
/// use hexarium_kernel::*;
///
/// /// Players in turn take one or two of ten matches. The player who takes the last one wins.
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
    /// Everything on the board and the rest of the turn: a small value without history. Two states
    /// are equal if and only if the same player has the same pieces and the same choices.
    type State: Copy + Eq + Hash + Debug + Send + Sync;

    /// The smallest decision of a player.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;

    /// Data about the earlier actions of the current turn that its continuation depends on; `()`
    /// for most games. A position entered as text starts with fresh memory.
    type Memory: Clone + Debug + Default + Send + Sync;

    /// Returns the state at the start of the game.
    fn start(&self) -> Self::State;

    /// Returns the memory of a turn whose earlier actions are unknown.
    fn fresh_memory(&self, _state: &Self::State) -> Self::Memory {
        Self::Memory::default()
    }

    /// Adds every action that the rules about single actions allow, each once. Called only while
    /// the game is in progress.
    fn pseudo_legal_actions(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// Whether an action is pseudo-legal, for games that can test it faster than by listing all.
    /// Called only while the game is in progress.
    fn is_pseudo_legal(&self, state: &Self::State, action: Self::Action) -> bool {
        let mut pseudo_legal_actions = Vec::new();
        self.pseudo_legal_actions(state, &mut pseudo_legal_actions);
        pseudo_legal_actions.contains(&action)
    }

    /// Applies a pseudo-legal action. When the turn or the game is over, the other player is to
    /// move at the start of a turn, and the memory is fresh.
    fn apply(&self, state: &mut Self::State, memory: &mut Self::Memory, action: Self::Action) -> Flow;

    /// Returns the side to move.
    fn to_move(&self, state: &Self::State) -> Player;

    /// Returns the result, if the state alone decides it.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Returns the points of each player, in games that are decided by points.
    fn points(&self, _state: &Self::State) -> Option<PerPlayer<u32>> {
        None
    }

    /// Returns a hash of the whole state, including the side to move and the rest of the turn: a
    /// Zobrist key that [`Rules::apply`] updates, or, for a state of two or three words, those
    /// words mixed.
    fn key(&self, state: &Self::State) -> u64;

    /// Returns the rule about repeated positions.
    fn repetition(&self) -> Repetition {
        Repetition::Free
    }

    /// Returns a hash of everything that must be equal for a position to be repeated, at the start
    /// of a turn. Includes the side to move.
    fn repetition_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// Whether the state is between turns; `false` in the middle of a turn.
    fn is_turn_start(&self, _state: &Self::State) -> bool {
        true
    }

    /// Returns the number of turns after which the game is drawn.
    fn turn_limit(&self) -> Option<u32> {
        None
    }

    /// Whether a turn that begins with any pseudo-legal action can always be completed, repetition
    /// aside. Games whose turns have an obligation return `false`, and
    /// [`History`](crate::History) looks ahead.
    fn turns_always_finish(&self) -> bool {
        true
    }

    /// Whether the current turn can be completed, repetition aside, for games that can test it
    /// faster than by search; `None` means unknown.
    fn can_finish(&self, _state: &Self::State) -> Option<bool> {
        None
    }

    /// Returns a pseudo-legal action that is found without listing all and rarely forbidden by
    /// history. It is tried first to find out whether there is a legal action.
    fn likely_legal_action(&self, _state: &Self::State) -> Option<Self::Action> {
        None
    }

    /// Whether a player can ever lack a legal turn. If turns always finish and no position is
    /// forbidden, that takes a state without any pseudo-legal action; a game that has such states
    /// returns `true`.
    fn can_lack_legal_action(&self) -> bool {
        !self.turns_always_finish() || self.repetition() == Repetition::Forbidden
    }

    /// Returns the result if the player to move has no legal action: a loss.
    fn no_legal_action(&self, state: &Self::State) -> Outcome {
        Outcome { winner: Some(self.to_move(state).other()), cause: crate::Cause::NoLegalTurn }
    }

    /// Returns a uniformly random legal action, repetition aside, or `None` if there is none.
    /// `buffer` is scratch space.
    fn random_action(
        &self,
        state: &Self::State,
        rng: &mut Rng,
        buffer: &mut Vec<Self::Action>,
    ) -> Option<Self::Action> {
        random_legal_action(self, &NoHistory, state, &self.fresh_memory(state), rng, buffer)
    }

    /// Plays random actions to the end and returns the winner. Repetition and turn limit are
    /// ignored; after `limit` actions it is a draw. A game may override it with a faster way to
    /// sample from the same distribution of winners.
    fn rollout(&self, state: &Self::State, memory: &Self::Memory, rng: &mut Rng, limit: u32) -> Option<Player> {
        play_out(self, state, memory, rng, limit)
    }

    /// Returns a number of actions that no random game from the start exceeds in practice, which
    /// the conformance tests check.
    fn length_bound(&self) -> usize {
        self.turn_limit().map_or(10_000, |turns| 40 * turns as usize)
    }

    /// Whether the state has a legal action, repetition aside.
    fn has_action(&self, state: &Self::State) -> bool {
        can_act(self, &NoHistory, state, &self.fresh_memory(state))
    }
}

/// Returns the winner after random actions, one by one: the default of [`Rules::rollout`].
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

/// The effect of an action on the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flow {
    /// The same player continues the turn.
    SameTurn,
    /// The turn is over, the other player is to move.
    TurnOver,
    /// The game is over: [`Rules::outcome`] returns the result.
    GameOver,
}

/// The rule about positions that are repeated at the start of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// Repetition is allowed, or impossible.
    Free,
    /// A player may not end a turn in a position that the same player has ended a turn in before.
    Forbidden,
    /// At this occurrence, counting the first, the game is drawn.
    DrawnAt(u32),
}

//! The history of a game: repetition, turn limits, and the look-ahead by which every turn can be
//! completed.

use crate::{Cause, Flow, Outcome, Repetition, Rng, Rules};

/// The restrictions by earlier turns.
pub trait RepetitionCheck<R: Rules> {
    /// Whether a turn may end in this state, which is between turns.
    fn may_end(&self, rules: &R, state: &R::State) -> bool;

    /// Whether [`RepetitionCheck::may_end`] can ever return `false`.
    fn ever_forbids(&self, rules: &R) -> bool;
}

/// An empty history: nothing is repeated.
#[derive(Clone, Copy, Debug)]
pub struct NoHistory;

impl<R: Rules> RepetitionCheck<R> for NoHistory {
    fn may_end(&self, _: &R, _: &R::State) -> bool {
        true
    }
    fn ever_forbids(&self, _: &R) -> bool {
        false
    }
}

/// The positions between turns so far. Keys have 64 bits: two positions of a game have the same key
/// by accident about once in 10¹⁵ games.
///
/// ```
/// use hexarium_kernel::*;
///
/// /// The players in turn swing a pendulum, and nothing else ever happens.
/// struct Pendulum;
///
/// impl Rules for Pendulum {
///     type State = Player;
///     type Action = ();
///     type Memory = ();
///
///     fn start(&self) -> Player {
///         Player::First
///     }
///     fn pseudo_legal_actions(&self, _: &Player, out: &mut Vec<()>) {
///         out.push(());
///     }
///     fn apply(&self, to_move: &mut Player, _: &mut (), _: ()) -> Flow {
///         *to_move = to_move.other();
///         Flow::TurnOver
///     }
///     fn to_move(&self, to_move: &Player) -> Player {
///         *to_move
///     }
///     fn outcome(&self, _: &Player) -> Option<Outcome> {
///         None
///     }
///     fn key(&self, to_move: &Player) -> u64 {
///         mix(to_move.index() as u64)
///     }
///     fn repetition(&self) -> Repetition {
///         Repetition::DrawnAt(3)
///     }
/// }
///
/// // The game declares the rule; the history applies it.
/// let mut game = Match::new(std::sync::Arc::new(Pendulum));
/// while game.outcome().is_none() {
///     game.play(()).unwrap();
/// }
/// assert_eq!(game.outcome().unwrap().cause, Cause::Repetition);
/// // The start was the first occurrence.
/// assert_eq!(game.history().count(&Pendulum, game.state()), 3);
/// assert_eq!(game.turn(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct History {
    keys: Vec<u64>,
    turn: u32,
}

impl History {
    /// Creates the history of a game that starts in this state. A state between turns counts as
    /// made by the player who is not to move.
    pub fn new<R: Rules>(rules: &R, start: &R::State) -> Self {
        let mut path = Self { keys: Vec::new(), turn: 1 };
        if Self::counts(rules, start) {
            path.keys.push(rules.repetition_key(start));
        }
        path
    }

    /// A forbidden repetition compares boards only, so there the start counts whatever the rest of
    /// its turn.
    fn counts<R: Rules>(rules: &R, start: &R::State) -> bool {
        match rules.repetition() {
            Repetition::Free => false,
            Repetition::Forbidden => true,
            Repetition::DrawnAt(_) => rules.is_turn_start(start),
        }
    }

    /// Returns the number of the current turn, from 1.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Returns how often a state between turns has occurred.
    pub fn count<R: Rules>(&self, rules: &R, state: &R::State) -> usize {
        let key = rules.repetition_key(state);
        self.keys.iter().filter(|&&k| k == key).count()
    }

    /// Records the end of a turn, and returns the result if the history decides the game.
    pub fn end_turn<R: Rules>(&mut self, rules: &R, state: &R::State) -> Option<Outcome> {
        let drawn = |cause| Some(Outcome { winner: None, cause });
        let repetition = rules.repetition();
        if repetition != Repetition::Free {
            self.keys.push(rules.repetition_key(state));
        }
        if let Repetition::DrawnAt(times) = repetition
            && self.count(rules, state) >= times as usize
        {
            return drawn(Cause::Repetition);
        }
        if rules.turn_limit().is_some_and(|limit| self.turn >= limit) {
            return drawn(Cause::TurnLimit);
        }
        None
    }

    /// Records the start of the next turn.
    pub fn begin_turn(&mut self) {
        self.turn += 1;
    }

    /// Returns a mark for [`History::undo_to`].
    pub(crate) fn undo_point(&self) -> (usize, u32) {
        (self.keys.len(), self.turn)
    }

    /// Removes everything since the mark.
    pub(crate) fn undo_to(&mut self, (keys, turn): (usize, u32)) {
        self.keys.truncate(keys);
        self.turn = turn;
    }
}

impl<R: Rules> RepetitionCheck<R> for History {
    fn may_end(&self, rules: &R, state: &R::State) -> bool {
        rules.repetition() != Repetition::Forbidden || {
            let key = rules.repetition_key(state);
            !self.keys.contains(&key)
        }
    }
    fn ever_forbids(&self, rules: &R) -> bool {
        rules.repetition() == Repetition::Forbidden
    }
}

/// Fills `out` with the legal actions: the pseudo-legal actions after which the turn can still be
/// completed.
pub fn legal_actions<R: Rules>(
    rules: &R,
    history: &impl RepetitionCheck<R>,
    state: &R::State,
    memory: &R::Memory,
    out: &mut Vec<R::Action>,
) {
    out.clear();
    rules.pseudo_legal_actions(state, out);
    if looks_ahead(rules, history) {
        out.retain(|&action| completes(rules, history, state, memory, action));
    }
}

/// Whether an action is legal. Does not list all actions if the game has a faster test.
pub fn is_legal<R: Rules>(
    rules: &R,
    history: &impl RepetitionCheck<R>,
    state: &R::State,
    memory: &R::Memory,
    action: R::Action,
) -> bool {
    rules.is_pseudo_legal(state, action)
        && (!looks_ahead(rules, history) || completes(rules, history, state, memory, action))
}

/// Whether there is a legal action.
pub fn can_act<R: Rules>(rules: &R, history: &impl RepetitionCheck<R>, state: &R::State, memory: &R::Memory) -> bool {
    if !history.ever_forbids(rules)
        && let Some(answer) = rules.can_finish(state)
    {
        return answer;
    }
    if let Some(action) = rules.likely_legal_action(state)
        && (!looks_ahead(rules, history) || completes(rules, history, state, memory, action))
    {
        return true;
    }
    let mut pseudo_legal_actions = Vec::new();
    rules.pseudo_legal_actions(state, &mut pseudo_legal_actions);
    if looks_ahead(rules, history) {
        pseudo_legal_actions.iter().any(|&action| completes(rules, history, state, memory, action))
    } else {
        !pseudo_legal_actions.is_empty()
    }
}

/// Returns a uniformly random legal action, by sampling pseudo-legal actions until one is legal.
pub fn random_legal_action<R: Rules>(
    rules: &R,
    history: &impl RepetitionCheck<R>,
    state: &R::State,
    memory: &R::Memory,
    rng: &mut Rng,
    buffer: &mut Vec<R::Action>,
) -> Option<R::Action> {
    buffer.clear();
    rules.pseudo_legal_actions(state, buffer);
    let looks_ahead = looks_ahead(rules, history);
    while !buffer.is_empty() {
        let action = buffer.swap_remove(rng.below(buffer.len()));
        if !looks_ahead || completes(rules, history, state, memory, action) {
            return Some(action);
        }
    }
    None
}

/// Plays a uniformly random legal action and returns it, or `None` if there is none.
pub fn play_random<R: Rules>(
    rules: &R,
    history: &impl RepetitionCheck<R>,
    state: &mut R::State,
    memory: &mut R::Memory,
    rng: &mut Rng,
    buffer: &mut Vec<R::Action>,
) -> Option<(R::Action, Flow)> {
    if !history.ever_forbids(rules) {
        let action = rules.random_action(state, rng, buffer)?;
        return Some((action, rules.apply(state, memory, action)));
    }
    // Games draw quickest without listing, and history forbids so little that one draw nearly
    // always does.
    for _ in 0..4 {
        let action = rules.random_action(state, rng, buffer)?;
        let (mut next, mut next_memory) = (*state, memory.clone());
        let flow = rules.apply(&mut next, &mut next_memory, action);
        if may_stand(rules, history, &next, &next_memory, flow) {
            (*state, *memory) = (next, next_memory);
            return Some((action, flow));
        }
    }
    let action = random_legal_action(rules, history, state, memory, rng, buffer)?;
    Some((action, rules.apply(state, memory, action)))
}

fn looks_ahead<R: Rules>(rules: &R, history: &impl RepetitionCheck<R>) -> bool {
    !rules.turns_always_finish() || history.ever_forbids(rules)
}

/// Whether the turn can be completed after this pseudo-legal action.
fn completes<R: Rules>(
    rules: &R,
    history: &impl RepetitionCheck<R>,
    state: &R::State,
    memory: &R::Memory,
    action: R::Action,
) -> bool {
    let (mut state, mut memory) = (*state, memory.clone());
    let flow = rules.apply(&mut state, &mut memory, action);
    may_stand(rules, history, &state, &memory, flow)
}

/// Whether the turn has ended in the state after an action, or can be completed from there.
fn may_stand<R: Rules>(
    rules: &R,
    history: &impl RepetitionCheck<R>,
    state: &R::State,
    memory: &R::Memory,
    flow: Flow,
) -> bool {
    match flow {
        // A won position may have stood before, unnoticed: set up by hand in the middle of a turn.
        Flow::GameOver | Flow::TurnOver => history.may_end(rules, state),
        Flow::SameTurn => can_act(rules, history, state, memory),
    }
}

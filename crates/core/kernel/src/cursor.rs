//! A place in a game: state, memory of the turn, and history.

use crate::{
    Flow, History, Outcome, RepetitionCheck, Rng, Rules, can_act, is_legal, legal_actions, random_legal_action,
};

/// A place in a game, with everything that its continuation depends on. [`Match`](crate::Match)
/// adds the line of play; searches move a cursor forward and back.
///
/// ```
/// use hexarium_games::hex::{Hex, SPEC};
/// use hexarium_kernel::{Cursor, Game, Notation, Options};
///
/// let rules = Hex::<1>::configure(&Options::new(SPEC.options, [("size", "3")]).unwrap()).unwrap();
/// let mut cursor = Cursor::new(&rules, rules.parse_position("RB./.B./..R b").unwrap());
/// let (mut actions, mut wins) = (Vec::new(), Vec::new());
/// cursor.legal_actions(&rules, &mut actions);
/// let here = cursor.undo_point();
/// for action in actions {
///     let (_, outcome) = cursor.play(&rules, action);
///     cursor.undo_to(&here);
///     if outcome.is_some() {
///         wins.push(rules.action_text(&cursor.state, action));
///     }
/// }
/// assert_eq!(wins, ["a3", "b3"]);
/// ```
#[derive(Debug)]
pub struct Cursor<R: Rules> {
    /// The state.
    pub state: R::State,
    /// The memory of the current turn.
    pub memory: R::Memory,
    /// The history.
    pub history: History,
}

/// A place that [`Cursor::undo_to`] returns to.
#[derive(Debug)]
pub struct UndoPoint<R: Rules> {
    pub(crate) state: R::State,
    memory: R::Memory,
    history: (usize, u32),
}

impl<R: Rules> Clone for Cursor<R> {
    fn clone(&self) -> Self {
        Self { state: self.state, memory: self.memory.clone(), history: self.history.clone() }
    }
}

impl<R: Rules> Clone for UndoPoint<R> {
    fn clone(&self) -> Self {
        Self { state: self.state, memory: self.memory.clone(), history: self.history }
    }
}

impl<R: Rules> Cursor<R> {
    /// Creates a cursor at a state, with a fresh history.
    pub fn new(rules: &R, state: R::State) -> Self {
        Self { state, memory: rules.fresh_memory(&state), history: History::new(rules, &state) }
    }

    /// Returns the result if the game is over at this state.
    pub fn verdict(&self, rules: &R) -> Option<Outcome> {
        rules.outcome(&self.state).or_else(|| self.no_legal_action(rules))
    }

    /// Fills `out` with the legal actions; the game must be in progress.
    pub fn legal_actions(&self, rules: &R, out: &mut Vec<R::Action>) {
        legal_actions(rules, &self.history, &self.state, &self.memory, out);
    }

    /// Whether an action is legal; the game must be in progress.
    pub fn is_legal(&self, rules: &R, action: R::Action) -> bool {
        is_legal(rules, &self.history, &self.state, &self.memory, action)
    }

    /// Returns a uniformly random legal action; the game must be in progress. `buffer` is scratch
    /// space.
    pub fn random_action(&self, rules: &R, rng: &mut Rng, buffer: &mut Vec<R::Action>) -> Option<R::Action> {
        // If history forbids nothing, games know how to draw without listing.
        match self.history.ever_forbids(rules) {
            false => rules.random_action(&self.state, rng, buffer),
            true => random_legal_action(rules, &self.history, &self.state, &self.memory, rng, buffer),
        }
    }

    /// Plays a legal action. Returns its effect on the turn, and the result if it ends the game.
    pub fn play(&mut self, rules: &R, action: R::Action) -> (Flow, Option<Outcome>) {
        let flow = rules.apply(&mut self.state, &mut self.memory, action);
        let outcome = match flow {
            Flow::SameTurn => None,
            Flow::GameOver => rules.outcome(&self.state),
            Flow::TurnOver => self.history.end_turn(rules, &self.state).or_else(|| self.no_legal_action(rules)),
        };
        if outcome.is_some() {
            return (Flow::GameOver, outcome);
        }
        if flow == Flow::TurnOver {
            self.history.begin_turn();
        }
        (flow, None)
    }

    /// Returns the current place.
    pub fn undo_point(&self) -> UndoPoint<R> {
        UndoPoint { state: self.state, memory: self.memory.clone(), history: self.history.undo_point() }
    }

    /// Returns to an earlier place on the line that led here.
    pub fn undo_to(&mut self, mark: &UndoPoint<R>) {
        self.state = mark.state;
        self.memory.clone_from(&mark.memory);
        self.history.undo_to(mark.history);
    }

    fn no_legal_action(&self, rules: &R) -> Option<Outcome> {
        (!can_act(rules, &self.history, &self.state, &self.memory)).then(|| rules.no_legal_action(&self.state))
    }
}

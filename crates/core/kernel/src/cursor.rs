//! A place in a game: state, memory of the turn, and history.

use crate::{
    Flow, History, Outcome, RepetitionCheck, Rng, Rules, can_act, is_legal, legal_actions, random_legal_action,
};

/// Where a game stands, with everything that decides how it can go on. [`Match`](crate::Match) adds the line of play, searches
/// walk it to and fro.
#[derive(Debug)]
pub struct Cursor<R: Rules> {
    /// The state.
    pub state: R::State,
    /// What the turn under way remembers.
    pub memory: R::Memory,
    /// The history.
    pub history: History,
}

/// A place to go [back](Cursor::undo_to) to.
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
    /// At a state, with a fresh history.
    pub fn new(rules: &R, state: R::State) -> Self {
        Self { state, memory: rules.fresh_memory(&state), history: History::new(rules, &state) }
    }

    /// The result, if the game is over here before anything was played.
    pub fn verdict(&self, rules: &R) -> Option<Outcome> {
        rules.outcome(&self.state).or_else(|| self.no_legal_action(rules))
    }

    /// The legal actions, while the game goes on.
    pub fn legal_actions(&self, rules: &R, out: &mut Vec<R::Action>) {
        legal_actions(rules, &self.history, &self.state, &self.memory, out);
    }

    /// Whether an action is legal, while the game goes on.
    pub fn is_legal(&self, rules: &R, action: R::Action) -> bool {
        is_legal(rules, &self.history, &self.state, &self.memory, action)
    }

    /// A uniformly random legal action, while the game goes on. `buffer` is scratch space.
    pub fn random_action(&self, rules: &R, rng: &mut Rng, buffer: &mut Vec<R::Action>) -> Option<R::Action> {
        // Where history forbids nothing, games know how to draw without listing.
        match self.history.ever_forbids(rules) {
            false => rules.random_action(&self.state, rng, buffer),
            true => random_legal_action(rules, &self.history, &self.state, &self.memory, rng, buffer),
        }
    }

    /// Plays an action that is known to be legal, and returns what it does to the turn, and the result if it ends the game.
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

    /// The place to go back to.
    pub fn undo_point(&self) -> UndoPoint<R> {
        UndoPoint { state: self.state, memory: self.memory.clone(), history: self.history.undo_point() }
    }

    /// Goes back to where the mark was taken, on the way here.
    pub fn undo_to(&mut self, mark: &UndoPoint<R>) {
        self.state = mark.state;
        self.memory.clone_from(&mark.memory);
        self.history.undo_to(mark.history);
    }

    fn no_legal_action(&self, rules: &R) -> Option<Outcome> {
        (!can_act(rules, &self.history, &self.state, &self.memory)).then(|| rules.no_legal_action(&self.state))
    }
}

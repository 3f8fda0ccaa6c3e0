//! A game in progress.

use std::sync::Arc;

use crate::{Flow, Outcome, Path, Player, Rules, can_act, legal_actions};

/// A configured game, the state it is in, its history and the line of play, with undo.
#[derive(Debug)]
pub struct Match<R: Rules> {
    rules: Arc<R>,
    state: R::State,
    memory: R::Memory,
    path: Path,
    outcome: Option<Outcome>,
    line: Vec<Played<R>>,
}

/// An action of the line, and what it takes to undo it.
#[derive(Debug)]
struct Played<R: Rules> {
    action: R::Action,
    state: R::State,
    memory: R::Memory,
    mark: (usize, u32),
}

impl<R: Rules> Clone for Match<R> {
    fn clone(&self) -> Self {
        let line = self.line.iter().map(|p| Played { memory: p.memory.clone(), ..*p }).collect();
        Self { rules: self.rules.clone(), memory: self.memory.clone(), path: self.path.clone(), line, ..*self }
    }
}

impl<R: Rules> Match<R> {
    /// A game at its start.
    pub fn new(rules: Arc<R>) -> Self {
        let start = rules.start();
        Self::from_state(rules, start)
    }

    /// A game from a state, with a fresh history.
    pub fn from_state(rules: Arc<R>, state: R::State) -> Self {
        let path = Path::new(&*rules, &state);
        let memory = rules.fresh_memory(&state);
        let outcome =
            rules.outcome(&state).or_else(|| (!can_act(&*rules, &path, &state, &memory)).then(|| rules.stuck(&state)));
        Self { rules, state, memory, path, outcome, line: Vec::new() }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// The state.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// What the turn under way remembers.
    pub fn memory(&self) -> &R::Memory {
        &self.memory
    }

    /// The history.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whose action it is (or would be, when the game is over).
    pub fn to_move(&self) -> Player {
        self.rules.to_move(&self.state)
    }

    /// Number of the turn under way, from 1; after the end, of the last turn.
    pub fn turn(&self) -> u32 {
        self.path.turn()
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The actions played so far.
    pub fn line(&self) -> impl ExactSizeIterator<Item = R::Action> + '_ {
        self.line.iter().map(|p| p.action)
    }

    /// The actions played so far, each with the state it was played in.
    pub fn line_with_states(&self) -> impl ExactSizeIterator<Item = (&R::State, R::Action)> + '_ {
        self.line.iter().map(|p| (&p.state, p.action))
    }

    /// The legal actions; none when the game is over.
    pub fn legal_actions(&self) -> Vec<R::Action> {
        let mut out = Vec::new();
        self.legal_actions_into(&mut out);
        out
    }

    /// The same into a buffer.
    pub fn legal_actions_into(&self, out: &mut Vec<R::Action>) {
        out.clear();
        if self.outcome.is_none() {
            legal_actions(&*self.rules, &self.path, &self.state, &self.memory, out);
        }
    }

    /// Plays an action, or returns `None` and changes nothing if it is not legal.
    pub fn play(&mut self, action: R::Action) -> Option<Flow> {
        self.legal_actions().contains(&action).then(|| self.play_legal(action))
    }

    /// Plays an action that is known to be legal.
    pub fn play_legal(&mut self, action: R::Action) -> Flow {
        self.line.push(Played { action, state: self.state, memory: self.memory.clone(), mark: self.path.mark() });
        let flow = self.rules.apply(&mut self.state, &mut self.memory, action);
        self.outcome = match flow {
            Flow::SameTurn => None,
            Flow::GameOver => self.rules.outcome(&self.state),
            Flow::TurnOver => self.path.end_turn(&*self.rules, &self.state).or_else(|| {
                let acts = can_act(&*self.rules, &self.path, &self.state, &self.memory);
                (!acts).then(|| self.rules.stuck(&self.state))
            }),
        };
        if self.outcome.is_some() {
            return Flow::GameOver;
        }
        if flow == Flow::TurnOver {
            self.path.begin_turn();
        }
        flow
    }

    /// Takes the last action back and returns it.
    pub fn undo(&mut self) -> Option<R::Action> {
        let last = self.line.pop()?;
        self.state = last.state;
        self.memory = last.memory;
        self.path.back(last.mark);
        self.outcome = None;
        Some(last.action)
    }
}

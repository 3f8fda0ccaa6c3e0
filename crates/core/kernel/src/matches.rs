//! A game in progress.

use std::sync::{Arc, OnceLock};

use crate::handles::Handles;
use crate::{Cursor, Flow, History, Outcome, Player, Rules, UndoPoint};

/// A configured game, where it stands and the line of play, with undo.
///
/// ```
/// use hexarium_games::hex::{Hex, SPEC};
/// use hexarium_kernel::{Game, Match, Options};
///
/// let options = Options::new(SPEC.options, [("size", "3")]).unwrap();
/// let mut game = Match::new(std::sync::Arc::new(Hex::<1>::configure(&options).unwrap()));
/// let before = *game.state();
/// let action = game.find("b2").unwrap();
/// game.play(action).unwrap();
/// assert_eq!(game.play(action), None, "the cell is taken");
/// assert_eq!(game.undo(), Some(action));
/// assert_eq!(*game.state(), before);
/// ```
#[derive(Debug)]
pub struct Match<R: Rules> {
    rules: Arc<R>,
    cursor: Cursor<R>,
    outcome: Option<Outcome>,
    line: Vec<(R::Action, UndoPoint<R>)>,
    /// The handles of the position, made when the erased layer first needs one.
    handles: OnceLock<Arc<Handles<R::Action>>>,
}

impl<R: Rules> Clone for Match<R> {
    fn clone(&self) -> Self {
        Self {
            rules: self.rules.clone(),
            cursor: self.cursor.clone(),
            outcome: self.outcome,
            line: self.line.clone(),
            handles: self.handles.clone(),
        }
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
        let cursor = Cursor::new(&*rules, state);
        let outcome = cursor.verdict(&rules);
        Self { rules, cursor, outcome, line: Vec::new(), handles: OnceLock::new() }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// The current place in the game.
    pub fn cursor(&self) -> &Cursor<R> {
        &self.cursor
    }

    /// The state.
    pub fn state(&self) -> &R::State {
        &self.cursor.state
    }

    /// The memory of the turn under way.
    pub fn memory(&self) -> &R::Memory {
        &self.cursor.memory
    }

    /// The history.
    pub fn history(&self) -> &History {
        &self.cursor.history
    }

    /// The side to move, also when the game is over.
    pub fn to_move(&self) -> Player {
        self.rules.to_move(self.state())
    }

    /// Number of the turn under way, from 1; after the end, of the last turn.
    pub fn turn(&self) -> u32 {
        self.history().turn()
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The actions played so far.
    pub fn line(&self) -> impl ExactSizeIterator<Item = R::Action> + '_ {
        self.line.iter().map(|(action, _)| *action)
    }

    /// The actions played so far, each with the state it was played in.
    pub fn line_with_states(&self) -> impl ExactSizeIterator<Item = (&R::State, R::Action)> + '_ {
        self.line.iter().map(|(action, before)| (&before.state, *action))
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
            self.cursor.legal_actions(&self.rules, out);
        }
    }

    /// Plays an action, or returns `None` and changes nothing if it is not legal.
    pub fn play(&mut self, action: R::Action) -> Option<Flow> {
        let legal = self.outcome.is_none() && self.cursor.is_legal(&self.rules, action);
        legal.then(|| self.play_legal(action))
    }

    /// Plays an action that is known to be legal.
    pub fn play_legal(&mut self, action: R::Action) -> Flow {
        self.line.push((action, self.cursor.undo_point()));
        self.handles = OnceLock::new();
        let (flow, outcome) = self.cursor.play(&self.rules, action);
        self.outcome = outcome;
        flow
    }

    /// Takes the last action back and returns it.
    pub fn undo(&mut self) -> Option<R::Action> {
        let (action, before) = self.line.pop()?;
        self.cursor.undo_to(&before);
        self.outcome = None;
        self.handles = OnceLock::new();
        Some(action)
    }

    /// The last action with the state it was played in.
    pub fn last(&self) -> Option<(&R::State, R::Action)> {
        self.line.last().map(|(action, before)| (&before.state, *action))
    }

    /// The handles of the position.
    pub(crate) fn handles(&self) -> &Arc<Handles<R::Action>> {
        self.handles.get_or_init(Handles::new)
    }
}

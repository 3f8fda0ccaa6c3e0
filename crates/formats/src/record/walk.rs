//! A match that moves forwards and backwards along the lines of a tree.

use hexarium_kernel::{AnyMatch, Flow, Verdict};

use crate::GameTree;

/// One match for the whole tree: undoing is cheaper than a copy at every variation and needs no
/// memory beyond the line.
pub(crate) struct Walk {
    state: Box<dyn AnyMatch>,
    /// Whether the turn was unfinished: at the start, and after each action of the line.
    unfinished: Vec<bool>,
}

impl Walk {
    pub(crate) fn new(state: Box<dyn AnyMatch>) -> Self {
        Self { state, unfinished: vec![false] }
    }

    /// Plays an action. On error nothing changes.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), String> {
        let flow = self.state.play(text).map_err(|e| e.to_string())?;
        self.unfinished.push(flow == Flow::SameTurn);
        Ok(())
    }

    /// Plays the main line of a tree.
    pub(crate) fn play_main_line(&mut self, tree: &GameTree) -> Result<(), String> {
        let line = tree.main_line();
        let last = line.last().copied().unwrap_or(GameTree::ROOT);
        tree.actions_to(last).into_iter().try_for_each(|action| self.play(action))
    }

    /// Takes back the last action.
    pub(crate) fn undo(&mut self) {
        if self.len() > 0 {
            self.state.undo();
            self.unfinished.pop();
        }
    }

    /// Takes back actions until `len` are left.
    pub(crate) fn back_to(&mut self, len: usize) {
        while self.len() > len {
            self.undo();
        }
    }

    /// Returns the number of actions played.
    pub(crate) fn len(&self) -> usize {
        self.unfinished.len() - 1
    }

    /// Returns the number of the current turn.
    pub(crate) fn turn(&self) -> u32 {
        self.state.turn()
    }

    /// Whether the next action continues a turn instead of beginning one.
    pub(crate) fn in_turn(&self) -> bool {
        self.unfinished.last() == Some(&true)
    }

    pub(crate) fn verdict(&self) -> Option<Verdict> {
        self.state.verdict()
    }
}

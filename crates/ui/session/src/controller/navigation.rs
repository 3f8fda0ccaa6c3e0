//! Undo, navigation and edits, and how they are saved.

use hexarium_formats::NodeId;

use super::GameController;
use crate::GameSession;
use crate::autosave::{self, SaveOp};
use crate::effect::Effect;

impl GameController {
    /// Takes back as much as a human needs to decide again. A turn under way goes back by one
    /// action if `by_action`, else as a whole. Returns whether there was anything.
    pub fn undo(&mut self, by_action: bool) -> bool {
        if !self.session.can_back() {
            return false;
        }
        self.stop();
        let from = self.session.cursor();
        if by_action && self.session.turn_in_progress() {
            self.session.back();
        } else {
            self.session.back_turn();
        }
        while self.engine_to_move().is_some() && self.session.back_turn() {}
        self.paused = true;
        self.save_jump(from);
        self.proceed();
        true
    }

    /// Goes forward by a turn, and on while the engine is to move. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        if !self.session.can_forward() {
            return false;
        }
        self.stop();
        let from = self.session.cursor();
        self.session.forward_turn();
        while self.session.can_forward() && self.engine_to_move().is_some() && self.session.forward_turn() {}
        self.paused = self.session.can_forward();
        self.save_jump(from);
        self.announce(self.session.last_words().unwrap_or_default());
        self.proceed();
        true
    }

    /// Moves the cursor; the engine waits.
    pub fn navigate(&mut self, how: impl FnOnce(&mut GameSession)) {
        if !self.may_navigate() {
            return;
        }
        self.stop();
        let from = self.session.cursor();
        how(&mut self.session);
        self.paused = true;
        self.save_jump(from);
        self.announce(self.session.last_words().unwrap_or_else(|| "Start of the game.".to_string()));
        self.proceed();
    }

    /// Edits the tree: removes or promotes variations.
    pub fn edit(&mut self, how: impl FnOnce(&mut GameSession)) {
        self.stop();
        how(&mut self.session);
        self.paused = true;
        self.rewrite();
        self.proceed();
    }

    /// Sets the comment of the cursor's node.
    pub fn set_comment(&mut self, comment: &str) {
        let cursor = self.session.cursor();
        if self.session.set_comment(cursor, comment).is_ok() {
            self.append(autosave::comment_line(comment));
        }
        self.revision += 1;
    }

    /// Removes the branch of the cursor that leads to a node.
    pub(super) fn remove_after_cursor(&mut self, end: NodeId) {
        let way = self.session.way(self.session.cursor(), end);
        if let Some(first) = way.down.first() {
            // It was on the board a moment ago.
            let _ = self.session.remove(*first);
        }
        self.revision += 1;
    }

    pub(super) fn append(&mut self, line: String) {
        if self.autosaves {
            self.effects.push(Effect::Save(SaveOp::Append(line)));
        }
    }

    pub(super) fn save_jump(&mut self, from: NodeId) {
        self.revision += 1;
        let cursor = self.session.cursor();
        if cursor != from {
            let way = self.session.way(from, cursor);
            self.append(autosave::go_line(&self.session, &way));
        }
    }

    pub(super) fn save_contest(&mut self) {
        self.revision += 1;
        self.append(autosave::contest_line(&self.contest));
    }

    /// Saves the evaluation of a node on the line through the cursor.
    pub(super) fn save_evaluation(&mut self, node: NodeId) {
        if let Some(line) = autosave::evaluation_line(&self.session, node) {
            self.append(line);
        }
    }

    /// Saves a snapshot.
    pub(super) fn rewrite(&mut self) {
        self.revision += 1;
        if !self.autosaves {
            return;
        }
        match autosave::snapshot(&self.session, &self.contest) {
            Ok(text) => self.effects.push(Effect::Save(SaveOp::Rewrite(text))),
            Err(problem) => self.save_failed(&format!("The game cannot be saved: {problem}.")),
        }
    }
}

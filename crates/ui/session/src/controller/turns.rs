//! Inputs, actions and turns.

use hexarium_kernel::{ActionId, Flow, Input};

use super::{Confirm, GameController, Phase};
use crate::autosave;
use crate::effect::Effect;
use crate::{ClickOutcome, Notice, Played, PlayerKind, words};

impl GameController {
    /// Clicks a cell or a button.
    pub fn click(&mut self, input: Input) {
        self.finish_animation();
        if let Some(reason) = self.blocked_reason() {
            return self.set_notice(reason);
        }
        (self.hint, self.notice) = (None, None);
        self.choices.clear();
        self.revision += 1;
        match self.session.click(input) {
            ClickOutcome::Act(action) => self.act(action),
            ClickOutcome::Choose(choices) => {
                self.announce(words::choices(&choices));
                self.choices = choices;
            }
            ClickOutcome::Rejected(reason) => self.set_notice(Notice::Text(reason)),
            ClickOutcome::Selected => self.announce(words::selection(&self.session)),
            ClickOutcome::Cleared => self.announce("Selection cleared.".to_string()),
        }
    }

    /// Makes an action that was chosen from a list.
    pub fn choose(&mut self, action: ActionId) {
        self.finish_animation();
        match self.blocked_reason() {
            Some(reason) => self.set_notice(reason),
            None => self.act(action),
        }
    }

    /// Makes a typed action. Returns whether it was made.
    pub fn type_action(&mut self, text: &str) -> bool {
        self.finish_animation();
        if let Some(reason) = self.blocked_reason() {
            self.set_notice(reason);
            return false;
        }
        match self.session.state().parse(text.trim()) {
            Ok(action) => {
                self.act(action);
                self.notice.is_none()
            }
            Err(problem) => {
                self.clear();
                self.set_notice(Notice::Text(words::sentence(&problem.to_string())));
                false
            }
        }
    }

    /// Clears inputs, choices and messages.
    pub fn clear(&mut self) {
        (self.notice, self.hint) = (None, None);
        self.choices.clear();
        if !self.session.inputs().is_empty() {
            self.session.clear();
        }
        self.revision += 1;
    }

    /// Drops the choices; the inputs stay.
    pub fn dismiss_choices(&mut self) {
        self.choices.clear();
    }

    /// Takes back the last action. It leaves no variation.
    pub fn take_action_back(&mut self) {
        self.stop();
        let end = self.session.cursor();
        if self.session.back() {
            self.remove_after_cursor(end);
            self.rewrite();
        }
    }

    /// Ends the animation, if there is one, and continues after its action.
    pub fn finish_animation(&mut self) {
        let Some(played) = self.animated.take() else { return };
        self.phase = Phase::Idle;
        self.revision += 1;
        self.after_action(&played);
    }

    /// Confirms a turn of several actions.
    pub fn confirm(&mut self) {
        if self.phase != Phase::Confirming {
            return;
        }
        (self.notice, self.phase) = (None, Phase::Idle);
        self.revision += 1;
        if self.remote.is_some() {
            self.announce_ending();
            self.send_turn();
        } else {
            self.complete_turn();
        }
    }

    /// Takes back the turn under way, or the one that waits for confirmation. It leaves no
    /// variation.
    pub fn take_turn_back(&mut self) {
        self.stop();
        let end = self.session.cursor();
        self.session.back_turn();
        self.remove_after_cursor(end);
        if let Some(remote) = &mut self.remote {
            remote.draft_removed();
        }
        self.rewrite();
        self.proceed();
    }

    /// Returns the reason why the player may not act now.
    pub(super) fn blocked_reason(&self) -> Option<Notice> {
        match self.phase {
            Phase::Confirming => return Some(Notice::ConfirmFirst),
            Phase::Thinking => return Some(Notice::EngineThinking),
            Phase::Animating | Phase::Idle => {}
        }
        if self.remote.is_some() {
            return self.remote_blocked_reason().map(Notice::Text);
        }
        self.engine_to_move().map(Notice::EngineSide)
    }

    /// Makes a legal action.
    pub(super) fn act(&mut self, action: ActionId) {
        (self.notice, self.hint) = (None, None);
        self.choices.clear();
        self.analysis.reviewed = None;
        self.revision += 1;
        match self.session.play_action(action) {
            Ok(played) => {
                self.paused = false;
                self.append(autosave::play_line(&played.action));
                if let Some(remote) = &mut self.remote {
                    remote.action_made();
                }
                self.show(played);
            }
            Err(problem) => {
                self.phase = Phase::Idle;
                self.session.clear();
                self.set_notice(Notice::Text(words::sentence(&problem)));
            }
        }
    }

    /// Shows an action that was made, and continues after its animation.
    pub(super) fn show(&mut self, played: Played) {
        self.announce(played.words.clone());
        self.cancel_analysis();
        self.effects.push(Effect::Sound(played.sound()));
        if self.preferences.animate {
            self.phase = Phase::Animating;
            self.effects.push(Effect::Animate(Box::new(played.clone())));
            self.animated = Some(Box::new(played));
        } else {
            self.phase = Phase::Idle;
            self.after_action(&played);
        }
    }

    pub(super) fn after_action(&mut self, played: &Played) {
        let is_human = self.contest.kind(played.actor) == PlayerKind::Human;
        let is_complete = played.flow != Flow::SameTurn;
        let asks = is_human
            && is_complete
            && match self.preferences.confirm {
                Confirm::Never => false,
                Confirm::SeveralActions => self.session.actions_of_turn() > 1,
                Confirm::Always => true,
            };
        if self.remote.is_some() {
            if asks {
                self.phase = Phase::Confirming;
            } else {
                if played.flow == Flow::GameOver {
                    self.announce_ending();
                }
                if is_human && is_complete {
                    self.send_turn();
                }
            }
            return self.advance();
        }
        if asks {
            self.phase = Phase::Confirming;
        } else {
            self.paused |= is_complete && std::mem::take(&mut self.pauses_after_turn);
            self.complete_turn();
        }
    }

    /// Continues after an action that needs no confirmation.
    pub(super) fn complete_turn(&mut self) {
        self.announce_ending();
        self.count_result();
        self.proceed();
    }
}

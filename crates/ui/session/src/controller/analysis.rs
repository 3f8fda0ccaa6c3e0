//! Analysis: engine lines, hints, the graph of a game and reviews of actions.

use hexarium_formats::NodeId;
use hexarium_kernel::{ActionId, Player};
use hexarium_search::{Analysis, AnalysisLine, Proof};

use super::GameController;
use crate::effect::{Effect, EngineRole, SearchTask};
use crate::review::{Evaluation, ReviewedAction};
use crate::words::percent;
use crate::{GameSession, Notice};

/// The number of reports about one position before the engine rests.
const REPORTS: u32 = 200;

/// A line of the engine.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineLine {
    /// The handle of its first action.
    pub action: ActionId,
    /// The texts of its actions.
    pub pv: Vec<String>,
    /// The search effort spent on it.
    pub visits: u64,
    /// The win probability of the side to move.
    pub win: f32,
    /// The proven result for the side to move.
    pub proof: Option<Proof>,
}

impl EngineLine {
    /// The text of its first action.
    pub fn text(&self) -> &str {
        self.pv.first().map_or("", String::as_str)
    }

    /// The evaluation: `62 %`, `wins`, `loses` or `draw`.
    pub fn evaluation(&self) -> String {
        match self.proof {
            Some(Proof::Win) => "wins".to_string(),
            Some(Proof::Loss) => "loses".to_string(),
            Some(Proof::Draw) => "draw".to_string(),
            None => percent(self.win),
        }
    }
}

/// The state of the analysis.
#[derive(Default)]
pub struct AnalysisState {
    is_on: bool,
    lines: Vec<EngineLine>,
    nodes: u64,
    reports: u32,
    search: Option<(u64, Purpose)>,
    /// Whether the positions of the line through the cursor are evaluated, one after the other.
    is_reviewing: bool,
    /// The number of evaluations that were noted.
    noted: u64,
    /// The node whose action was reviewed at the player's request.
    pub(super) reviewed: Option<NodeId>,
}

impl AnalysisState {
    /// Whether positions are analysed.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// The lines of the last report, best first.
    pub fn lines(&self) -> &[EngineLine] {
        &self.lines
    }

    /// The nodes of the last report.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// The purpose of a search of the analyst.
pub(super) enum Purpose {
    /// The lines of the position.
    Report,
    /// A hint.
    Hint,
    /// A review of the game: the node and its side to move.
    Evaluation { node: NodeId, player: Player },
    /// A review of the action that leads to a node: the position before it.
    ReviewBefore { node: NodeId, player: Player },
    /// The position after it.
    ReviewAfter { node: NodeId, player: Player },
}

impl GameController {
    /// The state of the analysis.
    pub fn analysis(&self) -> &AnalysisState {
        &self.analysis
    }

    /// Whether analysis and hints are allowed: not for a player of a remote game under way.
    pub fn analysis_allowed(&self) -> bool {
        self.remote.as_ref().is_none_or(|remote| remote.side().is_none() || remote.is_over())
    }

    /// Turns the analysis on or off.
    pub fn toggle_analysis(&mut self) {
        if !self.analysis_allowed() {
            return self.set_notice(Notice::Text("No analysis during a game.".to_string()));
        }
        self.cancel_analysis();
        self.analysis.is_on = !self.analysis.is_on;
        self.restart_analysis();
    }

    /// Searches for a hint.
    pub fn request_hint(&mut self) {
        if self.is_over() {
            return self.set_notice(Notice::Text("The game is over.".to_string()));
        }
        if !self.analysis_allowed() {
            return self.set_notice(Notice::Text("No hints during a game.".to_string()));
        }
        match self.blocked_reason() {
            Some(reason @ (Notice::EngineThinking | Notice::ConfirmFirst)) => return self.set_notice(reason),
            _ => self.finish_animation(),
        }
        self.cancel_analysis();
        self.set_notice(Notice::Searching);
        self.analyse(SearchTask::Hint, Purpose::Hint, None);
    }

    /// Evaluates the positions of the line through the cursor.
    pub fn review_game(&mut self) {
        if !self.analysis_allowed() {
            return self.set_notice(Notice::Text("No analysis during a game.".to_string()));
        }
        self.cancel_analysis();
        self.analysis.is_reviewing = true;
        self.evaluate_next();
    }

    /// Ends the review of the game early; what is evaluated stays.
    pub fn stop_review(&mut self) {
        self.analysis.is_reviewing = false;
        self.cancel_analysis();
        self.notice = None;
        self.restart_analysis();
    }

    /// Whether positions are being evaluated for a review.
    pub fn is_reviewing(&self) -> bool {
        self.analysis.is_reviewing
    }

    /// Shows the best action at the cursor, as far as it is evaluated, like a hint.
    pub fn show_best(&mut self) {
        let evaluation = self.session.evaluation(self.session.cursor());
        let best = evaluation.and_then(|evaluation| evaluation.line.into_iter().next());
        self.hint = best.and_then(|action| self.session.state().parse(&action).ok());
    }

    /// A number that changes with the evaluations of positions; 0 if there are none.
    pub fn evaluation_revision(&self) -> u64 {
        self.analysis.noted + self.session.evaluation_count() as u64
    }

    /// Reviews the action that led to the cursor: evaluates the positions before and after it.
    pub fn review_action(&mut self) {
        if !self.analysis_allowed() {
            return self.set_notice(Notice::Text("No analysis during a game.".to_string()));
        }
        self.cancel_analysis();
        let node = self.session.cursor();
        let before = self.session.tree().parent(node);
        let before = before.and_then(|node| self.session.at_node(node).ok());
        let Some(before) = before else { return self.set_notice(Notice::NothingPlayed) };
        self.set_notice(Notice::Searching);
        let player = before.state().to_move();
        self.analyse(SearchTask::Evaluate, Purpose::ReviewBefore { node, player }, Some(&before));
    }

    /// The action that led to the cursor with its grade, if its review was requested or it is
    /// known to be inaccurate or an only move.
    pub fn reviewed_action(&self) -> Option<ReviewedAction> {
        let cursor = self.session.cursor();
        let action = self.session.reviewed_action(cursor)?;
        let is_shown = self.analysis.reviewed == Some(cursor) || !action.symbol().is_empty();
        is_shown.then_some(action)
    }

    /// Takes the result of a search of the analyst.
    pub(super) fn finish_analysis(&mut self, id: u64, result: Result<Analysis, String>) {
        let Some((_, purpose)) = self.analysis.search.take_if(|(search, _)| *search == id) else { return };
        match result {
            Ok(analysis) => self.take_analysis(purpose, analysis),
            Err(problem) => {
                (self.analysis.is_on, self.analysis.is_reviewing) = (false, false);
                self.set_notice(Notice::EngineFailed(problem));
            }
        }
    }

    fn take_analysis(&mut self, purpose: Purpose, analysis: Analysis) {
        let best = analysis.lines.first().cloned();
        match purpose {
            Purpose::Report => {
                let cursor = self.session.cursor();
                // Reports are made without the solver: what a review has proven stays.
                if self.session.evaluation(cursor).is_none_or(|known| known.proof.is_none()) {
                    self.note_evaluation(cursor, self.session.state().to_move(), &analysis);
                }
                let settled = best.is_none_or(|line| line.proof.is_some());
                self.analysis.nodes = analysis.nodes;
                let line = |line: AnalysisLine| {
                    let action = self.session.state().parse(&line.action).ok()?;
                    Some(EngineLine { action, pv: line.pv, visits: line.visits, win: line.win, proof: line.proof })
                };
                self.analysis.lines = analysis.lines.into_iter().filter_map(line).collect();
                self.analysis.reports += 1;
                if !settled && self.analysis.reports < REPORTS {
                    self.analyse(SearchTask::Report, Purpose::Report, None);
                }
            }
            Purpose::Hint => {
                let hint = best.and_then(|line| {
                    let action = self.session.state().parse(&line.action).ok()?;
                    Some((action, self.session.preview_of(action)?))
                });
                self.notice = None;
                if let Some((action, preview)) = hint {
                    self.hint = Some(action);
                    self.set_notice(Notice::Hint { action: preview.action, words: preview.words });
                }
                self.restart_analysis();
            }
            Purpose::Evaluation { node, player } => {
                self.note_evaluation(node, player, &analysis);
                self.save_evaluation(node);
                self.evaluate_next();
            }
            Purpose::ReviewBefore { node, player } => {
                let Some(before) = self.session.tree().parent(node) else { return };
                self.note_evaluation(before, player, &analysis);
                self.save_evaluation(before);
                if self.is_over() {
                    return self.finish_review(node);
                }
                let player = self.session.state().to_move();
                self.analyse(SearchTask::Evaluate, Purpose::ReviewAfter { node, player }, None);
            }
            Purpose::ReviewAfter { node, player } => {
                self.note_evaluation(node, player, &analysis);
                self.save_evaluation(node);
                self.finish_review(node);
            }
        }
    }

    fn finish_review(&mut self, node: NodeId) {
        self.notice = None;
        self.analysis.reviewed = Some(node);
        if let Some(action) = self.session.reviewed_action(node) {
            let reply = action.reply_line.first();
            // The reply is shown on the board.
            self.hint = reply.and_then(|reply| self.session.state().parse(reply).ok());
            self.announce(action.in_words());
        }
        self.revision += 1;
        self.restart_analysis();
    }

    fn analyse(&mut self, task: SearchTask, purpose: Purpose, of: Option<&GameSession>) {
        let id = self.request(EngineRole::Analyst, task, of);
        self.analysis.search = Some((id, purpose));
    }

    /// Evaluates the next position of the line through the cursor, or ends the review.
    fn evaluate_next(&mut self) {
        let line = self.session.tree().line_through(self.session.cursor());
        let missing: Vec<NodeId> = line.into_iter().filter(|node| self.session.evaluation(*node).is_none()).collect();
        let session = missing.first().and_then(|node| self.session.at_node(*node).ok());
        let (Some(&node), Some(session)) = (missing.first(), session) else {
            self.analysis.is_reviewing = false;
            self.notice = None;
            return self.restart_analysis();
        };
        self.set_notice(Notice::Analysing(missing.len()));
        let player = session.state().to_move();
        self.analyse(SearchTask::Evaluate, Purpose::Evaluation { node, player }, Some(&session));
    }

    fn note_evaluation(&mut self, node: NodeId, player: Player, analysis: &Analysis) {
        if let Some(evaluation) = Evaluation::of(analysis, player) {
            self.session.set_evaluation(node, evaluation);
            self.analysis.noted += 1;
        }
    }

    /// Stops the analyst and drops the lines of the position.
    pub(super) fn cancel_analysis(&mut self) {
        if self.analysis.search.take().is_some() {
            self.effects.push(Effect::StopSearch(EngineRole::Analyst));
        }
        self.analysis.lines.clear();
        (self.analysis.nodes, self.analysis.reports) = (0, 0);
    }

    /// Goes on with the review of the game, or analyses the position if the analysis is on and the
    /// engine is not about to move.
    pub(super) fn restart_analysis(&mut self) {
        let is_free = self.search.is_none() && self.analysis.search.is_none();
        if self.analysis.is_reviewing && is_free {
            return self.evaluate_next();
        }
        if self.analysis.is_on && is_free && !self.is_over() && self.analysis_allowed() {
            self.analyse(SearchTask::Report, Purpose::Report, None);
        }
    }
}

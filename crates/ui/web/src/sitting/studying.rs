//! What the engine thinks: lines, hints, the graph of a game, and why an action was good or bad.

use hexarium_formats::NodeId;
use hexarium_kernel::Player;
use hexarium_session::GameSession;
use leptos::prelude::*;

use super::Sitting;
use super::thinking::standing;
use crate::engine::{Engine, Idea};
use crate::messages::{fill, text};

/// Hundredths of a second between two reports.
const REPORT: u32 = 15;
/// How often the engine is asked about one position before it rests: half a minute.
const REPORTS: u32 = 200;
/// Hundredths of a second for a hint, and for each position of a graph.
const HINT: u32 = 60;
const GRAPH: u32 = 20;

/// Chances closer than this are the same for people.
const NEAR: f32 = 0.02;

/// What is thought of an action: what it changed, what should be expected, and what would have been better.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Verdict {
    pub(crate) words: String,
}

impl Sitting {
    /// Asks the engine about whatever is shown, as long as the player wants to know.
    pub(super) fn follow_study(self) {
        let place = Memo::new(move |_| {
            (
                self.studying.get(),
                self.table.with(|table| table.state().position()),
                self.table.with(|table| table.cursor().0),
            )
        });
        Effect::new(move |_| {
            let (studying, ..) = place.get();
            self.analyst.with_value(Engine::stop);
            self.ideas.set(Vec::new());
            if studying && !untrack(move || self.is_over()) {
                self.report(place, 0);
            }
        });
    }

    fn report(self, place: Memo<(bool, String, usize)>, reports: u32) {
        let asked = place.get_untracked();
        let (standing, player) = self.table.with_untracked(|table| (standing(table), table.state().to_move()));
        let then = move |answer: Result<Vec<Idea>, String>| {
            if place.get_untracked() != asked {
                return;
            }
            match answer {
                Ok(ideas) => {
                    let settled = ideas.first().is_some_and(|idea| idea.proof.is_some());
                    self.remember(NodeId(asked.2), player, &ideas);
                    self.ideas.set(ideas);
                    if !settled && reports < REPORTS {
                        self.report(place, reports + 1);
                    }
                }
                Err(problem) => {
                    self.studying.set(false);
                    self.notice.set(Some(fill(text().engine_failed, &[("reason", &problem)])));
                }
            }
        };
        self.analyst.with_value(|engine| engine.analyse(&standing, REPORT, then));
    }

    fn remember(self, node: NodeId, player: Player, ideas: &[Idea]) {
        if let Some(best) = ideas.first() {
            let first = if player == Player::First { best.win } else { 1.0 - best.win };
            self.chances.update(|chances| _ = chances.insert(node.0, first));
        }
    }

    /// Shows the action that the engine would make.
    pub(crate) fn ask_hint(self) {
        self.studying.set(false);
        let round = self.next_round();
        let standing = self.table.with_untracked(standing);
        let then = move |answer: Result<Vec<Idea>, String>| {
            if self.round.get_value() != round {
                return;
            }
            match answer {
                Ok(ideas) => {
                    let Some(best) = ideas.into_iter().next() else { return };
                    let words = self.table.with_untracked(|table| table.preview_action(&best.action).map(|p| p.words));
                    let words = fill(text().hint, &[("words", &words.unwrap_or_else(|| best.action.clone()))]);
                    self.say(&words);
                    self.notice.set(Some(words));
                    self.hint.set(Some(best.action));
                }
                Err(problem) => self.notice.set(Some(fill(text().engine_failed, &[("reason", &problem)]))),
            }
        };
        self.notice.set(Some(text().looking.to_string()));
        self.analyst.with_value(|engine| engine.analyse(&standing, HINT, then));
    }

    /// Fills the graph of the line that is shown, position by position.
    pub(crate) fn analyse_game(self) {
        self.studying.set(false);
        let nodes = self.table.with_untracked(|table| table.tree().line_through(table.cursor()));
        let round = self.next_round();
        self.analyse_next(nodes, round);
    }

    fn analyse_next(self, mut nodes: Vec<NodeId>, round: u64) {
        let known = self.chances.get_untracked();
        nodes.retain(|node| !known.contains_key(&node.0));
        let Some(node) = (!nodes.is_empty()).then(|| nodes.remove(0)) else {
            return self.notice.set(None);
        };
        self.notice.set(Some(fill(text().analysing, &[("left", &(nodes.len() + 1).to_string())])));
        let at = self.table.with_untracked(|table| at_node(table, node));
        let Some(table) = at else { return };
        if let Some(ending) = table.ending() {
            let share = match ending.winner {
                Some(Player::First) => 1.0,
                Some(Player::Second) => 0.0,
                None => 0.5,
            };
            self.chances.update(|chances| _ = chances.insert(node.0, share));
            return self.analyse_next(nodes, round);
        }
        let player = table.state().to_move();
        let then = move |answer: Result<Vec<Idea>, String>| {
            if self.round.get_value() != round {
                return;
            }
            match answer {
                Ok(ideas) if !ideas.is_empty() => {
                    self.remember(node, player, &ideas);
                    self.analyse_next(nodes, round);
                }
                Ok(_) => self.notice.set(None),
                Err(problem) => self.notice.set(Some(fill(text().engine_failed, &[("reason", &problem)]))),
            }
        };
        self.analyst.with_value(|engine| engine.analyse(&standing(&table), GRAPH, then));
    }

    /// Says what the engine thinks of the action that led here.
    pub(crate) fn ask_why(self) {
        self.studying.set(false);
        let Some((before, after, action)) = self.table.with_untracked(|table| {
            let cursor = table.cursor();
            let parent = table.tree().parent(cursor)?;
            Some((at_node(table, parent)?, at_node(table, cursor)?, table.actions().pop()?))
        }) else {
            return self.notice.set(Some(text().nothing_played.to_string()));
        };
        let round = self.next_round();
        self.notice.set(Some(text().looking.to_string()));
        let (actor, replier) = (before.state().to_move(), after.state().to_move());
        let here = standing(&after);
        let over = after.ending().is_some();
        let failed = move |problem: String| self.notice.set(Some(fill(text().engine_failed, &[("reason", &problem)])));
        let then = move |answer: Result<Vec<Idea>, String>| {
            let better = match answer {
                Ok(ideas) => ideas.into_iter().next(),
                Err(problem) => return failed(problem),
            };
            if self.round.get_value() != round {
                return;
            }
            let tell = move |reply: Option<Idea>| {
                self.notice.set(None);
                let words = verdict(&action, better.as_ref(), reply.as_ref(), actor == replier);
                self.say(&words);
                self.verdict.set(Some(Verdict { words }));
            };
            if over {
                return tell(None);
            }
            let then = move |answer: Result<Vec<Idea>, String>| {
                if self.round.get_value() == round {
                    match answer {
                        Ok(ideas) => tell(ideas.into_iter().next()),
                        Err(problem) => failed(problem),
                    }
                }
            };
            self.analyst.with_value(|engine| engine.analyse(&here, HINT, then));
        };
        self.analyst.with_value(|engine| engine.analyse(&standing(&before), HINT, then));
    }
}

/// The table as it was at a node.
fn at_node(table: &GameSession, node: NodeId) -> Option<GameSession> {
    GameSession::from_tree(table.tree().clone(), node).ok()
}

/// What is thought of an action in words.
fn verdict(action: &str, better: Option<&Idea>, reply: Option<&Idea>, same_player: bool) -> String {
    let mut words = Vec::new();
    let now = reply.map(|idea| if same_player { idea.win } else { 1.0 - idea.win });
    if let (Some(before), Some(now)) = (better, now) {
        let (from, to) = (percent(before.win), percent(now));
        words.push(fill(text().chance_changed, &[("action", action), ("from", &from), ("to", &to)]));
    }
    if let Some(reply) = reply {
        let template = if same_player { text().best_next } else { text().best_reply };
        words.push(fill(template, &[("line", &reply.pv.join(" "))]));
    }
    let as_good = |best: &Idea| best.action == action || now.is_some_and(|now| now > best.win - NEAR);
    match better {
        Some(best) if as_good(best) => words.push(text().was_best.to_string()),
        Some(best) => words.push(fill(text().better_was, &[("line", &best.pv.join(" "))])),
        None => {}
    }
    words.join(" ")
}

/// A chance as people read it.
pub(crate) fn percent(chance: f32) -> String {
    format!("{:.0} %", chance * 100.0)
}

//! Depth-first proof-number search.
//!
//! A claim, "this player wins", is proven or refuted. Each position has a proof number and a
//! refutation number: lower bounds of the work left to prove or refute the claim. The search always
//! expands the most-proving branch and stays in it until its numbers exceed those of the next best
//! branch by a quarter, because switching branches is expensive.
//!
//! The side to move comes from the rules, never from the depth: a turn may have several actions.
//!
//! # History
//! If repetition or a turn limit matters, a result may hold on one path to a position and not on
//! another. Results that depend on such an event are passed up along the current line and never
//! stored in the table. Results in the table depend on the position alone: each entry was derived
//! from earlier entries, so a player who follows them never repeats a position and is never stopped
//! by a repetition that did not exist when the search began. The number of turns until the end is
//! stored too, and a win counts only if it fits before the limit.

use hexarium_kernel::{
    Cause, Cursor, Flow, Knowledge, NoHistory, Outcome, Player, Repetition, UndoPoint, legal_actions, mix,
};

use super::Grounds;
use super::analysis_cache::AnalysisCache;
use super::table::{Known, MANY, NEVER, Number, Table};
use crate::report::{Limits, Stop, StopCondition};

/// Interval between checks of the stop condition, in positions.
const WATCH_EVERY: u64 = 16;

/// Maximum length of a line.
const HORIZON: usize = 20_000;

/// A search for a proof of one claim.
pub(super) struct Search<'a, G: Knowledge> {
    pub(super) rules: &'a G,
    /// The player who wins according to the claim.
    pub(super) claimant: Player,
    pub(super) table: &'a mut Table,
    pub(super) analyses: &'a mut AnalysisCache<G::Action>,
    pub(super) cursor: Cursor<G>,
    pub(super) limits: &'a Limits,
    /// Positions searched so far, including earlier claims.
    pub(super) nodes: u64,
    lines: Vec<Frame<G>>,
    actions: Vec<G::Action>,
    weights: Vec<f32>,
    /// Whether results may depend on more than the state.
    historic: bool,
}

/// A position on the current line.
struct Frame<G: Knowledge> {
    here: UndoPoint<G>,
    key: u64,
    turn: u32,
    claimant_moves: bool,
    /// Whether the history removed actions that may exist on another path to the position.
    cut_by_history: bool,
    branches: Vec<Branch<G::Action>>,
    chosen: usize,
    proof_limit: Number,
    refutation_limit: Number,
    nodes_before: u64,
}

/// An action with the search result of the position after it.
struct Branch<A> {
    action: A,
    key: u64,
    /// Distinguishes states in the middle of a turn with different turn memory.
    memory_key: u64,
    turn_over: bool,
    known: Known,
}

/// The result of a position from its branches, and the branch to expand next.
struct Summary {
    known: Known,
    chosen: usize,
    /// The number of the second best branch.
    runner_up: Number,
}

/// The result of a search.
pub(super) struct Finding<A> {
    pub(super) known: Option<Known>,
    pub(super) action: Option<A>,
    pub(super) stop: Stop,
}

impl<'a, G: Knowledge> Search<'a, G> {
    pub(super) fn new(
        rules: &'a G,
        claimant: Player,
        cursor: Cursor<G>,
        (table, analyses): (&'a mut Table, &'a mut AnalysisCache<G::Action>),
        limits: &'a Limits,
        nodes: u64,
    ) -> Self {
        Self {
            rules,
            claimant,
            table,
            analyses,
            cursor,
            limits,
            nodes,
            lines: Vec::new(),
            actions: Vec::new(),
            weights: Vec::new(),
            historic: super::is_historic(rules),
        }
    }

    /// Proves or refutes the claim at the cursor, in an unfinished game.
    pub(super) fn run(&mut self, watch: StopCondition) -> Finding<G::Action> {
        let key = self.key(0);
        if let Some(known) = self.enter(key, 0, (NEVER, NEVER)) {
            // Proven without expanding actions, so lost for the side to move: any action will do.
            return Finding { known: Some(known), action: self.actions.first().copied(), stop: Stop::Proven };
        }
        let mut asked = self.nodes;
        loop {
            let summary = self.sum_up();
            let frame = self.lines.last().expect("the line begins with the root");
            if summary.known.proof >= frame.proof_limit || summary.known.refutation >= frame.refutation_limit {
                if self.lines.len() == 1 {
                    let action = frame.branches[summary.chosen].action;
                    return Finding { known: Some(summary.known), action: Some(action), stop: Stop::Proven };
                }
                self.leave(summary.known);
                continue;
            }
            if self.nodes >= self.limits.nodes {
                return Finding { known: None, action: None, stop: Stop::Nodes };
            }
            if self.nodes >= asked {
                asked = self.nodes + WATCH_EVERY;
                if !watch(self.nodes) {
                    return Finding { known: None, action: None, stop: Stop::Condition };
                }
            }
            self.descend(&summary);
        }
    }

    /// Descends into the chosen branch.
    fn descend(&mut self, summary: &Summary) {
        let frame = self.lines.last_mut().expect("the line begins with the root");
        frame.chosen = summary.chosen;
        let branch = &frame.branches[summary.chosen];
        let a_quarter_more = summary.runner_up.saturating_add(summary.runner_up / 4).saturating_add(1);
        // The limit of this branch excludes the sum of the other branches.
        let rest = |limit: Number, sum: Number, own: Number| if limit == NEVER { NEVER } else { limit - sum + own };
        let limits = if frame.claimant_moves {
            let rest = rest(frame.refutation_limit, summary.known.refutation, branch.known.refutation);
            (frame.proof_limit.min(a_quarter_more), rest)
        } else {
            let rest = rest(frame.proof_limit, summary.known.proof, branch.known.proof);
            (rest, frame.refutation_limit.min(a_quarter_more))
        };
        let (key, memory_key, action) = (branch.key, branch.memory_key, branch.action);
        self.cursor.play(self.rules, action);
        if let Some(known) = self.enter(key, memory_key, limits) {
            self.table.put(key, known, 1);
            self.return_with(known);
        }
    }

    /// Stores the result of the last position of the line and returns to its parent.
    fn leave(&mut self, known: Known) {
        let frame = self.lines.pop().expect("only positions on the line are left");
        if !(known.is_settled() && known.rests_on.has(Grounds::PATH | Grounds::HORIZON)) {
            self.table.put(frame.key, known, self.nodes - frame.nodes_before);
        }
        self.return_with(known);
    }

    /// Stores the result of a branch in its parent and returns there.
    fn return_with(&mut self, known: Known) {
        let frame = self.lines.last_mut().expect("the root is never left");
        frame.branches[frame.chosen].known = known;
        self.cursor.undo_to(&frame.here);
    }

    /// Appends the position at the cursor to the line, unless the game proves its winner.
    fn enter(&mut self, key: u64, memory_key: u64, (proof_limit, refutation_limit): (Number, Number)) -> Option<Known> {
        self.nodes += 1;
        if self.lines.len() >= HORIZON {
            return Some(Known::refuted(0, Grounds::HORIZON | Grounds::PATH));
        }
        let rules = self.rules;
        let state = self.cursor.state;
        let mover = rules.to_move(&state);
        let mut cut_by_history = false;
        let plain = size_of::<G::Memory>() == 0 && rules.repetition() != Repetition::Forbidden;
        if plain && let Some(list) = self.analyses.get(rules.key(&state)) {
            self.actions.clear();
            self.actions.extend_from_slice(list);
        } else {
            self.cursor.legal_actions(rules, &mut self.actions);
            if rules.repetition() == Repetition::Forbidden {
                let mut all = Vec::new();
                legal_actions(rules, &NoHistory, &state, &self.cursor.memory, &mut all);
                cut_by_history = all.len() > self.actions.len();
            }
            if let Some(winner) = self.analyse_for_proof(&state) {
                // At the root an action is needed as well; for the loser any action will do.
                if !self.lines.is_empty() || winner != mover {
                    return Some(if winner == self.claimant {
                        Known::proven(0, Grounds::SOLID)
                    } else {
                        Known::refuted(0, Grounds::SOLID)
                    });
                }
            }
            if plain {
                self.analyses.put(rules.key(&state), &self.actions);
            }
        }
        let here = self.cursor.undo_point();
        let actions = std::mem::take(&mut self.actions);
        let branches = actions.iter().map(|&action| {
            let branch = self.look_at(action, memory_key);
            self.cursor.undo_to(&here);
            branch
        });
        let branches = branches.collect();
        self.actions = actions;
        self.lines.push(Frame {
            here,
            key,
            turn: self.cursor.history.turn(),
            claimant_moves: mover == self.claimant,
            cut_by_history,
            branches,
            chosen: 0,
            proof_limit,
            refutation_limit,
            nodes_before: self.nodes - 1,
        });
        None
    }

    /// Returns the winner if the game proves it; otherwise orders the actions to search.
    fn analyse_for_proof(&mut self, state: &G::State) -> Option<Player> {
        let mut winner = None;
        if self.historic {
            // A proven winner depends on the state alone; the history could contradict it.
            self.rules.prune(state, &mut self.actions);
            self.weights.clear();
            self.weights.resize(self.actions.len(), 1.0);
            self.rules.priors(state, &self.actions, &mut self.weights);
        } else {
            winner = self.rules.analyse_for_proof(state, &mut self.actions, &mut self.weights);
        }
        let mut order: Vec<usize> = (0..self.actions.len()).collect();
        order.sort_by(|&a, &b| self.weights[b].total_cmp(&self.weights[a]).then(a.cmp(&b)));
        self.actions = order.into_iter().map(|i| self.actions[i]).collect();
        winner
    }

    fn look_at(&mut self, action: G::Action, memory_key: u64) -> Branch<G::Action> {
        let before = self.rules.key(&self.cursor.state);
        let (flow, outcome) = self.cursor.play(self.rules, action);
        let turn_over = flow != Flow::SameTurn;
        let memory_key = if turn_over || size_of::<G::Memory>() == 0 { 0 } else { mix(memory_key ^ before) };
        let known = outcome.map_or(Known::NOTHING, |outcome| self.settled_by(outcome));
        Branch { action, key: self.key(memory_key), memory_key, turn_over, known }
    }

    fn settled_by(&self, outcome: Outcome) -> Known {
        let by_history = match outcome.cause {
            Cause::Rule(_) => false,
            Cause::Repetition | Cause::TurnLimit => true,
            Cause::NoLegalTurn => self.rules.repetition() == Repetition::Forbidden,
        };
        let mut rests_on = if by_history { Grounds::PATH } else { Grounds::SOLID };
        if outcome.winner == Some(self.claimant) {
            return Known::proven(0, rests_on);
        }
        if outcome.winner.is_none() {
            rests_on |= Grounds::DRAWS;
        }
        Known::refuted(0, rests_on)
    }

    fn key(&self, memory_key: u64) -> u64 {
        let state = &self.cursor.state;
        // A symmetric position does not have the same history.
        let key = if self.historic { self.rules.key(state) } else { self.rules.proof_key(state) };
        key ^ memory_key ^ if self.claimant == Player::First { 0 } else { mix(77) }
    }

    /// Combines the branches of the last position of the line.
    fn sum_up(&mut self) -> Summary {
        let limit = self.rules.turn_limit();
        let frame = self.lines.last_mut().expect("the line begins with the root");
        let mut open = 0;
        for branch in frame.branches.iter_mut().filter(|b| !b.known.is_settled()) {
            if let Some(mut known) = self.table.get(branch.key) {
                let turn = frame.turn + u32::from(branch.turn_over);
                let in_time = limit.is_none_or(|limit| turn + u32::from(known.turns) <= limit);
                if !in_time && known.is_refuted() {
                    // The limit would make it a draw, which refutes as well.
                    known.rests_on |= Grounds::DRAWS;
                }
                if in_time || !known.is_proven() {
                    branch.known = known;
                }
            }
            open += usize::from(!branch.known.is_settled());
        }
        frame.sum_up(open)
    }
}

impl<G: Knowledge> Frame<G> {
    fn sum_up(&self, open: usize) -> Summary {
        // The side to move needs one good branch, so its number is the minimum; the opponent needs
        // all branches, so its number is their sum.
        let own = |known: &Known| if self.claimant_moves { known.proof } else { known.refutation };
        let others = |known: &Known| if self.claimant_moves { known.refutation } else { known.proof };
        if let Some(i) = self.branches.iter().position(|b| own(&b.known) == 0) {
            let branch = &self.branches[i];
            let turns = branch.turns();
            return Summary { known: Known { turns, ..branch.known }, chosen: i, runner_up: NEVER };
        }
        if open == 0 {
            let mut rests_on = if self.cut_by_history { Grounds::PATH } else { Grounds::SOLID };
            let mut turns = 0;
            for branch in &self.branches {
                rests_on |= branch.known.rests_on;
                turns = turns.max(branch.turns());
            }
            let known =
                if self.claimant_moves { Known::refuted(turns, rests_on) } else { Known::proven(turns, rests_on) };
            return Summary { known, chosen: 0, runner_up: NEVER };
        }
        // Branches are sorted, and only the first few are searched until they fail.
        let wide = 1 + open.div_ceil(WIDENING);
        let (mut chosen, mut best, mut runner_up, mut sum) = (0, NEVER, NEVER, 0u64);
        let open = self.branches.iter().enumerate().filter(|(_, b)| !b.known.is_settled());
        for (i, branch) in open.take(wide) {
            let number = own(&branch.known);
            if number < best {
                (chosen, best, runner_up) = (i, number, best);
            } else {
                runner_up = runner_up.min(number);
            }
            sum += u64::from(others(&branch.known));
        }
        let sum = sum.min(u64::from(MANY)) as Number;
        let (proof, refutation) = if self.claimant_moves { (best, sum) } else { (sum, best) };
        Summary { known: Known { proof, refutation, ..Known::NOTHING }, chosen, runner_up }
    }
}

/// One in this many open branches is searched, plus one.
const WIDENING: usize = 2;

impl<A> Branch<A> {
    /// Returns the maximum number of turns of a proof, counted from before the action.
    fn turns(&self) -> u16 {
        self.known.turns.saturating_add(u16::from(self.turn_over))
    }
}

//! The search below the root.

use hexarium_kernel::{Cursor, Knowledge, Outcome, Player, Repetition, mix};

use super::order::{Choice, History, MOST, pick, tag};
use super::score::{INFINITE, WON, foreseen, from_here, from_root, is_certain, judged};
use super::style::{Shortcuts, reduction};
use super::table::{Bound, Table};
use crate::report::StopCondition;

/// Maximum search depth, in actions.
pub(super) const MOST_PLIES: usize = 120;

/// Maximum extension beyond the horizon to complete a turn.
const FINISHING: i32 = 2;

/// Interval between checks of the stop condition, in nodes.
const WATCH_EVERY: u64 = 64;

/// The state of one running search.
pub(super) struct Search<'a, 'w, G: Knowledge> {
    pub(super) rules: &'a G,
    pub(super) cursor: Cursor<G>,
    pub(super) table: &'a mut Table,
    pub(super) history: &'a mut History,
    pub(super) shortcuts: Shortcuts,
    pub(super) watch: StopCondition<'w>,
    pub(super) nodes: u64,
    pub(super) most_nodes: u64,
    /// Whether the node limit or the stop condition ended the search; scores are invalid from then
    /// on.
    pub(super) stopped: bool,
    /// Whether a static evaluation was used since this flag was last cleared.
    pub(super) judged: bool,
    /// Whether the winner is already proven at the root. The same proof at the next ply would say
    /// nothing about how to get there, so the search then continues to its horizon.
    pub(super) foreseen: bool,
    /// The principal variation from each ply on.
    pub(super) lines: Vec<Vec<G::Action>>,
    desks: Vec<Desk<G::Action>>,
}

/// The buffers of one ply, reused to avoid allocations.
struct Desk<A> {
    actions: Vec<A>,
    weights: Vec<f32>,
    choices: Vec<Choice<A>>,
    /// The tags of the last two actions that caused a cutoff at this ply.
    killers: [u16; 2],
}

impl<A> Default for Desk<A> {
    fn default() -> Self {
        Self { actions: Vec::new(), weights: Vec::new(), choices: Vec::new(), killers: [0; 2] }
    }
}

impl<'a, 'w, G: Knowledge> Search<'a, 'w, G> {
    pub(super) fn new(
        rules: &'a G,
        cursor: Cursor<G>,
        (table, history): (&'a mut Table, &'a mut History),
        shortcuts: Shortcuts,
        most_nodes: u64,
        watch: StopCondition<'w>,
    ) -> Self {
        let foreseen = rules.proven_winner(&cursor.state).is_some();
        Self {
            rules,
            cursor,
            table,
            history,
            shortcuts,
            watch,
            nodes: 0,
            most_nodes,
            stopped: false,
            judged: false,
            foreseen,
            lines: (0..=MOST_PLIES + 1).map(|_| Vec::new()).collect(),
            desks: (0..=MOST_PLIES).map(|_| Desk::default()).collect(),
        }
    }

    /// Counts one node. Returns whether the search may continue.
    pub(super) fn next_node(&mut self) -> bool {
        if self.nodes >= self.most_nodes || self.nodes.is_multiple_of(WATCH_EVERY) && !(self.watch)(self.nodes) {
            self.stopped = true;
        }
        self.nodes += u64::from(!self.stopped);
        !self.stopped
    }

    /// The score of a finished game for a player, `ply` actions from the root.
    pub(super) fn ended(&self, outcome: Outcome, player: Player, ply: usize) -> i32 {
        match outcome.winner {
            None => 0,
            Some(winner) if winner == player => WON - ply as i32,
            Some(_) => ply as i32 - WON,
        }
    }

    /// Returns the score of the position for the player who has just acted, who may also be the
    /// side to move: a turn can have several actions.
    pub(super) fn child(&mut self, player: Player, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        if self.rules.to_move(&self.cursor.state) == player {
            self.node(alpha, beta, depth, ply)
        } else {
            -self.node(-beta, -alpha, depth, ply)
        }
    }

    /// Returns the score of an unfinished position for the side to move, searched `depth` actions
    /// deep. The score is a bound where it lies outside of `alpha` and `beta`.
    fn node(&mut self, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        let rules = self.rules;
        let me = rules.to_move(&self.cursor.state);
        if !self.foreseen
            && let Some(score) = self.proven_winner(me, ply)
        {
            return score;
        }
        let open =
            depth > 0 || self.shortcuts.finish_turns && depth > -FINISHING && !rules.is_turn_start(&self.cursor.state);
        if !open || ply >= MOST_PLIES {
            return self.judge(me, ply);
        }
        // The best possible result is a win with the next action, the worst a loss already
        // suffered.
        let (mut alpha, beta) = (alpha.max(ply as i32 - WON), beta.min(WON - ply as i32 - 1));
        if alpha >= beta {
            return alpha;
        }
        let floor = alpha;
        let key = self.key();
        let known = key.and_then(|key| self.table.get(key));
        if let Some(known) = known
            && beta - alpha == 1
            && (i32::from(known.depth) == depth || self.shortcuts.deeper && i32::from(known.depth) > depth)
        {
            let score = from_root(known.score, ply);
            if known.settles(score, alpha, beta) {
                self.judged |= !is_certain(score);
                return score;
            }
        }
        let mut desk = std::mem::take(&mut self.desks[ply]);
        self.arrange(&mut desk, me, depth, known.map_or(0, |known| known.tag));
        let before = self.cursor.undo_point();
        let (mut best, mut best_tag) = (-INFINITE, 0);
        for i in 0..desk.choices.len() {
            let choice = pick(&mut desk.choices, i);
            if !self.next_node() {
                break;
            }
            let (_, outcome) = self.cursor.play(rules, choice.action);
            self.lines[ply + 1].clear();
            let score = match outcome {
                Some(outcome) => self.ended(outcome, me, ply + 1),
                None if i == 0 => self.child(me, alpha, beta, depth - 1, ply + 1),
                None => {
                    let less = if self.shortcuts.reductions { reduction(depth, i) } else { 0 };
                    self.doubt(me, alpha, beta, depth - 1, less, ply + 1)
                }
            };
            self.cursor.undo_to(&before);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_tag = choice.tag;
                    self.remember_line(ply, choice.action);
                }
                if score >= beta {
                    self.credit(&mut desk, i, me, depth);
                    break;
                }
            }
        }
        self.desks[ply] = desk;
        if self.stopped {
            return 0;
        }
        if let Some(key) = key {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best <= floor => Bound::Upper,
                _ => Bound::Exact,
            };
            self.table.put(key, from_here(best, ply), bound, depth, best_tag);
        }
        best
    }

    /// Searches an action that is expected to fail low: with a zero window and reduced depth first,
    /// then again without each of them as long as it fails high.
    pub(super) fn doubt(&mut self, me: Player, alpha: i32, beta: i32, depth: i32, less: i32, ply: usize) -> i32 {
        let mut score = self.child(me, alpha, alpha + 1, depth - less, ply);
        if score > alpha && less > 0 && !self.stopped {
            score = self.child(me, alpha, alpha + 1, depth, ply);
        }
        if score > alpha && score < beta && !self.stopped {
            score = self.child(me, alpha, beta, depth, ply);
        }
        score
    }

    /// Prepends an action to the principal variation of the next ply.
    pub(super) fn remember_line(&mut self, ply: usize, action: G::Action) {
        let (here, next) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(action);
        here[ply].extend_from_slice(&next[0]);
    }

    /// Returns the static evaluation of the position.
    fn judge(&mut self, me: Player, ply: usize) -> i32 {
        self.judged = true;
        if self.foreseen
            && let Some(score) = self.proven_winner(me, ply)
        {
            return score;
        }
        let evaluation = judged(self.rules.evaluate(&self.cursor.state));
        if me == Player::First { evaluation } else { -evaluation }
    }

    /// Returns the score of the position if its winner is proven.
    fn proven_winner(&self, me: Player, ply: usize) -> Option<i32> {
        let winner = self.rules.proven_winner(&self.cursor.state)?;
        let evaluation = self.rules.evaluate(&self.cursor.state);
        let score = foreseen(if winner == Player::First { evaluation } else { -evaluation }, ply);
        Some(if winner == me { score } else { -score })
    }

    /// Returns the table key of the position, or `None` where the table cannot be used: in the
    /// middle of a turn, states with equal keys may differ in their turn memory.
    fn key(&self) -> Option<u64> {
        let (rules, state) = (self.rules, &self.cursor.state);
        if !self.shortcuts.table || size_of::<G::Memory>() > 0 && !rules.is_turn_start(state) {
            return None;
        }
        let mut key = rules.key(state);
        // Close to a turn limit the turn number is part of the position.
        if let Some(limit) = rules.turn_limit() {
            let left = limit.saturating_sub(self.cursor.history.turn());
            if left < MOST_PLIES as u32 / 2 {
                key ^= mix(u64::from(left) + 1);
            }
        }
        // A repeated position is closer to a draw than its first occurrence.
        if matches!(rules.repetition(), Repetition::DrawnAt(_)) && rules.is_turn_start(state) {
            let times = self.cursor.history.count(rules, state);
            if times > 1 {
                key ^= mix((times as u64) << 32);
            }
        }
        Some(key)
    }

    /// Generates the actions and ranks them.
    fn arrange(&mut self, desk: &mut Desk<G::Action>, me: Player, depth: i32, known: u16) {
        let (rules, state) = (self.rules, &self.cursor.state);
        self.cursor.legal_actions(rules, &mut desk.actions);
        rules.narrow(state, &mut desk.actions);
        desk.choices.clear();
        let weighed = depth >= 2;
        let mut scale = 0.0;
        if weighed {
            desk.weights.clear();
            desk.weights.resize(desk.actions.len(), 1.0);
            rules.weigh(state, &desk.actions, &mut desk.weights);
            let most = desk.weights.iter().copied().fold(0.0, f32::max);
            scale = if most > 0.0 { (2 * MOST) as f32 / most } else { 0.0 };
        }
        for (i, &action) in desk.actions.iter().enumerate() {
            let tag = tag(action);
            let mut rank = self.history.get(me, tag);
            if weighed {
                rank += (desk.weights[i] * scale) as i32;
            }
            rank += match tag {
                _ if tag == known => 100 * MOST,
                _ if tag == desk.killers[0] => 11 * MOST,
                _ if tag == desk.killers[1] => 10 * MOST,
                _ => 0,
            };
            desk.choices.push(Choice { action, tag, rank });
        }
    }

    /// Updates the history after a cutoff: rewards the action that caused it and penalises those
    /// tried before it.
    fn credit(&mut self, desk: &mut Desk<G::Action>, i: usize, me: Player, depth: i32) {
        let bonus = (depth * depth * 4 + 8).min(MOST / 4);
        let tag = desk.choices[i].tag;
        if desk.killers[0] != tag {
            desk.killers = [tag, desk.killers[0]];
        }
        self.history.add(me, tag, bonus);
        for choice in &desk.choices[..i] {
            self.history.add(me, choice.tag, -bonus);
        }
    }
}

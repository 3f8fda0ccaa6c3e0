//! The actions at the root, and the deepening that ranks them.

use hexarium_kernel::{Knowledge, Match, win_chance};

use super::node::{MOST_PLIES, Search};
use super::score::{CERTAIN, FORESEEN, INFINITE, is_certain, score_of};
use super::style::reduction;
use crate::report::Stop;

/// The actions at the root, best first.
pub(super) struct Choices<G: Knowledge>(Vec<RootChoice<G::Action>>);

/// What is known of an action at the root.
pub(super) struct RootChoice<A> {
    pub(super) action: A,
    /// Its score, or no more than a bound of it if another one is better.
    pub(super) score: i32,
    /// Whether it is worth that much, and not only at most that much. A bound from above proves no win.
    pub(super) reached: bool,
    pub(super) nodes: u64,
    pub(super) pv: Vec<A>,
}

/// By how much an action's chance to win may fall short of the best and still be worth a true score.
const CLOSE: f32 = 0.15;

/// How far from the last score the next one is looked for.
const ASPIRATION: i32 = 30;

impl<G: Knowledge> Choices<G> {
    /// The actions in the order of the game's own weights.
    pub(super) fn new(game: &Match<G>) -> Self {
        let rules = &**game.rules();
        let mut actions = game.legal_actions();
        rules.narrow(game.state(), &mut actions);
        let mut weights = vec![1.0; actions.len()];
        rules.weigh(game.state(), &actions, &mut weights);
        let mut order: Vec<usize> = (0..actions.len()).collect();
        order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
        let choice =
            |i: usize| RootChoice { action: actions[i], score: 0, reached: false, nodes: 0, pv: vec![actions[i]] };
        Self(order.into_iter().map(choice).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &RootChoice<G::Action>> {
        self.0.iter()
    }

    /// Looks one action further again and again, until something stops it. Wherever that is, the choices are in the order of
    /// the best that is known. `sure` says whether a win or loss found is certain, so that the search can end with it.
    pub(super) fn deepen(&mut self, search: &mut Search<G>, most: u32, sure: bool) -> Stop {
        let most = most.min(MOST_PLIES as u32 - 1) as i32;
        for depth in 1..=most {
            search.judged = false;
            self.look(search, depth);
            if search.stopped {
                return if search.nodes >= search.most_nodes { Stop::Nodes } else { Stop::Told };
            }
            let best = self.0[0].score;
            // A win that is only foreseen is looked at further, for the way to it.
            let on_board = best.abs() > FORESEEN + 2000;
            if sure && (on_board || !search.judged && !search.foreseen) {
                return Stop::Proven;
            }
        }
        Stop::Depth
    }

    /// One look at all actions at a depth, around the last score first.
    fn look(&mut self, search: &mut Search<G>, depth: i32) {
        let last = self.0[0].score;
        let (mut below, mut above) = (ASPIRATION, ASPIRATION);
        let whole = depth < 3 || search.shortcuts.true_scores || is_certain(last);
        loop {
            let alpha = if whole || below > 1000 { -INFINITE } else { last - below };
            let beta = if whole || above > 1000 { INFINITE } else { last + above };
            let score = self.pass(search, alpha, beta, depth);
            match score {
                _ if search.stopped => return,
                _ if score <= alpha => below *= 4,
                _ if score >= beta => above *= 4,
                _ => break,
            }
        }
        self.0[1..].sort_by_key(|choice| -choice.score);
    }

    /// One pass over all actions with a window.
    fn pass(&mut self, search: &mut Search<G>, alpha: i32, beta: i32, depth: i32) -> i32 {
        let rules = search.rules;
        let me = rules.to_move(&search.cursor.state);
        let before = search.cursor.mark();
        let mut best = -INFINITE;
        for i in 0..self.0.len() {
            let nodes = search.nodes;
            if !search.next_node() {
                break;
            }
            let action = self.0[i].action;
            let (_, outcome) = search.cursor.play(rules, action);
            search.lines[1].clear();
            let mut floor = alpha.max(best);
            if search.shortcuts.true_scores && best > -CERTAIN {
                floor = floor.min(score_of(win_chance(best) - CLOSE));
            }
            let score = match outcome {
                Some(outcome) => search.ended(outcome, me, 1),
                None if i == 0 => search.child(me, alpha, beta, depth - 1, 1),
                None => {
                    let less = if search.shortcuts.reductions { reduction(depth, i) / 2 } else { 0 };
                    search.doubt(me, floor, beta, depth - 1, less, 1)
                }
            };
            search.cursor.back(&before);
            let choice = &mut self.0[i];
            choice.nodes += search.nodes - nodes;
            if search.stopped {
                break;
            }
            choice.score = score;
            choice.reached = score > floor || outcome.is_some();
            if score > floor || i == 0 {
                search.remember_line(0, action);
                // A score outside of the window comes without a line; the one from before is better than none.
                if search.lines[0].len() > 1 || outcome.is_some() {
                    choice.pv.clone_from(&search.lines[0]);
                }
            }
            if score > best {
                // Below the window all scores are bounds, and the first action remains the best that is known.
                if i > 0 && score > alpha {
                    self.0[..=i].rotate_right(1);
                }
                best = score;
            }
            if best >= beta {
                break;
            }
        }
        best
    }
}

//! The actions at the root and the iterative deepening that ranks them.

use hexarium_kernel::{Knowledge, Match, win_chance};

use super::node::{MOST_PLIES, Search};
use super::score::{CERTAIN, FORESEEN, INFINITE, is_certain, score_of};
use super::style::reduction;
use crate::report::Stop;

/// The actions at the root, best first.
pub(super) struct Choices<G: Knowledge>(Vec<RootChoice<G::Action>>);

/// An action at the root with its score.
pub(super) struct RootChoice<A> {
    pub(super) action: A,
    /// The score, or an upper bound of it if another action is better.
    pub(super) score: i32,
    /// Whether the score is exact or a lower bound. An upper bound proves no win.
    pub(super) reached: bool,
    pub(super) nodes: u64,
    pub(super) pv: Vec<A>,
}

/// Maximum difference in win probability to the best action at which an action still gets an exact
/// score.
const CLOSE: f32 = 0.15;

/// Half of the width of the aspiration window around the last score.
const ASPIRATION: i32 = 30;

impl<G: Knowledge> Choices<G> {
    /// Lists the actions in the order of the game's priors.
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

    /// Searches with increasing depth until a limit or the stop condition ends the search. At any
    /// point the choices are sorted by the best known score. `sure` says whether wins and losses
    /// are certain, so that the search can end with them.
    pub(super) fn deepen(&mut self, search: &mut Search<G>, most: u32, sure: bool) -> Stop {
        let most = most.min(MOST_PLIES as u32 - 1) as i32;
        for depth in 1..=most {
            search.judged = false;
            self.look(search, depth);
            if search.stopped {
                return if search.nodes >= search.most_nodes { Stop::Nodes } else { Stop::Told };
            }
            let best = self.0[0].score;
            // A proven winner is not enough: the search continues to find the winning line.
            let on_board = best.abs() > FORESEEN + 2000;
            if sure && (on_board || !search.judged && !search.foreseen) {
                return Stop::Proven;
            }
        }
        Stop::Depth
    }

    /// Searches all actions to a depth, with an aspiration window first.
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

    /// Searches all actions with one window.
    fn pass(&mut self, search: &mut Search<G>, alpha: i32, beta: i32, depth: i32) -> i32 {
        let rules = search.rules;
        let me = rules.to_move(&search.cursor.state);
        let before = search.cursor.undo_point();
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
            search.cursor.undo_to(&before);
            let choice = &mut self.0[i];
            choice.nodes += search.nodes - nodes;
            if search.stopped {
                break;
            }
            choice.score = score;
            choice.reached = score > floor || outcome.is_some();
            if score > floor || i == 0 {
                search.remember_line(0, action);
                // A score outside of the window has no principal variation, so the previous one is
                // retained.
                if search.lines[0].len() > 1 || outcome.is_some() {
                    choice.pv.clone_from(&search.lines[0]);
                }
            }
            if score > best {
                // Below the window all scores are bounds, and the first action remains the best.
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

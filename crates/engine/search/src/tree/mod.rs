//! Monte-Carlo tree search.
//!
//! All nodes lie in one pool, with the children of a node side by side. The pool never exceeds its
//! limit; when it is full the search continues without new nodes. The mean of a node is relative to
//! the player who made its action and compared only among siblings, so turns of several actions
//! need no special case. Proven results are backed up the same way: a player wins where one action
//! wins and loses where all of them lose, independent of the previous mover.
//!
//! A node that is visited often enough is examined by the game, which may prove its result or leave
//! out some of its children. A player whose position is proven to be lost resists: the search
//! starts again without examinations, and prefers the actions that playouts find hardest to refute.

mod examination;
mod node;
mod reuse;

use hexarium_kernel::{Cursor, Knowledge, Match, Player, Rng, SearchParams, Trace, mix, share};

use crate::guide::Guide;
use crate::report::{Limits, Line, Proof, Report, Stop, StopCondition};
use node::{Node, ProvenResult};

/// A search tree that persists between searches.
pub struct Tree<G: Knowledge> {
    params: SearchParams,
    policy: Policy,
    /// Rates new nodes in place of priors and playouts.
    guide: Option<Box<dyn Guide<G>>>,
    seed: u64,
    nodes: Vec<Node<G::Action>>,
    root: Option<Root<G>>,
    /// Whether the root is lost and searched without examinations.
    resists: bool,
    actions: Vec<G::Action>,
    weights: Vec<f32>,
    trace: Trace,
}

/// The position of the root.
struct Root<G: Knowledge> {
    /// The line of play that led to the root.
    line: Vec<G::Action>,
    /// The key of the state where the line begins.
    start: u64,
}

/// The policy for selecting actions and playing out games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Policy {
    /// Selection and playouts with the game's knowledge.
    WithKnowledge,
    /// Upper confidence bounds and uniformly random playouts: the baseline.
    Plain,
}

/// Interval between checks of the stop condition, in simulations.
const STOP_CHECK_INTERVAL: u64 = 16;

impl<G: Knowledge> Tree<G> {
    /// Creates a search with the game's knowledge.
    pub fn new(params: SearchParams, seed: u64) -> Self {
        Self {
            params,
            policy: Policy::WithKnowledge,
            guide: None,
            seed,
            nodes: Vec::new(),
            root: None,
            resists: false,
            actions: Vec::new(),
            weights: Vec::new(),
            trace: Trace::default(),
        }
    }

    /// Creates a search with a guide for priors and values, and the game's knowledge for the rest:
    /// every simulation expands a node and rates it.
    pub fn with_guide(params: SearchParams, seed: u64, guide: Box<dyn Guide<G>>) -> Self {
        let params = SearchParams {
            exploration: 0.8,
            expansion_threshold: 0,
            rave_bias: 0.0,
            first_play_reduction: 0.1,
            ..params
        };
        Self { guide: Some(guide), ..Self::new(params, seed) }
    }

    /// Creates a UCT search with uniformly random playouts.
    pub fn plain(seed: u64) -> Self {
        let params = SearchParams {
            exploration: 0.7,
            expansion_threshold: 1,
            examination_threshold: 0,
            rave_bias: 0.0,
            first_play_reduction: 0.0,
            contempt: 0.0,
        };
        Self { policy: Policy::Plain, ..Self::new(params, seed) }
    }

    /// Whether the search has a guide.
    pub fn is_guided(&self) -> bool {
        self.guide.is_some()
    }

    /// Bytes per node.
    pub const NODE_BYTES: usize = size_of::<Node<G::Action>>();

    /// Discards the tree.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.root = None;
        self.resists = false;
    }

    /// Searches the current position of the game; the subtree of an earlier search is reused.
    pub fn search(&mut self, game: &Match<G>, limits: &Limits, stop_condition: StopCondition) -> Report<G::Action> {
        if game.outcome().is_some() {
            return Report::game_over();
        }
        let rules = &**game.rules();
        // Four more bytes per node are needed while a subtree is extracted.
        let capacity = (limits.memory / (Self::NODE_BYTES + 4)).clamp(1, u32::MAX as usize);
        self.move_root_to(game, capacity);
        let mut rng = Rng::new(mix(self.seed ^ rules.key(game.state())).wrapping_add(u64::from(self.nodes[0].visits)));
        let mut cursor = game.cursor().clone();
        let root = cursor.undo_point();
        let mut path = Vec::new();
        let mut done = 0;
        let stop = loop {
            if self.nodes[0].proven != ProvenResult::Open && self.is_settled(rules, &mut cursor, stop_condition) {
                break Stop::Proven;
            }
            if done >= limits.nodes || self.nodes[0].visits == u32::MAX {
                break Stop::Nodes;
            }
            if done % STOP_CHECK_INTERVAL == 0 && !stop_condition(done) {
                break Stop::Condition;
            }
            self.simulate(rules, &mut cursor, &mut rng, &mut path, capacity);
            cursor.undo_to(&root);
            done += 1;
        };
        self.report(game, done, stop)
    }

    /// Runs one simulation: selection, expansion, playout and backup.
    fn simulate(&mut self, rules: &G, cursor: &mut Cursor<G>, rng: &mut Rng, path: &mut Vec<usize>, capacity: usize) {
        path.clear();
        path.push(0);
        let (mut at, mut maker) = (0, self.nodes[0].to_move);
        let mut value = None;
        let contempt = self.params.contempt;
        let draw = if maker == Player::First { 0.5 - contempt } else { 0.5 + contempt };
        while self.nodes[at].count > 0 {
            if self.nodes[at].visits == self.params.examination_threshold && !self.resists {
                self.examine(rules, &cursor.state, at);
                value = self.nodes[at].proven.share(draw);
                if value.is_some() {
                    break;
                }
            }
            let chosen = self.choose(at, maker);
            maker = self.nodes[at].to_move;
            at = chosen;
            path.push(at);
            let node = &mut self.nodes[at];
            value = node.proven.share(draw);
            if value.is_some() {
                break;
            }
            let (_, outcome) = cursor.play(rules, node.action);
            node.to_move = rules.to_move(&cursor.state);
            if let Some(outcome) = outcome {
                node.proven = ProvenResult::of(outcome.winner);
                value = node.proven.share(draw);
                break;
            }
            if node.visits == 0
                && self.policy == Policy::WithKnowledge
                && let Some(winner) = rules.proven_winner(&cursor.state)
            {
                node.proven = ProvenResult::Won(winner);
                value = node.proven.share(draw);
                break;
            }
        }
        self.trace = Trace::default();
        if value.is_none() && (self.nodes[at].visits >= self.params.expansion_threshold || at == 0) {
            value = self.expand(rules, cursor, at, capacity);
        }
        let value = value.unwrap_or_else(|| match self.policy {
            Policy::WithKnowledge => rules.playout(&cursor.state, &cursor.memory, rng, &mut self.trace),
            Policy::Plain => share(rules.rollout(&cursor.state, &cursor.memory, rng, rules.length_bound() as u32)),
        });
        self.back_up(rules, path, value);
    }

    /// Expands a node, if there is room. Returns the guide's rating, if there is a guide.
    fn expand(&mut self, rules: &G, cursor: &Cursor<G>, at: usize, capacity: usize) -> Option<f32> {
        cursor.legal_actions(rules, &mut self.actions);
        if self.policy == Policy::WithKnowledge {
            rules.prune(&cursor.state, &mut self.actions);
        }
        let guide = self.guide.as_mut();
        let value = guide.map(|guide| guide.rate(rules, &cursor.state, &self.actions, &mut self.weights));
        if self.nodes.len() + self.actions.len() > capacity && at != 0 {
            return value;
        }
        if value.is_none() {
            self.weights.clear();
            self.weights.resize(self.actions.len(), 1.0);
        }
        if value.is_none() && self.policy == Policy::WithKnowledge {
            rules.priors(&cursor.state, &self.actions, &mut self.weights);
        }
        let total: f32 = self.weights.iter().sum();
        let first = self.nodes.len();
        self.make_room(capacity);
        self.nodes.extend(self.actions.iter().zip(&self.weights).map(|(&a, w)| Node::new(a, w / total)));
        let node = &mut self.nodes[at];
        node.first = first as u32;
        node.count = self.actions.len() as u16;
        node.to_move = rules.to_move(&cursor.state);
        value
    }

    /// Reserves room for the generated children. By itself a vector would double beyond the limit.
    fn make_room(&mut self, capacity: usize) {
        let (len, more) = (self.nodes.len(), self.actions.len());
        if len + more > self.nodes.capacity() {
            self.nodes.reserve_exact(more.max(len.min(capacity.saturating_sub(len))));
        }
    }

    /// Selects a child of a node whose action was made by `maker`.
    fn choose(&self, at: usize, maker: Player) -> usize {
        let parent = &self.nodes[at];
        match self.policy {
            Policy::WithKnowledge => self.choose_by_prior(parent, maker),
            Policy::Plain => self.choose_by_bounds(parent),
        }
    }

    fn choose_by_prior(&self, parent: &Node<G::Action>, maker: Player) -> usize {
        let lost = ProvenResult::Won(parent.to_move.other());
        let push = self.params.exploration * (parent.visits as f32).sqrt();
        let mean = if parent.visits == 0 { 0.5 } else { parent.mean };
        let untried = if maker == parent.to_move { mean } else { 1.0 - mean } - self.params.first_play_reduction;
        let (mut best, mut best_score) = (parent.first as usize, f32::NEG_INFINITY);
        for (i, child) in parent.children().zip(&self.nodes[parent.children()]) {
            if child.proven == lost {
                continue;
            }
            let n = child.visits as f32;
            let mut mean = if child.visits > 0 { child.mean } else { untried };
            if child.rave_visits > 0 && self.params.rave_bias > 0.0 {
                let r = child.rave_visits as f32;
                let trust = r / (r + n + r * n * self.params.rave_bias);
                mean += trust * (child.rave_mean - mean);
            }
            let score = mean + push * child.prior / (1.0 + n);
            if score > best_score {
                (best, best_score) = (i, score);
            }
        }
        best
    }

    fn choose_by_bounds(&self, parent: &Node<G::Action>) -> usize {
        let lost = ProvenResult::Won(parent.to_move.other());
        let log = natural_log(parent.visits.max(1) as f32);
        let (mut best, mut best_score) = (parent.first as usize, f32::NEG_INFINITY);
        for (i, child) in parent.children().zip(&self.nodes[parent.children()]) {
            if child.proven == lost {
                continue;
            }
            if child.visits == 0 {
                return i;
            }
            let score = child.mean + self.params.exploration * (log / child.visits as f32).sqrt();
            if score > best_score {
                (best, best_score) = (i, score);
            }
        }
        best
    }

    /// Backs up the result along the path, including proven results.
    fn back_up(&mut self, rules: &G, path: &[usize], value: f32) {
        let mut proven = self.nodes[path[path.len() - 1]].proven != ProvenResult::Open;
        for (depth, &at) in path.iter().enumerate().rev() {
            let maker = self.nodes[path[depth.saturating_sub(1)]].to_move;
            self.nodes[at].add(for_player(maker, value));
            if proven && depth > 0 {
                proven = self.prove(path[depth - 1]);
            }
            if self.params.rave_bias > 0.0 && self.nodes[at].count > 0 {
                self.add_rave(rules, at, value);
            }
        }
    }

    /// Whether the result of a node follows from those of its children.
    fn prove(&mut self, at: usize) -> bool {
        let node = &self.nodes[at];
        let (me, other) = (ProvenResult::Won(node.to_move), ProvenResult::Won(node.to_move.other()));
        let mut proven = other;
        for child in &self.nodes[node.children()] {
            if child.proven == me {
                proven = me;
                break;
            }
            if child.proven == ProvenResult::Open {
                proven = ProvenResult::Open;
            } else if child.proven == ProvenResult::Drawn && proven == other {
                proven = ProvenResult::Drawn;
            }
        }
        self.nodes[at].proven = proven;
        proven != ProvenResult::Open
    }

    fn add_rave(&mut self, rules: &G, at: usize, value: f32) {
        let node = &self.nodes[at];
        let played = &self.trace.played[node.to_move].0;
        let value = for_player(node.to_move, value);
        let children = node.children();
        for child in &mut self.nodes[children] {
            if let Some(id) = rules.trace_id(child.action)
                && played[id / 64] >> (id % 64) & 1 == 1
            {
                child.add_rave(value);
            }
        }
    }

    fn report(&mut self, game: &Match<G>, nodes: u64, stop: Stop) -> Report<G::Action> {
        let rules = &**game.rules();
        if self.nodes[0].count == 0 {
            // Stopped before the first simulation: the game's priors decide.
            self.expand(rules, game.cursor(), 0, usize::MAX);
        }
        let root = &self.nodes[0];
        let me = root.to_move;
        let mut order: Vec<usize> = root.children().collect();
        let rank = |&i: &usize| {
            let child = &self.nodes[i];
            let certain = match child.proven {
                ProvenResult::Won(winner) if winner == me => 2,
                ProvenResult::Won(_) => 0,
                _ => 1,
            };
            (certain, child.visits)
        };
        order.sort_by(|a, b| {
            rank(b)
                .cmp(&rank(a))
                .then(self.nodes[*b].mean.total_cmp(&self.nodes[*a].mean))
                .then(self.nodes[*b].prior.total_cmp(&self.nodes[*a].prior))
        });
        let lines = order.into_iter().map(|i| self.line(i, me)).collect();
        Report { lines, nodes, memory: self.nodes.len() * Self::NODE_BYTES, stop }
    }

    fn line(&self, at: usize, me: Player) -> Line<G::Action> {
        let node = &self.nodes[at];
        let (win, proof) = match node.proven {
            _ if self.resists => (0.0, Some(Proof::Loss)),
            ProvenResult::Won(winner) if winner == me => (1.0, Some(Proof::Win)),
            ProvenResult::Won(_) => (0.0, Some(Proof::Loss)),
            ProvenResult::Drawn => (0.5, Some(Proof::Draw)),
            ProvenResult::Open if node.visits == 0 => (0.5, None),
            ProvenResult::Open => (node.mean, None),
        };
        let mut pv = vec![node.action];
        let mut at = at;
        while self.nodes[at].count > 0 {
            let node = &self.nodes[at];
            let wins = ProvenResult::Won(node.to_move);
            let best = node.children().max_by_key(|&i| (self.nodes[i].proven == wins, self.nodes[i].visits));
            at = best.expect("a node with children has one");
            if self.nodes[at].visits == 0 {
                break;
            }
            pv.push(self.nodes[at].action);
        }
        Line { action: node.action, visits: u64::from(node.visits), win, pv, proof }
    }
}

/// Converts the first player's share of points to a player's view.
fn for_player(player: Player, share: f32) -> f32 {
    match player {
        Player::First => share,
        Player::Second => 1.0 - share,
    }
}

/// Returns the natural logarithm of a number from 1 on: an approximation that is the same on every
/// platform, unlike that of the standard library.
fn natural_log(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits(bits & 0x007F_FFFF | 0x3F80_0000);
    // A parabola through the ends of the interval from 1 to 2 and near its middle.
    let log2 = (mantissa - 1.0) * (1.0 + 0.3465 * (2.0 - mantissa));
    (exponent as f32 + log2) * std::f32::consts::LN_2
}

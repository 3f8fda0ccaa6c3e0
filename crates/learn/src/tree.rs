//! PUCT tree search with external evaluation, as in AlphaZero.
//!
//! A simulation descends to an unevaluated position, which then waits for its evaluation. Several
//! positions of one or many trees can wait at once, so that they are evaluated as a batch. Until
//! the evaluation arrives, a pending simulation counts as a loss for all players on its path
//! (virtual loss), so that the next one goes elsewhere.
//!
//! Values belong to the player who chose an action, never to a level of the tree: a turn may be
//! several actions of one player.

use std::ops::Range;

use hexarium_kernel::{Cursor, Game, Match, Player, Rng, UndoPoint, mix};

use crate::dirichlet::dirichlet;
use crate::gumbel::softmax;

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Number of simulations, not counting the evaluation of the root.
    pub simulations: u32,
    /// The weight of priors and low visit counts against values.
    pub exploration: f32,
    /// The noise added to the priors of the root, if any.
    pub noise: Option<Noise>,
}

/// Dirichlet noise at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Noise {
    /// The parameter of the Dirichlet distribution: the smaller, the fewer actions share the noise.
    pub alpha: f32,
    /// The share of the noise, from 0 to 1.
    pub weight: f32,
}

/// A search of any game.
pub trait Tree: Send {
    /// Runs simulations until `most` positions wait for an evaluation or no simulation is left.
    /// Writes their planes and legal actions, and returns their number. Always 0 once the search is
    /// done.
    fn collect(&mut self, most: usize, observations: &mut [f32], masks: &mut [bool]) -> usize;
    /// Takes the evaluations of the waiting positions: logits of all actions, and the value for the
    /// side to move, from -1 to 1. Non-finite numbers are an error.
    fn apply_evaluations(&mut self, logits: &[f32], values: &[f32]) -> Result<(), String>;
    /// Writes the visit count of each action at the root.
    fn visits(&self, out: &mut [i32]);
    /// Returns the value of the root for the side to move.
    fn value(&self) -> f32;
}

/// The edges of a node, which are contiguous.
type Edges = Range<usize>;

struct Edge<A> {
    action: A,
    id: usize,
    /// The player who chooses it.
    player: Player,
    prior: f32,
    visits: u32,
    /// Number of simulations below it that wait for an evaluation.
    waiting: u32,
    /// The sum of the values of all visits, for the player who chooses it.
    total: f32,
    child: Option<Edges>,
}

/// A position that waits for its evaluation.
struct Leaf<A> {
    /// The edges that lead to it.
    way: Vec<usize>,
    player: Player,
    actions: Vec<A>,
    ids: Vec<usize>,
}

/// A search of one type of game.
pub(crate) struct Search<G: Game> {
    game: std::sync::Arc<G>,
    cursor: Cursor<G>,
    root: UndoPoint<G>,
    settings: Settings,
    rng: Rng,
    edges: Vec<Edge<G::Action>>,
    first: Option<Edges>,
    walks: u32,
    leaves: Vec<Leaf<G::Action>>,
    places: usize,
    actions: usize,
}

/// The end of a simulation.
enum End<A> {
    /// The game is over, with this value for the first player.
    Over(f32),
    /// The position is new.
    New(Leaf<A>),
    /// The position already waits for its evaluation.
    Met,
}

impl<G: Game> Search<G> {
    pub(crate) fn new(game: &Match<G>, settings: Settings, seed: u64) -> Self {
        let rules = game.rules();
        Self {
            game: rules.clone(),
            cursor: game.cursor().clone(),
            root: game.cursor().undo_point(),
            settings,
            rng: Rng::new(mix(seed)),
            edges: Vec::new(),
            first: None,
            walks: 0,
            leaves: Vec::new(),
            places: rules.planes().iter().product(),
            actions: rules.action_count(),
        }
    }

    /// Runs one descent. The cursor is left where it ended, and `way` holds the edges that led
    /// there.
    fn walk(&mut self, way: &mut Vec<usize>) -> End<G::Action> {
        let mut at = self.first.clone();
        while let Some(edges) = at {
            let chosen = self.choose(edges);
            way.push(chosen);
            let edge = &mut self.edges[chosen];
            let met = edge.child.is_none() && edge.waiting > 0;
            edge.waiting += 1;
            if met {
                return End::Met;
            }
            if let (_, Some(outcome)) = self.cursor.play(&*self.game, edge.action) {
                return End::Over(outcome.winner.map_or(0.0, sign));
            }
            at = self.edges[chosen].child.clone();
        }
        let mut actions = Vec::new();
        self.cursor.legal_actions(&self.game, &mut actions);
        let ids = actions.iter().map(|&action| self.game.action_id(&self.cursor.state, action)).collect();
        End::New(Leaf { way: way.clone(), player: self.game.to_move(&self.cursor.state), actions, ids })
    }

    /// Returns the edge with the highest score.
    fn choose(&self, edges: Edges) -> usize {
        let tries: u32 = self.edges[edges.clone()].iter().map(|edge| edge.visits + edge.waiting).sum();
        let scale = self.settings.exploration * (tries.max(1) as f32).sqrt();
        let promise = |edge: &Edge<G::Action>| {
            let tries = (edge.visits + edge.waiting) as f32;
            let mean = if tries > 0.0 { (edge.total - edge.waiting as f32) / tries } else { 0.0 };
            mean + scale * edge.prior / (1.0 + tries)
        };
        let mut best = (edges.start, f32::NEG_INFINITY);
        for n in edges {
            let promise = promise(&self.edges[n]);
            if promise > best.1 {
                best = (n, promise);
            }
        }
        best.0
    }

    /// Backs up a value for the first player along a path.
    fn back_up(&mut self, way: &[usize], value: f32) {
        for &n in way {
            let edge = &mut self.edges[n];
            edge.waiting -= 1;
            edge.visits += 1;
            edge.total += sign(edge.player) * value;
        }
    }

    fn expand(&mut self, leaf: &Leaf<G::Action>, logits: &[f32]) {
        let own: Vec<f32> = leaf.ids.iter().map(|&id| logits[id]).collect();
        let mut priors = softmax(&own);
        if leaf.way.is_empty()
            && let Some(noise) = self.settings.noise
        {
            let shares = dirichlet(&mut self.rng, f64::from(noise.alpha), priors.len());
            for (prior, share) in priors.iter_mut().zip(shares) {
                *prior += noise.weight * (share - *prior);
            }
        }
        let begin = self.edges.len();
        for ((&action, &id), prior) in leaf.actions.iter().zip(&leaf.ids).zip(priors) {
            let player = leaf.player;
            self.edges.push(Edge { action, id, player, prior, visits: 0, waiting: 0, total: 0.0, child: None });
        }
        let edges = Some(begin..self.edges.len());
        match leaf.way.last() {
            Some(&last) => self.edges[last].child = edges,
            None => self.first = edges,
        }
    }

    fn root_edges(&self) -> &[Edge<G::Action>] {
        self.first.clone().map_or(&[], |edges| &self.edges[edges])
    }
}

impl<G: Game> Tree for Search<G> {
    fn collect(&mut self, most: usize, observations: &mut [f32], masks: &mut [bool]) -> usize {
        // The root must be evaluated before anything else.
        let most = if self.first.is_none() { most.min(1) } else { most };
        while self.leaves.len() < most && (self.first.is_none() || self.walks < self.settings.simulations) {
            let mut way = Vec::new();
            let end = self.walk(&mut way);
            let met = matches!(end, End::Met);
            match end {
                End::Over(value) => {
                    self.back_up(&way, value);
                    self.walks += 1;
                }
                End::New(leaf) => {
                    let n = self.leaves.len();
                    let state = &self.cursor.state;
                    self.game.write_planes(state, leaf.player, &mut observations[n * self.places..][..self.places]);
                    let mask = &mut masks[n * self.actions..][..self.actions];
                    mask.fill(false);
                    leaf.ids.iter().for_each(|&id| mask[id] = true);
                    self.walks += u32::from(!way.is_empty());
                    self.leaves.push(leaf);
                }
                End::Met => way.iter().for_each(|&n| self.edges[n].waiting -= 1),
            }
            let root = self.root.clone();
            self.cursor.undo_to(&root);
            if met {
                break;
            }
        }
        self.leaves.len()
    }

    fn apply_evaluations(&mut self, logits: &[f32], values: &[f32]) -> Result<(), String> {
        let waiting = self.leaves.len();
        if logits.len() != waiting * self.actions || values.len() != waiting {
            return Err(format!(
                "{} logits and {} values for {waiting} positions: expected logits for all actions and one value each",
                logits.len(),
                values.len()
            ));
        }
        if !logits.iter().chain(values).all(|number| number.is_finite()) {
            return Err("invalid evaluation: expected finite numbers".to_string());
        }
        for (n, leaf) in std::mem::take(&mut self.leaves).into_iter().enumerate() {
            self.expand(&leaf, &logits[n * self.actions..][..self.actions]);
            self.back_up(&leaf.way, sign(leaf.player) * values[n].clamp(-1.0, 1.0));
        }
        Ok(())
    }

    fn visits(&self, out: &mut [i32]) {
        out.fill(0);
        for edge in self.root_edges() {
            out[edge.id] = edge.visits as i32;
        }
    }

    fn value(&self) -> f32 {
        let edges = self.root_edges();
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        edges.iter().map(|edge| edge.total).sum::<f32>() / visits.max(1) as f32
    }
}

/// Returns 1 for the first player, -1 for the second.
fn sign(player: Player) -> f32 {
    match player {
        Player::First => 1.0,
        Player::Second => -1.0,
    }
}

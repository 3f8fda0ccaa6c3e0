//! A tree search that asks somebody else what to think of positions: PUCT, as in AlphaZero.
//!
//! A walk goes down the tree to a position that was not looked at, which then waits for its evaluation. Several may wait at once, those
//! of one tree and those of many: whoever evaluates gets them together. Until the answer comes, a waiting walk counts as lost for
//! everybody on its way, so that the next one goes elsewhere.
//!
//! Values belong to the player who chose an action, never to a level of the tree: a turn may be several actions of one player.

use std::ops::Range;

use hexarium_kernel::{Bookmark, Cursor, Game, Match, Player, Rng, mix};

use crate::dirichlet::dirichlet;

/// How a tree is searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Walks, the evaluation of the root not counted.
    pub simulations: u32,
    /// How much an action that was seldom tried and is thought well of is preferred to one that has done well.
    pub exploration: f32,
    /// What is mixed into the first opinion about the root, if anything.
    pub noise: Option<Noise>,
}

/// Random opinions about the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Noise {
    /// Of the Dirichlet distribution: the smaller, the fewer actions get all of it.
    pub alpha: f32,
    /// Its share, from 0 to 1.
    pub weight: f32,
}

/// A search of any game.
pub trait Tree: Send {
    /// Walks until `most` positions wait for an evaluation or no walk is left; writes what their players see and which actions are legal,
    /// one after the other, and returns how many wait. Always 0 once the search is done.
    fn collect(&mut self, most: usize, observations: &mut [f32], masks: &mut [bool]) -> usize;
    /// Takes the evaluations of those that wait: for each an opinion about every action as a logit, and what the position is worth to the
    /// player to move there, from -1 to 1. Numbers that are not finite are refused.
    fn absorb(&mut self, logits: &[f32], values: &[f32]) -> Result<(), String>;
    /// Writes how often each action of the root was tried.
    fn visits(&self, out: &mut [i32]);
    /// What the root is worth to the player to move there.
    fn value(&self) -> f32;
}

/// Edges that lead from a node stand side by side.
type Edges = Range<usize>;

struct Edge<A> {
    action: A,
    id: usize,
    /// Who chooses it.
    player: Player,
    prior: f32,
    visits: u32,
    /// Walks that wait for an evaluation behind it.
    waiting: u32,
    /// The values of all visits, for the player who chooses it.
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
    root: Bookmark<G>,
    settings: Settings,
    rng: Rng,
    edges: Vec<Edge<G::Action>>,
    first: Option<Edges>,
    walks: u32,
    leaves: Vec<Leaf<G::Action>>,
    places: usize,
    actions: usize,
}

/// How a walk ended.
enum End<A> {
    /// The game is over, with this value for the first player.
    Over(f32),
    /// Here nobody has been.
    New(Leaf<A>),
    /// Somebody waits here already.
    Met,
}

impl<G: Game> Search<G> {
    pub(crate) fn new(game: &Match<G>, settings: Settings, seed: u64) -> Self {
        let rules = game.rules();
        Self {
            game: rules.clone(),
            cursor: game.cursor().clone(),
            root: game.cursor().mark(),
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

    /// Goes down once. The cursor is left where the walk ended, and `way` holds the edges that led there.
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

    /// The most promising edge.
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

    /// Books a value, which is the first player's, on the way that led to it.
    fn book(&mut self, way: &[usize], value: f32) {
        for &n in way {
            let edge = &mut self.edges[n];
            edge.waiting -= 1;
            edge.visits += 1;
            edge.total += sign(edge.player) * value;
        }
    }

    fn expand(&mut self, leaf: &Leaf<G::Action>, logits: &[f32]) {
        let mut priors = softmax(leaf.ids.iter().map(|&id| logits[id]).collect());
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
        // Nothing can be walked before the root is known.
        let most = if self.first.is_none() { most.min(1) } else { most };
        while self.leaves.len() < most && (self.first.is_none() || self.walks < self.settings.simulations) {
            let mut way = Vec::new();
            let end = self.walk(&mut way);
            let met = matches!(end, End::Met);
            match end {
                End::Over(value) => {
                    self.book(&way, value);
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
            self.cursor.back(&root);
            if met {
                break;
            }
        }
        self.leaves.len()
    }

    fn absorb(&mut self, logits: &[f32], values: &[f32]) -> Result<(), String> {
        let waiting = self.leaves.len();
        if logits.len() != waiting * self.actions || values.len() != waiting {
            return Err(format!("{} logits and {} values for {waiting} positions", logits.len(), values.len()));
        }
        if !logits.iter().chain(values).all(|number| number.is_finite()) {
            return Err("an evaluation has a number that is not finite".to_string());
        }
        for (n, leaf) in std::mem::take(&mut self.leaves).into_iter().enumerate() {
            self.expand(&leaf, &logits[n * self.actions..][..self.actions]);
            self.book(&leaf.way, sign(leaf.player) * values[n].clamp(-1.0, 1.0));
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

/// 1 for the first player, -1 for the second.
fn sign(player: Player) -> f32 {
    match player {
        Player::First => 1.0,
        Player::Second => -1.0,
    }
}

fn softmax(mut logits: Vec<f32>) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = (*logit - most).exp());
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|share| *share /= sum);
    logits
}

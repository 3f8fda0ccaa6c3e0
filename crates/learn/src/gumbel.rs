//! Tree search for self-play with few simulations: Gumbel AlphaZero (Danihelka et al., "Policy
//! improvement by planning with Gumbel", 2022).
//!
//! The root tries a sample of actions without replacement and drops the worse half again and again.
//! Below it, an action is chosen so that the visits approach the improved policy. The improved
//! policy of the root, which a learner imitates, adds the values to the logits of all actions;
//! actions that were not tried have the mean value.

use hexarium_kernel::{Cursor, Game, Player, Rng};
use hexarium_net::{ONE, Rater, probability};

use crate::dirichlet::unit;

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchSettings {
    /// Number of simulations; the evaluation of the root is not one.
    pub simulations: u32,
    /// Number of actions that are tried at the root.
    pub considered: usize,
    /// The logits that a win is worth more than a loss.
    pub value_weight: f32,
}

/// The result of a search.
pub(crate) struct Decision<A> {
    /// The legal actions.
    pub(crate) actions: Vec<A>,
    /// The improved policy.
    pub(crate) policy: Vec<f32>,
    /// The chosen action.
    pub(crate) chosen: usize,
    /// The probability that the side to move wins.
    pub(crate) value: f32,
}

struct Node<A> {
    player: Player,
    actions: Vec<A>,
    logits: Vec<f32>,
    /// The probability that the player wins, by the network.
    value: f32,
    edges: Vec<Edge>,
    visits: u32,
}

#[derive(Clone, Copy, Default)]
struct Edge {
    visits: u32,
    /// The sum of the player's winning probabilities.
    total: f32,
    child: Option<usize>,
}

impl<A> Node<A> {
    /// Returns the logits of the improved policy.
    fn improved(&self, settings: &SearchSettings) -> Vec<f32> {
        let most = self.edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        let weight = settings.value_weight * (1.0 + most as f32 / 50.0);
        let rest = self.mixed_value();
        let value = |edge: &Edge| if edge.visits > 0 { edge.total / edge.visits as f32 } else { rest };
        self.logits.iter().zip(&self.edges).map(|(logit, edge)| logit + weight * value(edge)).collect()
    }

    /// Returns the value of actions that were not tried: that of the network, and those of the
    /// other actions weighted by the policy.
    fn mixed_value(&self) -> f32 {
        let policy = softmax(&self.logits);
        let (mut share, mut total) = (0.0, 0.0);
        for (share_of, edge) in policy.iter().zip(&self.edges).filter(|(_, edge)| edge.visits > 0) {
            share += share_of;
            total += share_of * edge.total / edge.visits as f32;
        }
        if share == 0.0 {
            return self.value;
        }
        (self.value + self.visits as f32 * total / share) / (1.0 + self.visits as f32)
    }
}

/// A search that can be repeated from other positions.
pub(crate) struct Gumbel<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) rater: &'a mut Rater,
    pub(crate) settings: SearchSettings,
    /// Number of evaluations so far.
    pub(crate) evaluations: u64,
    nodes: Vec<Node<G::Action>>,
    logits: Vec<i32>,
}

impl<'a, G: Game> Gumbel<'a, G> {
    pub(crate) fn new(game: &'a G, rater: &'a mut Rater, settings: SearchSettings) -> Self {
        Self { game, rater, settings, evaluations: 0, nodes: Vec::new(), logits: Vec::new() }
    }

    /// Searches from a position in progress.
    pub(crate) fn search(&mut self, cursor: &mut Cursor<G>, rng: &mut Rng) -> Decision<G::Action> {
        self.nodes.clear();
        self.expand(cursor);
        let noise: Vec<f32> = self.nodes[0].logits.iter().map(|_| gumbel(rng)).collect();
        let by = |scores: &[f32], n: usize| scores[n] + noise[n];
        let mut tried: Vec<usize> = (0..noise.len()).collect();
        let scores = self.nodes[0].logits.clone();
        tried.sort_by(|&a, &b| by(&scores, b).total_cmp(&by(&scores, a)));
        tried.truncate(self.settings.considered.max(1));
        let mut left = if noise.len() > 1 { self.settings.simulations } else { 0 };
        let rounds = tried.len().next_power_of_two().trailing_zeros().max(1);
        while left > 0 {
            let share = (self.settings.simulations / (rounds * tried.len() as u32)).max(1);
            for _ in 0..share {
                for &n in &tried {
                    if left > 0 {
                        self.simulate(cursor, n);
                        left -= 1;
                    }
                }
            }
            let scores = self.nodes[0].improved(&self.settings);
            tried.sort_by(|&a, &b| by(&scores, b).total_cmp(&by(&scores, a)));
            tried.truncate(tried.len().div_ceil(2).max(2));
        }
        let root = &self.nodes[0];
        let scores = root.improved(&self.settings);
        let most = tried.iter().map(|&n| root.edges[n].visits).max().unwrap_or(0);
        let best = tried.iter().copied().filter(|&n| root.edges[n].visits == most);
        let chosen = best.max_by(|&a, &b| by(&scores, a).total_cmp(&by(&scores, b))).unwrap_or(0);
        let value = root.mixed_value();
        Decision { actions: root.actions.clone(), policy: softmax(&scores), chosen, value }
    }

    /// Adds the node of the current position and returns its number.
    fn expand(&mut self, cursor: &Cursor<G>) -> usize {
        let mut actions = Vec::new();
        cursor.legal_actions(self.game, &mut actions);
        let value = self.rater.rate(self.game, &cursor.state, &actions, &mut self.logits);
        self.evaluations += 1;
        self.nodes.push(Node {
            player: self.game.to_move(&cursor.state),
            edges: vec![Edge::default(); actions.len()],
            logits: self.logits.iter().map(|&logit| logit as f32 / f32::from(ONE)).collect(),
            value: probability(value),
            visits: 0,
            actions,
        });
        self.nodes.len() - 1
    }

    /// Runs one simulation that begins with an action of the root.
    fn simulate(&mut self, cursor: &mut Cursor<G>, first: usize) {
        let start = cursor.undo_point();
        let (mut at, mut n) = (0, first);
        let mut way = Vec::new();
        let win = loop {
            way.push((at, n));
            let (_, outcome) = cursor.play(self.game, self.nodes[at].actions[n]);
            if let Some(outcome) = outcome {
                break outcome.winner.map_or(0.5, |winner| share(winner, 1.0));
            }
            match self.nodes[at].edges[n].child {
                Some(child) => at = child,
                None => {
                    let child = self.expand(cursor);
                    self.nodes[at].edges[n].child = Some(child);
                    break share(self.nodes[child].player, self.nodes[child].value);
                }
            }
            n = self.choose(at);
        };
        for (at, n) in way {
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.edges[n].visits += 1;
            node.edges[n].total += share(node.player, win);
        }
        cursor.undo_to(&start);
    }

    /// Returns the action that has the fewest visits for its share of the improved policy.
    fn choose(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let policy = softmax(&node.improved(&self.settings));
        let score = |n: usize| policy[n] - node.edges[n].visits as f32 / (1.0 + node.visits as f32);
        (0..policy.len()).max_by(|&a, &b| score(a).total_cmp(&score(b))).unwrap_or(0)
    }
}

/// Converts between the winning probability of the first player and that of a player.
fn share(player: Player, probability: f32) -> f32 {
    match player {
        Player::First => probability,
        Player::Second => 1.0 - probability,
    }
}

pub(crate) fn softmax(logits: &[f32]) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares: Vec<f32> = logits.iter().map(|logit| (logit - most).exp()).collect();
    let sum: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

/// Draws from the Gumbel distribution.
fn gumbel(rng: &mut Rng) -> f32 {
    // The smallest number keeps the result finite.
    -(-unit(rng).ln()).max(1e-12).ln() as f32
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hexarium_games::hex::Hex;
    use hexarium_games::registry;
    use hexarium_kernel::Notation;
    use hexarium_net::Network;

    use super::*;

    #[test]
    fn a_search_finds_the_only_win_and_the_only_defence() {
        let game = Hex::<1>::new(&registry::parse("hex(size=4)", &[]).unwrap().1).unwrap();
        let network = Network::read(include_bytes!("../../engine/net/tests/golden/hex.net")).unwrap();
        let mut rater = Rater::new(Arc::new(network), &game).unwrap();
        let settings = SearchSettings { simulations: 600, considered: 16, value_weight: 20.0 };
        // Blue joins top and bottom by a4 only; Red to move has to take it.
        for position in ["BR../BR../BR../.... b", "BR../BR../B.../.... r"] {
            let mut cursor = Cursor::new(&game, game.parse_position(position).unwrap());
            let mut search = Gumbel::new(&game, &mut rater, settings);
            let decision = search.search(&mut cursor, &mut Rng::new(4));
            let chosen = decision.actions[decision.chosen];
            assert_eq!(game.action_text(&cursor.state, chosen), "a4", "{position}");
            let best = (0..decision.policy.len()).max_by(|&a, &b| decision.policy[a].total_cmp(&decision.policy[b]));
            assert_eq!(best, Some(decision.chosen), "{position}");
            assert!(search.evaluations <= 601, "{position}");
        }
    }

    #[test]
    fn gumbel_variates_have_the_mean_of_their_distribution() {
        let mut rng = Rng::new(2);
        let mean = (0..50_000).map(|_| f64::from(gumbel(&mut rng))).sum::<f64>() / 50_000.0;
        assert!((mean - 0.5772).abs() < 0.03, "{mean}");
    }
}

//! Games of a network against itself, as samples for training.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hexarium_kernel::{Cursor, Game, MAX_FEATURES, Match, Player, Rng, mix};
use hexarium_net::{Network, NetworkError, Rater};

use crate::dirichlet::unit;
use crate::gumbel::{Gumbel, SearchSettings};

/// The settings of self-play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlaySettings {
    /// The search of every action.
    pub search: SearchSettings,
    /// The largest number of random actions at the start of a game; each game draws its own.
    pub random_actions: usize,
    /// The number of positions that the game's own solver may visit to prove the winner of a
    /// position; 0 for no proofs.
    pub solver_budget: u64,
    /// The share of games that end as soon as their winner is proven.
    pub adjudicated: f32,
    /// Number of threads.
    pub threads: usize,
}

/// Positions of self-play.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Samples {
    /// The planes of each position as the network sees them, fixed-point.
    pub planes: Vec<i16>,
    /// The number of legal actions of each position.
    pub action_counts: Vec<u32>,
    /// The features of each legal action, [`MAX_FEATURES`] numbers of outputs; -1 for none.
    pub features: Vec<i32>,
    /// The improved policy of each legal action.
    pub policy: Vec<f32>,
    /// The result of each position for the side to move, from 0 to 1: proven, or that of the game.
    pub results: Vec<f32>,
    /// The winning probability of the side to move, by the search.
    pub values: Vec<f32>,
    /// Number of games.
    pub games: u64,
    /// Number of evaluations by the network.
    pub evaluations: u64,
    /// Number of games whose winner was proven before their end.
    pub proven: u64,
    /// Number of games that the first player won.
    pub first_wins: u64,
}

impl Samples {
    fn append(&mut self, mut other: Self) {
        self.planes.append(&mut other.planes);
        self.action_counts.append(&mut other.action_counts);
        self.features.append(&mut other.features);
        self.policy.append(&mut other.policy);
        self.results.append(&mut other.results);
        self.values.append(&mut other.values);
        self.games += other.games;
        self.evaluations += other.evaluations;
        self.proven += other.proven;
        self.first_wins += other.first_wins;
    }
}

/// Plays games. A game follows from its seed alone: `seed`, `seed + 1`, …
pub(crate) fn play<G: Game>(
    game: &Arc<G>,
    network: &Arc<Network>,
    settings: &SelfPlaySettings,
    games: u64,
    seed: u64,
) -> Result<Samples, NetworkError> {
    let rater = Rater::new(network.clone(), &**game)?;
    let next = AtomicU64::new(0);
    let work = || {
        let (mut rater, mut played) = (rater.clone(), Vec::new());
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= games {
                return played;
            }
            played.push((n, play_one(game, &mut rater, settings, seed.wrapping_add(n))));
        }
    };
    let mut played = std::thread::scope(|scope| {
        let others: Vec<_> = (1..settings.threads).map(|_| scope.spawn(work)).collect();
        let mut played = work();
        for other in others {
            played.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        played
    });
    // The order must not depend on the threads.
    played.sort_by_key(|(n, _)| *n);
    let mut samples = Samples::default();
    played.into_iter().for_each(|(_, part)| samples.append(part));
    Ok(samples)
}

fn play_one<G: Game>(game: &Arc<G>, rater: &mut Rater, settings: &SelfPlaySettings, seed: u64) -> Samples {
    let mut rng = Rng::new(mix(seed));
    let mut samples = Samples { games: 1, ..Samples::default() };
    let start = Match::new(game.clone());
    let (mut cursor, mut outcome) = (start.cursor().clone(), start.outcome());
    let mut buffer = Vec::new();
    for _ in 0..rng.below(settings.random_actions + 1) {
        let Some(action) = cursor.random_action(&**game, &mut rng, &mut buffer) else { break };
        let before = cursor.undo_point();
        if cursor.play(&**game, action).1.is_some() {
            cursor.undo_to(&before);
            break;
        }
    }
    let adjudicated = (unit(&mut rng) as f32) <= settings.adjudicated;
    // The side to move and the proven winner of each sample.
    let mut sides: Vec<(Player, Option<Player>)> = Vec::new();
    let mut search = Gumbel::new(&**game, rater, settings.search);
    let mut features = Vec::new();
    while outcome.is_none() {
        let state = cursor.state;
        let player = game.to_move(&state);
        let decision = search.search(&mut cursor, &mut rng);
        samples.planes.extend_from_slice(search.rater.write_planes(&**game, &state));
        samples.action_counts.push(decision.actions.len() as u32);
        for &action in &decision.actions {
            features.clear();
            game.action_features(&state, action, &mut features);
            let outputs = features.iter().map(|&feature| search.rater.output_of(player, feature) as i32);
            samples.features.extend(outputs.chain(std::iter::repeat(-1)).take(MAX_FEATURES));
        }
        samples.policy.extend(decision.policy);
        samples.values.push(decision.value);
        let winner = proven_winner(&**game, &cursor, settings.solver_budget);
        sides.push((player, winner));
        if winner.is_some() && adjudicated {
            break;
        }
        outcome = cursor.play(&**game, decision.actions[decision.chosen]).1;
    }
    samples.evaluations = search.evaluations;
    let proven = sides.iter().rev().find_map(|side| side.1);
    let winner = outcome.map_or(proven, |outcome| outcome.winner);
    samples.results.extend(sides.iter().map(|&(player, proven)| match proven.or(winner) {
        None => 0.5,
        Some(winner) => f32::from(winner == player),
    }));
    samples.proven = proven.is_some().into();
    samples.first_wins = (winner == Some(Player::First)).into();
    samples
}

/// Returns the winner of a position if the game's knowledge can prove it.
fn proven_winner<G: Game>(game: &G, cursor: &Cursor<G>, budget: u64) -> Option<Player> {
    if budget == 0 {
        return None;
    }
    let (mut actions, mut weights) = (Vec::new(), Vec::new());
    cursor.legal_actions(game, &mut actions);
    let proven = game.analyse_for_proof(&cursor.state, &mut actions, &mut weights);
    proven.or_else(|| game.solve(&cursor.state, budget)?.0)
}

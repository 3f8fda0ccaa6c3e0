//! Games of networks against themselves.

use std::sync::Arc;

use hexarium_learn::{LearnGame, Samples, SearchSettings, SelfPlaySettings, open};
use hexarium_net::Network;

const SETTINGS: SelfPlaySettings = SelfPlaySettings {
    search: SearchSettings { simulations: 12, considered: 4, value_weight: 10.0 },
    random_actions: 3,
    solver_budget: 0,
    adjudicated: 0.0,
    threads: 1,
};

fn network() -> Arc<Network> {
    Arc::new(Network::read(include_bytes!("../../../engine/net/tests/golden/hex.net")).unwrap())
}

fn play(game: &dyn LearnGame, settings: SelfPlaySettings, games: u64, seed: u64) -> Samples {
    game.self_play(&network(), &settings, games, seed).unwrap()
}

#[test]
fn games_follow_from_their_seeds_whatever_the_threads() {
    let game = open("hex(size=4)").unwrap();
    let all = play(&*game, SETTINGS, 9, 20);
    assert_eq!(all, play(&*game, SelfPlaySettings { threads: 3, ..SETTINGS }, 9, 20));
    let (first, rest) = (play(&*game, SETTINGS, 4, 20), play(&*game, SETTINGS, 5, 24));
    assert_eq!(all.policy, [first.policy, rest.policy].concat());
    assert_ne!(all.policy, play(&*game, SETTINGS, 9, 21).policy);
}

#[test]
fn samples_are_complete_and_in_range() {
    let game = open("hex(size=4,swap=true)").unwrap();
    let samples = play(&*game, SETTINGS, 30, 1);
    let count = samples.results.len();
    assert_eq!((samples.values.len(), samples.action_counts.len(), samples.games), (count, count, 30));
    assert_eq!(samples.planes.len(), count * 5 * 16);
    assert_eq!(samples.features.len(), 3 * samples.policy.len());
    assert!(samples.results.iter().all(|&result| result == 0.0 || result == 1.0));
    assert!(samples.results.contains(&0.0) && samples.results.contains(&1.0));
    assert!(samples.values.iter().all(|value| (0.0..=1.0).contains(value)));
    let mut at = 0;
    let mut swaps = 0;
    for &actions in &samples.action_counts {
        let policy = &samples.policy[at..][..actions as usize];
        assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        let features = samples.features[3 * at..][..3 * actions as usize].chunks(3);
        // 16 cells, then swap and pass.
        assert!(features.clone().all(|feature| (0..17).contains(&feature[0]) && feature[1..] == [-1, -1]));
        swaps += features.filter(|feature| feature[0] == 16).count();
        at += actions as usize;
    }
    assert_eq!(at, samples.policy.len());
    assert!((1..30).contains(&swaps), "{swaps} positions with a swap");
}

#[test]
fn proven_games_end_early_with_the_same_winner_as_solved_ones() {
    let game = open("hex(size=4)").unwrap();
    let whole = play(&*game, SETTINGS, 40, 1);
    let settings = SelfPlaySettings { solver_budget: 1, adjudicated: 1.0, ..SETTINGS };
    let proven = play(&*game, settings, 40, 1);
    assert_eq!((whole.proven, proven.proven), (0, 40));
    assert!(2 * proven.results.len() < whole.results.len());
    // The first player wins the empty board, which some games begin with.
    let empty = |planes: &[i16]| planes[..32].iter().all(|&number| number == 0);
    let starts: Vec<f32> =
        proven.planes.chunks(80).zip(&proven.results).filter(|(planes, _)| empty(planes)).map(|(_, &r)| r).collect();
    assert!(!starts.is_empty() && starts.iter().all(|&result| result == 1.0));
}

#[test]
fn a_network_for_another_game_is_refused() {
    let error = open("coalesce").unwrap().self_play(&network(), &SETTINGS, 1, 1).unwrap_err();
    assert_eq!(error.to_string(), "invalid network: game id: 'hex': expected 'coalesce'");
}

//! The tree search counts correctly with any evaluator.

use std::collections::HashMap;

use hexarium_games::registry::GAMES;
use hexarium_kernel::Rng;
use hexarium_learn::{LearnGame, Noise, Position, Settings, open};

/// Searches with a uniform evaluator. Returns visits, value, and the number of evaluated positions
/// in each round.
fn search(
    game: &dyn LearnGame,
    state: &dyn Position,
    settings: Settings,
    leaves: usize,
) -> (Vec<i32>, f32, Vec<usize>) {
    let (planes, count) = (game.planes().iter().product::<usize>(), game.action_count());
    let mut tree = state.tree(settings, 1).unwrap();
    let (mut observations, mut masks) = (vec![0.0; leaves * planes], vec![false; leaves * count]);
    let mut asked = Vec::new();
    loop {
        let waiting = tree.collect(leaves, &mut observations, &mut masks);
        if waiting == 0 {
            break;
        }
        asked.push(waiting);
        for mask in masks[..waiting * count].chunks(count) {
            assert!(mask.contains(&true), "positions without legal actions are not evaluated");
        }
        tree.apply_evaluations(&vec![0.0; waiting * count], &vec![0.0; waiting]).unwrap();
    }
    let mut visits = vec![0; count];
    tree.visits(&mut visits);
    (visits, tree.value(), asked)
}

const SETTINGS: Settings = Settings { simulations: 400, exploration: 1.5, noise: None };

fn best(visits: &[i32]) -> usize {
    (0..visits.len()).max_by_key(|&id| visits[id]).unwrap()
}

#[test]
fn every_simulation_is_a_visit_and_only_legal_actions_get_any() {
    let variants = ["hex(size=4)", "harvest(base=3)", "protista(rows=7,cols=5)"];
    for text in GAMES.iter().map(|spec| spec.id).chain(variants) {
        let game = open(text).unwrap();
        let state = game.start();
        for leaves in [1, 8] {
            let (visits, value, asked) = search(&*game, &*state, SETTINGS, leaves);
            assert_eq!(visits.iter().sum::<i32>(), 400, "{text}");
            assert!((-1.0..=1.0).contains(&value));
            assert!(asked.iter().sum::<usize>() <= 401 && asked[0] == 1 && asked.iter().all(|&n| n <= leaves));
            let legal = state.legal_ids();
            assert!(visits.iter().enumerate().all(|(id, &n)| n == 0 || legal.contains(&id)), "{text}");
        }
    }
}

#[test]
fn a_win_at_hand_is_found_by_either_player() {
    let game = open("hex(size=3,pass=true)").unwrap();
    for position in ["B../.../B.. b", "B../RR./B.. r"] {
        let state = game.at_position(position).unwrap();
        let (visits, value, _) = search(&*game, &*state, SETTINGS, 1);
        let mut after = state.copy();
        after.play_id(best(&visits)).unwrap();
        assert!(after.as_match().verdict().is_some(), "{position}: {}", state.text_of(best(&visits)).unwrap());
        assert!(value > 0.5, "{position}: {value}");
    }
}

/// Returns the game-theoretic value of a position for the first player. Only for games without a
/// history.
fn worth(state: &dyn Position, known: &mut HashMap<u64, i32>) -> i32 {
    let key = state.as_match().key();
    if let Some(&worth) = known.get(&key) {
        return worth;
    }
    let found = match state.as_match().verdict() {
        Some(verdict) => verdict.outcome.winner.map_or(0, |winner| 1 - 2 * winner.index() as i32),
        None => {
            let sign = 1 - 2 * state.as_match().to_move().index() as i32;
            let after = |id| {
                let mut next = state.copy();
                next.play_id(id).unwrap();
                sign * worth(&*next, known)
            };
            sign * state.legal_ids().into_iter().map(after).max().unwrap()
        }
    };
    known.insert(key, found);
    found
}

#[test]
fn turns_of_two_actions_are_searched_for_the_player_who_makes_both() {
    let game = open("harvest(base=3)").unwrap();
    let (mut rng, mut known) = (Rng::new(5), HashMap::new());
    let (mut looked_at, mut decisions) = (0, 0);
    while looked_at < 60 {
        let mut state = game.start();
        while state.as_match().view().pieces.len() > 5 && state.as_match().verdict().is_none() {
            let legal = state.legal_ids();
            state.play_id(legal[rng.below(legal.len())]).unwrap();
        }
        if state.as_match().verdict().is_some() {
            continue;
        }
        looked_at += 1;
        let (visits, _, _) = search(&*game, &*state, Settings { simulations: 3000, ..SETTINGS }, 1);
        let mut after = state.copy();
        after.play_id(best(&visits)).unwrap();
        let all: Vec<i32> = state
            .legal_ids()
            .into_iter()
            .map(|id| {
                let mut next = state.copy();
                next.play_id(id).unwrap();
                worth(&*next, &mut known)
            })
            .collect();
        decisions += u32::from(all.iter().min() != all.iter().max());
        assert_eq!(worth(&*after, &mut known), worth(&*state, &mut known), "{}", state.as_match().position());
    }
    assert!(decisions > 5, "the choice mattered in only {decisions} positions");
}

#[test]
fn noise_at_the_root_changes_the_visits_but_not_their_number() {
    let game = open("hex(size=4)").unwrap();
    let state = game.start();
    let quiet = Settings { simulations: 60, ..SETTINGS };
    let loud = Settings { noise: Some(Noise { alpha: 0.1, weight: 0.9 }), ..quiet };
    let (calm, noisy) = (search(&*game, &*state, quiet, 1).0, search(&*game, &*state, loud, 1).0);
    assert!(noisy.iter().max() > calm.iter().max(), "{noisy:?}");
    assert_eq!(noisy.iter().sum::<i32>(), 60);
}

#[test]
fn non_finite_evaluations_are_rejected() {
    let game = open("hex(size=2)").unwrap();
    let mut tree = game.start().tree(SETTINGS, 1).unwrap();
    assert_eq!(tree.collect(1, &mut [0.0; 20], &mut [false; 4]), 1);
    assert!(tree.apply_evaluations(&[f32::NAN; 4], &[0.0]).is_err());
    assert!(tree.apply_evaluations(&[0.0; 4], &[f32::INFINITY]).is_err());
    assert!(tree.apply_evaluations(&[0.0; 3], &[0.0]).is_err());
    tree.apply_evaluations(&[0.0; 4], &[0.0]).unwrap();
    assert!(game.at_position("B./BR r").unwrap().tree(SETTINGS, 1).is_err());
}

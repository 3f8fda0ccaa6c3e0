//! The engines of all games: they play, solve and take networks.

mod lessons;
mod puzzles;

use std::sync::Arc;

use hexarium_engines::{engine, engine_with_network, solve};
use hexarium_games::registry;
use hexarium_net::Network;
use hexarium_search::{Engine, Limits, Opponent, SEED, Value};

#[test]
fn every_game_has_an_engine_that_finds_a_legal_action() {
    for spec in registry::GAMES {
        let game = registry::open(spec.id, &[]).unwrap();
        let state = game.start();
        let analysis = engine(&*game).think(&*state, &Opponent::level(1), &mut |_| true);
        assert!(state.legal().iter().any(|action| Some(&**action) == analysis.best()), "{}", spec.id);
    }
}

#[test]
fn a_network_guides_an_engine_of_its_game_only() {
    let bytes = include_bytes!("../../../net/tests/golden/hex.net");
    let network = Arc::new(Network::read(bytes).unwrap());
    let game = registry::open("hex(size=5)", &[]).unwrap();
    let think = |mut engine: Box<dyn Engine>| {
        let opponent = Opponent::parse("nodes:80").unwrap();
        engine.think(&*game.start(), &opponent, &mut |_| true).lines
    };
    let guided = || think(engine_with_network(&*game, network.clone(), SEED).unwrap());
    assert_eq!(guided(), guided());
    assert_ne!(guided(), think(engine(&*game)));
    let other = registry::open("harvest", &[]).unwrap();
    let error = engine_with_network(&*other, network.clone(), SEED).err().unwrap().to_string();
    assert_eq!(error, "invalid network: game id: 'hex': expected 'harvest'");
}

#[test]
fn a_small_game_is_solved_and_a_match_of_another_game_is_not() {
    let game = registry::open("hex(size=3)", &[]).unwrap();
    let solved = solve(&*game, &*game.start(), &Limits::UNTIL_STOPPED, &mut |_| true);
    assert_eq!(solved.value.word(), "first");
    assert!(game.start().legal().contains(&solved.action.unwrap()));
    let other = registry::open("coalesce", &[]).unwrap().start();
    assert_eq!(solve(&*game, &*other, &Limits::UNTIL_STOPPED, &mut |_| true).value, Value::Unknown);
}

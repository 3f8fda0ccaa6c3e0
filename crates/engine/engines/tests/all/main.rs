//! The engines of all games: they play, solve and take networks.

mod evaluate;
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
fn levels_from_five_use_the_shipped_network() {
    let network = Arc::new(Network::read(include_bytes!("../../networks/hex.net")).unwrap());
    let game = registry::open("hex(size=5)", &[]).unwrap();
    let state = game.start();
    let think = |mut engine: Box<dyn Engine>, opponent: &str| {
        let opponent = Opponent::parse(opponent).unwrap();
        engine.think(&*state, &opponent, &mut |_| true).lines
    };
    let with_file = |opponent| think(engine_with_network(&*game, network.clone(), SEED).unwrap(), opponent);
    let shipped = |opponent| think(engine(&*game), opponent);
    assert_eq!(shipped("nodes:80"), with_file("nodes:80"));
    assert_ne!(shipped("nodes:80"), shipped("no-net:nodes:80"));
    assert_eq!(shipped("level:5"), with_file("level:5"));
    assert_ne!(shipped("level:5"), shipped("no-net:level:5"));
    assert_eq!(shipped("level:4"), shipped("no-net:level:4"));
}

#[test]
fn an_engine_changes_between_searches_with_and_without_its_network() {
    let game = registry::open("hex(size=5)", &[]).unwrap();
    let mut engine = engine(&*game);
    let mut think = |opponent: &str| {
        let opponent = Opponent::parse(opponent).unwrap();
        engine.think(&*game.start(), &opponent, &mut |_| true).lines
    };
    let (guided, unguided) = (think("nodes:80"), think("no-net:nodes:80"));
    assert_eq!(guided, think("nodes:80"));
    assert_eq!(unguided, think("no-net:nodes:80"));
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

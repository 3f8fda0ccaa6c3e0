//! Every level that guarantees it takes wins within a turn and prevents losses to the next turn.

use hexarium_conformance::tactics::{self, Kind, OF_EACH, Tactic};
use hexarium_conformance::{games, in_parallel};
use hexarium_games::registry::{self, Visitor};
use hexarium_kernel::{Game, GameSpec};
use hexarium_search::{Engine, Opponent, engine};

struct Make;

impl Visitor for Make {
    type Output = Box<dyn Engine>;
    fn visit<G: Game>(self, _: G) -> Self::Output {
        engine::<G>(1)
    }
}

fn positions(spec: &GameSpec) -> Vec<Tactic> {
    let text = std::fs::read_to_string(tactics::file(spec));
    let text = text.unwrap_or_else(|e| panic!("{}: {e}; cargo xtask tactics {} writes the file", spec.id, spec.id));
    tactics::read(&text).unwrap()
}

/// Returns the action that a level plays in a position.
fn choice(tactic: &Tactic, level: u8) -> Result<String, String> {
    let (spec, options) = registry::parse(&tactic.game, &[]).map_err(|e| e.to_string())?;
    let mut engine = registry::visit(spec.id, &options, Make).map_err(|e| e.to_string())?;
    let game = registry::open(&tactic.game, &[]).map_err(|e| e.to_string())?;
    let state = game.at_position(&tactic.position).map_err(|e| e.to_string())?;
    let analysis = engine.think(&*state, &Opponent::level(level), &mut |_| true);
    analysis.best().map(str::to_string).ok_or("no action".to_string())
}

fn solved(tactic: &Tactic, level: u8) -> Result<(), String> {
    let action = choice(tactic, level)?;
    if tactics::solves(tactic, &action)? { Ok(()) } else { Err(format!("level {level} plays {action} in {tactic:?}")) }
}

#[test]
fn every_game_has_tactics_and_each_has_the_stated_solution() {
    for spec in games() {
        let all = positions(spec);
        let wins = all.iter().filter(|t| t.kind == Kind::Win).count();
        assert_eq!((wins, all.len()), (OF_EACH, 2 * OF_EACH), "{}", spec.id);
        in_parallel(&all, tactics::check);
    }
}

#[test]
fn every_level_takes_a_win_within_the_turn() {
    for spec in games() {
        let wins: Vec<Tactic> = positions(spec).into_iter().filter(|t| t.kind == Kind::Win).collect();
        for level in 1..=8 {
            in_parallel(&wins, |tactic| solved(tactic, level));
        }
    }
}

fn find_the_only_action(levels: std::ops::RangeInclusive<u8>) {
    for spec in games() {
        let saves: Vec<Tactic> = positions(spec).into_iter().filter(|t| t.kind != Kind::Win).collect();
        for level in levels.clone() {
            in_parallel(&saves, |tactic| solved(tactic, level));
        }
    }
}

#[test]
fn levels_from_four_find_the_only_action_that_does_not_lose_at_once() {
    find_the_only_action(4..=6);
}

#[test]
#[ignore = "the highest levels take a second an action: run with --ignored when search or knowledge has changed"]
fn the_highest_levels_find_it_too() {
    find_the_only_action(7..=8);
}

//! Move generation on crowded random boards, compared with all possible names of moves.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use hexarium_geometry::{Cell, Direction};
use hexarium_kernel::{AnimationStep, Flow, Game, Look, Notation, Options, Player, Rng, Rules};

use super::{Action, Flight, Generation, Protista, SPEC, State, Win, Zig};

pub(super) const GAMES: [&[(&str, &str)]; 9] = [
    &[],
    &[("win", "king"), ("stack_loss", "2")],
    &[("stop", "forced"), ("gap", "1")],
    &[("wave", "sideways"), ("generation", "cup"), ("stop", "forced")],
    &[("generation", "four"), ("win", "king")],
    &[("generation", "none"), ("rows", "7"), ("cols", "5")],
    &[("rows", "9"), ("cols", "6"), ("gap", "2"), ("stack_loss", "2")],
    &[("rows", "17"), ("cols", "7"), ("gap", "6")],
    &[("rows", "7"), ("cols", "6"), ("gap", "4"), ("win", "king"), ("stop", "forced")],
];

type Small = Protista<2, 128>;

pub(super) fn game(changes: &[(&str, &str)]) -> Small {
    Protista::configure(&Options::new(SPEC.options, changes.iter().copied()).unwrap()).unwrap()
}

/// Returns a random board, clustered or spread out, with few or many stacks.
pub(super) fn scattered<const W: usize, const N: usize>(game: &Protista<W, N>, rng: &mut Rng) -> State<W, N> {
    let (pieces, own, tall) = (rng.below(100), 20 + rng.below(60), [0, 10, 50][rng.below(3)]);
    let mut state = State::EMPTY;
    for player in Player::BOTH {
        game.start.targets[player].iter().for_each(|cell| state.add_target(player, cell));
    }
    let mut last = Player::First;
    for &cell in game.board.cells() {
        if rng.below(100) < pieces {
            if rng.below(100) < 70 {
                last = if rng.below(100) < own { Player::First } else { Player::Second };
            }
            let height = if rng.below(100) < tall { 2 + rng.below(4) } else { 1 };
            state.put(last, cell, height as u16);
        }
    }
    for player in Player::BOTH {
        if state.pieces[player].is_empty() {
            let empty = game.board.all() & !state.pieces[player.other()];
            if let Some(cell) = empty.first() {
                state.put(player, cell, 1);
            }
        }
        let pieces = state.pieces[player];
        if game.win == Win::King && !pieces.is_empty() {
            state.flip_king(pieces.nth(rng.below(pieces.len())));
        }
    }
    state.set_turn(Player::BOTH[rng.below(2)], rng.below(3) as u8);
    state
}

/// Returns every name of every move, canonical or not.
fn all_names<const W: usize, const N: usize>(game: &Protista<W, N>, state: &State<W, N>) -> Vec<Action> {
    let own = state.pieces[state.to_move];
    let mut names = vec![Action::Done];
    for from in own {
        for &to in game.board.cells() {
            names.extend([Action::Move { from, to }, Action::Hit { from, at: to }]);
        }
        for flight in [Flight::Cannon, Flight::SharpV, Flight::Unstack] {
            for towards in 0..6 {
                let reach = game.flight_line(flight, Some(from), towards).count() as u8;
                for steps in 1..=reach {
                    names.extend([false, true].map(|hit| Action::Fly { flight, from, towards, steps, hit }));
                }
            }
        }
        for zig in Zig::ALL {
            for length in 3..=38 {
                let all = own.len();
                for towards in Direction::ALL {
                    let wave = Action::Wave { start: from, zig, length, towards };
                    if usize::from(length) <= all && game.wave_cells(wave).count() == usize::from(length) {
                        names.push(wave);
                    }
                }
            }
        }
        if game.generation == Generation::Triangle {
            names.extend(Direction::ALL.map(|towards| Action::Triangle { first: from, towards }));
        }
    }
    if matches!(game.generation, Generation::Cup | Generation::Four) {
        names.extend(game.board.cells().iter().map(|&cell| Action::Grow(cell)));
    }
    names.retain(|&name| game.allowed(state, name).is_ok());
    names
}

/// A board as comparable data: the effect in the sense of ruling 5.
type Effect = Vec<(Cell, Option<Player>, u16, bool)>;

fn effect<const W: usize, const N: usize>(game: &Protista<W, N>, state: &State<W, N>) -> Effect {
    let owner = |cell| Player::BOTH.into_iter().find(|&player| state.pieces[player].has(cell));
    game.board.cells().iter().map(|&c| (c, owner(c), state.height(c), state.kings.has(c))).collect()
}

fn each_effect_has_its_first_name<const W: usize, const N: usize>(game: &Protista<W, N>, state: &State<W, N>) {
    let mut best: BTreeMap<Effect, (u8, String)> = BTreeMap::new();
    for name in all_names(game, state) {
        let mut after = *state;
        game.make(&mut after, name);
        let order = game.name_order(name);
        // Declining changes nothing but is not a move.
        let after = if name == Action::Done { Vec::new() } else { effect(game, &after) };
        let first = best.entry(after).or_insert_with(|| order.clone());
        if order < *first {
            *first = order;
        }
    }
    let expected: BTreeSet<String> = best.into_values().map(|(_, text)| text).collect();
    let mut pseudo_legal_actions = Vec::new();
    game.pseudo_legal_actions(state, &mut pseudo_legal_actions);
    let texts: BTreeSet<String> = pseudo_legal_actions.iter().map(|&action| game.text(action)).collect();
    let position = game.position_text(state);
    assert_eq!(texts.len(), pseudo_legal_actions.len(), "a move comes twice: {position}");
    let missing: Vec<_> = expected.difference(&texts).collect();
    let extra: Vec<_> = texts.difference(&expected).collect();
    assert!(missing.is_empty() && extra.is_empty(), "missing {missing:?}, extra {extra:?}: {position}");
    for action in pseudo_legal_actions {
        assert_eq!(game.parse_action(state, &game.text(action)), Ok(action));
    }
}

#[test]
fn every_effect_is_offered_once_under_its_first_name() {
    let mut rng = Rng::new(5);
    for changes in GAMES {
        let game = game(changes);
        for _ in 0..25 {
            each_effect_has_its_first_name(&game, &scattered(&game, &mut rng));
        }
    }
    let options = Options::new(SPEC.options, [("rows", "19"), ("cols", "15")]).unwrap();
    let large: Protista<5, 320> = Protista::configure(&options).unwrap();
    for _ in 0..6 {
        each_effect_has_its_first_name(&large, &scattered(&large, &mut rng));
    }
}

#[test]
fn random_games_keep_texts_keys_and_effects_straight() {
    let mut rng = Rng::new(6);
    for changes in GAMES {
        let game = game(changes);
        let mut buffer = Vec::new();
        for _ in 0..2 {
            let mut state = game.start();
            let mut memory = game.fresh_memory(&state);
            for played in 0..400 {
                if played % 40 == 0 {
                    each_effect_has_its_first_name(&game, &state);
                }
                let text = game.position_text(&state);
                assert_eq!(game.parse_position(&text).as_ref(), Ok(&state), "{text}");
                let action = game.random_action(&state, &mut rng, &mut buffer).unwrap();
                if game.apply(&mut state, &mut memory, action) == Flow::GameOver {
                    let text = game.position_text(&state);
                    assert_eq!(game.parse_position(&text).as_ref(), Ok(&state), "{text}");
                    assert!(game.outcome(&state).is_some());
                    break;
                }
                assert!(game.outcome(&state).is_none());
            }
        }
    }
}

#[test]
fn a_random_action_is_any_legal_one_equally_often() {
    let mut rng = Rng::new(7);
    for changes in GAMES {
        let game = game(changes);
        let state = scattered(&game, &mut rng);
        let (mut pseudo_legal_actions, mut buffer) = (Vec::new(), Vec::new());
        game.pseudo_legal_actions(&state, &mut pseudo_legal_actions);
        let draws = 200 * pseudo_legal_actions.len();
        let mut counts = BTreeMap::new();
        for _ in 0..draws {
            let action = game.random_action(&state, &mut rng, &mut buffer).unwrap();
            *counts.entry(game.text(action)).or_insert(0u32) += 1;
        }
        // 200 expected each, standard deviation 14.
        assert_eq!(counts.len(), pseudo_legal_actions.len());
        assert!(counts.values().all(|n| (120..290).contains(n)), "{counts:?}");
    }
}

#[test]
fn inputs_distinguish_moves_and_animations_stay_on_the_board() {
    let mut rng = Rng::new(8);
    for changes in GAMES {
        let game = game(changes);
        for _ in 0..60 {
            let state = scattered(&game, &mut rng);
            let mut pseudo_legal_actions = Vec::new();
            game.pseudo_legal_actions(&state, &mut pseudo_legal_actions);
            let gestures: HashSet<_> = pseudo_legal_actions.iter().map(|&action| game.inputs(&state, action)).collect();
            assert_eq!(gestures.len(), pseudo_legal_actions.len(), "{}", game.position_text(&state));
            let cells = game.board.cells().len();
            for action in pseudo_legal_actions {
                let animation = game.animation(&state, action);
                assert_eq!(animation.is_empty(), action == Action::Done);
                for step in animation.iter().flatten() {
                    let (a, b) = match step {
                        AnimationStep::Slide { from, to }
                        | AnimationStep::Jump { from, to }
                        | AnimationStep::Unstack { from, to, .. } => (from, to),
                        AnimationStep::Generate { at, .. }
                        | AnimationStep::Capture { at }
                        | AnimationStep::Hit { at, .. } => (at, at),
                        other => panic!("{other:?} is no step of this game"),
                    };
                    assert!(usize::from(a.0.max(b.0)) < cells);
                }
            }
        }
    }
}

//! Comparison of search knowledge with exhaustive search.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{Flow, Game, Knowledge, Notation, Options, Player, Rng, Rules};

use super::tests::{GAMES, game, scattered};
use super::{Action, Memory, Protista, SPEC, State};

type Small = Protista<2, 128>;

/// Runs a check on positions of every variant: scattered ones, and every position of a few random
/// games.
fn everywhere(seed: u64, scatterings: usize, mut check: impl FnMut(&Small, &State<2, 128>)) {
    let mut rng = Rng::new(seed);
    let mut buffer = Vec::new();
    for changes in GAMES {
        let game = game(changes);
        for _ in 0..scatterings {
            let state = scattered(&game, &mut rng);
            if game.outcome(&state).is_none() {
                check(&game, &state);
            }
        }
        for _ in 0..2 {
            let mut state = game.start();
            let mut memory = game.fresh_memory(&state);
            for _ in 0..scatterings / 2 {
                check(&game, &state);
                let action = game.random_action(&state, &mut rng, &mut buffer).unwrap();
                if game.apply(&mut state, &mut memory, action) == Flow::GameOver {
                    break;
                }
            }
        }
    }
}

/// Returns the position with the colours exchanged and the board upside down.
fn exchanged(game: &Small, state: &State<2, 128>) -> State<2, 128> {
    let mut other = State::EMPTY;
    for player in Player::BOTH {
        for cell in state.pieces[player] {
            other.put(player.other(), game.mirrored(cell), state.height(cell));
        }
        for cell in state.targets[player] {
            other.add_target(player.other(), game.mirrored(cell));
        }
    }
    state.kings.iter().for_each(|king| other.flip_king(game.mirrored(king)));
    other.set_turn(state.to_move.other(), state.extra);
    other
}

#[test]
fn what_is_good_for_one_side_is_as_bad_for_the_other() {
    let mut scores = Bits::<6>::EMPTY;
    everywhere(1, 200, |game, state| {
        let score = game.evaluate(state);
        assert_eq!(score, -game.evaluate(&exchanged(game, state)), "{}", game.position_text(state));
        assert!(score.abs() < 1_000_000);
        scores.insert(Cell(score.unsigned_abs() as u16 % 384));
    });
    assert!(scores.len() > 300, "scores hardly differ");
}

#[test]
fn the_tallest_stacks_have_a_score() {
    for changes in GAMES {
        let game = game(changes);
        let mut state = game.start();
        for player in Player::BOTH {
            for cell in state.pieces[player] {
                state.put(player, cell, 9999);
            }
        }
        assert!(game.evaluate(&state).abs() < 1_000_000);
        state.set_turn(Player::Second, 0);
        assert!(game.evaluate(&state).abs() < 1_000_000);
    }
}

#[test]
fn reach_is_what_all_moves_together_reach() {
    everywhere(2, 60, |game, state| {
        let reach = game.reach(state, state.to_move);
        let enemy = state.to_move.other();
        let mut actions = Vec::new();
        game.pseudo_legal_actions(state, &mut actions);
        let (mut lands, mut strikes) = (Bits::EMPTY, Bits::EMPTY);
        for action in actions {
            let mut after = *state;
            game.make(&mut after, action);
            assert_eq!(after.pieces[state.to_move], game.own_after(state, action), "{}", game.text(action));
            lands |= after.pieces[state.to_move] & !reach.own;
            strikes |= state.pieces[enemy].iter().filter(|&c| !after.pieces[enemy].has(c)).collect();
            strikes |= state.pieces[enemy].iter().filter(|&c| after.height(c) < state.height(c)).collect();
        }
        let position = game.position_text(state);
        assert_eq!((reach.lands, reach.strikes), (lands, strikes), "lands, strikes: {position}");
    });
}

/// Returns whether the side to move wins within the turn, and whether with one move; `None` if the
/// budget is exceeded.
fn wins_by_trying(game: &Small, state: &State<2, 128>, memory: &Memory<2>, budget: &mut u32) -> Option<(bool, bool)> {
    let mut actions = Vec::new();
    game.pseudo_legal_actions(state, &mut actions);
    let mut later = Vec::new();
    for action in actions {
        let (mut after, mut memory) = (*state, memory.clone());
        *budget = budget.checked_sub(1)?;
        match game.apply(&mut after, &mut memory, action) {
            Flow::GameOver if game.outcome(&after).unwrap().winner == Some(state.to_move) => return Some((true, true)),
            Flow::SameTurn => later.push((after, memory)),
            _ => {}
        }
    }
    for (after, memory) in later {
        if wins_by_trying(game, &after, &memory, budget)?.0 {
            return Some((true, false));
        }
    }
    Some((false, false))
}

#[test]
fn a_win_within_the_turn_is_never_missed() {
    let (mut wins, mut later, mut ruled_out, mut all) = (0, 0, 0, 0);
    everywhere(3, 300, |game, state| {
        let proven = game.proven_winner(state);
        let may_win = game.may_win_this_turn(state);
        let memory = game.fresh_memory(state);
        let Some((wins_this_turn, at_once)) = wins_by_trying(game, state, &memory, &mut 3000) else { return };
        let position = game.position_text(state);
        assert!(may_win || !wins_this_turn, "a win was ruled out: {position}");
        assert!(proven != Some(state.to_move) || wins_this_turn, "no win is there: {position}");
        if at_once && state.extra < 2 && state.pieces[state.to_move.other()].len() > 6 {
            assert_eq!(proven, Some(state.to_move), "a win at once was not seen: {position}");
        }
        wins += u32::from(wins_this_turn);
        later += u32::from(wins_this_turn && !at_once);
        ruled_out += u32::from(!may_win);
        all += 1;
    });
    println!("{all} positions, {wins} wins, {later} of them with several moves, {ruled_out} ruled out");
    assert!(wins > 300 && later > 10 && ruled_out > all / 4, "{wins} {later} {ruled_out} {all}");
}

#[test]
fn a_large_board_is_known_like_a_small_one() {
    let options = Options::new(SPEC.options, [("rows", "19"), ("cols", "15")]).unwrap();
    let game: Protista<5, 320> = Protista::configure(&options).unwrap();
    let mut rng = Rng::new(4);
    for _ in 0..20 {
        let state = scattered(&game, &mut rng);
        let reach = game.reach(&state, state.to_move);
        let mut actions = Vec::new();
        game.pseudo_legal_actions(&state, &mut actions);
        let after = actions.iter().fold(Bits::EMPTY, |all, &action| all | game.own_after(&state, action));
        assert_eq!(reach.lands, after & !reach.own);
        assert!(game.evaluate(&state).abs() < 1_000_000);
    }
}

#[test]
fn every_action_has_a_weight() {
    everywhere(5, 40, |game, state| {
        let mut actions: Vec<Action> = Vec::new();
        game.pseudo_legal_actions(state, &mut actions);
        let mut weights = vec![1.0; actions.len()];
        game.priors(state, &actions, &mut weights);
        assert!(weights.iter().all(|w| w.is_finite() && *w > 0.0));
    });
}

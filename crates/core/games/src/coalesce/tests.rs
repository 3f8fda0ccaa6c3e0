//! Comparison of search knowledge with straightforward computations.

use std::collections::HashSet;

use hexarium_geometry::{Bits, Cell, Symmetry};
use hexarium_kernel::{Flow, Game, Knowledge, Notation, Options, PerPlayer, Player, Rng, Rules};

use super::form::form;
use super::{Action, Coalesce, PIECES, SPEC, State};

/// Returns the game with every combination of options.
fn variants() -> Vec<Coalesce> {
    let mut all = Vec::new();
    for start in ["scattered", "star", "open"] {
        for steps in ["1", "2"] {
            for edge in ["false", "true"] {
                let set = [("start", start), ("opening_steps", steps), ("edge_moves", edge)];
                let mut options = Options::defaults(SPEC.options);
                for (name, value) in set {
                    options.set(SPEC.options, name, value).unwrap();
                }
                all.push(Coalesce::configure(&options).unwrap());
            }
        }
    }
    all
}

/// Returns two games that cover all option differences after the start.
fn both_kinds() -> [Coalesce; 2] {
    let mut all = variants();
    let edge = all.swap_remove(1);
    assert!(edge.edge_moves && !all[0].edge_moves);
    [all.swap_remove(0), edge]
}

fn state(blue: u64, red: u64, rng: &mut Rng) -> State {
    let to_move = Player::BOTH[rng.below(2)];
    State { pieces: PerPlayer([Bits([blue]), Bits([red])]), to_move, steps: 1 + rng.below(2) as u8 }
}

fn set(cells: &[Cell]) -> u64 {
    cells.iter().fold(0, |set, cell| set | 1 << cell.0)
}

/// Returns a state with randomly placed pieces.
fn scattered(game: &Coalesce, rng: &mut Rng) -> State {
    let mut cells = game.board.cells().to_vec();
    let drawn = rng.draw(&mut cells, 2 * PIECES);
    state(set(&drawn[..PIECES]), set(&drawn[PIECES..]), rng)
}

/// Returns a state a few random steps away from one in which one colour is united.
fn nearly_joined(game: &Coalesce, rng: &mut Rng) -> State {
    let mut group = Bits([1 << game.board.cells()[rng.below(game.board.cells().len())].0]);
    while group.len() < PIECES {
        let next = game.board.cells()[rng.below(game.board.cells().len())];
        if !(game.board.around(next) & group).is_empty() {
            group.insert(next);
        }
    }
    let mut rest: Vec<Cell> = game.board.cells().iter().copied().filter(|&cell| !group.has(cell)).collect();
    let others = set(rng.draw(&mut rest, PIECES));
    let mut state = state(group.0[0], others, rng);
    let mut buffer = Vec::new();
    for _ in 0..1 + rng.below(7) {
        let mover = Player::BOTH[rng.below(2)];
        let mut turn = State { to_move: mover, steps: 2, ..state };
        let action = game.random_action(&turn, rng, &mut buffer).unwrap();
        game.apply(&mut turn, &mut (), action);
        state.pieces = turn.pieces;
    }
    State { to_move: Player::BOTH[rng.below(4) / 3], ..state }
}

/// Collects the positions in which the turn can end, and returns whether its player wins in one of
/// them.
fn ends(game: &Coalesce, state: &State, narrowed: bool, out: &mut HashSet<State>) -> bool {
    let mut actions = Vec::new();
    game.pseudo_legal_actions(state, &mut actions);
    if narrowed {
        game.prune(state, &mut actions);
    }
    let mut won = false;
    for action in actions {
        let mut after = *state;
        match game.apply(&mut after, &mut (), action) {
            Flow::SameTurn => won |= ends(game, &after, narrowed, out),
            _ => {
                won |= game.outcome(&after).is_some_and(|o| o.winner == Some(state.to_move));
                out.insert(after);
            }
        }
    }
    won
}

#[test]
fn a_win_within_the_turn_is_seen_exactly_where_there_is_one() {
    let mut rng = Rng::new(31);
    for game in both_kinds() {
        let mut found = [[0; 2]; 2];
        for round in 0..4000 {
            let state = if round % 8 == 0 { scattered(&game, &mut rng) } else { nearly_joined(&game, &mut rng) };
            if game.outcome(&state).is_some() {
                continue;
            }
            let wins = ends(&game, &state, false, &mut HashSet::new());
            assert_eq!(game.may_win_this_turn(&state), wins, "{state:?}");
            found[usize::from(state.steps - 1)][usize::from(wins)] += 1;
            let proven = game.proven_winner(&state);
            assert!(proven.is_none() || wins && proven == Some(state.to_move), "{state:?}");
        }
        assert!(found.iter().flatten().all(|&n| n > 200), "{found:?}: too few of a kind to tell");
    }
}

#[test]
fn most_wins_within_the_turn_are_foreseen() {
    let mut rng = Rng::new(32);
    for game in both_kinds() {
        let (mut wins, mut proven) = (0, 0);
        for _ in 0..3000 {
            let state = nearly_joined(&game, &mut rng);
            if game.outcome(&state).is_none() && game.may_win_this_turn(&state) {
                wins += 1;
                proven += usize::from(game.proven_winner(&state).is_some());
            }
        }
        assert!(wins > 300 && proven * 10 > wins * 9, "{proven} of {wins}");
    }
}

#[test]
fn narrowing_leaves_every_position_that_a_turn_can_make() {
    let mut rng = Rng::new(33);
    for game in both_kinds() {
        let (mut before, mut after) = (0, 0);
        for _ in 0..150 {
            let state = scattered(&game, &mut rng);
            let (mut all, mut kept) = (HashSet::new(), HashSet::new());
            ends(&game, &state, false, &mut all);
            ends(&game, &state, true, &mut kept);
            assert_eq!(all, kept, "{state:?}");
            let mut actions = Vec::new();
            game.pseudo_legal_actions(&state, &mut actions);
            before += actions.len();
            game.prune(&state, &mut actions);
            after += actions.len();
        }
        assert!(after * 10 < before * 9, "{after} of {before}: next to nothing was left out");
    }
}

/// No red piece is adjacent to an empty space, so Red cannot move to one and back.
#[test]
fn two_passes_stay_possible_where_no_piece_can_go_there_and_back() {
    let [game, _] = both_kinds();
    let text = "..../...BB/BBBBBB/BBBBBBB/RRRRRR/RRRRR/RRRR";
    let state = game.parse_position(&format!("{text} r 2")).unwrap();
    let mut actions = Vec::new();
    game.pseudo_legal_actions(&state, &mut actions);
    game.prune(&state, &mut actions);
    assert!(actions.contains(&Action::Pass));
    let state = game.parse_position(&format!("{text} b 2")).unwrap();
    actions.clear();
    game.pseudo_legal_actions(&state, &mut actions);
    game.prune(&state, &mut actions);
    assert!(!actions.contains(&Action::Pass));
    assert!(!actions.is_empty());
}

#[test]
fn to_exchange_the_colours_and_the_turn_turns_the_score_round() {
    let mut rng = Rng::new(34);
    for game in variants() {
        for _ in 0..500 {
            let state = if rng.below(2) == 0 { scattered(&game, &mut rng) } else { nearly_joined(&game, &mut rng) };
            let [blue, red] = state.pieces.0;
            let swapped = State { pieces: PerPlayer([red, blue]), to_move: state.to_move.other(), ..state };
            assert_eq!(game.evaluate(&swapped), -game.evaluate(&state), "{state:?}");
        }
    }
}

#[test]
fn a_turned_or_mirrored_board_has_the_same_score() {
    let mut rng = Rng::new(35);
    for game in both_kinds() {
        for symmetry in Symmetry::all() {
            let to = symmetry.on(&game.board).unwrap();
            for _ in 0..100 {
                let state = scattered(&game, &mut rng);
                let turned =
                    |cells: Bits<1>| Bits([set(&cells.iter().map(|c| to[game.board.order(c)]).collect::<Vec<_>>())]);
                let image = State { pieces: PerPlayer(state.pieces.0.map(turned)), ..state };
                assert_eq!(game.evaluate(&image), game.evaluate(&state), "{state:?}");
            }
        }
    }
}

#[test]
fn scores_and_weights_stay_within_bounds_in_every_variant() {
    let mut rng = Rng::new(36);
    for game in variants() {
        for round in 0..1000 {
            let state = if round % 2 == 0 { scattered(&game, &mut rng) } else { nearly_joined(&game, &mut rng) };
            let score = game.evaluate(&state);
            assert!(score.abs() < 5000, "{score} for {state:?}");
            let mut actions = Vec::new();
            game.pseudo_legal_actions(&state, &mut actions);
            let mut weights = vec![1.0; actions.len()];
            game.priors(&state, &actions, &mut weights);
            assert!(weights.iter().all(|w| *w > 0.0 && *w <= 1.0), "{weights:?}");
            assert!(weights.contains(&1.0));
        }
    }
}

#[test]
fn a_form_is_what_counting_piece_by_piece_gives() {
    let mut rng = Rng::new(37);
    let [game, _] = both_kinds();
    let board = &game.board;
    let centre = board.place(board.cells()[18]);
    for round in 0..2000 {
        let state = if round % 2 == 0 { scattered(&game, &mut rng) } else { nearly_joined(&game, &mut rng) };
        let own = state.pieces[Player::First];
        let beside = |cell: Cell| board.around(cell) & own;
        let pairs: usize = own.iter().map(|cell| beside(cell).len()).sum();
        let triangles: usize = own
            .iter()
            .map(|cell| beside(cell).iter().map(|next| (beside(cell) & board.around(next)).len()).sum::<usize>())
            .sum();
        let alone = own.iter().filter(|&cell| beside(cell).is_empty()).count();
        let along = |cell: Cell| {
            let p = board.place(cell) - centre;
            [i32::from(p.q), i32::from(p.r), i32::from(p.q + p.r)]
        };
        let mut spread = 0.0;
        for axis in 0..3 {
            let mean = own.iter().map(|cell| f64::from(along(cell)[axis])).sum::<f64>() / 15.0;
            spread += own.iter().map(|cell| (f64::from(along(cell)[axis]) - mean).powi(2)).sum::<f64>();
        }
        let squares = |cell| along(cell).iter().map(|x| x * x).sum::<i32>();
        let form = form(own.0[0]);
        assert_eq!(form[0] as usize, pairs / 2);
        assert_eq!(form[1] as usize, triangles / 6);
        assert_eq!(form[2] as usize, alone);
        assert!((f64::from(form[3]) - spread).abs() < 1.0, "{} for {spread}", form[3]);
        for (i, kind) in [18, 14, 8, 6, 2].into_iter().enumerate() {
            assert_eq!(form[4 + i] as usize, own.iter().filter(|&cell| squares(cell) == kind).count());
        }
        let mut groups = 0;
        let mut rest = own;
        while let Some(cell) = rest.iter().next() {
            rest = rest & !board.flood(Bits([1 << cell.0]), rest);
            groups += 1;
        }
        assert_eq!([form[10], form[11], form[12]], [1, 2, 3].map(|n| i32::from(groups == n)));
    }
}

//! The deciding cells of finished games.

use std::collections::BTreeSet;

use hexarium_games::registry;
use hexarium_geometry::{Direction, Place};
use hexarium_kernel::{AnyGame, AnyMatch, Mark, Player, Rng, Spot};

/// Returns the names of the cells that decided a game.
fn deciding(game: &dyn AnyGame, state: &dyn AnyMatch) -> Vec<String> {
    let board = game.board();
    let name = |spot: Spot| board.cells[usize::from(spot.0)].label.clone();
    state.view().marks.iter().filter(|(_, mark)| *mark == Mark::Deciding).map(|(spot, _)| name(*spot)).collect()
}

/// Like [`deciding`], after some actions from the start or from a position.
fn decided(game: &str, position: Option<&str>, actions: &str) -> Vec<String> {
    let game = registry::open(game, &[]).unwrap();
    let mut state = position.map_or_else(|| game.start(), |text| game.at_position(text).unwrap());
    for action in actions.split_whitespace() {
        assert_eq!(deciding(&*game, &*state), [""; 0], "before {action}");
        state.play(action).unwrap();
    }
    assert!(state.verdict().is_some());
    deciding(&*game, &*state)
}

#[test]
fn a_win_in_hex_is_a_shortest_chain_of_the_winner_from_edge_to_edge() {
    for seed in 0..60 {
        let size = 3 + seed as i16 % 7;
        let game = registry::open(&format!("hex(size={size},swap=true)"), &[]).unwrap();
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        while state.verdict().is_none() {
            let legal = state.legal();
            state.play(&legal[rng.below(legal.len())]).unwrap();
        }
        let winner = state.verdict().unwrap().outcome.winner.unwrap();
        let (board, view) = (game.board(), state.view());
        let place = |spot: Spot| board.cells[usize::from(spot.0)].place;
        let stones = view.pieces.iter().filter(|(_, piece)| piece.owner == Some(winner));
        let stones: Vec<_> = stones.map(|(spot, _)| place(*spot)).collect();
        let marked = view.marks.iter().filter(|(_, mark)| *mark == Mark::Deciding);
        let chain: Vec<_> = marked.map(|(spot, _)| place(*spot)).collect();
        assert!(chain.iter().all(|place| stones.contains(place)), "stones of the winner");

        let touch = |a: &Place, b: &Place| Direction::ALL.into_iter().any(|d| *a + d.step() == *b);
        // The minimum number of stones, computed stone by stone from the near edge.
        let along = |place: &Place| if winner == Player::First { place.r } else { place.q };
        let steps = |among: &[Place]| {
            let mut reached: Vec<_> = among.iter().copied().filter(|place| along(place) == 0).collect();
            for steps in 1..=among.len() {
                if reached.iter().any(|place| along(place) == size - 1) {
                    return Some(steps);
                }
                let more = among.iter().filter(|place| reached.iter().any(|other| touch(place, other)));
                reached = reached.iter().copied().chain(more.copied()).collect::<Vec<_>>();
            }
            None
        };
        assert_eq!(steps(&chain), Some(chain.len()), "a chain from edge to edge, without a stone too many");
        assert_eq!(steps(&stones), Some(chain.len()), "and none is shorter");
    }
}

#[test]
fn a_win_in_coalesce_is_the_one_group() {
    let (game, actions) = registry::spec("coalesce").unwrap().sample;
    let game = registry::open(game, &[]).unwrap();
    let mut rng = Rng::new(4);
    let mut wins = 0;
    for round in 0..40 {
        let mut state = game.start();
        if round == 0 {
            actions.split_whitespace().for_each(|action| _ = state.play(action).unwrap());
        }
        while state.verdict().is_none() {
            let legal = state.legal();
            state.play(&legal[rng.below(legal.len())]).unwrap();
        }
        let verdict = state.verdict().unwrap();
        let marked: BTreeSet<String> = deciding(&*game, &*state).into_iter().collect();
        if verdict.reason.ends_with("form one group") {
            let (board, view) = (game.board(), state.view());
            let own = view.pieces.iter().filter(|(_, piece)| piece.owner == verdict.outcome.winner);
            let own: BTreeSet<String> = own.map(|(spot, _)| board.cells[usize::from(spot.0)].label.clone()).collect();
            assert_eq!(marked, own);
            wins += 1;
        } else {
            assert!(marked.is_empty(), "{}", verdict.reason);
        }
    }
    assert!(wins > 0);
}

#[test]
fn a_queen_between_two_is_marked_with_both_of_them() {
    let sandwich = "#...#/....../...wB../......../#.......#/......../.W.w.../....../#...# w 9-11";
    assert_eq!(decided("fire-ants", Some(sandwich), "g4-c6"), ["c4", "c5", "c6"]);
}

#[test]
fn a_queen_without_a_way_out_is_marked_with_all_around_it() {
    // A stone sliding along row e takes the last free space of the queen on e5.
    let closed = "#...#/....../......./...bb.../#..bB..w#/...bb.../......./.W..../#...# w 10-6";
    assert_eq!(decided("fire-ants", Some(closed), "e8-e6"), ["d4", "d5", "e4", "e5", "e6", "f4", "f5"]);
}

#[test]
fn two_targets_or_the_place_of_a_king_or_a_last_piece_are_marked_in_protista() {
    let king = "....../www..B/....../....../....../....../W....b w 1 -";
    assert_eq!(decided("protista(cols=6,rows=7,win=king)", Some(king), "Cb3-b6"), ["b6"]);

    let rows = ["w........", ".......w."].into_iter().chain(["........."; 10]).chain(["....b...."]);
    let targets = format!("{} w 1 m1,m8,m9|a1,a8,a9", rows.collect::<Vec<_>>().join("/"));
    assert_eq!(decided("protista", Some(&targets), "b8-a8"), ["a1", "a8"]);

    let last = "....../www..b/....../....../....../....../...... w 1 g1,g5,g6|a1,a5,a6";
    assert_eq!(decided("protista(cols=6,rows=7)", Some(last), "Cb3-b6"), ["b6"], "the last piece");
}

#[test]
fn nothing_on_the_board_decides_a_harvest() {
    let game = registry::open("harvest(base=3)", &[]).unwrap();
    let mut state = game.start();
    let mut rng = Rng::new(2);
    while state.verdict().is_none() {
        let legal = state.legal();
        state.play(&legal[rng.below(legal.len())]).unwrap();
    }
    assert_eq!(deciding(&*game, &*state), [""; 0]);
}

#[test]
fn what_decided_is_gone_when_the_last_action_is_taken_back() {
    let game = registry::open("hex(size=3)", &[]).unwrap();
    let mut state = game.start();
    for action in ["b1", "a1", "b2", "a2", "a3"] {
        state.play(action).unwrap();
    }
    assert_eq!(deciding(&*game, &*state), ["b1", "b2", "a3"]);
    state.undo();
    assert_eq!(deciding(&*game, &*state), [""; 0]);
    state.play("a3").unwrap();
    let over = game.at_position(&state.position()).unwrap();
    assert_eq!(deciding(&*game, &*over), ["b1", "b2", "a3"], "also where nothing has been played");
}

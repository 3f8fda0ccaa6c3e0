//! Batches and positions agree with the games they are made of.

use hexarium_games::registry;
use hexarium_kernel::{GameSpec, Rng};
use hexarium_learn::{Arrays, LearnGame, open};

/// Games with small boards or short limits, or with other options.
const VARIANTS: [&str; 8] = [
    "hex(size=5,swap=true,pass=true)",
    "hex",
    "coalesce",
    "harvest(base=3)",
    "harvest(base=6,opening_steps=2)",
    "fire-ants(max_turns=60)",
    "protista(rows=9,cols=7,max_turns=40)",
    "protista(win=king,generation=cup,max_turns=40)",
];

/// Returns the variants, and every game that none of them is about.
fn games() -> impl Iterator<Item = &'static str> {
    let is_new = |spec: &&&GameSpec| VARIANTS.iter().all(|text| text.split('(').next() != Some(spec.id));
    VARIANTS.into_iter().chain(registry::GAMES.iter().filter(is_new).map(|spec| spec.id))
}

struct Seen {
    observations: Vec<f32>,
    masks: Vec<bool>,
    rewards: Vec<f32>,
    ends: Vec<bool>,
    players: Vec<i8>,
}

impl Seen {
    fn of(game: &dyn LearnGame, size: usize) -> Self {
        Self {
            observations: vec![f32::NAN; size * game.planes().iter().product::<usize>()],
            masks: vec![false; size * game.action_count()],
            rewards: vec![f32::NAN; size * 2],
            ends: vec![false; size],
            players: vec![-1; size],
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observations: Some(&mut self.observations),
            masks: Some(&mut self.masks),
            rewards: Some(&mut self.rewards),
            ends: Some(&mut self.ends),
            players: Some(&mut self.players),
        }
    }
}

#[test]
fn ids_and_texts_give_the_same_positions() {
    for text in games() {
        let (game, plain) = (open(text).unwrap(), registry::open(text, &[]).unwrap());
        let mut rng = Rng::new(7);
        let (mut by_id, mut by_text) = (game.start(), plain.start());
        let mut ids = Vec::new();
        loop {
            let legal = by_id.legal_ids();
            assert!(legal.is_sorted_by(|a, b| a < b));
            let mut texts: Vec<String> = legal.iter().map(|&id| by_id.text_of(id).unwrap()).collect();
            texts.sort_unstable();
            assert_eq!(texts, by_text.legal(), "{text}: {}", by_text.position());
            if legal.is_empty() {
                break;
            }
            let id = legal[rng.below(legal.len())];
            let action = by_id.text_of(id).unwrap();
            assert_eq!(by_id.id_of(&action).unwrap(), id);
            by_id.play_id(id).unwrap();
            by_text.play(&action).unwrap();
            ids.push(id);
            assert_eq!(by_id.as_match().key(), by_text.key());
        }
        assert_eq!(by_id.history(), ids);
        while let Some(id) = by_id.undo() {
            assert_eq!(ids.pop(), Some(id));
        }
        assert!(ids.is_empty());
    }
}

#[test]
fn a_batch_plays_the_same_games_as_single_positions() {
    for text in games() {
        let game = open(text).unwrap();
        let (size, count, planes) = (5, game.action_count(), game.planes().iter().product::<usize>());
        for threads in [1, 3] {
            let mut batch = game.batch(size, 1, true);
            let mut seen = Seen::of(&*game, size);
            batch.observe(seen.arrays());
            let mut single: Vec<_> = (0..size).map(|_| game.start()).collect();
            let mut ended = 0;
            for _ in 0..300 {
                let mut actions = vec![0; size];
                batch.random_actions(&mut actions);
                batch.step(&actions, threads, seen.arrays()).unwrap();
                for n in 0..size {
                    single[n].play_id(actions[n] as usize).unwrap();
                    let verdict = single[n].as_match().verdict();
                    let returns = match verdict.as_ref().map(|v| v.outcome.word()) {
                        Some("first") => [1.0, -1.0],
                        Some("second") => [-1.0, 1.0],
                        _ => [0.0, 0.0],
                    };
                    assert_eq!(seen.rewards[2 * n..2 * n + 2], returns, "{text}");
                    assert_eq!(seen.ends[n], verdict.is_some());
                    if verdict.is_some() {
                        single[n] = game.start();
                        ended += 1;
                    }
                    let player = single[n].as_match().to_move();
                    assert_eq!(seen.players[n], player.index() as i8);
                    let legal: Vec<usize> = (0..count).filter(|id| seen.masks[n * count + id]).collect();
                    assert_eq!(legal, single[n].legal_ids(), "{text}");
                    let mut look = vec![f32::NAN; planes];
                    single[n].write_planes(player, &mut look);
                    assert_eq!(seen.observations[n * planes..][..planes], look, "{text}");
                }
            }
            assert!(ended > 0, "{text}: no game ended");
        }
    }
}

#[test]
fn a_random_step_is_a_draw_and_a_step() {
    for text in games() {
        let game = open(text).unwrap();
        let (mut one, mut other) = (game.batch(4, 9, true), game.batch(4, 9, true));
        let (mut seen, mut told) = (Seen::of(&*game, 4), Seen::of(&*game, 4));
        for _ in 0..120 {
            let mut actions = vec![0; 4];
            one.random_actions(&mut actions);
            one.step(&actions, 1, seen.arrays()).unwrap();
            other.random_step(3, told.arrays());
            assert_eq!((&seen.observations, &seen.masks), (&told.observations, &told.masks), "{text}");
            assert_eq!((&seen.rewards, &seen.ends), (&told.rewards, &told.ends), "{text}");
        }
    }
}

#[test]
fn without_auto_reset_a_finished_game_waits() {
    let game = open("hex(size=2)").unwrap();
    let mut batch = game.batch(2, 3, false);
    let mut seen = Seen::of(&*game, 2);
    let mut actions = vec![0; 2];
    for _ in 0..6 {
        batch.random_actions(&mut actions);
        batch.step(&actions, 1, seen.arrays()).unwrap();
    }
    assert!(!seen.masks.contains(&true));
    assert_eq!((seen.ends.as_slice(), seen.rewards[0]), (&[false, false][..], 0.0), "the game ended earlier");
    batch.reset();
    batch.observe(seen.arrays());
    assert!(!seen.masks.contains(&false));
}

#[test]
fn an_illegal_action_in_any_game_changes_no_game() {
    let game = open("hex(size=3)").unwrap();
    let mut batch = game.batch(3, 1, true);
    let mut seen = Seen::of(&*game, 3);
    batch.step(&[0, 1, 2], 1, seen.arrays()).unwrap();
    for (bad, part) in [
        ([3, 4, 2], "game 2: illegal action 'c1': the cell is taken"),
        ([3, 9, 0], "game 1: action 9 is out of range; hex(size=3) has 0 to 8"),
        ([-1, 4, 5], "game 0: action -1 is out of range"),
        ([i64::MAX, 4, 5], "game 0: action 9223372036854775807 is out of range"),
    ] {
        let problem = batch.step(&bad, 2, seen.arrays()).unwrap_err();
        assert!(problem.starts_with(part), "{problem}");
    }
    assert!(batch.step(&[1], 1, seen.arrays()).unwrap_err().contains("1 actions for 3 games"));
    batch.observe(seen.arrays());
    let legal = |n: usize| seen.masks[9 * n..][..9].iter().filter(|legal| **legal).count();
    assert_eq!([legal(0), legal(1), legal(2)], [8; 3]);
}

#[test]
fn illegal_ids_are_rejected_with_the_reason_of_the_game() {
    let mut state = open("hex(size=3)").unwrap().start();
    state.play_id(4).unwrap();
    let taken = state.play_id(4).unwrap_err();
    assert!(taken.starts_with("illegal action 'b2': the cell is taken"), "{taken}");
    assert!(state.play_id(9).unwrap_err().contains("out of range; hex(size=3) has 0 to 8"));
    assert!(state.text_of(usize::MAX).is_err());
    for id in [0, 1, 3, 7] {
        state.play_id(id).unwrap();
    }
    let over = open("hex(size=2)").unwrap().at_position("B./BR r").unwrap().play_id(1).unwrap_err();
    assert!(over.contains("the game is over: "), "{over}");
}

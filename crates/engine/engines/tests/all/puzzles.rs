//! Puzzles: those of this version, proofs, refutations and mining.

use std::collections::{HashMap, HashSet};

use hexarium_engines::puzzles::{
    Collection, classify, find_puzzles, play_game, puzzle_key, refute, solution_line, verify,
};
use hexarium_games::registry::{self, GAMES, Games};
use hexarium_puzzles::{
    Judgement, OpenPuzzle, ProofKind, Puzzle, PuzzleId, PuzzleList, Reason, Refutation, SHIPPED, Theme, shipped,
};

/// The number of puzzles of each game that are verified here; `cargo xtask puzzles --check`
/// verifies all.
const SAMPLE: usize = 8;

#[test]
fn every_game_has_enough_puzzles_of_several_themes_and_ratings() {
    for (id, _) in SHIPPED {
        let spec = registry::spec(id).unwrap();
        let list = shipped(id);
        assert!(list.puzzles().len() >= 200, "{}: {}", spec.id, list.puzzles().len());
        let themes: HashSet<Theme> = list.puzzles().iter().map(|puzzle| puzzle.theme).collect();
        assert!(themes.len() >= 2, "{}: {themes:?}", spec.id);
        let ratings = list.puzzles().iter().map(Puzzle::rating);
        let (least, most) = (ratings.clone().min().unwrap(), ratings.max().unwrap());
        assert!(most >= least + 400, "{}: {least} to {most}", spec.id);
        for puzzle in list.puzzles() {
            let open = OpenPuzzle::open(puzzle, &Games).unwrap_or_else(|e| panic!("{puzzle}: {e}"));
            assert_eq!(open.game().spec().id, spec.id);
        }
    }
}

#[test]
fn a_task_asks_for_the_only_turn_exactly_where_there_is_one() {
    for spec in GAMES {
        for puzzle in shipped(spec.id).puzzles() {
            let asks_for_only = |task: &str| task.contains(" only ");
            let task = OpenPuzzle::open(puzzle, &Games).unwrap().task();
            let is_question = matches!(puzzle.theme, Theme::Defence | Theme::WinningMove);
            assert_eq!(asks_for_only(&task), is_question && puzzle.solutions.len() == 1, "{task} {puzzle}");
            assert!(!puzzle.theme.title().to_lowercase().contains("only"));
        }
    }
}

#[test]
fn a_sample_of_the_puzzles_is_proven_again_and_wrong_turns_are_refuted() {
    for (id, _) in SHIPPED {
        let list = shipped(id);
        for number in 0..SAMPLE {
            let puzzle = &list.puzzles()[number * list.puzzles().len() / SAMPLE];
            verify(puzzle).unwrap_or_else(|e| panic!("{puzzle}: {e}"));
        }
        let puzzle = &list.puzzles()[list.puzzles().len() / 2];
        let open = OpenPuzzle::open(puzzle, &Games).unwrap();
        let wrong = some_turn(&open, Judgement::Wrong);
        let refutation = refute(puzzle, &wrong).unwrap_or_else(|e| panic!("{puzzle}: {e}"));
        let mut state = if refutation.is_better { open.start() } else { open.play(&wrong).unwrap() };
        for action in &refutation.line {
            state.play(action).unwrap_or_else(|e| panic!("{puzzle}: {e}"));
        }
        let mut state = open.start();
        for action in solution_line(puzzle).unwrap() {
            state.play(&action).unwrap_or_else(|e| panic!("{puzzle}: {e}"));
        }
        if let Theme::Win(_) = puzzle.theme {
            assert_eq!(state.verdict().and_then(|verdict| verdict.outcome.winner), Some(open.player()), "{puzzle}");
        }
    }
}

#[test]
fn no_two_puzzles_are_images_of_each_other() {
    for spec in GAMES {
        let mut keys = HashMap::new();
        for puzzle in shipped(spec.id).puzzles() {
            let other = keys.insert(puzzle_key(puzzle).unwrap(), puzzle.id);
            assert_eq!(other, None, "{} is an image of it", puzzle.id);
        }
    }
}

/// Two pairs of images: colours exchanged; turned, and players and points exchanged.
const IMAGES: [[(&str, &str); 2]; 2] = [
    [
        ("fire-ants", "#...#/....../......./.......b/#.....w.#/..WB..Wb/....w../...b../#...# w 8-8"),
        ("fire-ants", "#...#/....../......./.......w/#.....b.#/..BW..Bw/....b../...w../#...# b 8-8"),
    ],
    [
        ("harvest(base=3)", "o.o/ooo./o.o../oooo/o.o 2 2 0 4-2"),
        ("harvest(base=3)", "o.o/oooo/..o.o/.ooo/o.o 1 2 0 2-4"),
    ],
];

#[test]
fn images_with_players_exchanged_are_one_puzzle() {
    let puzzle = |(game, position): (&str, &str)| Puzzle {
        game: game.to_string(),
        position: position.to_string(),
        solutions: Vec::new(),
        ..sample()
    };
    for [one, other] in IMAGES.map(|pair| pair.map(puzzle)) {
        assert_ne!(one.position, other.position);
        assert_eq!(puzzle_key(&one), puzzle_key(&other), "{} {}", one.position, other.position);
        let mut collection = Collection::resume(9, "test", &PuzzleList::default()).unwrap();
        assert_eq!([one.clone(), other].map(|puzzle| collection.add(vec![puzzle])), [true, false]);
        let list = collection.list();
        assert!(!Collection::resume(9, "test", &list).unwrap().add(vec![one]), "a stored list has its keys");
    }
    let [harvest, _] = IMAGES[1].map(puzzle);
    let with = |from, to| puzzle_key(&Puzzle { position: harvest.position.replace(from, to), ..harvest.clone() });
    assert_eq!(puzzle_key(&harvest), with("4-2", "2-4"), "the same board with other points is the same puzzle");
    assert_ne!(puzzle_key(&harvest), with("ooo.", "oo.o"));
}

/// Returns a turn with a judgement: the first one that is found.
fn some_turn(open: &OpenPuzzle, wanted: Judgement) -> Vec<String> {
    turns(open).find(|(_, judgement)| *judgement == wanted).expect("there is such a turn").0
}

/// All turns of a puzzle with their judgements.
fn turns(open: &OpenPuzzle) -> impl Iterator<Item = (Vec<String>, Judgement)> {
    let mut lines = vec![Vec::new()];
    std::iter::from_fn(move || {
        loop {
            let line: Vec<String> = lines.pop()?;
            let mut state = open.start();
            line.iter().for_each(|action| _ = state.play(action).unwrap());
            match open.judge(&*state) {
                Judgement::Unfinished => {
                    let longer = state.legal().into_iter().map(|action| [&line[..], &[action]].concat());
                    lines.extend(longer);
                }
                judgement => return Some((line, judgement)),
            }
        }
    })
}

/// Blue wins with a3 or b3.
fn sample() -> Puzzle {
    let position = "RB./.B./..R b".to_string();
    Puzzle {
        id: PuzzleId::parse(SAMPLE_ID).unwrap(),
        game: "hex(size=3)".to_string(),
        position,
        theme: Theme::Win(1),
        solutions: vec![vec!["a3".to_string()], vec!["b3".to_string()]],
        nodes: 3,
        proof: ProofKind::Exhaustive,
    }
}

const SAMPLE_ID: &str = "cff111c23784";

fn problem(change: impl FnOnce(&mut Puzzle)) -> String {
    let mut puzzle = sample();
    change(&mut puzzle);
    verify(&puzzle).unwrap_err().to_string()
}

#[test]
fn a_broken_puzzle_is_refused_with_the_reason() {
    verify(&sample()).unwrap();
    let turn = |text: &str| vec![text.to_string()];
    assert_eq!(problem(|p| p.solutions[1] = turn("c1")), "solutions: 'c1' does not solve it");
    assert_eq!(problem(|p| p.solutions.truncate(1)), "solutions: 'b3' solves it too");
    assert!(problem(|p| p.position = "RB./.B./..X b".to_string()).starts_with("position: "));
    assert!(problem(|p| p.position = "RB./.B./.BR r".to_string()).starts_with("position: the game is over"));
    assert!(problem(|p| p.id = PuzzleId::new("", "")).ends_with(&format!("expected {SAMPLE_ID}")));
    assert_eq!(problem(|p| p.theme = Theme::Win(2)), "theme: there is a faster win");
    assert_eq!(problem(|p| p.theme = Theme::Defence), "theme: there is a faster win");
    assert_eq!(problem(|p| p.theme = Theme::BiggestTake), "theme: the game has no points");
    assert_eq!(problem(|p| p.theme = Theme::Connected), "theme: a pass is not a turn here");
    assert_eq!(problem(|p| p.proof = ProofKind::Solver), "proof: expected exhaustive");
}

#[test]
fn images_under_a_symmetry_have_the_same_id() {
    let turn = |text: &str| vec![text.to_string()];
    let mut rotated = sample();
    rotated.position = "R../.B./.BR b".to_string();
    rotated.solutions = vec![turn("c1"), turn("b1")];
    assert_eq!(verify(&rotated), Ok(()));
    rotated.position = "R../.B./.RB b".to_string();
    assert!(verify(&rotated).unwrap_err().to_string().starts_with("id: "), "another position");
}

#[test]
fn wrong_turns_are_answered_by_their_refutation() {
    let puzzle = |theme, position: &str| Puzzle { theme, position: position.to_string(), ..sample() };
    let turn = |text: &str| vec![text.to_string()];
    let refuted = |puzzle: &Puzzle, text| refute(puzzle, &turn(text)).map(|r| (r.reason, r.line.join(" ")));
    let one = sample();
    assert_eq!(refuted(&one, "c1"), Ok((Reason::NoWin, String::new())));
    // With a single threat the opponent has a reply that saves the game.
    let single = Puzzle { solutions: vec![turn("b3")], ..puzzle(Theme::Win(1), "RB./.B./R.. b") };
    let (reason, line) = refuted(&single, "c1").unwrap();
    assert_eq!((reason, &*line), (Reason::NoWin, "b3"));
    let best = Puzzle { solutions: vec![turn("b2")], ..puzzle(Theme::WinningMove, ".../.../... b") };
    let (reason, line) = refuted(&best, "a1").unwrap();
    assert!(reason == Reason::Loses && !line.is_empty(), "{line}");
    assert!(refute(&one, &turn("a1")).unwrap_err().contains("a1"), "the cell is taken");
    assert!(refute(&one, &[]).is_err());
}

#[test]
fn a_smaller_take_is_answered_by_a_better_one() {
    let mut shown = 0;
    for puzzle in GAMES.iter().flat_map(|spec| shipped(spec.id).puzzles().to_vec()) {
        if puzzle.theme != Theme::BiggestTake || shown == 5 {
            continue;
        }
        shown += 1;
        let open = OpenPuzzle::open(&puzzle, &Games).unwrap();
        let wrong = some_turn(&open, Judgement::Wrong);
        let refutation = refute(&puzzle, &wrong).unwrap();
        let Reason::TakesLess { taken, most } = refutation.reason else { panic!("{refutation:?}") };
        assert!(refutation.is_better && taken < most);
        let better = open.play(&refutation.line).unwrap();
        if open.judge(&*better) == Judgement::Wrong {
            let Reason::TakesLess { taken: more, .. } = refute(&puzzle, &refutation.line).unwrap().reason else {
                panic!("{puzzle}")
            };
            assert!(taken < more && more < most, "{puzzle}");
        }
    }
    assert!(shown > 0);
}

#[test]
fn a_needless_stone_is_answered_by_the_pass() {
    let pass = vec!["pass".to_string()];
    let list = shipped("hex");
    let connected = list.puzzles().iter().filter(|puzzle| puzzle.theme == Theme::Connected);
    let answered = |puzzle: &Puzzle| {
        let open = OpenPuzzle::open(puzzle, &Games).unwrap();
        let turns = open.start().legal().into_iter().map(|action| vec![action]);
        let wrong = turns.filter(|turn| open.judge(&*open.play(turn).unwrap()) == Judgement::Wrong);
        wrong.map(|turn| refute(puzzle, &turn).unwrap()).collect::<Vec<Refutation>>()
    };
    let [mut wins, mut loses] = [0, 0];
    for puzzle in connected.take(6) {
        for refutation in answered(puzzle) {
            match refutation.reason {
                Reason::PassWins => {
                    wins += 1;
                    assert_eq!(puzzle.solutions, std::slice::from_ref(&pass));
                    assert_eq!((refutation.line, refutation.is_better), (pass.clone(), true));
                }
                reason => {
                    loses += 1;
                    assert_eq!((reason, refutation.is_better), (Reason::Loses, false));
                    assert!(!refutation.line.is_empty());
                }
            }
        }
    }
    assert!(wins > 0 && loses > 0);
}

/// The number of puzzles of each theme of a game, and of wrong turns of each, that are refuted by
/// the test of all themes.
const REFUTED: (usize, usize) = (3, 200);

#[test]
#[ignore = "takes minutes"]
fn wrong_turns_of_every_theme_have_an_answer() {
    for spec in GAMES {
        let list = shipped(spec.id);
        let mut of_theme: HashMap<Theme, usize> = HashMap::new();
        for puzzle in list.puzzles() {
            let number = of_theme.entry(puzzle.theme).or_default();
            *number += 1;
            if *number > REFUTED.0 {
                continue;
            }
            let open = OpenPuzzle::open(puzzle, &Games).unwrap();
            let wrong = turns(&open).filter(|(_, judgement)| *judgement == Judgement::Wrong).map(|(turn, _)| turn);
            for turn in wrong.take(REFUTED.1) {
                let answer = refute(puzzle, &turn).unwrap_or_else(|e| panic!("{puzzle}: {}: {e}", turn.join(",")));
                let mut state = if answer.is_better { open.start() } else { open.play(&turn).unwrap() };
                for action in &answer.line {
                    state.play(action).unwrap_or_else(|e| panic!("{puzzle}: {}: {e}", turn.join(",")));
                }
                let has_only_words = matches!(answer.reason, Reason::NoWin | Reason::Loses);
                assert!(has_only_words || !answer.line.is_empty(), "{puzzle}: {}", turn.join(","));
            }
        }
    }
}

#[test]
fn mining_is_reproducible_and_what_it_finds_is_proven() {
    let game = registry::open("hex(size=5)", &[]).unwrap();
    let mine = || {
        let mut collection = Collection::resume(4, "test", &PuzzleList::default()).unwrap();
        while !collection.is_complete() && collection.games() < 40 {
            let seed = collection.games() as u64;
            collection.add(find_puzzles(&*play_game(&*game, seed), &*game, seed));
        }
        collection
    };
    let collection = mine();
    assert!(collection.is_complete(), "{collection:?}");
    assert_eq!(collection.list(), mine().list());
    for puzzle in collection.puzzles() {
        verify(puzzle).unwrap();
    }
    // A stored collection is continued where it was left.
    let list = PuzzleList::parse(&collection.list().write()).unwrap();
    let again = Collection::resume(5, "test", &list).unwrap();
    assert_eq!((again.games(), again.is_complete()), (collection.games(), false));
    assert!(Collection::resume(5, "other", &list).unwrap_err().contains("choose another file"));
}

#[test]
fn trivial_positions_are_no_puzzles() {
    let game = registry::open("hex(size=3)", &[]).unwrap();
    assert_eq!(classify(&*game, "RB./.B./..R b", &[]), None, "few turns to choose from");
    assert_eq!(classify(&*game, "RB./.B./.BR r", &[]), None, "the game is over");
}

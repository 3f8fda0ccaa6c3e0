//! Files of puzzles.

use hexarium_puzzles::{Progress, ProofKind, PuzzleList, Theme};

use super::{STORED, stored};

#[test]
fn a_stored_file_is_read_and_written_unchanged() {
    let list = stored();
    assert_eq!(list.write(), STORED);
    assert_eq!(list.comments(), ["3 games of hex(size=3), seed 1"]);
    let [one, other, last] = list.puzzles() else { panic!("{list:?}") };
    assert_eq!((one.theme, one.proof, one.nodes), (Theme::Win(1), ProofKind::Exhaustive, 3));
    assert_eq!(one.solutions, [["a3"], ["b3"]]);
    assert_eq!((other.theme, other.proof), (Theme::Connected, ProofKind::Solver));
    assert_eq!(last.solutions, [["d5-d6", "pass"]]);
    assert_eq!(list.line_of(0), 3);
    assert_eq!(PuzzleList::new(list.comments().to_vec(), list.puzzles().to_vec()), list);
}

#[test]
fn the_stored_words_of_themes_and_proofs_do_not_change() {
    let themes = [
        (Theme::Win(1), "win-1"),
        (Theme::Win(9), "win-9"),
        (Theme::Defence, "defence"),
        (Theme::WinningMove, "winning-move"),
        (Theme::BiggestTake, "biggest-take"),
        (Theme::Connected, "connected"),
    ];
    for (theme, word) in themes {
        assert_eq!((theme.to_string().as_str(), Theme::parse(word)), (word, Some(theme)));
    }
    for (proof, word) in [(ProofKind::Exhaustive, "exhaustive"), (ProofKind::Solver, "solver")] {
        assert_eq!((proof.word(), ProofKind::parse(word)), (word, Some(proof)));
    }
}

#[test]
fn an_error_names_line_part_and_expectation() {
    let good = "0f1e2d3c4b5a; hex(size=3); RB./.B./..R b; win-1; a3 b3; 3; exhaustive";
    for (line, expected) in [
        (good.replace("0f1e", "0F1E"), "line 2: id: invalid '0F1E2d3c4b5a': expected 12 hexadecimal digits"),
        (good.replace("0f1e", "0f1"), "line 2: id: invalid"),
        (good.replace("win-1", "win-0"), "line 2: theme: invalid 'win-0': expected win-1 to win-9, defence,"),
        (good.replace("a3 b3", "a3,,b3"), "line 2: solutions: invalid 'a3,,b3': expected turns such as"),
        (good.replace("a3 b3", "a3  b3"), "line 2: solutions: invalid"),
        (good.replace("; 3;", "; 03;"), "line 2: nodes: invalid '03': expected a number from 1"),
        (good.replace("; 3;", "; +3;"), "line 2: nodes: invalid"),
        (good.replace("; 3;", "; 99999999999999999999;"), "line 2: nodes: invalid"),
        (good.replace("exhaustive", "faith"), "line 2: proof: invalid 'faith': expected exhaustive or solver"),
        (good.replace("; exhaustive", ""), "line 2: proof: missing: expected id; game;"),
        (good.replace("; win-1", "; win-1; win-2"), "line 2: line: 8 fields"),
        (good.replace(" b; ", " b ; "), "line 2: position: invalid"),
        (String::new(), "line 2: game: missing"),
        ("x".repeat(5000), "line 2: line: 5000 bytes"),
        (format!("{good}\n# comment\n{good}"), "line 4: id: 0f1e2d3c4b5a occurs twice"),
    ] {
        let error = PuzzleList::parse(&format!("hexarium-puzzles/1\n{line}\n")).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{line}: {error}");
    }
    let error = |text: &str| PuzzleList::parse(text).unwrap_err().to_string();
    assert_eq!(
        error("hexarium-puzzles/2\n"),
        "line 1: format: 'hexarium-puzzles/2' is newer than this program: update it"
    );
    assert_eq!(error(""), "line 1: format: '' is unknown: expected hexarium-puzzles/1");
    assert!(error("hexarium-puzzles/0").contains("unknown"));
}

#[test]
fn ratings_grow_with_the_nodes() {
    let mut puzzle = stored().puzzles()[0].clone();
    let mut rating = |nodes| {
        puzzle.nodes = nodes;
        puzzle.rating()
    };
    assert_eq!([1, 2, 3, 4, 512, u64::MAX].map(&mut rating), [600, 700, 750, 800, 1500, 2600]);
    assert!((1..3000).all(|nodes| rating(nodes) <= rating(nodes + 1)));
}

#[test]
fn the_next_puzzle_is_new_and_closest_in_rating() {
    let list = stored();
    let mut progress = Progress::default();
    let next = |progress: &Progress, rating, theme| list.next(progress, rating, theme).map(|puzzle| puzzle.nodes);
    assert_eq!(next(&progress, 800.0, None), Some(3));
    assert_eq!(next(&progress, 800.0, Some(Theme::Win(2))), Some(5000));
    assert_eq!(next(&progress, 800.0, Some(Theme::Defence)), None);
    progress.record(&list.puzzles()[0], false);
    assert_eq!(next(&progress, 800.0, None), Some(40));
}

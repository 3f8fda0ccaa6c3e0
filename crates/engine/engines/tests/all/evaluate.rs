//! Evaluations for reviews.

use hexarium_engines::{engine, evaluate};
use hexarium_games::registry::{self, Games};
use hexarium_kernel::{AnyGame, AnyMatch};
use hexarium_puzzles::{OpenPuzzle, Theme, shipped};
use hexarium_search::{Analysis, AnalysisLine, Opponent, Proof};

fn evaluated(game: &dyn AnyGame, state: &dyn AnyMatch, mut keeps_on: impl FnMut() -> bool) -> Analysis {
    let opponent = Opponent::parse("nodes:300").unwrap();
    evaluate(&mut *engine(game), game, state, &opponent, &mut |_| true, &mut |_| keeps_on())
}

/// The actions besides the best one, if it is proven that none of them wins.
fn proven_not_to_win(analysis: &Analysis) -> Option<Vec<&str>> {
    let (_, others) = analysis.lines.split_first()?;
    let is_known = |line: &AnalysisLine| matches!(line.proof, Some(Proof::Loss | Proof::Draw));
    others.iter().map(|line| is_known(line).then_some(&*line.action)).collect()
}

#[test]
fn a_win_is_proven_to_be_the_only_one_exactly_where_it_is() {
    let (mut sole, mut by_solver, mut several) = (0, 0, 0);
    for puzzle in shipped("hex").puzzles().iter().filter(|puzzle| puzzle.theme == Theme::WinningMove).take(16) {
        let open = OpenPuzzle::open(puzzle, &Games).unwrap();
        let state = open.start();
        let analysis = evaluated(open.game(), &*state, || true);
        assert_eq!(analysis.lines[0].proof, Some(Proof::Win), "{puzzle}");
        let solutions: Vec<&str> = puzzle.solutions.iter().map(|turn| &*turn[0]).collect();
        assert!(solutions.contains(&analysis.best().unwrap()), "{puzzle}");
        let others = proven_not_to_win(&analysis);
        match puzzle.solutions.len() {
            1 => {
                sole += 1;
                let mut others = others.unwrap_or_else(|| panic!("{puzzle}"));
                others.sort_unstable();
                let legal = state.legal();
                assert_eq!(others, legal.iter().filter(|action| **action != solutions[0]).collect::<Vec<_>>());
                // Without time for the solver, only some are proven.
                by_solver += usize::from(proven_not_to_win(&evaluated(open.game(), &*state, || false)).is_none());
            }
            _ => {
                several += 1;
                assert_eq!(others, None, "{puzzle}");
            }
        }
    }
    assert!(sole > 0 && by_solver > 0 && several > 0, "{sole} {by_solver} {several}");
}

#[test]
fn a_win_at_once_is_not_the_only_one_if_a_later_one_remains() {
    let game = registry::open("hex(size=3)", &[]).unwrap();
    // Blue wins at once with a3 or b3, and keeps both threats with any other stone.
    let state = game.at_position("RB./.B./..R b").unwrap();
    let analysis = evaluated(&*game, &*state, || true);
    assert_eq!(analysis.lines[0].proof, Some(Proof::Win));
    assert_eq!(proven_not_to_win(&analysis), None);
}

#[test]
fn many_actions_are_not_solved_one_by_one() {
    let game = registry::open("hex(size=19)", &[]).unwrap();
    // Blue needs a19, and so does Red.
    let position = format!("{}{} b", format!("B{}R/", ".".repeat(17)).repeat(18), ".".repeat(19));
    let state = game.at_position(&position).unwrap();
    let analysis = evaluated(&*game, &*state, || panic!("the solver is asked"));
    assert_eq!((analysis.best(), analysis.lines[0].proof), (Some("a19"), Some(Proof::Win)));
    assert_eq!(proven_not_to_win(&analysis), None);
}

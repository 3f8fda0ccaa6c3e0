//! Puzzles on the board.

use hexarium_games::registry::Games;
use hexarium_kernel::Player;
use hexarium_puzzles::{Judgement, OpenPuzzle, Puzzle, Reason};

use super::stored;

#[test]
fn a_turn_is_right_if_it_leads_to_the_position_of_a_solution() {
    let puzzle = OpenPuzzle::open(&stored().puzzles()[2], &Games).unwrap();
    assert_eq!(puzzle.player(), Player::Second);
    assert_eq!(puzzle.task(), "Red to move: win in two turns.");
    let mut state = puzzle.start();
    assert_eq!(puzzle.judge(&*state), Judgement::Unfinished);
    state.play("pass").unwrap();
    assert_eq!(puzzle.judge(&*state), Judgement::Unfinished);
    // The steps of the solution in another order.
    state.play("d5-d6").unwrap();
    assert_eq!(puzzle.judge(&*state), Judgement::Solved);
    let wrong = puzzle.play(&["b1-b2", "pass"]).unwrap();
    assert_eq!(puzzle.judge(&*wrong), Judgement::Wrong);
}

#[test]
fn a_turn_is_complete_and_legal() {
    let puzzle = OpenPuzzle::open(&stored().puzzles()[2], &Games).unwrap();
    let problem = |turn: &[&str]| puzzle.play(turn).err().unwrap();
    assert_eq!(problem(&["d5-d6"]), "the turn is not complete");
    assert_eq!(problem(&["d5-d6", "pass", "pass"]), "'pass' comes after the end of the turn");
    assert!(problem(&["a1-a2"]).contains("a1"), "{}", problem(&["a1-a2"]));
}

#[test]
fn what_does_not_fit_is_named() {
    let broken = |change: fn(&mut Puzzle)| {
        let mut puzzle = stored().puzzles()[0].clone();
        change(&mut puzzle);
        OpenPuzzle::open(&puzzle, &Games).err().unwrap().to_string()
    };
    assert!(broken(|p| p.game = "chess".to_string()).starts_with("game: unknown game 'chess'"));
    assert!(broken(|p| p.game = "hex(size=11)".to_string()).starts_with("game: 'hex(size=11)' is not canonical"));
    assert!(broken(|p| p.position = "RB./.B./. b".to_string()).starts_with("position: "));
    assert!(broken(|p| p.position = "RB./.B./.BR r".to_string()).starts_with("position: the game is over: Blue"));
    assert!(broken(|p| p.solutions[0][0] = "a1".to_string()).starts_with("solutions: "));
    assert!(broken(|p| p.solutions[0].push("c1".to_string())).contains("after the end of the turn"));
    assert!(broken(|p| p.solutions[1] = p.solutions[0].clone()).contains("the same position as another"));
}

#[test]
fn reasons_are_sentences() {
    let reasons =
        [Reason::NoWin, Reason::TooSlow, Reason::Loses, Reason::PassWins, Reason::TakesLess { taken: 2, most: 5 }];
    assert!(reasons.iter().all(|reason| reason.sentence().ends_with('.')));
    assert_eq!(reasons[4].sentence(), "This takes 2; another turn takes 5.");
}

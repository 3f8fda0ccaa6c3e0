//! Test cases for the rules of Quartet.

use hexarium_games::registry::open;

#[test]
fn four_stones_in_a_row_win() {
    let mut game = open("quartet", &[]).unwrap().start();
    for action in ["e5", "d5", "e6", "d6", "e7", "d7", "e8"] {
        game.play(action).unwrap();
    }
    assert_eq!(game.verdict().unwrap().reason, "Blue has four stones in a row");
}

#[test]
fn a_taken_cell_is_refused() {
    let mut game = open("quartet", &[]).unwrap().start();
    game.play("e5").unwrap();
    let message = game.play("e5").unwrap_err().to_string();
    assert_eq!(message, "illegal action 'e5': the cell is taken, and stones never move or change colour");
}

/// quartet ruling 1.
#[test]
fn five_stones_in_a_row_win_as_well() {
    let game = open("quartet(side=3)", &[]).unwrap();
    let mut state = game.at_position(".R./R.../BB.BB/...R/.R. b").unwrap();
    state.play("c3").unwrap();
    assert_eq!(state.verdict().unwrap().reason, "Blue has four stones in a row");
}

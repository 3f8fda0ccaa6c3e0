//! Test cases for the rules page of Coalesce.

use super::scatter::scatter;
use super::*;
use crate::reference::dice::SplitMix64;
use crate::reference::grid::direction;
use crate::reference::testing::{options, play_out, scattered};

const PLAIN: &str = "start=scattered opening_steps=1 edge_moves=false";
const EDGE: &str = "start=scattered opening_steps=1 edge_moves=true";

fn played(pairs: &str, actions: &str) -> Coalesce {
    let mut game = Coalesce::start(&options(pairs));
    play(&mut game, actions);
    game
}

fn at(pairs: &str, text: &str) -> Coalesce {
    Coalesce::from_position(&options(pairs), text)
}

fn play(game: &mut Coalesce, actions: &str) {
    for action in actions.split([' ', ',']).filter(|action| !action.is_empty()) {
        game.play(action);
    }
}

/// Returns an undecided board with 30 pieces and the given rows changed.
fn rows(changes: &[(usize, &str)]) -> String {
    let mut rows: Vec<&str> = SCATTERED.split('/').collect();
    for (row, text) in changes {
        rows[*row] = text;
    }
    rows.join("/")
}

fn touching_pairs(board: &Board) -> usize {
    let of_one_colour = |a: &Cell, b: &Cell| a < b && a.touches(*b) && board[a] == board[b];
    board.keys().map(|a| board.keys().filter(|b| of_one_colour(a, b)).count()).sum()
}

#[test]
fn the_board_has_37_spaces_and_7_are_empty() {
    for start in [SCATTERED, STAR, OPEN] {
        assert_eq!(grid().cells().count(), 37);
        assert_eq!(read(start).len(), 30);
    }
}

#[test]
fn a_turn_of_the_board_by_60_degrees_exchanges_the_colours() {
    for start in [SCATTERED, STAR, OPEN] {
        let board = read(start);
        for cell in grid().cells() {
            let exchanged = board.get(&cell).map(|colour| colour.other());
            assert_eq!(board.get(&cell.turned()).copied(), exchanged);
        }
    }
}

#[test]
fn the_starts_have_6_and_12_and_18_touching_pairs_of_one_colour() {
    assert_eq!([SCATTERED, STAR, OPEN].map(|start| touching_pairs(&read(start))), [6, 12, 18]);
}

#[test]
fn no_fair_start_has_fewer_touching_pairs_than_scattered() {
    // Every space but the middle belongs to a ring of six that a rotation by 60° maps to itself.
    let middle = Cell::new(0, 0);
    let mut rings: Vec<Vec<Cell>> = Vec::new();
    for cell in grid().cells() {
        if cell != middle && !rings.iter().flatten().any(|known| *known == cell) {
            let mut ring = vec![cell];
            while ring.len() < 6 {
                ring.push(ring[ring.len() - 1].turned());
            }
            rings.push(ring);
        }
    }
    assert_eq!(rings.len(), 6);
    let mut fewest = usize::MAX;
    for empty in 0..6 {
        for colours in 0..64 {
            let mut board = Board::new();
            for (index, ring) in rings.iter().enumerate().filter(|(index, _)| *index != empty) {
                for (place, cell) in ring.iter().enumerate() {
                    let blue = (colours >> index & 1) == place % 2;
                    board.insert(*cell, if blue { Blue } else { Red });
                }
            }
            fewest = fewest.min(touching_pairs(&board));
        }
    }
    assert_eq!(fewest, 6);
}

#[test]
fn blue_moves_first_and_the_opening_turn_has_one_step() {
    let mut game = played(PLAIN, "");
    assert_eq!(game.position(), format!("{SCATTERED} b 1"));
    game.play("a1-b2");
    assert_eq!((game.position().split_once(' ').unwrap().1, game.turn()), ("r 2", 2));
    game.play("pass");
    assert_eq!((game.position().split_once(' ').unwrap().1, game.turn()), ("r 1", 2));
    game.play("pass");
    assert_eq!((game.position().split_once(' ').unwrap().1, game.turn()), ("b 2", 3));
}

#[test]
fn the_opening_turn_may_have_two_steps() {
    let game = played("start=star opening_steps=2 edge_moves=false", "");
    assert_eq!(game.position(), format!("{STAR} b 2"));
    let game = played("start=open opening_steps=1 edge_moves=false", "");
    assert_eq!(game.position(), format!("{OPEN} b 1"));
}

#[test]
fn no_start_is_decided() {
    for start in ["scattered", "star", "open"] {
        for steps in [1, 2] {
            let game = played(&format!("start={start} opening_steps={steps} edge_moves=false"), "");
            assert!(game.result().is_none());
        }
    }
}

#[test]
fn a_piece_steps_onto_an_empty_space_and_nothing_else_moves() {
    // c1 is blue and c2 empty.
    let game = played(PLAIN, "c1-c2");
    assert_eq!(game.position(), format!("{} r 2", rows(&[(2, ".BRB.R")])));
}

#[test]
fn a_step_pushes_the_unbroken_line_whatever_its_colours() {
    // The red b1 pushes the blue b2 into the empty b3.
    let mut game = at(PLAIN, &format!("{SCATTERED} r 2"));
    game.play("b1-b2");
    assert_eq!(game.position(), format!("{} r 1", rows(&[(1, ".RBRB")])));
}

#[test]
fn a_piece_pushed_over_the_edge_comes_back_at_the_other_end_of_its_line() {
    // The blue b5 is pushed over the edge to b1; the red piece there moves to b2, and that one to
    // b3.
    let mut game = at(PLAIN, &format!("{SCATTERED} r 2"));
    game.play("b4-b5");
    assert_eq!(game.position(), format!("{} r 1", rows(&[(1, "BRB.R")])));
}

#[test]
fn a_full_line_turns_by_one() {
    let mut game = played(PLAIN, "");
    game.play("a1-a2");
    assert_eq!(game.position(), format!("{} r 2", rows(&[(0, "RBRB")])));
    let mut game = played(PLAIN, "");
    game.play("a3-a2");
    assert_eq!(game.position(), format!("{} r 2", rows(&[(0, "RBRB")])));
}

#[test]
fn lines_slant_too() {
    // The line from a1 to the south-east is a1 b2 c3 d4: blue, blue, red, empty.
    let mut game = played(PLAIN, "a1-b2");
    let board = rows(&[(0, ".RBR"), (2, "B.BB.R"), (3, "RRBRRBB")]);
    assert_eq!(game.position(), format!("{board} r 2"));
    // The line from d1 to the north-east is d1 c1 b1 a1: red, blue, red, and now empty.
    game.play("d1-c1");
    let board = rows(&[(0, "RRBR"), (1, "BB.RB"), (2, "R.BB.R"), (3, ".RBRRBB")]);
    assert_eq!(game.position(), format!("{board} r 1"));
}

#[test]
fn the_moving_piece_itself_does_not_step_over_the_edge() {
    // Ruling 1. c1 is blue and on the edge; c6 is the other end of its row.
    assert!(!played(PLAIN, "").legal().contains("c1-c6"));
    let mut game = played(EDGE, "");
    assert!(game.legal().contains("c1-c6"));
    game.play("c1-c6");
    // The red piece on c6 is pushed west into the empty c5.
    assert_eq!(game.position(), format!("{} r 2", rows(&[(2, "..RBRB")])));
}

#[test]
fn a_step_over_the_edge_may_turn_a_full_line() {
    let mut game = played(EDGE, "");
    game.play("a1-a4");
    assert_eq!(game.position(), format!("{} r 2", rows(&[(0, "RBRB")])));
}

#[test]
fn a_corner_has_three_lines_that_leave_the_board() {
    let legal = played(EDGE, "").legal();
    let from_a1: Vec<&str> = legal.iter().map(String::as_str).filter(|text| text.starts_with("a1-")).collect();
    // East, south-west, south-east; then over the edge: west, north-west, north-east.
    assert_eq!(from_a1, ["a1-a2", "a1-a4", "a1-b1", "a1-b2", "a1-d1", "a1-g4"]);
}

#[test]
fn no_two_steps_share_a_text() {
    let mut game = played(EDGE, "");
    for cell in grid().cells() {
        game.board.insert(cell, Blue);
    }
    let texts: Vec<String> = game.steps(&game.board).into_iter().map(|(text, _)| text).collect();
    assert_eq!(texts.len(), 1 + 37 * 6);
    assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), texts.len());
}

#[test]
fn only_own_pieces_step() {
    let game = played(PLAIN, "");
    for text in game.legal().iter().filter(|text| *text != "pass") {
        let from = text.split_once('-').unwrap().0;
        assert_eq!(game.board[&grid().cell(from)], Blue);
    }
}

const BOTH_ONE: &str = "BBBB/BBBBB/BBBBBB/......./RRRRRR/RRRRR/RRRR";
const BLUE_ONE: &str = "RBBB/BBBBB/BBBBBB/B....../.RRRRR/RRRRR/RRRR";
const RED_ONE: &str = "BBBB/BBBBB/BBBBB./......R/RRRRRR/RRRRR/RRRB";
/// Red's a1 is separate from the other red pieces, and Blue's e1 from the other blue ones.
const NEITHER: &str = "RBBB/BBBBB/BBBBBB/......./BRRRRR/RRRRR/RRRR";

fn said(game: &Coalesce) -> (&'static str, String) {
    let result = game.result().expect("a result");
    (result.result, result.reason)
}

fn blue_wins() -> (&'static str, String) {
    ("first", "Blue's pieces form one group".to_string())
}

fn red_wins() -> (&'static str, String) {
    ("second", "Red's pieces form one group".to_string())
}

#[test]
fn one_group_after_a_turn_wins() {
    let mut game = at(PLAIN, &format!("{NEITHER} b 2"));
    assert!(game.result().is_none());
    play(&mut game, "pass,e1-d1");
    assert_eq!(said(&game), blue_wins());
    assert_eq!(game.position().split_once(' ').unwrap().1, "r 2");
    assert_eq!(game.turn(), 1);
    assert!(game.legal().is_empty());
}

#[test]
fn nothing_is_checked_between_the_two_steps() {
    let mut game = at(PLAIN, &format!("{NEITHER} b 2"));
    game.play("e1-d1");
    assert!(one_group(&game.board, Blue));
    assert!(game.result().is_none());
    game.play("d1-e1");
    assert!(game.result().is_none());
    assert_eq!(game.turn(), 2);
}

#[test]
fn if_both_colours_form_one_group_the_player_who_made_the_turn_wins() {
    for (side, expected) in [("b", blue_wins()), ("r", red_wins())] {
        let mut game = at(PLAIN, &format!("{BOTH_ONE} {side} 1"));
        game.play("pass");
        assert_eq!(said(&game), expected);
    }
}

#[test]
fn if_only_the_other_colour_forms_one_group_that_player_wins() {
    let mut game = at(PLAIN, &format!("{BLUE_ONE} r 1"));
    game.play("pass");
    assert_eq!(said(&game), blue_wins());
    let mut game = at(PLAIN, &format!("{RED_ONE} b 1"));
    game.play("pass");
    assert_eq!(said(&game), red_wins());
}

#[test]
fn the_edge_does_not_join() {
    // Blue's g4 and a1 are the two ends of one line.
    let game = at(PLAIN, &format!("{RED_ONE} b 1"));
    assert!(!one_group(&game.board, Blue) && one_group(&game.board, Red));
    assert_eq!(next_on_line(grid().cell("g4"), direction(5)), grid().cell("a1"));
}

#[test]
fn a_decided_position_at_the_start_of_a_turn_is_a_finished_game() {
    for (board, side, expected) in [
        (BLUE_ONE, "b", blue_wins()),
        (BLUE_ONE, "r", blue_wins()),
        (RED_ONE, "b", red_wins()),
        (RED_ONE, "r", red_wins()),
        (BOTH_ONE, "b", red_wins()),
        (BOTH_ONE, "r", blue_wins()),
    ] {
        let text = format!("{board} {side} 2");
        let game = at(PLAIN, &text);
        assert_eq!(said(&game), expected, "{text}");
        assert_eq!(game.position(), text);
        assert!(game.legal().is_empty());
    }
}

#[test]
fn the_starting_position_counts_as_made_by_the_second_player() {
    // Ruling 2. Blue passes the opening turn, so Red may not pass both steps, nor undo the first
    // step with the second.
    let mut game = played(PLAIN, "pass");
    assert!(game.legal().contains("pass"));
    game.play("pass");
    assert!(!game.legal().contains("pass"));
    let mut game = played(PLAIN, "pass c3-c2");
    assert!(!game.legal().contains("c2-c3"));
    assert!(game.legal().contains("pass"));
    game.play("pass");
    // Now Blue has made the starting position as well.
    assert!(game.made[&Blue].contains(&read(SCATTERED)));
}

#[test]
fn a_position_may_be_repeated_by_the_other_player() {
    // Red passes both steps and so makes the position that Blue has made; Blue returns to the
    // start, which only Red has made.
    let mut game = played(PLAIN, "c1-c2 pass,pass c2-c1,pass");
    assert_eq!(game.position(), format!("{SCATTERED} r 2"));
    game.play("pass");
    assert!(!game.legal().contains("pass"));
}

#[test]
fn a_position_between_steps_does_not_count() {
    // The board in the middle of Red's turn is one that Red has made before.
    let game = played(PLAIN, "pass pass,c3-c2");
    assert_eq!(game.made[&Red].len(), 2);
    assert_eq!(game.turn(), 3);
    // Blue undoes the opening step on the way and reaches a new position.
    let game = played(PLAIN, "c1-c2 pass,pass c2-c1,c4-c5");
    assert_eq!(game.turn(), 4);
    assert!(!game.made[&Blue].contains(&read(SCATTERED)));
}

#[test]
fn a_position_given_as_text_counts_as_made_by_the_player_not_to_move() {
    let mut game = at(PLAIN, &format!("{SCATTERED} r 1"));
    game.play("pass");
    play(&mut game, "pass");
    assert!(!game.legal().contains("pass"));
}

#[test]
fn a_first_step_needs_a_second_that_makes_a_new_position() {
    // Ruling 3.
    let mut game = played(PLAIN, "pass");
    let (first, board) = game.steps(&game.board).swap_remove(1);
    let ends: Vec<Board> = game.steps(&board).into_iter().map(|(_, end)| end).collect();
    let last = ends[ends.len() - 1].clone();
    let made_by_red = game.made.get_mut(&Red).unwrap();
    made_by_red.extend(ends);
    made_by_red.remove(&last);
    assert!(game.legal().contains(&first));
    game.made.get_mut(&Red).unwrap().insert(last);
    assert!(!game.legal().contains(&first));
}

#[test]
fn a_player_with_no_new_position_to_make_loses() {
    // Ruling 3.
    let mut game = played(PLAIN, "");
    game.to_move = Red;
    let ends: Vec<Board> =
        game.steps(&game.board).iter().flat_map(|(_, after)| game.steps(after)).map(|(_, end)| end).collect();
    game.to_move = Blue;
    game.made.get_mut(&Red).unwrap().extend(ends);
    game.play("pass");
    assert_eq!(said(&game), ("first", "Red has no new position to make".to_string()));
    assert_eq!(game.position(), format!("{SCATTERED} r 2"));
    assert_eq!(game.turn(), 1);
    assert!(game.legal().is_empty());
}

fn all_options() -> Vec<String> {
    let mut all = Vec::new();
    for start in ["scattered", "star", "open"] {
        for steps in [1, 2] {
            for edge in [false, true] {
                all.push(format!("start={start} opening_steps={steps} edge_moves={edge}"));
            }
        }
    }
    all
}

#[test]
fn random_games_end_from_every_start() {
    let mut dice = SplitMix64::new(23);
    for pairs in all_options() {
        let options = options(&pairs);
        play_out(&MODEL, &options, &mut Coalesce::start(&options), &mut dice, 50_000);
    }
}

#[test]
fn scattered_positions_are_valid_and_play_to_an_end() {
    let mut dice = SplitMix64::new(29);
    for pairs in all_options() {
        let options = options(&pairs);
        for _ in 0..10 {
            let mut game = scattered(&MODEL, &options, &mut dice);
            play_out(&MODEL, &options, &mut *game, &mut dice, 50_000);
        }
    }
}

#[test]
fn scattered_positions_show_every_feature() {
    let mut dice = SplitMix64::new(31);
    let options = options(EDGE);
    let mut seen = BTreeMap::new();
    for _ in 0..1000 {
        let game = at(EDGE, &scatter(&options, &mut dice));
        let mut note = |feature: &'static str, shown: bool| *seen.entry(feature).or_insert(0) += i32::from(shown);
        let (blue, red) = (one_group(&game.board, Blue), one_group(&game.board, Red));
        note("over", game.result().is_some());
        note("one group in the middle of a turn", (blue || red) && game.result().is_none());
        note("both one group", blue && red);
        let ends = |colour| {
            game.result().is_none()
                && game.steps_left == 1
                && game.steps(&game.board).iter().any(|(_, after)| one_group(after, colour))
        };
        note("a winning step", ends(game.to_move));
        note("a losing step", ends(game.to_move.other()));
        let full = |end: &Cell| {
            let mut line = vec![*end];
            while line.len() == 1 || line[line.len() - 1] != *end {
                line.push(next_on_line(line[line.len() - 1], direction(0)));
            }
            line.len() == 8 && line.iter().all(|cell| game.board.contains_key(cell))
        };
        note("the longest row full", grid().cells().any(|cell| full(&cell)));
    }
    println!("{seen:?}");
    assert!(seen.values().all(|times| *times >= 20), "{seen:?}");
}

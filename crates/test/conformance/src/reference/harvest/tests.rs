//! Test cases for the rules page of Harvest.

use super::scatter::scatter;
use super::*;
use crate::reference::dice::SplitMix64;
use crate::reference::testing::{options, play_out, scattered};
use std::collections::BTreeMap;

const PLAIN: &str = "base=4 opening_steps=1 surround=spaces";
const SIX: &str = "base=4 opening_steps=1 surround=six";

fn start(pairs: &str) -> Harvest {
    Harvest::start(&options(pairs))
}

fn at(pairs: &str, text: &str) -> Harvest {
    Harvest::from_position(&options(pairs), text)
}

/// Returns a position on the board of side 4 in which Second has not scored.
fn on_side_4(board: &str, rest: &str) -> Harvest {
    let pieces = board.chars().filter(|character| *character == 'o').count();
    at(PLAIN, &format!("{board} {rest} {}-0", 37 - pieces))
}

fn texts(game: &Harvest) -> Vec<String> {
    game.legal().into_iter().collect()
}

fn moves_of<'a>(legal: &'a BTreeSet<String>, from: &str) -> Vec<&'a str> {
    let prefix = format!("{from}-");
    legal.iter().map(String::as_str).filter(|text| text.starts_with(&prefix)).collect()
}

#[test]
fn a_piece_stands_on_every_space_and_the_opening_turn_has_one_step() {
    let game = start(PLAIN);
    assert_eq!(game.position(), "oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 1 1 0 0-0");
    assert_eq!(game.turn(), 1);
    let game = start("base=3 opening_steps=2 surround=six");
    assert_eq!(game.position(), "ooo/oooo/ooooo/oooo/ooo 1 2 0 0-0");
}

#[test]
fn on_the_full_board_every_piece_may_be_removed() {
    // Ruling 1. No piece can move, and the only step cannot be passed.
    let legal = start(PLAIN).legal();
    assert_eq!(legal.len(), 37);
    assert!(legal.contains("xa1") && legal.contains("xd4") && legal.contains("xg4"));
}

#[test]
fn with_surround_six_a_piece_needs_six_neighbours() {
    let legal = start(SIX).legal();
    assert_eq!(legal.len(), 19);
    assert!(legal.contains("xb2") && !legal.contains("xa1") && !legal.contains("xb1"));
}

#[test]
fn with_two_opening_steps_the_first_may_be_passed_and_not_both() {
    let mut game = start("base=4 opening_steps=2 surround=spaces");
    assert_eq!(game.legal().len(), 38);
    game.play("pass");
    assert_eq!(game.position().split_once(' ').unwrap().1, "1 1 0 0-0");
    assert!(!game.legal().contains("pass"));
    assert_eq!(game.legal().len(), 37);
}

#[test]
fn a_turn_is_two_steps_and_scores_count_at_once() {
    let mut game = start(PLAIN);
    game.play("xa1");
    assert_eq!(game.position(), ".ooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 2 2 0 1-0");
    assert_eq!(game.turn(), 2);
    game.play("xd4");
    assert_eq!(game.position(), ".ooo/ooooo/oooooo/ooo.ooo/oooooo/ooooo/oooo 2 1 1 1-1");
    assert_eq!(game.turn(), 2);
    game.play("xg4");
    assert_eq!(game.position(), ".ooo/ooooo/oooooo/ooo.ooo/oooooo/ooooo/ooo. 1 2 0 1-2");
    assert_eq!(game.turn(), 3);
}

#[test]
fn a_piece_next_to_an_empty_space_may_not_be_removed() {
    let mut game = start(PLAIN);
    game.play("xd4");
    for neighbour in ["xd3", "xd5", "xc3", "xc4", "xe3", "xe4"] {
        assert!(!game.legal().contains(neighbour));
    }
    assert!(game.legal().contains("xd2") && game.legal().contains("xd7"));
}

#[test]
fn a_move_passes_over_at_least_one_piece() {
    let mut game = start(PLAIN);
    game.play("xd4");
    let legal = game.legal();
    // d3 is next to the empty space, d2 and d1 fly over pieces, b2 comes down over c3, and b1 is on
    // no line to d4.
    assert!(moves_of(&legal, "d3").is_empty());
    assert_eq!(moves_of(&legal, "d2"), ["d2-d4"]);
    assert_eq!(moves_of(&legal, "d1"), ["d1-d4"]);
    assert_eq!(moves_of(&legal, "b2"), ["b2-d4"]);
    assert!(moves_of(&legal, "b1").is_empty());
    assert_eq!(legal.iter().filter(|text| text.contains('-')).count(), 12);
}

#[test]
fn a_move_flies_over_pieces_and_empty_spaces_alike() {
    // Ruling 2. d1 flies over d2, the empty d3 and d5; on d7 it would be isolated.
    let game = on_side_4("..../...../.ooo../oo..o../....../...../....", "1 1 1");
    assert_eq!(moves_of(&game.legal(), "d1"), ["d1-d3", "d1-d4", "d1-d6"]);
}

#[test]
fn the_destination_touches_another_piece() {
    // Beyond d3 and f1 the piece would be isolated.
    let game = on_side_4("..../...../....../oo...../oo..../...../....", "1 1 1");
    assert_eq!(moves_of(&game.legal(), "d1"), ["d1-d3", "d1-f1"]);
}

#[test]
fn a_split_removes_all_but_the_biggest_group() {
    // The bridge d3 flies to d6: d1 and d2 are the smaller group.
    let mut game = on_side_4("..../...../....../ooooo../...oo./...../....", "1 2 0");
    game.play("d3-d6");
    assert_eq!(game.position(), "..../...../....../...ooo./...oo./...../.... 1 1 2 32-0");
}

#[test]
fn the_moving_piece_may_belong_to_the_group_that_is_removed() {
    let mut game = on_side_4("..../...../....../.ooooo./....oo/...../....", "1 2 0");
    game.play("d3-d1");
    assert_eq!(game.position(), "..../...../....../...ooo./....oo/...../.... 1 1 2 32-0");
}

#[test]
fn of_groups_that_are_equally_big_the_player_chooses_which_stays() {
    let board = "..../...../....../.oooo../....../...../....";
    let game = on_side_4(board, "1 2 0");
    assert_eq!(
        texts(&game),
        ["d2-d6", "d3-d1=d1", "d3-d1=d4", "d3-d6", "d4-d1", "d4-d6=d2", "d4-d6=d5", "d5-d1", "pass"]
    );
    let board = "..../...../....../oooooo./....../...../....";
    for (keep, left) in [("d1", "ooo...."), ("d5", "....ooo")] {
        let mut game = on_side_4(board, "2 1 0");
        game.play(&format!("d4-d7={keep}"));
        assert_eq!(game.position(), format!("..../...../....../{left}/....../...../.... 1 2 0 31-3"));
    }
}

#[test]
fn three_groups_may_be_equally_big() {
    let game = on_side_4("..../.o.../..o.../...oo../..o.../.o.../....", "1 2 0");
    let legal = game.legal();
    let of_middle: Vec<&str> = moves_of(&legal, "d4").into_iter().filter(|text| text.starts_with("d4-d6")).collect();
    assert_eq!(of_middle, ["d4-d6=b2", "d4-d6=d5", "d4-d6=e3"]);
}

#[test]
fn no_tie_between_smaller_groups_is_asked_about() {
    // d4 flies to d7 and leaves c3, e3 and the group of d5.
    let game = on_side_4("..../...../..o.../...ooo./..o.../...../....", "1 2 0");
    assert!(game.legal().contains("d4-d7"));
}

const TRIANGLE: &str = "..../...../..oo../...o.../....../...../....";

#[test]
fn a_first_step_that_removes_nothing_needs_a_second_that_can() {
    // No step removes a piece from a triangle. The first step bends it, the second splits it.
    let game = on_side_4(TRIANGLE, "1 2 0");
    assert_eq!(texts(&game), ["c3-c5", "c3-e4", "c4-c2", "c4-e3", "d4-b2", "d4-b4"].map(str::to_string));
    for text in texts(&game) {
        let mut next = on_side_4(TRIANGLE, "1 2 0");
        next.play(&text);
        assert_eq!(next.position().split_once(' ').unwrap().1, "1 1 0 34-0");
        assert!(!next.legal().is_empty() && !next.legal().contains("pass"), "{text}");
    }
}

#[test]
fn the_last_step_of_a_turn_removes_if_none_before_it_did() {
    // d1-d4 removes nothing.
    let line = "..../...../....../ooo..../....../...../....";
    assert_eq!(texts(&on_side_4(line, "1 1 0")), ["d2-d4"]);
    assert_eq!(texts(&on_side_4(line, "1 1 1")), ["d1-d4", "d2-d4", "pass"]);
    assert_eq!(texts(&on_side_4(line, "1 2 0")), ["d1-d4", "d2-d4", "pass"]);
}

#[test]
fn the_game_ends_with_two_pieces_in_the_middle_of_a_turn_too() {
    let line = "..../...../....../ooo..../....../...../....";
    for steps in [1, 2] {
        let mut game = at(PLAIN, &format!("{line} 2 {steps} 0 17-17"));
        game.play("d2-d4");
        assert_eq!(game.position(), "..../...../....../..oo.../....../...../.... 1 2 0 17-18");
        assert!(game.legal().is_empty());
        assert_eq!(game.turn(), 1);
        let result = game.result().unwrap();
        assert_eq!(result.result, "second");
        assert_eq!(result.reason, "First removed 17 pieces, Second 18");
    }
}

#[test]
fn two_pieces_given_as_text_are_a_finished_game() {
    let game = at(PLAIN, "..../...../....../..oo.../....../...../.... 1 2 0 35-0");
    assert!(game.legal().is_empty());
    assert_eq!(game.result().unwrap().result, "first");
    assert_eq!(game.result().unwrap().reason, "First removed 35 pieces, Second 0");
}

#[test]
fn scores_are_never_equal() {
    for side in 3..=6 {
        assert_eq!((Grid::hexagon(side).cells().count() - 2) % 2, 1);
    }
}

#[test]
fn a_player_who_cannot_remove_in_the_middle_of_a_turn_loses() {
    for (side, result, reason) in
        [("1", "second", "First cannot remove a piece"), ("2", "first", "Second cannot remove a piece")]
    {
        let text = format!("{TRIANGLE} {side} 1 0 20-14");
        let game = at(PLAIN, &text);
        assert!(game.legal().is_empty());
        assert_eq!(game.position(), text);
        assert_eq!(game.result(), Some(ReferenceResult::new(result, reason)));
    }
    // After a removal the player may pass.
    assert!(at(PLAIN, &format!("{TRIANGLE} 1 1 1 20-14")).legal().contains("pass"));
}

#[test]
fn a_player_who_cannot_remove_at_the_start_of_a_turn_loses() {
    // A row from edge to edge: no piece is surrounded, and no piece has a space to fly to.
    let mut game = on_side_4("..../...o./...o../ooooooo/....../...../....", "1 1 0");
    game.play("c4-a4");
    assert_eq!(game.position(), "..../...../....../ooooooo/....../...../.... 2 2 0 30-0");
    assert!(game.legal().is_empty());
    assert_eq!(game.turn(), 1);
    assert_eq!(game.result(), Some(ReferenceResult::new("first", "Second cannot remove a piece")));
    // The score does not count in that case.
    let game = at(PLAIN, "..../...../....../ooooooo/....../...../.... 1 2 0 30-0");
    assert_eq!(game.result().unwrap().result, "second");
}

#[test]
fn a_removal_leaves_one_group() {
    let mut dice = SplitMix64::new(47);
    let options = options(PLAIN);
    for _ in 0..500 {
        let game = at(PLAIN, &scatter(&options, &mut dice));
        for piece in game.pieces.iter().filter(|piece| game.board.may_be_removed(&game.pieces, *piece)) {
            let mut after = game.pieces;
            after.remove(piece);
            assert_eq!(groups(&after).len(), 1);
        }
    }
}

#[test]
fn can_remove_says_whether_a_step_removes() {
    let mut dice = SplitMix64::new(53);
    for pairs in all_options() {
        let options = options(&pairs);
        for _ in 0..100 {
            let game = at(&pairs, &scatter(&options, &mut dice));
            let removes = |piece: Cell| {
                let steps = game.board.steps_of(&game.pieces, piece);
                steps.iter().any(|(_, after)| after.len() < game.pieces.len())
            };
            assert_eq!(game.board.can_remove(&game.pieces), game.pieces.iter().any(removes));
        }
    }
}

fn all_options() -> Vec<String> {
    let mut all = Vec::new();
    for base in 3..=6 {
        for steps in [1, 2] {
            for surround in ["spaces", "six"] {
                all.push(format!("base={base} opening_steps={steps} surround={surround}"));
            }
        }
    }
    all
}

#[test]
fn random_games_end_on_every_board() {
    let mut dice = SplitMix64::new(37);
    for pairs in all_options() {
        let options = options(&pairs);
        for _ in 0..3 {
            // Every turn removes a piece.
            play_out(&MODEL, &options, &mut Harvest::start(&options), &mut dice, 200);
        }
    }
}

#[test]
fn scattered_positions_are_valid_and_play_to_an_end() {
    let mut dice = SplitMix64::new(41);
    for pairs in all_options() {
        let options = options(&pairs);
        for _ in 0..8 {
            let mut game = scattered(&MODEL, &options, &mut dice);
            play_out(&MODEL, &options, &mut *game, &mut dice, 200);
        }
    }
}

#[test]
fn scattered_positions_show_every_feature() {
    let mut dice = SplitMix64::new(43);
    for pairs in [PLAIN, SIX] {
        let options = options(pairs);
        let mut seen = BTreeMap::new();
        for _ in 0..1000 {
            let game = at(pairs, &scatter(&options, &mut dice));
            let mut note = |feature: &'static str, shown: bool| *seen.entry(feature).or_insert(0) += i32::from(shown);
            let legal = game.legal();
            let any = |wanted: &dyn Fn(&str) -> bool| legal.iter().any(|text| wanted(text));
            note("a removal", any(&|text| text.starts_with('x')));
            note("a tie", any(&|text| text.contains('=')));
            note("two pieces", game.pieces.len() == 2);
            note("cannot remove", game.pieces.len() > 2 && legal.is_empty());
            note("pass", any(&|text| text == "pass"));
            note("pass forbidden", !legal.is_empty() && !any(&|text| text == "pass"));
            note("a second step after a removal", game.removed > 0);
            note("a second step after none", game.steps_left == 1 && game.removed == 0);
            let steps = game.legal_steps();
            let splits = |(text, after): &(String, CellSet)| !text.starts_with('x') && after.len() < game.pieces.len();
            note("a split", steps.iter().any(splits));
            note("a big split", steps.iter().any(|(_, after)| after.len() + 4 < game.pieces.len()));
            note(
                "an end in the middle of a turn",
                game.steps_left == 2 && steps.iter().any(|(_, after)| after.len() == 2),
            );
            note(
                "a first step with no removal after it",
                game.steps_left == 2
                    && game.pieces.iter().any(|piece| {
                        game.board
                            .steps_of(&game.pieces, piece)
                            .iter()
                            .any(|(_, after)| after.len() == game.pieces.len() && !game.board.can_remove(after))
                    }),
            );
        }
        println!("{pairs} {seen:?}");
        assert!(seen.values().all(|times| *times >= 10), "{seen:?}");
    }
}

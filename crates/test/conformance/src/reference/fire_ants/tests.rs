//! Test cases for the rules page of March of the Fire Ants.

use super::scatter::scatter;
use super::*;
use crate::reference::dice::{Dice, SplitMix64};
use crate::reference::testing::{self, names, play_by, play_to_the_end, scattered};

fn options(changes: &[(&str, &str)]) -> Options {
    testing::changed_options("queens_capture=true buffer_shift=true max_turns=300 rules=2", changes)
}

fn drawn(reason: &str) -> Option<ReferenceResult> {
    Some(ReferenceResult::new("draw", reason))
}

/// The game with pieces on these spaces, written `w:c4` or `B:c5`; what is missing is in reserve.
fn game(to_move: Side, pieces: &str, changes: &[(&str, &str)]) -> FireAnts {
    let spaces = Spaces::new();
    let mut board = Board::new();
    for word in pieces.split_whitespace() {
        let (sign, name) = word.split_once(':').expect("a piece and its space");
        let kind = KINDS.iter().find(|(letter, _)| sign == letter.to_string());
        board.insert(spaces.grid.cell(name), kind.expect("a piece").1);
    }
    let left = |owner| PIECES_OF_A_PLAYER - super::pieces(&board, owner);
    let text = write_position(&spaces, &board, to_move, left(White), left(Black));
    FireAnts::from_position(&options(changes), &text)
}

/// The same with a distant queen for each side, so that the game continues.
fn going(to_move: Side, pieces: &str) -> FireAnts {
    game(to_move, &format!("{pieces} W:b2 B:h5"), &[])
}

fn goals(game: &FireAnts, from: &str) -> BTreeSet<String> {
    let prefix = format!("{from}-");
    game.legal().iter().filter_map(|text| text.strip_prefix(&prefix)).map(String::from).collect()
}

fn piece(game: &FireAnts, name: &str) -> Option<Piece> {
    game.board.get(&game.spaces.grid.cell(name)).copied()
}

fn regular_goals(game: &FireAnts, from: &str) -> BTreeSet<String> {
    let is_regular = |name: &String| game.spaces.regular.contains(&game.spaces.grid.cell(name));
    goals(game, from).into_iter().filter(is_regular).collect()
}

#[test]
fn the_board_has_37_regular_and_18_buffer_spaces() {
    let spaces = Spaces::new();
    assert_eq!((spaces.regular.len(), spaces.buffer.len()), (37, 18));
    let corners: BTreeSet<String> = spaces.corners.iter().map(|cell| spaces.grid.name(*cell)).collect();
    assert_eq!(corners, names("a1 a5 e1 e9 i1 i5"));
}

#[test]
fn the_start_is_written_as_on_the_rules_page() {
    let game = FireAnts::start(&options(&[]));
    let board = "#...#/....../..W.W../......../#.......#/......../..B.B../....../#...#";
    assert_eq!(game.position(), format!("{board} w 10-10"));
    assert_eq!(game.turn(), 1);
    assert_eq!(game.legal().iter().filter(|text| text.starts_with('@')).count(), 18);
}

#[test]
fn a_stone_slides_as_far_as_possible() {
    let game = game(White, "w:d6 w:d2 B:g4 W:b2", &[]);
    assert_eq!(goals(&game, "d6"), names("d3 b4 c6 d7 f5 f7"));
}

#[test]
fn a_stone_enters_from_the_buffer() {
    let game = game(White, "w:c7 b:g5 W:b2 B:h2", &[]);
    assert_eq!(regular_goals(&game, "c7"), names("c2 f6"));
}

#[test]
fn a_queen_may_stop_on_any_space() {
    let game = game(White, "W:e5 w:c3 B:e8 b:f4", &[]);
    assert_eq!(goals(&game, "e5"), names("e2 e3 e4 e6 e7 d4 d5 c5 b5 f5 g5 h5"));
}

#[test]
fn no_piece_walks_into_the_buffer() {
    let game = going(White, "w:e8 W:e2");
    let to_buffer = |from: &str| goals(&game, from).len() - regular_goals(&game, from).len();
    assert_eq!((to_buffer("e8"), to_buffer("e2")), (0, 0));
}

#[test]
fn a_stone_is_placed_on_any_empty_buffer_space() {
    let mut game = going(White, "w:a3");
    let placements: BTreeSet<String> = game.legal().into_iter().filter(|text| text.starts_with('@')).collect();
    assert_eq!(placements.len(), 17);
    assert!(!placements.contains("@a3") && placements.contains("@d1"));
    let reserve = game.reserve[&White];
    game.play("@d1");
    assert_eq!(game.reserve[&White], reserve - 1);
    assert_eq!(piece(&game, "d1"), Some(Piece { owner: White, queen: false }));
}

#[test]
fn nothing_is_placed_from_an_empty_reserve() {
    let game = game(White, "w:a2 w:a3 w:a4 w:b1 w:b6 w:c1 w:c7 w:d1 w:d8 w:f1 W:d4 W:d5 B:h5", &[]);
    assert_eq!(game.reserve[&White], 0);
    assert!(game.legal().iter().all(|text| !text.starts_with('@')));
}

#[test]
fn a_buffer_stone_changes_to_any_other_empty_buffer_space() {
    let mut game = going(White, "w:a2 w:a3");
    let to: Vec<String> = goals(&game, "a2").difference(&regular_goals(&game, "a2")).cloned().collect();
    assert_eq!(to.len(), 16);
    game.play("a2-i4");
    assert!(piece(&game, "a2").is_none() && piece(&game, "i4").is_some());
}

#[test]
fn without_buffer_shift_a_buffer_stone_only_enters() {
    let game = game(White, "w:a2 W:e5 B:h5", &[("buffer_shift", "false")]);
    assert_eq!(goals(&game, "a2"), regular_goals(&game, "a2"));
    assert_eq!(goals(&game, "a2").len(), 2);
}

#[test]
fn a_moved_stone_closes_a_sandwich() {
    let mut game = going(White, "w:c4 B:c5 w:g4");
    let reserve = game.reserve[&Black];
    game.play("g4-c6");
    assert_eq!(piece(&game, "c5"), None);
    assert_eq!(game.reserve[&Black], reserve + 1);
    assert_eq!(game.result(), None);
}

#[test]
fn queens_with_no_empty_regular_space_next_to_them_are_captured() {
    // Captures are looked at after an action, so the queens of the picture fall with the next one.
    let white = "W:e6 b:d5 w:d6 w:e5 b:e7 w:f5 b:f6";
    let mut game = going(White, &format!("{white} B:g2 w:f2 b:f3 w:g3 b:h2"));
    assert_eq!(game.result(), None);
    game.play("@a3");
    assert_eq!((piece(&game, "e6"), piece(&game, "g2")), (None, None));
    assert_eq!(game.result(), None);
}

#[test]
fn one_empty_regular_space_is_a_way_out() {
    let mut game = going(White, "W:e6 b:d5 w:d6 w:e5 b:e7 w:f5 B:g2 w:f2 b:f3 w:g3");
    game.play("@a3");
    assert!(piece(&game, "e6").is_some() && piece(&game, "g2").is_some());
}

#[test]
fn a_queen_can_lock_herself_and_another_in() {
    // The Black queen comes down to f6 and fills the last space next to e6 and her own last one.
    let around = "b:d5 w:d6 w:e5 b:e7 w:f5";
    let mut game = going(Black, &format!("W:e6 {around} B:g5 w:f7 w:g6 w:h6"));
    game.play("g5-f6");
    assert_eq!(piece(&game, "e6"), None, "the White queen had no way out");
    assert!(piece(&game, "f6").is_some(), "g5 is free again behind her");
}

#[test]
fn a_queen_that_moves_in_between_is_safe() {
    let mut game = going(Black, "w:d4 w:d6 B:g3");
    game.play("g3-d5");
    assert!(piece(&game, "d5").is_some());
    game.play("@a3");
    assert!(piece(&game, "d5").is_some(), "nothing closed the line");
    game.play("@i3");
    game.play("d6-d7");
    assert!(piece(&game, "d5").is_some());
    game.play("@i4");
    game.play("d7-d6");
    assert_eq!(piece(&game, "d5"), None, "one left and came back");
}

#[test]
fn a_standing_pair_captures_nothing_when_another_piece_moves() {
    let mut game = going(White, "w:d4 w:d6 B:d5");
    game.play("b2-c2");
    assert!(piece(&game, "d5").is_some());
}

#[test]
fn a_piece_on_a_buffer_space_is_no_part_of_a_sandwich() {
    // d2 lies between buffer space d1 and d3.
    let mut game = going(White, "w:d1 B:d2 w:d7");
    game.play("d7-d3");
    assert!(piece(&game, "d2").is_some());
    let mut game = going(White, "w:d3 B:d2");
    game.play("@d1");
    assert!(piece(&game, "d2").is_some());
}

#[test]
fn own_pieces_do_not_sandwich() {
    let mut game = going(White, "w:c4 W:c5 w:g4");
    game.play("g4-c6");
    assert!(piece(&game, "c5").is_some());
    let mut game = going(White, "b:c4 B:c5 w:g4");
    game.play("g4-c6");
    assert!(piece(&game, "c5").is_some());
}

#[test]
fn one_move_can_close_two_sandwiches() {
    let mut game = game(White, "w:e3 B:e4 w:e8 B:f5 w:g5 W:b2", &[]);
    game.play("e8-e5");
    assert_eq!((piece(&game, "e4"), piece(&game, "f5")), (None, None));
    assert_eq!(game.result(), Some(ReferenceResult::new("first", "Black has lost both queens")));
    assert!(game.legal().is_empty());
    assert_eq!(game.turn(), 1);
    assert!(game.position().ends_with(" b 8-12"));
}

#[test]
fn a_queen_closes_a_sandwich() {
    let mut game = game(White, "w:c4 B:c5 W:g4 B:h5", &[]);
    game.play("g4-c6");
    assert_eq!(piece(&game, "c5"), None);
}

#[test]
fn without_queens_capture_a_sandwich_takes_two_stones() {
    let off = [("queens_capture", "false")];
    let mut with_queen = game(White, "w:c4 B:c5 W:g4 B:h5", &off);
    with_queen.play("g4-c6");
    assert!(piece(&with_queen, "c5").is_some());
    let mut with_stone = game(White, "W:c4 B:c5 w:g4 B:h5", &off);
    with_stone.play("g4-c6");
    assert!(piece(&with_stone, "c5").is_some(), "the standing piece is a queen");
    let mut two_stones = game(White, "w:c4 B:c5 w:g4 W:b2 B:h5", &off);
    two_stones.play("g4-c6");
    assert_eq!(piece(&two_stones, "c5"), None);
}

#[test]
fn version_1_of_the_rules_let_the_standing_piece_be_a_queen() {
    let old = [("queens_capture", "false"), ("rules", "1")];
    let mut with_stone = game(White, "W:c4 B:c5 w:g4 B:h5", &old);
    with_stone.play("g4-c6");
    assert_eq!(piece(&with_stone, "c5"), None);
}

#[test]
fn without_queens_capture_a_queen_still_takes_the_last_way_out() {
    let mut game = game(White, "B:g2 w:f2 b:f3 w:g3 W:h5 B:e8", &[("queens_capture", "false")]);
    game.play("h5-h2");
    assert_eq!(piece(&game, "g2"), None);
}

#[test]
fn captures_happen_all_at_once() {
    // Each queen takes the other's last space: neither gets a way out by the other's fall.
    let mut game = game(White, "W:b2 B:b3 b:c2 b:c3 b:c4 w:b5 W:e5 B:h5", &[]);
    assert!(game.legal().contains("b5-b4"));
    game.play("b5-b4");
    assert_eq!((piece(&game, "b2"), piece(&game, "b3")), (None, None));
}

#[test]
fn last_queens_that_fall_at_once_draw() {
    // fire-ants ruling 1.
    let mut game = game(White, "W:b2 B:b3 b:c2 b:c3 b:c4 w:b5", &[]);
    game.play("b5-b4");
    assert_eq!(game.result(), drawn("both players lost their last queens at once"));
    assert!(game.position().ends_with(" b 11-9"));
}

#[test]
fn a_position_without_queens_is_decided() {
    let white_lost = game(White, "w:c4 B:g5", &[]);
    assert_eq!(white_lost.result(), Some(ReferenceResult::new("second", "White has lost both queens")));
    assert!(white_lost.legal().is_empty());
    let both = game(Black, "w:c4 b:g5", &[]);
    assert_eq!(both.result().map(|result| result.result), Some("draw"));
}

#[test]
fn a_player_without_any_action_passes() {
    // fire-ants ruling 2: all White pieces stand in the top rows, walled in, none of them on a
    // buffer space.
    let white = "W:b2 W:b3 w:b4 w:b5 w:c2 w:c3 w:c4 w:c5 w:c6 w:d2 w:d3 w:d4";
    let black = "b:d5 b:d6 b:d7 b:e2 b:e3 b:e4 b:e5 B:h5";
    let mut game = game(White, &format!("{white} {black}"), &[]);
    assert_eq!(game.legal(), names("pass"));
    game.play("pass");
    assert!(game.position().contains(" b "));
    // Captures are looked at after this action, too.
    assert_eq!(game.result().map(|result| result.result), Some("second"));
}

#[test]
fn a_pass_is_legal_only_without_other_actions() {
    assert!(!FireAnts::start(&options(&[])).legal().contains("pass"));
}

#[test]
fn the_third_occurrence_draws() {
    // fire-ants ruling 3; the start counts as the first one.
    let mut game = FireAnts::start(&options(&[]));
    for action in ["c3-c2", "g3-g2", "c2-c3", "g2-g3", "c3-c2", "g3-g2", "c2-c3"] {
        game.play(action);
        assert_eq!(game.result(), None);
    }
    game.play("g2-g3");
    assert_eq!(game.result(), drawn("the same position for the third time"));
    assert_eq!(game.turn(), 8);
}

#[test]
fn the_same_board_with_the_other_player_to_move_is_another_position() {
    let mut game = FireAnts::start(&options(&[]));
    // White loses a step with three moves in a triangle, so the board comes back with Black to
    // move.
    for action in ["c3-c2", "g3-g2", "c2-d3", "g2-g3", "d3-c3"] {
        game.play(action);
    }
    assert_eq!(game.history.occurrences.values().max(), Some(&1));
}

#[test]
fn the_turn_limit_draws() {
    let mut game = FireAnts::start(&options(&[("max_turns", "20")]));
    let buffer: Vec<String> =
        game.spaces.buffer.iter().map(|cell| format!("@{}", game.spaces.grid.name(*cell))).collect();
    for action in &buffer {
        game.play(action);
    }
    game.play("c3-c2");
    assert_eq!((game.turn(), game.result()), (20, None));
    game.play("g3-g2");
    assert_eq!(game.result(), drawn("the limit of 20 turns is reached"));
    assert_eq!(game.turn(), 20);
    assert!(game.position().contains(" w "));
}

#[test]
fn a_capture_in_the_last_turn_counts_before_the_limit() {
    let mut game = game(White, "w:c4 B:c5 w:g4 W:b2", &[("max_turns", "1")]);
    game.play("g4-c6");
    assert_eq!(game.result().map(|result| result.result), Some("first"));
}

#[test]
fn games_end_in_every_way_and_every_position_survives_its_text() {
    let mut dice = SplitMix64::new(3);
    let mut reasons = BTreeMap::new();
    for round in 0..480 {
        let flag = |bit: i32| if round & bit == 0 { "true" } else { "false" };
        let options = options(&[("queens_capture", flag(1)), ("buffer_shift", flag(2)), ("max_turns", "120")]);
        let mut game = if round % 5 == 0 { (MODEL.start)(&options) } else { scattered(&MODEL, &options, &mut dice) };
        let reason = match round % 12 {
            // Two endings are too rare in random games, so some games are steered to them.
            0..2 => play_by(&MODEL, &options, &mut *game, &mut shuffling(&mut dice)),
            2..4 => play_by(&MODEL, &options, &mut *game, &mut drawing(&mut dice)),
            _ => play_to_the_end(&MODEL, &options, &mut *game, &mut dice),
        };
        *reasons.entry(reason).or_insert(0) += 1;
    }
    let expected = [
        "Black has lost both queens",
        "White has lost both queens",
        "both players lost their last queens at once",
        "the limit of 120 turns is reached",
        "the same position for the third time",
    ];
    assert_eq!(reasons.keys().collect::<Vec<_>>(), expected.iter().collect::<Vec<_>>(), "{reasons:?}");
}

/// Random actions, except that a player moves a piece back at once if that is legal.
fn shuffling(dice: &mut SplitMix64) -> impl FnMut(&dyn ReferenceGame, &[String]) -> String {
    let mut before: [Option<String>; 2] = [None, None];
    move |game, legal| {
        let last = &mut before[usize::from(game.position().contains(" b "))];
        let back = last.as_ref().and_then(|action| action.split_once('-')).map(|(from, to)| format!("{to}-{from}"));
        let random = || legal[dice.below(legal.len())].clone();
        let action = back.filter(|back| legal.contains(back)).unwrap_or_else(random);
        *last = Some(action.clone());
        action
    }
}

/// Random actions, except that a player draws at once if an action does.
fn drawing(dice: &mut SplitMix64) -> impl FnMut(&dyn ReferenceGame, &[String]) -> String {
    |game, legal| {
        let draws = |action: &&String| {
            let mut next = game.copy();
            next.play(action);
            next.result().is_some_and(|result| result.result == "draw")
        };
        legal.iter().find(draws).unwrap_or_else(|| &legal[dice.below(legal.len())]).clone()
    }
}

#[test]
fn scattered_positions_show_every_feature_often() {
    let mut dice = SplitMix64::new(4);
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    let options = options(&[]);
    let rounds = 400;
    for _ in 0..rounds {
        let game = FireAnts::from_position(&options, &scatter(&options, &mut dice));
        let mut mark = |what, is: bool| *seen.entry(what).or_insert(0) += u32::from(is);
        let actions = game.actions();
        mark("decided", game.result.is_some());
        mark("pass", actions.contains_key("pass"));
        mark("empty reserve", game.reserve.values().any(|left| *left == 0));
        mark("full buffer", game.spaces.buffer.iter().filter(|cell| game.board.contains_key(cell)).count() > 12);
        let mut effects = BTreeSet::new();
        for text in actions.keys() {
            let mut next = FireAnts::from_position(&options, &game.position());
            next.play(text);
            let lost = |side| queens(&game.board, side) - queens(&next.board, side);
            effects.insert((lost(game.to_move), lost(game.to_move.other())));
        }
        mark("capture", effects.iter().any(|(_, enemy)| *enemy > 0));
        mark("two at once", effects.iter().any(|(_, enemy)| *enemy > 1));
        mark("own queen lost", effects.iter().any(|(own, _)| *own > 0));
        mark("both lose one", effects.iter().any(|(own, enemy)| *own > 0 && *enemy > 0));
    }
    for (what, count) in &seen {
        assert!(*count >= rounds / 100, "{what}: {seen:?}");
    }
}

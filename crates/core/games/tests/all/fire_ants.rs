//! Rules of March of the Fire Ants, tested through its text interface.

use hexarium_games::registry::{Games, Visitor, open, parse, visit};
use hexarium_kernel::{
    AnimationStep, AnyGame, AnyMatch, Cause, Flow, Game, GameCatalog, Input, Player, Region, Rng, Spot, art,
    legal_actions,
};
use std::collections::{BTreeMap, BTreeSet};

const START: &str = "#...#/....../..W.W../......../#.......#/......../..B.B../....../#...# w 10-10";
const ROWS: [usize; 9] = [5, 6, 7, 8, 9, 8, 7, 6, 5];
const VARIANTS: [&str; 5] = [
    "fire-ants",
    "fire-ants(queens_capture=false)",
    "fire-ants(queens_capture=false,rules=1)",
    "fire-ants(buffer_shift=false)",
    "fire-ants(queens_capture=false,buffer_shift=false,max_turns=40)",
];

fn game(text: &str) -> Box<dyn AnyGame> {
    open(text, &[]).unwrap()
}

/// Returns the text of a position, given the pieces as a character and their cells; the reserves
/// are derived.
fn position(pieces: &[(char, &str)], side: char) -> String {
    let mut rows: Vec<Vec<char>> = ROWS.iter().map(|&n| vec!['.'; n]).collect();
    for r in [0, 4, 8] {
        rows[r][0] = '#';
        *rows[r].last_mut().unwrap() = '#';
    }
    let mut reserves = BTreeMap::from([('w', 12), ('b', 12)]);
    for &(piece, cells) in pieces {
        for cell in cells.split_whitespace() {
            let (row, number) = cell.split_at(1);
            let place = &mut rows[usize::from(row.as_bytes()[0] - b'a')][number.parse::<usize>().unwrap() - 1];
            assert_eq!(*place, '.', "{cell} is given twice or is no space");
            *place = piece;
            *reserves.get_mut(&piece.to_ascii_lowercase()).unwrap() -= 1;
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    format!("{} {side} {}-{}", rows.join("/"), reserves[&'w'], reserves[&'b'])
}

fn at_in(id: &str, pieces: &[(char, &str)], side: char) -> Box<dyn AnyMatch> {
    game(id).at_position(&position(pieces, side)).unwrap()
}

fn at(pieces: &[(char, &str)], side: char) -> Box<dyn AnyMatch> {
    at_in("fire-ants", pieces, side)
}

/// Plays actions and checks the resulting position.
fn leads_to(game: &mut dyn AnyMatch, actions: &str, pieces: &[(char, &str)], side: char) {
    for action in actions.split_whitespace() {
        game.play(action).unwrap();
    }
    assert_eq!(game.position(), position(pieces, side));
}

/// Returns the destinations of the piece on a cell.
fn targets(game: &dyn AnyMatch, from: &str) -> BTreeSet<String> {
    let prefix = format!("{from}-");
    game.legal().iter().filter_map(|a| a.strip_prefix(&prefix)).map(str::to_string).collect()
}

fn set(cells: &str) -> BTreeSet<String> {
    cells.split_whitespace().map(str::to_string).collect()
}

/// Returns the 18 buffer spaces.
fn buffer() -> BTreeSet<String> {
    set("a2 a3 a4 b1 b6 c1 c7 d1 d8 f1 f8 g1 g7 h1 h6 i2 i3 i4")
}

fn explain_illegal_action(game: &dyn AnyMatch, action: &str) -> String {
    game.copy().play(action).unwrap_err().to_string()
}

fn reason(game: &dyn AnyMatch) -> (Option<Player>, String) {
    let verdict = game.verdict().unwrap();
    (verdict.outcome.winner, verdict.reason)
}

// The start and the options.

#[test]
fn the_game_starts_with_four_queens_and_twenty_stones_in_reserve() {
    let start = game("fire-ants").start();
    assert_eq!(start.position(), START);
    assert_eq!(start.position(), position(&[('W', "c3 c5"), ('B', "g3 g5")], 'w'));
    assert_eq!(start.to_move(), Player::First);
    // Eighteen buffer spaces, and ten spaces for each queen.
    assert_eq!(targets(&*start, "c3"), set("c2 c4 b2 b3 d3 e3 f2 d4 e5 f5"));
    assert_eq!(targets(&*start, "c5"), set("c4 c6 b4 b5 d5 e5 f4 d6 e7 f7"));
    assert_eq!(start.legal().len(), 38);
}

#[test]
fn the_options_are_those_of_the_rules_page() {
    assert_eq!(game("fire-ants(queens_capture=true,buffer_shift=true,max_turns=300)").canonical_id(), "fire-ants");
    let changed = "fire-ants(queens_capture=false,buffer_shift=false,max_turns=20)";
    assert_eq!(game(changed).canonical_id(), "fire-ants(queens_capture=false,buffer_shift=false,max_turns=20,rules=2)");
    for (bad, message) in [
        ("fire-ants(max_turns=19)", "invalid max_turns '19': expected 20…10000"),
        ("fire-ants(max_turns=10001)", "invalid max_turns '10001': expected 20…10000"),
        ("fire-ants(queens_capture=no)", "invalid queens_capture 'no': expected true, false"),
        ("fire-ants(base=4)", "unknown option 'base': expected queens_capture, buffer_shift, max_turns, rules"),
    ] {
        assert_eq!(open(bad, &[]).err().unwrap().to_string(), message);
    }
}

// Placing and changing.

#[test]
fn a_stone_is_placed_on_any_empty_buffer_space() {
    let game = at(&[('W', "c3"), ('B', "g3"), ('w', "a2"), ('b', "i4")], 'w');
    let placed: BTreeSet<String> =
        game.legal().iter().filter_map(|a| a.strip_prefix('@')).map(str::to_string).collect();
    assert_eq!(placed, &buffer() - &set("a2 i4"));
}

#[test]
fn a_placed_stone_leaves_the_reserve() {
    let mut game = game("fire-ants").start();
    game.play("@a3").unwrap();
    assert_eq!(game.position(), "#.w.#/....../..W.W../......../#.......#/......../..B.B../....../#...# b 9-10");
    assert_eq!(game.play("@i3"), Ok(Flow::TurnOver));
    assert_eq!(game.position(), "#.w.#/....../..W.W../......../#.......#/......../..B.B../....../#.b.# w 9-9");
}

#[test]
fn an_empty_reserve_places_nothing() {
    let game = at(&[('W', "c3"), ('w', "b2 b3 b4 b5 c2 c4 c5 c6 d2 d3 d5"), ('B', "g3")], 'w');
    assert!(game.legal().iter().all(|a| !a.starts_with('@')));
    assert!(explain_illegal_action(&*game, "@a3").ends_with("White's reserve is empty"));
}

#[test]
fn a_stone_in_the_buffer_changes_to_any_other_empty_buffer_space() {
    let pieces = [('W', "c3"), ('B', "g3"), ('w', "a2 c1 d5"), ('b', "i4")];
    let game = at(&pieces, 'w');
    let empty = &buffer() - &set("a2 c1 i4");
    assert_eq!(&targets(&*game, "a2") & &buffer(), empty);
    assert_eq!(&targets(&*game, "c1") & &buffer(), empty);
    assert!(targets(&*game, "d5").is_disjoint(&buffer()), "only from the buffer");
    assert!(targets(&*game, "i4").is_empty(), "only own stones");
    leads_to(&mut *at(&pieces, 'w'), "a2-i3", &[('W', "c3"), ('B', "g3"), ('w', "i3 c1 d5"), ('b', "i4")], 'b');
}

#[test]
fn without_buffer_shift_a_stone_leaves_the_buffer_only_along_a_line() {
    let game = at_in("fire-ants(buffer_shift=false)", &[('W', "c3"), ('B', "g3"), ('w', "c7")], 'w');
    assert_eq!(targets(&*game, "c7"), set("c4 h4"));
    assert_eq!(
        explain_illegal_action(&*game, "c7-a2"),
        "illegal action 'c7-a2': this game is played without changes of buffer space"
    );
}

// Moving.

#[test]
fn picture_a_stone_goes_as_far_as_it_can() {
    let game = at(&[('w', "d6 d2"), ('B', "g4"), ('W', "h2")], 'w');
    assert_eq!(targets(&*game, "d6"), set("d3 b4 c6 d7 f5 f7"));
}

#[test]
fn picture_a_stone_enters_from_the_buffer() {
    let game = at(&[('w', "c7"), ('b', "g5"), ('W', "h2"), ('B', "h5")], 'w');
    assert_eq!(&targets(&*game, "c7") - &buffer(), set("c2 f6"));
}

#[test]
fn picture_a_queen_stops_anywhere_on_its_line() {
    let game = at(&[('W', "e5"), ('w', "c3"), ('B', "e8"), ('b', "f4")], 'w');
    assert_eq!(targets(&*game, "e5"), set("e2 e3 e4 e6 e7 d4 d5 c5 b5 f5 g5 h5"));
}

#[test]
fn a_piece_never_moves_into_the_buffer_or_along_it() {
    let game = at_in("fire-ants(buffer_shift=false)", &[('W', "b2"), ('w', "b1 a2 h5"), ('B', "e5")], 'w');
    assert_eq!(targets(&*game, "b2"), set("b3 b4 b5 c2 d2 e2 c3 d4"));
    assert_eq!(targets(&*game, "b1"), set("h4"), "b2 is taken, and c1 is a buffer space");
    assert_eq!(targets(&*game, "a2"), set("g6"), "b2 is taken, and a3 is a buffer space");
    assert_eq!(targets(&*game, "h5"), set("h2 e8 f5"));
}

#[test]
fn a_stone_with_no_empty_space_next_to_it_stays() {
    let game = at(&[('w', "b2"), ('W', "b3 c2"), ('b', "c3"), ('B', "g4")], 'w');
    assert!(targets(&*game, "b2").is_empty());
    assert!(explain_illegal_action(&*game, "b2-b4").ends_with("the piece on b3 stands in the way"));
}

#[test]
fn only_own_pieces_move() {
    for side in ['w', 'b'] {
        let game = at(&[('W', "c3"), ('w', "d6 a2"), ('B', "g3"), ('b', "f6 i3")], side);
        let own = if side == 'w' { set("c3 d6 a2") } else { set("g3 f6 i3") };
        let movers: BTreeSet<String> =
            game.legal().iter().filter_map(|a| a.split_once('-')).map(|(from, _)| from.to_string()).collect();
        assert_eq!(movers, own);
    }
}

// Captures.

#[test]
fn picture_a_stone_closes_a_sandwich() {
    let pieces = [('w', "c4 g4"), ('B', "c5"), ('W', "h2")];
    let mut game = at(&pieces, 'w');
    assert_eq!(game.play("g4-c6"), Ok(Flow::GameOver));
    assert_eq!(game.position(), position(&[('w', "c4 c6"), ('W', "h2")], 'b'));
    assert_eq!(reason(&*game), (Some(Player::First), "Black has lost both queens".to_string()));
    assert!(game.legal().is_empty());
    assert_eq!(
        explain_illegal_action(&*game, "@a2"),
        "illegal action '@a2': the game is over: Black has lost both queens"
    );
}

#[test]
fn a_captured_queen_comes_back_as_a_stone_in_reserve() {
    let mut game = at(&[('w', "c4 g4"), ('B', "c5 h5"), ('W', "h2")], 'w');
    assert!(game.position().ends_with(" w 9-10"));
    assert_eq!(game.play("g4-c6"), Ok(Flow::TurnOver));
    assert!(game.position().ends_with(" b 9-11"));
    leads_to(&mut *game, "@d8", &[('w', "c4 c6"), ('B', "h5"), ('W', "h2"), ('b', "d8")], 'w');
}

#[test]
fn black_captures_like_white() {
    let mut game = at(&[('b', "c4 g4"), ('W', "c5"), ('B', "h2")], 'b');
    game.play("g4-c6").unwrap();
    assert_eq!(reason(&*game), (Some(Player::Second), "White has lost both queens".to_string()));
}

#[test]
fn a_sandwich_closes_in_each_of_the_six_directions() {
    for (standing, from, to) in [
        ("e4", "e8", "e6"),
        ("e6", "e2", "e4"),
        ("d4", "h5", "f5"),
        ("f5", "b2", "d4"),
        ("f4", "b5", "d5"),
        ("d5", "h2", "f4"),
    ] {
        let mut game = at(&[('w', standing), ('w', from), ('B', "e5 c2"), ('W', "g6")], 'w');
        let left = [('w', standing), ('w', to), ('B', "c2"), ('W', "g6")];
        leads_to(&mut *game, &format!("{from}-{to}"), &left, 'b');
    }
}

#[test]
fn a_queen_that_moves_in_between_is_safe() {
    let mut game = at(&[('w', "d3 d5"), ('W', "h2"), ('B', "f5"), ('b', "c4")], 'w');
    game.play("@i4").unwrap();
    leads_to(&mut *game, "f5-d4", &[('w', "d3 d5 i4"), ('W', "h2"), ('B', "d4"), ('b', "c4")], 'w');
    leads_to(&mut *game, "h2-h3", &[('w', "d3 d5 i4"), ('W', "h3"), ('B', "d4"), ('b', "c4")], 'b');
    // One of the two leaves, comes back and closes the line again.
    leads_to(&mut *game, "@a2 d5-g6 @a3", &[('w', "d3 g6 i4"), ('W', "h3"), ('B', "d4"), ('b', "c4 a2 a3")], 'w');
    leads_to(&mut *game, "g6-d5", &[('w', "d3 d5 i4"), ('W', "h3"), ('b', "c4 a2 a3")], 'b');
    assert_eq!(reason(&*game), (Some(Player::First), "Black has lost both queens".to_string()));
}

#[test]
fn a_queen_safe_in_one_line_is_captured_in_another() {
    let mut game = at(&[('w', "d3 d5 c3 h5"), ('W', "h2"), ('B', "d4 b5")], 'w');
    leads_to(&mut *game, "h5-e5", &[('w', "d3 d5 c3 e5"), ('W', "h2"), ('B', "b5")], 'b');
}

#[test]
fn a_queen_of_the_mover_is_not_sandwiched_by_its_own_action() {
    // The black stones on e4 and e6 are there already; an unrelated action of White does not make
    // them close anything.
    let pieces = [('W', "e5"), ('b', "e4 e6"), ('B', "h5")];
    let mut game = at(&pieces, 'w');
    leads_to(&mut *game, "@a2", &[('W', "e5"), ('w', "a2"), ('b', "e4 e6"), ('B', "h5")], 'b');
}

#[test]
fn pieces_in_the_buffer_take_no_part_in_a_sandwich() {
    let around = |closing: &str, pieces: &[(char, &str)]| {
        let mut game = at(pieces, 'w');
        game.play(closing).unwrap();
        assert!(game.verdict().is_none(), "{closing}");
        assert!(game.position().contains('B'), "{closing}");
    };
    around("@c1", &[('w', "c3"), ('W', "h2"), ('B', "c2")]);
    around("a3-c1", &[('w', "c3 a3"), ('W', "h2"), ('B', "c2")]);
    // The stone from c7 stops next to the queen; the other one is behind it in the buffer.
    around("c7-c3", &[('w', "c1 c7"), ('W', "h2"), ('B', "c2")]);
}

#[test]
fn one_colour_on_both_sides_must_be_the_enemys() {
    let mut game = at(&[('w', "c7"), ('b', "c4"), ('B', "c5"), ('W', "h2")], 'w');
    leads_to(&mut *game, "c7-c6", &[('w', "c6"), ('b', "c4"), ('B', "c5"), ('W', "h2")], 'b');
    let mut own = at(&[('w', "c7 c4"), ('W', "c5"), ('B', "h2")], 'w');
    leads_to(&mut *own, "c7-c6", &[('w', "c6 c4"), ('W', "c5"), ('B', "h2")], 'b');
}

#[test]
fn a_stone_is_never_captured() {
    let mut game = at(&[('w', "c4 c7"), ('b', "c5"), ('B', "h5"), ('W', "h2")], 'w');
    leads_to(&mut *game, "c7-c6", &[('w', "c4 c6"), ('b', "c5"), ('B', "h5"), ('W', "h2")], 'b');
}

#[test]
fn a_queen_closes_a_sandwich_unless_it_takes_two_stones() {
    let pieces = [('w', "c4"), ('W', "e6"), ('B', "c5")];
    let mut game = at(&pieces, 'w');
    assert_eq!(game.play("e6-c6"), Ok(Flow::GameOver));
    assert_eq!(reason(&*game).1, "Black has lost both queens");
    let mut later = at_in("fire-ants(queens_capture=false)", &pieces, 'w');
    leads_to(&mut *later, "e6-c6", &[('w', "c4"), ('W', "c6"), ('B', "c5")], 'b');
}

#[test]
fn a_standing_queen_is_half_of_a_sandwich_unless_it_takes_two_stones() {
    let pieces = [('W', "c4"), ('w', "c7"), ('B', "c5 h5")];
    for id in ["fire-ants", "fire-ants(queens_capture=false,rules=1)"] {
        let mut game = at_in(id, &pieces, 'w');
        leads_to(&mut *game, "c7-c6", &[('W', "c4"), ('w', "c6"), ('B', "h5")], 'b');
    }
    let mut game = at_in("fire-ants(queens_capture=false)", &pieces, 'w');
    leads_to(&mut *game, "c7-c6", &[('W', "c4"), ('w', "c6"), ('B', "c5 h5")], 'b');
}

#[test]
fn a_stored_text_without_a_version_means_the_rules_of_its_time() {
    let stored = |text| Games.open_stored(text).unwrap().canonical_id();
    assert_eq!(stored("fire-ants(queens_capture=false)"), "fire-ants(queens_capture=false,rules=1)");
    assert_eq!(stored("fire-ants"), "fire-ants");
    for current in ["fire-ants(queens_capture=false,rules=2)", "fire-ants(buffer_shift=false)", "hex(size=7)"] {
        assert_eq!(stored(current), current);
    }
    assert_eq!(
        game("fire-ants(queens_capture=false)").canonical_id(),
        stored("fire-ants(queens_capture=false,rules=2)")
    );
    let conflict = open("fire-ants(rules=1)", &[]).err().unwrap().to_string();
    assert_eq!(conflict, "rules=1 goes only with queens_capture=false");
}

#[test]
fn one_move_closes_two_sandwiches() {
    let mut game = at(&[('w', "c3 e7 c7"), ('B', "c4 d6"), ('W', "h2")], 'w');
    assert_eq!(game.play("c7-c5"), Ok(Flow::GameOver));
    assert_eq!(game.position(), position(&[('w', "c3 e7 c5"), ('W', "h2")], 'b'));
}

#[test]
fn picture_a_queen_without_an_empty_space_next_to_it_is_captured() {
    // The last of the six neighbours comes to f6; both colours are around the queen.
    let mut game = at(&[('W', "e6 b2"), ('w', "d5 e7"), ('b', "d6 e5 f5 f8"), ('B', "h2")], 'b');
    leads_to(&mut *game, "f8-f6", &[('W', "b2"), ('w', "d5 e7"), ('b', "d6 e5 f5 f6"), ('B', "h2")], 'w');
    assert!(game.position().ends_with(" w 9-7"));
}

#[test]
fn picture_buffer_spaces_are_no_way_out() {
    let mut game = at(&[('B', "g2 b5"), ('w', "f2 f3 c7"), ('b', "h2"), ('W', "b2 g4")], 'w');
    leads_to(&mut *game, "g4-g3", &[('B', "b5"), ('w', "f2 f3 c7"), ('b', "h2"), ('W', "b2 g3")], 'b');
}

#[test]
fn own_pieces_can_lock_a_queen_in() {
    let mut game = at(&[('W', "b2 h5"), ('w', "b3 c2 i4 f5"), ('B', "h2")], 'w');
    leads_to(&mut *game, "f5-c3", &[('W', "h5"), ('w', "b3 c2 i4 c3"), ('B', "h2")], 'b');
    assert!(game.position().ends_with(" b 7-11"));
}

#[test]
fn a_queen_given_without_room_falls_after_any_action() {
    for action in ["@i3", "g4-g5", "i4-a4"] {
        let mut game = at(&[('W', "b2 g4"), ('w', "i4"), ('b', "b3 c2 c3"), ('B', "h2")], 'w');
        assert!(game.verdict().is_none());
        game.play(action).unwrap();
        let queens = game.position().matches('W').count();
        assert_eq!(queens, 1, "{action}");
    }
    // The opponent's queen is checked as well.
    let mut game = at(&[('W', "b2 g4"), ('b', "b3 c2 c3"), ('B', "h2")], 'b');
    leads_to(&mut *game, "@i3", &[('W', "g4"), ('b', "b3 c2 c3 i3"), ('B', "h2")], 'w');
}

#[test]
fn a_queen_given_in_a_sandwich_stays_until_the_line_is_closed_again() {
    let mut game = at(&[('w', "c4 c6"), ('B', "c5"), ('W', "h2")], 'w');
    leads_to(&mut *game, "@a2", &[('w', "c4 c6 a2"), ('B', "c5"), ('W', "h2")], 'b');
}

#[test]
fn captures_happen_all_at_once() {
    // Each queen blocks the other; removing one first would free the other.
    let mut game = at(&[('W', "b2 g4"), ('B', "b3 h5"), ('w', "c2 f5"), ('b', "b4 c4")], 'w');
    leads_to(&mut *game, "f5-c3", &[('W', "g4"), ('B', "h5"), ('w', "c2 c3"), ('b', "b4 c4")], 'b');
    assert!(game.verdict().is_none());
    assert!(game.position().ends_with(" b 9-9"));
}

#[test]
fn the_last_queens_of_both_players_fall_at_once_for_a_draw() {
    let mut game = at(&[('W', "b2"), ('B', "b3"), ('w', "c2 f5"), ('b', "b4 c4")], 'w');
    assert_eq!(game.play("f5-c3"), Ok(Flow::GameOver));
    assert_eq!(reason(&*game), (None, "both players lost their last queens at once".to_string()));
    assert_eq!(game.to_move(), Player::Second);
}

#[test]
fn a_player_can_lose_by_the_own_action() {
    let mut game = at(&[('W', "b2"), ('w', "b3 c2 f5"), ('B', "h2")], 'w');
    assert_eq!(game.play("f5-c3"), Ok(Flow::GameOver));
    assert_eq!(reason(&*game), (Some(Player::Second), "White has lost both queens".to_string()));
}

#[test]
fn one_queen_is_enough_to_go_on() {
    let game = at(&[('W', "b2"), ('B', "h2")], 'w');
    assert!(game.verdict().is_none());
    assert!(!game.legal().is_empty());
}

// Rulings 2 and 3.

/// White has all twelve pieces in a block that Black encloses.
const SHUT_IN: [(char, &str); 4] =
    [('W', "b2 b3"), ('w', "b4 b5 c2 c3 c4 c5 c6 d2 d3 d4"), ('b', "d5 d6 d7 e2 e3 e4 e5"), ('B', "h2")];

#[test]
fn a_player_without_any_action_passes() {
    let mut game = at(&SHUT_IN, 'w');
    assert_eq!(game.legal(), ["pass"]);
    assert_eq!(game.inputs("pass"), Ok(vec![Input::Button("pass")]));
    assert_eq!(game.view().prompt, "White can do nothing: pass");
    assert_eq!(game.animation("pass").unwrap().len(), 1, "the locked queens are captured");
    assert_eq!(game.play("pass"), Ok(Flow::GameOver));
    assert_eq!(reason(&*game), (Some(Player::Second), "White has lost both queens".to_string()));
    assert!(game.position().ends_with(" b 2-4"));
}

#[test]
fn a_player_who_can_act_cannot_pass() {
    let start = game("fire-ants").start();
    assert_eq!(
        explain_illegal_action(&*start, "pass"),
        "illegal action 'pass': only a player who can do nothing else passes"
    );
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let mut game = game("fire-ants").start();
    let round = ["c3-c2", "g3-g2", "c2-c3", "g2-g3"];
    for action in round.iter().chain(&round[..3]) {
        assert_eq!(game.play(action), Ok(Flow::TurnOver));
    }
    assert_eq!(game.play(round[3]), Ok(Flow::GameOver));
    assert_eq!(game.position(), START);
    assert_eq!(reason(&*game), (None, "the same position for the third time".to_string()));
}

#[test]
fn the_same_pieces_with_the_other_player_to_move_are_another_position() {
    // Queens cycle with three and with two moves per round, so the start recurs with Black to move.
    let mut game = game("fire-ants").start();
    for action in ["c3-c2", "g3-g2", "c2-b2", "g2-g3", "b2-c3"] {
        game.play(action).unwrap();
    }
    assert_eq!(game.position(), START.replace(" w ", " b "));
    for action in ["g3-g2", "c3-c2", "g2-g3", "c2-c3"] {
        assert_eq!(game.play(action), Ok(Flow::TurnOver));
    }
    assert_eq!(game.position(), START.replace(" w ", " b "));
    assert!(game.verdict().is_none(), "the pieces stood like this three times, with Black to move twice");
}

#[test]
fn the_end_of_the_last_turn_is_a_draw() {
    let mut game = game("fire-ants(max_turns=20)").start();
    for cell in buffer() {
        assert_eq!(game.play(&format!("@{cell}")), Ok(Flow::TurnOver));
    }
    assert_eq!((game.turn(), game.play("c3-c2")), (19, Ok(Flow::TurnOver)));
    assert_eq!((game.turn(), game.play("g3-g2")), (20, Ok(Flow::GameOver)));
    assert_eq!(reason(&*game), (None, "the limit of 20 turns is reached".to_string()));
    assert_eq!(game.verdict().unwrap().outcome.cause, Cause::TurnLimit);
}

// Notation.

#[test]
fn a_decided_position_is_a_finished_game() {
    for (pieces, side, winner, words) in [
        (vec![('W', "c3")], 'b', Some(Player::First), "Black has lost both queens"),
        (vec![('W', "c3")], 'w', Some(Player::First), "Black has lost both queens"),
        (vec![('B', "c3 e5")], 'w', Some(Player::Second), "White has lost both queens"),
        (vec![], 'w', None, "both players lost their last queens at once"),
    ] {
        let game = at(&pieces, side);
        assert_eq!(reason(&*game), (winner, words.to_string()));
        assert!(game.legal().is_empty());
    }
}

#[test]
fn bad_positions_are_refused_with_what_would_do() {
    let game = game("fire-ants");
    let board = "#...#/....../..W.W../......../#.......#/......../..B.B../....../#...#";
    let thirteen = "#www#/wwwwww/wwww.../......../#.......#/......../..B.B../....../#...# w 0-10";
    for (text, message) in [
        ("", "it has 1 fields; expected, separated by single spaces: board, side (w or b), reserves (as in 10-10)"),
        (board, "it has 1 fields; expected, separated by single spaces: board, side (w or b), reserves (as in 10-10)"),
        (
            &format!("{board}  w 10-10"),
            "it has 4 fields; expected, separated by single spaces: board, side (w or b), reserves (as in 10-10)",
        ),
        ("#...#/....../..W.W.. w 10-10", "the board has 3 rows; expected 9 joined by /"),
        (&START.replace("/....../..W", "/...../..W"), "row 2 has 5 cells; expected 6"),
        (&START.replacen("#...#", "...", 1), "row 1 has 3 cells; expected 5"),
        (&START.replace('W', "x"), "row 3, character 3 is 'x'; expected '.', 'w', 'b', 'W', 'B', '#'"),
        (&START.replacen('#', "w", 1), "row 1, character 1 is 'w'; expected '#', as the board has no corners"),
        (
            &START.replacen(".......#", "........", 1),
            "row 5, character 9 is '.'; expected '#', as the board has no corners",
        ),
        (
            &START.replacen("/.", "/#", 1),
            "row 2, character 1 is '#'; expected '.', 'w', 'b', 'W' or 'B', as only the six corners are '#'",
        ),
        (&START.replace(" w ", " W "), "the side to move is 'W'; expected w or b"),
        (
            &START.replace("10-10", "10"),
            "the pair of reserves is '10'; expected two numbers from 0 to 12, White's first, as in 10-10",
        ),
        (
            &START.replace("10-10", "10-010"),
            "the pair of reserves is '10-010'; expected two numbers from 0 to 12, White's first, as in 10-10",
        ),
        (
            &START.replace("10-10", "10-13"),
            "the pair of reserves is '10-13'; expected two numbers from 0 to 12, White's first, as in 10-10",
        ),
        (
            &START.replace("10-10", "+10-10"),
            "the pair of reserves is '+10-10'; expected two numbers from 0 to 12, White's first, as in 10-10",
        ),
        (
            &START.replace("10-10", "10-10-"),
            "the pair of reserves is '10-10-'; expected two numbers from 0 to 12, White's first, as in 10-10",
        ),
        (&START.replace("10-10", "9-10"), "White has 2 of 12 pieces on the board, so the reserve is 10, not 9"),
        (&START.replace("10-10", "10-12"), "Black has 2 of 12 pieces on the board, so the reserve is 10, not 12"),
        (&START.replace("W.W", "WWW").replace("10-10", "9-10"), "White has 3 queens; there are at most 2"),
        (
            &START.replacen("#...#", "#W..#", 1).replace("10-10", "9-10"),
            "White's queen on a2: queens stand on regular spaces only",
        ),
        (thirteen, "White has 13 pieces on the board; there are 12"),
    ] {
        let error = game.at_position(text).err().unwrap_or_else(|| panic!("accepted: {text}"));
        assert_eq!(error.to_string(), format!("bad position: {message}"), "{text}");
    }
}

#[test]
fn bad_actions_are_refused_with_the_rule() {
    let full = "@ and a space to place a stone on (@a3), two spaces to move from and to (c7-f6), or pass; spaces are named a2 to i4";
    let game = at(&[('W', "c3"), ('w', "d6 d2 a2 b1"), ('B', "g4"), ('b', "i3")], 'w');
    for text in
        ["", "@", "@a1", "@e9", "a3", "-", "c3", "c3-", "c3-a5", "c3-c2-", "@a3 ", "Pass", "é-é", "c3–c2", "@@a3"]
    {
        assert_eq!(explain_illegal_action(&*game, text), format!("'{text}' is not an action; expected {full}"));
    }
    for (text, why) in [
        ("@c2", "a stone from the reserve goes onto a buffer space, and c2 is a regular space"),
        ("@i3", "i3 is taken"),
        ("@a2", "a2 is taken"),
        ("a3-a4", "a3 is empty"),
        ("i3-i4", "the piece on i3 is Black's"),
        ("g4-g5", "the piece on g4 is Black's"),
        ("e5-e6", "e5 is empty"),
        ("a2-i3", "i3 is taken"),
        ("a2-b1", "b1 is taken"),
        ("a2-a2", "the stone stands there already"),
        ("c3-c3", "a piece moves at least one space"),
        ("d6-d8", "pieces never move back into the buffer, and d8 is a buffer space"),
        ("c3-e4", "pieces move in a straight line, and e4 is in none with c3"),
        ("d6-g4", "g4 is taken"),
        ("d6-h3", "the piece on g4 stands in the way"),
        ("d6-d4", "a stone slides as far as it can: it would stop on d3"),
        ("d6-e6", "a stone slides as far as it can: it would stop on f5"),
        ("b1-c2", "a stone slides as far as it can: it would stop on f4"),
    ] {
        assert_eq!(explain_illegal_action(&*game, text), format!("illegal action '{text}': {why}"));
    }
}

#[test]
fn garbage_of_any_size_is_refused() {
    let game = game("fire-ants");
    let mut start = game.start();
    for part in ["#", "/", "-", "@", " ", "w", "9", "é", "\0", "W/", "a2-", "1-", "# w 10-10 "] {
        for times in [1, 7, 55, 61, 10_000_000 / part.len()] {
            let text = part.repeat(times);
            assert!(game.at_position(&text).is_err());
            assert!(start.play(&text).is_err());
            assert!(game.at_position(&format!("{START}{text}")).is_err());
            assert!(game.at_position(&format!("{text}{START}")).is_err());
        }
    }
    assert_eq!(start.position(), START);
}

#[test]
fn what_is_accepted_prints_back_identically() {
    let game = game("fire-ants");
    let mut rng = Rng::new(11);
    let mut accepted = 0;
    for _ in 0..40_000 {
        let mut text: Vec<u8> = START.bytes().collect();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(text.len());
            text[at] = b"#./wbWB 0129-"[rng.below(13)];
        }
        let text = String::from_utf8(text).unwrap();
        if let Ok(found) = game.at_position(&text) {
            assert_eq!(found.position(), text);
            accepted += usize::from(text != START);
        }
    }
    assert!(accepted > 50, "{accepted}");
}

// Presentation.

#[test]
fn the_board_is_drawn_with_its_buffer() {
    let game = game("fire-ants");
    let board = game.board();
    assert_eq!(board.cells.len(), 55);
    let waiting: BTreeSet<String> =
        board.cells.iter().filter(|c| c.region == Region::Shaded("buffer space")).map(|c| c.label.clone()).collect();
    assert_eq!(waiting, buffer());
    assert!(board.cells.iter().all(|c| c.blank == if c.region == Region::Shaded("buffer space") { ':' } else { '.' }));
    let mut start = game.start();
    start.play("@a3").unwrap();
    let expected = "     a   : w :   4
  b   : . . . . :   6
 c   : . W . W . :   7
d   : . . . . . . :   8
 e   . . . . . . .   8
f   : . . . . . . :   8
 g   : . B . B . :   7
  h   : . . . . :   6
     i   : : :   4
White reserve: 9, Black reserve: 10
Black: place a stone on a buffer space or move a queen
";
    assert_eq!(art::draw(&*game, &*start), expected);
}

#[test]
fn the_prompt_offers_what_can_be_done() {
    let prompt = |pieces: &[(char, &str)]| at(pieces, 'w').view().prompt;
    assert_eq!(
        prompt(&[('W', "c3"), ('w', "a2"), ('B', "g3")]),
        "White: place a stone on a buffer space, take a stone to another buffer space, or move a stone or a queen"
    );
    let all = [('W', "c3"), ('w', "b2 b3 b4 b5 c2 c4 c5 c6 d2 d3 d5"), ('B', "g3")];
    assert_eq!(prompt(&all), "White: move a stone or a queen");
}

#[test]
fn inputs_and_animations_follow_the_action() {
    let game = at(&[('w', "c4 g4 a2"), ('B', "c5 h5"), ('W', "h2")], 'w');
    let labels = open("fire-ants", &[]).unwrap().board();
    let spot = |name: &str| Spot(labels.cells.iter().position(|c| c.label == name).unwrap() as u16);
    let clicks = |names: &[&str]| Ok(names.iter().map(|n| Input::Cell(spot(n))).collect::<Vec<_>>());
    assert_eq!(game.inputs("@a3"), clicks(&["a3"]));
    assert_eq!(game.inputs("a2-i4"), clicks(&["a2", "i4"]));
    assert_eq!(game.inputs("g4-c6"), clicks(&["g4", "c6"]));
    let placed = game.animation("@a3").unwrap();
    assert!(matches!(&placed[..], [beat] if matches!(&beat[..],
        [AnimationStep::Place { at, piece }] if *at == spot("a3") && piece.glyph == "w")));
    assert_eq!(game.animation("a2-i4").unwrap(), [[AnimationStep::Jump { from: spot("a2"), to: spot("i4") }]]);
    assert_eq!(
        game.animation("g4-c6").unwrap(),
        [
            vec![AnimationStep::Slide { from: spot("g4"), to: spot("c6") }],
            vec![AnimationStep::Capture { at: spot("c5") }]
        ]
    );
    let glyphs: Vec<String> = game.view().pieces.into_iter().map(|(_, p)| p.glyph).collect();
    assert_eq!(glyphs, ["w", "w", "B", "w", "W", "B"]);
}

// Random play.

/// Returns a position with many pieces, often with queens under threat.
fn crowded(rng: &mut Rng) -> String {
    let board = open("fire-ants", &[]).unwrap().board();
    let mut cells: Vec<(String, bool)> =
        board.cells.into_iter().map(|c| (c.label, c.region == Region::Shaded("buffer space"))).collect();
    let count = cells.len();
    rng.draw(&mut cells, count);
    let mut pieces: BTreeMap<char, Vec<String>> = BTreeMap::new();
    let mut take = |piece, wanted: usize, any: bool| {
        for _ in 0..wanted {
            let i = cells.iter().position(|(_, waits)| any || !waits).unwrap();
            pieces.entry(piece).or_default().push(cells.remove(i).0);
        }
    };
    for piece in ['W', 'B'] {
        take(piece, 1 + rng.below(2), false);
    }
    for piece in ['w', 'b'] {
        let any = rng.below(3) > 0;
        take(piece, rng.below(11), any);
    }
    let lists: Vec<(char, String)> = pieces.into_iter().map(|(p, cells)| (p, cells.join(" "))).collect();
    let lists: Vec<(char, &str)> = lists.iter().map(|(p, cells)| (*p, cells.as_str())).collect();
    position(&lists, if rng.below(2) == 0 { 'w' } else { 'b' })
}

#[test]
fn a_key_kept_up_to_date_is_the_key_of_the_position() {
    let mut rng = Rng::new(5);
    let mut captures = 0;
    for id in VARIANTS {
        let game = game(id);
        for round in 0..150 {
            let mut play = if round % 3 == 0 { game.start() } else { game.at_position(&crowded(&mut rng)).unwrap() };
            for _ in 0..60 {
                let legal = play.legal();
                if legal.is_empty() {
                    break;
                }
                let action = &legal[rng.below(legal.len())];
                captures += play
                    .animation(action)
                    .unwrap()
                    .iter()
                    .flatten()
                    .filter(|m| matches!(m, AnimationStep::Capture { .. }))
                    .count();
                play.play(action).unwrap();
                let text = play.position();
                let again = game.at_position(&text).unwrap();
                assert_eq!((again.key(), again.position()), (play.key(), text));
            }
        }
    }
    assert!(captures > 300, "{captures}");
}

struct Uniform;

impl Visitor for Uniform {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut rng = Rng::new(8);
        let (mut legal, mut buffer) = (Vec::new(), Vec::new());
        let mut positions: Vec<String> = (0..60).map(|_| crowded(&mut rng)).collect();
        // Positions in which almost everything is blocked, and in which only the pass is left.
        let [queens, stones, _, enemy] = SHUT_IN;
        positions.push(position(&[queens, stones, ('b', "d5 d6 d7 e2 e3 e4"), enemy], 'w'));
        positions.push(position(&SHUT_IN, 'w'));
        for text in positions {
            let state = game.parse_position(&text).unwrap();
            legal_actions(&game, &hexarium_kernel::NoHistory, &state, &game.fresh_memory(&state), &mut legal);
            let mut counts = vec![0f64; legal.len()];
            let each = 400.0;
            for _ in 0..400 * legal.len() {
                let action = game.random_action(&state, &mut rng, &mut buffer).unwrap();
                counts[legal.iter().position(|&a| a == action).expect("drawn actions are legal")] += 1.0;
            }
            // Six standard deviations of a single count.
            assert!(counts.iter().all(|n: &f64| (n - each).abs() < 6.0 * each.sqrt()), "{counts:?}");
        }
    }
}

#[test]
fn random_actions_are_drawn_evenly() {
    for id in VARIANTS {
        let (spec, options) = parse(id, &[]).unwrap();
        visit(spec.id, &options, Uniform).unwrap();
    }
}

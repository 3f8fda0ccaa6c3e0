//! Test cases for the rules of Hex.

use hexarium_games::hex::{Action, Hex, State};
use hexarium_games::registry;
use hexarium_kernel::{
    ActionFeature, AnimationStep, AnyMatch, Encode, Input, Notation, Player, Region, Rng, Rules, Spot,
};

fn play(game: &str, actions: &str) -> Box<dyn AnyMatch> {
    let mut state = registry::open(game, &[]).unwrap().start();
    for action in actions.split_whitespace() {
        state.play(action).unwrap_or_else(|e| panic!("{e}"));
    }
    state
}

fn refused_position(game: &str, text: &str) -> String {
    registry::open(game, &[]).unwrap().at_position(text).err().expect("a bad position").to_string()
}

fn result(state: &dyn AnyMatch) -> String {
    state.verdict().map_or("none".to_string(), |v| format!("{}: {}", v.outcome.word(), v.reason))
}

#[test]
fn the_board_has_eleven_by_eleven_cells_unless_told() {
    assert_eq!(play("hex", "").legal().len(), 121);
    for size in 2..=19 {
        assert_eq!(play(&format!("hex(size={size})"), "").legal().len(), size * size);
    }
}

#[test]
fn cells_are_named_by_column_letter_and_row_number_from_the_top_left() {
    let state = play("hex(size=3)", "c1 a2");
    assert_eq!(state.position(), "..B/R../... b");
}

#[test]
fn blue_wins_the_moment_top_and_bottom_are_joined() {
    assert_eq!(result(&*play("hex(size=3)", "b1 a1 b2 a2")), "none");
    assert_eq!(result(&*play("hex(size=3)", "b1 a1 b2 a2 a3")), "first: Blue connected top to bottom");
}

#[test]
fn red_wins_by_left_and_right() {
    assert_eq!(result(&*play("hex(size=3)", "a1 a2 b1 b2 a3 c1")), "second: Red connected left to right");
}

#[test]
fn cells_that_only_share_a_corner_of_the_drawing_do_not_touch() {
    // On the rhombus b1 and a2 are neighbours, a1 and b2 are not.
    assert_eq!(result(&*play("hex(size=2)", "a1 b1 b2")), "none");
    assert_eq!(result(&*play("hex(size=2)", "b1 a1 a2")), "first: Blue connected top to bottom");
}

#[test]
fn the_starter_can_be_red_and_is_then_the_first_player() {
    let state = play("hex(size=2,first=red)", "a1 a2 b1");
    assert_eq!(result(&*state), "first: Red connected left to right");
    assert_eq!(state.position(), "RR/B. b");
    let game = registry::open("hex(first=red)", &[]).unwrap();
    assert_eq!(game.player_name(Player::First), "Red");
}

#[test]
fn a_taken_cell_cannot_be_taken_again() {
    let mut state = play("hex", "f6");
    let error = state.play("f6").unwrap_err().to_string();
    assert_eq!(error, "illegal action 'f6': the cell is taken, and stones never move or change colour");
}

#[test]
fn swap_takes_the_first_stone_recoloured_and_mirrored() {
    let state = play("hex(size=3,swap=true)", "c1 swap");
    assert_eq!(state.position(), ".../.../R.. b");
    assert_eq!(state.turn(), 3);
}

#[test]
fn swap_is_only_the_reply_to_the_first_stone() {
    assert!(!play("hex(swap=true)", "").legal().contains(&"swap".to_string()));
    assert!(play("hex(swap=true)", "a1").legal().contains(&"swap".to_string()));
    assert!(!play("hex(swap=true)", "a1 a2").legal().contains(&"swap".to_string()));
    assert!(!play("hex(swap=true)", "a1 a2 a3").legal().contains(&"swap".to_string()));
    assert!(!play("hex(swap=true)", "a1 swap").legal().contains(&"swap".to_string()));
    assert!(!play("hex", "a1").legal().contains(&"swap".to_string()));
    let without = play("hex", "a1").play("swap").unwrap_err().to_string();
    assert_eq!(without, "illegal action 'swap': this game is played without the swap rule");
    let late = play("hex(swap=true)", "a1 a2").play("swap").unwrap_err().to_string();
    assert_eq!(late, "illegal action 'swap': swap is only the second player's reply to the first stone");
}

#[test]
fn the_end_zones_are_drawn_and_cannot_be_played_on() {
    let game = registry::open("hex", &[]).unwrap();
    let board = game.board();
    let zones: Vec<_> = board.cells.iter().filter(|c| c.region != Region::Plain).collect();
    assert_eq!(zones.len(), 44);
    let blue = zones.iter().filter(|c| c.region == Region::EndZone(Player::First));
    assert!(blue.clone().all(|c| c.place.r == -1 || c.place.r == 11));
    assert_eq!(blue.count(), 22);
    assert!(zones.iter().all(|c| c.label.is_empty()));
}

#[test]
fn a_swap_is_one_button_and_a_stone_that_changes_sides() {
    let state = play("hex(size=3,swap=true)", "c1");
    assert_eq!(state.inputs("swap").unwrap(), [Input::Button("swap")]);
    let animation = state.animation("swap").unwrap();
    assert!(matches!(animation[0][0], AnimationStep::Recolour { from: Spot(2), to: Spot(6), .. }), "{animation:?}");
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (text, message) in [
        ("", "bad position: it has 1 fields; expected, separated by single spaces: board, side (b or r)"),
        ("../.. b b", "bad position: it has 3 fields; expected, separated by single spaces: board, side (b or r)"),
        ("../.. x", "bad position: the side to move is 'x'; expected b or r"),
        ("../../.. b", "bad position: the board has 3 rows; expected 2 joined by /"),
        (".../.. b", "bad position: row 1 has 3 cells; expected 2"),
        ("../.Q b", "bad position: row 2, character 2 is 'Q'; expected '.', 'B', 'R'"),
        ("B./.. b", "bad position: 1 stones of Blue and 0 of Red with Blue to move; players alternate and Blue begins"),
        ("B./BR b", "bad position: 2 stones of Blue and 1 of Red with Blue to move; players alternate and Blue begins"),
        ("BR/BR b", "bad position: Blue has already won, so Blue cannot be to move"),
    ] {
        assert_eq!(refused_position("hex(size=2)", text), message, "{text}");
    }
}

#[test]
fn after_a_swap_the_second_player_is_a_stone_ahead() {
    let game = registry::open("hex(size=2,swap=true)", &[]).unwrap();
    assert!(game.at_position("R./.. b").is_ok());
    assert!(game.at_position("R./.B r").is_ok());
    assert!(game.at_position("../.. r").is_err());
    assert!(registry::open("hex(size=2)", &[]).unwrap().at_position("R./.. b").is_err());
}

#[test]
fn a_pass_leaves_the_turn_to_the_other_and_cannot_follow_a_pass() {
    let mut state = play("hex(size=3,pass=true)", "pass");
    assert_eq!(state.position(), ".../.../... r passed");
    assert_eq!((state.turn(), state.to_move()), (2, Player::Second));
    assert!(!state.legal().contains(&"pass".to_string()));
    let again = state.play("pass").unwrap_err().to_string();
    assert_eq!(again, "illegal action 'pass': the turn before was a pass, and two in a row are not allowed");
    state.play("b2").unwrap();
    assert_eq!(state.position(), ".../.R./... b");
    assert!(state.legal().contains(&"pass".to_string()));
}

#[test]
fn without_the_option_no_player_passes() {
    let refused = play("hex", "").play("pass").unwrap_err().to_string();
    assert_eq!(
        refused,
        "illegal action 'pass': this game is played without passes; with the option pass=true it has them"
    );
    assert!(refused_position("hex(size=2)", "../.. r passed").contains("it has 3 fields"));
}

#[test]
fn a_pass_is_one_button_without_animation() {
    let state = play("hex(size=3,swap=true,pass=true)", "c1");
    assert_eq!(state.inputs("pass").unwrap(), [Input::Button("pass")]);
    assert!(state.animation("pass").unwrap().is_empty());
    assert_eq!(state.view().prompt, "Red: place a stone on an empty cell, swap or pass");
}

#[test]
fn a_pass_after_the_first_stone_forgoes_the_swap() {
    for line in ["c1 pass", "c1 pass a1", "pass c1", "c1 pass a1 b1"] {
        assert!(!play("hex(swap=true,pass=true)", line).legal().contains(&"swap".to_string()), "{line}");
    }
    assert!(play("hex(swap=true,pass=true)", "c1").legal().contains(&"swap".to_string()));
}

#[test]
fn with_passes_a_position_may_have_any_counts() {
    let game = registry::open("hex(size=3,pass=true)", &[]).unwrap();
    for text in [".BB/.../... b", ".BB/.../... r", "RRB/.../... b", ".../.../... r", "B../.../... b passed"] {
        assert_eq!(game.at_position(text).unwrap().position(), text);
    }
    for (text, why) in [
        ("B../B../B.. b", "Blue cannot be to move"),
        ("B../B../B.. r passed", "the last turn cannot be a pass"),
        (".../.../... b  passed", "it has 3 fields"),
        (".../.../... passed", "it has 1 fields"),
        (".../.../... b passed passed", "it has 3 fields"),
    ] {
        let refused = refused_position("hex(size=3,pass=true)", text);
        assert!(refused.contains(why), "{text}: {refused}");
    }
    assert!(refused_position("hex(size=3,pass=true)", "..").ends_with("board, side (b or r), passed after a pass"));
}

#[test]
fn a_pass_changes_the_key_and_a_stone_after_it_forgets_it() {
    let key = |line| play("hex(size=3,pass=true)", line).key();
    let at = |text| registry::open("hex(size=3,pass=true)", &[]).unwrap().at_position(text).unwrap().key();
    assert_ne!(at(".../.../... r"), at(".../.../... r passed"));
    assert_eq!(key("pass"), at(".../.../... r passed"));
    assert_eq!(key("b2 a1"), at("R../.B./... b"));
    assert_eq!(key("pass a1 b2 pass"), at("R../.B./... b passed"));
    assert_eq!(key("b2 a1"), play("hex(size=3)", "b2 a1").key());
}

/// The planes that a network sees of a position, and the place of an action on them.
fn oriented(game: &Hex<1>, state: &State<1>, action: Action) -> (Vec<f32>, Vec<u32>) {
    let eye = game.to_move(state);
    let (turn, [planes, rows, columns]) = (game.orientation(eye), game.planes());
    let mut seen = vec![0.0; planes * rows * columns];
    game.write_planes(state, eye, &mut seen);
    let mut turned = seen.clone();
    for (n, number) in seen.into_iter().enumerate() {
        turned[n / turn.len() * turn.len() + turn[n % turn.len()] as usize] = number;
    }
    let mut features = Vec::new();
    game.action_features(state, action, &mut features);
    let place = |feature| match feature {
        ActionFeature::At { place, .. } => turn[usize::from(place)],
        ActionFeature::Global(n) => 1000 + u32::from(n),
    };
    (turned, features.into_iter().map(place).collect())
}

#[test]
fn a_network_sees_the_mirrored_game_of_the_other_colour_as_the_same_game() {
    let open = |text: &str| Hex::<1>::new(&registry::parse(text, &[]).unwrap().1).unwrap();
    let (blue, red) = (open("hex(size=6)"), open("hex(size=6,first=red)"));
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let (mut state, mut mirrored) = (blue.start(), red.start());
        let mut goals = Vec::new();
        while blue.outcome(&state).is_none() {
            let mut actions = Vec::new();
            blue.pseudo_legal_actions(&state, &mut actions);
            let action = actions[rng.below(actions.len())];
            let Action::Place(cell) = action else { panic!("only placements") };
            let text: String = blue.action_text(&state, action);
            let (column, row) = (text.as_bytes()[0] - b'a', text[1..].parse::<u8>().unwrap() - 1);
            let reflected = red.parse_action(&mirrored, &format!("{}{}", (b'a' + row) as char, column + 1)).unwrap();
            assert_eq!(column != row, reflected != Action::Place(cell));
            let (one, other) = (oriented(&blue, &state, action), oriented(&red, &mirrored, reflected));
            assert_eq!(one, other, "{}", blue.position_text(&state));
            // The player's own edges are always in the same places.
            goals.push(one.0[72..108].to_vec());
            blue.apply(&mut state, &mut (), action);
            red.apply(&mut mirrored, &mut (), reflected);
        }
        assert!(goals.len() > 1 && goals.iter().all(|goal| *goal == goals[0]));
    }
}

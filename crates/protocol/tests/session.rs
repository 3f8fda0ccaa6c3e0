//! Conversations with a session, as a controller would lead them.

use hexarium_games::registry;
use hexarium_protocol::Session;
use proptest::prelude::*;

fn session(game: &str) -> Session {
    Session::new(|text| registry::open(text, &[]), registry::open(game, &[]).unwrap())
}

/// Plays a script of lines and their expected answers (without the closing blank line).
fn converse(session: &mut Session, script: &[(&str, &str)]) {
    for (line, expected) in script {
        let answer = session.line(line).text;
        assert_eq!(answer, format!("{expected}\n\n"), "after '{line}'");
    }
}

#[test]
fn a_game_of_hex_from_hello_to_goodbye() {
    let mut session = session("hex");
    let board = "=\n    a b c\n     b b b\n1   r R B . r 1\n 2   r R B . r 2\n  3   r . . . r 3\n         b b b\n          a b c\n\
                 Blue: place a stone on an empty cell";
    converse(
        &mut session,
        &[
            ("protocol_version", "= 2"),
            ("1 name", "=1 Hexarium"),
            ("known_command play", "= true"),
            ("known_command genmoves", "= false"),
            ("hexarium-game hex(size=3)", "="),
            ("hexarium-position", "= .../.../... b"),
            ("hexarium-legal", "= a1 a2 a3 b1 b2 b3 c1 c2 c3"),
            ("play blue b2", "="),
            ("play b a1", "? it is not b's turn: Red is to move"),
            ("play white b2", "? illegal action 'b2': the cell is taken, and stones never move or change colour"),
            ("play red a1", "="),
            ("17 play black b1", "=17"),
            ("play w a2", "="),
            ("hexarium-result", "= none"),
            ("play blue a3 # this wins", "="),
            ("hexarium-result", "= first Blue connected top to bottom"),
            ("hexarium-legal", "="),
            ("play red c3", "? illegal action 'c3': the game is over: Blue connected top to bottom"),
            ("undo", "="),
            ("hexarium-result", "= none"),
            ("showboard", board),
            ("clear_board", "="),
            ("hexarium-position", "= .../.../... b"),
            ("undo", "? cannot undo: nothing has been played"),
        ],
    );
    let goodbye = session.line("quit");
    assert!(goodbye.quit);
    assert_eq!(goodbye.text, "=\n\n");
}

#[test]
fn a_position_is_set_and_asked_for() {
    let mut session = session("hex(size=2)");
    converse(
        &mut session,
        &[
            ("hexarium-position B./.. r", "="),
            ("hexarium-position", "= B./.. r"),
            ("hexarium-position B./... r", "? bad position: row 2 has 3 cells; expected 2"),
            ("hexarium-position", "= B./.. r"),
        ],
    );
}

#[test]
fn wrong_lines_are_answered_and_change_nothing() {
    let mut session = session("hex");
    converse(
        &mut session,
        &[
            ("fly", "? unknown command"),
            ("12 fly", "?12 unknown command"),
            ("play", "? play needs a colour (blue, red) and an action"),
            ("play green a1", "? unknown colour 'green'; there are blue, red"),
            ("play blue z99", "? 'z99' is not an action; expected a cell from a1 to k11, or swap"),
            ("known_command", "? known_command needs one command name"),
            ("hexarium-game", "? hexarium-game needs a game, such as hex or harvest(base=3)"),
            ("hexarium-game hex(size=1)", "? option size cannot be '1'; accepted: 2…19"),
        ],
    );
    for silent in ["", "   ", "# a comment", "\t\r\n"] {
        assert_eq!(session.line(silent).text, "", "after '{silent:?}'");
    }
    assert!(session.line("hexarium-position").text.contains("/.........../"));
}

#[test]
fn every_listed_command_is_known_and_answers() {
    let mut session = session("hex");
    let list = session.line("list_commands").text;
    let names: Vec<&str> = list.trim_start_matches("= ").split_whitespace().collect();
    assert!(names.len() >= 14, "{names:?}");
    for name in names {
        assert_eq!(session.line(&format!("known_command {name}")).text, "= true\n\n");
        let answer = session.line(name).text;
        assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{name}: {answer:?}");
    }
}

#[test]
fn every_game_is_played_by_its_own_words() {
    for spec in registry::GAMES {
        let mut session = session(spec.id);
        let game = registry::open(spec.id, &[]).unwrap();
        let mut shadow = game.start();
        let mut n = 0;
        while shadow.verdict().is_none() && n < 600 {
            let legal = session.line("hexarium-legal").text;
            let legal: Vec<&str> = legal.trim_start_matches('=').split_whitespace().collect();
            assert_eq!(legal, shadow.legal());
            n += 1;
            let action = legal[n * 7919 % legal.len()];
            let player = game.player_name(shadow.to_move()).to_lowercase();
            assert_eq!(session.line(&format!("play {player} {action}")).text, "=\n\n");
            shadow.play(action).unwrap();
        }
        let verdict = shadow.verdict().map(|v| format!("{} {}", v.outcome.word(), v.reason));
        let expected = format!("= {}\n\n", verdict.unwrap_or("none".to_string()));
        assert_eq!(session.line("hexarium-result").text, expected);
    }
}

proptest! {
    #[test]
    fn no_line_whatever_breaks_a_session(lines in proptest::collection::vec(any_line(), 1..20)) {
        let mut session = session("hex(size=3)");
        for line in lines {
            let answer = session.line(&line).text;
            prop_assert!(answer.is_empty() || (answer.starts_with(['=', '?']) && answer.ends_with("\n\n")));
            prop_assert!(!answer.trim_end().contains("\n\n"), "an answer with a blank line inside: {answer:?}");
        }
    }
}

/// Anything at all, a command with anything behind it, or a placement.
fn any_line() -> impl Strategy<Value = String> {
    let words = vec![
        "play",
        "undo",
        "hexarium-game",
        "hexarium-position",
        "hexarium-legal",
        "showboard",
        "hexarium-result",
        "known_command",
        "clear_board",
        "7",
    ];
    let command = (proptest::sample::select(words), any::<String>()).prop_map(|(word, rest)| format!("{word} {rest}"));
    let placement = (proptest::sample::select(vec!["blue", "red", "b", "w"]), 0..5u8, 0..5u8)
        .prop_map(|(colour, column, row)| format!("play {colour} {}{row}", (b'a' + column) as char));
    prop_oneof![any::<String>(), command, placement]
}

//! Sessions from the view of a controller.

use hexarium_games::registry::{self, Games};
use hexarium_gtp::{Session, TimeLeft, TimeSettings};
use hexarium_kernel::{AnyGame, Player, Rng};
use proptest::prelude::*;

fn session(game: &str) -> Session {
    Session::new(&Games, registry::open(game, &[]).unwrap())
}

/// Plays a script of lines and their expected responses (without the closing blank line).
fn converse(session: &mut Session, script: &[(&str, &str)]) {
    for (line, expected) in script {
        let answer = session.line(line).text;
        assert_eq!(answer, format!("{expected}\n\n"), "after '{line}'");
    }
}

#[test]
fn a_complete_session_of_hex() {
    let mut session = session("hex");
    let board = "= \n    a b c\n     b b b\n1   r R B . r 1\n 2   r R B . r 2\n  3   r . . . r 3\n         b b b\n          a b c\n\
                 Blue: place a stone on an empty cell";
    converse(
        &mut session,
        &[
            ("protocol_version", "= 2"),
            ("1 name", "=1 Hexarium"),
            ("known_command play", "= true"),
            ("known_command genmoves", "= false"),
            ("hexarium-game hex(size=3)", "= "),
            ("hexarium-position", "= .../.../... b"),
            ("hexarium-legal", "= a1 a2 a3 b1 b2 b3 c1 c2 c3"),
            ("play blue b2", "= "),
            ("play b a1", "? it is not b's turn: Red is to move"),
            ("play white b2", "? illegal action 'b2': the cell is taken, and stones never move or change colour"),
            ("play red a1", "= "),
            ("17 play black b1", "=17 "),
            ("play w a2", "= "),
            ("hexarium-result", "= none"),
            ("play blue a3 # this wins", "= "),
            ("hexarium-result", "= first Blue connected top to bottom"),
            ("hexarium-legal", "= "),
            ("play red c3", "? illegal action 'c3': the game is over: Blue connected top to bottom"),
            ("undo", "= "),
            ("hexarium-result", "= none"),
            ("showboard", board),
            ("clear_board", "= "),
            ("hexarium-position", "= .../.../... b"),
            ("undo", "? cannot undo: nothing has been played"),
        ],
    );
    let goodbye = session.line("quit");
    assert!(goodbye.quit);
    assert_eq!(goodbye.text, "= \n\n");
}

#[test]
fn a_position_is_set_and_printed() {
    let mut session = session("hex(size=2)");
    converse(
        &mut session,
        &[
            ("hexarium-position B./.. r", "= "),
            ("hexarium-position", "= B./.. r"),
            ("hexarium-position B./... r", "? bad position: row 2 has 3 cells; expected 2"),
            ("hexarium-position", "= B./.. r"),
        ],
    );
}

#[test]
fn invalid_lines_are_rejected_and_change_nothing() {
    let mut session = session("hex");
    converse(
        &mut session,
        &[
            ("fly", "? unknown command"),
            ("12 fly", "?12 unknown command"),
            ("play", "? play: expected a colour (blue, red) and an action"),
            ("play green a1", "? unknown colour 'green': expected blue, red"),
            ("play blue z99", "? 'z99' is not an action; expected a cell from a1 to k11"),
            ("known_command", "? known_command: expected one command name"),
            ("hexarium-game", "? hexarium-game: expected GAME or GAME(OPTION=VALUE)"),
            ("hexarium-game hex(size=1)", "? invalid size '1': expected 2…19"),
        ],
    );
    for silent in ["", "   ", "# a comment", "#", "  # 1 quit", "\t\r\n", "\u{7f}\u{1}", "\u{2028}"] {
        assert_eq!(session.line(silent).text, "", "after '{silent:?}'");
    }
    assert!(session.line("hexarium-position").text.contains("/.........../"));
}

#[test]
fn line_ends_and_white_space_are_flexible() {
    for line in [
        "7 echo a b",
        "7 echo a b\n",
        "7 echo a b\r\n",
        "\t7\techo \t a b \t",
        "7 ec\u{1}ho a\u{7} b\r",
        "7 echo a b#c\r\n",
    ] {
        assert_eq!(session("hex").line(line).text, "=7 a b\n\n", "after {line:?}");
    }
    for line in ["0 echo", "00 echo", "4294967295 echo"] {
        let id = line.split(' ').next().unwrap();
        assert_eq!(session("hex").line(line).text, format!("={id} \n\n"));
    }
    for line in ["-1 echo", "1.5 echo", "12345678901 echo", "١ echo", "echo_ 1"] {
        assert_eq!(session("hex").line(line).text, "? unknown command\n\n", "after {line:?}");
    }
}

#[test]
fn a_very_long_line_gets_a_short_response() {
    let long = "x".repeat(1 << 20);
    for start in [
        "",
        "1 ",
        "play ",
        "play b ",
        "play b a1 ",
        "boardsize ",
        "boardsize 3 ",
        "param_game ",
        "param_game allow_swap ",
    ]
    .into_iter()
    .chain(["time_settings 1 2 ", "time_left ", "time_left b ", "time_left b 1 ", "hexarium-game "])
    .chain(["hexarium-position ", "known_command "])
    {
        let answer = session("hex").line(&format!("{start}{long}")).text;
        assert!(answer.len() < 300 && answer.starts_with(['?', '=']), "after '{start}': {answer}");
        let words = session("hex").line(&format!("{start}{}", "x ".repeat(1 << 19))).text;
        assert!(words.len() < 300 && words.starts_with(['?', '=']), "after '{start}': {words}");
    }
    assert_eq!(session("hex").line(&format!("echo {long}")).text.len(), long.len() + 4);
    assert_eq!(session("hex").line(&format!("name # {long}")).text, "= Hexarium\n\n");
}

#[test]
fn time_settings_and_time_left_are_stored() {
    let mut session = session("hex");
    assert_eq!(session.clock().left(Player::First), None);
    session.line("time_settings 600 20 3");
    assert_eq!(session.clock().settings, Some(TimeSettings { main: 600.0, byo_yomi: 20.0, actions: 3 }));
    session.line("time_left w 12.5 2");
    assert_eq!(session.clock().left(Player::First), Some(TimeLeft { seconds: 600.0, actions: 0 }));
    assert_eq!(session.clock().left(Player::Second), Some(TimeLeft { seconds: 12.5, actions: 2 }));
    session.line("clear_board");
    assert_eq!(session.clock().left(Player::Second), Some(TimeLeft { seconds: 600.0, actions: 0 }));
}

#[test]
fn a_session_reads_files_only_with_the_given_function() {
    let refused = "? cannot load 'game.sgf': this session has no access to files";
    converse(&mut session("hex"), &[("loadsgf game.sgf", refused)]);
}

#[test]
fn an_sgf_file_becomes_the_game_whole_or_up_to_a_move() {
    let files = |name: &str| match name {
        "game.sgf" => Ok("(;FF[4]GM[11]SZ[5];B[c3](;W[d2];B[a1])(;W[e5]))".to_string()),
        "swap.sgf" => Ok("(;FF[4]GM[11]SZ[4];B[b1];W[swap-pieces];B[c3])".to_string()),
        "pass.sgf" => Ok("(;FF[4]GM[11]SZ[4];B[b1];W[pass];B[c3];W[pass];B[pass])".to_string()),
        "broken.sgf" => Ok("(;FF[4]GM[11]SZ[5];B[c3];W[c3])".to_string()),
        _ => Err("no such file".to_string()),
    };
    let mut session = session("hex").with_files(files);
    converse(
        &mut session,
        &[
            ("loadsgf game.sgf", "= "),
            ("hexarium-position", "= B..../...R./..B../...../..... r"),
            ("undo", "= "),
            ("hexarium-position", "= ...../...R./..B../...../..... b"),
            ("loadsgf game.sgf 2", "= "),
            ("hexarium-position", "= ...../...../..B../...../..... r"),
            ("loadsgf game.sgf 1", "= "),
            ("hexarium-position", "= ...../...../...../...../..... b"),
            ("loadsgf swap.sgf", "= "),
            ("hexarium-position", "= ..../R.../..B./.... r"),
            ("loadsgf none.sgf", "? cannot load 'none.sgf': no such file"),
            ("loadsgf game.sgf 0", "? invalid move number '0': expected 1 or more"),
            ("loadsgf", "? loadsgf: expected a file, and optionally the number of the move to stop before"),
            ("loadsgf pass.sgf 4", "= "),
            ("hexarium-position", "= .B../..../..B./.... r"),
            ("play black a1", "= "),
            ("undo", "= "),
            ("loadsgf pass.sgf 2", "= "),
            ("hexarium-position", "= .B../..../..../.... r"),
        ],
    );
    for (line, reason) in [("loadsgf broken.sgf", "taken"), ("loadsgf pass.sgf", "passes")] {
        let answer = session.line(line).text;
        assert!(answer.starts_with("? cannot load") && answer.contains(reason), "{answer}");
    }
    converse(&mut session, &[("hexarium-position", "= .B../..../..../.... r")]);
}

#[test]
fn a_resignation_is_recorded_and_undone_and_changes_nothing() {
    for spec in registry::GAMES {
        let mut session = session(spec.id);
        let before = session.line("hexarium-position").text;
        let action = session.line("hexarium-legal").text.split(' ').nth(1).unwrap().trim().to_string();
        let first = session.line("gogui-rules_side_to_move").text.replace("= ", "");
        converse(
            &mut session,
            &[("play black resign", "= "), ("play white RESIGN", "= "), ("hexarium-result", "= none")],
        );
        assert_eq!(session.line("hexarium-position").text, before);
        converse(&mut session, &[("undo", "= "), (&format!("play {} {action}", first.trim()), "= "), ("undo", "= ")]);
        assert_eq!(session.line("hexarium-position").text, before);
        converse(&mut session, &[("undo", "= "), ("undo", "? cannot undo: nothing has been played")]);
    }
}

#[test]
fn every_listed_command_is_known_and_responds() {
    let mut session = session("hex");
    let list = session.line("list_commands").text;
    let names: Vec<&str> = list.trim_start_matches("= ").split_whitespace().collect();
    assert!(names.len() >= 29, "{names:?}");
    for name in names {
        assert_eq!(session.line(&format!("known_command {name}")).text, "= true\n\n");
        let answer = session.line(name).text;
        assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{name}: {answer:?}");
    }
}

#[test]
fn every_game_is_played_with_its_own_colour_words() {
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
            assert_eq!(session.line(&format!("play {player} {action}")).text, "= \n\n");
            shadow.play(action).unwrap();
        }
        let verdict = shadow.verdict().map(|v| format!("{} {}", v.outcome.word(), v.reason));
        let expected = format!("= {}\n\n", verdict.unwrap_or("none".to_string()));
        assert_eq!(session.line("hexarium-result").text, expected);
    }
}

/// Every option of every game: positions round-trip through the protocol, and GoGui's board matches
/// the position.
#[test]
fn positions_and_gogui_boards_hold_for_every_game_and_option() {
    hexarium_conformance::in_parallel(&hexarium_conformance::variants(), |variant| {
        let game = variant.open();
        let mut session = session(&variant.id());
        let mut rng = Rng::new(7);
        for _ in 0..40 {
            if let Err(problem) = agree(&*game, &mut session) {
                return Err(format!("{}: {problem}", variant.id()));
            }
            let legal = session.line("gogui-rules_legal_moves").text;
            let legal: Vec<&str> = legal.trim_start_matches('=').split_whitespace().collect();
            if legal.is_empty() {
                break;
            }
            let action = legal[rng.below(legal.len())];
            let colour = session.line("gogui-rules_side_to_move").text;
            let answer = session.line(&format!("play {} {action}", colour.trim_start_matches("= ").trim())).text;
            if answer != "= \n\n" {
                return Err(format!("{}: {action}: {answer}", variant.id()));
            }
        }
        Ok(())
    });
}

fn agree(game: &dyn AnyGame, session: &mut Session) -> Result<(), String> {
    let text = session.line("hexarium-position").text;
    let text = text.trim_start_matches("= ").trim();
    let state = game.at_position(text).map_err(|e| e.to_string())?;
    let mut copy = Session::new(&Games, registry::open(&game.canonical_id(), &[]).unwrap());
    let answer = copy.line(&format!("3 hexarium-position {text} # unchanged")).text;
    if answer != "=3 \n\n" || copy.line("hexarium-position").text != format!("= {text}\n\n") {
        return Err(format!("'{text}' is not set: {answer}"));
    }
    let size: usize = session.line("gogui-rules_board_size").text[2..].trim().parse().map_err(|_| "no size")?;
    let board = session.line("gogui-rules_board").text;
    let rows: Vec<Vec<&str>> =
        board[2..].lines().map(|l| l.split_whitespace().collect()).filter(|r: &Vec<_>| !r.is_empty()).collect();
    if rows.len() != size || rows.iter().any(|row| row.len() != size) {
        return Err(format!("not a square of {size}:\n{board}"));
    }
    let black =
        session.line("gogui-rules_side_to_move").text.starts_with("= black") == (state.to_move() == Player::First);
    let black = if black { Player::First } else { Player::Second };
    let pieces = state.view().pieces;
    let count = |sign| rows.iter().flatten().filter(|s| **s == sign).count();
    let whites = pieces.iter().filter(|(_, p)| p.owner == Some(black.other())).count();
    if count("O") != whites || count("X") != pieces.len() - whites {
        return Err(format!("other pieces than '{text}':\n{board}"));
    }
    let over = session.line("gogui-rules_final_result").text != "= unknown\n\n";
    if over != (session.line("final_score").text != "= cannot score\n\n")
        || over != session.line("hexarium-legal").text.trim().eq("=")
    {
        return Err("the results differ".to_string());
    }
    Ok(())
}

proptest! {
    #[test]
    fn no_input_breaks_a_session(lines in proptest::collection::vec(any_line(), 1..20)) {
        let mut session = session("hex(size=3,swap=true)");
        for line in lines {
            let answer = session.line(&line).text;
            prop_assert!(answer.is_empty() || (answer.starts_with(['=', '?']) && answer.ends_with("\n\n")));
            let framed = answer.trim_start_matches(['=', '?']).trim_start_matches(|c: char| c.is_ascii_digit());
            prop_assert!(answer.is_empty() || framed.starts_with(' '), "no space behind the sign: {answer:?}");
            prop_assert!(!answer.trim_end().contains("\n\n"), "an answer with a blank line inside: {answer:?}");
        }
    }
}

/// Arbitrary text, a command with arbitrary arguments, or a placement.
fn any_line() -> impl Strategy<Value = String> {
    let words = vec![
        "play",
        "play b",
        "all_legal_moves",
        "boardsize",
        "echo",
        "final_score",
        "gogui-rules_board",
        "gogui-rules_final_result",
        "hexgui-analyze_commands",
        "param_game",
        "param_game allow_swap",
        "param_game game_time",
        "time_left",
        "time_left b",
        "time_settings",
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
    let whole = proptest::sample::select(vec![
        "boardsize 2",
        "boardsize 3 3",
        "play w swap-pieces",
        "play b resign",
        "hexarium-game harvest(base=3)",
        "param_game allow_swap 0",
        "time_settings 10 5 2",
        "time_left w 3 1",
        "time_left",
        "undo",
    ]);
    prop_oneof![any::<String>(), command, placement, whole.prop_map(str::to_string)]
}

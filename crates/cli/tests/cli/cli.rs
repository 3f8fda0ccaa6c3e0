//! The command line from outside: output and errors.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use hexarium_games::registry::GAMES;

fn hexarium(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexarium")).args(arguments).output().expect("the command runs")
}

/// The standard output of a call that must succeed.
fn printed(arguments: &[&str]) -> String {
    let output = hexarium(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} failed: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// The single line on standard error of a call that must fail.
fn refused(arguments: &[&str]) -> String {
    let output = hexarium(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.len() < 600, "the message is too long: {} bytes", errors.len());
    errors
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}

#[test]
fn games_lists_ids_and_titles() {
    let expected: String = GAMES.iter().map(|spec| format!("{}\t{}\n", spec.id, spec.title)).collect();
    assert_eq!(printed(&["games"]), expected);
    assert!(expected.starts_with("hex\tHex\n"));
    let options = printed(&["games", "harvest"]);
    assert!(options.starts_with("base\t4\t3…6\t"), "{options}");
    assert_eq!(options.lines().count(), 3);
    assert_eq!(json(&["games", "--json"])[3]["id"], "fire-ants");
}

#[test]
fn moves_prints_one_action_per_line_in_byte_order() {
    assert_eq!(printed(&["moves", "hex(size=2)"]), "a1\na2\nb1\nb2\n");
    let swap = ["moves", "hex", "--set", "size=2", "--set", "swap=true", "--play", "a1"];
    assert_eq!(printed(&swap), "a2\nb1\nb2\nswap\n");
    assert_eq!(printed(&["moves", "hex(size=2)", "--play", "a1 b1 a2"]), "", "no actions when the game is over");
    let moves = printed(&["moves", "protista"]);
    let mut sorted: Vec<&str> = moves.lines().collect();
    sorted.sort_unstable();
    assert_eq!(moves.lines().collect::<Vec<_>>(), sorted);
    assert_eq!(json(&["moves", "hex(size=2)", "--json"]), serde_json::json!(["a1", "a2", "b1", "b2"]));
}

#[test]
fn state_prints_all_fields_and_draws_the_board() {
    let text = printed(&["state", "hex(size=2)", "--play", "a1 b1 a2"]);
    let expected = "position: BR/B. r\nto move: Red\nturn: 3\nresult: first\nreason: Blue connected top to bottom\n\n";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains(" r B R r 1"), "{text}");
    let state = json(&["state", "harvest", "--json"]);
    assert_eq!(state["result"], "none");
    assert_eq!(state["position"], "oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 1 1 0 0-0");
}

#[test]
fn a_printed_position_can_be_passed_back() {
    let games = GAMES.iter().flat_map(|spec| spec.presets).map(|(_, game)| *game);
    for game in games.chain(["protista(win=king)"]) {
        let text = printed(&["state", game]);
        let position = text.lines().next().unwrap().strip_prefix("position: ").unwrap();
        assert_eq!(printed(&["state", game, "--position", position]), text);
    }
}

#[test]
fn perft_prints_counts_by_first_action_and_the_total() {
    assert_eq!(printed(&["perft", "hex(size=2)", "--depth", "1"]), "a1 1\na2 1\nb1 1\nb2 1\ntotal 4\n");
    assert_eq!(printed(&["perft", "hex(size=2)", "--depth", "0"]), "total 1\n");
    assert!(printed(&["perft", "hex(size=3)", "--depth", "3"]).ends_with("total 504\n"));
    assert_eq!(json(&["perft", "coalesce", "--depth", "1", "--json"])["total"], 70, "69 steps and a pass");
}

#[test]
fn bench_prints_a_signature_that_does_not_change() {
    let last = || {
        let text = printed(&["bench", "hex(size=3)", "harvest(base=3)", "--seconds", "0.01"]);
        text.lines().last().unwrap().to_string()
    };
    let first = last();
    assert!(first.starts_with("bench: ") && first[7..].parse::<u64>().unwrap() > 0, "{first}");
    assert_eq!(first, last());
    let rows = json(&["bench", "hex(size=3)", "--seconds", "0.01", "--json"]);
    assert_eq!(rows[0]["what"], "playouts");
    assert_eq!(rows[1]["what"], "actions");
    assert_eq!(rows[2]["what"], "nodes");
    assert!(rows[2]["per_second"].as_f64().unwrap() > 0.0 && rows[2]["plain_per_second"].as_f64().unwrap() > 0.0);
    let other = printed(&["bench", "hex(size=4)", "harvest(base=3)", "--seconds", "0.01"]);
    assert_ne!(other.lines().last(), Some(&*first), "another game has another signature");
}

#[test]
fn invalid_input_is_rejected_with_the_expected_values() {
    for (arguments, message) in [
        (&["moves", "chess"][..], "unknown game 'chess': expected hex, coalesce, harvest, fire-ants, protista"),
        (&["moves", "hex(size=99)"], "invalid size '99': expected 2…19"),
        (&["moves", "hex", "--set", "colour=blue"], "unknown option 'colour': expected size, first, swap"),
        (&["moves", "hex", "--set", "size"], "invalid --set 'size': expected KEY=VALUE"),
        (&["moves", "hex(size"], "'hex(size' is not a game"),
        (&["moves", "hex", "--play", "a1 a1"], "illegal action 'a1': the cell is taken"),
        (&["moves", "hex", "--play", "a99"], "'a99' is not an action; expected a cell from a1 to k11"),
        (&["state", "hex(size=2)", "--position", "BB/.. b"], "2 stones of Blue and 0 of Red"),
        (&["state", "hex(size=2)", "--position", "B./.x r"], "row 2, character 2 is 'x'"),
        (&["state", "protista(rows=9)"], "rows"),
        (&["perft", "hex", "--depth", "many"], "many"),
        (&["perft", "hex"], "--depth"),
        (&["bench", "hex", "--seconds", "0"], "invalid --seconds 0: expected 0.01 to 3600"),
        (
            &["serve", "--listen", "nonsense"],
            "invalid address 'nonsense': expected one with a port, such as 127.0.0.1:8080",
        ),
        (&["dance"], "dance"),
        (&[], "missing command"),
    ] {
        let error = refused(arguments);
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
}

#[test]
fn a_very_long_argument_gets_a_short_error() {
    let garbage = "B/".repeat(60_000);
    for game in GAMES.iter().map(|spec| spec.id) {
        refused(&["state", game, "--position", &garbage]);
        refused(&["state", game, "--play", &garbage]);
        refused(&["state", &format!("{game}({garbage})")]);
        refused(&["state", game, "--set", &garbage]);
    }
}

#[test]
fn the_engine_uses_standard_input_and_output() {
    let script = b"1 hexarium-position\nplay first xc3\nhexarium-result\n\xff\xfe garbage \x00\n2 quit\nname\n";
    let expected = "=1 ooo/oooo/ooooo/oooo/ooo 1 1 0 0-0\n\n= \n\n= none\n\n? unknown command\n\n=2 \n\n";
    assert_eq!(engine("harvest(base=3)", script.to_vec()), expected);
}

#[test]
fn the_engine_survives_ten_megabytes_of_garbage() {
    for game in GAMES.iter().map(|spec| spec.id) {
        let mut script = b"hexarium-position ".to_vec();
        script.extend(b"B./R1 ".repeat(2_000_000));
        script.extend(b"\nhexarium-game ");
        script.extend(b"(".repeat(1_000_000));
        script.extend(b"\nplay blue ");
        script.extend(b"a1-".repeat(1_000_000));
        script.extend(b"\nname\n");
        let text = engine(game, script);
        assert!(text.len() < 2000, "{} bytes of answers", text.len());
        assert!(text.ends_with("= Hexarium\n\n"), "{text}");
        assert_eq!(text.matches("\n\n").count(), 4, "{text}");
    }
}

/// The responses of the engine to a script.
fn engine(game: &str, script: Vec<u8>) -> String {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_hexarium"))
        .args(["engine", game])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(&script));
    let output = engine.wait_with_output().unwrap();
    // The engine may exit before the end of the script.
    let _ = writer.join().unwrap();
    assert!(output.status.success());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

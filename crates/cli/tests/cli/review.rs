//! `hexarium review` from outside.

use std::process::{Command, Output};

use hexarium_server::testing::Folder;
use serde_json::{Value, json};

/// Stones in corners waste their turns.
const GAME: &str = "Hexarium: 1\nGame: hex(size=5)\n\n1. c3 2. d2 3. b4 4. a1 5. a2 6. e1\n";

fn review(arguments: &[&str]) -> Output {
    review_of(GAME, arguments)
}

fn review_of(game: &str, arguments: &[&str]) -> Output {
    let folder = Folder::new();
    let file = folder.path().join("game.txt");
    std::fs::write(&file, game).unwrap();
    Command::new(env!("CARGO_BIN_EXE_hexarium")).arg("review").arg(file).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn every_action_is_graded_in_text_and_json() {
    let output = text(&review(&[]).stdout);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines[0], "hex(size=5)");
    assert!(lines[1].trim_start().starts_with("1. Blue"), "{output}");
    // A stone in the corner gives the win away or does not stop it.
    assert!(lines.iter().any(|line| line.contains("best was")), "{output}");
    assert!(lines.iter().any(|line| line.starts_with("Blue: accuracy ")), "{output}");

    let value: Value = serde_json::from_slice(&review(&["--json"]).stdout).unwrap();
    let actions = value["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 6);
    assert!(actions.iter().all(|action| action["accuracy"].as_f64().is_some_and(|a| (0.0..=100.0).contains(&a))));
    let counted: u64 =
        value["players"]["first"]["grades"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
    assert_eq!(counted, 3);
}

#[test]
fn a_missed_win_is_a_turning_point_and_has_its_refutation() {
    // The corner loses, the centre wins.
    let game = "Hexarium: 1\nGame: hex(size=3)\n\n1. a1 2. b2\n";
    let value: Value = serde_json::from_slice(&review_of(game, &["--json"]).stdout).unwrap();
    let [missed, found] = &value["actions"].as_array().unwrap()[..] else { panic!("{value}") };
    let marks = |action: &Value| ["grade", "missed_win", "turning_point"].map(|key| action[key].clone());
    assert_eq!(marks(missed), [json!("blunder"), json!(true), json!(true)]);
    assert_eq!(marks(found), [json!("best"), json!(false), json!(false)]);
    let line = |key: &str| -> Vec<&str> { missed[key].as_array().unwrap().iter().filter_map(Value::as_str).collect() };
    let (best, reply) = (line("best"), line("reply"));
    assert_eq!((best[0], reply[0]), ("b2", "b2"));
    let output = text(&review_of(game, &[]).stdout);
    let [_, first, second, ..] = output.lines().collect::<Vec<_>>()[..] else { panic!("{output}") };
    let shown = |line: &[&str]| line[..line.len().min(6)].join(" ");
    let remarks = format!("blunder, best was {}, reply {}  missed win  turning point", shown(&best), shown(&reply));
    assert!(first.contains("a1??×") && first.ends_with(&remarks), "{output}");
    assert!(!second.contains("reply") && !second.contains("win"), "{output}");
}

#[test]
fn the_only_winning_move_is_marked_and_one_of_two_is_not() {
    let reviewed = |position: &str, action: &str| {
        let game = format!("Hexarium: 1\nGame: hex(size=5)\nSetup: {position}\n\n1. {action}\n");
        let value: Value = serde_json::from_slice(&review_of(&game, &["--json"]).stdout).unwrap();
        let reviewed = value["actions"][0].clone();
        assert_eq!(reviewed["grade"], "best", "{value}");
        (reviewed["only_move"].as_bool().unwrap(), text(&review_of(&game, &[]).stdout))
    };
    // Puzzles of this version: with one solution, and with two.
    let (is_only, output) = reviewed("....B/R..B./.RBRB/.RR.B/R...B b", "e2");
    assert!(is_only && output.contains("e2□") && output.contains("  only move"), "{output}");
    let two = "...../...R./BR.../B..../...B. r";
    for action in ["b1", "b4"] {
        let (is_only, output) = reviewed(two, action);
        assert!(!is_only && !output.contains('□') && !output.contains("only move"), "{output}");
    }
}

#[test]
fn a_review_with_a_node_limit_is_reproducible() {
    let arguments = ["--strength", "nodes:300", "--json"];
    assert_eq!(review(&arguments).stdout, review(&arguments).stdout);
}

#[test]
fn a_review_with_a_time_limit_ends() {
    assert!(text(&review(&["--strength", "time:5ms"]).stdout).contains("accuracy"));
}

#[test]
fn a_bad_strength_or_file_is_named() {
    for (strength, expected) in [
        ("master", "--strength: invalid 'master': expected level:1 to level:8, nodes:5000 or time:1s"),
        ("random", "--strength: invalid 'random': expected"),
        ("uct:nodes:100", "--strength: invalid 'uct:nodes:100': expected"),
        ("level:9", "--strength: unknown level '9': expected 1 to 8"),
    ] {
        let output = review(&["--strength", strength]);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
    let output = Command::new(env!("CARGO_BIN_EXE_hexarium")).args(["review", "no-such-file"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("'no-such-file'"), "{}", text(&output.stderr));
}

#[test]
fn an_error_in_a_game_names_its_file() {
    let folder = Folder::new();
    for (name, game) in [("broken.txt", "Hexarium: 1\nGame: hex(size=5)\n\n1. z9\n"), ("other.txt", "no game")] {
        let file = folder.path().join(name);
        std::fs::write(&file, game).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_hexarium"))
            .current_dir(folder.path())
            .args(["review", name])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(&format!("'{name}': ")), "{}", text(&output.stderr));
    }
}

#[test]
fn a_rough_review_says_so_and_the_symbols_are_explained() {
    let note = "note: grades below nodes:1000 and level:5 are rough";
    assert!(text(&review(&["--strength", "nodes:50"]).stderr).contains(note));
    assert!(text(&review(&["--strength", "level:1"]).stderr).contains(note));
    assert!(!text(&review(&[]).stderr).contains("note"));
    let help = text(&review(&["--help"]).stdout);
    for line in ["?!  inaccuracy", "?   mistake", "??  blunder", "×   after these", "□   only move", "57 % → 43 %"]
    {
        assert!(help.contains(line), "{help}");
    }
}

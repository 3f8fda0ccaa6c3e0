//! `hexarium review` from outside.

use std::process::{Command, Output};

use hexarium_server::testing::Folder;
use serde_json::Value;

/// Stones in corners waste their turns.
const GAME: &str = "Hexarium: 1\nGame: hex(size=5)\n\n1. c3 2. d2 3. b4 4. a1 5. a2 6. e1\n";

fn review(arguments: &[&str]) -> Output {
    let folder = Folder::new();
    let file = folder.path().join("game.txt");
    std::fs::write(&file, GAME).unwrap();
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
    let output = review(&["--strength", "master"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("'master'"), "{}", text(&output.stderr));
    let output = Command::new(env!("CARGO_BIN_EXE_hexarium")).args(["review", "no-such-file"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("'no-such-file'"), "{}", text(&output.stderr));
}

//! `hexarium solve` from outside.

use std::process::{Command, Output};

fn hexarium(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexarium")).args(arguments).output().expect("the command runs")
}

fn lines(arguments: &[&str]) -> Vec<String> {
    let output = hexarium(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect()
}

fn refused(arguments: &[&str]) -> String {
    let output = hexarium(arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_solved_position_has_value_action_and_cost() {
    let answer = lines(&["solve", "hex(size=3)", "--play", "a1"]);
    assert_eq!(answer[0], "value: second");
    assert!(answer[1].starts_with("action: "), "{answer:?}");
    assert!(answer[2].starts_with("nodes: ") && answer[3].starts_with("seconds: 0."), "{answer:?}");
    assert!(answer[4].starts_with("memory: ") && answer[4].ends_with(" bytes"), "{answer:?}");
    assert_eq!(lines(&["solve", "hex(size=3)", "--position", ".B./R../... b"])[0], "value: first");
    let json = String::from_utf8(hexarium(&["solve", "hex(size=4)", "--json"]).stdout).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["value"], "first");
    assert!(json["action"].is_string() && json["stopped"].is_null(), "{json}");
}

#[test]
fn an_unsolved_position_shows_the_limit_that_stopped_it() {
    let answer = lines(&["solve", "hex", "--nodes", "20"]);
    assert_eq!(&answer[..3], ["value: unknown", "stopped: node limit of 20", "nodes: 20"]);
    let answer = lines(&["solve", "hex", "--time", "50ms", "--memory", "1"]);
    assert_eq!(&answer[..2], ["value: unknown", "stopped: time limit"]);
}

#[test]
fn a_finished_game_has_its_result() {
    let answer = lines(&["solve", "hex(size=2)", "--play", "a1 b1 a2"]);
    assert_eq!(&answer[..2], ["value: first", "stopped: the game is over: Blue connected top to bottom"]);
    assert!(!answer.iter().any(|line| line.starts_with("action")));
}

#[test]
fn invalid_limits_are_rejected_with_the_expected_values() {
    assert!(refused(&["solve", "hex", "--time", "5"]).contains("invalid time '5': expected 200ms"));
    assert!(refused(&["solve", "hex", "--memory", "0"]).contains("0"));
    assert!(refused(&["solve", "hex", "--nodes", "many"]).contains("many"));
    assert!(refused(&["solve", "chess"]).contains("unknown game 'chess'"));
}

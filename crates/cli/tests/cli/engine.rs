//! The engine as a GTP controller uses it.

use std::process::Command;
use std::time::{Duration, Instant};

use hexarium_games::registry::GAMES;

use crate::engine_process::EngineProcess;

#[test]
fn an_analysis_ends_when_the_next_command_arrives() {
    for spec in GAMES {
        let mut engine = EngineProcess::start(&[spec.id]);
        engine.send("hexarium-analyze 5");
        engine.wait_for(|line| line.starts_with("info move "));
        engine.send("name");
        engine.wait_for(|line| line == "= Hexarium");
        assert_eq!(engine.next_line().1, "");
        assert_eq!(engine.ask("name"), "= Hexarium", "{}: no line of the analysis follows", spec.id);
    }
}

#[test]
fn an_analysis_reports_repeatedly_with_growing_visits() {
    let mut engine = EngineProcess::start(&["hex(size=9)"]);
    engine.send("12 hexarium-analyze 5");
    assert_eq!(engine.next_line().1, "=12 ");
    let mut most = Vec::new();
    while most.len() < 3 {
        let line = engine.next_line().1;
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!((words[0], words[1], words[3]), ("info", "move", "visits"), "{line}");
        let visits: u64 = words[4].parse().unwrap();
        if most.last().is_none_or(|last| visits > *last) {
            most.push(visits);
        }
    }
    engine.send("");
    engine.wait_for(str::is_empty);
    assert_eq!(engine.ask("name"), "= Hexarium");
}

#[test]
fn commands_sent_at_once_are_answered_in_order() {
    let mut engine = EngineProcess::start(&["hex(size=5)"]);
    engine.send("1 hexarium-analyze\n2 name\n3 genmove b\n4 hexarium-analyze 1\n5 name\nhexarium-level 1\n6 genmove w");
    let mut heads = Vec::new();
    while heads.len() < 7 {
        let line = engine.wait_for(|line| line.starts_with('=')).1;
        heads.push(line.split(' ').next().unwrap().to_string());
    }
    assert_eq!(heads, ["=1", "=2", "=3", "=4", "=5", "=", "=6"]);
}

/// Checks the time control on any machine; `cargo xtask times` measures the exact times.
#[test]
fn the_engine_respects_its_clock() {
    for spec in GAMES {
        let mut engine = EngineProcess::start(&[spec.id]);
        engine.ask("time_settings 60 0 0");
        let start = Instant::now();
        engine.genmove();
        let time = start.elapsed();
        assert!(time < Duration::from_secs(30), "{}: {time:?} of 60 s for one action", spec.id);
        engine.ask("time_settings 0 0 0");
        engine.genmove();
    }
}

#[test]
fn several_threads_search_together() {
    let mut engine = EngineProcess::start(&["hex(size=7)", "--threads", "3"]);
    engine.ask("hexarium-level time:100ms");
    engine.genmove();
    let output =
        Command::new(env!("CARGO_BIN_EXE_hexarium")).args(["engine", "hex", "--threads", "0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("invalid --threads 0: expected 1 to 64"));
}

//! Response times of the engine: `cargo xtask times`.
//!
//! This is a measurement on an idle machine and not part of the checks.

#[path = "cli/engine_process.rs"]
mod engine_process;

use std::time::{Duration, Instant};

use engine_process::EngineProcess;
use hexarium_games::registry::GAMES;

/// Prints a time and asserts its limit.
#[track_caller]
fn assert_within(what: &str, time: Duration, limit: Duration) {
    println!("{what:<44} {:>10.1} ms       at most {}", 1e3 * time.as_secs_f64(), limit.as_millis());
    assert!(time <= limit, "{what}: {time:?}, at most {limit:?}");
}

#[test]
fn an_analysis_ends_within_fifty_milliseconds() {
    for spec in GAMES {
        let mut engine = EngineProcess::start(&[spec.id]);
        let mut times = Vec::new();
        for _ in 0..5 {
            engine.send("hexarium-analyze 5");
            engine.wait_for(|line| line.starts_with("info move "));
            std::thread::sleep(Duration::from_millis(120));
            let sent = Instant::now();
            engine.send("name");
            let (time, _) = engine.wait_for(|line| line == "= Hexarium");
            times.push(time.duration_since(sent));
            assert_eq!(engine.next_line().1, "");
        }
        let best = times.into_iter().min().unwrap_or_default();
        assert_within(&format!("{}: end of an analysis", spec.id), best, Duration::from_millis(50));
    }
}

#[test]
fn the_engine_respects_its_clock() {
    for spec in GAMES {
        let mut engine = EngineProcess::start(&[spec.id]);
        for (seconds, limit) in [(6, 900), (0, 500)] {
            engine.ask(&format!("time_settings {seconds} 0 0"));
            let start = Instant::now();
            engine.genmove();
            let what = format!("{}: action with {seconds} s left", spec.id);
            assert_within(&what, start.elapsed(), Duration::from_millis(limit));
        }
    }
}

#[test]
fn several_threads_respect_the_time_limit() {
    let mut engine = EngineProcess::start(&["hex(size=7)", "--threads", "3"]);
    engine.ask("hexarium-level time:100ms");
    let start = Instant::now();
    engine.genmove();
    assert_within("hex: 100 ms by three threads", start.elapsed(), Duration::from_millis(600));
}

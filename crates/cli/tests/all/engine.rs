//! The engine as a driver meets it: in real time, and with lines that come while it thinks.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const GAMES: [&str; 5] = ["hex", "coalesce", "harvest", "fire-ants", "protista"];

struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hexarium"))
            .arg("engine")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let _ = sender.send((Instant::now(), line));
            }
        });
        let input = child.stdin.take().unwrap();
        Self { child, input, lines }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).unwrap();
    }

    /// The next line, and when it came.
    fn hear(&mut self) -> (Instant, String) {
        self.lines.recv_timeout(Duration::from_secs(60)).expect("the engine says something")
    }

    /// Waits for a line that satisfies.
    fn wait_for(&mut self, wanted: impl Fn(&str) -> bool) -> (Instant, String) {
        loop {
            let (when, line) = self.hear();
            if wanted(&line) {
                return (when, line);
            }
        }
    }

    /// The answer to a line that has a one-line answer.
    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        let (_, answer) = self.wait_for(|line| !line.is_empty());
        assert_eq!(self.hear().1, "");
        answer
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

#[test]
fn an_analysis_ends_within_fifty_milliseconds_when_the_next_line_comes() {
    for game in GAMES {
        let mut engine = Engine::start(&[game]);
        let mut waits = Vec::new();
        // A busy machine may be late now and then; the engine itself must not be.
        for _ in 0..5 {
            engine.send("hexarium-analyze 5");
            engine.wait_for(|line| line.starts_with("info move "));
            std::thread::sleep(Duration::from_millis(120));
            let sent = Instant::now();
            engine.send("name");
            let (when, _) = engine.wait_for(|line| line == "= Hexarium");
            waits.push(when.duration_since(sent));
            assert_eq!(engine.hear().1, "");
        }
        let best = waits.iter().min().unwrap();
        assert!(*best <= Duration::from_millis(50), "{game}: {waits:?}");
    }
}

#[test]
fn an_analysis_reports_again_and_again_with_visits_that_grow() {
    let mut engine = Engine::start(&["hex(size=9)"]);
    engine.send("12 hexarium-analyze 5");
    assert_eq!(engine.hear().1, "=12 ");
    let mut last = 0;
    for _ in 0..3 {
        // The first line of a report has the most visits of it.
        let line = engine.hear().1;
        let words: Vec<&str> = line.split(' ').collect();
        let visits: u64 = words[4].parse().unwrap();
        assert!(visits > last, "{line}");
        last = visits;
        let first = format!("info move {} ", words[2]);
        // The best action may change from report to report, but is named once in each.
        let mut seen = vec![first];
        loop {
            let line = engine.lines.recv_timeout(Duration::from_millis(30));
            let Ok((_, line)) = line else { break };
            let name = line.split(' ').take(3).collect::<Vec<_>>().join(" ") + " ";
            if seen.contains(&name) {
                break;
            }
            seen.push(name);
        }
    }
    engine.send("");
    engine.wait_for(str::is_empty);
    assert_eq!(engine.ask("name"), "= Hexarium");
}

#[test]
fn everything_sent_at_once_is_answered_in_order() {
    let mut engine = Engine::start(&["hex(size=5)"]);
    engine.send("1 hexarium-analyze\n2 name\n3 genmove b\n4 hexarium-analyze 1\n5 name\nhexarium-level 1\n6 genmove w");
    let mut heads = Vec::new();
    while heads.len() < 7 {
        let line = engine.wait_for(|line| line.starts_with('=')).1;
        heads.push(line.split(' ').next().unwrap().to_string());
    }
    assert_eq!(heads, ["=1", "=2", "=3", "=4", "=5", "=", "=6"]);
}

#[test]
fn the_clock_is_kept() {
    for game in GAMES {
        let mut engine = Engine::start(&[game]);
        engine.ask("time_settings 6 0 0");
        let start = Instant::now();
        let colour = engine.ask("gogui-rules_side_to_move").replace("= ", "");
        let answer = engine.ask(&format!("genmove {colour}"));
        assert!(answer.starts_with("= "), "{game}: {answer}");
        assert!(start.elapsed() < Duration::from_millis(900), "{game}: {:?} of 6 s", start.elapsed());
        engine.ask("time_settings 0 0 0");
        let start = Instant::now();
        let colour = engine.ask("gogui-rules_side_to_move").replace("= ", "");
        assert!(engine.ask(&format!("genmove {colour}")).starts_with("= "), "{game}: without any time");
        assert!(start.elapsed() < Duration::from_millis(500), "{game}: {:?} without any time", start.elapsed());
    }
}

#[test]
fn several_threads_think_together() {
    let mut engine = Engine::start(&["hex(size=7)", "--threads", "3"]);
    engine.ask("hexarium-level time:100ms");
    let start = Instant::now();
    assert!(engine.ask("genmove b").starts_with("= "));
    assert!(start.elapsed() < Duration::from_millis(600), "{:?}", start.elapsed());
    let output =
        Command::new(env!("CARGO_BIN_EXE_hexarium")).args(["engine", "hex", "--threads", "0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--threads is 0; expected 1 to 64"));
}

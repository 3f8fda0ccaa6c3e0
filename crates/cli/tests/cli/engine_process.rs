//! A running `hexarium engine`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use hexarium_server::testing::DEADLINE;

/// An engine in its own process.
pub(crate) struct EngineProcess {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
}

impl EngineProcess {
    pub(crate) fn start(arguments: &[&str]) -> Self {
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

    pub(crate) fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).unwrap();
    }

    /// Returns the next line and its time of arrival.
    #[track_caller]
    pub(crate) fn next_line(&mut self) -> (Instant, String) {
        let line = self.lines.recv_timeout(DEADLINE);
        line.unwrap_or_else(|problem| panic!("no line of the engine within {DEADLINE:?}: {problem}"))
    }

    /// Waits for a line that satisfies a condition.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, condition: impl Fn(&str) -> bool) -> (Instant, String) {
        loop {
            let (time, line) = self.next_line();
            if condition(&line) {
                return (time, line);
            }
        }
    }

    /// Sends a command and returns its one-line response.
    #[track_caller]
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.send(line);
        let (_, answer) = self.wait_for(|line| !line.is_empty());
        assert_eq!(self.next_line().1, "");
        answer
    }

    /// Makes the engine choose an action for the side to move.
    #[track_caller]
    pub(crate) fn genmove(&mut self) -> String {
        let side = self.ask("gogui-rules_side_to_move").replace("= ", "");
        let answer = self.ask(&format!("genmove {side}"));
        assert!(answer.starts_with("= "), "{answer}");
        answer
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

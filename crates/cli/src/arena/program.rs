//! A GTP program in a child process.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hexarium_kernel::shortened;

/// A running program.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The last output on standard error: often the reason for its exit.
    last_error: Arc<Mutex<String>>,
}

/// The reason why a response is missing.
#[derive(Debug)]
pub(crate) enum ProgramError {
    /// The response was an error (`?`).
    Response(String),
    /// The program has exited; its last output on standard error.
    Exited(String),
    /// The response timed out.
    Timeout(Duration),
    /// The output is not a GTP response.
    InvalidResponse(String),
}

/// Maximum length of a line, so that a defective program cannot exhaust the memory.
const LONGEST_LINE: u64 = 1 << 20;

/// Time for a program to exit after `quit` before it is killed.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// The unit of processor time in `/proc`, in milliseconds.
const TICK_MS: u64 = 10;

impl Program {
    /// Starts a program: words separated by spaces, with single or double quotes around words that
    /// contain spaces.
    pub(crate) fn start(command: &str) -> Result<Self, String> {
        let words = shlex::split(command).ok_or("unclosed quote or trailing backslash in the command")?;
        let (name, arguments) =
            words.split_first().ok_or("missing program after 'gtp:': expected a command such as gtp:./engine")?;
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| format!("cannot start '{}': {e}", shortened(name)))?;
        let (sender, lines) = channel();
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || read_lines(output, &sender));
        }
        let last_error = Arc::new(Mutex::new(String::new()));
        if let Some(errors) = child.stderr.take() {
            let last_error = last_error.clone();
            std::thread::spawn(move || read_errors(errors, &last_error));
        }
        let input = child.stdin.take();
        Ok(Self { child, input, lines, last_error })
    }

    /// Sends a command and waits for the response, for at most `timeout`.
    pub(crate) fn ask(&mut self, command: &str, timeout: Duration) -> Result<String, ProgramError> {
        let sent = self.input.as_mut().map(|input| writeln!(input, "{command}").and_then(|()| input.flush()));
        if !matches!(sent, Some(Ok(()))) {
            return Err(self.exited());
        }
        let end = Instant::now() + timeout;
        let mut answer = String::new();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(ProgramError::Timeout(timeout)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.exited()),
            };
            let line = line.trim_end();
            match (line.is_empty(), answer.is_empty()) {
                (true, true) => {}
                (true, false) => break,
                (false, true) if !line.starts_with(['=', '?']) => {
                    return Err(ProgramError::InvalidResponse(line.to_string()));
                }
                (false, _) => {
                    answer.push_str(line);
                    answer.push('\n');
                }
            }
        }
        let body = answer[1..].trim();
        let body = body.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        if answer.starts_with('=') { Ok(body.to_string()) } else { Err(ProgramError::Response(body.to_string())) }
    }

    /// Returns the processor time of the program so far, all threads included; `None` on systems
    /// without `/proc`.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name of the program, in parentheses, may contain spaces.
        let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        Some(Duration::from_millis((ticks()? + ticks()?) * TICK_MS))
    }

    fn exited(&mut self) -> ProgramError {
        // The last output on standard error may arrive shortly after the exit.
        std::thread::sleep(Duration::from_millis(50));
        ProgramError::Exited(self.last_error.lock().map(|text| text.clone()).unwrap_or_default())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = writeln!(input, "quit");
        }
        let end = Instant::now() + QUIT_TIMEOUT;
        while Instant::now() < end {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_lines(output: impl Read, sender: &Sender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while matches!((&mut output).take(LONGEST_LINE).read_until(b'\n', &mut line), Ok(1..)) {
        if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            return;
        }
        line.clear();
    }
}

fn read_errors(errors: impl Read, last_error: &Mutex<String>) {
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    while matches!((&mut errors).take(LONGEST_LINE).read_until(b'\n', &mut line), Ok(1..)) {
        let text = String::from_utf8_lossy(&line).trim().to_string();
        if let Ok(mut last_error) = last_error.lock()
            && !text.is_empty()
        {
            *last_error = text;
        }
        line.clear();
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Response(text) => write!(f, "GTP error: {}", shortened(text)),
            Self::Exited(text) if text.is_empty() => write!(f, "the engine exited"),
            Self::Exited(text) => write!(f, "the engine exited with '{}'", shortened(text)),
            Self::Timeout(timeout) => write!(f, "no response within {} s", timeout.as_secs_f64()),
            Self::InvalidResponse(text) => {
                write!(f, "invalid response '{}': expected = or ? at its start", shortened(text))
            }
        }
    }
}

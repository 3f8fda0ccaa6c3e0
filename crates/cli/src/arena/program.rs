//! A program that is asked and answers in GTP.

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
    /// What it said last on standard error: often the reason why it is no more.
    complaint: Arc<Mutex<String>>,
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// It answered with `?`.
    Refused(String),
    /// It has ended; what it said last on standard error.
    Gone(String),
    /// It did not answer for so long.
    Silent(Duration),
    /// It said something that is no answer.
    Garbage(String),
}

/// The longest line that is read: no answer is longer, and a program gone mad must not fill the memory.
const LONGEST_LINE: u64 = 1 << 20;

/// How long a program may take to end after `quit` before it is ended.
const FAREWELL: Duration = Duration::from_millis(500);

impl Program {
    /// Starts a program: words separated by spaces, with quotes of either kind around those that have some.
    pub(crate) fn start(command: &str) -> Result<Self, String> {
        let words = words(command)?;
        let (name, arguments) = words.split_first().ok_or("there is no program behind gtp:")?;
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| format!("cannot start '{}': {e}", shortened(name)))?;
        let (sender, lines) = channel();
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || listen(output, &sender));
        }
        let complaint = Arc::new(Mutex::new(String::new()));
        if let Some(errors) = child.stderr.take() {
            let complaint = complaint.clone();
            std::thread::spawn(move || overhear(errors, &complaint));
        }
        let input = child.stdin.take();
        Ok(Self { child, input, lines, complaint })
    }

    /// Sends a command and waits for the answer, for as long as `patience` says.
    pub(crate) fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Trouble> {
        let sent = self.input.as_mut().map(|input| writeln!(input, "{command}").and_then(|()| input.flush()));
        if !matches!(sent, Some(Ok(()))) {
            return Err(self.gone());
        }
        let end = Instant::now() + patience;
        let mut answer = String::new();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(Trouble::Silent(patience)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            };
            let line = line.trim_end();
            match (line.is_empty(), answer.is_empty()) {
                (true, true) => {}
                (true, false) => break,
                (false, true) if !line.starts_with(['=', '?']) => return Err(Trouble::Garbage(line.to_string())),
                (false, _) => {
                    answer.push_str(line);
                    answer.push('\n');
                }
            }
        }
        let body = answer[1..].trim();
        let body = body.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        if answer.starts_with('=') { Ok(body.to_string()) } else { Err(Trouble::Refused(body.to_string())) }
    }

    fn gone(&mut self) -> Trouble {
        // Its last words may come a moment after its end.
        std::thread::sleep(Duration::from_millis(50));
        Trouble::Gone(self.complaint.lock().map(|text| text.clone()).unwrap_or_default())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = writeln!(input, "quit");
        }
        let end = Instant::now() + FAREWELL;
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

fn listen(output: impl Read, sender: &Sender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while matches!((&mut output).take(LONGEST_LINE).read_until(b'\n', &mut line), Ok(1..)) {
        if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            return;
        }
        line.clear();
    }
}

fn overhear(errors: impl Read, complaint: &Mutex<String>) {
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    while matches!((&mut errors).take(LONGEST_LINE).read_until(b'\n', &mut line), Ok(1..)) {
        let text = String::from_utf8_lossy(&line).trim().to_string();
        if let Ok(mut complaint) = complaint.lock()
            && !text.is_empty()
        {
            *complaint = text;
        }
        line.clear();
    }
}

/// The words of a command line.
fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(quote) = quote {
        return Err(format!("a {quote} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(text) => write!(f, "refused: {}", shortened(text)),
            Self::Gone(text) if text.is_empty() => write!(f, "the program has ended"),
            Self::Gone(text) => write!(f, "the program has ended, saying '{}'", shortened(text)),
            Self::Silent(patience) => write!(f, "no answer within {} s", patience.as_secs_f64()),
            Self::Garbage(text) => write!(f, "answered '{}', which begins with neither = nor ?", shortened(text)),
        }
    }
}

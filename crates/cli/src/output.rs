//! Standard output, standard error and exit codes.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::error::ErrorKind as Usage;

/// The output of a command, or a one-line error about its input.
pub(crate) type Outcome = Result<String, String>;

const BAD_INPUT: u8 = 2;

/// Writes the result of a command.
pub(crate) fn finish(outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(text) => write(&text),
        Err(problem) => {
            eprintln!("hexarium: {problem}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Writes to standard output. A closed pipe (`hexarium … | head`) is not an error.
pub(crate) fn write(text: &str) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("hexarium: cannot write: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Writes binary data to standard output.
pub(crate) fn write_bytes(bytes: &[u8]) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("cannot write: {error}")),
        _ => Ok(()),
    }
}

/// Prints help and version unchanged, and any argument error as one line.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        Usage::DisplayHelp | Usage::DisplayVersion => write(&error.render().to_string()),
        Usage::DisplayHelpOnMissingArgumentOrSubcommand => {
            finish(Err("missing command: see hexarium --help".to_string()))
        }
        _ => {
            let text = error.render().to_string();
            let lines: Vec<&str> = text
                .lines()
                .map(str::trim)
                .take_while(|l| !l.starts_with("Usage:") && !l.starts_with("For more"))
                .collect();
            let line = lines.join(" ");
            let line = line.trim_start_matches("error: ").split_whitespace().collect::<Vec<_>>().join(" ");
            let line: String = line.chars().take(300).collect();
            finish(Err(format!("{line}; see hexarium --help")))
        }
    }
}

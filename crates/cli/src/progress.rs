//! Progress of long commands.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Progress output on standard error: a line updated in place on a terminal, occasional lines
/// otherwise.
pub(crate) struct Progress {
    terminal: bool,
    last: Instant,
}

/// Interval between lines where standard error is not a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(20);

/// Width of a bar, in characters.
const BAR: usize = 24;

impl Progress {
    pub(crate) fn new() -> Self {
        Self { terminal: std::io::stderr().is_terminal(), last: Instant::now() }
    }

    pub(crate) fn show(&mut self, line: &str) {
        if self.terminal {
            eprint!("\r\x1b[K{line}");
        } else if self.last.elapsed() >= LINE_INTERVAL {
            self.last = Instant::now();
            eprintln!("{line}");
        }
    }

    pub(crate) fn end(&self) {
        if self.terminal {
            eprint!("\r\x1b[K");
        }
    }
}

/// Returns a bar that is filled by a share from 0 to 1.
pub(crate) fn bar(share: f64) -> String {
    let full = (share.clamp(0.0, 1.0) * BAR as f64).round() as usize;
    format!("[{}{}]", "#".repeat(full), ".".repeat(BAR - full))
}

/// Formats a duration: `45 s`, `12 min`, `3.5 h`.
pub(crate) fn format_duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..90.0 => format!("{seconds:.0} s"),
        ..5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

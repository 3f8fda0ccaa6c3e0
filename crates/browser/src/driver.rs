//! The program that drives Chromium.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A running `chromedriver`. It ends when this is dropped, and takes its browsers with it.
pub(crate) struct Driver {
    child: Child,
    /// Where it listens.
    pub(crate) address: String,
}

impl Driver {
    /// Starts it on a free port.
    #[track_caller]
    pub(crate) fn start() -> Self {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap_or_else(|problem| {
            panic!("chromedriver cannot be started ({problem}): `cargo xtask browser` installs it and Chromium")
        });
        let mut lines = BufReader::new(child.stdout.take().expect("the output is a pipe")).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        let Some(port) = port else {
            let _ = child.kill();
            let _ = child.wait();
            panic!("chromedriver says no port that it listens on");
        };
        // Somebody has to read what it says, or it would wait for that one day.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Self { child, address: format!("http://127.0.0.1:{port}") }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

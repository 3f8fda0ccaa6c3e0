//! ChromeDriver, the program that controls Chromium.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A running `chromedriver`. It is ended when this is dropped, and its browsers with it.
pub(crate) struct Driver {
    child: Child,
    /// The address that it listens on.
    pub(crate) address: String,
}

impl Driver {
    /// Starts `chromedriver` on a free port.
    ///
    /// # Errors
    /// If it ends before it listens, as it may on a busy machine.
    ///
    /// # Panics
    /// If it is not installed.
    #[track_caller]
    pub(crate) fn start() -> Result<Self, String> {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap_or_else(|problem| {
            panic!("cannot start chromedriver ({problem}): run `cargo xtask browser` to install it")
        });
        let mut lines = BufReader::new(child.stdout.take().expect("the output is a pipe")).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        let Some(port) = port else {
            let _ = child.kill();
            let _ = child.wait();
            return Err("chromedriver does not report its port".to_string());
        };
        // Its output must be read, otherwise it blocks when the pipe is full.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Ok(Self { child, address: format!("http://127.0.0.1:{port}") })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

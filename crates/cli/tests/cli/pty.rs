//! The program in a pseudo-terminal with a virtual screen.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use hexarium_server::testing::eventually;
use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// A program in a terminal.
pub(crate) struct Pty {
    master: Option<Box<dyn MasterPty + Send>>,
    writer: Option<Box<dyn Write + Send>>,
    child: Box<dyn Child + Send + Sync>,
    parser: Arc<Mutex<vt100::Parser>>,
    closing: Arc<AtomicBool>,
    reader: Option<std::thread::JoinHandle<()>>,
}

impl Pty {
    /// Starts `hexarium` with arguments; games are saved in the folder.
    pub(crate) fn start(size: (u16, u16), folder: &Path, arguments: &[&str]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_hexarium"));
        command.args(arguments);
        Self::spawn(size, folder, command)
    }

    /// Starts a shell script, in which `$HEXARIUM` is the program.
    pub(crate) fn script(size: (u16, u16), folder: &Path, script: &str) -> Self {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", script]);
        command.env("HEXARIUM", env!("CARGO_BIN_EXE_hexarium"));
        Self::spawn(size, folder, command)
    }

    fn spawn((columns, rows): (u16, u16), folder: &Path, mut command: CommandBuilder) -> Self {
        for (name, value) in
            [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8"), ("RUST_BACKTRACE", "0")]
        {
            command.env(name, value);
        }
        for name in ["COLORTERM", "NO_COLOR", "HEXARIUM_TOKEN"] {
            command.env_remove(name);
        }
        command.env("XDG_DATA_HOME", folder);
        command.cwd(folder);
        let pair = native_pty_system().openpty(size_of(columns, rows)).expect("a pseudo-terminal");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let parser = Arc::new(Mutex::new(vt100::Parser::new(whole(rows), whole(columns), 0)));
        let closing = Arc::new(AtomicBool::new(false));
        let mut input = pair.master.try_clone_reader().unwrap();
        let (shared, stop) = (parser.clone(), closing.clone());
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = input.read(&mut bytes) {
                shared.lock().unwrap().process(&bytes[..count]);
                if stop.load(Ordering::SeqCst) {
                    return;
                }
            }
        });
        let writer = pair.master.take_writer().unwrap();
        Self { master: Some(pair.master), writer: Some(writer), child, parser, closing, reader: Some(reader) }
    }

    /// Types a text.
    pub(crate) fn write(&mut self, text: &str) {
        let writer = self.writer.as_mut().expect("the terminal is open");
        writer.write_all(text.as_bytes()).and_then(|()| writer.flush()).expect("the terminal takes keys");
    }

    /// The contents of the screen.
    pub(crate) fn screen(&self) -> vt100::Screen {
        self.parser.lock().unwrap().screen().clone()
    }

    /// The contents of the screen as text.
    pub(crate) fn text(&self) -> String {
        self.screen().contents()
    }

    /// Waits until a text is on the screen.
    pub(crate) fn wait_for(&self, what: &str) -> String {
        self.wait_until(what, |text| text.contains(what))
    }

    /// Waits until the text on the screen satisfies a condition.
    pub(crate) fn wait_until(&self, what: &str, fits: impl Fn(&str) -> bool) -> String {
        eventually(what, || {
            let text = self.text();
            if fits(&text) { Ok(text) } else { Err(text) }
        })
    }

    /// Resizes the terminal.
    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        self.parser.lock().unwrap().screen_mut().set_size(whole(rows), whole(columns));
        self.master.as_ref().unwrap().resize(size_of(columns, rows)).unwrap();
    }

    /// Closes the terminal, like closing its window.
    pub(crate) fn close(&mut self) {
        self.closing.store(true, Ordering::SeqCst);
        // The reader is blocked in a read: a key makes the program draw.
        self.write("\x1b[C");
        self.reader.take().unwrap().join().unwrap();
        self.writer = None;
        self.master = None;
    }

    /// Waits until the program exits.
    pub(crate) fn end(&mut self) -> ExitStatus {
        let parser = self.parser.clone();
        eventually("the end of the program", || {
            let status = self.child.try_wait().map_err(|e| e.to_string())?;
            status.ok_or_else(|| parser.lock().unwrap().screen().contents())
        })
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

fn whole(size: u16) -> NonZeroU16 {
    NonZeroU16::new(size).expect("the size is positive")
}

fn size_of(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// Waits until a condition holds.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    eventually(what, || if holds() { Ok(()) } else { Err("it does not hold".to_string()) });
}

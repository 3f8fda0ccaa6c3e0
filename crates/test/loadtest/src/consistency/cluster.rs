//! A server of one or two nodes in processes of their own, whose surroundings can fail.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use hexarium_server::testing::{Folder, Postgres, Proxy};

use super::fault::Kind;

/// The library that changes the time of a process, in the folder of Debian's package.
const FAKETIME: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/// Starts a program that gets an error from a write beyond the size limit instead of a signal.
const WITHOUT_SIGNAL: &str = r#"trap '' XFSZ; exec "$@""#;

/// The time for which a terminated node may write its last events.
const ENDING: Duration = Duration::from_secs(25);

/// The kind of database of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatabaseKind {
    /// SQLite, with one node.
    Sqlite,
    /// PostgreSQL, with two nodes.
    Postgres,
}

/// A server with its database.
pub(super) struct Cluster {
    nodes: Vec<Node>,
    postgres: Option<Postgres>,
    _folder: Folder,
}

/// A node, which can be killed and started again at the same address.
struct Node {
    program: PathBuf,
    database: String,
    port: u16,
    proxy: Option<Proxy>,
    child: Option<Child>,
    /// The file with the offset of the node's system clock.
    clock: PathBuf,
    /// The hours of that offset.
    offset: i32,
    log: PathBuf,
}

impl Cluster {
    /// Starts a database and the nodes. The logs are written to the folder `logs`.
    pub(super) fn start(program: &Path, database: DatabaseKind, logs: &Path) -> Result<Self, String> {
        if !Path::new(FAKETIME).exists() {
            return Err(format!("{FAKETIME} is missing: install Debian's package libfaketime"));
        }
        fs::create_dir_all(logs).map_err(|e| format!("{}: {e}", logs.display()))?;
        let folder = Folder::new();
        let postgres = (database == DatabaseKind::Postgres).then(Postgres::start);
        let number = if postgres.is_some() { 2 } else { 1 };
        let mut nodes = Vec::new();
        for n in 0..number {
            let proxy = postgres.as_ref().map(|postgres| Proxy::start(postgres.port()));
            let database = match (&postgres, &proxy) {
                (Some(postgres), Some(proxy)) => proxy.through(&postgres.url("consistency")),
                _ => folder.path().join("games.sqlite").to_string_lossy().into_owned(),
            };
            let clock = folder.path().join(format!("clock-{n}"));
            let listener = TcpListener::bind("127.0.0.1:0").map_err(|e| e.to_string())?;
            let port = listener.local_addr().map_err(|e| e.to_string())?.port();
            let (program, log) = (program.to_path_buf(), logs.join(format!("node-{n}.log")));
            let mut node = Node { program, database, port, proxy, child: None, clock, offset: 0, log };
            drop(listener);
            node.set_clock(0)?;
            node.start()?;
            nodes.push(node);
        }
        Ok(Self { nodes, postgres, _folder: folder })
    }

    /// The addresses of the nodes.
    pub(super) fn urls(&self) -> Vec<String> {
        self.nodes.iter().map(|node| format!("http://127.0.0.1:{}", node.port)).collect()
    }

    /// Begins a fault. [`Cluster::end`] ends it.
    pub(super) fn begin(&mut self, kind: Kind, number: usize) -> Result<(), String> {
        let node = &mut self.nodes[number];
        if let Some(proxy) = &node.proxy {
            proxy.expire();
        }
        match kind {
            Kind::Pause => node.signal("STOP"),
            Kind::Kill => node.kill(),
            Kind::Terminate => node.signal("TERM"),
            Kind::ClockForward => node.set_clock(node.offset + 1),
            Kind::ClockBack => node.set_clock(node.offset - 1),
            Kind::ClockForwardRestart => node.set_clock(node.offset + 1).and_then(|()| node.kill()),
            Kind::ClockBackRestart => node.set_clock(node.offset - 1).and_then(|()| node.kill()),
            Kind::DiskFull => node.limit_files("1000"),
            Kind::Reset => {
                node.proxy.iter().for_each(Proxy::cut);
                Ok(())
            }
            Kind::DatabaseCrash => {
                self.postgres.iter().for_each(Postgres::crash);
                Ok(())
            }
            _ => {
                if let (Some(proxy), Some((directions, lost))) = (&node.proxy, kind.directions()) {
                    if lost {
                        proxy.drop_bytes(directions);
                    } else {
                        proxy.hold_bytes(directions);
                    }
                }
                Ok(())
            }
        }
    }

    /// Ends a fault.
    pub(super) fn end(&mut self, kind: Kind, number: usize) -> Result<(), String> {
        let node = &mut self.nodes[number];
        match kind {
            Kind::Pause => node.signal("CONT"),
            Kind::Kill | Kind::ClockForwardRestart | Kind::ClockBackRestart => node.start(),
            Kind::Terminate => node.wait().and_then(|()| node.start()),
            Kind::DiskFull => node.limit_files("unlimited"),
            Kind::DatabaseCrash => {
                self.postgres.iter().for_each(Postgres::restart);
                Ok(())
            }
            Kind::Reset | Kind::ClockForward | Kind::ClockBack => Ok(()),
            _ => {
                node.proxy.iter().for_each(Proxy::restore);
                Ok(())
            }
        }
    }

    /// Returns an error if a node has ended by itself.
    pub(super) fn running(&mut self) -> Result<(), String> {
        for (number, node) in self.nodes.iter_mut().enumerate() {
            let ended = node.child.as_mut().map(|child| child.try_wait().map_err(|e| e.to_string())).transpose()?;
            if let Some(Some(status)) = ended {
                return Err(format!("node {number} ended by itself: {status}; see {}", node.log.display()));
            }
        }
        Ok(())
    }
}

impl Node {
    fn start(&mut self) -> Result<(), String> {
        let mut command = Command::new("sh");
        command.args(["-c", WITHOUT_SIGNAL, "sh"]).arg(&self.program);
        command.args(["serve", "--unlimited", "--engines", "0", "--listen", &format!("127.0.0.1:{}", self.port)]);
        command.args(["--db", &self.database]).env("RUST_LOG", "info").env("LD_PRELOAD", FAKETIME);
        command.env("FAKETIME_TIMESTAMP_FILE", &self.clock).env("FAKETIME_NO_CACHE", "1");
        command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut child = child.map_err(|e| format!("cannot start {}: {e}", self.program.display()))?;
        // The limit of the size of files would hold for a log that the node writes itself.
        let log = fs::OpenOptions::new().create(true).append(true).open(&self.log);
        let mut log = log.map_err(|e| format!("{}: {e}", self.log.display()))?;
        if let Some(errors) = child.stderr.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(errors).lines().map_while(Result::ok) {
                    let _ = std::io::Write::write_all(&mut log, format!("{line}\n").as_bytes());
                }
            });
        }
        self.child = Some(child);
        Ok(())
    }

    /// Kills the node and waits for its end.
    fn kill(&mut self) -> Result<(), String> {
        let Some(mut child) = self.child.take() else { return Ok(()) };
        child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
        Ok(())
    }

    /// Waits for the end of a terminated node.
    fn wait(&mut self) -> Result<(), String> {
        let Some(mut child) = self.child.take() else { return Ok(()) };
        let start = Instant::now();
        while child.try_wait().map_err(|e| e.to_string())?.is_none() {
            if start.elapsed() > ENDING {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("a node did not end within {ENDING:?}"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    fn signal(&self, signal: &str) -> Result<(), String> {
        let Some(child) = &self.child else { return Ok(()) };
        run(Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()))
    }

    /// Limits the size of all files that the node writes from now on.
    fn limit_files(&self, bytes: &str) -> Result<(), String> {
        let Some(child) = &self.child else { return Ok(()) };
        // The hard limit stays, so that the soft one can be lifted again.
        run(Command::new("prlimit").args([format!("--pid={}", child.id()), format!("--fsize={bytes}:")]))
    }

    /// Sets the offset of the node's system clock.
    fn set_clock(&mut self, hours: i32) -> Result<(), String> {
        self.offset = hours;
        // Renamed into place, so that the node never reads half of it.
        let new = self.clock.with_extension("new");
        let written = fs::write(&new, format!("{:+}\n", hours * 3600)).and_then(|()| fs::rename(&new, &self.clock));
        written.map_err(|e| format!("{}: {e}", self.clock.display()))
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // An error means that it has ended.
        let _ = self.kill();
    }
}

fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|e| format!("{command:?}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed")) }
}

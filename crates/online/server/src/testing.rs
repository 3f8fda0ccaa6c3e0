//! Temporary folders, PostgreSQL servers and failing networks for tests.

mod proxy;
mod waiting;

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Weak};

pub use proxy::{Direction, Proxy};
pub use waiting::{DEADLINE, eventually, eventually_async, try_eventually, within};

/// Returns a number that is unique in this process.
fn number() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A temporary folder, removed with its content when dropped.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates an empty folder.
    pub fn new() -> Self {
        let path = std::env::temp_dir().join(format!("hexarium-test-{}-{}", std::process::id(), number()));
        std::fs::create_dir_all(&path).unwrap_or_else(|e| panic!("cannot make {}: {e}", path.display()));
        Self(path)
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Default for Folder {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A PostgreSQL server on a free port of this machine, with its default durability settings. It is
/// stopped and removed when dropped, and also when the test process ends in any other way.
pub struct Postgres {
    bin: PathBuf,
    folder: PathBuf,
    port: u16,
    /// Waits for the end of its input, which comes with the end of this process, and then cleans
    /// up.
    keeper: Child,
}

impl Postgres {
    /// Creates and starts a new server.
    pub fn start() -> Self {
        let bin = binaries();
        let folder = std::env::temp_dir().join(format!("hexarium-postgres-{}-{}", std::process::id(), number()));
        let mut make = if is_root() { Command::new("install") } else { Command::new("mkdir") };
        if is_root() {
            make.args(["-d", "-o", "postgres", "-m", "700"]);
        }
        run(make.arg(&folder));
        let script = r#"trap '' INT TERM HUP; cat >/dev/null; "$@" stop -m immediate -w >/dev/null 2>&1; rm -rf "$0""#;
        let mut keeper = Command::new("sh");
        keeper
            .args(["-c", script])
            .arg(&folder)
            .args(as_postgres(&bin.join("pg_ctl")))
            .arg("-D")
            .arg(folder.join("data"));
        let keeper = keeper.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let keeper = keeper.unwrap_or_else(|e| panic!("cannot start sh: {e}"));
        let mut postgres = Self { bin, folder, port: 0, keeper };
        // Creating the empty cluster skips fsync; the running server never does.
        let options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
        run(postgres.command("initdb").args(options).arg("-D").arg(postgres.folder.join("data")));
        for _ in 0..5 {
            postgres.port = free_port();
            if postgres.go() {
                return postgres;
            }
        }
        panic!("PostgreSQL did not start:\n{}", postgres.log());
    }

    /// Returns the server that the tests of this process share while any of them uses it.
    pub fn shared() -> Arc<Self> {
        static SHARED: Mutex<Weak<Postgres>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        shared.upgrade().unwrap_or_else(|| {
            let new = Arc::new(Self::start());
            *shared = Arc::downgrade(&new);
            new
        })
    }

    /// Returns the URL of a database with this name, which is created if missing.
    pub fn url(&self, database: &str) -> String {
        let exists = format!("SELECT 1 FROM pg_database WHERE datname = '{database}'");
        if self.psql("postgres", &exists).is_empty() {
            self.psql("postgres", &format!("CREATE DATABASE \"{database}\""));
        }
        format!("postgres://postgres:none@127.0.0.1:{}/{database}", self.port)
    }

    /// Returns the URL of a new database.
    pub fn fresh(&self) -> String {
        self.url(&format!("fresh_{}", number()))
    }

    /// Returns the port of the server.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Executes a statement and returns its unformatted output.
    pub fn psql(&self, database: &str, sql: &str) -> String {
        let port = self.port.to_string();
        let place = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-U", "postgres", "-p", &port];
        run(Command::new(self.bin.join("psql")).current_dir("/").args(place).args(["-d", database, "-c", sql]))
    }

    /// Writes a dump of a database to a file, as `docs/operations.md` describes it.
    pub fn dump(&self, database: &str, file: &Path) {
        run(Command::new(self.bin.join("pg_dump")).current_dir("/").arg("--file").arg(file).arg(self.url(database)));
    }

    /// Executes the statements of a file, such as a dump, in a database.
    pub fn restore(&self, database: &str, file: &Path) {
        let port = self.port.to_string();
        let place = ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-U", "postgres", "-p", &port];
        run(Command::new(self.bin.join("psql")).current_dir("/").args(place).args(["-d", database, "-f"]).arg(file));
    }

    /// Stops the server immediately, as in a power failure, without finishing or flushing anything.
    pub fn crash(&self) {
        run(self.command("pg_ctl").args(["stop", "-m", "immediate", "-w", "-D"]).arg(self.folder.join("data")));
    }

    /// Restarts the server with the same folder and port.
    pub fn restart(&self) {
        assert!(self.go(), "PostgreSQL did not start again:\n{}", self.log());
    }

    /// Accepts encrypted connections from now on. Returns the file of the server's certificate,
    /// which is valid for 127.0.0.1 and signed by itself.
    pub fn enable_tls(&self) -> PathBuf {
        let data = self.folder.join("data");
        let certificate = data.join("server.crt");
        let words = as_postgres(Path::new("openssl"));
        let mut openssl = Command::new(&words[0]);
        openssl.args(&words[1..]).args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]);
        openssl.args(["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]);
        // The server has no certificate authority: its own certificate is the one to trust.
        openssl.args(["-addext", "basicConstraints=critical,CA:FALSE"]).current_dir("/");
        run(openssl.arg("-out").arg(&certificate).arg("-keyout").arg(data.join("server.key")));
        self.psql("postgres", "ALTER SYSTEM SET ssl = on");
        self.psql("postgres", "SELECT pg_reload_conf()");
        certificate
    }

    fn go(&self) -> bool {
        let options = format!("-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''", self.port);
        let mut command = self.command("pg_ctl");
        command.args(["start", "-w", "-t", "60", "-o", &options, "-l"]).arg(self.folder.join("log"));
        command.arg("-D").arg(self.folder.join("data"));
        // The server must not inherit the pipes of this process.
        let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    fn command(&self, program: &str) -> Command {
        let words = as_postgres(&self.bin.join(program));
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).current_dir("/");
        command
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap_or_else(|e| e.to_string())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

/// Returns the programs of the newest PostgreSQL on this machine.
fn binaries() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .filter(|(_, bin)| bin.join("initdb").exists())
        .collect();
    versions.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = || std::env::split_paths(&path).find(|folder| folder.join("initdb").is_file());
    versions.pop().map(|(_, bin)| bin).or_else(on_path).unwrap_or_else(|| {
        panic!(
            "there is no PostgreSQL in /usr/lib/postgresql or on the PATH: `cargo xtask postgres` or \
             `apt install postgresql`"
        )
    })
}

/// Returns the command of a PostgreSQL program, which refuses to run as root.
fn as_postgres(program: &Path) -> Vec<std::ffi::OsString> {
    let runuser = ["runuser", "-u", "postgres", "--"].map(Into::into);
    let mut words: Vec<std::ffi::OsString> = if is_root() { runuser.to_vec() } else { Vec::new() };
    words.push(program.into());
    words
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

/// Runs a program to its end and returns its output.
fn run(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().unwrap_or_else(|e| panic!("cannot run {command:?}: {e}"));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed: {error}");
    String::from_utf8_lossy(&output.stdout).trim().to_string()
}

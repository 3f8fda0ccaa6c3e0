//! The files of a release in a Debian system that has nothing else.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;

use super::{CHECKSUMS, STATIC, is_released, version};
use crate::files::{children, file_name};
use crate::{apt, run as run_command};

/// The Debian release of the tree.
const RELEASE: &str = "bookworm";

/// Checks the files of a release, each in a new tree.
pub(super) fn run(root: &Path, folder: &Path) -> Result<(), String> {
    if !apt::can_install() {
        return Err("a clean Debian tree is needed, which requires root on Debian".to_string());
    }
    let released: Vec<PathBuf> = children(folder).into_iter().filter(|file| is_released(file)).collect();
    if released.is_empty() {
        return Err(format!("there is nothing in {}: run `cargo xtask dist` first", folder.display()));
    }
    run_command(Command::new("sha256sum").current_dir(folder).args(["--quiet", "--check", CHECKSUMS]))?;
    let base = base(root)?;
    let version = version(root)?;
    for file in &released {
        let name = file_name(file);
        let tree = Tree::new(&base, &crate::target(root).join("dist-check"))?;
        let checked = if name.contains(STATIC) {
            check_static(&tree, file, &version)
        } else if name.ends_with("_amd64.deb") {
            check_debian_package(&tree, file, &version)
        } else if name.ends_with("x86_64.whl") {
            check_wheel(root, &tree, file, &version)
        } else {
            println!("{name}: checksum only");
            continue;
        };
        checked.map_err(|problem| format!("{name}: {problem}"))?;
    }
    Ok(())
}

/// Returns the folder of a Debian system with Python, which is made once.
fn base(root: &Path) -> Result<PathBuf, String> {
    let base = crate::target(root).join("debian-tree");
    if base.join("usr/bin/python3").exists() {
        return Ok(base);
    }
    let has_debootstrap = || Path::new("/usr/sbin/debootstrap").exists();
    apt::ensure(&["debootstrap"], has_debootstrap, "debootstrap")?;
    let _ = fs::remove_dir_all(&base);
    let mut debootstrap = Command::new("debootstrap");
    debootstrap.args(["--variant=minbase", "--include=python3,python3-venv", RELEASE]).arg(&base);
    run_command(debootstrap.stdout(Stdio::null()))?;
    Ok(base)
}

/// A copy of the Debian system, removed when dropped.
struct Tree(PathBuf);

impl Tree {
    fn new(base: &Path, path: &Path) -> Result<Self, String> {
        let _ = fs::remove_dir_all(path);
        run_command(Command::new("cp").arg("--archive").arg(base).arg(path))?;
        Ok(Self(path.to_path_buf()))
    }

    /// A command in the tree, with an environment of its own.
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("chroot");
        command.arg(&self.0).args(words).env_clear();
        command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("HOME", "/root").env("LC_ALL", "C.UTF-8");
        command.stdin(Stdio::null());
        command
    }

    /// Runs a command in the tree and returns its output.
    fn output(&self, words: &[&str]) -> Result<String, String> {
        let output = self.command(words).output().map_err(|e| format!("chroot: {e}"))?;
        let error = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(format!("{} failed: {}", words.join(" "), error.trim()));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Returns the files whose paths contain a word, without those of processes and of the kernel.
    fn files_named(&self, word: &str) -> Result<String, String> {
        let pattern = format!("*{word}*");
        self.output(&["find", "/", "-xdev", "-path", "/proc", "-prune", "-o", "-path", &pattern, "-print"])
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Checks an archive: the program plays, and serves the app.
fn check_static(tree: &Tree, archive: &Path, version: &str) -> Result<(), String> {
    let file = File::open(archive).map_err(|e| e.to_string())?;
    tar::Archive::new(GzDecoder::new(file)).unpack(tree.0.join("opt")).map_err(|e| e.to_string())?;
    let folder = file_name(archive).trim_end_matches(".tar.gz").to_string();
    for file in ["LICENSES-OF-DEPENDENCIES", "man/hexarium-serve.1", "completions/_hexarium", "hexarium.desktop"] {
        let size = fs::metadata(tree.0.join("opt").join(&folder).join(file)).map(|found| found.len());
        size.ok().filter(|size| *size > 100).ok_or_else(|| format!("{file} is missing or empty"))?;
    }
    let program = format!("/opt/{folder}/hexarium");
    check_program(tree, &program, version)?;
    check_server(tree, &program)?;
    println!("{}: plays and serves the app in a clean tree", file_name(archive));
    Ok(())
}

/// Checks that a program plays a match.
fn check_program(tree: &Tree, program: &str, version: &str) -> Result<(), String> {
    let said = tree.output(&[program, "--version"])?;
    if said.trim() != format!("hexarium {version}") {
        return Err(format!("the version is '{}': expected {version}", said.trim()));
    }
    let games = tree.output(&[program, "games"])?;
    for game in games.lines().filter_map(|line| line.split('\t').next()) {
        let players = ["--first", "level:3", "--second", "random", "--games", "2"];
        let played = tree.output(&[&[program, "match", game], &players[..]].concat())?;
        let last = played.lines().last().unwrap_or_default();
        if !last.starts_with("score: 2-0-0 of 2") {
            return Err(format!("level 3 does not beat a random player in {game}: {last}"));
        }
    }
    Ok(())
}

/// Checks that a program serves every file of the app and accepts a game.
fn check_server(tree: &Tree, program: &str) -> Result<(), String> {
    let words = [program, "serve", "--listen", "127.0.0.1:0", "--db", "/root/games.sqlite"];
    let mut command = tree.command(&words);
    let mut server = Server(command.stdout(Stdio::piped()).spawn().map_err(|e| e.to_string())?);
    let output = server.0.stdout.take().ok_or("the server has no output")?;
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).map_err(|e| e.to_string())?;
    let address = line.split("//").nth(1).and_then(|rest| rest.split('/').next());
    let address = address.ok_or_else(|| format!("the server did not start: {line}"))?;
    let get = |path: &str| request(address, &format!("GET {path} HTTP/1.1\r\nAccept-Encoding: br\r\n"), "");
    get("/healthz")?;
    let page = get("/")?;
    if !page.contains("<title>Hexarium") {
        return Err("the page has no title Hexarium".to_string());
    }
    // The service worker lists every file of the app.
    let worker = request(address, "GET /sw.js HTTP/1.1\r\n", "")?;
    let files: Vec<&str> = worker.split('\'').filter(|word| word.contains('.') && !word.contains(' ')).collect();
    for file in files.iter().map(|file| file.trim_start_matches("./")) {
        get(&format!("/{file}"))?;
    }
    if !files.iter().any(|file| file.ends_with(".wasm")) {
        return Err(format!("the app has no program among its {} files", files.len()));
    }
    let guest =
        request(address, "POST /api/v2/guest HTTP/1.1\r\nContent-Type: application/json\r\n", r#"{"name":"Smoke"}"#)?;
    if !guest.contains("Smoke") {
        return Err(format!("a guest is not accepted: {guest}"));
    }
    server.stop()
}

/// A server in the tree, ended when dropped.
struct Server(Child);

impl Server {
    /// Asks the server to end, and waits until it has.
    fn stop(mut self) -> Result<(), String> {
        run_command(Command::new("kill").arg(self.0.id().to_string()))?;
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(40) {
            match self.0.try_wait().map_err(|e| e.to_string())? {
                Some(status) if status.success() => return Ok(()),
                Some(status) => return Err(format!("the server ended with {status}")),
                None => std::thread::sleep(Duration::from_millis(100)),
            }
        }
        Err("the server does not end".to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Sends a request and returns the response, which has to be a success.
fn request(address: &str, head: &str, body: &str) -> Result<String, String> {
    let problem = |e: std::io::Error| format!("{}: {e}", head.lines().next().unwrap_or_default());
    let mut stream = TcpStream::connect(address).map_err(problem)?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).map_err(problem)?;
    let head = format!("{head}Host: {address}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    stream.write_all(head.as_bytes()).map_err(problem)?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).map_err(problem)?;
    let response = String::from_utf8_lossy(&response).into_owned();
    let status = response.lines().next().unwrap_or_default();
    let is_success = status.split(' ').nth(1).is_some_and(|code| code.starts_with('2'));
    if is_success { Ok(response) } else { Err(format!("{}: {status}", head.lines().next().unwrap_or_default())) }
}

/// Checks that a Debian package installs, works and leaves nothing behind.
fn check_debian_package(tree: &Tree, package: &Path, version: &str) -> Result<(), String> {
    let before = tree.files_named("hexarium")?;
    let name = file_name(package);
    fs::copy(package, tree.0.join("root").join(&name)).map_err(|e| e.to_string())?;
    tree.output(&["dpkg", "--install", &format!("/root/{name}")])?;
    check_program(tree, "hexarium", version)?;
    let files = tree.output(&["dpkg", "--listfiles", "hexarium"])?;
    for file in [
        "/usr/bin/hexarium",
        "/usr/share/applications/hexarium.desktop",
        "/usr/share/bash-completion/completions/hexarium",
        "/usr/share/doc/hexarium/copyright",
        "/usr/share/fish/vendor_completions.d/hexarium.fish",
        "/usr/share/icons/hicolor/scalable/apps/hexarium.svg",
        "/usr/share/man/man1/hexarium.1.gz",
        "/usr/share/zsh/vendor-completions/_hexarium",
    ] {
        if !files.lines().any(|found| found == file) {
            return Err(format!("the package has no {file}"));
        }
    }
    tree.output(&["dpkg", "--purge", "hexarium"])?;
    fs::remove_file(tree.0.join("root").join(&name)).map_err(|e| e.to_string())?;
    let after = tree.files_named("hexarium")?;
    if after != before {
        return Err(format!("files are left behind:\n{after}"));
    }
    println!("{name}: installs, plays and is removed in a clean tree");
    Ok(())
}

/// Checks that a wheel installs into a new environment without a compiler, and plays.
fn check_wheel(root: &Path, tree: &Tree, wheel: &Path, version: &str) -> Result<(), String> {
    let wheels = tree.0.join("root/wheels");
    fs::create_dir_all(&wheels).map_err(|e| e.to_string())?;
    let name = file_name(wheel);
    fs::copy(wheel, wheels.join(&name)).map_err(|e| e.to_string())?;
    // The wheels of what the package depends on, for the Python of the tree, which may be offline.
    let python = tree.output(&["python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"])?;
    let mut download = Command::new(crate::python::interpreter(root)?);
    download.args(["-m", "pip", "download", "--quiet", "--only-binary=:all:", "--python-version", python.trim()]);
    run_command(download.args(["--dest"]).arg(&wheels).arg(wheel))?;
    tree.output(&["python3", "-m", "venv", "/root/env"])?;
    let pip = ["/root/env/bin/pip", "install", "--no-index", "--find-links", "/root/wheels", "hexarium"];
    tree.output(&pip)?;
    fs::write(tree.0.join("root/smoke.py"), SMOKE).map_err(|e| e.to_string())?;
    let said = tree.output(&["/root/env/bin/python", "/root/smoke.py"])?;
    if said.trim() != version {
        return Err(format!("the package says '{}': expected {version}", said.trim()));
    }
    println!("{name}: installs and plays in a new environment of a clean tree");
    Ok(())
}

/// A game of every kind in Python.
const SMOKE: &str = "\
import random, hexarium
for name in hexarium.games():
    state = hexarium.load(name).new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    assert sum(state.returns()) == 0, name
print(hexarium.__version__)
";

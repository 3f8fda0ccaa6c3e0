//! The app on this machine.

use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

use crate::{line, run, site};

/// The address of the app.
const ADDRESS: &str = "127.0.0.1:8080";

/// Builds the app and the server, serves the app until interrupted, and opens it in a browser.
pub(crate) fn run_app(root: &Path) -> Result<(), String> {
    site::build(root, &site::folder(root))?;
    let build = ["build", "--release", "--package", "hexarium"];
    run(Command::new("cargo").current_dir(root).args(build))?;
    let mut serve = Command::new("cargo");
    serve.current_dir(root).args([
        "run",
        "--release",
        "--quiet",
        "--package",
        "hexarium",
        "--",
        "serve",
        "--listen",
        ADDRESS,
    ]);
    let mut server = serve.spawn().map_err(|e| format!("{}: {e}", line(&serve)))?;
    if is_ready(&mut server) {
        open(&format!("http://{ADDRESS}/"));
    }
    let status = server.wait().map_err(|e| e.to_string())?;
    if status.success() { Ok(()) } else { Err("the server failed".to_string()) }
}

/// Waits until the server accepts connections; false if it has ended.
fn is_ready(server: &mut Child) -> bool {
    for _ in 0..600 {
        if TcpStream::connect(ADDRESS).is_ok() {
            return true;
        }
        if server.try_wait().is_ok_and(|status| status.is_some()) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    false
}

/// Opens a page in the default browser if there is a screen.
fn open(address: &str) {
    let screen = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let opened = (screen || cfg!(target_os = "macos")) && Command::new(opener).arg(address).spawn().is_ok();
    println!("{} {address}", if opened { "Opened" } else { "Open in a browser:" });
}

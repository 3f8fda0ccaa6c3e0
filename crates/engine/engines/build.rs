//! Lists the shipped networks, so that a file in `networks` is all that a game needs.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=networks");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("networks");
    let files = fs::read_dir(&folder).expect("the folder exists").filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|end| end == "net")).collect();
    files.sort();
    // The app loads networks when they are needed.
    let is_web = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    let mut list = "[\n".to_string();
    for file in &files {
        let id = file.file_stem().expect("a file has a name").to_string_lossy();
        let bytes = if is_web { "&[]".to_string() } else { format!("include_bytes!({file:?})") };
        writeln!(list, "    ({id:?}, {bytes}),").expect("a string can be written to");
    }
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("networks.rs");
    fs::write(out, list + "]\n").expect("the folder for build output can be written to");
}

//! Embeds the built app in the binary: every file of the site, compressed if the site contains a
//! compressed version.
//!
//! The site is built by `cargo xtask site`. Without it the server still builds, and its page
//! explains how to get the app.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The suffix of compressed files.
const PACKED: &str = ".br";

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names a folder for the output"));
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder of the crate"));
    let site = std::env::var_os("HEXARIUM_SITE").map_or_else(|| here.join("../../../target/site"), PathBuf::from);
    println!("cargo::rerun-if-env-changed=HEXARIUM_SITE");
    println!("cargo::rerun-if-changed={}", site.display());

    let mut files = Vec::new();
    collect(&site, &site, &mut files);
    files.sort();
    let mut table = String::from("&[\n");
    for name in files.iter().filter(|name| !name.ends_with(PACKED)) {
        let packed = format!("{name}{PACKED}");
        let is_packed = files.contains(&packed);
        let path = site.join(if is_packed { &packed } else { name });
        let path = path.canonicalize().expect("a file that was found is there");
        writeln!(table, "    ({name:?}, {is_packed}, include_bytes!({path:?})),").expect("a string can be written");
    }
    table += "]\n";
    fs::write(out.join("site.rs"), table).expect("the output can be written");
}

/// Collects the files in a folder and its subfolders, as paths relative to the root with slashes.
fn collect(root: &Path, folder: &Path, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, files);
        } else if let Ok(name) = path.strip_prefix(root) {
            files.push(name.to_string_lossy().replace('\\', "/"));
        }
    }
}

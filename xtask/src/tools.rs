//! Programs from the registry that some commands use, each of one version.

use std::path::Path;
use std::process::Command;

use crate::retry::retry;
use crate::run;

/// A program of a crate.
#[derive(Clone, Copy)]
pub(crate) struct Tool {
    name: &'static str,
    version: &'static str,
}

/// Builds Debian packages.
pub(crate) const CARGO_DEB: Tool = Tool { name: "cargo-deb", version: "3.8.0" };

/// Builds the documentation site.
pub(crate) const MDBOOK: Tool = Tool { name: "mdbook", version: "0.5.4" };

/// Checks licences, sources and vulnerabilities of dependencies.
pub(crate) const CARGO_DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2" };

/// Returns a command that runs a tool, which is compiled into `target/tools` if it is missing.
pub(crate) fn tool(root: &Path, tool: Tool) -> Result<Command, String> {
    let folder = crate::target(root).join("tools");
    let program = folder.join("bin").join(tool.name);
    if !program.is_file() {
        let mut install = Command::new("cargo");
        install.args(["install", "--locked", "--version", tool.version, tool.name, "--root"]).arg(&folder);
        // Quick to compile; the tools have little to do.
        install.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
        install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
        retry(&format!("install {}", tool.name), || run(&mut install))?;
    }
    Ok(Command::new(program))
}

/// Checks licences, sources, duplicates and known vulnerabilities of all dependencies.
pub(crate) fn check_dependencies(root: &Path) -> Result<(), String> {
    for manifest in ["Cargo.toml", "crates/python/Cargo.toml"] {
        let mut deny = tool(root, CARGO_DENY)?;
        deny.current_dir(root).args(["--manifest-path", manifest, "check", "--config"]).arg(root.join("deny.toml"));
        run(&mut deny)?;
    }
    Ok(())
}

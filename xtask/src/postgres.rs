//! PostgreSQL, which the tests of the server start for themselves.

use std::path::Path;

use crate::debian;

/// Installs it where it is missing.
pub(crate) fn install() -> Result<(), String> {
    debian::need(&["postgresql"], is_there, "PostgreSQL, for the tests of the server,")
}

/// Whether there is a version of it, where Debian puts them.
fn is_there() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    versions.map(|version| version.path()).any(|version| Path::new(&version).join("bin/initdb").exists())
}

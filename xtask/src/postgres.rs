//! PostgreSQL, which the tests of the server start themselves.

use std::path::Path;

use crate::{apt, files};

/// Installs PostgreSQL if it is missing.
pub(crate) fn install() -> Result<(), String> {
    apt::ensure(&["postgresql"], is_installed, "PostgreSQL")
}

/// Whether Debian's folder has a version of PostgreSQL, or its programs are on the `PATH`.
fn is_installed() -> bool {
    if files::is_on_path("initdb") {
        return true;
    }
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    versions.map(|version| version.path()).any(|version| Path::new(&version).join("bin/initdb").exists())
}

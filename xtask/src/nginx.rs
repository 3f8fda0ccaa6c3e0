//! nginx, which the tests of the server start themselves.

use std::path::Path;

use crate::apt;

/// Installs nginx if it is missing.
pub(crate) fn install() -> Result<(), String> {
    apt::ensure(&["nginx-light"], is_installed, "nginx")
}

fn is_installed() -> bool {
    Path::new("/usr/sbin/nginx").exists()
}

//! The proxies that the tests of the server start themselves.

use std::path::Path;

use crate::apt;

/// Installs nginx and Caddy if they are missing.
pub(crate) fn install() -> Result<(), String> {
    apt::ensure(&["nginx-light", "caddy"], are_installed, "a proxy")
}

fn are_installed() -> bool {
    ["/usr/sbin/nginx", "/usr/bin/caddy"].iter().all(|program| Path::new(program).exists())
}

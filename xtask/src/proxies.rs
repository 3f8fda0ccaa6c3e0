//! The proxies that the tests of the server start themselves.

use crate::{apt, files};

/// Installs nginx and Caddy if they are missing.
pub(crate) fn install() -> Result<(), String> {
    apt::ensure(&["nginx-light", "caddy"], are_installed, "a proxy")
}

fn are_installed() -> bool {
    ["nginx", "caddy"].iter().all(|program| files::is_on_path(program))
}

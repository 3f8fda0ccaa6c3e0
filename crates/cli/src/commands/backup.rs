//! `hexarium backup`.

use std::path::Path;

use crate::output::Outcome;

/// Copies the database of a server.
pub(crate) fn run(target: &Path, database: Option<String>) -> Outcome {
    let database = database.map_or_else(super::serve::default_database, Ok)?;
    hexarium_server::backup(&database, target)?;
    Ok(format!("Copied {database} to {}\n", target.display()))
}

//! `hexarium completions` and `hexarium man`, both made from the definition of the arguments.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::Cli;
use crate::output::Outcome;

/// Returns the completions of a shell.
pub(crate) fn completions(shell: Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "hexarium", &mut script);
    Ok(String::from_utf8_lossy(&script).into_owned())
}

/// Writes a manual page for each command into a folder, or returns the main page.
pub(crate) fn pages(folder: Option<&Path>) -> Outcome {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        Man::new(Cli::command()).render(&mut page).map_err(|e| format!("cannot write the page: {e}"))?;
        return Ok(String::from_utf8_lossy(&page).into_owned());
    };
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    written.map_err(|e| format!("cannot write {}: {e}", folder.display()))?;
    Ok(String::new())
}

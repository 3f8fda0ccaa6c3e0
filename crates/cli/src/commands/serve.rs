//! `hexarium serve`.

use hexarium_server::{Server, has_app};

use crate::output::Outcome;

/// Serves the app until it is interrupted.
pub(crate) fn run(listen: &str) -> Outcome {
    let server = Server::bind(listen)?;
    if !has_app() {
        eprintln!("note: this binary was built without the app; cargo xtask play builds both");
    }
    println!("Hexarium is on http://{}/", server.address());
    server.run()?;
    Ok(String::new())
}

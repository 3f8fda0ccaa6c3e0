//! `hexarium serve`.

use directories::ProjectDirs;
use hexarium_games::registry::Games;
use hexarium_server::{Config, Limits, Server, has_app};
use tracing_subscriber::EnvFilter;

use crate::args::Serve;
use crate::output::Outcome;

/// Runs the server until it is interrupted.
pub(crate) fn run(arguments: Serve) -> Outcome {
    log(arguments.log_json);
    let database = match arguments.db {
        Some(database) => database,
        None => default_database()?,
    };
    let limits = if arguments.unlimited { Limits::none() } else { Limits::default() };
    let server = Server::bind(Config {
        behind_proxy: arguments.behind_proxy,
        engines: arguments.engines,
        limits,
        ..Config::new(&arguments.listen, &database, &Games)
    })?;
    if !has_app() {
        eprintln!("note: this binary was built without the app; cargo xtask play builds both");
    }
    // Every connection is an open file. If the limit cannot be raised, fewer clients can connect.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    server.run(|address| println!("Hexarium is on http://{address}/"))?;
    Ok(String::new())
}

/// Returns a file in the data folder of the current user.
pub(super) fn default_database() -> Result<String, String> {
    let folders = ProjectDirs::from("", "", "hexarium").ok_or("no data folder found: expected --db FILE")?;
    Ok(folders.data_dir().join("hexarium.sqlite").to_string_lossy().into_owned())
}

/// Sets up logging to standard error; `RUST_LOG` sets the level.
fn log(json: bool) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,hexarium_server=info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if json { log.json().init() } else { log.init() }
}

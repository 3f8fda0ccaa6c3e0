//! The players of a match.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use hexarium_engines::{EngineFactory, engine_with_network};
use hexarium_kernel::{AnyGame, AnyMatch, shortened};
use hexarium_net::Network;
use hexarium_search::{Algorithm, Engine, Opponent};

use super::external::ExternalEngine;
use crate::threads::{Deadline, ThreadPool};

/// A kind of player, as written on the command line.
#[derive(Clone, Debug)]
pub(crate) enum Spec {
    /// A built-in opponent.
    Builtin(Opponent),
    /// A built-in opponent with the network of a file.
    WithNetwork { file: String, network: Arc<Network>, opponent: Opponent },
    /// A GTP program, by its command line.
    External(String),
}

/// A player of one game.
pub(crate) trait Contestant: Send {
    /// Returns the action to play in this match, which is not over.
    fn choose(&mut self, game: &dyn AnyMatch) -> Result<String, Failure>;

    /// Returns the processor time of this player so far, where the system tells it.
    fn processor_time(&self) -> Option<Duration>;
}

/// The reason why a player gives no action and loses the game, as written in records.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) reason: &'static str,
    pub(crate) what: String,
}

/// The settings of a player for a game.
pub(crate) struct Seat<'a> {
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) engine: &'a EngineFactory,
    pub(crate) seed: u64,
    /// Number of threads of a built-in opponent.
    pub(crate) threads: usize,
    /// Response timeout of a GTP program.
    pub(crate) timeout: Duration,
}

impl Spec {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if let Some(rest) = text.strip_prefix("net:") {
            return Self::parse_with_network(rest);
        }
        match text.strip_prefix("gtp:") {
            Some(command) if command.trim().is_empty() => {
                Err("missing program after 'gtp:': expected a command such as gtp:./engine".to_string())
            }
            Some(command) => Ok(Self::External(command.to_string())),
            None => Opponent::parse(text).map(Self::Builtin),
        }
    }

    /// Parses what follows `net:`, a file and a limit. The file is read at once, so that a match
    /// does not begin with a broken one.
    fn parse_with_network(text: &str) -> Result<Self, String> {
        let invalid = || {
            let expected = "expected a file and a limit, such as net:hex.net:nodes:800";
            format!("invalid 'net:{}': {expected}", shortened(text))
        };
        let (rest, value) = text.rsplit_once(':').ok_or_else(invalid)?;
        let (file, kind) = rest.rsplit_once(':').ok_or_else(invalid)?;
        let opponent = Opponent::parse(&format!("{kind}:{value}")).map_err(|_| invalid())?;
        // Only a file name may stand before the limit, not another kind of search.
        if opponent.algorithm != Algorithm::TreeSearch || matches!(file, "uct" | "no-net") {
            return Err(invalid());
        }
        let bytes = std::fs::read(file).map_err(|e| format!("cannot read '{}': {e}", shortened(file)))?;
        let network = Network::read(&bytes).map_err(|e| format!("{}: {e}", shortened(file)))?;
        Ok(Self::WithNetwork { file: file.to_string(), network: Arc::new(network), opponent })
    }

    /// Creates a player of this kind for one game.
    pub(crate) fn take(&self, seat: &Seat<'_>) -> Result<Box<dyn Contestant>, String> {
        let (opponent, engine) = match self {
            Self::Builtin(opponent) => (*opponent, (seat.engine)(seat.seed)),
            Self::WithNetwork { file, network, opponent } => {
                let engine = engine_with_network(seat.game, network.clone(), seat.seed);
                (*opponent, engine.map_err(|e| format!("{}: {e}", shortened(file)))?)
            }
            Self::External(command) => {
                return Ok(Box::new(ExternalEngine::start(command, seat.game, seat.timeout)?));
            }
        };
        Ok(Box::new(BuiltinEngine { opponent, engine, threads: seat.threads, used: Duration::ZERO }))
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Builtin(opponent) => opponent.fmt(f),
            Self::WithNetwork { file, opponent, .. } => write!(f, "net:{file}:{opponent}"),
            Self::External(command) => write!(f, "gtp:{command}"),
        }
    }
}

struct BuiltinEngine {
    opponent: Opponent,
    engine: Box<dyn Engine>,
    threads: usize,
    used: Duration,
}

impl Contestant for BuiltinEngine {
    fn choose(&mut self, game: &dyn AnyMatch) -> Result<String, Failure> {
        let mut stop = || false;
        let mut threads = ThreadPool::new(self.threads, Deadline::of(self.opponent.effort), &mut stop);
        let analysis = self.engine.think_parallel(game, &self.opponent, &mut threads);
        self.used += threads.processor_time();
        let best = analysis.best().map(str::to_string);
        best.ok_or_else(|| Failure { reason: "forfeit", what: "the engine found no action".to_string() })
    }

    fn processor_time(&self) -> Option<Duration> {
        Some(self.used)
    }
}

//! Engines and solvers for any game.
//!
//! The search of a game is instantiated where its engine is created. In the app only the search is
//! optimised for speed and everything else for size, so this has to be a crate of its own.

#![forbid(unsafe_code)]

mod evaluate;
mod network_guide;
mod networks;
pub mod puzzles;

use std::sync::Arc;

use hexarium_games::registry::{self, Visitor};
use hexarium_kernel::{AnyGame, AnyMatch, Game, Match};
use hexarium_net::{Network, NetworkError};
use hexarium_search::{Engine, Limits, SEED, SearchState, Solution, Stop, StopCondition, Value, arena};

pub use evaluate::{REVIEW_LIMITS, evaluate};
use network_guide::NetworkGuide;
pub use networks::{add_network, has_network, shipped_network};

/// A constructor of engines from a seed.
pub type EngineFactory = Box<dyn Fn(u64) -> Box<dyn Engine> + Send + Sync>;

/// A constructor of random openings from a match, a number of turns and a seed.
pub type OpeningGenerator = fn(&dyn AnyMatch, u32, u64) -> Vec<String>;

/// Creates an engine for a game, with the game's network if this program has it.
pub fn engine(game: &dyn AnyGame) -> Box<dyn Engine> {
    engine_factory(game)(SEED)
}

/// Returns the constructor of engines for a game, with the game's network if this program has
/// it.
pub fn engine_factory(game: &dyn AnyGame) -> EngineFactory {
    struct Make;
    impl Visitor for Make {
        type Output = EngineFactory;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            match shipped_guide(&game) {
                Some(guide) => Box::new(move |seed| hexarium_search::guided_engine::<G>(seed, Box::new(guide.clone()))),
                None => Box::new(hexarium_search::engine::<G>),
            }
        }
    }
    known(game, Make)
}

/// Returns the guide by the network of a game, if this program has one that fits the game. A test
/// checks that those in `networks` fit.
fn shipped_guide<G: Game>(game: &G) -> Option<NetworkGuide> {
    NetworkGuide::new(shipped_network(G::spec().id)?, game).ok()
}

/// Creates an engine whose tree search is guided by a network; an error if the network is for
/// another game.
pub fn engine_with_network(
    game: &dyn AnyGame,
    network: Arc<Network>,
    seed: u64,
) -> Result<Box<dyn Engine>, NetworkError> {
    struct Make(Arc<Network>, u64);
    impl Visitor for Make {
        type Output = Result<Box<dyn Engine>, NetworkError>;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            let guide = NetworkGuide::new(self.0, &game)?;
            Ok(hexarium_search::guided_engine::<G>(self.1, Box::new(guide)))
        }
    }
    known(game, Make(network, seed))
}

/// Returns the constructor of random openings for a game.
pub fn opening_generator(game: &dyn AnyGame) -> OpeningGenerator {
    struct Make;
    impl Visitor for Make {
        type Output = OpeningGenerator;
        fn visit<G: Game>(self, _: G) -> Self::Output {
            arena::opening::<G>
        }
    }
    known(game, Make)
}

/// Returns the signature of a game's default search.
pub fn signature(game: &dyn AnyGame) -> u64 {
    struct Sign;
    impl Visitor for Sign {
        type Output = u64;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            let guide = shipped_guide(&game);
            arena::signature(&Match::new(Arc::new(game)), || match &guide {
                Some(guide) => SearchState::with_guide(SEED, Box::new(guide.clone())),
                None => SearchState::new(SEED),
            })
        }
    }
    known(game, Sign)
}

/// Solves a match of the game, with the action in the game's notation. A match of another game has
/// an unknown value.
pub fn solve(game: &dyn AnyGame, state: &dyn AnyMatch, limits: &Limits, watch: StopCondition) -> Solution<String> {
    struct Solve<'a>(&'a dyn AnyMatch, &'a Limits, StopCondition<'a>);
    impl Visitor for Solve<'_> {
        type Output = Solution<String>;
        fn visit<G: Game>(self, _: G) -> Self::Output {
            let Self(state, limits, watch) = self;
            let Some(game) = state.as_any().downcast_ref::<Match<G>>() else {
                return Solution { value: Value::Unknown, action: None, nodes: 0, memory: 0, stop: Stop::GameOver };
            };
            let Solution { value, action, nodes, memory, stop } = hexarium_search::solve(game, limits, watch);
            let action = action.map(|action| game.rules().action_text(game.state(), action));
            Solution { value, action, nodes, memory, stop }
        }
    }
    known(game, Solve(state, limits, watch))
}

fn known<V: Visitor>(game: &dyn AnyGame, visitor: V) -> V::Output {
    registry::visit(game.spec().id, game.options(), visitor).expect("the game was opened with these options")
}

//! The interface of a configured game for learners.

use std::sync::Arc;

use hexarium_games::registry::{self, Visitor};
use hexarium_kernel::{ActionPlanes, Game, Mapping, Match, OptionError, PositionError};
use hexarium_net::{Network, NetworkError};

use crate::batch::{Batch, GameBatch};
use crate::position::Position;
use crate::self_play::{self, Samples, SelfPlaySettings};

/// A configured game of any type.
pub trait LearnGame: Send + Sync {
    /// Returns the id with the options that differ from their defaults.
    fn canonical_id(&self) -> String;
    /// Returns the number of action ids.
    fn action_count(&self) -> usize;
    /// Returns the number of planes of a state, and the rows and columns of each.
    fn planes(&self) -> [usize; 3];
    /// Returns whether each place of a plane is a cell of the board.
    fn cells(&self) -> Vec<bool>;
    /// Returns the number of features of actions.
    fn action_planes(&self) -> ActionPlanes;
    /// Returns the symmetries of the rules, the identity first.
    fn symmetries(&self) -> Vec<Mapping>;
    /// Returns a number of actions that no random game from the start exceeds in practice.
    fn length_bound(&self) -> usize;
    /// Returns a game at its start.
    fn start(&self) -> Box<dyn Position>;
    /// Returns a game from a position, with an empty history.
    fn at_position(&self, text: &str) -> Result<Box<dyn Position>, PositionError>;
    /// Returns a batch of games at their start. With `auto_reset`, a finished game restarts.
    fn batch(&self, size: usize, seed: u64, auto_reset: bool) -> Box<dyn Batch>;
    /// Plays games of a network against itself. A game follows from its seed alone: `seed`,
    /// `seed + 1`, …
    fn self_play(
        &self,
        network: &Arc<Network>,
        settings: &SelfPlaySettings,
        games: u64,
        seed: u64,
    ) -> Result<Samples, NetworkError>;
}

/// Opens the game of a text such as `harvest(base=3)`.
pub fn open(text: &str) -> Result<Box<dyn LearnGame>, OptionError> {
    struct Opening;
    impl Visitor for Opening {
        type Output = Box<dyn LearnGame>;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            Box::new(Shared(Arc::new(game)))
        }
    }
    let (spec, options) = registry::parse(text, &[])?;
    registry::visit(spec.id, &options, Opening)
}

struct Shared<G>(Arc<G>);

impl<G: Game> LearnGame for Shared<G> {
    fn canonical_id(&self) -> String {
        self.0.canonical_id()
    }
    fn action_count(&self) -> usize {
        self.0.action_count()
    }
    fn planes(&self) -> [usize; 3] {
        self.0.planes()
    }
    fn cells(&self) -> Vec<bool> {
        self.0.cells()
    }
    fn action_planes(&self) -> ActionPlanes {
        self.0.action_planes()
    }
    fn symmetries(&self) -> Vec<Mapping> {
        self.0.symmetries()
    }
    fn length_bound(&self) -> usize {
        self.0.length_bound()
    }
    fn start(&self) -> Box<dyn Position> {
        Box::new(Match::new(self.0.clone()))
    }
    fn at_position(&self, text: &str) -> Result<Box<dyn Position>, PositionError> {
        Ok(Box::new(Match::from_state(self.0.clone(), self.0.parse_position(text)?)))
    }
    fn batch(&self, size: usize, seed: u64, auto_reset: bool) -> Box<dyn Batch> {
        Box::new(GameBatch::new(self.0.clone(), size, seed, auto_reset))
    }
    fn self_play(
        &self,
        network: &Arc<Network>,
        settings: &SelfPlaySettings,
        games: u64,
        seed: u64,
    ) -> Result<Samples, NetworkError> {
        self_play::play(&self.0, network, settings, games, seed)
    }
}

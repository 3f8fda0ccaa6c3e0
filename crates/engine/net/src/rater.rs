//! Networks on the positions of a game.

use std::sync::Arc;

use hexarium_kernel::{ActionFeature, Game, Player};

use crate::error::NetworkError;
use crate::evaluator::Evaluator;
use crate::grid::Grid;
use crate::network::Network;
use crate::{ONE, Shape};

/// A network for positions of one game with its options: rates a position and its actions.
#[derive(Clone, Debug)]
pub struct Rater {
    evaluator: Evaluator,
    /// The image of each place from the view of each player.
    orientations: [Vec<u32>; 2],
    /// The planes as the game writes them, and as the network sees them.
    written: Vec<f32>,
    planes: Vec<i16>,
    features: Vec<ActionFeature>,
}

impl Rater {
    /// Creates the rater of a network for a game; an error if it is a network for another game or
    /// another encoding.
    pub fn new<G: Game>(network: Arc<Network>, game: &G) -> Result<Self, NetworkError> {
        let ([planes, rows, columns], actions) = (game.planes(), game.action_planes());
        if network.game() != G::spec().id {
            let problem = format!("'{}': expected '{}'", network.game(), G::spec().id);
            return Err(NetworkError::new("game id", problem));
        }
        let Shape { planes: own, action_planes, globals, .. } = *network.shape();
        for (part, found, expected) in [
            ("input planes", own, planes),
            ("action planes", action_planes, actions.planes),
            ("outputs without a place", globals, actions.globals),
        ] {
            if found != expected {
                return Err(NetworkError::new(part, format!("{found}: expected {expected}, as the game has")));
            }
        }
        let grid = Arc::new(Grid::new(rows, columns, &game.cells()));
        Ok(Self {
            evaluator: Evaluator::new(network, grid),
            orientations: Player::BOTH.map(|eye| game.orientation(eye)),
            written: vec![0.0; planes * rows * columns],
            planes: vec![0; planes * rows * columns],
            features: Vec::new(),
        })
    }

    /// Rates a position and its legal actions: replaces `logits` with the logit of each action, and
    /// returns the logit of the probability that the side to move wins.
    pub fn rate<G: Game>(&mut self, game: &G, state: &G::State, actions: &[G::Action], logits: &mut Vec<i32>) -> i32 {
        self.write_planes(game, state);
        self.evaluator.evaluate(&self.planes);
        let eye = game.to_move(state);
        let mut features = std::mem::take(&mut self.features);
        logits.clear();
        for &action in actions {
            features.clear();
            game.action_features(state, action, &mut features);
            let outputs = features.iter().map(|&feature| self.evaluator.output(self.output_of(eye, feature)));
            logits.push(outputs.sum());
        }
        self.features = features;
        self.evaluator.value()
    }

    /// Returns the number of products of an evaluation.
    pub fn products(&self) -> u64 {
        self.evaluator.products()
    }

    /// Writes and returns the planes of a position as the network sees them.
    pub fn write_planes<G: Game>(&mut self, game: &G, state: &G::State) -> &[i16] {
        let eye = game.to_move(state);
        let orientation = &self.orientations[eye.index()];
        game.write_planes(state, eye, &mut self.written);
        let all = self.written.chunks_exact(orientation.len()).zip(self.planes.chunks_exact_mut(orientation.len()));
        for (written, plane) in all {
            for (&number, &place) in written.iter().zip(orientation) {
                // Exact: a multiplication by a power of two, then truncation.
                plane[place as usize] = (number * f32::from(ONE) + 0.5) as i16;
            }
        }
        &self.planes
    }

    /// Returns the number of an output of the network for a feature: the action planes place by
    /// place, then the outputs without a place.
    pub fn output_of(&self, eye: Player, feature: ActionFeature) -> usize {
        let orientation = &self.orientations[eye.index()];
        match feature {
            ActionFeature::At { plane, place } => {
                usize::from(plane) * orientation.len() + orientation[usize::from(place)] as usize
            }
            ActionFeature::Global(n) => self.evaluator.policy().len() + usize::from(n),
        }
    }
}

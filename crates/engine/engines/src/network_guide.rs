//! Networks as guides of searches.

use std::sync::Arc;

use hexarium_kernel::{Game, Player};
use hexarium_net::{Network, NetworkError, Rater, probability, softmax};
use hexarium_search::Guide;

/// The products that an evaluation may take for each position of a second: about as many as a
/// browser computes.
const PRODUCTS_A_SECOND: u64 = 30_000_000_000;

/// A network that rates the positions of a search.
#[derive(Clone)]
pub(crate) struct NetworkGuide {
    rater: Rater,
    logits: Vec<i32>,
}

impl NetworkGuide {
    pub(crate) fn new<G: Game>(network: Arc<Network>, game: &G) -> Result<Self, NetworkError> {
        Ok(Self { rater: Rater::new(network, game)?, logits: Vec::new() })
    }
}

impl<G: Game> Guide<G> for NetworkGuide {
    fn rate(&mut self, rules: &G, state: &G::State, actions: &[G::Action], priors: &mut Vec<f32>) -> f32 {
        let value = probability(self.rater.rate(rules, state, actions, &mut self.logits));
        softmax(&self.logits, priors);
        // A weight of 0 would keep an action from ever being tried.
        priors.iter_mut().for_each(|prior| *prior = prior.max(1e-4));
        match rules.to_move(state) {
            Player::First => value,
            Player::Second => 1.0 - value,
        }
    }

    fn ratings_a_second(&self) -> u64 {
        PRODUCTS_A_SECOND / self.rater.products()
    }

    fn copy(&self) -> Box<dyn Guide<G>> {
        Box::new(self.clone())
    }
}

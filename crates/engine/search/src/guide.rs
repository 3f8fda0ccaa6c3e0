//! Ratings from outside the game's own knowledge.

use hexarium_kernel::Knowledge;

/// Rates positions for a tree search in place of the game's priors and playouts, as a network does.
///
/// A search stays deterministic if the ratings are: the same position always has the same ones.
pub trait Guide<G: Knowledge>: Send {
    /// Rates a position in progress: replaces `priors` with the weight of each action, on any scale
    /// and above 0, and returns the first player's share of points, from 0 to 1.
    fn rate(&mut self, rules: &G, state: &G::State, actions: &[G::Action], priors: &mut Vec<f32>) -> f32;

    /// Returns the number of positions that it rates in about a second, the same on every machine:
    /// levels of play are based on it.
    fn ratings_a_second(&self) -> u64;

    /// Returns a copy, for another thread.
    fn copy(&self) -> Box<dyn Guide<G>>;
}

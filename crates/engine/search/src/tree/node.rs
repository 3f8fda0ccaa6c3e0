//! The nodes of the tree.

use hexarium_kernel::Player;

/// An action and the position after it.
#[derive(Clone, Debug)]
pub(super) struct Node<A> {
    pub(super) action: A,
    pub(super) visits: u32,
    /// Mean result of the visits for the player who made the action.
    pub(super) mean: f32,
    /// Simulations in which the same player made the action later, and their mean.
    pub(super) rave_visits: u32,
    pub(super) rave_mean: f32,
    /// The prior of the action; the priors of siblings sum to 1.
    pub(super) prior: f32,
    /// The index of the first child, once expanded.
    pub(super) first: u32,
    pub(super) count: u16,
    /// The side to move after the action; known once the node was visited.
    pub(super) to_move: Player,
    pub(super) proven: ProvenResult,
}

/// The proven result of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProvenResult {
    Open,
    Won(Player),
    Drawn,
}

impl<A> Node<A> {
    pub(super) fn new(action: A, prior: f32) -> Self {
        Self {
            action,
            visits: 0,
            mean: 0.0,
            rave_visits: 0,
            rave_mean: 0.0,
            prior,
            first: 0,
            count: 0,
            to_move: Player::First,
            proven: ProvenResult::Open,
        }
    }

    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }

    pub(super) fn add(&mut self, value: f32) {
        self.visits += 1;
        self.mean += (value - self.mean) / self.visits as f32;
    }

    pub(super) fn add_rave(&mut self, value: f32) {
        self.rave_visits += 1;
        self.rave_mean += (value - self.rave_mean) / self.rave_visits as f32;
    }
}

impl ProvenResult {
    pub(super) fn of(winner: Option<Player>) -> Self {
        winner.map_or(Self::Drawn, Self::Won)
    }

    /// Returns the first player's share of points, with the given value of a draw.
    pub(super) fn share(self, draw: f32) -> Option<f32> {
        match self {
            Self::Open => None,
            Self::Won(winner) => Some(hexarium_kernel::share(Some(winner))),
            Self::Drawn => Some(draw),
        }
    }
}

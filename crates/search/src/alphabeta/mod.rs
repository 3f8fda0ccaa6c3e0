//! Alpha-beta search.

use std::marker::PhantomData;

use hexarium_kernel::{Knowledge, Match};

use crate::report::{Limits, Report, Watch};

/// Alpha-beta with a table that is kept from search to search.
pub struct AlphaBeta<G: Knowledge> {
    table: PhantomData<G>,
}

impl<G: Knowledge> AlphaBeta<G> {
    /// A search that knows nothing yet.
    pub fn new() -> Self {
        Self { table: PhantomData }
    }

    /// Searches from where the game stands.
    pub fn search(&mut self, _game: &Match<G>, _limits: &Limits, _watch: Watch) -> Report<G::Action> {
        unimplemented!()
    }
}

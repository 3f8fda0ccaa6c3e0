//! The results of experiments in the browser.

use hexarium_lab::StoppingSchedule;
use hexarium_lab::stats::{Confidence, Estimate, Mean, Score};
use hexarium_worker::LabResult;

/// The results of a variant so far.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) score: Score,
    turns: Mean,
}

impl Tally {
    /// Adds the result of a game.
    pub(crate) fn add(&mut self, result: LabResult) {
        self.score.add(result.first_won);
        self.turns.add(f64::from(result.turns));
    }

    /// The first player's share.
    pub(crate) fn share(&self, max_games: u32) -> Estimate {
        self.score.share(confidence(max_games))
    }

    /// The turns per game.
    pub(crate) fn turns(&self, max_games: u32) -> Estimate {
        self.turns.estimate(confidence(max_games))
    }
}

/// The intervals are on screen during the run, so they account for repeated checkpoints.
fn confidence(max_games: u32) -> Confidence {
    Confidence::SINGLE.simultaneous(StoppingSchedule::repeated(max_games).checkpoints().len())
}

//! Measures of the games of a series.

mod distribution;
mod openings;
mod replay;
mod summary;
mod tension;
mod usage;

use std::collections::BTreeSet;

use hexarium_kernel::Player;

pub use distribution::Distribution;
pub use openings::{FairestOpening, Opening, fairest_opening, openings};
pub use summary::{Ending, Summary};
pub use tension::drama;
pub use usage::{Event, Usage};

use crate::stats::Score;
use crate::{PlayedGame, STOPPED, Series};

/// Returns the games without those that repeat an earlier one action by action, which would make
/// intervals too narrow.
pub fn distinct(games: &[PlayedGame]) -> Vec<PlayedGame> {
    let mut seen = BTreeSet::new();
    games.iter().filter(|game| seen.insert(&game.actions)).cloned().collect()
}

/// Returns the score of the first player. A stopped game counts as a draw.
pub fn first_player_score(games: &[PlayedGame]) -> Score {
    let mut score = Score::default();
    games.iter().for_each(|game| score.add(game.winner.map(|winner| winner == Player::First)));
    score
}

/// Returns the score of the stronger player in a ladder series.
pub fn ladder_score(series: &Series, games: &[PlayedGame]) -> Score {
    let mut score = Score::default();
    for game in games {
        score.add(game.winner.map(|winner| series.first_mover(game.number) == winner.index()));
    }
    score
}

/// Whether a game was stopped at the turn limit of the experiment.
fn is_stopped(game: &PlayedGame) -> bool {
    game.cause == STOPPED
}

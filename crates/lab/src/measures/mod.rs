//! What the games of a series show.

mod numbers;
mod openings;
mod replay;
mod summary;
mod tension;
mod usage;

use std::collections::BTreeSet;

use hexarium_kernel::Player;

pub use numbers::Numbers;
pub use openings::{Fairest, Opening, fairest, openings};
pub use summary::{Ending, Summary};
pub use tension::drama;
pub use usage::{Event, Usage};

use crate::stats::Points;
use crate::{Arm, Played, STOPPED};

/// The games without those that went exactly as an earlier one: they say nothing new, and would make intervals too narrow.
pub fn distinct(games: &[Played]) -> Vec<Played> {
    let mut seen = BTreeSet::new();
    games.iter().filter(|game| seen.insert(&game.actions)).cloned().collect()
}

/// How the first player fared. A game that was stopped counts as drawn: nobody won it.
pub fn points(games: &[Played]) -> Points {
    let mut points = Points::default();
    games.iter().for_each(|game| points.add(game.winner.map(|winner| winner == Player::First)));
    points
}

/// How the stronger player fared on a step of the ladder.
pub fn ladder_points(arm: &Arm, games: &[Played]) -> Points {
    let mut points = Points::default();
    for game in games {
        points.add(game.winner.map(|winner| arm.beginner(game.number) == winner.index()));
    }
    points
}

/// Whether a game was stopped because it took too long.
fn stopped(game: &Played) -> bool {
    game.cause == STOPPED
}

//! What each first action is worth.

use super::points;
use crate::stats::{Confidence, Estimate, Points};
use crate::{Arm, Played, Purpose};

/// What a first action is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// The action.
    pub action: String,
    /// How the first player fared after it.
    pub points: Points,
    /// The same in the games with even numbers only, and in the others.
    halves: [Points; 2],
}

/// The opening after which neither player has it better.
#[derive(Clone, PartialEq, Debug)]
pub struct Fairest {
    /// The action.
    pub action: String,
    /// The first player's share after it, in games that had no say in its choice.
    pub share: Estimate,
}

/// The openings of a variant, the best for the first player first.
pub fn openings<'a>(series: impl Iterator<Item = (&'a Arm, &'a [Played])>) -> Vec<Opening> {
    let mut all: Vec<Opening> = series
        .filter_map(|(arm, games)| {
            let Purpose::Opening(action) = &arm.purpose else { return None };
            let half = |odd: u32| {
                let games: Vec<Played> = games.iter().filter(|game| game.number % 2 == odd).cloned().collect();
                points(&games)
            };
            Some(Opening { action: action.clone(), points: points(games), halves: [half(0), half(1)] })
        })
        .collect();
    all.sort_by(|a, b| b.share().total_cmp(&a.share()));
    all
}

impl Opening {
    fn share(&self) -> f64 {
        self.points.share(Confidence::PLAIN).value
    }
}

/// The fairest opening. The one that looks fairest of many has been lucky to look so; therefore one half of the games chooses it, and the other
/// half says how fair it is.
pub fn fairest(openings: &[Opening], confidence: Confidence) -> Option<Fairest> {
    let unfair = |opening: &&Opening| (opening.halves[0].share(Confidence::PLAIN).value - 0.5).abs();
    let chosen = openings.iter().min_by(|a, b| unfair(a).total_cmp(&unfair(b)))?;
    Some(Fairest { action: chosen.action.clone(), share: chosen.halves[1].share(confidence) })
}

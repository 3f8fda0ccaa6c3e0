//! One series of games of an experiment.

use hexarium_kernel::mix;
use hexarium_search::Opponent;

use crate::measures::{distinct, points};
use crate::{Experiment, Played};

/// One series of games of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Arm {
    /// The number of its variant.
    pub variant: usize,
    /// What it is for.
    pub purpose: Purpose,
    /// Who plays. On the ladder the stronger one comes first, and the two change places after every game.
    pub seats: [Opponent; 2],
    /// How many games at most.
    pub most: u32,
}

/// What a series is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Equal players: what the game is like.
    Alike,
    /// A player against one that thinks less: what skill is worth.
    Ladder,
    /// The second player copies the first, as far as that is legal.
    Mirror,
    /// The first action is this one.
    Opening(String),
    /// The first action is this one, and somebody says what it is worth instead of playing on.
    Judging(String),
}

impl Arm {
    /// Who makes the first move in a game: the number of the seat.
    pub fn beginner(&self, number: u32) -> usize {
        if self.purpose == Purpose::Ladder { number as usize % 2 } else { 0 }
    }

    /// What a game's dice are thrown with. Two games of the ladder in a row have the same, as far as that can make them alike.
    pub fn seed(&self, experiment: &Experiment, number: u32) -> u64 {
        let number = if self.purpose == Purpose::Ladder { number / 2 } else { number };
        let text = format!("{}|{}", experiment.variants[self.variant].game, self.words());
        let folded = text.bytes().fold(mix(experiment.seed), |folded, byte| mix(folded ^ u64::from(byte)));
        mix(folded.wrapping_add(u64::from(number)))
    }

    /// What the series is, beside its variant.
    pub fn words(&self) -> String {
        let [one, other] = &self.seats;
        match &self.purpose {
            Purpose::Alike => format!("{one} against itself"),
            Purpose::Ladder => format!("{one} against {other}"),
            Purpose::Mirror => format!("{one} against its mirror"),
            Purpose::Opening(action) => format!("{one} against itself after {action}"),
            Purpose::Judging(action) => format!("{one} looks at {action}"),
        }
    }

    /// The games that count, out of all that there are, in the order of their numbers: up to the first look at which they are enough.
    /// `None` while games are missing that could be needed.
    pub fn enough<'a>(&self, experiment: &Experiment, games: &'a [Played]) -> Option<&'a [Played]> {
        let looks = experiment.looks(self).at();
        let count = games.iter().zip(0..).take_while(|(game, number)| game.number == *number).count();
        for &look in &looks {
            let seen = games.get(..look as usize).filter(|_| look as usize <= count)?;
            if look == self.most
                || experiment.precision.is_some_and(|precision| self.reach(experiment, seen) <= precision)
            {
                return Some(seen);
            }
        }
        None
    }

    /// How far the interval of the first player's share reaches to each side after these games.
    pub fn reach(&self, experiment: &Experiment, games: &[Played]) -> f64 {
        points(&distinct(games)).share(experiment.confidence(self)).reach()
    }
}

impl Experiment {
    /// How sure the figures of a series are: it is looked at as often as games are counted to see whether they are enough.
    pub fn confidence(&self, arm: &Arm) -> crate::stats::Confidence {
        crate::stats::Confidence::PLAIN.looking(self.looks(arm).at().len())
    }
}

//! How much time the players have.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Millis;

const DAY: Millis = 24 * 60 * 60 * 1000;

/// The days that a turn may be given.
pub const DAYS: std::ops::RangeInclusive<u32> = 1..=14;

/// The clock of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// Nobody is in a hurry.
    #[default]
    None,
    /// So much time for the whole game, and more with every turn.
    Fischer(Fischer),
    /// So many days for each turn.
    Days(u32),
}

/// A clock after Fischer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fischer {
    /// Seconds at the start.
    pub start: u32,
    /// Seconds that every turn adds.
    pub add: u32,
}

impl Clock {
    /// What is wrong with it, if anything.
    pub fn problem(self) -> Option<String> {
        match self {
            Self::Fischer(Fischer { start, add }) if !(10..=10_800).contains(&start) || add > 180 => Some(format!(
                "a clock of {start} + {add} seconds; expected 10 to 10800 at the start and 0 to 180 a turn"
            )),
            Self::Days(days) if !DAYS.contains(&days) => {
                Some(format!("{days} days a turn; expected {} to {}", DAYS.start(), DAYS.end()))
            }
            _ => None,
        }
    }

    /// The time that a player has at the start, and at the start of every turn where turns are timed by themselves.
    pub fn start(self) -> Option<Millis> {
        match self {
            Self::None => None,
            Self::Fischer(Fischer { start, .. }) => Some(Millis::from(start) * 1000),
            Self::Days(days) => Some(Millis::from(days) * DAY),
        }
    }

    /// The time that a player has after a turn for which `left` remained.
    pub fn after_turn(self, left: Millis) -> Millis {
        match self {
            Self::None => left,
            Self::Fischer(Fischer { add, .. }) => left + Millis::from(add) * 1000,
            Self::Days(days) => Millis::from(days) * DAY,
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => write!(f, "no clock"),
            Self::Fischer(Fischer { start, add }) if start % 60 == 0 => write!(f, "{} min + {add} s", start / 60),
            Self::Fischer(Fischer { start, add }) => write!(f, "{start} s + {add} s"),
            Self::Days(1) => write!(f, "1 day a turn"),
            Self::Days(days) => write!(f, "{days} days a turn"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_says_itself_in_words() {
        let texts = [
            (Clock::None, "no clock"),
            (Clock::Fischer(Fischer { start: 300, add: 3 }), "5 min + 3 s"),
            (Clock::Fischer(Fischer { start: 15, add: 0 }), "15 s + 0 s"),
            (Clock::Days(1), "1 day a turn"),
            (Clock::Days(3), "3 days a turn"),
        ];
        for (clock, text) in texts {
            assert_eq!(clock.to_string(), text);
            assert_eq!(clock.problem(), None);
        }
    }

    #[test]
    fn a_clock_that_nobody_could_play_with_is_named() {
        for clock in [Clock::Fischer(Fischer { start: 9, add: 0 }), Clock::Fischer(Fischer { start: 60, add: 181 })] {
            assert!(clock.problem().unwrap().contains("expected 10 to 10800"));
        }
        assert_eq!(Clock::Days(0).problem().unwrap(), "0 days a turn; expected 1 to 14");
        assert_eq!(Clock::Days(u32::MAX).problem().unwrap(), "4294967295 days a turn; expected 1 to 14");
    }
}

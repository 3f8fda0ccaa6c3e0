//! Time controls.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Millis;

const DAY: Millis = 24 * 60 * 60 * 1000;

/// The days that a turn may be given.
pub const DAYS_PER_TURN: std::ops::RangeInclusive<u32> = 1..=14;

/// The time control of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// No time limit.
    #[default]
    Unlimited,
    /// A time for the whole game, and an increment with every turn.
    Fischer(Fischer),
    /// A number of days for each turn, 1 to 14.
    Correspondence(u32),
}

/// A Fischer clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fischer {
    /// Seconds at the start.
    #[cfg_attr(feature = "openapi", schema(minimum = 10, maximum = 10_800))]
    pub initial: u32,
    /// Seconds that every turn adds.
    #[cfg_attr(feature = "openapi", schema(maximum = 180))]
    pub increment: u32,
}

impl Clock {
    /// The problem with its numbers, if there is one.
    pub fn problem(self) -> Option<String> {
        match self {
            Self::Fischer(Fischer { initial, increment }) if !(10..=10_800).contains(&initial) || increment > 180 => {
                Some(format!(
                    "Invalid clock {initial} + {increment} seconds: expected 10 to 10800 at the start and 0 to 180 per turn."
                ))
            }
            Self::Correspondence(days) if !DAYS_PER_TURN.contains(&days) => Some(format!(
                "Invalid clock of {days} days per turn: expected {} to {}.",
                DAYS_PER_TURN.start(),
                DAYS_PER_TURN.end()
            )),
            _ => None,
        }
    }

    /// The time of a player at the start of the game; with days per turn, at the start of a turn.
    pub fn initial(self) -> Option<Millis> {
        match self {
            Self::Unlimited => None,
            Self::Fischer(Fischer { initial, .. }) => Some(Millis::from(initial) * 1000),
            Self::Correspondence(days) => Some(Millis::from(days) * DAY),
        }
    }

    /// The time that a player has after a turn, given the time left when it was made.
    pub fn after_turn(self, time_left: Millis) -> Millis {
        match self {
            Self::Unlimited => time_left,
            Self::Fischer(Fischer { increment, .. }) => time_left + Millis::from(increment) * 1000,
            Self::Correspondence(days) => Millis::from(days) * DAY,
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlimited => write!(f, "no clock"),
            Self::Fischer(Fischer { initial, increment }) if initial % 60 == 0 => {
                write!(f, "{} min + {increment} s", initial / 60)
            }
            Self::Fischer(Fischer { initial, increment }) => write!(f, "{initial} s + {increment} s"),
            Self::Correspondence(1) => write!(f, "1 day per turn"),
            Self::Correspondence(days) => write!(f, "{days} days per turn"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_displayed() {
        let texts = [
            (Clock::Unlimited, "no clock"),
            (Clock::Fischer(Fischer { initial: 300, increment: 3 }), "5 min + 3 s"),
            (Clock::Fischer(Fischer { initial: 15, increment: 0 }), "15 s + 0 s"),
            (Clock::Correspondence(1), "1 day per turn"),
            (Clock::Correspondence(3), "3 days per turn"),
        ];
        for (clock, text) in texts {
            assert_eq!(clock.to_string(), text);
            assert_eq!(clock.problem(), None);
        }
    }

    #[test]
    fn invalid_clocks_are_reported() {
        for (initial, increment) in [(9, 0), (60, 181)] {
            let clock = Clock::Fischer(Fischer { initial, increment });
            assert!(clock.problem().unwrap().contains("expected 10 to 10800"));
        }
        for days in [0, 15, u32::MAX] {
            let problem = Clock::Correspondence(days).problem().unwrap();
            assert_eq!(problem, format!("Invalid clock of {days} days per turn: expected 1 to 14."));
        }
    }
}

//! Who plays a side.

use hexarium_kernel::{PerPlayer, shortened};
use hexarium_search::LEVELS;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// Somebody at this terminal.
    Person,
    /// The engine, at a level from 1 on.
    Level(u8),
    /// Somebody at a server.
    Away,
}

impl Seat {
    /// What is offered to those who have not said what they want.
    pub const USUAL: PerPlayer<Self> = PerPlayer([Self::Person, Self::Level(3)]);

    /// Reads `person`, `level:3` or just `3`.
    pub fn parse(text: &str) -> Result<Self, String> {
        if ["person", "human", "me"].contains(&text) {
            return Ok(Self::Person);
        }
        match text.strip_prefix("level:").unwrap_or(text).parse() {
            Ok(level @ 1..=LEVELS) => Ok(Self::Level(level)),
            _ => Err(format!("'{}' cannot play; person would do, or a level from 1 to {LEVELS}", shortened(text))),
        }
    }

    /// As it is kept: what [`Seat::parse`] reads.
    pub fn word(self) -> String {
        match self {
            Self::Person | Self::Away => "person".to_string(),
            Self::Level(level) => format!("level:{level}"),
        }
    }

    /// As people read it.
    pub fn words(self) -> String {
        match self {
            Self::Person => "you".to_string(),
            Self::Away => "away".to_string(),
            Self::Level(level) => format!("level {level}"),
        }
    }

    /// Everybody who can sit down here.
    pub fn all() -> Vec<Self> {
        std::iter::once(Self::Person).chain((1..=LEVELS).map(Self::Level)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_can_sit_down_is_read_as_they_are_written() {
        for seat in Seat::all() {
            assert_eq!(Seat::parse(&seat.word()), Ok(seat));
        }
        assert_eq!(Seat::parse("4"), Ok(Seat::Level(4)));
        for bad in ["", "0", "9", "level:9", "cat", "-1"] {
            assert!(Seat::parse(bad).unwrap_err().contains("1 to 8"), "{bad}");
        }
    }
}

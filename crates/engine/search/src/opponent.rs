//! Kinds of opponents and their textual form: `level:5`, `time:200ms`, `nodes:10000`, `random`,
//! `uct:time:1s`.

use std::fmt;
use std::time::Duration;

use crate::levels::LEVELS;

/// A kind of opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// The search algorithm.
    pub mind: Mind,
    /// The search effort.
    pub effort: Effort,
}

/// The search algorithm of an opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mind {
    /// The strongest search for the game.
    Knowing,
    /// Tree search with the game's knowledge.
    Tree,
    /// Alpha-beta with the game's knowledge.
    AlphaBeta,
    /// UCT with uniformly random playouts and without knowledge.
    Plain,
    /// No search: a random action.
    Random,
}

/// The search effort per action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// The node limit and slack of a level of play.
    Level(u8),
    /// A node limit.
    Nodes(u64),
    /// A time limit, enforced by the stop condition.
    Time(Duration),
    /// No limit: until stopped.
    Endless,
}

impl Opponent {
    /// An opponent that plays at a level.
    pub const fn level(number: u8) -> Self {
        Self { mind: Mind::Knowing, effort: Effort::Level(number) }
    }

    /// The strongest search, until stopped.
    pub const ENDLESS: Self = Self { mind: Mind::Knowing, effort: Effort::Endless };

    /// Parses the `Display` form of [`Opponent`]. The error names the invalid part and what is
    /// expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == "random" {
            return Ok(Self { mind: Mind::Random, effort: Effort::Nodes(0) });
        }
        let minds = [("uct:", Mind::Plain), ("tree:", Mind::Tree), ("alphabeta:", Mind::AlphaBeta)];
        let found = minds.into_iter().find_map(|(word, mind)| Some((mind, text.strip_prefix(word)?)));
        let (mind, rest) = found.unwrap_or((Mind::Knowing, text));
        let bad = || {
            let known = "level:1 to level:8, time:1s, nodes:10000, random, uct:time:1s, uct:nodes:10000, \
                         tree:… or alphabeta:… with a time or nodes, or gtp:COMMAND";
            format!("unknown player '{}'; there are {known}", hexarium_kernel::shortened(text))
        };
        let (kind, value) = rest.split_once(':').ok_or_else(bad)?;
        let effort = match kind {
            "level" if mind == Mind::Knowing => match value.parse() {
                Ok(number @ 1..=LEVELS) => Effort::Level(number),
                _ => {
                    return Err(format!(
                        "unknown level '{}'; there are 1 to {LEVELS}",
                        hexarium_kernel::shortened(value)
                    ));
                }
            },
            "nodes" => match value.parse() {
                Ok(nodes @ 1..) => Effort::Nodes(nodes),
                _ => {
                    let value = hexarium_kernel::shortened(value);
                    return Err(format!("'{value}' is no number of nodes; 1 or more would do"));
                }
            },
            "time" => Effort::Time(parse_time(value)?),
            _ => return Err(bad()),
        };
        Ok(Self { mind, effort })
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.mind {
            Mind::Random => return f.write_str("random"),
            Mind::Knowing => "",
            Mind::Plain => "uct:",
            Mind::Tree => "tree:",
            Mind::AlphaBeta => "alphabeta:",
        })?;
        match self.effort {
            Effort::Level(number) => write!(f, "level:{number}"),
            Effort::Nodes(nodes) => write!(f, "nodes:{nodes}"),
            Effort::Time(time) => write!(f, "time:{}ms", time.as_millis()),
            Effort::Endless => f.write_str("time:∞"),
        }
    }
}

/// Parses a duration such as `200ms`, `1s` or `0.5s`.
fn parse_time(text: &str) -> Result<Duration, String> {
    let bad = || format!("'{}' is no time; 200ms, 1s or 0.5s would do", hexarium_kernel::shortened(text));
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s').ok_or_else(bad)?, 1.0),
    };
    let plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let seconds = number.parse::<f64>().ok().filter(|_| plain).ok_or_else(bad)? * unit;
    if (0.001..=86_400.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(format!("'{}' is out of range; 1ms to 86400s would do", hexarium_kernel::shortened(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_opponent_is_read_as_it_is_written() {
        for text in [
            "level:5",
            "time:200ms",
            "nodes:10000",
            "random",
            "uct:time:1000ms",
            "uct:nodes:5",
            "tree:nodes:7",
            "alphabeta:time:30ms",
        ] {
            assert_eq!(Opponent::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Opponent::parse("time:1s"), Opponent::parse("time:1000ms"));
        assert_eq!(Opponent::parse("time:0.5s"), Opponent::parse("time:500ms"));
    }

    #[test]
    fn bad_opponents_are_answered_with_what_would_do() {
        for (text, part) in [
            ("level:9", "unknown level '9'; there are 1 to 8"),
            ("level:", "unknown level ''"),
            ("uct:level:3", "unknown player 'uct:level:3'"),
            ("strong", "unknown player 'strong'; there are level:1"),
            ("nodes:0", "'0' is no number of nodes"),
            ("nodes:-4", "'-4' is no number of nodes"),
            ("time:5", "'5' is no time; 200ms"),
            ("time:NaNs", "'NaNs' is no time"),
            ("time:infs", "is no time"),
            ("time:1e9s", "is no time"),
            ("time:0s", "out of range"),
            ("time:99999999s", "out of range"),
        ] {
            let problem = Opponent::parse(text).unwrap_err();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }
}

//! Kinds of opponents and their textual form: `level:5`, `time:200ms`, `cpu:200ms`, `nodes:10000`,
//! `no-net:nodes:10000`, `random`, `uct:time:1s`.

use std::fmt;
use std::time::Duration;

use crate::levels::LEVELS;

/// A kind of opponent.
///
/// ```
/// use hexarium_search::{Effort, Opponent};
///
/// assert_eq!(Opponent::parse("nodes:10000").unwrap().effort, Effort::Nodes(10_000));
/// assert_eq!(Opponent::level(5).to_string(), "level:5");
/// assert_eq!(Opponent::parse("level:9").unwrap_err(), "unknown level '9': expected 1 to 8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// The search algorithm.
    pub algorithm: Algorithm,
    /// The search effort.
    pub effort: Effort,
}

/// The search algorithm of an opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Tree search with the game's knowledge and the engine's network, if there is one.
    TreeSearch,
    /// Tree search with the game's knowledge, without a network.
    WithoutNetwork,
    /// UCT with uniformly random playouts and without knowledge.
    PlainUct,
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
    /// A limit of processor time for each thread, enforced by the stop condition.
    ProcessorTime(Duration),
    /// No limit: until stopped.
    Endless,
}

impl Opponent {
    /// An opponent that plays at a level.
    pub const fn level(number: u8) -> Self {
        Self { algorithm: Algorithm::TreeSearch, effort: Effort::Level(number) }
    }

    /// The strongest search, until stopped.
    pub const ENDLESS: Self = Self { algorithm: Algorithm::TreeSearch, effort: Effort::Endless };

    /// Parses the `Display` form of [`Opponent`]. The error names the invalid part and what is
    /// expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == "random" {
            return Ok(Self { algorithm: Algorithm::Random, effort: Effort::Nodes(0) });
        }
        let (algorithm, rest) = match text.split_once(':') {
            Some(("uct", rest)) => (Algorithm::PlainUct, rest),
            Some(("no-net", rest)) => (Algorithm::WithoutNetwork, rest),
            _ => (Algorithm::TreeSearch, text),
        };
        let bad = || {
            let known = "level:1 to level:8, time:1s, cpu:1s, nodes:10000, no-net:nodes:10000, random, \
                         uct:time:1s, uct:cpu:1s, uct:nodes:10000, net:FILE:nodes:800 or gtp:COMMAND";
            format!("unknown player '{}': expected {known}", hexarium_kernel::shortened(text))
        };
        let (kind, value) = rest.split_once(':').ok_or_else(bad)?;
        let effort = match kind {
            "level" if algorithm != Algorithm::PlainUct => match value.parse() {
                Ok(number @ 1..=LEVELS) => Effort::Level(number),
                _ => {
                    return Err(format!(
                        "unknown level '{}': expected 1 to {LEVELS}",
                        hexarium_kernel::shortened(value)
                    ));
                }
            },
            "nodes" => match value.parse() {
                Ok(nodes @ 1..) => Effort::Nodes(nodes),
                _ => {
                    let value = hexarium_kernel::shortened(value);
                    return Err(format!("invalid number of nodes '{value}': expected 1 or more"));
                }
            },
            "time" => Effort::Time(parse_time(value)?),
            "cpu" => Effort::ProcessorTime(parse_time(value)?),
            _ => return Err(bad()),
        };
        Ok(Self { algorithm, effort })
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.algorithm {
            Algorithm::Random => return f.write_str("random"),
            Algorithm::TreeSearch => "",
            Algorithm::WithoutNetwork => "no-net:",
            Algorithm::PlainUct => "uct:",
        })?;
        match self.effort {
            Effort::Level(number) => write!(f, "level:{number}"),
            Effort::Nodes(nodes) => write!(f, "nodes:{nodes}"),
            Effort::Time(time) => write!(f, "time:{}ms", time.as_millis()),
            Effort::ProcessorTime(time) => write!(f, "cpu:{}ms", time.as_millis()),
            Effort::Endless => f.write_str("time:∞"),
        }
    }
}

/// Parses a duration such as `200ms`, `1s` or `0.5s`.
fn parse_time(text: &str) -> Result<Duration, String> {
    let bad = || format!("invalid time '{}': expected 200ms, 1s or 0.5s", hexarium_kernel::shortened(text));
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s').ok_or_else(bad)?, 1.0),
    };
    let plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let seconds = number.parse::<f64>().ok().filter(|_| plain).ok_or_else(bad)? * unit;
    if (0.001..=86_400.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(format!("time '{}' is out of range: expected 1ms to 86400s", hexarium_kernel::shortened(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_opponent_round_trips() {
        let timed = ["time:200ms", "cpu:200ms", "uct:time:1000ms", "uct:cpu:1000ms"];
        let unguided = ["no-net:level:5", "no-net:cpu:100ms"];
        for text in ["level:5", "nodes:10000", "random", "uct:nodes:5"].into_iter().chain(timed).chain(unguided) {
            assert_eq!(Opponent::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Opponent::parse("time:1s"), Opponent::parse("time:1000ms"));
        assert_eq!(Opponent::parse("time:0.5s"), Opponent::parse("time:500ms"));
    }

    #[test]
    fn errors_name_what_is_expected() {
        for (text, part) in [
            ("level:9", "unknown level '9': expected 1 to 8"),
            ("level:", "unknown level ''"),
            ("uct:level:3", "unknown player 'uct:level:3'"),
            ("strong", "unknown player 'strong': expected level:1"),
            ("nodes:0", "invalid number of nodes '0'"),
            ("nodes:-4", "invalid number of nodes '-4'"),
            ("time:5", "invalid time '5': expected 200ms"),
            ("cpu:5", "invalid time '5': expected 200ms"),
            ("time:NaNs", "invalid time 'NaNs'"),
            ("time:infs", "invalid time"),
            ("time:1e9s", "invalid time"),
            ("time:0s", "out of range"),
            ("time:99999999s", "out of range"),
        ] {
            let problem = Opponent::parse(text).unwrap_err();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }
}

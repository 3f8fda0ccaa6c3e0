//! Faults of a server and its surroundings.

use std::fmt;
use std::time::Duration;

use hexarium_kernel::Rng;
use hexarium_server::testing::Direction;

/// A kind of fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    /// The node is suspended and resumed.
    Pause,
    /// The node is killed and restarted.
    Kill,
    /// The node is terminated and restarted.
    Terminate,
    /// Bytes to the database are lost, and its connections with them.
    LossToDatabase,
    /// Bytes from the database are lost.
    LossFromDatabase,
    /// Bytes in both directions are lost.
    LossBothWays,
    /// Bytes to the database are late.
    DelayToDatabase,
    /// Bytes from the database are late.
    DelayFromDatabase,
    /// Bytes in both directions are late.
    DelayBothWays,
    /// All connections to the database are reset.
    Reset,
    /// The database server is killed and restarted.
    DatabaseCrash,
    /// The clock of the node's system is set forward by an hour.
    ClockForward,
    /// The clock of the node's system is set back by an hour.
    ClockBack,
    /// The clock of the node's system is set forward by an hour, and the node is killed and
    /// restarted.
    ClockForwardRestart,
    /// The clock of the node's system is set back by an hour, and the node is killed and restarted.
    ClockBackRestart,
    /// The disk is full.
    DiskFull,
}

impl Kind {
    /// The faults of a single node with SQLite.
    pub(super) const SQLITE: &'static [Self] = &[
        Self::Pause,
        Self::Kill,
        Self::Terminate,
        Self::ClockForward,
        Self::ClockBack,
        Self::ClockForwardRestart,
        Self::ClockBackRestart,
        Self::DiskFull,
    ];

    /// The faults of a node with PostgreSQL.
    pub(super) const POSTGRES: &'static [Self] = &[
        Self::Pause,
        Self::Pause,
        Self::Kill,
        Self::Terminate,
        Self::LossToDatabase,
        Self::LossFromDatabase,
        Self::LossBothWays,
        Self::DelayToDatabase,
        Self::DelayFromDatabase,
        Self::DelayBothWays,
        Self::Reset,
        Self::DatabaseCrash,
        Self::ClockForward,
        Self::ClockBack,
        Self::ClockForwardRestart,
        Self::ClockBackRestart,
    ];

    /// The directions of lost or late bytes, and whether they are lost.
    pub(super) fn directions(self) -> Option<(&'static [Direction], bool)> {
        const TO: &[Direction] = &[Direction::ToDatabase];
        const FROM: &[Direction] = &[Direction::FromDatabase];
        Some(match self {
            Self::LossToDatabase => (TO, true),
            Self::LossFromDatabase => (FROM, true),
            Self::LossBothWays => (&Direction::BOTH, true),
            Self::DelayToDatabase => (TO, false),
            Self::DelayFromDatabase => (FROM, false),
            Self::DelayBothWays => (&Direction::BOTH, false),
            _ => return None,
        })
    }

    /// The longest time of the fault; zero for one that is over at once.
    fn longest(self) -> Duration {
        Duration::from_secs(match self {
            Self::Pause => 20,
            Self::Kill | Self::Terminate | Self::ClockForwardRestart | Self::ClockBackRestart => 6,
            Self::DatabaseCrash => 8,
            Self::Reset | Self::ClockForward | Self::ClockBack => 0,
            _ => 15,
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pause => "pause",
            Self::Kill => "kill",
            Self::Terminate => "terminate",
            Self::LossToDatabase => "loss to database",
            Self::LossFromDatabase => "loss from database",
            Self::LossBothWays => "loss both ways",
            Self::DelayToDatabase => "delay to database",
            Self::DelayFromDatabase => "delay from database",
            Self::DelayBothWays => "delay both ways",
            Self::Reset => "reset",
            Self::DatabaseCrash => "database crash",
            Self::ClockForward => "clock forward",
            Self::ClockBack => "clock back",
            Self::ClockForwardRestart => "clock forward and restart",
            Self::ClockBackRestart => "clock back and restart",
            Self::DiskFull => "disk full",
        })
    }
}

/// A fault of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// Its kind.
    pub(super) kind: Kind,
    /// The number of the node.
    pub(super) node: usize,
    /// The time from its begin to its end.
    pub(super) time: Duration,
    /// The time between the recovery from the fault before and its begin.
    pub(super) pause: Duration,
}

/// Draws the faults of a run: every kind about equally often, most of them short.
pub(super) fn draw(number: usize, kinds: &[Kind], nodes: usize, rng: &mut Rng) -> Vec<Fault> {
    let mut left: Vec<Kind> = Vec::new();
    let draw = |_| {
        if left.is_empty() {
            left = kinds.to_vec();
        }
        let kind = left.swap_remove(rng.below(left.len()));
        let longest = kind.longest().as_millis() as usize;
        let most = match rng.below(10) {
            0..6 => longest.min(2_500),
            6..9 => longest.min(7_000),
            _ => longest,
        };
        let least = most.min(1_000);
        let time = least + rng.below(most - least + 1);
        let pause = 200 + rng.below(1_800);
        let [time, pause] = [time, pause].map(|time| Duration::from_millis(time as u64));
        Fault { kind, node: rng.below(nodes), time, pause }
    };
    (0..number).map(draw).collect()
}

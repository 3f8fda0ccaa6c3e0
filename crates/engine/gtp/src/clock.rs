//! Time control: settings, remaining time and the time allotted to an action.

use std::time::Duration;

use hexarium_kernel::{PerPlayer, Player};

/// The time control of a game, as set by `time_settings`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeSettings {
    /// Main time per player, in seconds.
    pub main: f64,
    /// Length of a byo-yomi period after the main time, in seconds.
    pub byo_yomi: f64,
    /// Actions per byo-yomi period. With 0 there is no byo-yomi; with 0 and a byo-yomi time there
    /// is no time limit at all.
    pub actions: u32,
}

/// The remaining time of a player, as set by `time_left`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeLeft {
    /// Remaining seconds.
    pub seconds: f64,
    /// Actions to be made in them; 0 in the main time.
    pub actions: u32,
}

/// The clocks of both players, as reported by the controller.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Clock {
    /// The time control, if set.
    pub settings: Option<TimeSettings>,
    reported: PerPlayer<Option<TimeLeft>>,
}

impl Clock {
    /// Returns the remaining time of a player: the last reported time of this game, or else the
    /// initial time. `None` means no limit.
    pub fn left(&self, player: Player) -> Option<TimeLeft> {
        self.reported[player].or_else(|| self.settings.and_then(TimeSettings::initial))
    }

    /// Returns the time allotted to the next action of a player; `None` means no limit.
    ///
    /// In the main time it is a fixed fraction of the remaining time. A byo-yomi period is divided
    /// among the actions to be made in it, and where byo-yomi follows the main time, that share is
    /// added in the main time too. A margin is subtracted for the lag between clock and search.
    pub fn allowance(&self, player: Player) -> Option<Duration> {
        let left = self.left(player)?;
        let fair = match left.actions {
            0 => {
                let period = self.settings.and_then(TimeSettings::period).unwrap_or(0.0);
                left.seconds / MAIN_TIME_ACTIONS + 0.9 * period
            }
            n => 0.9 * left.seconds / f64::from(n),
        };
        Some(Duration::from_secs_f64((fair - LAG).max(fair / 4.0).max(0.0)))
    }

    /// Deducts time from a player's clock, for controllers that do not report the remaining time.
    pub(crate) fn spend(&mut self, player: Player, time: Duration) {
        let Some(left) = self.left(player) else { return };
        let seconds = left.seconds - time.as_secs_f64();
        let fresh = self.settings.filter(|s| s.period().is_some());
        let now = match (left.actions, fresh) {
            (0, Some(fresh)) if seconds <= 0.0 => {
                // The rest of the action falls into the first period.
                TimeLeft { seconds: fresh.byo_yomi + seconds, actions: fresh.actions }.after_an_action(fresh)
            }
            (0, _) => TimeLeft { seconds, actions: 0 },
            (_, Some(fresh)) => TimeLeft { seconds, ..left }.after_an_action(fresh),
            (n, None) => TimeLeft { seconds, actions: n.max(2) - 1 },
        };
        self.reported[player] = Some(TimeLeft { seconds: now.seconds.max(0.0), ..now });
    }

    pub(crate) fn set_left(&mut self, player: Player, left: TimeLeft) {
        self.reported[player] = Some(left);
    }

    pub(crate) fn restart(&mut self) {
        self.reported = PerPlayer::default();
    }
}

/// Number of actions among which the main time is divided: more than most games have left after
/// their opening.
const MAIN_TIME_ACTIONS: f64 = 30.0;

/// Margin per action, in seconds.
const LAG: f64 = 0.1;

impl TimeLeft {
    /// Returns the remaining time after an action: one action less in this period, or a new period.
    fn after_an_action(self, fresh: TimeSettings) -> Self {
        match self.actions {
            0 | 1 => Self { seconds: fresh.byo_yomi, actions: fresh.actions },
            n => Self { actions: n - 1, ..self },
        }
    }
}

impl TimeSettings {
    /// Returns the time per action in a byo-yomi period, if there is byo-yomi.
    fn period(self) -> Option<f64> {
        (self.byo_yomi > 0.0 && self.actions > 0).then(|| self.byo_yomi / f64::from(self.actions))
    }

    /// Returns the remaining time before the first action. In GTP, byo-yomi time without actions
    /// means no limit.
    pub fn initial(self) -> Option<TimeLeft> {
        match self {
            Self { byo_yomi, actions: 0, .. } if byo_yomi > 0.0 => None,
            Self { main, byo_yomi, actions } if main == 0.0 && actions > 0 => {
                Some(TimeLeft { seconds: byo_yomi, actions })
            }
            Self { main, .. } => Some(TimeLeft { seconds: main, actions: 0 }),
        }
    }
}

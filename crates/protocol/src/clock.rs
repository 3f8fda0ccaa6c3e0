//! What a driver has said about time.

use std::time::Duration;

use hexarium_kernel::{PerPlayer, Player};

/// How a game is timed: `time_settings`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeSettings {
    /// Seconds each player has for the game.
    pub main: f64,
    /// Seconds of each byo-yomi period, after the main time.
    pub byo_yomi: f64,
    /// Actions to be made within one byo-yomi period; with none the game has no byo-yomi, or with byo-yomi time no limit at all.
    pub actions: u32,
}

/// What a player has left: `time_left`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeLeft {
    /// Seconds.
    pub seconds: f64,
    /// Actions to be made in them; 0 in the main time.
    pub actions: u32,
}

/// The clocks as far as the driver has told.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Clock {
    /// How games are timed, if that was said.
    pub settings: Option<TimeSettings>,
    told: PerPlayer<Option<TimeLeft>>,
}

impl Clock {
    /// What the player has left: what was told last in this game, or what games start with. `None` is no limit.
    pub fn left(&self, player: Player) -> Option<TimeLeft> {
        self.told[player].or_else(|| self.settings.and_then(TimeSettings::at_the_start))
    }

    /// How long the player should think about the next action; `None` is no limit.
    ///
    /// From the main time it is a fixed share of what is left, which is never all of it; a byo-yomi period is shared out
    /// among the actions to be made in it, and where one follows the main time, its share is spent in the main time too. A little is kept
    /// back each time for what happens between the clock and the search.
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

    /// Takes time from a player's clock as the rules of the clock have it, for drivers that do not say what is left.
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
        self.told[player] = Some(TimeLeft { seconds: now.seconds.max(0.0), ..now });
    }

    pub(crate) fn tell(&mut self, player: Player, left: TimeLeft) {
        self.told[player] = Some(left);
    }

    pub(crate) fn restart(&mut self) {
        self.told = PerPlayer::default();
    }
}

/// Into how many actions the main time is shared out: more than most games have left after their opening.
const MAIN_TIME_ACTIONS: f64 = 30.0;

/// Seconds kept back for each action.
const LAG: f64 = 0.1;

impl TimeLeft {
    /// One action less to be made in this period, or a new period.
    fn after_an_action(self, fresh: TimeSettings) -> Self {
        match self.actions {
            0 | 1 => Self { seconds: fresh.byo_yomi, actions: fresh.actions },
            n => Self { actions: n - 1, ..self },
        }
    }
}

impl TimeSettings {
    /// The share of an action in a byo-yomi period, if there are periods.
    fn period(self) -> Option<f64> {
        (self.byo_yomi > 0.0 && self.actions > 0).then(|| self.byo_yomi / f64::from(self.actions))
    }

    /// What a player has left before the first action. GTP has a way to say that there is no limit: byo-yomi time without actions.
    pub fn at_the_start(self) -> Option<TimeLeft> {
        match self {
            Self { byo_yomi, actions: 0, .. } if byo_yomi > 0.0 => None,
            Self { main, byo_yomi, actions } if main == 0.0 && actions > 0 => {
                Some(TimeLeft { seconds: byo_yomi, actions })
            }
            Self { main, .. } => Some(TimeLeft { seconds: main, actions: 0 }),
        }
    }
}

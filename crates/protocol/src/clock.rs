//! What a driver has said about time.

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

    pub(crate) fn tell(&mut self, player: Player, left: TimeLeft) {
        self.told[player] = Some(left);
    }

    pub(crate) fn restart(&mut self) {
        self.told = PerPlayer::default();
    }
}

impl TimeSettings {
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

//! One series of games of an experiment.

use hexarium_kernel::mix;
use hexarium_search::Opponent;

use crate::measures::first_player_score;
use crate::stats::Confidence;
use crate::{Experiment, PlayedGame};

/// One series of games of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The index of its variant.
    pub variant: usize,
    /// The kind of games.
    pub kind: SeriesKind,
    /// The players. On the ladder the stronger one comes first, and the two alternate sides.
    pub players: [Opponent; 2],
    /// The maximum number of games.
    pub max_games: u32,
}

/// The kind of games in a series.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeriesKind {
    /// A player against itself.
    SelfPlay,
    /// A player against one that searches less.
    Ladder,
    /// The second player copies the first wherever that is legal.
    Mirror,
    /// Self-play after this first action.
    Opening(String),
    /// One search of the position after this first action.
    Evaluation(String),
}

impl Series {
    /// Returns the index of the player who moves first in a game.
    pub fn first_mover(&self, number: u32) -> usize {
        if self.kind == SeriesKind::Ladder { number as usize % 2 } else { 0 }
    }

    /// Returns the random seed of a game. The two games of a ladder pair share a seed.
    pub fn seed(&self, experiment: &Experiment, number: u32) -> u64 {
        let number = if self.kind == SeriesKind::Ladder { number / 2 } else { number };
        let text = format!("{}|{}", experiment.variants[self.variant].game, self.seed_text());
        let folded = text.bytes().fold(mix(experiment.seed), |folded, byte| mix(folded ^ u64::from(byte)));
        mix(folded.wrapping_add(u64::from(number)))
    }

    /// The text that seeds depend on. It must never change: the same experiment has to give the
    /// same games in every version.
    fn seed_text(&self) -> String {
        let [one, other] = &self.players;
        match &self.kind {
            SeriesKind::SelfPlay => format!("{one} against itself"),
            SeriesKind::Ladder => format!("{one} against {other}"),
            SeriesKind::Mirror => format!("{one} against its mirror"),
            SeriesKind::Opening(action) => format!("{one} against itself after {action}"),
            SeriesKind::Evaluation(action) => format!("{one} looks at {action}"),
        }
    }

    /// Returns a description without the variant, such as `level:3 self-play`.
    pub fn label(&self) -> String {
        let [one, other] = &self.players;
        match &self.kind {
            SeriesKind::SelfPlay => format!("{one} self-play"),
            SeriesKind::Ladder => format!("{one} vs {other}"),
            SeriesKind::Mirror => format!("{one} vs mirror"),
            SeriesKind::Opening(action) => format!("{one} self-play after {action}"),
            SeriesKind::Evaluation(action) => format!("evaluation of {action} by {one}"),
        }
    }

    /// Returns the games up to the first checkpoint at which they suffice, or `None` while games
    /// are missing. `games` must be sorted by number.
    pub fn sufficient_games<'a>(&self, experiment: &Experiment, games: &'a [PlayedGame]) -> Option<&'a [PlayedGame]> {
        let consecutive = games.iter().zip(0..).take_while(|(game, number)| game.number == *number).count();
        for checkpoint in experiment.stopping_schedule(self).checkpoints() {
            let seen = games.get(..checkpoint as usize).filter(|seen| seen.len() <= consecutive)?;
            let precise = |precision| self.half_width(experiment, seen) <= precision;
            if checkpoint == self.max_games || experiment.precision.is_some_and(precise) {
                return Some(seen);
            }
        }
        None
    }

    /// Returns half the width of the confidence interval of the first player's share.
    pub fn half_width(&self, experiment: &Experiment, games: &[PlayedGame]) -> f64 {
        first_player_score(games).share(experiment.confidence(self)).half_width()
    }
}

impl Experiment {
    /// Returns the confidence of a series' figures, corrected for the number of checkpoints.
    pub fn confidence(&self, series: &Series) -> Confidence {
        Confidence::SINGLE.simultaneous(self.stopping_schedule(series).checkpoints().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Variant, Variety};

    /// Seeds of version 0.1: another seed would give other games for the same experiment.
    #[test]
    fn seeds_never_change() {
        let experiment = Experiment {
            title: String::new(),
            question: String::new(),
            variants: vec![Variant { name: "x".to_string(), game: "harvest".to_string() }],
            players: Vec::new(),
            ladder: Vec::new(),
            openings: None,
            mirror: None,
            comparisons: Vec::new(),
            games: 10,
            precision: None,
            variety: Variety::default(),
            max_turns: 100,
            seed: 1,
        };
        let seed = |kind: SeriesKind, number| {
            let players = [Opponent::level(2), Opponent::level(1)];
            Series { variant: 0, kind, players, max_games: 10 }.seed(&experiment, number)
        };
        let seeds = [
            seed(SeriesKind::SelfPlay, 0),
            seed(SeriesKind::SelfPlay, 1),
            seed(SeriesKind::Ladder, 2),
            seed(SeriesKind::Ladder, 3),
            seed(SeriesKind::Mirror, 0),
            seed(SeriesKind::Opening("xa1".to_string()), 0),
            seed(SeriesKind::Evaluation("xa1".to_string()), 0),
        ];
        assert_eq!(seeds[2], seeds[3]);
        let expected = [
            17_114_000_251_922_810_429,
            8_671_305_496_325_798_201,
            4_676_968_472_468_578_198,
            4_676_968_472_468_578_198,
            911_135_181_950_548_604,
            2_242_925_559_269_669_303,
            3_127_780_684_388_829_861,
        ];
        assert_eq!(seeds, expected);
    }
}

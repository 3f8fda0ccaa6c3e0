//! The expected precision of an experiment, before it is run.

use std::fmt::Write;

use serde_json::json;

use super::text::points;
use crate::stats::Score;
use crate::{Experiment, Series, SeriesKind};

/// The number of games of an experiment, and the precision that follows from it.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The number of series.
    pub series: usize,
    /// The maximum number of games of all series.
    pub games: u64,
    /// The precision of the self-play series, if there are any.
    pub precision: Option<Precision>,
}

/// The precision of self-play series, for a game that is even.
#[derive(Clone, PartialEq, Debug)]
pub struct Precision {
    /// The maximum number of games of a series.
    pub games: u32,
    /// The half-width of the interval of the first player's share.
    pub half_width: f64,
    /// The number of differences that hold at once.
    pub differences: usize,
    /// The difference in balance that is shown in 80 of 100 cases, if variants are compared.
    pub detectable: Option<f64>,
    /// The number of games of each series that show a difference in balance in 80 of 100 cases.
    pub needed: Vec<(f64, u64)>,
}

/// The differences in balance for which the needed games are listed.
const DIFFERENCES: [f64; 4] = [0.2, 0.1, 0.05, 0.03];

impl Plan {
    /// Returns the plan of an experiment with these series.
    pub fn of(experiment: &Experiment, all_series: &[Series]) -> Self {
        let precision = |series: &Series| {
            let (confidence, games) = (experiment.confidence(series), u64::from(series.max_games));
            let even = Score { wins: games / 2, draws: 0, losses: games - games / 2 };
            let differences = experiment.differences();
            let simultaneous = confidence.simultaneous(differences);
            let share = even.share(simultaneous);
            Precision {
                games: series.max_games,
                half_width: even.share(confidence).half_width(),
                differences,
                detectable: (differences > 0).then(|| simultaneous.detectable(share.minus(&share).half_width())),
                needed: DIFFERENCES.map(|difference| (difference, simultaneous.games_to_detect(difference))).to_vec(),
            }
        };
        Self {
            series: all_series.len(),
            games: all_series.iter().map(|series| u64::from(series.max_games)).sum(),
            precision: all_series.iter().find(|series| series.kind == SeriesKind::SelfPlay).map(precision),
        }
    }

    /// Returns the plan for a terminal.
    pub fn text(&self, experiment: &Experiment) -> String {
        let mut out = format!("{}\n{} series, at most {} games\n", experiment.title, self.series, self.games);
        let Some(precision) = &self.precision else { return out };
        let _ =
            writeln!(out, "first player's share in {} even games: ±{}", precision.games, points(precision.half_width));
        if let Some(detectable) = precision.detectable {
            let _ = writeln!(out, "differences that hold at once: {}", precision.differences);
            let _ = writeln!(out, "difference in balance shown in 80 of 100 cases: {}", points(detectable));
            for (difference, games) in &precision.needed {
                let _ = writeln!(out, "  for {}: {games} games a series", points(*difference));
            }
        }
        out
    }

    /// Returns the plan as one JSON document.
    pub fn json(&self, experiment: &Experiment) -> String {
        let precision = self.precision.as_ref().map(|precision| {
            let needed: Vec<_> = precision.needed.iter().map(|(d, g)| json!({"difference": d, "games": g})).collect();
            json!({
                "games": precision.games, "half_width": precision.half_width, "differences": precision.differences,
                "detectable": precision.detectable, "needed": needed,
            })
        });
        let document =
            json!({"title": experiment.title, "series": self.series, "games": self.games, "self_play": precision});
        format!("{document:#}\n")
    }
}

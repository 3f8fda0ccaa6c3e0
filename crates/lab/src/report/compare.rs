//! Comparison of variants.

use hexarium_search::Opponent;

use super::findings::{Findings, SelfPlayFindings};
use crate::Experiment;
use crate::measures::Summary;
use crate::stats::{Confidence, Estimate, Score};

/// The difference of a variant from another one in one measure.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The index of the variant that it is compared with.
    pub base: usize,
    /// The index of the variant.
    pub variant: usize,
    /// The player of both sides.
    pub player: Opponent,
    /// The measure.
    pub measure: Measure,
    /// The figure of the variant less that of the base.
    pub difference: Estimate,
    /// The true difference that so many games show to be significant in 80 of 100 cases.
    pub detectable: f64,
}

/// A measure that is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The first player's share of the points.
    FirstShare,
    /// The share of drawn and stopped games.
    Draws,
    /// Turns per game.
    Turns,
    /// Legal actions per decision.
    LegalActions,
    /// Actions nearly as good as the best per decision.
    GoodActions,
    /// Lead changes per game.
    LeadChanges,
    /// The largest deficit of the winner during the game.
    Drama,
    /// The share of the game after which it is decided.
    DecidedAfter,
}

impl Measure {
    /// All measures, in report order.
    pub const ALL: [Self; 8] = [
        Self::FirstShare,
        Self::Draws,
        Self::Turns,
        Self::LegalActions,
        Self::GoodActions,
        Self::LeadChanges,
        Self::Drama,
        Self::DecidedAfter,
    ];

    /// The name in reports.
    pub const fn label(self) -> &'static str {
        match self {
            Self::FirstShare => "first player's share",
            Self::Draws => "games without a winner",
            Self::Turns => "turns",
            Self::LegalActions => "legal actions",
            Self::GoodActions => "good actions",
            Self::LeadChanges => "lead changes",
            Self::Drama => "drama",
            Self::DecidedAfter => "decided after",
        }
    }

    /// Whether it is a share, shown in percent.
    pub const fn is_share(self) -> bool {
        matches!(self, Self::FirstShare | Self::Draws | Self::Drama | Self::DecidedAfter)
    }

    /// Returns the estimate of a series.
    pub fn estimate(self, summary: &Summary, confidence: Confidence) -> Estimate {
        let score = &summary.score;
        match self {
            Self::FirstShare => score.share(confidence),
            Self::Draws => Score::rate(score.draws, score.games(), confidence),
            Self::Turns => summary.turns.mean(confidence),
            Self::LegalActions => summary.legal_actions.mean(confidence),
            Self::GoodActions => summary.good_actions.mean(confidence),
            Self::LeadChanges => summary.lead_changes.mean(confidence),
            Self::Drama => summary.drama.mean(confidence),
            Self::DecidedAfter => summary.decided_after.mean(confidence),
        }
    }
}

impl Experiment {
    /// Returns the number of differences in the report.
    pub fn differences(&self) -> usize {
        self.comparisons.len() * self.players.len() * Measure::ALL.len()
    }
}

impl Comparison {
    /// Whether the confidence interval excludes 0.
    pub fn is_significant(&self) -> bool {
        !self.difference.contains(0.0)
    }
}

/// Returns the differences of the pairs of variants that the experiment compares, in every measure
/// and for every player. All intervals hold at once in 95 of 100 cases, whatever the number of
/// checkpoints.
pub fn compare(findings: &Findings) -> Vec<Comparison> {
    let experiment = &findings.experiment;
    let mut comparisons = Vec::new();
    for &[base, variant] in &experiment.comparisons {
        for (a, b) in findings.variants[base].self_play.iter().zip(&findings.variants[variant].self_play) {
            for measure in Measure::ALL {
                let confidence = |series: &SelfPlayFindings| series.confidence.simultaneous(experiment.differences());
                let figure = |series: &SelfPlayFindings| measure.estimate(&series.summary, confidence(series));
                let difference = figure(b).minus(&figure(a));
                let detectable = confidence(a).detectable(difference.half_width());
                comparisons.push(Comparison { base, variant, player: a.player, measure, difference, detectable });
            }
        }
    }
    comparisons
}

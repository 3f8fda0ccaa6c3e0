//! Variants side by side.

use hexarium_search::Opponent;

use super::findings::{Alike, Findings};
use crate::measures::Summary;
use crate::stats::{Confidence, Estimate, Points};

/// How a variant differs from the first one in one measure.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The number of the variant.
    pub variant: usize,
    /// Who played.
    pub player: Opponent,
    /// What was measured.
    pub measure: Measure,
    /// The variant's figure less that of the first.
    pub difference: Estimate,
}

/// What can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The first player's share of the points.
    FirstShare,
    /// How often nobody wins.
    Draws,
    /// Turns of a game.
    Turns,
    /// Legal actions at a decision.
    Branching,
    /// Actions nearly as good as the best.
    Near,
    /// How often the lead changes.
    LeadChanges,
    /// How far behind the winner ever was.
    Drama,
    /// How much has been played when the winner is known.
    Decided,
}

impl Measure {
    /// All of them, in the order of a report.
    pub const ALL: [Self; 8] = [
        Self::FirstShare,
        Self::Draws,
        Self::Turns,
        Self::Branching,
        Self::Near,
        Self::LeadChanges,
        Self::Drama,
        Self::Decided,
    ];

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::FirstShare => "first player's share",
            Self::Draws => "games without a winner",
            Self::Turns => "turns",
            Self::Branching => "legal actions",
            Self::Near => "good actions",
            Self::LeadChanges => "lead changes",
            Self::Drama => "drama",
            Self::Decided => "decided after",
        }
    }

    /// Whether it is a share, to be shown in percent.
    pub const fn is_share(self) -> bool {
        matches!(self, Self::FirstShare | Self::Draws | Self::Drama | Self::Decided)
    }

    /// The figure.
    pub fn of(self, summary: &Summary, confidence: Confidence) -> Estimate {
        let points = &summary.points;
        match self {
            Self::FirstShare => points.share(confidence),
            Self::Draws => Points::rate(points.draws, points.games(), confidence),
            Self::Turns => summary.turns.mean(confidence),
            Self::Branching => summary.branching.mean(confidence),
            Self::Near => summary.near.mean(confidence),
            Self::LeadChanges => summary.lead_changes.mean(confidence),
            Self::Drama => summary.drama.mean(confidence),
            Self::Decided => summary.decided.mean(confidence),
        }
    }
}

impl Comparison {
    /// Whether it is certain that there is a difference.
    pub fn is_clear(&self) -> bool {
        !self.difference.holds(0.0)
    }
}

/// How each variant differs from the first one, in every measure and at every strength. All intervals of the table hold at once 95 times in
/// 100, however often somebody looked while the games were played.
pub fn compare(findings: &Findings) -> Vec<Comparison> {
    let Some((base, others)) = findings.variants.split_first() else { return Vec::new() };
    let family = others.len() * base.alike.len() * Measure::ALL.len();
    let mut comparisons = Vec::new();
    for (other, variant) in others.iter().zip(1..) {
        for (a, b) in base.alike.iter().zip(&other.alike) {
            for measure in Measure::ALL {
                let figure = |alike: &Alike| measure.of(&alike.summary, alike.confidence.looking(family));
                let difference = figure(b).minus(&figure(a));
                comparisons.push(Comparison { variant, player: a.player, measure, difference });
            }
        }
    }
    comparisons
}

//! The conclusions of an experiment in a few sentences.

use hexarium_kernel::Player;

use super::compare::{Comparison, Measure, compare};
use super::findings::{Findings, SelfPlayFindings, VariantFindings};
use super::text::{figure, percent};
use crate::stats::Confidence;

/// The half-width of a share's difference up to which "no difference" means something.
const CONCLUSIVE: f64 = 0.1;

/// Returns the conclusions, the most important first.
pub fn conclusions(findings: &Findings) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(strongest) = findings.variants.first().and_then(VariantFindings::strongest) {
        sentences.push(balance(findings, strongest));
        sentences.extend(differences(findings));
    }
    for variant in &findings.variants {
        sentences.extend(opening(findings, variant));
    }
    sentences
}

/// `(name)` if there are several variants.
fn parenthesized(findings: &Findings, variant: &VariantFindings) -> String {
    if findings.variants.len() > 1 { format!(" ({})", variant.name) } else { String::new() }
}

fn balance(findings: &Findings, strongest: &SelfPlayFindings) -> String {
    let shares: Vec<String> = findings
        .variants
        .iter()
        .filter_map(|variant| {
            let self_play = variant.strongest()?;
            let share = self_play.summary.score.share(self_play.confidence);
            let turns = self_play.summary.turns.mean(self_play.confidence);
            let name = if findings.variants.len() > 1 { format!("{}: ", variant.name) } else { String::new() };
            let games = self_play.summary.score.games();
            Some(format!("{name}{} in {games} games of {:.0} turns on average", percent(&share), turns.value))
        })
        .collect();
    format!("First player's share in self-play of {}: {}.", strongest.player, shares.join("; "))
}

fn differences(findings: &Findings) -> Vec<String> {
    if !findings.compares() {
        return Vec::new();
    }
    let Some(player) = findings.experiment.players.last() else { return Vec::new() };
    let base = &findings.variants[0].name;
    let comparisons: Vec<Comparison> = compare(findings).into_iter().filter(|c| c.player == *player).collect();
    let significant: Vec<String> = comparisons
        .iter()
        .filter(|c| c.is_significant())
        .filter(|c| matches!(c.measure, Measure::FirstShare | Measure::Draws | Measure::Turns | Measure::DecidedAfter))
        .map(|c| {
            let variant = &findings.variants[c.variant].name;
            format!("{variant}: {} {}", c.measure.label(), figure(&c.difference, c.measure.is_share(), true))
        })
        .collect();
    let mut sentences = vec![if significant.is_empty() {
        format!("No significant difference from {base} in balance, draws, length or time of decision.")
    } else {
        format!("Significant differences from {base}: {}.", significant.join("; "))
    }];
    let undecided: Vec<&Comparison> = comparisons
        .iter()
        .filter(|c| c.measure == Measure::FirstShare && !c.is_significant())
        .filter(|c| c.difference.half_width() > CONCLUSIVE)
        .collect();
    if !undecided.is_empty() {
        let widest = undecided.iter().map(|c| c.difference.half_width()).fold(0.0, f64::max);
        let names: Vec<&str> = undecided.iter().map(|c| &*findings.variants[c.variant].name).collect();
        sentences.push(format!(
            "Too few games to tell whether the balance differs ({}): intervals of up to ±{:.0} percentage points.",
            names.join(", "),
            100.0 * widest
        ));
    }
    sentences
}

fn opening(findings: &Findings, variant: &VariantFindings) -> Option<String> {
    let (best, fairest) = (variant.openings.first()?, variant.fairest.as_ref()?);
    let first = variant.name_of(Player::First);
    let evaluator = findings.experiment.openings.as_ref().and_then(|openings| openings.evaluator);
    let value = match (evaluator, best.evaluation) {
        (Some(evaluator), Some(chance)) => format!("{:.0} % according to {evaluator}", 100.0 * chance),
        _ => percent(&best.score.share(Confidence::SINGLE)),
    };
    let according = evaluator.map(|evaluator| format!(" according to {evaluator}")).unwrap_or_default();
    Some(format!(
        "Best of {} first actions for {first}{}: {} ({value}). Closest to even{according}: {}, after which {first} \
         scores {}.",
        variant.openings.len(),
        parenthesized(findings, variant),
        best.action,
        fairest.action,
        percent(&fairest.share),
    ))
}

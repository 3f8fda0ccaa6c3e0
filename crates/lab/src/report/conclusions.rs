//! The conclusions of an experiment in a few sentences.

use hexarium_kernel::Player;

use super::compare::{Comparison, Measure, compare};
use super::findings::{Findings, SelfPlayFindings, VariantFindings};
use super::text::{figure, percent, points};
use crate::stats::Confidence;

/// Returns the conclusions, the most important first.
pub fn conclusions(findings: &Findings) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(strongest) = findings.variants.first().and_then(VariantFindings::strongest) {
        sentences.push(balance(findings, strongest));
        sentences.extend(differences(findings));
    }
    for variant in &findings.variants {
        sentences.extend(repetition(findings, variant));
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
    let all = compare(findings);
    let pair = |&[base, variant]: &[usize; 2]| {
        let own: Vec<&Comparison> =
            all.iter().filter(|c| (c.base, c.variant, c.player) == (base, variant, *player)).collect();
        let names = format!("{} compared with {}", findings.variants[variant].name, findings.variants[base].name);
        difference(&names, &own)
    };
    findings.experiment.comparisons.iter().map(pair).collect()
}

/// The significant differences of a pair, and what the games could not have shown.
fn difference(names: &str, comparisons: &[&Comparison]) -> String {
    let told = |c: &&&Comparison| {
        matches!(c.measure, Measure::FirstShare | Measure::Draws | Measure::Turns | Measure::DecidedAfter)
    };
    let significant: Vec<String> = comparisons
        .iter()
        .filter(told)
        .filter(|c| c.is_significant())
        .map(|c| format!("{} {}", c.measure.label(), figure(&c.difference, c.measure.is_share(), true)))
        .collect();
    let found = if significant.is_empty() {
        format!("{names}: no significant difference in balance, draws, length or time of decision.")
    } else {
        format!("{names}: {}.", significant.join("; "))
    };
    let balance = comparisons.iter().find(|c| c.measure == Measure::FirstShare && !c.is_significant());
    match balance {
        Some(c) => format!(
            "{found} A difference in balance of less than {} would probably have gone unnoticed.",
            points(c.detectable)
        ),
        None => found,
    }
}

/// A warning where players repeated their games so often that little of the game was seen.
fn repetition(findings: &Findings, variant: &VariantFindings) -> Option<String> {
    let self_play = variant.strongest()?;
    let (games, distinct) = (self_play.summary.score.games(), self_play.distinct);
    (distinct as u64 * 2 < games).then(|| {
        format!(
            "Only {distinct} of {games} games of {}{} are distinct: a wider variety would show more of the game.",
            self_play.player,
            parenthesized(findings, variant)
        )
    })
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

//! The answer in a sentence or two.

use hexarium_kernel::Player;

use super::compare::{Measure, compare};
use super::findings::{Alike, Findings, VariantFindings};
use super::text::{figure, percent};

/// What the experiment has shown, most important first.
pub fn answer(findings: &Findings) -> Vec<String> {
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

/// `(name)`, where there is more than one variant.
fn named(findings: &Findings, variant: &VariantFindings) -> String {
    if findings.variants.len() > 1 { format!(" ({})", variant.name) } else { String::new() }
}

fn balance(findings: &Findings, strongest: &Alike) -> String {
    let shares: Vec<String> = findings
        .variants
        .iter()
        .filter_map(|variant| {
            let alike = variant.strongest()?;
            let share = alike.summary.points.share(alike.confidence);
            let turns = alike.summary.turns.mean(alike.confidence);
            let name = if findings.variants.len() > 1 { format!("{}: ", variant.name) } else { String::new() };
            Some(format!("{name}{} of the points, in {:.0} turns a game", percent(&share), turns.value))
        })
        .collect();
    let makes = if shares.len() > 1 { "whoever moves first makes, with" } else { "whoever moves first makes" };
    format!("Between equal players of {}, {makes} {}.", strongest.player, shares.join("; "))
}

fn differences(findings: &Findings) -> Option<String> {
    if !findings.compares() {
        return None;
    }
    let player = findings.experiment.players.last()?;
    let base = &findings.variants[0].name;
    let clear: Vec<String> = compare(findings)
        .into_iter()
        .filter(|c| c.player == *player && c.is_clear())
        .filter(|c| matches!(c.measure, Measure::FirstShare | Measure::Draws | Measure::Turns | Measure::Decided))
        .map(|c| {
            let variant = &findings.variants[c.variant].name;
            format!("{variant}: {} {}", c.measure.words(), figure(&c.difference, c.measure.is_share(), true))
        })
        .collect();
    Some(if clear.is_empty() {
        format!(
            "No difference to {base} in balance, draws, length or when games are decided is certain with these games."
        )
    } else {
        format!("Certain differences to {base}: {}.", clear.join("; "))
    })
}

fn opening(findings: &Findings, variant: &VariantFindings) -> Option<String> {
    let (best, fairest) = (variant.openings.first()?, variant.fairest.as_ref()?);
    let first = variant.name_of(Player::First);
    let judge = findings.experiment.openings.as_ref().and_then(|openings| openings.judge);
    let worth = match (judge, best.judged) {
        (Some(judge), Some(chance)) => format!("{:.0} % as {judge} sees it", 100.0 * chance),
        _ => percent(&best.points.share(crate::stats::Confidence::PLAIN)),
    };
    Some(format!(
        "The best of {} first actions for {first}{} is {} with {worth}; the fairest is {}, after which {first} makes {}.",
        variant.openings.len(),
        named(findings, variant),
        best.action,
        fairest.action,
        percent(&fairest.share),
    ))
}

//! Formatted estimates, and the report for a terminal.

use std::fmt::Write;

use super::compare::Measure;
use super::conclusions::conclusions;
use super::findings::Findings;
use crate::stats::{Confidence, Estimate};

/// Formats a share, such as `53.1 % [50.2, 56.0]`.
pub(super) fn percent(estimate: &Estimate) -> String {
    figure(estimate, true, false)
}

/// Formats a difference of shares, such as `8.5 percentage points`.
pub(super) fn points(difference: f64) -> String {
    format!("{:.1} percentage points", 100.0 * difference)
}

/// Formats an estimate as a share or a plain number, optionally with a sign.
pub(super) fn figure(estimate: &Estimate, share: bool, signed: bool) -> String {
    let factor = if share { 100.0 } else { 1.0 };
    let number = |value: f64| {
        let value = value * factor;
        if !value.is_finite() {
            return "?".to_string();
        }
        // Adding 0 turns -0 into 0.
        let value = (value * 10.0).round() / 10.0 + 0.0;
        if signed { format!("{value:+.1}") } else { format!("{value:.1}") }
    };
    let unit = if share { " %" } else { "" };
    format!("{}{unit} [{}, {}]", number(estimate.value), number(estimate.low), number(estimate.high))
}

/// Returns the report for a terminal: the conclusions, then the measures of each series.
pub fn text(findings: &Findings) -> String {
    let mut out = format!("{}\n", findings.experiment.title);
    for sentence in conclusions(findings) {
        let _ = writeln!(out, "{sentence}");
    }
    for variant in &findings.variants {
        for self_play in &variant.self_play {
            let games = self_play.summary.score.games();
            let distinct = self_play.distinct;
            let _ =
                writeln!(out, "\n{}, {} self-play, {games} games, {distinct} distinct", variant.name, self_play.player);
            for measure in Measure::ALL {
                let estimate = measure.estimate(&self_play.summary, self_play.confidence);
                let _ = writeln!(out, "  {:<24}{}", measure.label(), figure(&estimate, measure.is_share(), false));
            }
            let unused = self_play.summary.unused();
            if !unused.is_empty() {
                let _ = writeln!(out, "  {:<24}{}", "never occurred", unused.join(", "));
            }
        }
        for step in &variant.ladder {
            let share = percent(&step.score.share(Confidence::SINGLE));
            let _ = writeln!(out, "{}: {} vs {}: {share}", variant.name, step.players[0], step.players[1]);
        }
        if let Some(mirror) = &variant.mirror {
            let _ = match &mirror.score {
                Some(score) => {
                    let share = percent(&score.share(Confidence::SINGLE));
                    writeln!(out, "{}: copying {} scores {share}", variant.name, mirror.player)
                }
                None => writeln!(out, "{}: no copying, the starting position is not symmetric", variant.name),
            };
        }
    }
    let _ = writeln!(
        out,
        "\n{} games ({} repeated), {} nodes, seed {}",
        findings.games, findings.repeated, findings.nodes, findings.experiment.seed
    );
    out
}

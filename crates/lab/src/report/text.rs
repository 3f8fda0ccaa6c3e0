//! Figures in words, and the report for a terminal.

use std::fmt::Write;

use super::answer::answer;
use super::compare::Measure;
use super::findings::Findings;
use crate::stats::Estimate;

/// `53.1 % [50.2, 56.0]`.
pub(super) fn percent(estimate: &Estimate) -> String {
    figure(estimate, true, false)
}

/// A figure with its interval, as a share or as a plain number, with its sign if that matters.
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

/// The report for a terminal: the answer, then a line for each series.
pub fn text(findings: &Findings) -> String {
    let mut out = format!("{}\n", findings.experiment.title);
    for sentence in answer(findings) {
        let _ = writeln!(out, "{sentence}");
    }
    for variant in &findings.variants {
        for alike in &variant.alike {
            let _ = writeln!(
                out,
                "\n{}, {} against itself, {} games",
                variant.name,
                alike.player,
                alike.summary.points.games()
            );
            for measure in Measure::ALL {
                let estimate = measure.of(&alike.summary, alike.confidence);
                let _ = writeln!(out, "  {:<24}{}", measure.words(), figure(&estimate, measure.is_share(), false));
            }
            let unused = alike.summary.unused();
            if !unused.is_empty() {
                let _ = writeln!(out, "  {:<24}{}", "never seen", unused.join(", "));
            }
        }
        for step in &variant.ladder {
            let share = step.points.share(crate::stats::Confidence::PLAIN);
            let _ =
                writeln!(out, "{}: {} against {}: {}", variant.name, step.players[0], step.players[1], percent(&share));
        }
        if let Some(mirrored) = &variant.mirrored {
            let _ = match &mirrored.points {
                Some(points) => writeln!(
                    out,
                    "{}: copying {} makes {}",
                    variant.name,
                    mirrored.player,
                    percent(&points.share(crate::stats::Confidence::PLAIN))
                ),
                None => writeln!(out, "{}: the start is not symmetric, so the second player cannot copy", variant.name),
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

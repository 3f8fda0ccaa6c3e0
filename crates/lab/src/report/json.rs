//! The report as JSON.

use serde_json::{Value, json};

use super::compare::{Measure, compare};
use super::conclusions::conclusions;
use super::findings::{Findings, VariantFindings};
use crate::measures::Usage;
use crate::stats::{Confidence, Estimate, Score};

/// Returns the findings as one JSON document. Estimates are `[value, low, high]`; an infinite bound
/// is null.
pub fn json(findings: &Findings) -> String {
    let experiment = &findings.experiment;
    let comparisons: Vec<Value> = compare(findings)
        .iter()
        .map(|c| {
            json!({
                "base": findings.variants[c.base].name, "variant": findings.variants[c.variant].name, "player": c.player.to_string(), "measure": c.measure.label(),
                "difference": estimate(&c.difference), "certain": c.is_significant(),
                "detectable": c.detectable.is_finite().then_some((c.detectable * 1e6).round() / 1e6),
            })
        })
        .collect();
    let document = json!({
        "title": experiment.title, "question": experiment.question, "answer": conclusions(findings),
        "variants": findings.variants.iter().map(variant).collect::<Vec<_>>(),
        "comparisons": comparisons,
        "games": findings.games, "repeated": findings.repeated, "nodes": findings.nodes, "seed": experiment.seed,
        "version": findings.header.version, "signature": findings.header.signature, "experiment": findings.header.experiment,
    });
    format!("{document:#}\n")
}

/// The quantiles of the length.
const QUANTILES: [f64; 7] = [0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0];

fn variant(variant: &VariantFindings) -> Value {
    let self_play: Vec<Value> = variant
        .self_play
        .iter()
        .map(|self_play| {
            let (summary, confidence) = (&self_play.summary, self_play.confidence);
            let mut object = json!({
                "player": self_play.player.to_string(),
                "first": score(&summary.score, confidence),
                "stopped": summary.stopped, "distinct": self_play.distinct,
                "actions": estimate(&summary.actions.mean(confidence)),
                "turns_deviation": summary.turns.standard_deviation(),
                "turns_quantiles": QUANTILES.map(|share| summary.turns.quantile(share)),
                "endings": summary.endings.iter().map(|e| json!({"cause": e.cause, "first": e.games[0], "second": e.games[1], "draw": e.games[2]})).collect::<Vec<_>>(),
                "kinds": summary.kinds.iter().map(|u| usage(u, confidence)).collect::<Vec<_>>(),
                "events": summary.events.iter().map(|u| usage(u, confidence)).collect::<Vec<_>>(),
                "unused": summary.unused(),
                "turns_of_several_actions": estimate(&summary.multi_action_turns.mean(confidence)),
                "more_actions": estimate(&summary.extra_actions.mean(confidence)),
                "repeats": estimate(&summary.repeats.mean(confidence)),
                "first_actions": summary.first_actions,
                "nodes": summary.nodes,
            });
            for measure in Measure::ALL {
                object[measure.label()] = estimate(&measure.estimate(summary, confidence));
            }
            object
        })
        .collect();
    let ladder: Vec<Value> = variant
        .ladder
        .iter()
        .map(|step| json!({"players": step.players.map(|p| p.to_string()), "stronger": score(&step.score, Confidence::SINGLE)}))
        .collect();
    let openings: Vec<Value> = variant
        .openings
        .iter()
        .map(|o| json!({"action": o.action, "judged": o.evaluation, "first": score(&o.score, Confidence::SINGLE)}))
        .collect();
    json!({
        "name": variant.name, "game": variant.game.canonical_id(), "alike": self_play, "ladder": ladder, "openings": openings,
        "fairest": variant.fairest.as_ref().map(|f| json!({"action": f.action, "first": estimate(&f.share)})),
        "mirror": variant.mirror.as_ref().map(|m| json!({
            "player": m.player.to_string(), "copier": m.score.as_ref().map(|s| score(s, Confidence::SINGLE)),
        })),
        "notable": variant.notable.iter().map(|n| json!({"why": n.reason, "number": n.number, "words": n.summary, "link": n.link})).collect::<Vec<_>>(),
    })
}

fn usage(usage: &Usage, confidence: Confidence) -> Value {
    json!({
        "name": usage.name, "games": estimate(&usage.rate(confidence)), "per_game": estimate(&usage.per_game(confidence)),
        "times": usage.times,
    })
}

fn score(score: &Score, confidence: Confidence) -> Value {
    json!({
        "wins": score.wins, "draws": score.draws, "losses": score.losses, "share": estimate(&score.share(confidence)),
    })
}

/// An estimate; JSON has no infinity, so an infinite bound is null.
fn estimate(estimate: &Estimate) -> Value {
    json!([estimate.value, estimate.low, estimate.high].map(|x| x.is_finite().then_some((x * 1e6).round() / 1e6)))
}

//! The findings as JSON.

use serde_json::{Value, json};

use super::answer::answer;
use super::compare::{Measure, compare};
use super::findings::{Findings, VariantFindings};
use crate::measures::Usage;
use crate::stats::{Confidence, Estimate, Points};

/// The findings as one JSON document. Figures with an interval are `[value, low, high]`; an end without bound is null.
pub fn json(findings: &Findings) -> String {
    let experiment = &findings.experiment;
    let comparisons: Vec<Value> = compare(findings)
        .iter()
        .map(|c| {
            json!({
                "variant": findings.variants[c.variant].name, "player": c.player.to_string(), "measure": c.measure.words(),
                "difference": estimate(&c.difference), "certain": c.is_clear(),
            })
        })
        .collect();
    let document = json!({
        "title": experiment.title, "question": experiment.question, "answer": answer(findings),
        "variants": findings.variants.iter().map(variant).collect::<Vec<_>>(),
        "comparisons": comparisons,
        "games": findings.games, "repeated": findings.repeated, "nodes": findings.nodes, "seed": experiment.seed,
        "version": findings.header.version, "signature": findings.header.signature, "experiment": findings.header.experiment,
    });
    format!("{document:#}\n")
}

/// The shares of games below which a length is told.
const QUANTILES: [f64; 7] = [0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0];

fn variant(variant: &VariantFindings) -> Value {
    let alike: Vec<Value> = variant
        .alike
        .iter()
        .map(|alike| {
            let (summary, confidence) = (&alike.summary, alike.confidence);
            let mut object = json!({
                "player": alike.player.to_string(),
                "first": points(&summary.points, confidence),
                "stopped": summary.stopped,
                "actions": estimate(&summary.actions.mean(confidence)),
                "turns_deviation": summary.turns.deviation(),
                "turns_quantiles": QUANTILES.map(|share| summary.turns.quantile(share)),
                "endings": summary.endings.iter().map(|e| json!({"cause": e.cause, "first": e.games[0], "second": e.games[1], "draw": e.games[2]})).collect::<Vec<_>>(),
                "kinds": summary.kinds.iter().map(|u| usage(u, confidence)).collect::<Vec<_>>(),
                "events": summary.events.iter().map(|u| usage(u, confidence)).collect::<Vec<_>>(),
                "unused": summary.unused(),
                "turns_of_several_actions": estimate(&summary.long_turns.mean(confidence)),
                "more_actions": estimate(&summary.more_actions.mean(confidence)),
                "repeats": estimate(&summary.repeats.mean(confidence)),
                "first_actions": summary.firsts,
                "nodes": summary.nodes,
            });
            for measure in Measure::ALL {
                object[measure.words()] = estimate(&measure.of(summary, confidence));
            }
            object
        })
        .collect();
    let ladder: Vec<Value> = variant
        .ladder
        .iter()
        .map(|step| json!({"players": step.players.map(|p| p.to_string()), "stronger": points(&step.points, Confidence::PLAIN)}))
        .collect();
    let openings: Vec<Value> = variant
        .openings
        .iter()
        .map(|o| json!({"action": o.action, "judged": o.judged, "first": points(&o.points, Confidence::PLAIN)}))
        .collect();
    json!({
        "name": variant.name, "game": variant.game.canonical_id(), "alike": alike, "ladder": ladder, "openings": openings,
        "fairest": variant.fairest.as_ref().map(|f| json!({"action": f.action, "first": estimate(&f.share)})),
        "mirror": variant.mirrored.as_ref().map(|m| json!({
            "player": m.player.to_string(), "copier": m.points.as_ref().map(|p| points(p, Confidence::PLAIN)),
        })),
        "notable": variant.notable.iter().map(|n| json!({"why": n.why, "number": n.number, "words": n.words, "link": n.link})).collect::<Vec<_>>(),
    })
}

fn usage(usage: &Usage, confidence: Confidence) -> Value {
    json!({
        "name": usage.name, "games": estimate(&usage.rate(confidence)), "per_game": estimate(&usage.per_game(confidence)),
        "times": usage.times,
    })
}

fn points(points: &Points, confidence: Confidence) -> Value {
    json!({
        "wins": points.wins, "draws": points.draws, "losses": points.losses, "share": estimate(&points.share(confidence)),
    })
}

/// JSON has no infinity: such an end is null.
fn estimate(estimate: &Estimate) -> Value {
    json!([estimate.value, estimate.low, estimate.high].map(|x| x.is_finite().then_some((x * 1e6).round() / 1e6)))
}

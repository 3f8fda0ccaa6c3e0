//! The findings as a table of figures.

use super::compare::Measure;
use super::findings::Findings;
use crate::stats::{Confidence, Estimate};

/// The figures, one a line: variant, game, players, measure, games, value, low, high.
pub fn csv(findings: &Findings) -> String {
    let mut out = String::from("variant,game,players,measure,games,value,low,high\n");
    for variant in &findings.variants {
        let game = variant.game.canonical_id();
        let mut line = |players: &str, measure: &str, games: u64, estimate: &Estimate| {
            let words = [&*variant.name, &game, players, measure].map(quoted).join(",");
            let numbers = [estimate.value, estimate.low, estimate.high].map(|x| format!("{x:.6}")).join(",");
            out += &format!("{words},{games},{numbers}\n");
        };
        for alike in &variant.alike {
            let (summary, confidence) = (&alike.summary, alike.confidence);
            let (player, games) = (alike.player.to_string(), summary.points.games());
            for measure in Measure::ALL {
                line(&player, measure.words(), games, &measure.of(summary, confidence));
            }
            line(&player, "actions", games, &summary.actions.mean(confidence));
            line(&player, "turns of several actions", games, &summary.long_turns.mean(confidence));
            line(&player, "turns that repeat a position", games, &summary.repeats.mean(confidence));
            for usage in summary.kinds.iter().chain(&summary.events) {
                line(&player, &format!("{} a game", usage.name), games, &usage.per_game(confidence));
            }
        }
        for step in &variant.ladder {
            let players = format!("{} v {}", step.players[0], step.players[1]);
            line(&players, "stronger player's share", step.points.games(), &step.points.share(Confidence::PLAIN));
        }
        for opening in &variant.openings {
            let measure = format!("first player's share after {}", opening.action);
            line("", &measure, opening.points.games(), &opening.points.share(Confidence::PLAIN));
            if let Some(value) = opening.judged {
                let measure = format!("first player's chance after {}, judged", opening.action);
                line("", &measure, 0, &Estimate { value, low: value, high: value });
            }
        }
        if let Some((player, points)) = variant.mirrored.as_ref().and_then(|m| Some((m.player, m.points?))) {
            line(&player.to_string(), "copier's share", points.games(), &points.share(Confidence::PLAIN));
        }
    }
    out
}

/// A field that may hold anything.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}

//! The report as CSV.

use super::compare::Measure;
use super::findings::Findings;
use crate::stats::{Confidence, Estimate};

/// Returns the figures, one per line: variant, game, players, measure, games, value, low, high.
pub fn csv(findings: &Findings) -> String {
    let mut out = String::from("variant,game,players,measure,games,value,low,high\n");
    for variant in &findings.variants {
        let game = variant.game.canonical_id();
        let mut line = |players: &str, measure: &str, games: u64, estimate: &Estimate| {
            let words = [&*variant.name, &game, players, measure].map(quoted).join(",");
            let numbers = [estimate.value, estimate.low, estimate.high].map(|x| format!("{x:.6}")).join(",");
            out += &format!("{words},{games},{numbers}\n");
        };
        for self_play in &variant.self_play {
            let (summary, confidence) = (&self_play.summary, self_play.confidence);
            let (player, games) = (self_play.player.to_string(), summary.score.games());
            for measure in Measure::ALL {
                line(&player, measure.label(), games, &measure.estimate(summary, confidence));
            }
            line(&player, "actions", games, &summary.actions.mean(confidence));
            line(&player, "turns of several actions", games, &summary.multi_action_turns.mean(confidence));
            line(&player, "turns that repeat a position", games, &summary.repeats.mean(confidence));
            for usage in summary.kinds.iter().chain(&summary.events) {
                line(&player, &format!("{} per game", usage.name), games, &usage.per_game(confidence));
            }
        }
        for step in &variant.ladder {
            let players = format!("{} vs {}", step.players[0], step.players[1]);
            line(&players, "stronger player's share", step.score.games(), &step.score.share(Confidence::SINGLE));
        }
        for opening in &variant.openings {
            let measure = format!("first player's share after {}", opening.action);
            line("", &measure, opening.score.games(), &opening.score.share(Confidence::SINGLE));
            if let Some(value) = opening.evaluation {
                let measure = format!("first player's chance after {}, evaluated", opening.action);
                line("", &measure, 0, &Estimate { value, low: value, high: value });
            }
        }
        if let Some((player, score)) = variant.mirror.as_ref().and_then(|m| Some((m.player, m.score?))) {
            line(&player.to_string(), "copier's share", score.games(), &score.share(Confidence::SINGLE));
        }
    }
    out
}

/// A field, quoted if necessary.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}

//! The reports of a small experiment with every kind of series.
#![cfg(feature = "files")]

use std::path::Path;

use hexarium_games::registry::{self, Games};
use hexarium_kernel::{AnyGame, Player};
use hexarium_lab::report::{self, Findings};
use hexarium_lab::stats::Confidence;
use hexarium_lab::{ArchiveHeader, EngineProvider, GameArchive, PlayedGame, file, play};
use hexarium_search::Engine;

const EXPERIMENT: &str = r#"
title = "Sizes & <swaps>"
question = "Does <b>it</b> work?"
players = ["nodes:16", "nodes:32"]
ladder = ["nodes:16", "nodes:32"]
openings = { player = "nodes:16", games = 3, evaluator = "nodes:32" }
mirror = { player = "nodes:16", games = 4 }
games = 12

[[variant]]
name = "<small>"
game = "hex(size=5)"

[[variant]]
name = "swap"
game = "hex(size=5,swap=true)"
"#;

struct Registry;

impl EngineProvider for Registry {
    fn game(&self, text: &str) -> Box<dyn AnyGame> {
        registry::open(text, &[]).unwrap()
    }
    fn engine(&self, game: &dyn AnyGame, seed: u64) -> Box<dyn Engine> {
        hexarium_engines::engine_factory(game)(seed)
    }
}

fn findings() -> Findings {
    findings_of(EXPERIMENT, |_| ())
}

/// Plays an experiment, changes its games and returns the findings.
fn findings_of(text: &str, change: impl Fn(&mut PlayedGame)) -> Findings {
    let experiment = file::parse(text, &Games).unwrap();
    let series = experiment.series(|variant| Registry.game(&variant.game).start().legal());
    let header = ArchiveHeader { version: "0".to_string(), signature: "0".to_string(), experiment: text.to_string() };
    let mut archive = GameArchive::new(Path::new("games.jsonl.gz"), header);
    for (number, one) in series.iter().enumerate() {
        for game in 0..one.max_games {
            let mut played = play(&experiment, one, game, &Registry);
            change(&mut played);
            archive.append(number, played).unwrap();
        }
    }
    Findings::of(experiment, &series, &archive, &Games).unwrap()
}

/// 27 wins of 40 would be significant alone, but not among four such series.
#[test]
fn an_advantage_is_marked_only_if_it_holds_among_all_series() {
    let text = "title = \"x\"\nplayers = [\"nodes:1\", \"nodes:2\"]\ngames = 40\n\
        [[variant]]\ngame = \"hex(size=5)\"\n[[variant]]\ngame = \"hex(size=5,swap=true)\"\n";
    for (wins, is_marked) in [(27, false), (34, true)] {
        let findings = findings_of(text, |game| {
            game.winner = Some(if game.number < wins { Player::First } else { Player::Second });
        });
        for series in findings.variants.iter().flat_map(|variant| &variant.self_play) {
            assert!(!series.summary.score.share(Confidence::SINGLE).contains(0.5));
            assert_eq!(findings.is_unbalanced(series), is_marked, "{wins} of 40");
        }
        let page = report::html(&findings, "https://example.org/");
        assert_eq!(page.contains("<tr class=\"significant\">"), is_marked);
    }
}

#[test]
fn reports_are_complete_and_escaped() {
    let findings = findings();
    let page = report::html(&findings, "https://example.org/app/");
    for part in [
        "Sizes &#38; &#60;swaps&#62;",
        "Does &#60;b&#62;it&#60;/b&#62; work?",
        "<h2>Balance</h2>",
        "<h2>Comparisons</h2>",
        "are counted like all others",
        "<h2>Length of games</h2>",
        "<h2>Choice and tension</h2>",
        "<h2>Skill</h2>",
        "<h3>Endings</h3>",
        "<h3>Use of the rules</h3>",
        "<h3>Value of each first action</h3>",
        "Closest to even: ",
        "<h3>Copying</h3>",
        "<h3>Notable games</h3>",
        "<h2>Method</h2>",
        "href=\"https://example.org/app/#1/hex,size=5",
        "aria-label=\"Value of each first action for the first player\"",
    ] {
        assert!(page.contains(part), "missing {part}");
    }
    assert!(!page.contains("<b>it</b>") && !page.contains("<small></td>") && !page.contains("<swaps>"));
    assert_eq!(page.matches("<table>").count(), page.matches("</table>").count());
    // Plots of both variants, and the conclusions of the text report.
    assert!(page.matches("<svg").count() >= 8);
    let conclusions = report::conclusions(&findings);
    assert!(conclusions[0].starts_with("First player's share in self-play of nodes:32: <small>: "), "{conclusions:?}");
    // A dozen games are not conclusive, which the report states.
    let undecided = |sentence: &String| {
        sentence.starts_with("swap compared with <small>: no significant difference in balance")
            && sentence.contains("A difference in balance of less than 54.1 percentage points would probably")
    };
    assert!(conclusions.iter().any(undecided), "{conclusions:?}");
    assert!(report::text(&findings).contains(&conclusions[0]));
}

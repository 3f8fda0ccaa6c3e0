//! The stored form of game archives: golden files and files of earlier versions.
//!
//! Golden files were written once and are never regenerated. A test that fails here means that
//! stored games would change or become unreadable: restore the stored form, or introduce a new
//! version of it next to the old one.
#![cfg(feature = "files")]

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use hexarium_games::registry::Games;
use hexarium_kernel::{AnyGame, GameCatalog, Player};
use hexarium_lab::report::Findings;
use hexarium_lab::{Decision, EngineProvider, Experiment, GameArchive, PlayedGame, STOPPED, Series, file, play};
use hexarium_search::Engine;

fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The only game of a golden file, after checking that the file is written again byte for byte.
fn golden(name: &str) -> Option<(usize, PlayedGame)> {
    let path = directory("golden").join(name).with_extension("jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let archive = GameArchive::read(&path).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(archive.to_jsonl(), text, "{name} is written differently");
    assert_eq!(archive.header.version, "0.1.0");
    assert_eq!(archive.header.signature, "4163575674");
    assert!(archive.header.experiment.starts_with("title = \"Golden\"\n"));
    assert!(archive.len() <= 1);
    (0..10).find_map(|series| Some((series, archive.series_games(series).pop()?)))
}

fn decision(legal_actions: u32, good_actions: u32, win_chance: Option<u16>, nodes: u64) -> Decision {
    Decision { legal_actions, good_actions, win_chance, nodes }
}

#[test]
fn first_player_wins() {
    let game = PlayedGame {
        number: 0,
        actions: ["b2", "a1", "b3"].map(String::from).to_vec(),
        decisions: vec![decision(9, 2, Some(512), 16), decision(8, 0, None, 0), decision(7, 1, Some(1000), u64::MAX)],
        winner: Some(Player::First),
        cause: "two edges joined".to_string(),
        turns: 3,
    };
    assert_eq!(golden("first-player-wins"), Some((0, game.clone())));
    let draw = PlayedGame { winner: None, cause: "third repetition".to_string(), ..game };
    assert_eq!(golden("draw"), Some((0, draw)));
}

#[test]
fn second_player_wins() {
    let game = PlayedGame {
        number: 7,
        actions: ["a1", "b2", "c3", "b3"].map(String::from).to_vec(),
        decisions: (0..4).map(|i| decision(9 - i, 1, Some(i as u16), u64::from(i) + 1)).collect(),
        winner: Some(Player::Second),
        cause: "two edges joined".to_string(),
        turns: 4,
    };
    assert_eq!(golden("second-player-wins"), Some((3, game)));
}

#[test]
fn stopped_game() {
    let game = PlayedGame {
        number: 0,
        actions: Vec::new(),
        decisions: Vec::new(),
        winner: None,
        cause: STOPPED.to_string(),
        turns: 1001,
    };
    assert_eq!(golden("stopped"), Some((0, game)));
}

#[test]
fn header_without_games() {
    assert_eq!(golden("header-only"), None);
}

#[test]
fn every_golden_file_is_checked() {
    let mut names: Vec<String> = std::fs::read_dir(directory("golden"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["draw", "first-player-wins", "header-only", "second-player-wins", "stopped"]);
}

/// The fixtures that version 0.1 wrote: finished archives, and one of two parts.
const ARCHIVES: [&str; 2] = ["tiny", "old-ruling"];
const PART: &str = "tiny-1-of-2";

fn fixture(name: &str) -> PathBuf {
    directory("fixtures/v0.1").join(format!("{name}.jsonl.gz"))
}

fn read(name: &str) -> GameArchive {
    GameArchive::read(&fixture(name)).unwrap_or_else(|e| panic!("{e}"))
}

/// The experiment of an archive and its series.
fn experiment(archive: &GameArchive) -> (Experiment, Vec<Series>) {
    let experiment = file::parse(&archive.header.experiment, &Games).unwrap();
    let series = experiment.series(|variant| Games.open(&variant.game).unwrap().start().legal());
    (experiment, series)
}

#[test]
fn archives_of_version_0_1_are_written_again_byte_for_byte() {
    for name in ARCHIVES.into_iter().chain([PART]) {
        let mut text = String::new();
        MultiGzDecoder::new(std::fs::File::open(fixture(name)).unwrap()).read_to_string(&mut text).unwrap();
        let archive = read(name);
        assert!(!archive.is_empty(), "{name}");
        assert_eq!(archive.header.version, "0.1.0");
        assert_eq!(archive.to_jsonl(), text, "{name} is written differently");
    }
}

#[test]
fn games_of_version_0_1_are_legal_and_have_a_report() {
    for name in ARCHIVES {
        let archive = read(name);
        let (experiment, series) = experiment(&archive);
        for (number, one) in series.iter().enumerate() {
            for game in archive.series_games(number) {
                let mut state = Games.open(&experiment.variants[one.variant].game).unwrap().start();
                game.actions.iter().for_each(|action| _ = state.play(action).unwrap());
                assert_eq!(state.turn(), game.turns, "{name}");
                let winner = state.verdict().and_then(|verdict| verdict.outcome.winner);
                assert_eq!(winner, game.winner, "{name}");
            }
        }
        let findings = Findings::of(experiment, &series, &archive, &Games).unwrap();
        assert_eq!(findings.games, archive.len());
    }
}

/// Games and engines of the tests.
struct Registry;

impl EngineProvider for Registry {
    fn game(&self, text: &str) -> Box<dyn AnyGame> {
        Games.open(text).unwrap()
    }
    fn engine(&self, game: &dyn AnyGame, seed: u64) -> Box<dyn Engine> {
        hexarium_engines::engine_factory(game)(seed)
    }
}

#[test]
fn a_run_of_version_0_1_continues_and_finishes() {
    let path = std::env::temp_dir().join(format!("hexarium-continued-{}.jsonl.gz", std::process::id()));
    std::fs::copy(fixture(PART), &path).unwrap();
    let header = read(PART).header;
    let mut archive = GameArchive::open(&path, header).unwrap();
    let (experiment, series) = experiment(&archive);
    assert!(Findings::of(experiment.clone(), &series, &archive, &Games).is_err(), "the other part is missing");
    let stored = archive.len();
    for (number, one) in series.iter().enumerate() {
        for game in (0..one.max_games).filter(|&game| !archive.contains(number, game)).collect::<Vec<_>>() {
            archive.append(number, play(&experiment, one, game, &Registry)).unwrap();
        }
    }
    assert!(archive.len() > stored);
    archive.finish().unwrap();
    let archive = GameArchive::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let findings = Findings::of(experiment, &series, &archive, &Games).unwrap();
    assert_eq!(findings.games, read("tiny").len());
}

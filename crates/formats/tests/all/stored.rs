//! Stored games: golden files of the current version and files of earlier versions.
//!
//! Golden files were written once and are never regenerated. A failure here means that stored games
//! would change or become unreadable: restore the format, or add a new version beside the old one.

use std::fs;
use std::path::{Path, PathBuf};

use hexarium_formats::{Ending, Event, Fault, GameTree, Property, hexworld, json, link, record, sgf};
use hexarium_games::registry::Games;
use hexarium_kernel::{GameCatalog, Player, Rng};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The files of a folder with their contents, in order.
fn files(name: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(folder(name))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("README.md"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn read(name: &str, text: &str) -> Result<GameTree, Fault> {
    match name.split_once('.').unwrap().1 {
        "record.txt" => record::read(text, &Games),
        "json" => json::read(text, &Games),
        "link.txt" => link::read(text.trim_end(), &Games).map(|(tree, _)| tree),
        "hexworld.txt" => hexworld::read(text.trim_end(), &Games).map(|(tree, _)| tree),
        "sgf" => sgf::read(text, &Games),
        other => panic!("no format for .{other}"),
    }
}

fn write(name: &str, tree: &GameTree) -> String {
    let end = *tree.main_line().last().unwrap();
    match name.split_once('.').unwrap().1 {
        "record.txt" => record::write(tree, &Games),
        "json" => json::write(tree, &Games),
        "link.txt" => link::write(tree, end, &Games).map(|link| format!("#{link}")),
        "hexworld.txt" => hexworld::write(tree, end, &Games),
        "sgf" => sgf::write(tree, &Games),
        other => panic!("no format for .{other}"),
    }
    .unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn files_of_0_1_open_continue_and_finish() {
    let files = files("fixtures/v0.1");
    for game in ["hex", "coalesce", "harvest", "fire-ants", "protista"] {
        for form in ["record.txt", "json", "link.txt"] {
            assert!(files.iter().any(|(name, _)| *name == format!("{game}.{form}")), "{game}.{form}");
        }
    }
    for (name, text) in &files {
        let tree = read(name, text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut state = tree.open(&Games).unwrap();
        let end = *tree.main_line().last().unwrap();
        for action in tree.actions_to(end) {
            state.play(action).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        assert!(state.verdict().is_none(), "{name} is not finished yet");
        let mut rng = Rng::new(1);
        for _ in 0..20_000 {
            let legal = state.legal();
            if legal.is_empty() {
                break;
            }
            state.play(&legal[rng.below(legal.len())]).unwrap();
        }
        assert!(state.verdict().is_some(), "{name} does not end");
    }
}

#[test]
fn files_of_0_1_are_written_as_0_1_wrote_them() {
    for (name, text) in files("fixtures/v0.1") {
        let tree = read(&name, &text).unwrap();
        // A game of an older rules version names it, which 0.1 could not.
        if !tree.game.contains("rules=") {
            // SGF names the version that writes a file.
            let program = concat!("AP[Hexarium:", env!("CARGO_PKG_VERSION"), "]");
            let expected = text.replace("AP[Hexarium:0.1.0]", program);
            assert_eq!(write(&name, &tree).trim_end(), expected.trim_end(), "{name}");
        }
    }
}

#[test]
fn a_game_of_0_1_keeps_the_ruling_it_was_played_under() {
    let old: Vec<_> =
        files("fixtures/v0.1").into_iter().filter(|(name, _)| name.starts_with("fire-ants-old")).collect();
    assert_eq!(old.len(), 3);
    for (name, text) in old {
        let tree = read(&name, &text).unwrap();
        assert_eq!(Games.open_stored(&tree.game).unwrap().canonical_id(), OLD_RULES, "{name}");
        let replay = |game: &str| {
            let mut state = Games.open(game).unwrap().at_position(tree.setup.as_deref().unwrap()).unwrap();
            let end = *tree.main_line().last().unwrap();
            tree.actions_to(end).into_iter().all(|action| state.play(action).is_ok())
        };
        assert!(replay(OLD_RULES), "{name}");
        assert!(!replay("fire-ants(queens_capture=false)"), "{name} distinguishes the rulings");
        let again = read(&name, &write(&name, &tree)).unwrap();
        assert_eq!(Games.open_stored(&again.game).unwrap().canonical_id(), OLD_RULES, "{name}");
    }
}

/// The game of the stored texts `fire-ants(queens_capture=false)` of 0.1.
const OLD_RULES: &str = "fire-ants(queens_capture=false,rules=1)";

/// A tree with everything that a record and JSON can express.
fn everything() -> GameTree {
    let action = |text: &str| Some(Event::Action(text.to_string()));
    let property = |name: &str, values: &[&str]| Property {
        name: name.to_string(),
        values: values.iter().map(ToString::to_string).collect(),
    };
    let mut tree = GameTree::new("hex(size=4)");
    tree.setup = Some("B.../..R./..../.... b".to_string());
    tree.tags = [("Blue", "Ada"), ("Red", "Grace \"Amazing\""), ("Date", "2026-11-16"), ("Odd: name", "two\nlines")]
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .to_vec();
    tree.ending = Some(Ending { winner: Some(Player::First), reason: "resignation".to_string() });
    tree.node_mut(GameTree::ROOT).comment = "At the start. {braces} \\ and é\nin two lines".to_string();
    let first = tree.add(GameTree::ROOT, action("b2"));
    tree.node_mut(first).extra =
        vec![property("TR", &["b2", "a1"]), property("swap-sides", &[]), property("X", &["a b"])];
    let second = tree.add(first, action("c1"));
    tree.node_mut(second).comment = "Best.".to_string();
    let variation = tree.add(first, action("b1"));
    tree.add(variation, action("b3"));
    tree.add(first, Some(Event::Other { player: Player::Second, what: "two words".to_string() }));
    let remark = tree.add(second, None);
    tree.node_mut(remark).comment = "A remark without an action.".to_string();
    tree.add(remark, Some(Event::Other { player: Player::Second, what: "resign".to_string() }));
    tree
}

#[test]
fn golden_files_are_read_and_written_byte_for_byte() {
    let tree = everything();
    for name in ["everything.record.txt", "everything.json"] {
        let golden = fs::read_to_string(folder("golden").join(name)).unwrap_or_default();
        assert_eq!(write(name, &tree), golden, "{name} is written differently");
        assert_eq!(read(name, &golden).unwrap(), tree, "{name} is read differently");
    }
}

#[test]
fn every_stored_format_has_a_version_and_rejects_a_newer_one() {
    for (name, version) in [("everything.record.txt", "Hexarium: 1"), ("everything.json", "\"version\": 1")] {
        let golden = fs::read_to_string(folder("golden").join(name)).unwrap();
        let newer = golden.replacen(version, &version.replace('1', "2"), 1);
        assert_ne!(golden, newer, "{name}");
        let fault = read(name, &newer).unwrap_err().to_string();
        assert!(fault.contains('2'), "{name}: {fault}");
    }
    let fault = link::read("2/hex/0/", &Games).unwrap_err().to_string();
    assert!(fault.contains("version"), "{fault}");
}

//! Links of every game with every option value: round trips, length, and detection of damage.

use std::sync::Mutex;

use hexarium_conformance::crosscheck::reference_options;
use hexarium_conformance::{Variant, in_parallel, reference, variants};
use hexarium_formats::{Ending, Event, GameTree, NodeId, link};
use hexarium_games::registry::{GAMES, Games};
use hexarium_kernel::{AnyGame, AnyMatch, Player, Rng};
use proptest::prelude::*;

/// A tree with one line.
fn tree_of(game: &str, setup: Option<&str>, line: &[impl AsRef<str>]) -> (GameTree, Vec<NodeId>) {
    let mut tree = GameTree::new(game);
    tree.setup = setup.map(str::to_string);
    let mut ids = vec![GameTree::ROOT];
    for action in line {
        let last = *ids.last().unwrap();
        ids.push(tree.add(last, Some(Event::Action(action.as_ref().to_string()))));
    }
    let verdict = tree.at(*ids.last().unwrap(), &Games).unwrap().verdict();
    tree.ending = verdict.map(|v| Ending { winner: v.outcome.winner, reason: v.reason });
    (tree, ids)
}

/// Plays at most that many random actions, and returns the whole line.
fn random_line(state: &mut dyn AnyMatch, actions: usize, rng: &mut Rng) -> Vec<String> {
    for _ in 0..actions {
        let legal = state.legal();
        if legal.is_empty() {
            break;
        }
        state.play(&legal[rng.below(legal.len())]).unwrap();
    }
    state.line()
}

/// Returns the longest of some random lines of at most that many actions.
fn line_of(game: &dyn AnyGame, actions: usize, rng: &mut Rng) -> Vec<String> {
    let mut longest = Vec::new();
    for _ in 0..50 {
        let line = random_line(&mut *game.start(), actions, rng);
        if line.len() > longest.len() {
            longest = line;
        }
        if longest.len() == actions {
            break;
        }
    }
    longest
}

/// Round-trips the link of a tree with one line.
fn round_trip(tree: &GameTree, cursor: NodeId) -> Result<String, String> {
    let text = link::write(tree, cursor, &Games)?;
    let (back, at) = link::read(&text, &Games).map_err(|e| format!("{text}: {e}"))?;
    if back != *tree || back.actions_to(at) != tree.actions_to(cursor) {
        return Err(format!("{text} comes back as another game"));
    }
    let safe = |c: char| c.is_ascii_alphanumeric() || "/,=-_".contains(c);
    if !text.chars().all(safe) || !text.ends_with(|c: char| c.is_ascii_alphanumeric()) {
        return Err(format!("{text} would be broken by a chat program"));
    }
    Ok(text)
}

#[test]
fn random_games_with_every_option_value_round_trip_with_every_cursor() {
    in_parallel(&variants(), |variant| {
        let game = variant.open();
        let mut rng = Rng::new(31);
        let short = random_line(&mut *game.start(), 25, &mut rng);
        let (tree, ids) = tree_of(&variant.id(), None, &short);
        for &cursor in &ids {
            round_trip(&tree, cursor)?;
        }
        let whole = random_line(&mut *game.start(), 300, &mut rng);
        let (tree, ids) = tree_of(&variant.id(), None, &whole);
        round_trip(&tree, ids[rng.below(ids.len())])?;
        round_trip(&tree, ids[whole.len()])?;
        Ok(())
    });
}

#[test]
fn games_from_scattered_positions_round_trip_with_their_setup() {
    in_parallel(&variants(), |variant| {
        let (model, options) = (reference::model(variant.spec.id), reference_options(variant));
        let game = variant.open();
        let mut rng = Rng::new(32);
        for _ in 0..20 {
            let setup = (model.scatter)(&options, &mut rng);
            let mut state = game.at_position(&setup).map_err(|e| e.to_string())?;
            let line = random_line(&mut *state, 12, &mut rng);
            let (tree, ids) = tree_of(&variant.id(), Some(&setup), &line);
            let text = round_trip(&tree, ids[rng.below(ids.len())])?;
            if text.len() > 380 {
                return Err(format!("{text} has {} characters for {setup}", text.len()));
            }
        }
        Ok(())
    });
}

#[test]
fn sixty_actions_of_any_game_are_a_short_link() {
    let longest = Mutex::new((0, String::new()));
    in_parallel(&variants(), |variant| {
        let game = variant.open();
        let line = line_of(&*game, 60, &mut Rng::new(33));
        let (tree, ids) = tree_of(&variant.id(), None, &line);
        let text = round_trip(&tree, ids[line.len() / 2])?;
        let most = if variant.id() == variant.spec.id { 120 } else { 250 };
        if text.len() > most {
            return Err(format!("{text} has {} characters", text.len()));
        }
        let mut longest = longest.lock().unwrap();
        if text.len() > longest.0 {
            *longest = (text.len(), text);
        }
        Ok(())
    });
    println!("the longest: {:?}", longest.into_inner().unwrap());
}

/// The file of the golden links.
const LINKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/links.txt");

/// Returns the entries of the golden links.
fn golden_entries() -> Vec<String> {
    let text = std::fs::read_to_string(LINKS).unwrap();
    text.split("\n\n").map(|entry| entry.trim().to_string()).filter(|entry| !entry.is_empty()).collect()
}

/// Returns the id of the game of an entry.
fn game_of(entry: &str) -> &str {
    entry.lines().nth(1).and_then(|game| game.split('(').next()).unwrap_or_default()
}

/// Reads and writes the link of an entry, and compares both with the entry.
fn check_entry(entry: &str) -> Result<(), String> {
    let lines: Vec<&str> = entry.lines().collect();
    let [text, game, setup, actions, cursor] = lines[..] else { return Err(format!("five lines each: {entry}")) };
    let (tree, at) = link::read(text, &Games).map_err(|e| format!("{text}: {e}"))?;
    let end = *tree.main_line().last().unwrap_or(&GameTree::ROOT);
    let read = [
        link::write(&tree, at, &Games)?,
        tree.game.clone(),
        tree.setup.clone().unwrap_or("-".to_string()),
        tree.actions_to(end).join(" "),
        tree.actions_to(at).len().to_string(),
    ];
    if read == [text, game, setup, actions, cursor] { Ok(()) } else { Err(format!("{read:#?}: expected {lines:#?}")) }
}

/// These links never change: they are used in messages and bookmarks. A change here is a new
/// version of the format. Only a game that is not in use yet may change its links with its rules:
/// `cargo xtask golden ID` replaces those that no longer hold.
#[test]
fn golden_links_are_read_and_written_unchanged() {
    let mut entries = golden_entries();
    for spec in GAMES {
        let of_game = |entry: &String| game_of(entry) == spec.id;
        let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|text| text == value);
        if is("HEXARIUM_GOLDEN", "write") && is("HEXARIUM_GAME", spec.id) {
            let holds = entries.iter().filter(|entry| of_game(entry)).all(|entry| check_entry(entry).is_ok());
            if !holds || entries.iter().filter(|entry| of_game(entry)).count() < 3 {
                let at = entries.iter().position(of_game).unwrap_or(entries.len());
                entries.retain(|entry| !of_game(entry));
                let new = golden_links(spec.id);
                entries.splice(at..at, new.trim().split("\n\n").map(str::to_string));
                std::fs::write(LINKS, entries.join("\n\n") + "\n").unwrap();
            }
        }
        let count = entries.iter().filter(|entry| game_of(entry) == spec.id).count();
        assert!(count >= 3, "{} has no golden links; cargo xtask golden {} adds them", spec.id, spec.id);
    }
    for entry in &entries {
        check_entry(entry).unwrap();
    }
}

/// Returns new entries for a game.
fn golden_links(id: &str) -> String {
    let mut rng = Rng::new(34);
    let all: Vec<Variant> = variants().into_iter().filter(|v| v.spec.id == id).collect();
    let entries = [&all[0], &all[all.len() - 1], &all[0]].into_iter().enumerate().map(|(n, variant)| {
        // A random position may be decided already, and an entry needs an action.
        let (setup, line) = loop {
            let setup = (n == 2).then(|| (reference::model(id).scatter)(&reference_options(variant), &mut rng));
            let mut state = match &setup {
                Some(text) => variant.open().at_position(text).unwrap(),
                None => variant.open().start(),
            };
            let line = random_line(&mut *state, 40, &mut rng);
            if !line.is_empty() {
                break (setup, line);
            }
        };
        let (tree, ids) = tree_of(&variant.id(), setup.as_deref(), &line);
        let cursor = [line.len(), line.len() / 2, 0][n];
        let text = link::write(&tree, ids[cursor], &Games).unwrap();
        format!("{text}\n{}\n{}\n{}\n{cursor}\n\n", variant.id(), setup.as_deref().unwrap_or("-"), line.join(" "))
    });
    entries.collect()
}

/// The golden links and their trees.
fn samples() -> Vec<(String, GameTree)> {
    let links = golden_entries().into_iter().filter_map(|entry| entry.lines().next().map(str::to_string));
    links.map(|text| (text.clone(), link::read(&text, &Games).unwrap().0)).collect()
}

#[test]
fn a_single_typing_error_never_gives_another_game() {
    const LETTERS: &str = "0123456789ABCXYZabcxyz/,=-_.#%() é";
    let (mut tried, mut same) = (0, 0);
    for (text, tree) in samples() {
        let chars: Vec<char> = text.chars().collect();
        let mut damaged: Vec<Vec<char>> = Vec::new();
        let mut change = |change: &dyn Fn(&mut Vec<char>)| {
            let mut other = chars.clone();
            change(&mut other);
            damaged.push(other);
        };
        for at in 0..chars.len() {
            for letter in LETTERS.chars() {
                change(&|text| text[at] = letter);
                change(&|text| text.insert(at, letter));
            }
            change(&|text| _ = text.remove(at));
            change(&|text| text.truncate(at));
            change(&|text| _ = text.drain(..=at));
            for next in [at + 1, at + 2].into_iter().filter(|&next| next < chars.len()) {
                change(&|text| text.swap(at, next));
            }
        }
        for other in damaged.into_iter().filter(|other| *other != chars) {
            let other: String = other.into_iter().collect();
            tried += 1;
            if let Ok((read, _)) = link::read(&other, &Games) {
                assert_eq!(read, tree, "{text} damaged into {other}");
                same += 1;
            }
        }
    }
    assert!(tried > 50_000, "{tried}");
    // Only punctuation before a link is skipped.
    assert!(same * 100 < tried, "{same} of {tried} were read");
}

#[test]
fn a_truncated_link_is_called_incomplete() {
    for (text, _) in samples() {
        for end in 3..text.len() {
            let fault = link::read(&text[..end], &Games).unwrap_err();
            assert!(fault.problem.contains("incomplete or mistyped"), "{}: {fault}", &text[..end]);
        }
    }
}

#[test]
fn a_link_is_read_out_of_a_url_and_out_of_a_sentence() {
    for (text, tree) in samples() {
        for around in ["https://example.org/play#@", "#@", "@", "(see #3, https://example.org/#@).", "  \"@\"\n"] {
            let whole = around.replace('@', &text);
            assert_eq!(link::read(&whole, &Games).unwrap().0, tree, "{whole}");
        }
        let escaped = text.replace('/', "%2F").replace(',', "%2c").replace('=', "%3D");
        assert_eq!(link::read(&escaped, &Games).unwrap().0, tree, "{escaped}");
    }
}

#[test]
fn text_that_is_not_a_link_is_rejected_with_the_expected_form() {
    const NONE: &str = "not a link to a game: expected # followed by 1/ and a game, as in 1/hex/…";
    const BROKEN: &str = "the link is incomplete or mistyped; copy it again, to its last character";
    for (text, column, message) in [
        ("", 1, NONE),
        ("1", 1, NONE),
        ("https://example.org/", 1, NONE),
        ("Hello there", 1, NONE),
        ("#11,a2:sf6", 2, NONE),
        ("#2/hex/x", 2, "unknown version 2 of a link: expected 1; update Hexarium"),
        ("#1/hex/0/-/00000", 12, BROKEN),
        ("#1/hex/0 /-/00000", 9, "invalid character ' ' in a link"),
    ] {
        let fault = link::read(text, &Games).unwrap_err();
        assert_eq!((fault.line, fault.column, fault.problem.as_str()), (1, column, message), "{text}");
    }
    let fault = link::read(&"1/".repeat(5_000_000), &Games).unwrap_err();
    assert_eq!(fault.problem, "the link has 10000000 bytes: expected at most 65536");
}

#[test]
fn random_texts_are_rejected_without_a_panic() {
    let mut rng = Rng::new(35);
    for round in 0..10_000 {
        let length = rng.below(200);
        let text: Vec<u8> = (0..length)
            .map(|_| if round % 2 == 0 { rng.below(256) as u8 } else { b"1/hex,=-#%2Fa0Z9r"[rng.below(17)] })
            .collect();
        assert!(link::read(&String::from_utf8_lossy(&text), &Games).is_err());
    }
}

proptest! {
    #[test]
    fn any_text_after_a_valid_beginning_is_rejected_without_a_panic(text in "\\PC{0,80}") {
        let whole = format!("1/hex,size=5/{text}");
        prop_assert!(link::read(&whole, &Games).is_err());
    }
}

#[test]
fn only_the_line_of_the_cursor_is_in_the_link() {
    let action = |text: &str| Some(Event::Action(text.to_string()));
    let mut tree = GameTree::new("hex(size=5,swap=false)");
    let a = tree.add(GameTree::ROOT, action("a1"));
    let said = tree.add(a, None);
    tree.node_mut(said).comment = "a corner".to_string();
    let b = tree.add(said, action("b2"));
    tree.add(b, action("c3"));
    let side = tree.add(said, action("d4"));
    tree.add(side, action("e5"));
    tree.ending = Some(Ending { winner: Some(Player::Second), reason: "resignation".to_string() });
    let line = |cursor| {
        let (back, at) = link::read(&link::write(&tree, cursor, &Games).unwrap(), &Games).unwrap();
        let end = *back.main_line().last().unwrap();
        assert_eq!(back.game, "hex(size=5)");
        (back.actions_to(end).join(" "), back.actions_to(at).len(), back.ending.map(|e| e.reason))
    };
    let resigned = Some("resignation".to_string());
    assert_eq!(line(GameTree::ROOT), ("a1 b2 c3".to_string(), 0, resigned.clone()));
    assert_eq!(line(said), ("a1 b2 c3".to_string(), 1, resigned));
    assert_eq!(line(side), ("a1 d4 e5".to_string(), 2, None));
}

#[test]
fn a_resignation_at_the_end_of_the_line_is_kept_as_the_ending() {
    let (mut tree, ids) = tree_of("hex(size=5)", None, &["a1", "b2"]);
    let end = tree.add(ids[2], Some(Event::Other { player: Player::First, what: "resign".to_string() }));
    let text = link::write(&tree, end, &Games).unwrap();
    assert!(text.starts_with("1/hex,size=5/2r2/"), "{text}");
    let (back, at) = link::read(&text, &Games).unwrap();
    assert_eq!(back.ending, Some(Ending { winner: Some(Player::Second), reason: "resignation".to_string() }));
    assert_eq!(back.actions_to(at), ["a1", "b2"]);
}

#[test]
fn a_line_that_cannot_be_played_is_not_written() {
    let mut tree = GameTree::new("hex(size=5)");
    let a = tree.add(GameTree::ROOT, Some(Event::Action("a1".to_string())));
    tree.add(a, Some(Event::Action("a1".to_string())));
    let taken = link::write(&tree, a, &Games).unwrap_err();
    assert!(taken.starts_with("action 2: illegal action 'a1': the cell is taken"), "{taken}");
    assert_eq!(link::write(&tree, NodeId(9), &Games).unwrap_err(), "there is no node 9 in the game");
    let unknown = link::write(&GameTree::new("chess"), GameTree::ROOT, &Games).unwrap_err();
    assert!(unknown.starts_with("unknown game 'chess'"), "{unknown}");
}

#[test]
fn the_examples_of_the_documentation_are_current() {
    let page = include_str!("../../../../docs/formats/link.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| `1/"))
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect())
        .collect();
    assert!(rows.len() >= 4);
    for row in rows {
        let (tree, at) = link::read(row[0], &Games).unwrap_or_else(|e| panic!("{}: {e}", row[0]));
        let end = *tree.main_line().last().unwrap();
        assert_eq!(tree.game, row[1]);
        assert_eq!(tree.actions_to(end).join(" "), row[2]);
        assert_eq!(tree.actions_to(at).len().to_string(), row[3]);
        assert_eq!(link::write(&tree, at, &Games).unwrap(), row[0]);
    }
}

//! Random games of every game and option value through the record and its JSON form, and invalid
//! input into both.

use crate::trees::{random_tree, renumbered};
use hexarium_conformance::{in_parallel, variants};
use hexarium_formats::{Event, Fault, GameTree, NodeId, json, record};
use hexarium_games::registry::Games;
use hexarium_kernel::Rng;

#[test]
fn every_tree_of_every_game_round_trips_in_both_formats() {
    let all = variants();
    in_parallel(&all, |variant| {
        let mut rng = Rng::new(variant.id().bytes().fold(7u64, |sum, b| sum.wrapping_mul(31) + u64::from(b)));
        for _ in 0..6 {
            let tree = random_tree(&variant.id(), &mut rng);
            let fail = |what: &str, text: &str| Err(format!("{}: {what}\n{text}", variant.id()));
            let text = record::write(&tree, &Games).map_err(|e| format!("{}: {e}", variant.id()))?;
            let back = record::read(&text, &Games).map_err(|e| format!("{}: {e}\n{text}", variant.id()))?;
            if renumbered(&back) != renumbered(&tree) {
                return fail("the record came back changed", &text);
            }
            if record::write(&back, &Games).as_ref() != Ok(&text) {
                return fail("the record is written differently the second time", &text);
            }
            if record::read_lenient(&text, &Games) != Ok((back.clone(), Vec::new())) {
                return fail("a sound record is read differently when leniently", &text);
            }
            if record::read(&text.replace('\n', "\r\n"), &Games) != Ok(back) {
                return fail("the line ends of another system change the record", &text);
            }
            let text = json::write(&tree, &Games).map_err(|e| format!("{}: {e}", variant.id()))?;
            if json::read(&text, &Games).as_ref() != Ok(&tree) {
                return fail("the JSON came back changed", &text);
            }
            if json::read_lenient(&text, &Games) != Ok((tree, Vec::new())) {
                return fail("sound JSON is read differently when leniently", &text);
            }
        }
        Ok(())
    });
}

/// Reads with all readers; the result of a lenient one must be valid, and every fault must have a
/// position.
fn read_all(text: &str) {
    let sound = |kept: Result<(GameTree, Vec<Fault>), Fault>| match kept {
        Ok((tree, faults)) => {
            let written = record::write(&tree, &Games).unwrap();
            assert_eq!(record::read(&written, &Games).map(|t| renumbered(&t)), Ok(renumbered(&tree)), "{text}");
            assert_eq!(json::read(&json::write(&tree, &Games).unwrap(), &Games), Ok(tree), "{text}");
            faults.iter().for_each(|f| has_place(f, text));
        }
        Err(fault) => has_place(&fault, text),
    };
    for read in [record::read, json::read] {
        if let Err(fault) = read(text, &Games) {
            has_place(&fault, text);
        }
    }
    sound(record::read_lenient(text, &Games));
    sound(json::read_lenient(text, &Games));
}

fn has_place(fault: &Fault, text: &str) {
    let line = text.split('\n').nth(fault.line.wrapping_sub(1));
    let width = line.map_or(0, |l| l.chars().count()) + 1;
    assert!((1..=width).contains(&fault.column), "{fault}\n{text}");
}

fn bytes(rng: &mut Rng, most: usize) -> Vec<u8> {
    (0..rng.below(most)).map(|_| rng.below(256) as u8).collect()
}

#[test]
fn no_random_bytes_make_a_reader_panic() {
    let mut rng = Rng::new(3);
    for i in 0..10_000 {
        let noise = bytes(&mut rng, 200);
        let noise = String::from_utf8_lossy(&noise);
        match i % 4 {
            0 => read_all(&noise),
            1 => read_all(&format!("Game: hex(size=3)\n{noise}")),
            2 => read_all(&format!("Game: hex(size=3)\n\n1. a1 {noise}")),
            _ => read_all(&format!("{{\"game\": \"hex(size=3)\", \"nodes\": [{{}}, {noise}")),
        }
    }
}

#[test]
fn no_truncation_or_mutation_makes_a_reader_panic() {
    let mut rng = Rng::new(4);
    let words =
        ["(", ")", "{", "}", "[", "]", ",", "\"", "\\", "\n", " ", "~", "!", "1.", "...", "9", ":", "a1", "é", "pass"];
    for game in ["hex(size=4)", "harvest(base=3)", "coalesce", "protista(rows=7,cols=5,setup=random,pieces=5)"] {
        for _ in 0..12 {
            let tree = random_tree(game, &mut rng);
            for text in [record::write(&tree, &Games).unwrap(), json::write(&tree, &Games).unwrap()] {
                let ends: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
                for _ in 0..30 {
                    let end = ends[rng.below(ends.len())];
                    read_all(&text[..end]);
                    let mut mutant = text.clone();
                    let cut = ends[rng.below(ends.len())..].iter().take(1 + rng.below(6)).copied().collect::<Vec<_>>();
                    mutant.replace_range(cut[0]..cut[cut.len() - 1], words[rng.below(words.len())]);
                    read_all(&mutant);
                }
            }
        }
    }
}

#[test]
fn time_is_linear_in_depth_and_size() {
    let mut tree = GameTree::new("hex(size=3)");
    let mut at = GameTree::ROOT;
    for i in 0..50_000 {
        let main = tree.add(at, None);
        let variation = tree.add(at, None);
        tree.add(variation, Some(Event::Action("a1".into())));
        at = if i % 2 == 0 { main } else { variation };
    }
    let text = record::write(&tree, &Games).unwrap();
    assert_eq!(renumbered(&record::read(&text, &Games).unwrap()), renumbered(&tree));
    assert_eq!(json::read(&json::write(&tree, &Games).unwrap(), &Games), Ok(tree));

    let head = "Game: hex(size=3)\n\n";
    for piece in
        ["(", ")", "~ (", "{", "[", "\\", "x", "!", "1.", "a1,", "( ) ", "[a", "\"", "~ () ", "\\u{é", "{\\u{é} "]
    {
        let many = piece.repeat(2_000_000 / piece.len());
        let _ = record::read(&format!("{head}{many}"), &Games);
        let _ = record::read_lenient(&format!("{head}{many}"), &Games);
        let _ = record::read_lenient(&format!("{head}~ {many}"), &Games);
        let _ = record::read_lenient(&many, &Games);
        let _ = record::read_lenient(&format!("Game: hex\n{}", format!("{piece}\n").repeat(300_000)), &Games);
    }
    for piece in ["[", "{\"a\":", "1,", "{},", "{\"parent\":9},", "{\"action\":\"a1\"},"] {
        let many = piece.repeat(2_000_000 / piece.len());
        let _ = json::read_lenient(&many, &Games);
        let (open_list, end) = ("{\"game\":\"hex\",\"nodes\":[{},", "{}]}");
        let _ = json::read_lenient(&format!("{open_list}{many}{end}"), &Games);
    }
}

#[test]
fn a_tree_that_could_not_be_read_back_is_not_written() {
    let mut tree = GameTree::new("hex(size=3)");
    let a = tree.add(GameTree::ROOT, Some(Event::Action("a1".into())));
    let again = tree.add(a, Some(Event::Action("a1".into())));
    for written in [record::write(&tree, &Games), json::write(&tree, &Games)] {
        assert!(written.unwrap_err().contains("the cell is taken"));
    }
    tree.node_mut(again).event = None;
    tree.node_mut(NodeId(0)).event = Some(Event::Action("b1".into()));
    for written in [record::write(&tree, &Games), json::write(&tree, &Games)] {
        assert!(written.unwrap_err().contains("root"));
    }
}

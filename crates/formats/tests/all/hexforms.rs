//! Random trees of Hex, for the Hex formats.

use hexarium_formats::{Ending, Event, GameTree, NodeId, Property, hex};
use hexarium_games::registry::Games;
use hexarium_kernel::{GameCatalog, Player, Rng};

pub(crate) fn property(name: &str, values: &[&str]) -> Property {
    Property { name: name.to_string(), values: values.iter().map(|v| v.to_string()).collect() }
}

/// Text with special characters; no carriage return, which SGF normalises to a line feed.
pub(crate) fn odd_text(rng: &mut Rng, line_breaks: bool) -> String {
    const PIECES: [&str; 16] =
        ["]", "[", "\\", "\\]", ":", ";", "(", ")", " ", "a", "⬡", "ü", "\t", "B[a1]", "\u{0}", "🐝"];
    (0..rng.below(12))
        .map(|_| if line_breaks && rng.below(5) == 0 { "\n" } else { PIECES[rng.below(PIECES.len())] })
        .collect()
}

/// A tree with variations, comments, labels, tags, passes, swaps of both kinds and a legal ending,
/// numbered line by line.
pub(crate) fn random_tree(rng: &mut Rng) -> GameTree {
    // Small boards more often, because their games end.
    let size = if rng.below(2) == 0 { 2 + rng.below(3) } else { 2 + rng.below(18) };
    let first = ["blue", "red"][usize::from(rng.below(4) == 0)];
    let (swap, pass) = (rng.below(2) == 0, rng.below(2) == 0);
    let game = Games.open(&format!("hex(size={size},first={first},swap={swap},pass={pass})")).unwrap();
    let mut tree = GameTree::new(game.canonical_id());
    if rng.below(4) == 0 {
        let mut state = game.start();
        for _ in 0..=rng.below(size) {
            let legal = state.legal();
            if let Some(action) = legal.get(rng.below(legal.len().max(1))) {
                state.play(action).unwrap();
            }
        }
        tree.setup = Some(state.position());
    }
    let mut last = GameTree::ROOT;
    for _ in 0..rng.below(40) {
        let parent = if rng.below(5) == 0 { NodeId(rng.below(tree.ids().count())) } else { last };
        last = grow(rng, &mut tree, parent, size);
    }
    for id in tree.ids() {
        let node = tree.node_mut(id);
        if rng.below(4) == 0 {
            node.comment = odd_text(rng, true);
        }
        if rng.below(6) == 0 {
            node.extra.push(property("LB", &["a1:x", &format!("b2:{}", odd_text(rng, false))]));
            node.extra.push(property("ZZ", &[&odd_text(rng, true), ""]));
        }
    }
    for name in ["Blue", "Red", "Date", "Event"] {
        if rng.below(2) == 0 {
            tree.tags.push((name.to_string(), odd_text(rng, false)));
        }
    }
    if rng.below(3) == 0 {
        tree.tags.push((odd_text(rng, true), odd_text(rng, true)));
        tree.tags.push(("Blue".to_string(), "again".to_string()));
    }
    let mut tree = in_order(&tree);
    if tree.tag("Blue") == Some("again") {
        tree.tags.retain(|(name, _)| name != "Blue");
    }
    tree.ending = fitting_end(rng, &tree);
    tree
}

fn grow(rng: &mut Rng, tree: &mut GameTree, parent: NodeId, size: usize) -> NodeId {
    let player = Player::BOTH[rng.below(2)];
    let other = |what: &str| Some(Event::Other { player, what: what.to_string() });
    let cell = || format!("{}{}", ["a", "b"][rng.clone().below(2)], rng.clone().below(size) + 1);
    if hex::departure(tree, parent).is_some() {
        return tree.add(parent, other(&cell()));
    }
    let state = tree.at(parent, &Games).unwrap();
    let legal = state.legal();
    // A legal pass is an action, any other pass an event.
    let can_pass = legal.iter().any(|a| a == "pass");
    match rng.below(30) {
        0 => return tree.add(parent, None),
        1 if !can_pass => return tree.add(parent, other("pass")),
        2 => return tree.add(parent, other(["resign", "forfeit"][rng.below(2)])),
        3 => return tree.add(parent, other("thinks: a [long] time")),
        _ => {}
    }
    let Some(mut action) = legal.get(rng.below(legal.len().max(1))) else { return parent };
    if rng.below(2) == 0 {
        action = legal.iter().find(|a| *a == "swap").unwrap_or(action);
    } else if rng.below(6) == 0 {
        action = legal.iter().find(|a| *a == "pass").unwrap_or(action);
    }
    let id = tree.add(parent, Some(Event::Action(action.clone())));
    if action == "swap" && rng.below(2) == 0 {
        tree.node_mut(id).extra.push(property(hex::SWAP_SIDES, &[]));
    }
    id
}

fn fitting_end(rng: &mut Rng, tree: &GameTree) -> Option<Ending> {
    let main = tree.main_line();
    let last = *main.last().unwrap();
    let verdict = tree.at(last, &Games).unwrap().verdict().filter(|_| hex::departure(tree, last).is_none());
    match main.iter().rev().find_map(|&id| tree.node(id).event.as_ref()) {
        Some(Event::Other { player, what }) if verdict.is_none() && (what == "resign" || what == "forfeit") => {
            let reason = if what == "resign" { "resignation" } else { "forfeit" };
            return Some(Ending { winner: Some(player.other()), reason: reason.to_string() });
        }
        _ => {}
    }
    match verdict {
        _ if rng.below(3) == 0 => None,
        Some(verdict) => Some(Ending { winner: verdict.outcome.winner, reason: verdict.reason }),
        None => match rng.below(5) {
            0 => Some(Ending { winner: None, reason: "agreement".to_string() }),
            n => {
                let reason = ["resignation", "time", "forfeit", "agreement"][n - 1];
                Some(Ending { winner: Some(Player::BOTH[rng.below(2)]), reason: reason.to_string() })
            }
        },
    }
}

/// The same tree with its nodes numbered line by line, in the order of a reader.
pub(crate) fn in_order(tree: &GameTree) -> GameTree {
    let mut out = GameTree::new(tree.game.clone());
    (out.setup, out.ending, out.tags) = (tree.setup.clone(), tree.ending.clone(), tree.tags.clone());
    let mut waiting = vec![(GameTree::ROOT, GameTree::ROOT)];
    while let Some((old, parent)) = waiting.pop() {
        let node = tree.node(old);
        let id = if old == GameTree::ROOT { old } else { out.add(parent, node.event.clone()) };
        (out.node_mut(id).comment, out.node_mut(id).extra) = (node.comment.clone(), node.extra.clone());
        waiting.extend(tree.children(old).iter().rev().map(|&child| (child, id)));
    }
    out
}

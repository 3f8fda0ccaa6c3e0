//! Random trees with variations, remarks and special characters, for tests of every format that
//! stores whole trees.

use hexarium_formats::{Ending, Event, GameTree, NodeId, Property};
use hexarium_games::registry::Games;
use hexarium_kernel::{AnyMatch, GameCatalog, Player, Rng};

const PIECES: [&str; 24] = [
    "a", "Z9", " ", "\n", "\r", "\r\n", "\t", "{", "}", "(", ")", "[", "]", "\\", "\\n", "\"", ",", ":", "!", "~", "é",
    "→🐜", "\u{0}", "\u{2028}",
];

/// Returns a text of special characters, sometimes empty.
pub(crate) fn odd_text(rng: &mut Rng) -> String {
    let count = rng.below(8);
    (0..count).map(|_| PIECES[rng.below(PIECES.len())]).collect()
}

/// Returns the same tree with its nodes numbered line by line, so that trees compare equal whatever
/// the order of insertion.
pub(crate) fn renumbered(tree: &GameTree) -> GameTree {
    let mut new = GameTree::new(tree.game.clone());
    (new.setup, new.ending, new.tags) = (tree.setup.clone(), tree.ending.clone(), tree.tags.clone());
    let mut waiting = vec![(GameTree::ROOT, None)];
    while let Some((id, parent)) = waiting.pop() {
        let node = tree.node(id);
        let to = parent.map_or(GameTree::ROOT, |p| new.add(p, node.event.clone()));
        let copy = new.node_mut(to);
        (copy.comment, copy.extra) = (node.comment.clone(), node.extra.clone());
        waiting.extend(tree.children(id).iter().rev().map(|&child| (child, Some(to))));
    }
    new
}

/// Plays random actions from a node on, with events and empty nodes in between. Returns the last
/// node.
fn line(tree: &mut GameTree, mut id: NodeId, state: &mut Box<dyn AnyMatch>, most: usize, rng: &mut Rng) -> NodeId {
    for _ in 0..most {
        if rng.below(12) == 0 {
            let player = Player::BOTH[rng.below(2)];
            let what = if rng.below(2) == 0 { "resign".to_string() } else { odd_text(rng) };
            id = tree.add(id, (rng.below(3) > 0).then_some(Event::Other { player, what }));
        }
        let legal = state.legal();
        if legal.is_empty() {
            break;
        }
        let action = legal[rng.below(legal.len())].clone();
        state.play(&action).unwrap();
        id = tree.add(id, Some(Event::Action(action)));
    }
    id
}

/// Returns a random tree of a game.
pub(crate) fn random_tree(game: &str, rng: &mut Rng) -> GameTree {
    let opened = Games.open(game).unwrap();
    let mut tree = GameTree::new(opened.canonical_id());
    let mut state = opened.start();
    if rng.below(3) == 0 {
        line(&mut GameTree::new(""), GameTree::ROOT, &mut state, 5, rng);
        tree.setup = Some(state.position());
        state = opened.at_position(&state.position()).unwrap();
    }
    let most = [0, 3, 20, 60][rng.below(4)];
    line(&mut tree, GameTree::ROOT, &mut state, most, rng);
    tree.ending = match (state.verdict(), rng.below(3)) {
        (_, 0) => None,
        (Some(v), n) => {
            let reason = if n == 1 { v.reason } else { String::new() };
            Some(Ending { winner: v.outcome.winner, reason })
        }
        (None, n) => {
            let winner = [None, Some(Player::First), Some(Player::Second)][rng.below(3)];
            let reason = if n == 1 { Ending::BY_PLAYERS[rng.below(4)] } else { "" };
            Some(Ending { winner, reason: reason.to_string() })
        }
    };
    for _ in 0..rng.below(6) {
        let from = NodeId(rng.below(tree.ids().count()));
        let mut state = tree.at(from, &Games).unwrap();
        // After the last node of the main line, a first child would change where the game ends.
        if !tree.children(from).is_empty() {
            line(&mut tree, from, &mut state, 4, rng);
        }
    }
    for id in tree.ids() {
        if rng.below(5) == 0 {
            tree.node_mut(id).comment = odd_text(rng);
        }
        if rng.below(8) == 0 {
            let values = (0..rng.below(3)).map(|_| odd_text(rng)).collect();
            tree.node_mut(id).extra.push(Property { name: odd_text(rng), values });
            tree.node_mut(id).extra.push(Property { name: "TR".into(), values: vec!["a1".into(), "b2".into()] });
        }
    }
    let names = Player::BOTH.map(|p| opened.player_name(p));
    for name in [names[0], names[1], names[0], "Date", "game", "Result", "Hexarium", "Round", ""] {
        match rng.below(4) {
            0 => tree.tags.push((name.to_string(), "Ada Lovelace, 2024-05-01".to_string())),
            1 => tree.tags.push((name.to_string(), odd_text(rng))),
            2 if rng.below(4) == 0 => tree.tags.push((odd_text(rng), odd_text(rng))),
            _ => {}
        }
    }
    tree
}

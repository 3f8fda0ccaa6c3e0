//! Conversion from a tree to JSON.

use hexarium_kernel::{AnyGame, GameCatalog, Player};
use serde_json::{Map, Value};

use super::VERSION;
use crate::record::{Claim, Walk, drawn_start, illegal_nodes, open_head};
use crate::{Event, GameTree, NodeId};

/// Writes a game as JSON, one node per line. Returns an error wherever [`read`](super::read) would.
pub fn write(tree: &GameTree, games: &dyn GameCatalog) -> Result<String, String> {
    let (game, start) = open_head(tree, games)?;
    let mut walk = Walk::new(start);
    if let Some((_, Some(problem))) = illegal_nodes(tree, &mut walk, &[]).into_iter().next() {
        return Err(problem);
    }
    walk.play_main_line(tree)?;
    let verdict = walk.verdict();
    let claim = tree.ending.clone().map_or(Claim::Unsaid, Claim::Ended);
    claim.check(verdict.as_ref())?;

    let mut fields = vec![("version", Value::from(VERSION)), ("game", Value::from(game.canonical_id()))];
    match (&tree.setup, drawn_start(&*game)) {
        (Some(position), _) => fields.push(("setup", Value::from(position.as_str()))),
        (None, Some(drawn)) => fields.push(("start", Value::from(drawn))),
        (None, None) => {}
    }
    let (players, tags) = split_players(tree, &*game);
    if !players.is_empty() {
        fields.push(("players", Value::Object(players)));
    }
    match claim {
        Claim::Ended(ending) => {
            fields.push(("result", Value::from(ending.word())));
            fields.push(("reason", Value::from(ending.reason)));
        }
        _ if verdict.is_none() => fields.push(("result", Value::from("none"))),
        _ => {}
    }
    if !tags.is_empty() {
        fields.push(("tags", tags.iter().map(|(name, value)| vec![name.as_str(), value.as_str()]).collect()));
    }
    let mut text = String::from("{\n");
    for (name, value) in fields {
        text.push_str(&format!("  \"{name}\": {value},\n"));
    }
    text.push_str("  \"nodes\": [\n");
    for id in tree.ids() {
        let comma = if id == GameTree::ROOT { "" } else { ",\n" };
        text.push_str(&format!("{comma}    {}", node(tree, id, &*game)));
    }
    text.push_str("\n  ]\n}\n");
    Ok(text)
}

/// Splits the tags into those that name the players and the others. Player tags are split off only
/// where they come first and in the order of play, because a reader inserts them there.
fn split_players<'t>(tree: &'t GameTree, game: &dyn AnyGame) -> (Map<String, Value>, &'t [(String, String)]) {
    let mut players = Map::new();
    let mut tags = &tree.tags[..];
    for player in Player::BOTH {
        if let Some(((name, value), rest)) = tags.split_first()
            && name == game.player_name(player)
        {
            players.insert(name.clone(), Value::from(value.as_str()));
            tags = rest;
        }
    }
    (players, tags)
}

/// Writes a node, its fields in the order of the documentation.
fn node(tree: &GameTree, id: NodeId, game: &dyn AnyGame) -> String {
    let node = tree.node(id);
    let mut fields = Vec::new();
    if let Some(parent) = tree.parent(id) {
        fields.push(("parent", Value::from(parent.0)));
    }
    match &node.event {
        Some(Event::Action(text)) => fields.push(("action", Value::from(text.as_str()))),
        Some(Event::Other { player, what }) => {
            fields.push(("player", Value::from(game.player_name(*player))));
            fields.push(("event", Value::from(what.as_str())));
        }
        None => {}
    }
    if !node.comment.is_empty() {
        fields.push(("comment", Value::from(node.comment.as_str())));
    }
    if !node.extra.is_empty() {
        let words = node.extra.iter().map(|p| std::iter::once(&p.name).chain(&p.values).map(String::as_str));
        fields.push(("extra", words.map(Iterator::collect::<Value>).collect()));
    }
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
    format!("{{{}}}", fields.join(", "))
}

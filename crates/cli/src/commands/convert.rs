//! `hexarium convert`: a game from one form into another.

use std::io::Read;
use std::path::Path;

use hexarium_formats::{Fault, GameTree, NodeId, hex, hexworld, json, link, record, sgf};
use hexarium_games::registry;
use hexarium_kernel::{AnyGame, OptionError, shortened};

use super::{decoded, read_text};
use crate::args::{Form, Json};
use crate::output::Outcome;

/// Converts what `source` names: a file, `-` for standard input, or a link.
pub(crate) fn run(source: &str, from: Option<Form>, to: Form, lenient: bool, as_json: Json) -> Outcome {
    let text = read_source(source)?;
    let from = from.unwrap_or_else(|| recognise(&text));
    let (tree, cursor) = read(&text, from, lenient)?;
    let mut out = match to {
        Form::Record => record::write(&tree, &open),
        Form::Json => json::write(&tree, &open),
        Form::Sgf => sgf::write(&tree, &open),
        Form::Hexworld => hexworld::write(&tree, cursor, &open),
        Form::Link => write_link(&tree, cursor),
    }?;
    if matches!(to, Form::Link | Form::Hexworld) && says_more_than_a_line(&tree) {
        eprintln!("hexarium: note: a link holds one line of play; variations, comments and tags stay behind");
    }
    if !out.ends_with('\n') {
        out.push('\n');
    }
    Ok(if as_json.json { format!("{}\n", serde_json::json!({"to": to.word(), "text": out})) } else { out })
}

fn open(text: &str) -> Result<Box<dyn AnyGame>, OptionError> {
    registry::open(text, &[])
}

fn read_source(source: &str) -> Result<String, String> {
    if source == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(|e| format!("cannot read standard input: {e}"))?;
        return Ok(decoded(bytes));
    }
    if (source.contains('#') || is_bare_link(source)) && !Path::new(source).exists() {
        return Ok(source.to_string());
    }
    read_text(source).map_err(|e| format!("cannot read '{}': {e}", shortened(source)))
}

/// A link to the game, as it stands behind an address.
fn write_link(tree: &GameTree, cursor: NodeId) -> Result<String, String> {
    // What goes beyond the rules cannot be packed as actions, and a link must not show another game.
    if let Some((_, reason)) = hex::departure(tree, cursor) {
        return Err(reason);
    }
    link::write(tree, cursor, &open).map(|link| format!("#{link}"))
}

fn says_more_than_a_line(tree: &GameTree) -> bool {
    let spoken = |id: NodeId| !tree.node(id).comment.is_empty() || tree.children(id).len() > 1;
    !tree.tags.is_empty() || tree.ids().any(spoken)
}

/// Whether a text is the bare fragment of a Hexarium link: a version, a slash, a game.
fn is_bare_link(text: &str) -> bool {
    let mut parts = text.trim().split('/');
    let version = parts.next().unwrap_or_default();
    let is_number = !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit());
    is_number && parts.next().is_some() && !text.trim().contains(char::is_whitespace)
}

/// The form a text is in, by how it begins.
fn recognise(text: &str) -> Form {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    if is_bare_link(text) {
        return Form::Link;
    }
    let fragment = text.split_once('#').filter(|(before, _)| !before.contains('\n')).map(|(_, fragment)| fragment);
    match (text.chars().next(), fragment) {
        (Some('('), _) => Form::Sgf,
        (Some('{'), _) => Form::Json,
        (_, Some(fragment)) if fragment.contains('/') => Form::Link,
        (_, Some(_)) => Form::Hexworld,
        _ => Form::Record,
    }
}

fn read(text: &str, from: Form, lenient: bool) -> Result<(GameTree, NodeId), String> {
    let at_end = |tree: GameTree| {
        let last = tree.main_line().last().copied().unwrap_or(GameTree::ROOT);
        (tree, last)
    };
    match from {
        Form::Record if lenient => kept(record::read_lenient(text, &open)).map(at_end),
        Form::Json if lenient => kept(json::read_lenient(text, &open)).map(at_end),
        _ if lenient => Err("--lenient goes with records and JSON only".to_string()),
        Form::Record => record::read(text, &open).map(at_end).map_err(|e| e.to_string()),
        Form::Json => json::read(text, &open).map(at_end).map_err(|e| e.to_string()),
        Form::Sgf => sgf::read(text, &open).map(at_end).map_err(|e| e.to_string()),
        Form::Hexworld => hexworld::read(text.trim(), &open).map_err(|e| e.to_string()),
        Form::Link => link::read(text.trim(), &open).map_err(|e| e.to_string()),
    }
}

/// What a lenient reading kept; what it dropped is said on standard error.
fn kept(reading: Result<(GameTree, Vec<Fault>), Fault>) -> Result<GameTree, String> {
    let (tree, dropped) = reading.map_err(|e| e.to_string())?;
    for fault in dropped {
        eprintln!("hexarium: dropped: {fault}");
    }
    Ok(tree)
}

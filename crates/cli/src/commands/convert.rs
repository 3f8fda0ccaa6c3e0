//! `hexarium convert`: conversion between game formats.

use std::io::Read;
use std::path::Path;

use hexarium_formats::{GameTree, NodeId};
use hexarium_games::registry::Games;
use hexarium_kernel::shortened;
use hexarium_session::{Form, files};

use super::{decoded, read_text};
use crate::args::{self, Json};
use crate::output::Outcome;

/// Converts `source`: a file, `-` for standard input, or a link.
pub(crate) fn run(source: &str, from: Option<args::Form>, to: args::Form, lenient: bool, as_json: Json) -> Outcome {
    let text = read_source(source)?;
    let (from, to) = (from.map_or_else(|| files::recognise(&text), Form::from), Form::from(to));
    let (tree, cursor) = if lenient { read_leniently(&text, from)? } else { files::read(&Games, &text, from)? };
    let mut out = files::write(&Games, &tree, cursor, to)?;
    if to.is_one_line() && has_more_than_one_line(&tree) {
        eprintln!("hexarium: note: a link holds one line of play; variations, comments and tags are omitted");
    }
    if !out.ends_with('\n') {
        out.push('\n');
    }
    Ok(if as_json.json { format!("{}\n", serde_json::json!({"to": to.word(), "text": out})) } else { out })
}

/// Reads a file, standard input (`-`) or a link.
pub(super) fn read_source(source: &str) -> Result<String, String> {
    if source == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(|e| format!("cannot read standard input: {e}"))?;
        return Ok(decoded(bytes));
    }
    if (source.contains('#') || files::is_bare_link(source)) && !Path::new(source).exists() {
        return Ok(source.to_string());
    }
    read_text(source).map_err(|e| format!("cannot read '{}': {e}", shortened(source)))
}

fn has_more_than_one_line(tree: &GameTree) -> bool {
    let has_more = |id: NodeId| !tree.node(id).comment.is_empty() || tree.children(id).len() > 1;
    !tree.tags.is_empty() || tree.ids().any(has_more)
}

fn read_leniently(text: &str, form: Form) -> Result<(GameTree, NodeId), String> {
    if !matches!(form, Form::Record | Form::Json) {
        return Err("--lenient: expected a record or JSON".to_string());
    }
    let (tree, cursor, dropped) = files::read_lenient(&Games, text, form)?;
    for fault in dropped {
        eprintln!("hexarium: dropped: {fault}");
    }
    Ok((tree, cursor))
}

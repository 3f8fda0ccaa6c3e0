//! `hexarium games`: the list of games and their options.

use std::fmt::Write;

use hexarium_games::registry::{self, GAMES};
use serde_json::json;

use crate::output::Outcome;

pub(crate) fn run(game: Option<&str>, as_json: bool) -> Outcome {
    let Some(text) = game else {
        return Ok(if as_json {
            let games: Vec<_> =
                GAMES.iter().map(|g| json!({"id": g.id, "title": g.title, "tagline": g.tagline})).collect();
            format!("{}\n", json!(games))
        } else {
            GAMES.iter().map(|g| format!("{}\t{}\n", g.id, g.title)).collect()
        });
    };
    let game = registry::open(text, &[]).map_err(|e| e.to_string())?;
    let spec = game.spec();
    if as_json {
        let options: Vec<_> = spec
            .options
            .iter()
            .map(|o| {
                json!({"name": o.name, "default": o.default, "values": o.values.to_string(), "doc": o.doc,
                       "value": game.options().text(o.name)})
            })
            .collect();
        return Ok(format!("{}\n", json!({"id": spec.id, "title": spec.title, "options": options})));
    }
    let mut out = String::new();
    for o in spec.options {
        let _ = writeln!(out, "{}\t{}\t{}\t{}", o.name, o.default, o.values, o.doc);
    }
    Ok(out)
}

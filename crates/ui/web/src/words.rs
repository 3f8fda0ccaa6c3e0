//! Titles and dates in words.

use hexarium_session::forms::without_seed;
use hexarium_wire::Millis;

use crate::games;
use crate::language::{self, tr};

/// The title of a game, with its options where they are not the defaults.
pub(crate) fn game_title(game: &str) -> String {
    let Ok((spec, options)) = games().parse(game, &[]) else { return game.to_string() };
    let id = without_seed(spec, &options);
    if id == spec.id {
        return spec.title.to_string();
    }
    let preset = spec.presets.iter().find(|(_, preset)| *preset == id).map(|(name, _)| tr(name));
    let rest = id.strip_prefix(spec.id).unwrap_or_default().trim_matches(['(', ')']).replace(',', ", ");
    match preset.unwrap_or(rest) {
        rest if rest.is_empty() => spec.title.to_string(),
        rest => format!("{}, {rest}", spec.title),
    }
}

/// The name of a player of an online game. Names of engines are translated; unlike those of users
/// they have a comma.
pub(crate) fn player_label(name: &str) -> String {
    if name.contains(',') { tr(name) } else { name.to_string() }
}

/// A date in the format of the player.
pub(crate) fn date(at: Millis) -> String {
    let date = js_sys::Date::new(&(at as f64).into());
    date.to_locale_date_string(language::code(), &wasm_bindgen::JsValue::UNDEFINED).into()
}

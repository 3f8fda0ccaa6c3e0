//! Clocks, days and games in words.

use hexarium_games::registry;
use hexarium_wire::{Clock, Millis};

use crate::messages::{fill, text};

const SECOND: Millis = 1000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;

/// The time that somebody has left: `4:07`, in a hurry `0:09.4`, with days `2 d 5 h`.
pub(crate) fn time_left(left: Millis) -> String {
    let left = left.max(0);
    let two = |big: Millis, small: Millis, template: &str| {
        fill(template, &[("big", &big.to_string()), ("small", &small.to_string())])
    };
    match left {
        DAY.. => two(left / DAY, left % DAY / HOUR, text().days_hours),
        // A clock of the longest Fischer time has at most three hours; more is a part of a day.
        _ if left >= 6 * HOUR => two(left / HOUR, left % HOUR / MINUTE, text().hours_minutes),
        HOUR.. => {
            format!("{}:{:02}:{:02}", left / HOUR, left % HOUR / MINUTE, left % MINUTE / SECOND)
        }
        _ if left < 10 * SECOND => format!("0:0{}.{}", left / SECOND, left % SECOND / 100),
        _ => format!("{}:{:02}", left / MINUTE, left % MINUTE / SECOND),
    }
}

/// A clock before the game.
pub(crate) fn clock_words(clock: Clock) -> String {
    match clock {
        Clock::Unlimited => text().no_clock.to_string(),
        Clock::Fischer(fischer) if fischer.initial % 60 == 0 => {
            format!("{} + {}", fischer.initial / 60, fischer.increment)
        }
        Clock::Fischer(fischer) => format!("{} s + {}", fischer.initial, fischer.increment),
        Clock::Correspondence(1) => text().one_day.to_string(),
        Clock::Correspondence(days) => fill(text().some_days, &[("days", &days.to_string())]),
    }
}

/// A game by its title, with its options where they are not the usual ones.
pub(crate) fn game_title(game: &str) -> String {
    let Ok((spec, options)) = registry::parse(game, &[]) else { return game.to_string() };
    let id = crate::pages::without_seed(spec, &options);
    if id == spec.id {
        return spec.title.to_string();
    }
    let preset = spec.presets.iter().find(|(_, preset)| *preset == id).map(|(name, _)| (*name).to_string());
    let rest = id.strip_prefix(spec.id).unwrap_or_default().trim_matches(['(', ')']).replace(',', ", ");
    match preset.unwrap_or(rest) {
        rest if rest.is_empty() => spec.title.to_string(),
        rest => format!("{}, {rest}", spec.title),
    }
}

/// A day, as people here write it.
pub(crate) fn day(at: Millis) -> String {
    let date = js_sys::Date::new(&(at as f64).into());
    date.to_locale_date_string("default", &wasm_bindgen::JsValue::UNDEFINED).into()
}

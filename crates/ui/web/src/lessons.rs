//! The lessons on strategy, loaded when they are needed, and the learner's progress.

use std::cell::RefCell;
use std::collections::BTreeMap;

use hexarium_kernel::GameSpec;
use hexarium_kernel::lesson::Unit;
use hexarium_session::lesson_progress::LessonProgress;

use crate::browser;

/// The key of the progress.
const KEY: &str = "lessons";

thread_local! {
    static LOADED: RefCell<BTreeMap<&'static str, &'static [Unit<'static>]>> = const { RefCell::new(BTreeMap::new()) };
}

/// Returns the units of a game on strategy, or `None` if they cannot be loaded.
pub(crate) async fn units(spec: &'static GameSpec) -> Option<&'static [Unit<'static>]> {
    if spec.strategy.is_none() {
        return Some(&[]);
    }
    if let Some(units) = LOADED.with_borrow(|loaded| loaded.get(spec.id).copied()) {
        return Some(units);
    }
    let text = browser::fetch_text(&format!("./lessons/{}.txt", spec.id)).await?;
    match Unit::parse_all(String::leak(text)) {
        Ok(units) => {
            let units: &[Unit] = Vec::leak(units);
            LOADED.with_borrow_mut(|loaded| loaded.insert(spec.id, units));
            Some(units)
        }
        Err(fault) => {
            browser::warn(&fault.to_string());
            None
        }
    }
}

/// The stored progress.
pub(crate) fn progress() -> LessonProgress {
    LessonProgress::from_text(&browser::load(KEY).unwrap_or_default())
}

/// Stores that a step of a unit is done: its index, and the number of steps of the unit.
pub(crate) fn finish_step(game: &str, unit: &str, step: usize, all: usize) {
    let mut progress = progress();
    progress.finish_step(game, unit, step, all);
    // Without room the lesson goes on.
    browser::store(KEY, &progress.to_text());
}

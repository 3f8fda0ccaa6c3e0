//! Searches of positions.

use hexarium_engines::evaluate;
use hexarium_games::registry::Games;
use hexarium_kernel::{AnyMatch, GameCatalog};
use hexarium_search::{Analysis, Engine, Opponent};
use wasm_bindgen::prelude::*;

use crate::messages::Effort;

#[wasm_bindgen]
extern "C" {
    /// Returns the milliseconds since the worker was started.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// A match with the engine that searches it. The engine keeps its tree between searches.
pub(crate) struct Searched {
    game: String,
    setup: Option<String>,
    actions: Vec<String>,
    state: Box<dyn AnyMatch>,
    engine: Box<dyn Engine>,
}

/// Searches a position after bringing the match of the last search to it.
pub(crate) fn search(
    last: &mut Option<Searched>,
    game: String,
    setup: Option<String>,
    actions: &[String],
    effort: Effort,
) -> Result<Analysis, String> {
    let mut searched = match last.take().filter(|last| last.game == game && last.setup == setup) {
        Some(searched) => searched,
        None => open(game, setup)?,
    };
    let shared = searched.actions.iter().zip(actions).take_while(|(a, b)| a == b).count();
    for _ in shared..searched.actions.len() {
        searched.state.undo();
    }
    searched.actions.truncate(shared);
    for action in &actions[shared..] {
        searched.state.play(action).map_err(|e| e.to_string())?;
        searched.actions.push(action.clone());
    }
    let nodes = |nodes| Opponent { effort: hexarium_search::Effort::Nodes(nodes), ..Opponent::ENDLESS };
    let (opponent, millis) = match effort {
        Effort::Level(level) => (Opponent::level(level), None),
        Effort::Nodes(limit) => (nodes(limit), None),
        Effort::Millis(millis) | Effort::Review(millis) => (Opponent::ENDLESS, Some(f64::from(millis))),
    };
    let end = millis.map(|millis| now() + millis);
    let mut is_time_left = |_| end.is_none_or(|end| now() < end);
    let Searched { game, state, engine, .. } = &mut searched;
    let analysis = match effort {
        Effort::Review(millis) => {
            let game = Games.open_stored(game).map_err(|e| e.to_string())?;
            // From the end of the search on, which a proof ends early.
            let mut end = None;
            let mut is_solver_time_left = |_| now() < *end.get_or_insert_with(|| now() + f64::from(millis) / 2.0);
            evaluate(&mut **engine, &*game, &**state, &opponent, &mut is_time_left, &mut is_solver_time_left)
        }
        _ => engine.think(&**state, &opponent, &mut is_time_left),
    };
    *last = Some(searched);
    Ok(analysis)
}

fn open(game: String, setup: Option<String>) -> Result<Searched, String> {
    let opened = Games.open_stored(&game).map_err(|e| e.to_string())?;
    let state = match &setup {
        Some(position) => opened.at_position(position).map_err(|e| e.to_string())?,
        None => opened.start(),
    };
    let engine = hexarium_engines::engine(&*opened);
    Ok(Searched { game, setup, actions: Vec::new(), state, engine })
}

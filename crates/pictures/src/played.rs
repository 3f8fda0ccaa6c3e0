//! Pictures of a game in progress: where it stands, and how it came there.

use hexarium_kernel::{AnyGame, AnyMatch};

use crate::{Scene, Step, Style, animate, draw_scene};

/// The position reached, with the story of the last action.
pub fn draw_match(game: &dyn AnyGame, state: &dyn AnyMatch, style: &Style) -> Result<String, String> {
    let (board, view) = (game.board(), state.view());
    let scene = Scene::new(&board, &view);
    let mut earlier = state.copy();
    let Some(last) = earlier.undo() else { return Ok(draw_scene(&scene, style)) };
    let story = earlier.story(&last).map_err(|e| e.to_string())?;
    let before = earlier.view();
    Ok(draw_scene(&Scene { before: Some(&before), story: &story, ..scene }, style))
}

/// The whole game up to here as a moving picture; `None` when nothing was played.
pub fn animate_match(game: &dyn AnyGame, state: &dyn AnyMatch, style: &Style) -> Result<Option<String>, String> {
    let mut replayed = state.copy();
    while replayed.undo().is_some() {}
    let start = replayed.view();
    let mut steps = Vec::new();
    for action in state.line() {
        let story = replayed.story(&action).map_err(|e| e.to_string())?;
        replayed.play(&action).map_err(|e| e.to_string())?;
        steps.push(Step { story, view: replayed.view() });
    }
    Ok((!steps.is_empty()).then(|| animate(&game.board(), &start, &steps, style)))
}

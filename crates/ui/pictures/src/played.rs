//! Pictures of a match: its current position or the whole game.

use hexarium_kernel::{AnyGame, AnyMatch};

use crate::{Scene, Step, Style, animate, draw_scene};

/// Draws the current position with the last action.
pub fn draw_match(game: &dyn AnyGame, state: &dyn AnyMatch, style: &Style) -> Result<String, String> {
    let (board, view) = (game.board(), state.view());
    let scene = Scene::new(&board, &view);
    let mut earlier = state.copy();
    let Some(last) = earlier.undo() else { return Ok(draw_scene(&scene, style)) };
    let animation = earlier.animation(&last).map_err(|e| e.to_string())?;
    let before = earlier.view();
    Ok(draw_scene(&Scene { before: Some(&before), animation: &animation, ..scene }, style))
}

/// Draws the whole game so far as an animated picture; `None` if nothing was played.
pub fn animate_match(game: &dyn AnyGame, state: &dyn AnyMatch, style: &Style) -> Result<Option<String>, String> {
    let mut replayed = state.copy();
    while replayed.undo().is_some() {}
    let start = replayed.view();
    let mut steps = Vec::new();
    for action in state.line() {
        let animation = replayed.animation(&action).map_err(|e| e.to_string())?;
        replayed.play(&action).map_err(|e| e.to_string())?;
        steps.push(Step { animation, view: replayed.view() });
    }
    Ok((!steps.is_empty()).then(|| animate(&game.board(), &start, &steps, style)))
}

//! Pictures of a match: its current position or the whole game.

use hexarium_kernel::{AnyGame, AnyMatch, View};

use crate::{Scene, Step, Style, animate, draw_scene};

/// Returns the last turn of a match, also if it is not finished: the view before it, and its
/// actions.
pub fn last_turn(state: &dyn AnyMatch) -> Result<(View, Vec<Step>), String> {
    let mut earlier = state.copy();
    let mut steps = Vec::new();
    let mut view = state.view();
    let mut player = None;
    while let Some(action) = earlier.undo() {
        if player.is_some_and(|player| player != earlier.to_move()) {
            break;
        }
        player = Some(earlier.to_move());
        let animation = earlier.animation(&action).map_err(|e| e.to_string())?;
        let before = earlier.view();
        steps.insert(0, Step { animation, view: std::mem::replace(&mut view, before) });
    }
    Ok((view, steps))
}

/// Draws the current position with the last turn.
pub fn draw_match(game: &dyn AnyGame, state: &dyn AnyMatch, style: &Style) -> Result<String, String> {
    let (board, view) = (game.board(), state.view());
    let (before, turn) = last_turn(state)?;
    Ok(draw_scene(&Scene { before: Some(&before), turn: &turn, ..Scene::new(&board, &view) }, style))
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

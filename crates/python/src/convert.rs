//! Files and links, converted by the same functions as `hexarium convert`.

use hexarium_formats::{Event, GameTree};
use hexarium_games::registry::Games;
use hexarium_kernel::shortened;
use hexarium_session::{Form, files};
use pyo3::prelude::*;

use crate::game::{bad, open};
use crate::state::State;

fn form_of(word: &str) -> PyResult<Form> {
    Form::ALL.into_iter().find(|form| form.word() == word).ok_or_else(|| {
        let known: Vec<&str> = Form::ALL.iter().map(|form| form.word()).collect();
        bad(format!("unknown form '{}': expected {}", shortened(word), known.join(", ")))
    })
}

/// Returns the game up to a state as text.
pub(crate) fn written(state: &State, form: &str) -> PyResult<String> {
    let form = form_of(form)?;
    let mut tree = GameTree::new(state.opened.any.canonical_id());
    tree.setup = state.beginning();
    let mut at = GameTree::ROOT;
    for action in state.position.as_match().line() {
        at = tree.add(at, Some(Event::Action(action)));
    }
    files::write(&Games, &tree, at, form).map_err(bad)
}

/// Converts a game to another format.
#[pyfunction]
#[pyo3(signature = (text, to, form = None))]
pub(crate) fn convert(text: &str, to: &str, form: Option<&str>) -> PyResult<String> {
    let to = form_of(to)?;
    let from = form.map_or_else(|| Ok(files::recognise(text)), form_of)?;
    let (tree, cursor) = files::read(&Games, text, from).map_err(bad)?;
    files::write(&Games, &tree, cursor, to).map_err(bad)
}

/// Returns the state of a file or a link: the end of its main line, or the cursor of the link.
#[pyfunction]
#[pyo3(signature = (text, form = None))]
pub(crate) fn read(text: &str, form: Option<&str>) -> PyResult<State> {
    let from = form.map_or_else(|| Ok(files::recognise(text)), form_of)?;
    let (tree, cursor) = files::read(&Games, text, from).map_err(bad)?;
    let opened = open(&tree.game)?;
    let mut position = match &tree.setup {
        Some(setup) => opened.learn.at_position(setup).map_err(bad)?,
        None => opened.learn.start(),
    };
    for action in tree.actions_to(cursor) {
        let id = position.id_of(action).map_err(bad)?;
        position.play_id(id).map_err(bad)?;
    }
    Ok(State::new(opened, position))
}

//! Games in progress.

use std::sync::Arc;

use hexarium_kernel::art;
use hexarium_learn::Position;
use hexarium_pictures::{Style, Theme, animate_match, draw_match, pixels, png};
use numpy::ndarray::Array3;
use numpy::{IntoPyArray, PyArray1, PyArray3};
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::game::{Game, Opened, bad, player};

/// The number that OpenSpiel returns as the side to move of a finished game.
const TERMINAL: i64 = -4;

/// The current state of a game with its history.
#[pyclass(module = "hexarium")]
pub(crate) struct State {
    pub(crate) opened: Arc<Opened>,
    pub(crate) position: Box<dyn Position>,
}

impl State {
    pub(crate) fn new(opened: Arc<Opened>, position: Box<dyn Position>) -> Self {
        Self { opened, position }
    }

    /// Returns the initial position, if it is not the start of the game.
    pub(crate) fn beginning(&self) -> Option<String> {
        let mut first = self.position.copy();
        while first.undo().is_some() {}
        let text = first.as_match().position();
        (text != self.opened.learn.start().as_match().position()).then_some(text)
    }

    /// Returns two lines: the initial position, empty for the start of the game, and the ids of the
    /// actions.
    fn serialised(&self) -> String {
        let ids: Vec<String> = self.position.history().iter().map(usize::to_string).collect();
        format!("{}\n{}", self.beginning().unwrap_or_default(), ids.join(" "))
    }

    pub(crate) fn deserialised(opened: Arc<Opened>, text: &str) -> PyResult<Self> {
        let (position, actions) = text.split_once('\n').unwrap_or((text, ""));
        let mut position = match position {
            "" => opened.learn.start(),
            text => opened.learn.at_position(text).map_err(bad)?,
        };
        for word in actions.split_whitespace() {
            let id = word.parse().map_err(|_| {
                bad(format!("invalid action '{}': expected the number of an action", hexarium_kernel::shortened(word)))
            })?;
            position.play_id(id).map_err(bad)?;
        }
        Ok(Self { opened, position })
    }

    fn style(&self, theme: &str, coordinates: bool, caption: bool) -> PyResult<Style> {
        let mut style = Style::of(&*self.opened.any);
        style.theme = match theme {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => {
                return Err(bad(format!(
                    "unknown theme '{}': expected light or dark",
                    hexarium_kernel::shortened(theme)
                )));
            }
        };
        style.coordinates = coordinates;
        style.caption = caption;
        Ok(style)
    }

    fn drawn(&self, style: &Style) -> PyResult<String> {
        draw_match(&*self.opened.any, self.position.as_match(), style).map_err(PyRuntimeError::new_err)
    }

    fn has_turn(&self, player: Option<i64>) -> PyResult<bool> {
        Ok(player.is_none_or(|number| number == self.current_player()) || {
            self::player(player.unwrap_or_default())?;
            false
        })
    }

    fn each_return(&self) -> Vec<f64> {
        let winner = self.position.outcome().and_then(|outcome| outcome.winner);
        match winner {
            None => vec![0.0, 0.0],
            Some(winner) => hexarium_kernel::Player::BOTH.map(|p| if p == winner { 1.0 } else { -1.0 }).to_vec(),
        }
    }
}

/// Converts a number to an id.
fn id(action: i64) -> PyResult<usize> {
    usize::try_from(action)
        .map_err(|_| PyIndexError::new_err(format!("action {action} is out of range: expected 0 or more")))
}

#[pymethods]
impl State {
    fn get_game(&self) -> Game {
        Game { opened: self.opened.clone() }
    }

    fn current_player(&self) -> i64 {
        if self.is_terminal() { TERMINAL } else { self.position.as_match().to_move().index() as i64 }
    }

    fn is_terminal(&self) -> bool {
        self.position.outcome().is_some()
    }

    fn is_chance_node(&self) -> bool {
        false
    }

    fn is_simultaneous_node(&self) -> bool {
        false
    }

    fn num_players(&self) -> usize {
        2
    }

    fn num_distinct_actions(&self) -> usize {
        self.opened.learn.action_count()
    }

    #[pyo3(signature = (player = None))]
    fn legal_actions(&self, player: Option<i64>) -> PyResult<Vec<usize>> {
        Ok(if self.has_turn(player)? { self.position.legal_ids() } else { Vec::new() })
    }

    #[pyo3(signature = (player = None))]
    fn legal_actions_mask<'py>(&self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; self.opened.learn.action_count()];
        for id in self.legal_actions(player)? {
            mask[id] = true;
        }
        Ok(mask.into_pyarray(py))
    }

    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        self.position.play_id(id(action)?).map_err(bad)
    }

    fn apply_action_string(&mut self, action: &str) -> PyResult<()> {
        let id = self.position.id_of(action).map_err(bad)?;
        self.position.play_id(id).map_err(bad)
    }

    #[pyo3(signature = (player = None, action = None))]
    fn undo_action(&mut self, player: Option<i64>, action: Option<i64>) -> PyResult<()> {
        let mut before = self.position.copy();
        let Some(last) = before.undo() else { return Err(bad("there is no action to undo")) };
        let mover = before.as_match().to_move().index() as i64;
        let fits = player.is_none_or(|player| player == mover) && action.is_none_or(|action| action == last as i64);
        if !fits {
            return Err(bad(format!("the last action was {last}, by player {mover}")));
        }
        self.position = before;
        Ok(())
    }

    fn child(&self, action: i64) -> PyResult<Self> {
        let mut child = self.clone();
        child.apply_action(action)?;
        Ok(child)
    }

    #[pyo3(signature = (player_or_action, action = None))]
    fn action_to_string(&self, player_or_action: i64, action: Option<i64>) -> PyResult<String> {
        self.position.text_of(id(action.unwrap_or(player_or_action))?).map_err(bad)
    }

    #[pyo3(signature = (player_or_text, text = None))]
    fn string_to_action(&self, player_or_text: &Bound<'_, PyAny>, text: Option<&str>) -> PyResult<usize> {
        match text {
            Some(text) => self.position.id_of(text).map_err(bad),
            None => self.position.id_of(&player_or_text.extract::<String>()?).map_err(bad),
        }
    }

    fn returns(&self) -> Vec<f64> {
        self.each_return()
    }

    fn rewards(&self) -> Vec<f64> {
        self.each_return()
    }

    fn player_return(&self, player: i64) -> PyResult<f64> {
        Ok(self.each_return()[self::player(player)?.index()])
    }

    /// The reason why the game is over, as a sentence; `None` in an unfinished game.
    fn reason(&self) -> Option<String> {
        self.position.as_match().verdict().map(|verdict| verdict.reason)
    }

    fn history(&self) -> Vec<usize> {
        self.position.history()
    }

    fn history_strings(&self) -> Vec<String> {
        self.position.as_match().line()
    }

    fn history_str(&self) -> String {
        let ids: Vec<String> = self.position.history().iter().map(usize::to_string).collect();
        ids.join(", ")
    }

    fn move_number(&self) -> usize {
        self.position.as_match().line().len()
    }

    /// The number of the current turn, from 1; a turn may be several actions.
    fn turn(&self) -> u32 {
        self.position.as_match().turn()
    }

    /// A hash of the board, the side to move and the rest of the turn; equal for equal positions.
    fn key(&self) -> u64 {
        self.position.as_match().key()
    }

    /// The position as text, as read by `new_initial_state`.
    fn position(&self) -> String {
        self.position.as_match().position()
    }

    #[pyo3(signature = (player = None))]
    fn observation_tensor<'py>(&self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let eye = match player {
            Some(number) => self::player(number)?,
            None => self.position.as_match().to_move(),
        };
        let mut planes = vec![0.0; self.opened.learn.planes().iter().product()];
        self.position.write_planes(eye, &mut planes);
        Ok(planes.into_pyarray(py))
    }

    #[pyo3(signature = (player = None))]
    fn observation_string(&self, player: Option<i64>) -> PyResult<String> {
        player.map(self::player).transpose()?;
        Ok(self.position())
    }

    fn clone(&self) -> Self {
        Self { opened: self.opened.clone(), position: self.position.copy() }
    }

    fn serialize(&self) -> String {
        self.serialised()
    }

    /// The game so far in one of the formats record, json, sgf, hexworld and link.
    #[pyo3(signature = (form = "record"))]
    fn write(&self, form: &str) -> PyResult<String> {
        crate::convert::written(self, form)
    }

    /// A picture of the position and the last action, or of the whole game, as SVG.
    #[pyo3(signature = (*, theme = "light", coordinates = true, caption = false, animate = false))]
    fn svg(&self, theme: &str, coordinates: bool, caption: bool, animate: bool) -> PyResult<String> {
        let style = self.style(theme, coordinates, caption)?;
        if !animate {
            return self.drawn(&style);
        }
        let moving = animate_match(&*self.opened.any, self.position.as_match(), &style);
        moving.map_err(PyRuntimeError::new_err)?.ok_or_else(|| bad("nothing to animate: expected at least one action"))
    }

    /// The same picture as PNG.
    #[pyo3(signature = (width = 1000, *, theme = "light", coordinates = true, caption = false))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        width: u32,
        theme: &str,
        coordinates: bool,
        caption: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let svg = self.drawn(&self.style(theme, coordinates, caption)?)?;
        let bytes = py.detach(|| png(&svg, width)).map_err(bad)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The same picture as an array of rows, columns and three colours.
    #[pyo3(signature = (width = 400, *, theme = "light", coordinates = true, caption = false))]
    fn rgb<'py>(
        &self,
        py: Python<'py>,
        width: u32,
        theme: &str,
        coordinates: bool,
        caption: bool,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let svg = self.drawn(&self.style(theme, coordinates, caption)?)?;
        let with_piece = py.detach(|| pixels(&svg, width)).map_err(bad)?;
        let array = Array3::from_shape_vec((with_piece.height, with_piece.width, 3), with_piece.rgb).map_err(bad)?;
        Ok(array.into_pyarray(py))
    }

    fn __str__(&self) -> String {
        art::draw(&*self.opened.any, self.position.as_match())
    }

    fn __repr__(&self) -> String {
        format!("<hexarium.State {}: {}>", self.opened.any.canonical_id(), self.position())
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String, String))> {
        let restore = slf.py().import("hexarium")?.getattr("_restore")?;
        let this = slf.borrow();
        Ok((restore.unbind(), (this.opened.any.canonical_id(), this.serialised())))
    }
}

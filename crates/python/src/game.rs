//! Configured games.

use std::sync::Arc;

use hexarium_games::registry;
use hexarium_kernel::{ActionPlanes, AnyGame, Player};
use hexarium_learn::LearnGame;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::state::State;

/// A game opened twice: for front ends and for learners.
pub(crate) struct Opened {
    pub(crate) any: Box<dyn AnyGame>,
    pub(crate) learn: Box<dyn LearnGame>,
}

pub(crate) fn open(text: &str) -> PyResult<Arc<Opened>> {
    let any = registry::open(text, &[]).map_err(bad)?;
    let learn = hexarium_learn::open(text).map_err(bad)?;
    Ok(Arc::new(Opened { any, learn }))
}

/// Returns a `ValueError` with the message of the core.
pub(crate) fn bad(problem: impl ToString) -> PyErr {
    PyValueError::new_err(problem.to_string())
}

/// Returns the player with a number.
pub(crate) fn player(number: i64) -> PyResult<Player> {
    match number {
        0 => Ok(Player::First),
        1 => Ok(Player::Second),
        _ => Err(PyIndexError::new_err(format!("there is no player {number}: expected 0 or 1"))),
    }
}

/// A game with its options.
#[pyclass(frozen, eq, hash, module = "hexarium")]
pub(crate) struct Game {
    pub(crate) opened: Arc<Opened>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.opened.learn.canonical_id() == other.opened.learn.canonical_id()
    }
}

impl std::hash::Hash for Game {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.opened.learn.canonical_id().hash(state);
    }
}

/// A permutation of cells and one of actions.
type Permutations<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

#[pymethods]
impl Game {
    #[getter]
    fn id(&self) -> String {
        self.opened.any.canonical_id()
    }

    #[getter]
    fn title(&self) -> &'static str {
        self.opened.any.spec().title
    }

    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for option in self.opened.any.spec().options {
            all.set_item(option.name, self.opened.any.options().text(option.name))?;
        }
        Ok(all)
    }

    fn num_players(&self) -> usize {
        2
    }

    fn num_distinct_actions(&self) -> usize {
        self.opened.learn.action_count()
    }

    fn max_game_length(&self) -> usize {
        self.opened.learn.length_bound()
    }

    fn min_utility(&self) -> f64 {
        -1.0
    }

    fn max_utility(&self) -> f64 {
        1.0
    }

    fn utility_sum(&self) -> f64 {
        0.0
    }

    fn observation_tensor_shape(&self) -> Vec<usize> {
        self.opened.learn.planes().to_vec()
    }

    fn observation_tensor_size(&self) -> usize {
        self.opened.learn.planes().iter().product()
    }

    fn player_name(&self, player: i64) -> PyResult<&'static str> {
        Ok(self.opened.any.player_name(self::player(player)?))
    }

    #[pyo3(signature = (position = None))]
    fn new_initial_state(&self, position: Option<&str>) -> PyResult<State> {
        let position = match position {
            None => self.opened.learn.start(),
            Some(text) => self.opened.learn.at_position(text).map_err(bad)?,
        };
        Ok(State::new(self.opened.clone(), position))
    }

    fn deserialize_state(&self, text: &str) -> PyResult<State> {
        State::deserialised(self.opened.clone(), text)
    }

    fn symmetries<'py>(&self, py: Python<'py>) -> Vec<Permutations<'py>> {
        let array = |numbers: Vec<u32>| {
            let numbers: Vec<i64> = numbers.into_iter().map(i64::from).collect();
            numbers.into_pyarray(py)
        };
        let all = self.opened.learn.symmetries().into_iter();
        all.map(|mapping| (array(mapping.places), array(mapping.actions))).collect()
    }

    /// Whether each place of a plane is a cell of the board: rows, columns.
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let [_, rows, columns] = self.opened.learn.planes();
        self.opened.learn.cells().into_pyarray(py).reshape([rows, columns])
    }

    /// The numbers of features of actions: planes, and features without a place.
    fn action_planes(&self) -> (usize, usize) {
        let ActionPlanes { planes, globals } = self.opened.learn.action_planes();
        (planes, globals)
    }

    /// The image of each action plane under each symmetry.
    fn action_plane_symmetries(&self) -> Vec<Vec<u16>> {
        self.opened.learn.symmetries().into_iter().map(|mapping| mapping.action_planes).collect()
    }

    fn __str__(&self) -> String {
        self.id()
    }

    fn __repr__(&self) -> String {
        format!("hexarium.load('{}')", self.id())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        let load = slf.py().import("hexarium")?.getattr("load")?;
        Ok((load.unbind(), (slf.get().id(),)))
    }
}

/// Opens a game.
#[pyfunction]
pub(crate) fn load(game: &str) -> PyResult<Game> {
    Ok(Game { opened: open(game)? })
}

/// Returns the ids of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    registry::GAMES.iter().map(|spec| spec.id).collect()
}

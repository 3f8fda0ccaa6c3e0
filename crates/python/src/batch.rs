//! Batches of games.

use std::sync::Arc;

use hexarium_learn::Arrays;
use numpy::ndarray::IxDyn;
use numpy::{Element, IntoPyArray, PyArray1, PyArrayDyn, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{input, output};
use crate::game::{Game, Opened, bad, open};

/// Maximum number of games, checked before they are created.
const MAX_GAMES: usize = 1 << 24;
/// Maximum number of elements of an array.
const MAX_NUMBERS: usize = 1 << 33;
/// Maximum number of threads.
pub(crate) const MAX_THREADS: usize = 256;

/// A batch of simultaneous games with the same options.
#[pyclass(module = "hexarium")]
pub(crate) struct Batch {
    opened: Arc<Opened>,
    games: Box<dyn hexarium_learn::Batch>,
    size: usize,
    threads: usize,
    observations: Option<Py<PyArrayDyn<f32>>>,
    masks: Option<Py<PyArrayDyn<bool>>>,
    rewards: Py<PyArrayDyn<f32>>,
    dones: Py<PyArrayDyn<bool>>,
    players: Py<PyArrayDyn<i8>>,
}

/// The result of a step: observations, masks, rewards, dones, players.
type Seen<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

fn zeros<T: Element>(py: Python<'_>, shape: &[usize]) -> Py<PyArrayDyn<T>> {
    PyArrayDyn::zeros(py, IxDyn(shape), false).unbind()
}

/// Returns the elements of an optional array.
fn slice<'a, T: Element>(array: &'a mut Option<PyReadwriteArrayDyn<'_, T>>) -> PyResult<Option<&'a mut [T]>> {
    array.as_mut().map(|array| array.as_slice_mut().map_err(|e| PyValueError::new_err(e.to_string()))).transpose()
}

impl Batch {
    fn observations_shape(&self) -> Vec<usize> {
        [&[self.size][..], &self.opened.learn.planes()].concat()
    }

    fn masks_shape(&self) -> [usize; 2] {
        [self.size, self.opened.learn.action_count()]
    }

    /// Passes all arrays to the games without holding the GIL, and returns the arrays.
    fn with_arrays<'py>(
        &mut self,
        py: Python<'py>,
        observations: Option<&Bound<'py, PyAny>>,
        masks: Option<&Bound<'py, PyAny>>,
        work: impl FnOnce(&mut dyn hexarium_learn::Batch, Arrays) -> Result<(), String> + Send,
    ) -> PyResult<Seen<'py>> {
        let own = |array: &Option<Py<PyArrayDyn<f32>>>| array.as_ref().map(|array| array.bind(py).clone().into_any());
        let observations = observations.cloned().or_else(|| own(&self.observations));
        let masks = masks.cloned().or_else(|| self.masks.as_ref().map(|array| array.bind(py).clone().into_any()));
        let [rewards, dones, players] = [
            self.rewards.bind(py).clone().into_any(),
            self.dones.bind(py).clone().into_any(),
            self.players.bind(py).clone().into_any(),
        ];
        {
            let mut lent = (
                observations
                    .as_ref()
                    .map(|array| output("observations", array, &self.observations_shape()))
                    .transpose()?,
                masks.as_ref().map(|array| output("masks", array, &self.masks_shape())).transpose()?,
                Some(output("rewards", &rewards, &[self.size, 2])?),
                Some(output("dones", &dones, &[self.size])?),
                Some(output("players", &players, &[self.size])?),
            );
            let arrays = Arrays {
                observations: slice(&mut lent.0)?,
                masks: slice(&mut lent.1)?,
                rewards: slice(&mut lent.2)?,
                ends: slice(&mut lent.3)?,
                players: slice(&mut lent.4)?,
            };
            let games = &mut *self.games;
            py.detach(move || work(games, arrays)).map_err(bad)?;
        }
        let none = || py.None().into_bound(py);
        Ok((observations.unwrap_or_else(none), masks.unwrap_or_else(none), rewards, dones, players))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, size, *, seed = 0, auto_reset = true, threads = 1, observations = true, masks = true))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        size: usize,
        seed: u64,
        auto_reset: bool,
        threads: usize,
        observations: bool,
        masks: bool,
    ) -> PyResult<Self> {
        let opened = match game.cast::<Game>() {
            Ok(game) => game.get().opened.clone(),
            Err(_) => open(&game.extract::<String>()?)?,
        };
        let (planes, count): (usize, usize) = (opened.learn.planes().iter().product(), opened.learn.action_count());
        if !(1..=MAX_GAMES).contains(&size) || size * planes.max(count) > MAX_NUMBERS {
            return Err(bad(format!(
                "invalid batch size {size}: expected 1 to {}",
                MAX_GAMES.min(MAX_NUMBERS / planes.max(count))
            )));
        }
        if !(1..=MAX_THREADS).contains(&threads) {
            return Err(bad(format!("invalid number of threads {threads}: expected 1 to {MAX_THREADS}")));
        }
        let games = opened.learn.batch(size, seed, auto_reset);
        let mut batch = Self {
            games,
            size,
            threads,
            observations: None,
            masks: None,
            rewards: zeros(py, &[size, 2]),
            dones: zeros(py, &[size]),
            players: zeros(py, &[size]),
            opened,
        };
        batch.observations = observations.then(|| zeros(py, &batch.observations_shape()));
        batch.masks = masks.then(|| zeros(py, &batch.masks_shape()));
        batch.observe(py, None, None)?;
        Ok(batch)
    }

    #[getter]
    fn game(&self) -> Game {
        Game { opened: self.opened.clone() }
    }

    #[getter]
    fn observations(&self, py: Python<'_>) -> Option<Py<PyArrayDyn<f32>>> {
        self.observations.as_ref().map(|array| array.clone_ref(py))
    }

    #[getter]
    fn masks(&self, py: Python<'_>) -> Option<Py<PyArrayDyn<bool>>> {
        self.masks.as_ref().map(|array| array.clone_ref(py))
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.rewards.clone_ref(py)
    }

    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyArrayDyn<bool>> {
        self.dones.clone_ref(py)
    }

    #[getter]
    fn players(&self, py: Python<'_>) -> Py<PyArrayDyn<i8>> {
        self.players.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.size
    }

    /// Plays one action in every game and writes the resulting observations.
    #[pyo3(signature = (actions, *, observations = None, masks = None))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        observations: Option<&Bound<'py, PyAny>>,
        masks: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Seen<'py>> {
        let actions = input::<i64>("actions", actions, &[self.size])?;
        let numbers = actions.as_slice().map_err(|e| PyValueError::new_err(e.to_string()))?;
        let threads = self.threads;
        self.with_arrays(py, observations, masks, |games, arrays| games.step(numbers, threads, arrays))
    }

    /// Writes the current observations.
    #[pyo3(signature = (*, observations = None, masks = None))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        observations: Option<&Bound<'py, PyAny>>,
        masks: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Seen<'py>> {
        self.with_arrays(py, observations, masks, |games, arrays| {
            games.observe(arrays);
            Ok(())
        })
    }

    /// Restarts every game.
    fn reset<'py>(&mut self, py: Python<'py>) -> PyResult<Seen<'py>> {
        self.games.reset();
        self.observe(py, None, None)
    }

    /// Plays a random legal action in every game and writes the resulting observations.
    #[pyo3(signature = (*, observations = None, masks = None))]
    fn random_step<'py>(
        &mut self,
        py: Python<'py>,
        observations: Option<&Bound<'py, PyAny>>,
        masks: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Seen<'py>> {
        let threads = self.threads;
        self.with_arrays(py, observations, masks, |games, arrays| {
            games.random_step(threads, arrays);
            Ok(())
        })
    }

    /// Returns a random legal action for each game.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let mut actions = vec![0; self.size];
        let games = &mut *self.games;
        py.detach(|| games.random_actions(&mut actions));
        actions.into_pyarray(py)
    }
}

//! Networks and their games against themselves.

use std::sync::Arc;

use hexarium_kernel::MAX_FEATURES;
use hexarium_learn::{Samples, SearchSettings, SelfPlaySettings};
use numpy::{Element, IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::batch::MAX_THREADS;
use crate::game::{Game, bad};
use crate::state::State;

/// A network that was trained for a game.
#[pyclass(frozen, module = "hexarium")]
pub(crate) struct Network {
    pub(crate) network: Arc<hexarium_net::Network>,
}

/// The ids of the legal actions, the logit of each, and the probability that the side to move wins.
type Rated<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f32>>, f32);

#[pymethods]
impl Network {
    #[new]
    fn new(data: &[u8]) -> PyResult<Self> {
        Ok(Self { network: Arc::new(hexarium_net::Network::read(data).map_err(bad)?) })
    }

    /// The id of the game, without options.
    #[getter]
    fn game(&self) -> &str {
        self.network.game()
    }

    /// Rates the legal actions of a state.
    fn rate<'py>(&self, py: Python<'py>, state: &State) -> PyResult<Rated<'py>> {
        let rating = state.position.rate(&self.network).map_err(bad)?;
        let ids: Vec<i64> = rating.ids.into_iter().map(|id| id as i64).collect();
        Ok((ids.into_pyarray(py), rating.logits.into_pyarray(py), rating.value))
    }

    /// Plays games of the network against itself.
    #[pyo3(signature = (game, games, *, seed = 0, simulations = 16, considered = 8, value_weight = 10.0,
        random_actions = 4, solver_budget = 0, adjudicated = 0.0, threads = 1))]
    #[allow(clippy::too_many_arguments)]
    fn self_play<'py>(
        &self,
        py: Python<'py>,
        game: &Game,
        games: u64,
        seed: u64,
        simulations: u32,
        considered: usize,
        value_weight: f32,
        random_actions: usize,
        solver_budget: u64,
        adjudicated: f32,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        if !(1..=MAX_THREADS).contains(&threads) {
            return Err(bad(format!("invalid number of threads {threads}: expected 1 to {MAX_THREADS}")));
        }
        if !(0.0..=1.0).contains(&adjudicated) {
            return Err(bad(format!("invalid share of adjudicated games {adjudicated}: expected 0 to 1")));
        }
        if !(value_weight.is_finite() && value_weight >= 0.0) {
            return Err(bad(format!("invalid value_weight {value_weight}: expected 0 or more")));
        }
        let search = SearchSettings { simulations, considered, value_weight };
        let settings = SelfPlaySettings { search, random_actions, solver_budget, adjudicated, threads };
        let learn = &game.opened.learn;
        let samples = py.detach(|| learn.self_play(&self.network, &settings, games, seed)).map_err(bad)?;
        arrays(py, samples, learn.planes())
    }

    fn __repr__(&self) -> String {
        let shape = self.network.shape();
        let (blocks, channels) = (shape.blocks.len(), shape.channels);
        format!("<hexarium.Network {}: {blocks} blocks of {channels} channels>", self.network.game())
    }
}

/// Returns samples as arrays.
fn arrays<'py>(py: Python<'py>, samples: Samples, [planes, rows, columns]: [usize; 3]) -> PyResult<Bound<'py, PyDict>> {
    fn array<'py, T: Element>(
        py: Python<'py>,
        numbers: Vec<T>,
        shape: impl Into<Vec<usize>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Ok(numbers.into_pyarray(py).reshape(shape.into())?.into_any())
    }
    let (count, actions) = (samples.results.len(), samples.policy.len());
    let all = PyDict::new(py);
    all.set_item("planes", array(py, samples.planes, [count, planes, rows, columns])?)?;
    all.set_item("action_counts", array(py, samples.action_counts, [count])?)?;
    all.set_item("features", array(py, samples.features, [actions, MAX_FEATURES])?)?;
    all.set_item("policy", array(py, samples.policy, [actions])?)?;
    all.set_item("results", array(py, samples.results, [count])?)?;
    all.set_item("values", array(py, samples.values, [count])?)?;
    for (name, number) in [
        ("games", samples.games),
        ("evaluations", samples.evaluations),
        ("proven", samples.proven),
        ("first_wins", samples.first_wins),
    ] {
        all.set_item(name, number)?;
    }
    Ok(all)
}

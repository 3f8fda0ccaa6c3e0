//! Tree search with batched evaluation by a Python callback.

use hexarium_learn::{Noise, Settings, Tree};
use numpy::ndarray::IxDyn;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyTuple};

use crate::arrays::{input, output};
use crate::game::bad;
use crate::state::State;

/// Maximum number of positions per evaluation.
const MAX_LEAVES: usize = 1 << 20;

/// The visit counts of each action in each state, and the value of each state for the side to move.
type Found<'py> = (Bound<'py, PyArray2<i32>>, Bound<'py, PyArray1<f32>>);

/// Searches from several states of one game at once.
#[pyfunction]
#[pyo3(signature = (states, evaluate, simulations = 100, *, exploration = 1.5, leaves = 1, noise = None, seed = 0))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn puct<'py>(
    py: Python<'py>,
    states: Vec<PyRef<'py, State>>,
    evaluate: &Bound<'py, PyAny>,
    simulations: u32,
    exploration: f32,
    leaves: usize,
    noise: Option<(f32, f32)>,
    seed: u64,
) -> PyResult<Found<'py>> {
    let settings = settings(simulations, exploration, noise)?;
    let Some(first) = states.first() else { return Err(bad("no states: expected at least one")) };
    let opened = first.opened.clone();
    let id = opened.learn.canonical_id();
    let mut trees = Vec::new();
    for (n, state) in states.iter().enumerate() {
        if state.opened.learn.canonical_id() != id {
            return Err(bad(format!(
                "state {n} belongs to {}: expected {id}, the game of state 0",
                state.opened.learn.canonical_id()
            )));
        }
        let tree = state.position.tree(settings, seed.wrapping_add(n as u64));
        trees.push(tree.map_err(|problem| bad(format!("state {n}: {problem}")))?);
    }
    // The callback may modify the states.
    drop(states);
    let most = trees.len() * leaves;
    if !(1..=MAX_LEAVES).contains(&most) {
        return Err(bad(format!(
            "invalid leaves {leaves} for {} states: expected 1 to {MAX_LEAVES} in total",
            trees.len()
        )));
    }
    let (planes, count) = (opened.learn.planes(), opened.learn.action_count());
    let [channels, rows, columns] = planes;
    let shape = [most, channels, rows, columns];
    let observations = PyArrayDyn::<f32>::zeros(py, IxDyn(&shape), false).into_any();
    let masks = PyArrayDyn::<bool>::zeros(py, IxDyn(&[most, count]), false).into_any();
    loop {
        let waiting = {
            let mut seen = output::<f32>("observations", &observations, &shape)?;
            let mut legal = output::<bool>("masks", &masks, &[most, count])?;
            let seen = seen.as_slice_mut().map_err(bad)?;
            let legal = legal.as_slice_mut().map_err(bad)?;
            let trees = &mut trees;
            py.detach(|| collect(trees, leaves, channels * rows * columns, count, seen, legal))
        };
        let all: usize = waiting.iter().sum();
        if all == 0 {
            break;
        }
        let part = PySlice::new(py, 0, all as isize, 1);
        let answer = evaluate.call1((observations.get_item(&part)?, masks.get_item(&part)?))?;
        let (logits, values) = evaluation(&answer)?;
        let (logits, values) =
            (input::<f32>("logits", &logits, &[all, count])?, input::<f32>("values", &values, &[all])?);
        let (mut logits, mut values) = (logits.as_slice().map_err(bad)?, values.as_slice().map_err(bad)?);
        for (tree, n) in trees.iter_mut().zip(waiting) {
            let (own_logits, own_values);
            (own_logits, logits) = logits.split_at(n * count);
            (own_values, values) = values.split_at(n);
            tree.apply_evaluations(own_logits, own_values).map_err(bad)?;
        }
    }
    let mut visits = vec![0; trees.len() * count];
    for (tree, visits) in trees.iter().zip(visits.chunks_mut(count)) {
        tree.visits(visits);
    }
    let values: Vec<f32> = trees.iter().map(|tree| tree.value()).collect();
    Ok((visits.into_pyarray(py).reshape([trees.len(), count])?, values.into_pyarray(py)))
}

fn settings(simulations: u32, exploration: f32, noise: Option<(f32, f32)>) -> PyResult<Settings> {
    if !exploration.is_finite() || exploration < 0.0 {
        return Err(bad(format!("invalid exploration {exploration}: expected 0 or more")));
    }
    let noise = noise.map(|(alpha, weight)| Noise { alpha, weight });
    if let Some(Noise { alpha, weight }) = noise
        && !(alpha.is_finite() && alpha > 0.0 && (0.0..=1.0).contains(&weight))
    {
        return Err(bad(format!(
            "invalid noise ({alpha}, {weight}): expected an alpha above 0 and a weight from 0 to 1"
        )));
    }
    Ok(Settings { simulations, exploration, noise })
}

/// Runs simulations in every tree. Returns the number of waiting positions of each, which are
/// contiguous in the arrays.
fn collect(
    trees: &mut [Box<dyn Tree>],
    leaves: usize,
    places: usize,
    count: usize,
    mut seen: &mut [f32],
    mut legal: &mut [bool],
) -> Vec<usize> {
    let mut waiting = Vec::with_capacity(trees.len());
    for tree in trees {
        let n = tree.collect(leaves, seen, legal);
        seen = &mut seen[n * places..];
        legal = &mut legal[n * count..];
        waiting.push(n);
    }
    waiting
}

/// Returns the callback's result as arrays of the right type; copied only where the type differs.
fn evaluation<'py>(answer: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let wrong =
        || PyTypeError::new_err("invalid result of evaluate: expected a pair of logits for all actions and values");
    let pair = answer.cast::<PyTuple>().map_err(|_| wrong())?;
    if pair.len() != 2 {
        return Err(wrong());
    }
    let numpy = answer.py().import("numpy")?;
    let options = PyDict::new(answer.py());
    options.set_item("dtype", "float32")?;
    let array = |n: usize| numpy.call_method("ascontiguousarray", (pair.get_item(n)?,), Some(&options));
    let (logits, mut values) = (array(0)?, array(1)?);
    if values.getattr("ndim")?.extract::<usize>()? == 2 {
        // Networks often return a column vector.
        values = values.call_method1("reshape", (-1,))?;
    }
    Ok((logits, values))
}

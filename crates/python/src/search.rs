//! The engines of the app and the solver of the command line.

use std::time::{Duration, Instant};

use hexarium_engines as engines;
use hexarium_search::{Analysis, Effort, Limits, Opponent, Proof, Stop};
use pyo3::prelude::*;

use crate::game::bad;
use crate::network::Network;
use crate::state::State;

/// The evaluation of an action.
#[pyclass(frozen, get_all, module = "hexarium")]
pub(crate) struct Line {
    action: usize,
    text: String,
    visits: u64,
    value: f32,
    pv: Vec<usize>,
    pv_text: Vec<String>,
    proof: Option<&'static str>,
}

/// The result of a search.
#[pyclass(frozen, get_all, module = "hexarium")]
pub(crate) struct SearchResult {
    action: usize,
    text: String,
    value: f32,
    visits: u64,
    pv: Vec<usize>,
    lines: Vec<Py<Line>>,
    nodes: u64,
    stop: &'static str,
}

/// The result of the solver.
#[pyclass(frozen, get_all, module = "hexarium")]
pub(crate) struct Solution {
    value: &'static str,
    action: Option<usize>,
    text: Option<String>,
    nodes: u64,
    stop: &'static str,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("<hexarium.Line {} visits={} value={:.3}>", self.text, self.visits, self.value)
    }
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        format!("<hexarium.SearchResult {} value={:.3} nodes={}>", self.text, self.value, self.nodes)
    }
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        format!("<hexarium.Solution {} {}>", self.value, self.text.as_deref().unwrap_or("-"))
    }
}

const fn word(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "nodes",
        Stop::Depth => "depth",
        Stop::Condition => "time",
        Stop::Proven => "proven",
        Stop::GameOver => "game over",
    }
}

/// The stop condition of a search: its deadline, or Ctrl-C, which Python reports only when polled.
struct SearchDeadline {
    until: Option<Instant>,
    look: Instant,
    interrupted: Option<PyErr>,
}

impl SearchDeadline {
    fn new(time: Option<Duration>) -> Self {
        let now = Instant::now();
        Self { until: time.map(|time| now + time), look: now, interrupted: None }
    }

    fn is_running(&mut self) -> bool {
        let now = Instant::now();
        if now.duration_since(self.look) > Duration::from_millis(100) {
            self.look = now;
            self.interrupted = Python::attach(|py| py.check_signals()).err();
        }
        self.interrupted.is_none() && self.until.is_none_or(|until| now < until)
    }
}

/// Converts seconds to a duration within the time limits of opponents.
fn duration(seconds: f64) -> PyResult<Duration> {
    if (0.001..=86_400.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(bad(format!("invalid time {seconds}: expected 0.001 to 86400 seconds")))
    }
}

/// Searches a state with one of the opponents of the app.
#[pyfunction]
#[pyo3(signature = (state, *, nodes = None, level = None, time = None, seed = 1, network = None))]
pub(crate) fn search(
    py: Python<'_>,
    state: &State,
    nodes: Option<u64>,
    level: Option<u64>,
    time: Option<f64>,
    seed: u64,
    network: Option<&Network>,
) -> PyResult<SearchResult> {
    let opponent = match (nodes, level, time) {
        (Some(nodes), None, None) => Opponent::parse(&format!("nodes:{nodes}")).map_err(bad)?,
        (None, Some(level), None) => Opponent::parse(&format!("level:{level}")).map_err(bad)?,
        (None, None, Some(seconds)) => Opponent { effort: Effort::Time(duration(seconds)?), ..Opponent::ENDLESS },
        _ => return Err(bad("invalid limits: expected one of nodes, level and time")),
    };
    if let Some(verdict) = state.position.as_match().verdict() {
        return Err(bad(format!("the game is over: {}", verdict.reason)));
    }
    let time = match opponent.effort {
        Effort::Time(time) => Some(time),
        _ => None,
    };
    let game = &*state.opened.any;
    let mut engine = match network {
        Some(network) => engines::engine_with_network(game, network.network.clone(), seed).map_err(bad)?,
        None => engines::engine_factory(game)(seed),
    };
    let mut deadline = SearchDeadline::new(time);
    let analysis = py.detach(|| engine.think(state.position.as_match(), &opponent, &mut |_| deadline.is_running()));
    match deadline.interrupted {
        Some(interrupt) => Err(interrupt),
        None => found(py, state, analysis),
    }
}

fn found(py: Python<'_>, state: &State, analysis: Analysis) -> PyResult<SearchResult> {
    let mut lines = Vec::new();
    for line in analysis.lines {
        let mut after = state.position.copy();
        let mut pv = Vec::new();
        for text in &line.pv {
            let id = after.id_of(text).map_err(bad)?;
            after.play_id(id).map_err(bad)?;
            pv.push(id);
        }
        let action = state.position.id_of(&line.action).map_err(bad)?;
        let proof = line.proof.map(Proof::word);
        let value = 2.0 * line.win - 1.0;
        lines.push(Line { action, text: line.action, visits: line.visits, value, pv, pv_text: line.pv, proof });
    }
    let Some(best) = lines.first() else { return Err(bad("the search found no action")) };
    Ok(SearchResult {
        action: best.action,
        text: best.text.clone(),
        value: best.value,
        visits: lines.iter().map(|line| line.visits).sum(),
        pv: best.pv.clone(),
        nodes: analysis.nodes,
        stop: word(analysis.stop),
        lines: lines.into_iter().map(|line| Py::new(py, line)).collect::<PyResult<_>>()?,
    })
}

/// Solves a state: finds the winner with best play.
#[pyfunction]
#[pyo3(signature = (state, *, nodes = None, time = None, megabytes = 1024))]
pub(crate) fn solve(
    py: Python<'_>,
    state: &State,
    nodes: Option<u64>,
    time: Option<f64>,
    megabytes: usize,
) -> PyResult<Solution> {
    if !(1..=1 << 20).contains(&megabytes) {
        return Err(bad(format!("invalid megabytes {megabytes}: expected 1 to {}", 1 << 20)));
    }
    let limits = Limits { nodes: nodes.unwrap_or(u64::MAX), memory: megabytes << 20 };
    let mut deadline = SearchDeadline::new(time.map(duration).transpose()?);
    let solved = py.detach(|| {
        engines::solve(&*state.opened.any, state.position.as_match(), &limits, &mut |_| deadline.is_running())
    });
    if let Some(interrupt) = deadline.interrupted {
        return Err(interrupt);
    }
    let action = solved.action.as_deref().map(|text| state.position.id_of(text)).transpose().map_err(bad)?;
    Ok(Solution {
        value: solved.value.word(),
        action,
        text: solved.action,
        nodes: solved.nodes,
        stop: word(solved.stop),
    })
}

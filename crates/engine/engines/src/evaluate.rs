//! Evaluations of positions for reviews.

use hexarium_kernel::{AnyGame, AnyMatch};
use hexarium_search::{Analysis, AnalysisLine, Engine, Limits, Opponent, Proof, StopCondition, Value};

use crate::solve;

/// The limits of the solver. It is meant for positions that it solves at once.
pub const REVIEW_LIMITS: Limits = Limits { nodes: 200, memory: 16 << 20 };

/// The largest number of actions among which the solver looks for a second one that wins.
const MOST_ACTIONS: usize = 128;

/// Evaluates a position: by a search, and where that proves nothing by the solver. If an action is
/// proven to win, the solver decides whether another one does. Search and solver have stop
/// conditions of their own.
pub fn evaluate(
    engine: &mut dyn Engine,
    game: &dyn AnyGame,
    state: &dyn AnyMatch,
    opponent: &Opponent,
    stop_search: StopCondition,
    stop_solver: StopCondition,
) -> Analysis {
    let mut analysis = engine.think(state, opponent, stop_search);
    if analysis.lines.first().is_some_and(|line| line.proof.is_none()) {
        let solution = solve(game, state, &REVIEW_LIMITS, &mut *stop_solver);
        if let Value::Won(winner) = solution.value {
            note_winner(&mut analysis, winner == state.to_move(), solution.action);
        }
    }
    if analysis.lines.first().is_some_and(|line| line.proof == Some(Proof::Win)) {
        decide_others(&mut analysis, game, state, stop_solver);
    }
    analysis
}

/// Notes that the side to move wins with an action, or loses with every one.
fn note_winner(analysis: &mut Analysis, is_won: bool, action: Option<String>) {
    if !is_won {
        for line in &mut analysis.lines {
            (line.win, line.proof) = (0.0, Some(Proof::Loss));
        }
    } else if let Some(action) = action {
        let place = analysis.lines.iter().position(|line| line.action == action);
        let line = place.map(|place| analysis.lines.remove(place)).unwrap_or_else(|| unsearched(action));
        analysis.lines.insert(0, AnalysisLine { win: 1.0, proof: Some(Proof::Win), ..line });
    }
}

/// Notes the results of the actions besides the best one, which wins, up to the first that wins,
/// too, or that is not decided.
fn decide_others(analysis: &mut Analysis, game: &dyn AnyGame, state: &dyn AnyMatch, stop: StopCondition) {
    let mut others = state.legal();
    others.retain(|action| *action != analysis.lines[0].action);
    let is_bounded = others.len() < MOST_ACTIONS;
    for action in others {
        let place = analysis.lines.iter().position(|line| line.action == action).unwrap_or(analysis.lines.len());
        if place == analysis.lines.len() {
            analysis.lines.push(unsearched(action));
        }
        let line = &mut analysis.lines[place];
        if is_bounded && line.proof.is_none() {
            line.proof = result_of(game, state, &line.action, &mut *stop);
        }
        line.win = match line.proof {
            Some(Proof::Loss) => 0.0,
            Some(Proof::Draw) => 0.5,
            Some(Proof::Win) | None => return,
        };
    }
}

/// Returns the result of an action for the side to move, if the solver proves it.
fn result_of(game: &dyn AnyGame, state: &dyn AnyMatch, action: &str, stop: StopCondition) -> Option<Proof> {
    let mut after = state.copy();
    after.play(action).ok()?;
    match solve(game, &*after, &REVIEW_LIMITS, stop).value {
        Value::Won(winner) if winner == state.to_move() => Some(Proof::Win),
        Value::Won(_) => Some(Proof::Loss),
        Value::Drawn => Some(Proof::Draw),
        Value::Unknown => None,
    }
}

/// The line of an action that the search left out.
fn unsearched(action: String) -> AnalysisLine {
    AnalysisLine { pv: vec![action.clone()], action, visits: 0, win: 0.5, proof: None }
}

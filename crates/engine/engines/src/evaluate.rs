//! Evaluations of positions for reviews.

use hexarium_kernel::{AnyGame, AnyMatch};
use hexarium_search::{Analysis, AnalysisLine, Engine, Limits, Opponent, Proof, StopCondition, Value};

use crate::solve;

/// The limits of the solver. It is meant for positions that it solves at once.
pub const REVIEW_LIMITS: Limits = Limits { nodes: 200, memory: 16 << 20 };

/// Evaluates a position: by a search, and where that proves nothing by the solver. Each has a stop
/// condition of its own.
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
        let solution = solve(game, state, &REVIEW_LIMITS, stop_solver);
        if let Value::Won(winner) = solution.value {
            note_winner(&mut analysis, winner == state.to_move(), solution.action);
        }
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
        let line = place.map(|place| analysis.lines.remove(place)).unwrap_or_else(|| {
            let pv = vec![action.clone()];
            AnalysisLine { action, visits: 0, win: 1.0, pv, proof: None }
        });
        analysis.lines.insert(0, AnalysisLine { win: 1.0, proof: Some(Proof::Win), ..line });
    }
}

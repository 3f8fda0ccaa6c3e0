//! Games and states for tests.

use hexarium_kernel::{Flow, Game, Options, Rng, Rules};

use super::{Harvest, SPEC, State};

/// Creates Harvest on a board of side `N`, with further options.
pub(super) fn game<const W: usize, const N: usize>(changes: &[(&str, &str)]) -> Harvest<W, N> {
    let base = N.to_string();
    let changes = [("base", &*base)].into_iter().chain(changes.iter().copied());
    Harvest::configure(&Options::new(SPEC.options, changes).unwrap()).unwrap()
}

/// Returns the states of a random game with at most `most` pieces, at every point of a turn, and
/// the same states with close scores, so that the remaining play decides.
pub(super) fn small_states<const W: usize, const N: usize>(
    rules: &Harvest<W, N>,
    rng: &mut Rng,
    most: usize,
) -> Vec<State<W>> {
    let (mut state, mut found, mut buffer) = (rules.start(), Vec::new(), Vec::new());
    while let Some(action) = rules.random_action(&state, rng, &mut buffer) {
        if state.pieces.len() <= most {
            found.push(state);
            let total = state.scores.0[0] + state.scores.0[1];
            let first = total * 3 / 8 + rng.below(usize::from(total / 4) + 1) as u8;
            let close = State { scores: hexarium_kernel::PerPlayer([first, total - first]), ..state };
            if close.removed <= close.scores[close.to_move] {
                found.push(close);
            }
        }
        if rules.apply(&mut state, &mut (), action) == Flow::GameOver {
            break;
        }
    }
    found
}

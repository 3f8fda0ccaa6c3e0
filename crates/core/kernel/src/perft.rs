//! Counting lines of play: the classic test of a move generator.

use crate::{Match, Rules};

/// Returns the number of legal lines of `depth` actions.
///
/// ```
/// use hexarium_games::hex::{Hex, SPEC};
/// use hexarium_kernel::{Game, Match, Options, perft};
///
/// let options = Options::new(SPEC.options, [("size", "3")]).unwrap();
/// let mut game = Match::new(std::sync::Arc::new(Hex::<1>::configure(&options).unwrap()));
/// assert_eq!(perft(&mut game, 2), 9 * 8);
/// ```
pub fn perft<R: Rules>(game: &mut Match<R>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let actions = game.legal_actions();
    if depth == 1 {
        return actions.len() as u64;
    }
    actions.into_iter().map(|action| after(game, action, depth - 1)).sum()
}

/// Returns the same number for each legal action; nothing at depth 0.
pub fn divide<R: Rules>(game: &mut Match<R>, depth: u32) -> Vec<(R::Action, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    game.legal_actions().into_iter().map(|action| (action, after(game, action, rest))).collect()
}

fn after<R: Rules>(game: &mut Match<R>, action: R::Action, depth: u32) -> u64 {
    game.play_legal(action);
    let count = perft(game, depth);
    game.undo();
    count
}

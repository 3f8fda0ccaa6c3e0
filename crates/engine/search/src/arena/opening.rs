//! Random openings.

use hexarium_kernel::{AnyMatch, Cursor, Flow, Game, Knowledge, Match, Rng, mix};

use crate::tactics::winning_line;

/// Attempts to find an opening before the length is reduced.
const TRIES: u32 = 50;

/// Budget of actions for finding a win in the turn after the opening.
const BUDGET: u64 = 20_000;

/// Returns a random opening of some turns from the current position, determined by the seed; empty
/// for a match of another game.
///
/// Each opening is played twice with sides swapped, so it need not be balanced, but the game must
/// still be undecided: openings that end the game or let the side to move win in its next turn are
/// rejected. Where a game is so small that few others exist, the opening gets shorter.
pub fn opening<G: Game>(game: &dyn AnyMatch, turns: u32, seed: u64) -> Vec<String> {
    let Some(game) = game.as_any().downcast_ref::<Match<G>>() else { return Vec::new() };
    let rules = &**game.rules();
    let mut rng = Rng::new(mix(seed));
    for turns in (1..=turns).rev() {
        for _ in 0..TRIES {
            let mut cursor = game.cursor().clone();
            let mut texts = Vec::new();
            if play_turns(rules, &mut cursor, turns, &mut rng, &mut texts)
                && winning_line(rules, &mut cursor, &mut BUDGET.clone()).is_none()
            {
                return texts;
            }
        }
    }
    Vec::new()
}

/// Plays random turns. Returns whether the game continues after them.
fn play_turns<G: Game + Knowledge>(
    rules: &G,
    cursor: &mut Cursor<G>,
    turns: u32,
    rng: &mut Rng,
    texts: &mut Vec<String>,
) -> bool {
    let mut actions = Vec::new();
    let mut left = turns;
    while left > 0 {
        cursor.legal_actions(rules, &mut actions);
        if actions.is_empty() {
            return false;
        }
        let action = actions[rng.below(actions.len())];
        texts.push(rules.action_text(&cursor.state, action));
        let (flow, outcome) = cursor.play(rules, action);
        if outcome.is_some() {
            return false;
        }
        left -= u32::from(flow != Flow::SameTurn);
    }
    true
}

//! Random openings.

use hexarium_kernel::{AnyMatch, Cursor, Flow, Game, Knowledge, Match, Rng, mix};

use crate::tactics::winning_line;

/// How many openings are drawn before a shorter one must do.
const TRIES: u32 = 50;

/// How many actions are tried to find a win in the turn after the opening.
const BUDGET: u64 = 20_000;

/// A random opening of some turns from where the match stands, the same for the same seed; empty for a match of another game.
///
/// Both players of a pair of games get it once with each side, so it need not be fair; but it must leave a game to play. Openings
/// that end the game, or let the player to move win with the next turn, are drawn anew; where a game is so small that there
/// are hardly any others, the opening gets shorter.
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

/// Plays random turns, and tells whether the game goes on after them.
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

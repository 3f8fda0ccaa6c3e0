//! What happens within the turn under way and the next one: wins to be taken, losses to be stopped.
//!
//! These are the blunders that people notice most, and searches that sample or cut off can miss them in turns of several
//! actions. Both questions are answered by trying everything, within a budget of actions.

use hexarium_kernel::{Cursor, Knowledge, Player};

/// Whether a position is lost to the opponent's very next turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Safety {
    /// The opponent cannot win with the next turn, whatever they do.
    Safe,
    /// The opponent can.
    Lost,
    /// The budget did not last.
    Unknown,
}

/// The actions with which the player to move wins within the turn under way, or `None` if there are none or `budget` tried
/// actions did not find them; `budget` is 0 afterwards if it did not last.
pub fn winning_line<G: Knowledge>(rules: &G, cursor: &mut Cursor<G>, budget: &mut u64) -> Option<Vec<G::Action>> {
    let mut line = Vec::new();
    let player = rules.to_move(&cursor.state);
    (win_on(rules, cursor, player, budget, &mut line) == Some(true)).then(|| {
        line.reverse();
        line
    })
}

/// Whether the player wins within the turn; `None` when the budget did not last. The line is filled from its end.
fn win_on<G: Knowledge>(
    rules: &G,
    cursor: &mut Cursor<G>,
    player: Player,
    budget: &mut u64,
    line: &mut Vec<G::Action>,
) -> Option<bool> {
    if !rules.may_win_this_turn(&cursor.state) {
        return Some(false);
    }
    let mut actions = Vec::new();
    cursor.legal_actions(rules, &mut actions);
    let before = cursor.mark();
    // First the actions that win at once, then those after which the same player goes on.
    let mut later = Vec::new();
    for action in actions {
        if *budget == 0 {
            return None;
        }
        *budget -= 1;
        let (_, outcome) = cursor.play(rules, action);
        let goes_on = outcome.is_none() && rules.to_move(&cursor.state) == player;
        cursor.back(&before);
        if outcome.is_some_and(|o| o.winner == Some(player)) {
            line.push(action);
            return Some(true);
        }
        if goes_on {
            later.push(action);
        }
    }
    let mut sure = true;
    for action in later {
        cursor.play(rules, action);
        let found = win_on(rules, cursor, player, budget, line);
        cursor.back(&before);
        match found {
            Some(true) => {
                line.push(action);
                return Some(true);
            }
            Some(false) => {}
            None => sure = false,
        }
        if *budget == 0 {
            return None;
        }
    }
    sure.then_some(false)
}

/// Whether the player can, after this action, complete the turn so that the opponent does not win with the next one. An action
/// that ends the game is judged by its result.
pub fn safety<G: Knowledge>(rules: &G, cursor: &mut Cursor<G>, action: G::Action, budget: &mut u64) -> Safety {
    let player = rules.to_move(&cursor.state);
    let before = cursor.mark();
    let (_, outcome) = cursor.play(rules, action);
    let safety = match outcome {
        Some(outcome) if outcome.winner == Some(player.other()) => Safety::Lost,
        Some(_) => Safety::Safe,
        None if rules.to_move(&cursor.state) == player => {
            let mut actions = Vec::new();
            cursor.legal_actions(rules, &mut actions);
            any_safe(rules, cursor, &actions, budget)
        }
        None => match win_on(rules, cursor, player.other(), budget, &mut Vec::new()) {
            Some(true) => Safety::Lost,
            Some(false) => Safety::Safe,
            None => Safety::Unknown,
        },
    };
    cursor.back(&before);
    safety
}

fn any_safe<G: Knowledge>(rules: &G, cursor: &mut Cursor<G>, actions: &[G::Action], budget: &mut u64) -> Safety {
    let mut answer = Safety::Lost;
    for &action in actions {
        match safety(rules, cursor, action, budget) {
            Safety::Safe => return Safety::Safe,
            Safety::Unknown => answer = Safety::Unknown,
            Safety::Lost => {}
        }
        if *budget == 0 {
            return Safety::Unknown;
        }
    }
    answer
}

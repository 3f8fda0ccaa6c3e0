//! Tactics within the current turn and the next one: immediate wins and losses.
//!
//! Missing them is the most visible kind of blunder, and searches that sample or prune can miss
//! them in turns of several actions. Both are found by exhaustive search within a budget of
//! actions.

use hexarium_kernel::{Cursor, Knowledge, Player};

/// The safety of a position against the opponent's next turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Safety {
    /// The opponent cannot win in the next turn.
    Safe,
    /// The opponent can win in the next turn.
    Lost,
    /// The budget was exhausted.
    Unknown,
}

/// Returns the actions with which the side to move wins within the current turn, or `None` if there
/// are none or `budget` tried actions did not find them. `budget` is 0 afterwards if it was
/// exhausted.
pub fn winning_line<G: Knowledge>(rules: &G, cursor: &mut Cursor<G>, budget: &mut u64) -> Option<Vec<G::Action>> {
    let mut line = Vec::new();
    let player = rules.to_move(&cursor.state);
    (win_on(rules, cursor, player, budget, &mut line) == Some(true)).then(|| {
        line.reverse();
        line
    })
}

/// Returns whether the player wins within the turn; `None` if the budget was exhausted. The line is
/// filled from its end.
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
    let before = cursor.undo_point();
    // Actions that win at once come first, then those after which the same player continues.
    let mut later = Vec::new();
    for action in actions {
        if *budget == 0 {
            return None;
        }
        *budget -= 1;
        let (_, outcome) = cursor.play(rules, action);
        let goes_on = outcome.is_none() && rules.to_move(&cursor.state) == player;
        cursor.undo_to(&before);
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
        cursor.undo_to(&before);
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

/// Returns whether the player can complete the turn after this action so that the opponent does not
/// win in the next one. An action that ends the game is classified by its result.
///
/// ```
/// use hexarium_games::hex::{Hex, SPEC};
/// use hexarium_kernel::{Cursor, Game, Notation, Options};
/// use hexarium_search::{Safety, safety};
///
/// let rules = Hex::<1>::configure(&Options::new(SPEC.options, [("size", "3")])?)?;
/// // Blue threatens to win with a3 and with b3, and Red can stop only one of them.
/// let state = rules.parse_position("RB./.B./... r")?;
/// let action = rules.parse_action(&state, "b3")?;
/// let mut cursor = Cursor::new(&rules, state);
/// assert_eq!(safety(&rules, &mut cursor, action, &mut 1000), Safety::Lost);
/// // Without actions to try, nothing is known.
/// assert_eq!(safety(&rules, &mut cursor, action, &mut 0), Safety::Unknown);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn safety<G: Knowledge>(rules: &G, cursor: &mut Cursor<G>, action: G::Action, budget: &mut u64) -> Safety {
    let player = rules.to_move(&cursor.state);
    let before = cursor.undo_point();
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
    cursor.undo_to(&before);
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

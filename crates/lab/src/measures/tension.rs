//! Tension of a game, from the players' estimates of their chances.

use hexarium_kernel::Player;

use crate::PlayedGame;

/// The chance from which on a player has the lead, in thousandths.
const AHEAD: u16 = 550;

/// The chance from which on a game counts as decided, in thousandths.
const WON: u16 = 900;

/// The first player's chances before each searched action, in thousandths.
fn chances(game: &PlayedGame) -> impl Iterator<Item = u16> + '_ {
    game.decisions.iter().filter_map(|decision| decision.win_chance)
}

/// The number of times the lead passed from one player to the other.
pub(super) fn lead_changes(game: &PlayedGame) -> u32 {
    let leader = |chance: u16| match chance {
        AHEAD.. => Some(Player::First),
        _ if chance <= 1000 - AHEAD => Some(Player::Second),
        _ => None,
    };
    let mut last = None;
    let mut changes = 0;
    for ahead in chances(game).filter_map(leader) {
        changes += u32::from(last.is_some_and(|last| last != ahead));
        last = Some(ahead);
    }
    changes
}

/// Returns the largest deficit of the winner during the game, from 0 (never behind) to 1 (all but
/// lost); `None` without a winner.
pub fn drama(game: &PlayedGame) -> Option<f64> {
    let worst = winner_chances(game)?.min()?;
    Some((1.0 - f64::from(worst) / 500.0).max(0.0))
}

/// The share of the game after which the winner's chance stays above 90 %, 1 meaning the very end;
/// `None` without a winner.
pub(super) fn decided_after(game: &PlayedGame) -> Option<f64> {
    let chances: Vec<u16> = winner_chances(game)?.collect();
    if chances.is_empty() {
        return None;
    }
    let sure = chances.iter().rev().take_while(|&&chance| chance >= WON).count();
    Some(1.0 - sure as f64 / chances.len() as f64)
}

/// The winner's chances.
fn winner_chances(game: &PlayedGame) -> Option<impl Iterator<Item = u16> + '_> {
    let winner = game.winner?;
    Some(chances(game).map(move |chance| if winner == Player::First { chance } else { 1000 - chance }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Decision;

    fn game(winner: Option<Player>, chances: &[u16]) -> PlayedGame {
        let decision = |&chance| Decision { legal_actions: 1, good_actions: 1, win_chance: Some(chance), nodes: 1 };
        PlayedGame {
            number: 0,
            actions: vec![String::new(); chances.len()],
            decisions: chances.iter().map(decision).collect(),
            winner,
            cause: String::new(),
            turns: 1,
        }
    }

    #[test]
    fn lead_changes_count_the_passing_of_the_lead() {
        assert_eq!(lead_changes(&game(None, &[500, 600, 520, 600, 400, 500, 700])), 2);
        assert_eq!(lead_changes(&game(None, &[500, 510, 490])), 0);
    }

    #[test]
    fn drama_is_the_worst_moment_of_the_winner() {
        assert_eq!(drama(&game(Some(Player::First), &[500, 250, 900])), Some(0.5));
        assert_eq!(drama(&game(Some(Player::Second), &[500, 400, 100])), Some(0.0));
        assert_eq!(drama(&game(None, &[500])), None);
    }

    #[test]
    fn a_game_is_decided_when_the_chance_stays_high() {
        assert_eq!(decided_after(&game(Some(Player::First), &[500, 950, 500, 950])), Some(0.75));
        assert_eq!(decided_after(&game(Some(Player::Second), &[500, 500, 50, 50])), Some(0.5));
        assert_eq!(decided_after(&game(Some(Player::First), &[500, 500])), Some(1.0));
    }
}

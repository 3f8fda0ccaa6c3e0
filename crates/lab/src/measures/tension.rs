//! How exciting a game was, by what the players thought of it.

use hexarium_kernel::Player;

use crate::Played;

/// Who is ahead must have at least this chance, in thousandths, for it to count as a lead.
const AHEAD: u16 = 550;

/// A chance, in thousandths, from which on a game is as good as won.
const WON: u16 = 900;

/// The chances of the first player before each action, in thousandths, where somebody thought.
fn chances(game: &Played) -> impl Iterator<Item = u16> + '_ {
    game.looks.iter().filter_map(|look| look.chance)
}

/// How often the lead changed from one player to the other.
pub(super) fn lead_changes(game: &Played) -> u32 {
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

/// How far behind the winner ever was: 0 for never, 1 for all but lost. Nothing for a game without a winner.
pub fn drama(game: &Played) -> Option<f64> {
    let worst = winners(game)?.min()?;
    Some((1.0 - f64::from(worst) / 500.0).max(0.0))
}

/// How much of the game had been played when the winner's chance went above nine in ten for good: 1 for not before the end. Nothing for a game
/// without a winner.
pub(super) fn decided(game: &Played) -> Option<f64> {
    let chances: Vec<u16> = winners(game)?.collect();
    if chances.is_empty() {
        return None;
    }
    let sure = chances.iter().rev().take_while(|&&chance| chance >= WON).count();
    Some(1.0 - sure as f64 / chances.len() as f64)
}

/// The chances of whoever won.
fn winners(game: &Played) -> Option<impl Iterator<Item = u16> + '_> {
    let winner = game.winner?;
    Some(chances(game).map(move |chance| if winner == Player::First { chance } else { 1000 - chance }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Look;

    fn game(winner: Option<Player>, chances: &[u16]) -> Played {
        let look = |&chance| Look { legal: 1, near: 1, chance: Some(chance), nodes: 1 };
        Played {
            number: 0,
            actions: vec![String::new(); chances.len()],
            looks: chances.iter().map(look).collect(),
            winner,
            cause: String::new(),
            turns: 1,
        }
    }

    #[test]
    fn a_lead_changes_only_from_one_player_to_the_other() {
        assert_eq!(lead_changes(&game(None, &[500, 600, 520, 600, 400, 500, 700])), 2);
        assert_eq!(lead_changes(&game(None, &[500, 510, 490])), 0);
    }

    #[test]
    fn drama_is_how_far_behind_the_winner_was() {
        assert_eq!(drama(&game(Some(Player::First), &[500, 250, 900])), Some(0.5));
        assert_eq!(drama(&game(Some(Player::Second), &[500, 400, 100])), Some(0.0));
        assert_eq!(drama(&game(None, &[500])), None);
    }

    #[test]
    fn a_game_is_decided_when_the_winner_is_sure_for_good() {
        assert_eq!(decided(&game(Some(Player::First), &[500, 950, 500, 950])), Some(0.75));
        assert_eq!(decided(&game(Some(Player::Second), &[500, 500, 50, 50])), Some(0.5));
        assert_eq!(decided(&game(Some(Player::First), &[500, 500])), Some(1.0));
    }
}

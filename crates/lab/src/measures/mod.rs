//! Measures of the games of a series.

mod distribution;
mod openings;
mod replay;
mod summary;
mod tension;
mod usage;

use std::collections::BTreeSet;

use hexarium_kernel::Player;

pub use distribution::Distribution;
pub use openings::{FairestOpening, Opening, fairest_opening, openings};
pub use summary::{Ending, Summary};
pub use tension::drama;
pub use usage::{Event, Usage};

use crate::stats::Score;
use crate::{PlayedGame, STOPPED, Series};

/// Returns the number of games that differ from all earlier ones in some action.
///
/// Repeated games are valid samples and count like all others: without them, what players do most
/// often would weigh least. Few distinct games only mean that little of the game was seen.
pub fn distinct_games(games: &[PlayedGame]) -> usize {
    games.iter().map(|game| &game.actions).collect::<BTreeSet<_>>().len()
}

/// Returns the score of the first player. A stopped game counts as a draw.
pub fn first_player_score(games: &[PlayedGame]) -> Score {
    let mut score = Score::default();
    games.iter().for_each(|game| score.add(game.winner.map(|winner| winner == Player::First)));
    score
}

/// Returns the score of the stronger player in a ladder series.
pub fn ladder_score(series: &Series, games: &[PlayedGame]) -> Score {
    let mut score = Score::default();
    for game in games {
        score.add(game.winner.map(|winner| series.first_mover(game.number) == winner.index()));
    }
    score
}

/// Whether a game was stopped at the turn limit of the experiment.
fn is_stopped(game: &PlayedGame) -> bool {
    game.cause == STOPPED
}

#[cfg(test)]
mod tests {
    use hexarium_kernel::Rng;

    use super::*;
    use crate::stats::Confidence;

    /// A game that follows from its opening: the frequent one is lost, the others are won in turn.
    fn game(number: u32, rng: &mut Rng) -> PlayedGame {
        let opening = if rng.below(10) < 8 { 0 } else { 1 + rng.below(40) };
        let winner = if opening % 2 == 1 { Player::First } else { Player::Second };
        PlayedGame {
            number,
            actions: vec![opening.to_string()],
            decisions: Vec::new(),
            winner: Some(winner),
            cause: String::new(),
            turns: 1,
        }
    }

    /// Intervals contain the true share although most games are repeated. If repeated games were
    /// left out, they would hardly ever.
    #[test]
    fn repeated_games_count_like_all_others() {
        let (mut covered, mut covered_without) = (0, 0);
        for trial in 0..1000 {
            let mut rng = Rng::new(trial);
            let games: Vec<PlayedGame> = (0..120).map(|number| game(number, &mut rng)).collect();
            let mut seen = BTreeSet::new();
            let distinct: Vec<PlayedGame> =
                games.iter().filter(|game| seen.insert(game.actions.clone())).cloned().collect();
            assert_eq!(distinct_games(&games), distinct.len());
            let covers = |games: &[PlayedGame]| first_player_score(games).share(Confidence::SINGLE).contains(0.1);
            covered += u32::from(covers(&games));
            covered_without += u32::from(covers(&distinct));
        }
        assert!(covered >= 930, "{covered} of 1000");
        assert!(covered_without < 100, "without repeated games {covered_without} of 1000");
    }
}

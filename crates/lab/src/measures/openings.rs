//! The value of each first action.

use super::first_player_score;
use crate::stats::{Confidence, Estimate, Score};
use crate::{PlayedGame, Series, SeriesKind};

/// The value of a first action.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// The action.
    pub action: String,
    /// The score of the first player after it.
    pub score: Score,
    /// The first player's chance to win according to the evaluator, if there is one.
    pub evaluation: Option<f64>,
    /// The scores in the games with even and with odd numbers.
    halves: [Score; 2],
}

/// The opening closest to even.
#[derive(Clone, PartialEq, Debug)]
pub struct FairestOpening {
    /// The action.
    pub action: String,
    /// The first player's share after it, in games that did not affect its selection.
    pub share: Estimate,
}

/// Returns the openings of a variant, the best for the first player first.
pub fn openings<'a>(series: impl Iterator<Item = (&'a Series, &'a [PlayedGame])>) -> Vec<Opening> {
    let series: Vec<_> = series.collect();
    let evaluation = |action: &String| {
        let (_, games) = series.iter().find(|(series, _)| series.kind == SeriesKind::Evaluation(action.clone()))?;
        Some(f64::from(games.first()?.decisions.get(1)?.win_chance?) / 1000.0)
    };
    let mut all: Vec<Opening> = series
        .iter()
        .filter_map(|(series, games)| {
            let SeriesKind::Opening(action) = &series.kind else { return None };
            let half = |odd: u32| {
                let games: Vec<PlayedGame> = games.iter().filter(|game| game.number % 2 == odd).cloned().collect();
                first_player_score(&games)
            };
            Some(Opening {
                action: action.clone(),
                score: first_player_score(games),
                evaluation: evaluation(action),
                halves: [half(0), half(1)],
            })
        })
        .collect();
    all.sort_by(|a, b| b.value().total_cmp(&a.value()));
    all
}

impl Opening {
    /// The first player's chance according to the evaluator, or else the share in games.
    pub fn value(&self) -> f64 {
        self.evaluation.unwrap_or_else(|| self.score.share(Confidence::SINGLE).value)
    }
}

/// Returns the opening closest to even.
///
/// The best of many looks better than it is. Therefore the evaluator selects and all games measure;
/// without an evaluator one half of the games selects and the other half measures.
pub fn fairest_opening(openings: &[Opening], confidence: Confidence) -> Option<FairestOpening> {
    let value = |opening: &Opening| opening.evaluation.unwrap_or(opening.halves[0].share(Confidence::SINGLE).value);
    let unfair = |opening: &&Opening| (value(opening) - 0.5).abs();
    let chosen = openings.iter().min_by(|a, b| unfair(a).total_cmp(&unfair(b)))?;
    let measured = if chosen.evaluation.is_some() { &chosen.score } else { &chosen.halves[1] };
    Some(FairestOpening { action: chosen.action.clone(), share: measured.share(confidence) })
}

#[cfg(test)]
mod tests {
    use hexarium_kernel::Player;
    use hexarium_search::Opponent;

    use super::*;
    use crate::Decision;

    /// A series of games after a first action, won by the first player or not.
    fn games(kind: SeriesKind, wins: &[bool], win_chance: Option<u16>) -> (Series, Vec<PlayedGame>) {
        let series = Series { variant: 0, kind, players: [Opponent::level(1); 2], max_games: wins.len() as u32 };
        let decision = Decision { legal_actions: 1, good_actions: 0, win_chance, nodes: 0 };
        let game = |(number, &won): (u32, &bool)| PlayedGame {
            number,
            actions: vec![format!("a{number}")],
            decisions: vec![decision; 2],
            winner: Some(if won { Player::First } else { Player::Second }),
            cause: String::new(),
            turns: 1,
        };
        (series, (0..).zip(wins).map(game).collect())
    }

    fn all(series: &[(Series, Vec<PlayedGame>)]) -> Vec<Opening> {
        openings(series.iter().map(|(series, games)| (series, &**games)))
    }

    fn opening(action: &str, wins: &[bool]) -> (Series, Vec<PlayedGame>) {
        games(SeriesKind::Opening(action.to_string()), wins, None)
    }

    #[test]
    fn without_an_evaluator_one_half_of_the_games_selects_and_the_other_measures() {
        let (good, even) = ([true; 8], [true, true, false, true, true, true, false, true]);
        let found = all(&[opening("b2", &even), opening("a1", &good)]);
        assert_eq!(found[0].action, "a1");
        let fairest = fairest_opening(&found, Confidence::SINGLE).unwrap();
        assert_eq!((fairest.action.as_str(), fairest.share.value), ("b2", 1.0));
    }

    #[test]
    fn an_evaluator_orders_and_selects_and_the_games_measure() {
        let evaluated = |action: &str, chance| games(SeriesKind::Evaluation(action.to_string()), &[true], Some(chance));
        let (good, bad) = ([true, true, true, false], [false; 4]);
        let found = all(&[opening("a1", &good), opening("b2", &bad), evaluated("a1", 480), evaluated("b2", 700)]);
        assert_eq!(found.iter().map(|o| o.evaluation).collect::<Vec<_>>(), [Some(0.7), Some(0.48)]);
        let fairest = fairest_opening(&found, Confidence::SINGLE).unwrap();
        assert_eq!((fairest.action.as_str(), fairest.share.value), ("a1", 0.75));
    }
}

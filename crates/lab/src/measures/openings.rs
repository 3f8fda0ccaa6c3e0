//! What each first action is worth.

use super::points;
use crate::stats::{Confidence, Estimate, Points};
use crate::{Arm, Played, Purpose};

/// What a first action is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// The action.
    pub action: String,
    /// How the first player fared after it.
    pub points: Points,
    /// The first player's chance, as the judge sees it, if there is one.
    pub judged: Option<f64>,
    /// The points in the games with even numbers only, and in the others.
    halves: [Points; 2],
}

/// The opening after which neither player has it better.
#[derive(Clone, PartialEq, Debug)]
pub struct Fairest {
    /// The action.
    pub action: String,
    /// The first player's share after it, in games that had no say in its choice.
    pub share: Estimate,
}

/// The openings of a variant, the best for the first player first.
pub fn openings<'a>(series: impl Iterator<Item = (&'a Arm, &'a [Played])>) -> Vec<Opening> {
    let series: Vec<_> = series.collect();
    let judged = |action: &String| {
        let (_, games) = series.iter().find(|(arm, _)| arm.purpose == Purpose::Judging(action.clone()))?;
        Some(f64::from(games.first()?.looks.get(1)?.chance?) / 1000.0)
    };
    let mut all: Vec<Opening> = series
        .iter()
        .filter_map(|(arm, games)| {
            let Purpose::Opening(action) = &arm.purpose else { return None };
            let half = |odd: u32| {
                let games: Vec<Played> = games.iter().filter(|game| game.number % 2 == odd).cloned().collect();
                points(&games)
            };
            let judged = judged(action);
            Some(Opening { action: action.clone(), points: points(games), judged, halves: [half(0), half(1)] })
        })
        .collect();
    all.sort_by(|a, b| b.worth().total_cmp(&a.worth()));
    all
}

impl Opening {
    /// The first player's chance, by whatever says most about it.
    pub fn worth(&self) -> f64 {
        self.judged.unwrap_or_else(|| self.points.share(Confidence::PLAIN).value)
    }
}

/// The fairest opening. The one that looks fairest of many has been lucky to look so; therefore the judge chooses it and the games say how fair
/// it is, or without a judge one half of the games chooses and the other half says.
pub fn fairest(openings: &[Opening], confidence: Confidence) -> Option<Fairest> {
    let seen = |opening: &Opening| opening.judged.unwrap_or(opening.halves[0].share(Confidence::PLAIN).value);
    let unfair = |opening: &&Opening| (seen(opening) - 0.5).abs();
    let chosen = openings.iter().min_by(|a, b| unfair(a).total_cmp(&unfair(b)))?;
    let others = if chosen.judged.is_some() { &chosen.points } else { &chosen.halves[1] };
    Some(Fairest { action: chosen.action.clone(), share: others.share(confidence) })
}

#[cfg(test)]
mod tests {
    use hexarium_kernel::Player;
    use hexarium_search::Opponent;

    use super::*;
    use crate::Look;

    /// A series of games after a first action, won by the first player or not.
    fn games(purpose: Purpose, wins: &[bool], chance: Option<u16>) -> (Arm, Vec<Played>) {
        let arm = Arm { variant: 0, purpose, seats: [Opponent::level(1); 2], most: wins.len() as u32 };
        let look = Look { legal: 1, near: 0, chance, nodes: 0 };
        let game = |(number, &won): (u32, &bool)| Played {
            number,
            actions: vec![format!("a{number}")],
            looks: vec![look; 2],
            winner: Some(if won { Player::First } else { Player::Second }),
            cause: String::new(),
            turns: 1,
        };
        (arm, (0..).zip(wins).map(game).collect())
    }

    fn all(series: &[(Arm, Vec<Played>)]) -> Vec<Opening> {
        openings(series.iter().map(|(arm, games)| (arm, &**games)))
    }

    fn opening(action: &str, wins: &[bool]) -> (Arm, Vec<Played>) {
        games(Purpose::Opening(action.to_string()), wins, None)
    }

    #[test]
    fn without_a_judge_one_half_of_the_games_chooses_and_the_other_says_how_fair_it_is() {
        let (good, even) = ([true; 8], [true, true, false, true, true, true, false, true]);
        let found = all(&[opening("b2", &even), opening("a1", &good)]);
        assert_eq!(found[0].action, "a1");
        let fairest = fairest(&found, Confidence::PLAIN).unwrap();
        assert_eq!((fairest.action.as_str(), fairest.share.value), ("b2", 1.0));
    }

    #[test]
    fn a_judge_orders_the_openings_and_chooses_the_fairest_and_the_games_say_how_fair_it_is() {
        let judging = |action: &str, chance| games(Purpose::Judging(action.to_string()), &[true], Some(chance));
        let (good, bad) = ([true, true, true, false], [false; 4]);
        let found = all(&[opening("a1", &good), opening("b2", &bad), judging("a1", 480), judging("b2", 700)]);
        assert_eq!(found.iter().map(|o| o.judged).collect::<Vec<_>>(), [Some(0.7), Some(0.48)]);
        let fairest = fairest(&found, Confidence::PLAIN).unwrap();
        assert_eq!((fairest.action.as_str(), fairest.share.value), ("a1", 0.75));
    }
}

//! What is to be found out.

use hexarium_search::Opponent;

use crate::{Arm, Purpose};

/// What is to be found out, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment {
    /// A few words.
    pub title: String,
    /// What somebody wants to know, in their own words.
    pub question: String,
    /// The variants to compare, the one that the others are compared with first.
    pub variants: Vec<Variant>,
    /// Who plays against their like; in the order of their strength.
    pub players: Vec<Opponent>,
    /// Who plays against the next one, to see what thinking more is worth; in the order of their strength.
    pub ladder: Vec<Opponent>,
    /// What is tried as the first action.
    pub openings: Option<Openings>,
    /// Who plays against somebody who copies everything, and how many games.
    pub mirror: Option<(Opponent, u32)>,
    /// How many games of an arm at most.
    pub games: u32,
    /// How far the interval of the first player's share may reach to each side for the games to be enough.
    pub precision: Option<f64>,
    /// What makes games differ.
    pub variety: Variety,
    /// A game that takes more turns is stopped.
    pub longest: u32,
    /// Decides everything that is left to chance.
    pub seed: u64,
}

/// First actions, each tried in a series of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct Openings {
    /// Who plays on.
    pub player: Opponent,
    /// How many games after each.
    pub games: u32,
    /// Which; all that are possible if there are none.
    pub after: Vec<String>,
    /// Who says, looking once, what each is worth. Somebody strong sees differences that it would take thousands of games to see.
    pub judge: Option<Opponent>,
}

/// A game with its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// What to call it.
    pub name: String,
    /// The game text.
    pub game: String,
}

/// What makes games differ: engines that think by nodes do the same in the same position, and some of them have no dice at all.
///
/// In the first turns an action is drawn from several, each as likely as its part of the search: from those whose chance to win is at most
/// `slack` below the best, and in any case from the [four](Variety::CHOICES) that the search looked at most, unless their chance is below
/// the best by more than [four times](Variety::WIDER) as much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Variety {
    /// How many turns, both players together.
    pub turns: u32,
    /// How much below the best is as good as the best.
    pub slack: f32,
}

impl Variety {
    /// So many actions are drawn from where there are as many.
    pub const CHOICES: usize = 4;
    /// How many times the slack they may be below the best.
    pub const WIDER: f32 = 4.0;
}

impl Default for Variety {
    fn default() -> Self {
        Self { turns: 4, slack: 0.05 }
    }
}

impl Experiment {
    /// A game that takes more turns is stopped, unless told.
    pub const LONGEST: u32 = 1000;

    /// How many games of an arm, unless told.
    pub const GAMES: u32 = 200;

    /// The series of games that it takes. `first_actions` lists what a variant can begin with.
    pub fn arms(&self, first_actions: impl Fn(&Variant) -> Vec<String>) -> Vec<Arm> {
        let mut arms = Vec::new();
        for (variant, named) in self.variants.iter().enumerate() {
            let mut add = |purpose, seats, most| arms.push(Arm { variant, purpose, seats, most });
            for &player in &self.players {
                add(Purpose::Alike, [player; 2], self.games);
            }
            for pair in self.ladder.windows(2) {
                add(Purpose::Ladder, [pair[1], pair[0]], self.games);
            }
            if let Some((player, games)) = self.mirror {
                add(Purpose::Mirror, [player; 2], games);
            }
            if let Some(Openings { player, games, after, judge }) = &self.openings {
                let actions = if after.is_empty() { first_actions(named) } else { after.clone() };
                for action in &actions {
                    add(Purpose::Opening(action.clone()), [*player; 2], *games);
                }
                for (judge, action) in judge.iter().flat_map(|judge| actions.iter().map(move |action| (judge, action)))
                {
                    add(Purpose::Judging(action.clone()), [*judge; 2], 1);
                }
            }
        }
        arms
    }

    /// When the games of an arm are looked at to see whether they are enough.
    pub fn looks(&self, arm: &Arm) -> Looks {
        Looks { most: arm.most, often: self.precision.is_some() && arm.purpose == Purpose::Alike }
    }
}

/// The numbers of games at which somebody looks whether they are enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Looks {
    most: u32,
    often: bool,
}

/// Before so many games nobody looks.
const FIRST_LOOK: u32 = 50;

impl Looks {
    /// Looks all the way up to so many games.
    pub const fn often(most: u32) -> Self {
        Self { most, often: true }
    }

    /// The numbers, each half as large again as the one before, up to the most there can be.
    pub fn at(self) -> Vec<u32> {
        let mut looks = Vec::new();
        let mut next = FIRST_LOOK;
        while self.often && next < self.most {
            looks.push(next);
            next += next.div_ceil(2);
        }
        looks.push(self.most);
        looks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_precision_there_is_one_look_at_the_end() {
        assert_eq!(Looks { most: 400, often: false }.at(), [400]);
        assert_eq!(Looks { most: 400, often: true }.at(), [50, 75, 113, 170, 255, 383, 400]);
        assert_eq!(Looks { most: 30, often: true }.at(), [30]);
    }
}

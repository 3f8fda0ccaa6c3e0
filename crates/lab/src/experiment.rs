//! The description of an experiment.

use hexarium_search::Opponent;

use crate::{Series, SeriesKind};

/// The description of an experiment: variants, players, and the number of games.
///
/// ```
/// use hexarium_lab::{Experiment, SeriesKind, Variant, Variety};
/// use hexarium_search::Opponent;
///
/// let experiment = Experiment {
///     title: "Opening steps".to_string(),
///     question: String::new(),
///     variants: vec![Variant { name: "one step".to_string(), game: "harvest".to_string() }],
///     players: vec![Opponent::level(1), Opponent::level(2)],
///     ladder: vec![Opponent::level(1), Opponent::level(2)],
///     openings: None,
///     mirror: None,
///     comparisons: Vec::new(),
///     games: 100,
///     precision: None,
///     variety: Variety::default(),
///     max_turns: Experiment::DEFAULT_MAX_TURNS,
///     seed: 1,
/// };
/// // Two series of self-play and one of level 2 against level 1:
/// let series = experiment.series(|_| Vec::new());
/// assert_eq!(series.len(), 3);
/// assert_eq!(series[2].kind, SeriesKind::Ladder);
/// assert_eq!(series[2].label(), "level:2 vs level:1");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment {
    /// The title of the report.
    pub title: String,
    /// The question to answer.
    pub question: String,
    /// The variants.
    pub variants: Vec<Variant>,
    /// The players of the self-play series, by increasing strength.
    pub players: Vec<Opponent>,
    /// The players that each play the next stronger one, by increasing strength.
    pub ladder: Vec<Opponent>,
    /// The series of first actions.
    pub openings: Option<Openings>,
    /// The player whose opponent copies every move, and the number of games.
    pub mirror: Option<(Opponent, u32)>,
    /// The pairs of variants to compare, by their indices: each second with its first.
    pub comparisons: Vec<[usize; 2]>,
    /// The maximum number of games of a self-play or ladder series.
    pub games: u32,
    /// The half-width of the first player's share at which a self-play series stops.
    pub precision: Option<f64>,
    /// The random choice in the first turns.
    pub variety: Variety,
    /// The number of turns after which a game is stopped.
    pub max_turns: u32,
    /// The seed of everything random.
    pub seed: u64,
}

/// First actions, each with a series of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Openings {
    /// The player of both sides.
    pub player: Opponent,
    /// The number of games after each first action.
    pub games: u32,
    /// The first actions (empty: all legal ones).
    pub actions: Vec<String>,
    /// The player that also evaluates each first action with one search.
    pub evaluator: Option<Opponent>,
}

/// A game with its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The name in the report.
    pub name: String,
    /// The game text, such as `harvest(base=3)`.
    pub game: String,
}

/// The random choice in the first turns, without which engines would repeat the same game.
///
/// In the first turns an action is drawn at random, weighted by its search effort, from the actions
/// whose chance to win is at most `slack` below the best, and from the [four](Variety::CHOICES)
/// most searched ones as long as they are at most [four times](Variety::SLACK_FACTOR) `slack` below
/// it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Variety {
    /// The number of turns, both players together.
    pub turns: u32,
    /// The tolerated loss in the chance to win.
    pub slack: f32,
}

impl Variety {
    /// The number of most searched actions that are always candidates.
    pub const CHOICES: usize = 4;
    /// The factor by which `slack` is multiplied for the [most searched](Self::CHOICES) actions.
    pub const SLACK_FACTOR: f32 = 4.0;
}

impl Default for Variety {
    fn default() -> Self {
        Self { turns: 4, slack: 0.05 }
    }
}

impl Experiment {
    /// The default turn limit.
    pub const DEFAULT_MAX_TURNS: u32 = 1000;

    /// The default number of games of a series.
    pub const DEFAULT_GAMES: u32 = 200;

    /// Returns the series of the experiment. `first_actions` lists the legal first actions of a
    /// variant.
    pub fn series(&self, first_actions: impl Fn(&Variant) -> Vec<String>) -> Vec<Series> {
        let mut all = Vec::new();
        for (variant, named) in self.variants.iter().enumerate() {
            let mut add = |kind, players, max_games| all.push(Series { variant, kind, players, max_games });
            for &player in &self.players {
                add(SeriesKind::SelfPlay, [player; 2], self.games);
            }
            for pair in self.ladder.windows(2) {
                add(SeriesKind::Ladder, [pair[1], pair[0]], self.games);
            }
            if let Some((player, games)) = self.mirror {
                add(SeriesKind::Mirror, [player; 2], games);
            }
            if let Some(openings) = &self.openings {
                let all_actions;
                let actions = if openings.actions.is_empty() {
                    all_actions = first_actions(named);
                    &all_actions
                } else {
                    &openings.actions
                };
                for action in actions {
                    add(SeriesKind::Opening(action.clone()), [openings.player; 2], openings.games);
                }
                if let Some(evaluator) = openings.evaluator {
                    for action in actions {
                        add(SeriesKind::Evaluation(action.clone()), [evaluator; 2], 1);
                    }
                }
            }
        }
        all
    }

    /// Returns the checkpoints of a series: several for self-play with a precision, otherwise one.
    pub fn stopping_schedule(&self, series: &Series) -> StoppingSchedule {
        let repeated = self.precision.is_some() && series.kind == SeriesKind::SelfPlay;
        StoppingSchedule { max_games: series.max_games, repeated }
    }
}

/// The numbers of games at which a series may stop.
///
/// ```
/// use hexarium_lab::StoppingSchedule;
///
/// assert_eq!(StoppingSchedule::repeated(200).checkpoints(), [50, 75, 113, 170, 200]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoppingSchedule {
    max_games: u32,
    repeated: bool,
}

/// The first checkpoint.
const FIRST_CHECKPOINT: u32 = 50;

impl StoppingSchedule {
    /// Returns a schedule with checkpoints all the way up to `max_games`.
    pub const fn repeated(max_games: u32) -> Self {
        Self { max_games, repeated: true }
    }

    /// Returns the checkpoints, each half as large again as the one before, the last being the
    /// maximum number of games.
    pub fn checkpoints(self) -> Vec<u32> {
        let mut checkpoints = Vec::new();
        let mut next = FIRST_CHECKPOINT;
        while self.repeated && next < self.max_games {
            checkpoints.push(next);
            next = next.saturating_add(next.div_ceil(2));
        }
        checkpoints.push(self.max_games);
        checkpoints
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_end_at_the_maximum() {
        assert_eq!(StoppingSchedule { max_games: 400, repeated: false }.checkpoints(), [400]);
        assert_eq!(StoppingSchedule::repeated(400).checkpoints(), [50, 75, 113, 170, 255, 383, 400]);
        assert_eq!(StoppingSchedule::repeated(30).checkpoints(), [30]);
    }
}

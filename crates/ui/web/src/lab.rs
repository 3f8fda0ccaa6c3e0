//! Experiments in the browser: requests from the page to its workers, and their results.

use hexarium_kernel::{AnyGame, Player};
use hexarium_lab::stats::{Confidence, Estimate, Mean, Score};
use hexarium_lab::{EngineProvider, Experiment, Series, SeriesKind, StoppingSchedule, Variant, Variety, play};
use hexarium_search::{Engine, Opponent};

use crate::games;
use crate::worker_messages::LabResult;

/// Plays a game of a variant in the worker.
pub(crate) fn play_game(game: &str, level: u8, number: u32) -> LabResult {
    let player = Opponent::level(level);
    let experiment = Experiment {
        title: String::new(),
        question: String::new(),
        variants: vec![Variant { name: String::new(), game: game.to_string() }],
        players: vec![player],
        ladder: Vec::new(),
        openings: None,
        mirror: None,
        games: u32::MAX,
        precision: None,
        variety: Variety::default(),
        max_turns: Experiment::DEFAULT_MAX_TURNS,
        seed: 1,
    };
    let series = Series { variant: 0, kind: SeriesKind::SelfPlay, players: [player; 2], max_games: u32::MAX };
    let played = play(&experiment, &series, number, &AppEngines);
    LabResult { first_won: played.winner.map(|winner| winner == Player::First), turns: played.turns }
}

/// The games and engines of the app.
struct AppEngines;

impl EngineProvider for AppEngines {
    fn game(&self, text: &str) -> Box<dyn AnyGame> {
        games().open(text).expect("the page opened the same game")
    }
    fn engine(&self, game: &dyn AnyGame, seed: u64) -> Box<dyn Engine> {
        hexarium_engines::engine_factory(game)(seed)
    }
}

/// The results of a variant so far.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) score: Score,
    turns: Mean,
}

impl Tally {
    /// Adds the result of a game.
    pub(crate) fn add(&mut self, result: LabResult) {
        self.score.add(result.first_won);
        self.turns.add(f64::from(result.turns));
    }

    /// The first player's share.
    pub(crate) fn share(&self, max_games: u32) -> Estimate {
        self.score.share(confidence(max_games))
    }

    /// The turns per game.
    pub(crate) fn turns(&self, max_games: u32) -> Estimate {
        self.turns.estimate(confidence(max_games))
    }
}

/// The intervals are on screen during the run, so they account for repeated checkpoints.
fn confidence(max_games: u32) -> Confidence {
    Confidence::SINGLE.simultaneous(StoppingSchedule::repeated(max_games).checkpoints().len())
}

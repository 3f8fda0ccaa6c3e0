//! Games of experiments.

use hexarium_games::registry::Games;
use hexarium_kernel::{AnyGame, GameCatalog, Player};
use hexarium_lab::{EngineProvider, Experiment, Series, SeriesKind, Variant, Variety, play};
use hexarium_search::{Engine, Opponent};

use crate::messages::LabResult;

/// Plays a game of a variant.
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
        comparisons: Vec::new(),
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
        Games.open(text).expect("the page opened the same game")
    }
    fn engine(&self, game: &dyn AnyGame, seed: u64) -> Box<dyn Engine> {
        hexarium_engines::engine_factory(game)(seed)
    }
}

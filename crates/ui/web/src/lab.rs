//! Experiments in the browser: requests from the page to its workers, and their results.

use hexarium_games::registry;
use hexarium_kernel::{AnyGame, Player};
use hexarium_lab::stats::{Confidence, Estimate, Mean, Score};
use hexarium_lab::{EngineProvider, Experiment, Series, SeriesKind, StoppingSchedule, Variant, Variety, play};
use hexarium_search::{Engine, Opponent};

/// The first word of a request.
const WORD: &str = "lab";

/// Returns the request for a game of a variant.
pub(crate) fn request(game: &str, level: u8, number: u32) -> String {
    format!("{WORD} {game} {level} {number}")
}

/// Handles a request in the worker; `None` if it is not one.
pub(crate) fn carry_out(request: &str) -> Option<String> {
    let mut words = request.split(' ').skip_while(|word| *word != WORD);
    words.next()?;
    let (game, level, number) = (words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
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
    Some(format!("= {} {}", played.winner.map_or("draw", Player::word), played.turns))
}

/// The games and engines of the app.
struct AppEngines;

impl EngineProvider for AppEngines {
    fn game(&self, text: &str) -> Box<dyn AnyGame> {
        registry::open(text, &[]).expect("the page opened the same game")
    }
    fn engine(&self, game: &dyn AnyGame, seed: u64) -> Box<dyn Engine> {
        hexarium_engines::maker(game)(seed)
    }
}

/// The results of a variant so far.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) score: Score,
    turns: Mean,
}

impl Tally {
    /// Adds the result from a worker; `None` if it is invalid.
    pub(crate) fn add(&mut self, result: &str) -> Option<()> {
        let (winner, turns) = result.split_once(' ')?;
        let turns: u32 = turns.parse().ok()?;
        let winner = Player::BOTH.into_iter().find(|player| player.word() == winner);
        self.score.add(winner.map(|winner| winner == Player::First));
        self.turns.add(f64::from(turns));
        Some(())
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

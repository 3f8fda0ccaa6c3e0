//! Compares the speed of the optimised games with that of their reference models.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use hexarium_conformance::reference::{self, Dice, Options as ReferenceOptions, ReferenceModel};
use hexarium_games::registry::{self, GAMES, Visitor};
use hexarium_kernel::{Flow, Game, History, Rng, play_random};

/// The seconds per measurement.
const SECONDS: f64 = 1.0;

fn main() -> ExitCode {
    let mut games: Vec<String> = std::env::args().skip(1).collect();
    if games.is_empty() {
        games = GAMES.iter().map(|spec| spec.id.to_string()).collect();
    }
    println!("{:<34}{:>10}{:>14}{:>14}{:>9}", "game", "what", "per second", "reference", "ratio");
    for text in games {
        let measured = registry::parse(&text, &[]).and_then(|(spec, options)| {
            let plain = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
            let bench = Bench { model: reference::model(spec.id), options: plain };
            registry::visit(spec.id, &options, bench)
        });
        match measured {
            Ok(rows) => {
                for (what, game, model) in rows {
                    println!("{text:<34}{what:>10}{game:>14.0}{model:>14.0}{:>8.0}×", game / model);
                }
            }
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}

struct Bench {
    model: &'static ReferenceModel,
    options: ReferenceOptions,
}

impl Visitor for Bench {
    /// The unit, and the rates per second of the game and of the reference model.
    type Output = Vec<(&'static str, f64, f64)>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let limit = game.turn_limit().unwrap_or(game.length_bound() as u32);
        let (mut rng, mut reference_rng) = (Rng::new(1), Rng::new(1));
        let playouts = rate(|| {
            let start = game.start();
            black_box(game.rollout(&start, &game.fresh_memory(&start), &mut rng, limit));
            1
        });
        let reference_playouts = rate(|| {
            match self.model.playout {
                Some(playout) => _ = black_box(playout(&self.options, &mut reference_rng)),
                None => _ = reference_game(self.model, &self.options, &mut reference_rng),
            }
            1
        });
        let mut buffer = Vec::new();
        let actions = rate(|| random_game(&game, &mut rng, &mut buffer));
        let reference_actions = rate(|| reference_game(self.model, &self.options, &mut reference_rng));
        vec![("playouts", playouts, reference_playouts), ("actions", actions, reference_actions)]
    }
}

/// Returns the rate per second of a function.
fn rate(mut work: impl FnMut() -> u64) -> f64 {
    let start = Instant::now();
    let mut total = 0;
    while start.elapsed().as_secs_f64() < SECONDS {
        total += work();
    }
    total as f64 / start.elapsed().as_secs_f64()
}

/// Plays one random game under all rules and returns the number of its actions.
fn random_game<G: Game>(game: &G, rng: &mut Rng, buffer: &mut Vec<G::Action>) -> u64 {
    let mut state = game.start();
    let mut memory = game.fresh_memory(&state);
    let mut history = History::new(game, &state);
    let mut count = 0;
    while let Some((_, flow)) = play_random(game, &history, &mut state, &mut memory, rng, buffer) {
        count += 1;
        match flow {
            Flow::SameTurn => {}
            Flow::TurnOver if history.end_turn(game, &state).is_none() => history.begin_turn(),
            _ => break,
        }
    }
    count
}

/// The same with the reference model.
fn reference_game(model: &ReferenceModel, options: &ReferenceOptions, dice: &mut dyn Dice) -> u64 {
    let mut game = (model.start)(options);
    let mut count = 0;
    loop {
        let legal: Vec<String> = game.legal().into_iter().collect();
        if legal.is_empty() {
            return count;
        }
        game.play(&legal[dice.below(legal.len())]);
        count += 1;
    }
}

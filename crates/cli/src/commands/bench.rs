//! `hexarium bench`: speed of games and searches, and signatures of searches. The speed of the
//! reference models is measured by `cargo xtask bench-reference`.

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use hexarium_games::registry::{self, GAMES, Visitor};
use hexarium_kernel::{Flow, Game, History, Match, Rng, play_out, play_random, shortened};
use hexarium_search::{Algorithm, Effort, Limits, Opponent, SearchState, Tree};
use serde_json::json;

use crate::output::Outcome;

pub(crate) fn run(games: &[String], seconds: f64, as_json: bool) -> Outcome {
    if !(0.01..=3600.0).contains(&seconds) {
        return Err(format!("invalid --seconds {seconds}: expected 0.01 to 3600"));
    }
    let ids: Vec<String> =
        if games.is_empty() { GAMES.iter().map(|g| g.id.to_string()).collect() } else { games.to_vec() };
    let mut rows = Vec::new();
    let mut signature = 0u64;
    let mut memory = Vec::new();
    for text in &ids {
        let (spec, options) = registry::parse(text, &[]).map_err(|e| format!("{}: {e}", shortened(text)))?;
        let (new, bytes) = registry::visit(spec.id, &options, Bench { seconds }).map_err(|e| e.to_string())?;
        rows.extend(new);
        let game = registry::open(text, &[]).map_err(|e| e.to_string())?;
        signature = signature.wrapping_add(hexarium_engines::signature(&*game));
        memory.push(format!("{text} {bytes}"));
    }
    if as_json {
        let rows: Vec<_> = rows
            .iter()
            .map(|r| json!({"game": r.game, "what": r.what, "per_second": r.per_second, "plain_per_second": r.plain}))
            .collect();
        return Ok(format!("{}\n", json!(rows)));
    }
    let mut out = format!("{:<34}{:>10}{:>16}{:>16}{:>9}\n", "game", "what", "per second", "plain", "ratio");
    for row in &rows {
        let _ = write!(out, "{:<34}{:>10}{:>16}", row.game, row.what, grouped(row.per_second));
        let _ = match row.plain {
            Some(plain) => {
                let ratio = row.per_second / plain;
                writeln!(out, "{:>16}{ratio:>8.*}×", grouped(plain), usize::from(ratio < 10.0))
            }
            None => writeln!(out, "{:>16}{:>9}", "-", "-"),
        };
    }
    let _ = writeln!(out, "bytes per tree node: {}", memory.join(", "));
    let _ = writeln!(out, "bench: {signature}");
    Ok(out)
}

struct Row {
    game: String,
    what: &'static str,
    per_second: f64,
    plain: Option<f64>,
}

struct Bench {
    seconds: f64,
}

impl Visitor for Bench {
    /// The results, and the bytes per tree node.
    type Output = (Vec<Row>, usize);

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let name = game.canonical_id();
        let row = |what, (per_second, plain): (f64, Option<f64>)| Row { game: name.clone(), what, per_second, plain };

        let mut rng = Rng::new(1);
        let mut reference_rng = Rng::new(1);
        let limit = game.turn_limit().unwrap_or(game.length_bound() as u32);
        let playouts = self.side_by_side(
            || {
                let start = game.start();
                black_box(game.rollout(&start, &game.fresh_memory(&start), &mut rng, limit));
                1
            },
            // Random actions one by one, which is the same where a game has no faster way.
            || {
                let start = game.start();
                black_box(play_out(&game, &start, &game.fresh_memory(&start), &mut reference_rng, limit));
                1
            },
        );
        let mut rng = Rng::new(2);
        let mut buffer = Vec::new();
        let actions = self.alone(|| random_actions(&game, &mut rng, &mut buffer));
        let start = Match::new(std::sync::Arc::new(game));
        let slice = Duration::from_secs_f64(self.seconds / f64::from(SLICES));
        let nodes = self.side_by_side(
            || search_nodes(&start, &Opponent::ENDLESS, slice),
            || search_nodes(&start, &Opponent { algorithm: Algorithm::PlainUct, effort: Effort::Endless }, slice),
        );
        let rows = vec![row("playouts", playouts), row("actions", (actions, None)), row("nodes", nodes)];
        (rows, Tree::<G>::NODE_BYTES)
    }
}

/// Number of time slices per measurement.
const SLICES: u32 = 5;

/// Searches the start from scratch for some time, without a network. Returns the number of nodes.
fn search_nodes<G: Game>(game: &Match<G>, opponent: &Opponent, time: Duration) -> u64 {
    let start = Instant::now();
    SearchState::new(1).think(game, opponent, Limits::MEMORY, &mut |_| start.elapsed() < time).nodes
}

impl Bench {
    /// Returns the rates per second of both functions, measured in alternating slices to reduce
    /// noise.
    fn side_by_side(&self, mut fast: impl FnMut() -> u64, mut plain: impl FnMut() -> u64) -> (f64, Option<f64>) {
        let slice = self.seconds / f64::from(SLICES);
        let mut totals = [(0u64, 0f64); 2];
        for _ in 0..SLICES {
            for (total, work) in totals.iter_mut().zip([&mut fast as &mut dyn FnMut() -> u64, &mut plain]) {
                let start = Instant::now();
                while start.elapsed().as_secs_f64() < slice {
                    total.0 += work();
                }
                total.1 += start.elapsed().as_secs_f64();
            }
        }
        let [fast, plain] = totals.map(|(count, seconds)| count as f64 / seconds);
        (fast, Some(plain))
    }

    /// Returns the rate per second of a function.
    fn alone(&self, mut work: impl FnMut() -> u64) -> f64 {
        let start = Instant::now();
        let mut total = 0;
        while start.elapsed().as_secs_f64() < self.seconds {
            total += work();
        }
        total as f64 / start.elapsed().as_secs_f64()
    }
}

/// Plays one random game from the start under all rules, including repetition and turn limit.
/// Returns the number of its actions.
fn random_actions<G: Game>(game: &G, rng: &mut Rng, buffer: &mut Vec<G::Action>) -> u64 {
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

/// Formats 1234567 as 1,234,567.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

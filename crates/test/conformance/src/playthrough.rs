//! Recorded games, replayed and compared line by line.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use hexarium_kernel::{AnyGame, GameSpec, Rng, art};

use crate::Variant;

/// Returns the path of the recording of a variant.
pub fn file(variant: &Variant) -> PathBuf {
    let name = match &variant.shows {
        None => "default".to_string(),
        Some((option, value)) => format!("{option}={value}"),
    };
    folder(variant.spec).join(name + ".txt")
}

fn folder(spec: &GameSpec) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("playthroughs").join(spec.id)
}

/// Returns the variants that have a recording: the default and one for each option value.
pub fn recorded(variants: &[Variant]) -> Vec<Variant> {
    variants.iter().filter(|v| v.shows.is_some() || v.id() == v.spec.id).cloned().collect()
}

/// Returns the recordings of a game that belong to none of its variants.
pub fn stale(spec: &GameSpec, variants: &[Variant]) -> Vec<PathBuf> {
    let current: BTreeSet<PathBuf> = recorded(variants).iter().map(file).collect();
    let files = fs::read_dir(folder(spec)).into_iter().flatten().flatten().map(|entry| entry.path());
    files.filter(|file| !current.contains(file)).collect()
}

/// Formats the recording of a game with these actions: the first and the last board, and every
/// action with the resulting key.
pub fn write(game: &dyn AnyGame, actions: &[String]) -> Result<String, String> {
    let mut state = game.start();
    let mut out =
        format!("game: {}\nposition: {}\n{}", game.canonical_id(), state.position(), art::draw(game, &*state));
    for (n, action) in actions.iter().enumerate() {
        let (turn, player) = (state.turn(), game.player_name(state.to_move()));
        let choices = state.legal().len();
        state.play(action).map_err(|e| format!("action {}: {e}", n + 1))?;
        let _ = writeln!(out, "turn {turn} {player} {action} of {choices}, key {:016x}", state.key());
        if n % 10 == 9 {
            let _ = writeln!(out, "position: {}", state.position());
        }
    }
    let _ = writeln!(out, "position: {}", state.position());
    match state.verdict() {
        Some(verdict) => {
            let _ = writeln!(out, "result: {}, {}", verdict.outcome.word(), verdict.reason);
        }
        None => out.push_str("result: none\n"),
    }
    out += &art::draw(game, &*state);
    Ok(out)
}

/// Returns the actions of a recording.
pub fn actions(recording: &str) -> Vec<String> {
    let turns = recording.lines().filter(|line| line.starts_with("turn "));
    turns.filter_map(|line| line.split(' ').nth(3).map(str::to_string)).collect()
}

/// Records a random game: the shortest finished one of twelve, to keep recordings readable.
pub fn record(variant: &Variant) -> Result<String, String> {
    let game = variant.open();
    let mut shortest: Option<Vec<String>> = None;
    for seed in 0..12 {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        loop {
            let legal = state.legal();
            if legal.is_empty() || shortest.as_ref().is_some_and(|s| state.line().len() >= s.len()) {
                break;
            }
            state.play(&legal[rng.below(legal.len())]).map_err(|e| e.to_string())?;
        }
        if state.verdict().is_some() {
            shortest = Some(state.line());
        }
    }
    write(&*game, &shortest.unwrap_or_default())
}

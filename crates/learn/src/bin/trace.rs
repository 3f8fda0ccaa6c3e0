//! Plays a random game of every game with every option value and prints a trace, for comparison
//! with other bindings.
//!
//! A line `game …`, then a line for each action with tab-separated fields: the id and the text of
//! the action, and of the state after it the position, the key, the side to move, the ids of the
//! legal actions, and checksums of the legal actions with their texts and of the planes from both
//! players' views. A line `end …` with the result where the game has one.

use std::fmt::Write;
use std::io::Write as _;

use hexarium_games::registry::{self, GAMES};
use hexarium_kernel::{Player, Rng};
use hexarium_learn::{LearnGame, Position, open};

/// Number of actions per game, enough for every kind of action.
const ACTIONS: usize = 70;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for text in games() {
        out.write_all(trace(&text)?.as_bytes())?;
    }
    Ok(())
}

/// Every game with its defaults, with every value of every option, and with every preset.
fn games() -> Vec<String> {
    let mut all = Vec::new();
    for spec in GAMES {
        all.extend(spec.presets.iter().map(|(_, text)| (*text).to_string()));
        for option in spec.options {
            let changed =
                option.values.samples().into_iter().map(|value| format!("{}({}={value})", spec.id, option.name));
            all.extend(changed.filter(|text| registry::open(text, &[]).is_ok()));
        }
    }
    all
}

fn trace(text: &str) -> Result<String, Box<dyn std::error::Error>> {
    let game = open(text)?;
    let mut state = game.start();
    let mut rng = Rng::new(u64::from(checksum(text.bytes())));
    let mut out = format!("game {}\n", game.canonical_id());
    for _ in 0..ACTIONS {
        let legal = state.legal_ids();
        if legal.is_empty() {
            break;
        }
        let id = legal[rng.below(legal.len())];
        let action = state.text_of(id)?;
        state.play_id(id)?;
        writeln!(out, "{id}\t{action}\t{}", seen(&*game, &*state)?)?;
    }
    if let Some(verdict) = state.as_match().verdict() {
        writeln!(out, "end {} {}", verdict.outcome.word(), verdict.reason)?;
    }
    Ok(out)
}

fn seen(game: &dyn LearnGame, state: &dyn Position) -> Result<String, Box<dyn std::error::Error>> {
    let legal = state.legal_ids();
    let mut named = String::new();
    for &id in &legal {
        write!(named, "{id}={} ", state.text_of(id)?)?;
    }
    let look = |eye: Player| {
        let mut planes = vec![0.0; game.planes().iter().product()];
        state.write_planes(eye, &mut planes);
        checksum(planes.iter().flat_map(|number: &f32| number.to_le_bytes()))
    };
    let ids: Vec<String> = legal.iter().map(usize::to_string).collect();
    let [first, second] = Player::BOTH.map(look);
    let state = state.as_match();
    Ok(format!(
        "{}\t{}\t{}\t{}\t{}\t{first}\t{second}",
        state.position(),
        state.key(),
        state.to_move().index(),
        ids.join(" "),
        checksum(named.bytes())
    ))
}

/// The CRC-32 of zip files, which every language provides.
fn checksum(bytes: impl Iterator<Item = u8>) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 };
        }
    }
    !crc
}

//! Robustness of all parsers: no input causes a panic, and accepted input survives a round trip.

use hexarium_conformance::crosscheck::reference_options;
use hexarium_conformance::{Variant, games, in_parallel, reference, variants};
use hexarium_games::registry;
use hexarium_kernel::{AnyGame, Rng, parse_game_text};
use proptest::prelude::*;

/// Returns a text with some characters changed, dropped, doubled or moved.
fn damaged(text: &str, rng: &mut Rng) -> String {
    const LETTERS: &[char] = &[
        '.', '/', ' ', 'B', 'R', 'b', 'r', 'w', 'W', 'o', '#', '1', '2', '0', '9', '-', '+', '|', ',', '=', '*', '>',
        '@', 'x', 'C', 'V', 'G', 'U', 'é', '\n', '\0', '名',
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(3) {
        let at = rng.below(chars.len() + 1);
        let letter = LETTERS[rng.below(LETTERS.len())];
        match rng.below(5) {
            0 if at < chars.len() => chars[at] = letter,
            1 if at < chars.len() => _ = chars.remove(at),
            2 if at < chars.len() => {
                let other = rng.below(chars.len());
                chars.swap(at, other);
            }
            3 => chars.truncate(at),
            _ => chars.insert(at, letter),
        }
    }
    chars.into_iter().collect()
}

/// Parses a position; if it is accepted, it must be written back unchanged and be playable.
fn read_position(game: &dyn AnyGame, text: &str, rng: &mut Rng) -> Result<(), String> {
    let Ok(mut state) = game.at_position(text) else { return Ok(()) };
    if state.position() != text {
        return Err(format!("{}: '{text}' is written back as '{}'", game.canonical_id(), state.position()));
    }
    for _ in 0..6 {
        let legal = state.legal();
        if legal.is_empty() != state.verdict().is_some() {
            return Err(format!("{}: '{text}' ends without a result", game.canonical_id()));
        }
        if legal.is_empty() {
            break;
        }
        let action = &legal[rng.below(legal.len())];
        state.play(action).map_err(|e| format!("{}: '{text}': {e}", game.canonical_id()))?;
    }
    Ok(())
}

fn for_every_variant(work: impl Fn(&Variant, &dyn AnyGame, &mut Rng) -> Result<(), String> + Sync) {
    in_parallel(&variants(), |variant| work(variant, &*variant.open(), &mut Rng::new(77)));
}

#[test]
fn damaged_positions_are_rejected_or_read_exactly() {
    for_every_variant(|variant, game, rng| {
        let (model, options) = (reference::model(variant.spec.id), reference_options(variant));
        for _ in 0..60 {
            let position = (model.scatter)(&options, rng);
            for _ in 0..10 {
                read_position(game, &damaged(&position, rng), rng)?;
            }
        }
        Ok(())
    });
}

#[test]
fn damaged_actions_are_rejected_or_legal() {
    for_every_variant(|_, game, rng| {
        let mut state = game.start();
        for _ in 0..25 {
            let legal = state.legal();
            if legal.is_empty() {
                break;
            }
            for _ in 0..20 {
                let text = damaged(&legal[rng.below(legal.len())], rng);
                let mut copy = state.copy();
                if copy.play(&text).is_ok() != legal.contains(&text) {
                    return Err(format!("{}: {text} in {}", game.canonical_id(), state.position()));
                }
            }
            state.play(&legal[rng.below(legal.len())]).map_err(|e| e.to_string())?;
        }
        Ok(())
    });
}

#[test]
fn ten_megabytes_are_rejected_at_once_with_a_short_message() {
    let texts = [
        "B".repeat(10_000_000),
        "/".repeat(10_000_000),
        " ".repeat(10_000_000),
        "w9/".repeat(3_000_000),
        "9".repeat(10_000_000),
        format!("{} w 1 a1,a2,a3|{}", "w".repeat(117), "m1,".repeat(3_000_000)),
        "Wa1+".repeat(2_500_000),
        "é".repeat(5_000_000),
    ];
    for spec in games() {
        let game = registry::open(spec.id, &[]).unwrap();
        for text in &texts {
            let message = game.at_position(text).err().expect("garbage is rejected").to_string();
            assert!(message.len() < 500, "{}: {} bytes of message", spec.id, message.len());
            let message = game.start().play(text).unwrap_err().to_string();
            assert!(message.len() < 500, "{}: {} bytes of message", spec.id, message.len());
            let message = registry::open(text, &[]).err().expect("garbage is rejected").to_string();
            assert!(message.len() < 500, "{}: {} bytes of message", spec.id, message.len());
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_accepted_or_rejected_without_a_panic(text in any::<String>(), value in any::<String>()) {
        let _ = parse_game_text(&text);
        for spec in games() {
            let game = registry::open(spec.id, &[]).unwrap();
            let _ = game.start().play(&text);
            read_position(&*game, &text, &mut Rng::new(1)).map_err(TestCaseError::fail)?;
            let _ = registry::open(&format!("{}({text})", spec.id), &[]);
            for option in spec.options {
                let _ = registry::open(spec.id, &[(option.name, &value)]);
            }
        }
    }

    #[test]
    fn any_number_is_an_option_value_or_rejected(n in any::<u64>(), small in 0..50u64) {
        for spec in games() {
            for option in spec.options {
                for n in [n, small] {
                    if let Ok(game) = registry::open(spec.id, &[(option.name, &n.to_string())]) {
                        prop_assert_eq!(game.options().text(option.name), n.to_string());
                        let again = registry::open(&game.canonical_id(), &[]).unwrap();
                        prop_assert_eq!(again.start().position(), game.start().position());
                    }
                }
            }
        }
    }
}

//! Comparison of the optimised games with their reference models.

use std::collections::BTreeSet;

use hexarium_kernel::{AnyGame, AnyMatch, Rng};

use crate::Variant;
use crate::reference::{Dice, Options, ReferenceGame, ReferenceModel, ReferenceResult};

impl Dice for Rng {
    fn below(&mut self, n: usize) -> usize {
        Rng::below(self, n)
    }
}

/// Returns the options of a variant in the form that reference models take.
pub fn reference_options(variant: &Variant) -> Options {
    variant.options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

/// Plays random games with both implementations, from the start and from scattered positions in
/// turn, until `positions` positions are compared. Returns the number compared.
pub fn compare(variant: &Variant, model: &ReferenceModel, positions: usize, seed: u64) -> Result<usize, String> {
    compare_game(&*variant.open(), variant, model, positions, seed)
}

/// Like [`compare`], for a game of any catalogue.
pub fn compare_game(
    game: &dyn AnyGame,
    variant: &Variant,
    model: &ReferenceModel,
    positions: usize,
    seed: u64,
) -> Result<usize, String> {
    let options = reference_options(variant);
    let mut rng = Rng::new(seed);
    let mut compared = 0;
    let mut round = 0u32;
    while compared < positions {
        let (mut fast, mut reference, from);
        if round.is_multiple_of(4) {
            from = "start".to_string();
            fast = game.start();
            reference = (model.start)(&options);
        } else {
            from = (model.scatter)(&options, &mut rng);
            fast = game.at_position(&from).map_err(|e| format!("{}: {from}: {e}", variant.id()))?;
            reference = (model.from_position)(&options, &from);
        }
        round += 1;
        // Long games would dominate the sample, so most rounds are short.
        let limit = if round % 8 == 1 { positions.max(50) } else { 40 };
        for _ in 0..limit {
            let legal = same(&*fast, &*reference)
                .map_err(|e| format!("{} from {from}, after {}: {e}", variant.id(), fast.line().join(" ")))?;
            compared += 1;
            if legal.is_empty() {
                break;
            }
            let action = &legal[rng.below(legal.len())];
            fast.play(action).map_err(|e| format!("{}: {e}", variant.id()))?;
            reference.play(action);
        }
    }
    Ok(compared)
}

/// Returns the legal actions of both implementations, or a description of the first difference.
fn same(fast: &dyn AnyMatch, reference: &dyn ReferenceGame) -> Result<Vec<String>, String> {
    let (position, expected) = (fast.position(), reference.position());
    if position != expected {
        return Err(format!("the position is {position}, in the reference model {expected}"));
    }
    let result = fast.verdict().map(|v| ReferenceResult { result: v.outcome.word(), reason: v.reason });
    if result != reference.result() {
        return Err(format!("{position}: the result is {result:?}, in the reference model {:?}", reference.result()));
    }
    if fast.turn() != reference.turn() {
        return Err(format!("{position}: turn {}, in the reference model {}", fast.turn(), reference.turn()));
    }
    let legal = fast.legal();
    let ours: BTreeSet<String> = legal.iter().cloned().collect();
    let theirs = reference.legal();
    if ours != theirs {
        let list = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).cloned().collect::<Vec<_>>().join(" ");
        return Err(format!(
            "{position}: only in the optimised game: [{}], only in the reference model: [{}]",
            list(&ours, &theirs),
            list(&theirs, &ours)
        ));
    }
    Ok(legal)
}

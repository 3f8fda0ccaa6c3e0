//! Invariants of every game and every option value.

use hexarium_conformance::crosscheck::{compare, reference_options};
use hexarium_conformance::encoding::EncodingLaws;
use hexarium_conformance::inputs::InputLaws;
use hexarium_conformance::laws::Laws;
use hexarium_conformance::{games, in_parallel, reference, variants};
use hexarium_games::registry;
use hexarium_kernel::Rng;

#[test]
fn every_game_obeys_every_law() {
    in_parallel(&variants(), |variant| {
        let model = reference::model(variant.spec.id);
        let mut rng = Rng::new(11);
        let starts: Vec<String> = (0..12).map(|_| (model.scatter)(&reference_options(variant), &mut rng)).collect();
        let laws = Laws { positions: 400, starts: &starts, seed: 5 };
        registry::visit(variant.spec.id, &variant.options, laws).map_err(|e| e.to_string())?
    });
}

#[test]
fn every_illegal_input_is_explained_and_every_position_can_be_set_up() {
    in_parallel(&variants(), |variant| {
        let model = reference::model(variant.spec.id);
        let mut rng = Rng::new(23);
        let starts: Vec<String> = (0..6).map(|_| (model.scatter)(&reference_options(variant), &mut rng)).collect();
        let inputs = InputLaws { positions: 10, starts: &starts, seed: 8 };
        registry::visit(variant.spec.id, &variant.options, inputs).map_err(|e| e.to_string())?
    });
}

#[test]
fn ids_and_planes_of_every_game_are_consistent() {
    in_parallel(&variants(), |variant| {
        let model = reference::model(variant.spec.id);
        let mut rng = Rng::new(31);
        let starts: Vec<String> = (0..8).map(|_| (model.scatter)(&reference_options(variant), &mut rng)).collect();
        let encoding = EncodingLaws { positions: 300, starts: &starts, seed: 4 };
        registry::visit(variant.spec.id, &variant.options, encoding).map_err(|e| e.to_string())?
    });
}

#[test]
fn optimised_games_and_reference_models_agree() {
    in_parallel(&variants(), |variant| {
        let compared = compare(variant, reference::model(variant.spec.id), 1000, 3)?;
        if compared < 1000 { Err(format!("{}: only {compared} positions", variant.id())) } else { Ok(()) }
    });
}

#[test]
fn there_is_a_variant_for_every_option_value() {
    let all = variants();
    for spec in games() {
        for option in spec.options {
            for value in option.values.samples() {
                let shown = all.iter().any(|v| v.spec.id == spec.id && v.options.text(option.name) == value);
                assert!(shown, "{}: {}={value} is not covered", spec.id, option.name);
            }
        }
    }
}

//! Outputs that the Python package computes by the same arithmetic; both must never change.
//! Written by `crates/python/tests/golden_network.py`.

use std::sync::Arc;

use hexarium_net::{Evaluator, Grid, Network};
use serde_json::Value;

fn numbers(value: &Value) -> Vec<i16> {
    let all = value.as_array().expect("a list").iter();
    all.map(|number| number.as_i64().and_then(|number| number.try_into().ok()).expect("16 bits")).collect()
}

#[test]
fn a_network_has_the_outputs_of_the_exporter() {
    let network = Arc::new(Network::read(include_bytes!("../golden/tiny.net")).unwrap());
    assert_eq!(network.game(), "tiny");
    let table: Value = serde_json::from_str(include_str!("../golden/tiny.json")).unwrap();
    let is_cell: Vec<bool> = table["cells"].as_array().unwrap().iter().map(|cell| *cell == true).collect();
    let mut evaluator = Evaluator::new(network, Arc::new(Grid::new(4, 5, &is_cell)));
    let mut seen = Vec::new();
    for position in table["positions"].as_array().unwrap() {
        evaluator.evaluate(&numbers(&position["planes"]));
        assert_eq!(evaluator.policy(), numbers(&position["policy"]));
        assert_eq!(evaluator.globals(), numbers(&position["globals"]));
        assert_eq!(i64::from(evaluator.value()), position["value"]);
        seen.push(evaluator.value());
    }
    seen.dedup();
    assert_eq!(seen.len(), 6, "the positions do not differ");
}

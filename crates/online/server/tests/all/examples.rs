//! The golden files of the messages are examples of the API description, and every body and every
//! alternative of the description has such an example. A body or variant that is added without a
//! golden file fails here, as does one that is added without a description.

use std::fs;
use std::path::Path;

use hexarium_client::Client;
use hexarium_games::registry::Games;
use hexarium_server::Config;
use hexarium_server::node::Node;
use hexarium_server::testing::Folder;
use serde_json::{Value, json};

/// Paths whose bodies have no described form.
const FREE_FORM: [&str; 2] = ["/api/v2/me/export", "/api/v2/openapi.json"];

/// The enums of the description, with the beginning of the names of their golden files.
const ENUMS: [(&str, &str); 12] = [
    ("Side", "side-"),
    ("Clock", "clock-"),
    ("UserKind", "user-kind-"),
    ("Participant", "participant-"),
    ("EngineLocation", "engine-location-"),
    ("GameCommand", "command-"),
    ("EndCause", "cause-"),
    ("Event", "event-"),
    ("GameStatus", "status-"),
    ("ErrorCode", "error-code-"),
    ("ClientMessage", "client-"),
    ("ServerMessage", "server-"),
];

/// Returns the description that a server sends.
async fn description() -> Value {
    let folder = Folder::new();
    let database = folder.path().join("games.sqlite");
    let node = Node::start(Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games));
    Client::new(&node.url()).unwrap().get("/api/v2/openapi.json").await.unwrap()
}

/// Returns the golden files whose names begin so, with their names.
fn golden(prefix: &str) -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../wire/tests/golden/v2");
    let mut found = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if name.starts_with(prefix) {
            found.push((name, serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()));
        }
    }
    assert!(!found.is_empty(), "no golden file {prefix}");
    found
}

/// Follows the references of a part of the description.
fn resolved<'a>(description: &'a Value, part: &'a Value) -> &'a Value {
    match part["$ref"].as_str() {
        Some(reference) => resolved(description, description.pointer(&reference[1..]).unwrap()),
        None => part,
    }
}

/// Returns the first difference of a value from a schema. Unlike in JSON Schema, a field that is
/// not described is one.
fn check(description: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let schema = resolved(description, schema);
    let wrong = |expected: &Value| Err(format!("{value}: expected {expected}"));
    for (keyword, wanted) in schema.as_object().unwrap() {
        match keyword.as_str() {
            "oneOf" | "anyOf" => {
                let ways = wanted.as_array().unwrap();
                if !ways.iter().any(|way| check(description, way, value).is_ok()) {
                    return wrong(wanted);
                }
            }
            "const" if value != wanted => return wrong(wanted),
            "enum" if !wanted.as_array().unwrap().contains(value) => return wrong(wanted),
            "type" if !has_type(value, wanted) => return wrong(schema),
            "minimum" if value.as_f64() < wanted.as_f64() => return wrong(schema),
            "maximum" if value.as_f64() > wanted.as_f64() => return wrong(schema),
            "required" => {
                let mut names = wanted.as_array().unwrap().iter().filter_map(Value::as_str);
                if let Some(name) = names.find(|name| value.get(name).is_none()) {
                    return Err(format!("{value}: expected a field {name}"));
                }
            }
            "properties" => {
                for (name, field) in value.as_object().into_iter().flatten() {
                    let described = wanted.get(name).ok_or(format!("{value}: the field {name} is not described"))?;
                    check(description, described, field)?;
                }
            }
            "allOf" => {
                wanted.as_array().unwrap().iter().try_for_each(|part| check(description, part, value))?;
            }
            "items" => {
                value.as_array().into_iter().flatten().try_for_each(|item| check(description, wanted, item))?;
            }
            // Names, explanations and keywords that a golden file cannot break.
            _ => {}
        }
    }
    Ok(())
}

fn has_type(value: &Value, wanted: &Value) -> bool {
    match wanted.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64(),
        Some("number") => value.is_number(),
        Some("null") => value.is_null(),
        _ => wanted.as_array().is_some_and(|types| types.iter().any(|one| has_type(value, one))),
    }
}

/// Returns the JSON bodies of all requests and responses with their paths; of a list, its items.
fn bodies(description: &Value) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    for (path, item) in description["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let responses = operation["responses"].as_object().into_iter().flatten().map(|(_, response)| response);
            for part in responses.chain(operation.get("requestBody")) {
                let body = &resolved(description, part)["content"]["application/json"]["schema"];
                if body.is_null() || FREE_FORM.contains(&path.as_str()) {
                    continue;
                }
                let body = resolved(description, body);
                found.push((format!("{method} {path}"), body.get("items").unwrap_or(body)));
            }
        }
    }
    found
}

#[tokio::test]
async fn every_described_body_has_a_golden_file_and_the_other_way_round() {
    let description = description().await;
    let (bodies, golden) = (bodies(&description), golden("body-"));
    for (place, schema) in &bodies {
        let schema = resolved(&description, schema);
        let has_fields = schema.get("properties").is_some() || schema.get("oneOf").is_some();
        assert!(has_fields, "{place}: expected a body with fields or alternatives, found {schema}");
        let fits = golden.iter().any(|(_, value)| check(&description, schema, value).is_ok());
        assert!(fits, "{place}: expected a golden file body-….json of the form {schema}");
    }
    for (name, value) in &golden {
        let fits = bodies.iter().any(|(_, schema)| check(&description, schema, value).is_ok());
        assert!(fits, "{name}: expected a body of the description with this form");
    }
}

#[tokio::test]
async fn every_described_alternative_has_a_golden_file_and_the_other_way_round() {
    let description = description().await;
    let schemas = description["components"]["schemas"].as_object().unwrap();
    let enums = schemas.iter().filter(|(_, part)| part.get("oneOf").is_some() || part.get("enum").is_some());
    let mut count = 0;
    for (schema, part) in enums {
        let entry = ENUMS.iter().find(|(name, _)| name == schema);
        let (_, prefix) = entry.unwrap_or_else(|| panic!("{schema}: expected an entry in ENUMS"));
        let golden = golden(prefix);
        for (name, value) in &golden {
            check(&description, part, value).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        }
        let ways: Vec<Value> = match part["oneOf"].as_array() {
            Some(ways) => ways.iter().flat_map(alternatives).collect(),
            None => alternatives(part),
        };
        for way in &ways {
            let fits = golden.iter().any(|(_, value)| check(&description, way, value).is_ok());
            assert!(fits, "{schema}: expected a golden file {prefix}….json of the form {way}");
        }
        assert_eq!(ways.len(), golden.len(), "{schema}: expected as many alternatives as golden files");
        count += 1;
    }
    assert!(count >= 10, "{count} enums");
}

/// Splits an alternative that is a list of words into one for each word.
fn alternatives(way: &Value) -> Vec<Value> {
    match way["enum"].as_array() {
        Some(words) => words.iter().map(|word| json!({ "enum": [word] })).collect(),
        None => vec![way.clone()],
    }
}

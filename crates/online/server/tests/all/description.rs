//! The API description matches the server.

use std::collections::BTreeSet;

use hexarium_wire::http::{CommandRequest, Credentials, NewGame, NewGuest, NewToken};
use hexarium_wire::read_request;
use serde_json::Value;

fn description() -> Value {
    serde_json::from_str(include_str!("../../openapi.json")).unwrap()
}

/// Returns every path and method in the description.
fn described() -> BTreeSet<(String, String)> {
    let description = description();
    let paths = description["paths"].as_object().unwrap();
    let methods = |(path, item): (&String, &Value)| {
        item.as_object().unwrap().keys().map(|method| (path.clone(), method.clone())).collect::<Vec<_>>()
    };
    paths.iter().flat_map(methods).collect()
}

/// Returns every path and method of the server, read from the source of the router.
fn served() -> BTreeSet<(String, String)> {
    let source = include_str!("../../src/http/mod.rs");
    let mut found = BTreeSet::new();
    for line in source.lines().filter_map(|line| line.trim().strip_prefix(".route(\"")) {
        let (path, handlers) = line.split_once("\", ").unwrap();
        // The paths of version 1 only respond with a request to reload.
        let outdated = path.starts_with("/api/") && !path.starts_with(hexarium_wire::API);
        if path.contains('*') || outdated {
            continue;
        }
        for method in ["get", "post", "delete"] {
            let named = handlers.contains(&format!("{method}("));
            // A WebSocket starts with a GET request, although the router accepts any method.
            if named || (method == "get" && handlers.starts_with("any(")) {
                found.insert((path.to_string(), method.to_string()));
            }
        }
    }
    found
}

#[test]
fn the_description_has_exactly_the_served_paths() {
    assert!(served().len() > 20);
    assert_eq!(described(), served());
}

#[test]
fn every_example_is_valid() {
    let description = description();
    let mut examples = 0;
    for (path, item) in description["paths"].as_object().unwrap() {
        let example = &item["post"]["requestBody"]["content"]["application/json"]["example"];
        if example.is_null() {
            continue;
        }
        examples += 1;
        let text = example.to_string();
        let understood = match path.as_str() {
            "/api/v2/guest" => read_request::<NewGuest>(&text).map(drop),
            "/api/v2/account" | "/api/v2/sign-in" => read_request::<Credentials>(&text).map(drop),
            "/api/v2/games" => read_request::<NewGame>(&text).map(drop),
            "/api/v2/games/{id}/commands" => read_request::<CommandRequest>(&text).map(drop),
            "/api/v2/me/tokens" => read_request::<NewToken>(&text).map(drop),
            other => panic!("{other} has an example without a test"),
        };
        understood.unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    assert_eq!(examples, 6);
}

#[test]
fn every_reference_resolves() {
    let description = description();
    let mut stack = vec![&description];
    let mut references = 0;
    while let Some(value) = stack.pop() {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(reference)) = fields.get("$ref") {
                    references += 1;
                    assert!(description.pointer(&reference[1..]).is_some(), "{reference}");
                }
                stack.extend(fields.values());
            }
            Value::Array(items) => stack.extend(items),
            _ => {}
        }
    }
    assert!(references > 50);
}

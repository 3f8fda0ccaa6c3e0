//! The API description agrees with the messages and the server.

use std::collections::BTreeSet;
use std::path::Path;

use hexarium_client::ClientError;
use hexarium_wire::API;
use serde_json::{Value, json};

use crate::server::Server;

async fn describe(server: &Server) -> Value {
    server.client().get(&format!("{API}/openapi.json")).await.unwrap()
}

/// Returns all operations with their path and method.
fn operations(description: &Value) -> Vec<(&str, &str, &Value)> {
    let paths = description["paths"].as_object().unwrap();
    let mut found = Vec::new();
    for (path, item) in paths {
        for (method, operation) in item.as_object().unwrap() {
            found.push((path.as_str(), method.as_str(), operation));
        }
    }
    found
}

/// Returns the name of the schema of a request or response body, without that of an array.
fn schema_of(body: &Value) -> Option<&str> {
    let schema = &body["content"]["application/json"]["schema"];
    schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next())
}

/// Returns a validator for a schema of the description.
fn validator(description: &Value, schema: &str) -> jsonschema::Validator {
    let root = json!({ "$ref": format!("#/components/schemas/{schema}"), "components": description["components"] });
    jsonschema::draft202012::new(&root).unwrap_or_else(|error| panic!("schema {schema}: {error}"))
}

fn golden_messages() -> Vec<(String, Value)> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../wire/tests/golden/v{}", hexarium_wire::VERSION));
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: std::path::PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap())
    };
    entries.map(read).collect()
}

/// Returns the schema of a golden message, by its name; none for parts of generic types.
fn schema_for(name: &str) -> Option<&'static str> {
    const PREFIXES: [(&str, &str); 39] = [
        ("body-command", "CommandRequest"),
        ("body-confirmation", "Confirmation"),
        ("body-credentials", "Credentials"),
        ("body-entry", "Entry"),
        ("body-error", "ApiError"),
        ("body-header", "GameHeader"),
        ("body-lobby", "Lobby"),
        ("body-me", "Me"),
        ("body-new-game", "NewGame"),
        ("body-new-guest", "NewGuest"),
        ("body-new-password", "NewPassword"),
        ("body-new-token", "NewToken"),
        ("body-profile", "Profile"),
        ("body-puzzle-attempts", "PuzzleAttempts"),
        ("body-puzzle-progress", "PuzzleProgress"),
        ("body-snapshot", "GameSnapshot"),
        ("body-token", "Token"),
        ("part-engine-seat", "EngineSeat"),
        ("part-fischer", "Fischer"),
        ("part-game-summary", "GameSummary"),
        ("part-player", "Player"),
        ("part-puzzle-attempt", "PuzzleAttempt"),
        ("part-puzzle-rating", "PuzzleRating"),
        ("part-rating", "Rating"),
        ("part-rejected-attempt", "RejectedAttempt"),
        ("part-results", "Results"),
        ("part-user", "User"),
        ("cause-", "EndCause"),
        ("client-", "ClientMessage"),
        ("clock-", "Clock"),
        ("command-", "GameCommand"),
        ("engine-location-", "EngineLocation"),
        ("error-code-", "ErrorCode"),
        ("event-", "Event"),
        ("participant-", "Participant"),
        ("server-", "ServerMessage"),
        ("side-", "Side"),
        ("status-", "GameStatus"),
        ("user-kind-", "UserKind"),
    ];
    if name == "part-sides" {
        return None;
    }
    let found = PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix));
    Some(found.unwrap_or_else(|| panic!("golden file {name}: expected a schema for it in this test")).1)
}

#[tokio::test]
async fn every_golden_message_is_valid_under_its_schema() {
    let description = describe(&Server::start()).await;
    let messages = golden_messages();
    assert!(messages.len() > 80);
    for (name, message) in &messages {
        let Some(schema) = schema_for(name) else { continue };
        let validator = validator(&description, schema);
        assert!(validator.is_valid(message), "{name}: {message}\n{:?}", validator.validate(message).err());
    }
}

#[tokio::test]
async fn invalid_messages_are_invalid_under_their_schema() {
    let description = describe(&Server::start()).await;
    for (schema, message) in [
        ("NewGame", json!({ "game": "hex", "colour": "red" })),
        ("NewGame", json!({ "clock": "unlimited" })),
        ("NewGame", json!({ "game": "hex", "clock": { "fischer": { "initial": 9, "increment": 0 } } })),
        ("GameCommand", json!("Join")),
        ("GameCommand", json!({ "turn": { "number": 0, "actions": [], "more": 1 } })),
        ("ClientMessage", json!({ "subscribe": { "game": "g", "since": "0" } })),
        ("EngineSeat", json!({ "level": 9, "location": "server" })),
        ("ErrorCode", json!("teapot")),
        ("PuzzleAttempts", json!({ "attempts": [{ "puzzle": "0f1e2d3c4b5a", "solved": true }] })),
    ] {
        assert!(!validator(&description, schema).is_valid(&message), "{schema}: {message}");
    }
}

#[tokio::test]
async fn every_body_has_a_golden_message() {
    let description = describe(&Server::start()).await;
    let golden: BTreeSet<&str> = golden_messages().iter().filter_map(|(name, _)| schema_for(name)).collect();
    let mut bodies = 0;
    for (path, method, operation) in operations(&description) {
        let responses = operation["responses"].as_object().unwrap().values();
        for body in responses.chain([&operation["requestBody"]]) {
            if let Some(schema) = schema_of(body) {
                bodies += 1;
                assert!(golden.contains(schema), "{method} {path}: no golden file has the form of {schema}");
            }
        }
    }
    assert!(bodies > 30, "{bodies}");
}

#[tokio::test]
async fn every_operation_is_described() {
    let description = describe(&Server::start()).await;
    let operations = operations(&description);
    assert_eq!(operations.len(), 27);
    for (path, method, operation) in operations {
        assert!(operation["summary"].as_str().is_some_and(|summary| summary.ends_with('.')), "{method} {path}");
        assert!(operation["responses"].as_object().is_some_and(|responses| !responses.is_empty()), "{method} {path}");
        if path.starts_with(API) && !path.ends_with("openapi.json") {
            assert_eq!(schema_of(&operation["responses"]["default"]), Some("ApiError"), "{method} {path}");
        }
    }
}

/// The server accepts every example request, and its response has the described form.
#[tokio::test]
async fn every_example_is_accepted() {
    let server = Server::start();
    let description = describe(&server).await;
    let mut host = server.client();
    host.create_account("Edsger", "correct horse").await.unwrap();
    let mut game = String::new();
    let mut guest = server.client();
    guest.create_guest("Bob").await.unwrap();
    let mut examples = 0;
    // In this order a game is created before the turn in it.
    for (path, method, operation) in operations(&description) {
        let example = &operation["requestBody"]["content"]["application/json"]["example"];
        if example.is_null() {
            continue;
        }
        examples += 1;
        assert_eq!(method, "post");
        let client = if path.contains("/me") || path.contains("/games") { host.clone() } else { server.client() };
        let response: Result<Value, ClientError> = client.post(&path.replace("{id}", &game), example).await;
        let response = response.unwrap_or_else(|error| panic!("{path}: {error}"));
        let schema = schema_of(&operation["responses"]["200"]).unwrap();
        assert!(validator(&description, schema).is_valid(&response), "{path}: {response}");
        if path == format!("{API}/games") {
            game = response["id"].as_str().unwrap().to_string();
            guest.send_command(&game, "join", hexarium_wire::GameCommand::Join).await.unwrap();
        }
    }
    assert_eq!(examples, 8);
}

#[tokio::test]
async fn every_reference_resolves() {
    let description = describe(&Server::start()).await;
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

//! The API description (OpenAPI), generated from the handlers and message types.

use std::collections::BTreeSet;

use hexarium_kernel::GameCatalog;
use hexarium_wire::http::{Confirmation, Lobby, Me, Player, Profile, PuzzleProgress, Token};
use hexarium_wire::{ApiError, ClientMessage, Entry, GameHeader, GameSnapshot, ServerMessage, VERSION};
use serde_json::{Map, Value, json};
use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};

use super::caller::COOKIE;

/// The messages of the API; the types in them are added with them.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Hexarium",
        license(name = "MIT OR Apache-2.0"),
        description = "Games between users, programs and engines. Times are milliseconds since 1970. A variant is an \
                       object with one field, its name; a variant without content is its bare name. Unknown requests \
                       and fields are rejected with a message that names them."
    ),
    components(schemas(
        ApiError,
        ClientMessage,
        Confirmation,
        Entry,
        GameHeader,
        GameSnapshot,
        Lobby,
        Me,
        Player,
        Profile,
        PuzzleProgress,
        ServerMessage,
        Token
    ))
)]
struct Messages;

/// Returns the description without paths.
pub(super) fn base() -> utoipa::openapi::OpenApi {
    let mut base = Messages::openapi();
    base.info.version = VERSION.to_string();
    let components = base.components.get_or_insert_default();
    components.add_security_scheme("cookie", SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(COOKIE))));
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    components.add_security_scheme("token", SecurityScheme::Http(bearer));
    base
}

/// Returns the description as JSON. Requests must not have unknown fields.
pub(super) fn text(description: utoipa::openapi::OpenApi, catalog: &dyn GameCatalog) -> String {
    // The types of the description cannot fail to be written.
    let mut description = serde_json::to_value(description).unwrap_or_default();
    for name in request_schemas(&description) {
        close_objects(&mut description["components"]["schemas"][&name]);
    }
    // The examples of a new game and of an attempt at a puzzle are existing ones.
    let example = |path: &str, part: &str| {
        format!("/paths/~1api~1v2~1{path}/post/requestBody/content/application~1json/example/{part}")
    };
    let game = catalog.specs().first().map(|spec| spec.id);
    if let (Some(game), Some(example)) = (game, description.pointer_mut(&example("games", "game"))) {
        *example = game.into();
    }
    let puzzle = super::puzzles::first();
    if let (Some(puzzle), Some(example)) = (puzzle, description.pointer_mut(&example("me~1puzzles", "attempts/0"))) {
        *example = json!({ "puzzle": puzzle.id.to_string(), "turn": puzzle.solutions.first() });
    }
    description.to_string()
}

/// The names of all schemas that occur in requests.
fn request_schemas(description: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let operations = description["paths"].as_object().into_iter().flat_map(Map::values);
    let bodies =
        operations.filter_map(Value::as_object).flat_map(Map::values).map(|operation| &operation["requestBody"]);
    let mut waiting: Vec<&Value> = bodies.collect();
    let message = json!({ "$ref": "#/components/schemas/ClientMessage" });
    waiting.push(&message);
    while let Some(value) = waiting.pop() {
        match value {
            Value::Object(fields) => {
                let reference = fields.get("$ref").and_then(Value::as_str);
                if let Some(name) = reference.and_then(|reference| reference.rsplit('/').next())
                    && names.insert(name.to_string())
                {
                    waiting.push(&description["components"]["schemas"][name]);
                }
                waiting.extend(fields.values());
            }
            Value::Array(items) => waiting.extend(items),
            _ => {}
        }
    }
    names
}

/// Rejects unknown fields in all objects of a schema.
fn close_objects(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("properties") {
                fields.insert("additionalProperties".to_string(), Value::Bool(false));
            }
            fields.values_mut().for_each(close_objects);
        }
        Value::Array(items) => items.iter_mut().for_each(close_objects),
        _ => {}
    }
}

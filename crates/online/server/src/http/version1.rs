//! Responses to clients of version 1 of the messages, which Hexarium 0.1 uses.
//!
//! Such a client gets a message to reload or update that it can display. Its page shows the text of
//! an error, asks for a reload when the first message of a WebSocket names another version, and
//! takes an unreadable `/api/me` for a site without a server. Its bot and terminal show the text of
//! an error.

use axum::extract::ws::{Message, WebSocket};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hexarium_wire::{Millis, VERSION};
use serde_json::{Value, json};

/// The text for people.
const MESSAGE: &str = "This server has a newer version: reload the page, or update the program.";

/// The code of version 1 for clients of another version.
const CODE: &str = "version";

/// `GET /api/me`. A page needs a readable response to go on to what it displays; programs send
/// their token and get the error.
pub(crate) async fn me(headers: HeaderMap) -> Response {
    if headers.contains_key(header::AUTHORIZATION) {
        return outdated().await;
    }
    respond(StatusCode::OK, &json!({ "you": null, "version": VERSION, "server_levels": 0 }))
}

/// Any other request to a path of version 1.
pub(crate) async fn outdated() -> Response {
    respond(StatusCode::BAD_REQUEST, &error())
}

/// Tells a page over its WebSocket.
pub(crate) async fn close(mut socket: WebSocket, now: Millis) {
    let welcome = json!({ "welcome": { "version": VERSION, "you": null, "now": now } });
    for message in [welcome, json!({ "goodbye": error() })] {
        if socket.send(Message::Text(message.to_string().into())).await.is_err() {
            return;
        }
    }
    // An error means that the page has closed it already.
    let _ = socket.send(Message::Close(None)).await;
}

fn error() -> Value {
    json!({ "code": CODE, "message": MESSAGE })
}

fn respond(status: StatusCode, body: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

//! What is asked of the server over HTTP.

use hexarium_wire::{API, ApiError, ErrorCode};
use leptos::prelude::window;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

use crate::messages::text;

/// Asks for something.
pub(crate) async fn get<T: DeserializeOwned>(path: &str) -> Result<T, ApiError> {
    understood(&send("GET", path, None).await?)
}

/// Sends something and takes the answer.
pub(crate) async fn post<T: DeserializeOwned>(path: &str, body: &impl Serialize) -> Result<T, ApiError> {
    understood(&send("POST", path, Some(written(body))).await?)
}

/// Sends something to which the answer does not matter, as long as it is not a refusal.
pub(crate) async fn tell(path: &str, body: &impl Serialize) -> Result<(), ApiError> {
    send("POST", path, Some(written(body))).await.map(drop)
}

/// Has something deleted.
pub(crate) async fn delete(path: &str) -> Result<(), ApiError> {
    send("DELETE", path, None).await.map(drop)
}

/// Asks for a text.
pub(crate) async fn get_text(path: &str) -> Result<String, ApiError> {
    send("GET", path, None).await
}

fn written(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("messages can be written")
}

/// Where a site has no server behind it, anything may be answered; then nobody is here who could be asked.
fn understood<T: DeserializeOwned>(answer: &str) -> Result<T, ApiError> {
    serde_json::from_str(answer).map_err(|_| ApiError::new(ErrorCode::Unsupported, text().odd_answer))
}

async fn send(method: &str, path: &str, body: Option<String>) -> Result<String, ApiError> {
    let unreachable = |_| ApiError::new(ErrorCode::Internal, text().no_server);
    let options = RequestInit::new();
    options.set_method(method);
    if let Some(body) = body {
        let headers = Headers::new().map_err(unreachable)?;
        headers.set("content-type", "application/json").map_err(unreachable)?;
        options.set_headers(&headers);
        options.set_body(&body.into());
    }
    let asked = window().fetch_with_str_and_init(&format!(".{API}/{path}"), &options);
    let response: Response = JsFuture::from(asked).await.map_err(unreachable)?.unchecked_into();
    let answer = response.text().map_err(unreachable)?;
    let answer = JsFuture::from(answer).await.map_err(unreachable)?.as_string().unwrap_or_default();
    if response.ok() {
        return Ok(answer);
    }
    Err(understood(&answer).unwrap_or_else(|odd| odd))
}

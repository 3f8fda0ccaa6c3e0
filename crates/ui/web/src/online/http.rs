//! HTTP requests to the server.

use hexarium_wire::{API, ApiError, ErrorCode};
use leptos::prelude::window;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

use crate::messages::text;

/// Sends a GET request and parses the response.
pub(crate) async fn get<T: DeserializeOwned>(path: &str) -> Result<T, ApiError> {
    parse(&request("GET", path, None).await?)
}

/// Sends a POST request and parses the response.
pub(crate) async fn post<T: DeserializeOwned>(path: &str, body: &impl Serialize) -> Result<T, ApiError> {
    parse(&request("POST", path, Some(to_json(body))).await?)
}

/// Sends a POST request without using the response.
pub(crate) async fn send(path: &str, body: &impl Serialize) -> Result<(), ApiError> {
    request("POST", path, Some(to_json(body))).await.map(drop)
}

/// Sends a DELETE request.
pub(crate) async fn delete(path: &str) -> Result<(), ApiError> {
    request("DELETE", path, None).await.map(drop)
}

/// Sends a GET request and returns the response as text.
pub(crate) async fn get_text(path: &str) -> Result<String, ApiError> {
    request("GET", path, None).await
}

fn to_json(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("messages can be written")
}

/// Parses a response. Static sites without a server may respond with anything.
fn parse<T: DeserializeOwned>(response: &str) -> Result<T, ApiError> {
    serde_json::from_str(response).map_err(|_| ApiError::new(ErrorCode::Unsupported, text().unexpected_response))
}

async fn request(method: &str, path: &str, body: Option<String>) -> Result<String, ApiError> {
    let unreachable = |_| ApiError::new(ErrorCode::Internal, text().server_unreachable);
    let options = RequestInit::new();
    options.set_method(method);
    if let Some(body) = body {
        let headers = Headers::new().map_err(unreachable)?;
        headers.set("content-type", "application/json").map_err(unreachable)?;
        options.set_headers(&headers);
        options.set_body(&body.into());
    }
    let sent = window().fetch_with_str_and_init(&format!(".{API}/{path}"), &options);
    let response: Response = JsFuture::from(sent).await.map_err(unreachable)?.unchecked_into();
    let body = response.text().map_err(unreachable)?;
    let body = JsFuture::from(body).await.map_err(unreachable)?.as_string().unwrap_or_default();
    if response.ok() {
        return Ok(body);
    }
    Err(parse(&body).unwrap_or_else(|error| error))
}

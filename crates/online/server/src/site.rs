//! The files of the app.

use axum::body::Body;
use axum::http::{HeaderMap, Response, StatusCode, Uri, header};

/// The name of every file, whether it is compressed, and its bytes.
const FILES: &[(&str, bool, &[u8])] = include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// The page shown if the app was not built.
const NO_APP: &str = "<!doctype html><meta charset=utf-8><title>Hexarium</title><body style=\"font:16px sans-serif;margin:3em\">\
    <h1>Hexarium</h1><p>This binary was built without the app. <code>cargo xtask play</code> builds both and opens it.";

/// Whether this binary contains the app.
pub fn has_app() -> bool {
    find("index.html").is_some()
}

/// Returns the name and the transfer size of every file.
pub fn sizes() -> Vec<(&'static str, usize)> {
    FILES.iter().map(|(name, _, bytes)| (*name, bytes.len())).collect()
}

/// Returns whether a file is compressed, and its bytes.
fn find(name: &str) -> Option<(bool, &'static [u8])> {
    FILES.iter().find(|(file, ..)| *file == name).map(|(_, packed, bytes)| (*packed, *bytes))
}

/// Responds to a request for a file.
pub(crate) async fn answer(uri: Uri, headers: HeaderMap) -> Response<Body> {
    let name = uri.path().trim_start_matches('/');
    let name = if name.is_empty() { "index.html" } else { name };
    let Some((packed, bytes)) = find(name) else {
        return match name {
            "index.html" => plain(StatusCode::SERVICE_UNAVAILABLE, "text/html; charset=utf-8", NO_APP),
            _ => plain(StatusCode::NOT_FOUND, "text/plain; charset=utf-8", "There is no such page.\n"),
        };
    };
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let response = Response::builder()
        .header(header::CONTENT_TYPE, media_type(name))
        .header(header::VARY, "accept-encoding")
        // The app caches itself for offline use; a new version must be noticed at once.
        .header(header::CACHE_CONTROL, "no-cache")
        .header("x-content-type-options", "nosniff");
    if !packed {
        return finish(response, Body::from(bytes));
    }
    if accepts.split(',').any(|coding| coding.split(';').next().is_some_and(|c| c.trim() == "br")) {
        let response = response.header(header::CONTENT_ENCODING, "br");
        return finish(response, Body::from(bytes));
    }
    // Browsers accept compressed files over TLS and from localhost; otherwise files are sent
    // uncompressed.
    let mut whole = Vec::new();
    match brotli_decompressor::BrotliDecompress(&mut { bytes }, &mut whole) {
        Ok(()) => finish(response, Body::from(whole)),
        Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "text/plain; charset=utf-8", "A broken file.\n"),
    }
}

fn plain(status: StatusCode, kind: &str, text: &'static str) -> Response<Body> {
    let response = Response::builder().status(status).header(header::CONTENT_TYPE, kind);
    finish(response, Body::from(text))
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

fn finish(response: axum::http::response::Builder, body: Body) -> Response<Body> {
    response.body(body).unwrap_or_else(|error| {
        tracing::error!("cannot build a response: {error}");
        let mut failed = Response::new(Body::empty());
        *failed.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
        failed
    })
}

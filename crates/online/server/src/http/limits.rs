//! Checks before every handler: rate limits, origins, headers.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::Clock;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use hexarium_wire::{ApiError, ErrorCode};
use hyper::body::{Frame, SizeHint};

use super::reply::ErrorResponse;
use super::{Address, App, LONGEST};
use crate::config::Limits;
use crate::gate::{Gate, Permit};

/// The content security policy: everything comes from this server, framing is forbidden, and no
/// text becomes a script. WebAssembly needs its own permission, and images are data URLs of the
/// page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The interval at which inactive addresses are removed.
const TIDY: Duration = Duration::from_secs(60);

/// The time after which a client with too many concurrent requests may try again.
const RETRY: Duration = Duration::from_secs(1);

/// The permit of a request, held until its response is sent. A WebSocket holds it until it closes.
pub(crate) type RequestPermit = Arc<Permit<Address>>;

/// The limits by address and account.
pub(crate) struct RateLimits {
    requests: DefaultKeyedRateLimiter<Address>,
    sign_ins: DefaultKeyedRateLimiter<Address>,
    password_attempts: DefaultKeyedRateLimiter<String>,
    concurrent: Arc<Gate<Address>>,
}

impl RateLimits {
    pub(crate) fn new(limits: &Limits) -> Self {
        let rate = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        let requests = Quota::per_second(rate(limits.requests)).allow_burst(rate(limits.requests.saturating_mul(4)));
        let sign_ins = Quota::per_minute(rate(limits.sign_ins));
        let password_attempts =
            Quota::per_hour(rate(limits.password_attempts)).allow_burst(rate(limits.password_attempts / 6));
        Self {
            requests: RateLimiter::keyed(requests),
            sign_ins: RateLimiter::keyed(sign_ins),
            password_attempts: RateLimiter::keyed(password_attempts),
            concurrent: Gate::new(limits.connections, usize::MAX),
        }
    }

    /// Counts an attempt to sign in or to create a user; an error if there are too many.
    pub(crate) fn sign_in(&self, address: Address) -> Result<(), ErrorResponse> {
        check_rate(&self.sign_ins, &address, "Too many sign-ins from your address: wait a minute.")
    }

    /// Counts an attempt to enter a password; an error if there are too many. Strangers use up the
    /// attempts of `door` too, so sessions must not depend on it.
    pub(crate) fn check_password_attempt(&self, account: String) -> Result<(), ErrorResponse> {
        check_rate(&self.password_attempts, &account, "Too many attempts to enter this password: wait a minute.")
    }

    /// Counts a request and returns its permit; an error if there are too many.
    fn request(&self, address: Address) -> Result<RequestPermit, ErrorResponse> {
        check_rate(&self.requests, &address, "Too many requests from your address: wait a moment.")?;
        let full = "Too many connections from your address: close a window.";
        let permit = self.concurrent.acquire(address).map_err(|_| ErrorResponse::rate_limited(full, RETRY))?;
        Ok(Arc::new(permit))
    }
}

fn check_rate<K: Clone + Eq + Hash>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
    message: &str,
) -> Result<(), ErrorResponse> {
    let wait = |early: governor::NotUntil<_>| early.wait_time_from(limiter.clock().now());
    limiter.check_key(key).map_err(|early| ErrorResponse::rate_limited(message, wait(early)))
}

/// Removes inactive addresses periodically.
pub(crate) async fn keep_tidy(rate_limits: Weak<RateLimits>) {
    loop {
        tokio::time::sleep(TIDY).await;
        let Some(rate_limits) = rate_limits.upgrade() else { return };
        rate_limits.requests.retain_recent();
        rate_limits.sign_ins.retain_recent();
        rate_limits.password_attempts.retain_recent();
    }
}

/// A body that holds the permit of its request until it is sent.
struct PermittedBody {
    body: Body,
    _permit: RequestPermit,
}

impl HttpBody for PermittedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Checks every request and adds the headers to its response.
pub(crate) async fn watch(State(app): State<App>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let (mut parts, body) = request.into_parts();
    let (method, path) = (parts.method.clone(), parts.uri.path().to_string());
    let checked = match Address::from_request_parts(&mut parts, &app).await {
        Ok(address) => check(&app, address, &parts),
        Err(error) => Err(error),
    };
    let mut response = match checked {
        Ok(permit) => {
            parts.extensions.insert(permit.clone());
            let response = next.run(Request::from_parts(parts, body)).await;
            response.map(|body| Body::new(PermittedBody { body, _permit: permit }))
        }
        Err(response) => {
            app.hub.metrics.rejected(response.error.code);
            response.into_response()
        }
    };
    let status = response.status().as_u16();
    app.hub.metrics.answered(status);
    // The path of an invitation link is a secret of its kind: what is asked of a game is logged
    // without its id.
    let parts = if path.starts_with(hexarium_wire::API) { 4 } else { 3 };
    let kind = path.split('/').take(parts).collect::<Vec<_>>().join("/");
    tracing::debug!(%method, path = kind, status, ms = started.elapsed().as_millis() as u64, "answered");
    let headers = response.headers_mut();
    let fixed = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if path.starts_with("/api/") {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn check(app: &App, address: Address, parts: &Parts) -> Result<RequestPermit, ErrorResponse> {
    let permit = app.rate_limits.request(address)?;
    let reads = matches!(parts.method, Method::GET | Method::HEAD);
    if !reads && !origin_fits(&parts.headers) {
        return Err(wrong_origin().into());
    }
    Ok(permit)
}

pub(crate) fn wrong_origin() -> ApiError {
    ApiError::new(ErrorCode::WrongOrigin, "Cross-site request rejected: open this server's own page.")
}

/// Whether a request comes from a page of this server or from no page at all. Browsers always send
/// the origin; other clients need not.
pub(crate) fn origin_fits(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Some((_, place)) = origin.to_str().ok().and_then(|origin| origin.split_once("://")) else { return false };
    text(header::HOST).is_some_and(|host| host.eq_ignore_ascii_case(place))
}

/// Aborts a request that takes too long.
pub(crate) async fn with_timeout(request: Request, next: Next) -> Response {
    match tokio::time::timeout(LONGEST, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ErrorResponse::from(crate::hub::internal_error("request timed out")).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(n, v)| (HeaderName::from_static(n), HeaderValue::from_static(v))).collect()
    }

    #[test]
    fn requests_from_other_sites_are_recognised() {
        assert!(origin_fits(&headers(&[("host", "hex.example")])));
        assert!(origin_fits(&headers(&[("host", "hex.example:8080"), ("origin", "http://hex.example:8080")])));
        for origin in ["https://evil.example", "null", "https://hex.example.evil.example", "https://hex.example:81", ""]
        {
            let mut headers = headers(&[("host", "hex.example")]);
            headers.insert("origin", HeaderValue::from_static(origin));
            assert!(!origin_fits(&headers), "{origin}");
        }
    }
}

//! Checks before every handler: rate limits, origins, headers.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Weak;
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use hexarium_wire::{ApiError, ErrorCode};

use super::reply::ErrorResponse;
use super::{App, LONGEST};
use crate::config::Limits;

/// The content security policy: everything comes from this server, framing is forbidden, and no
/// text becomes a script. WebAssembly needs its own permission, and images are data URLs of the
/// page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The interval at which inactive addresses are removed.
const TIDY: Duration = Duration::from_secs(60);

/// The rate limits by address.
pub(crate) struct RateLimits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    sign_ins: DefaultKeyedRateLimiter<IpAddr>,
}

impl RateLimits {
    pub(crate) fn new(limits: &Limits) -> Self {
        let rate = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        let requests = Quota::per_second(rate(limits.requests)).allow_burst(rate(limits.requests.saturating_mul(4)));
        let sign_ins = Quota::per_minute(rate(limits.sign_ins));
        Self { requests: RateLimiter::keyed(requests), sign_ins: RateLimiter::keyed(sign_ins) }
    }

    /// Counts an attempt to sign in or to create a user; an error if there are too many.
    pub(crate) fn sign_in(&self, address: Address) -> Result<(), ApiError> {
        let wait = "Too many sign-ins from your address: wait a minute.";
        self.sign_ins.check_key(&address.0).map_err(|_| ApiError::new(ErrorCode::RateLimited, wait))
    }

    fn request(&self, address: Address) -> Result<(), ApiError> {
        let wait = "Too many requests from your address: wait a moment.";
        self.requests.check_key(&address.0).map_err(|_| ApiError::new(ErrorCode::RateLimited, wait))
    }
}

/// Removes inactive addresses periodically.
pub(crate) async fn keep_tidy(rate_limits: Weak<RateLimits>) {
    loop {
        tokio::time::sleep(TIDY).await;
        let Some(rate_limits) = rate_limits.upgrade() else { return };
        rate_limits.requests.retain_recent();
        rate_limits.sign_ins.retain_recent();
    }
}

/// The address of a client.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Address(pub(crate) IpAddr);

impl Address {
    /// Returns the address of the client: the peer, or the address that a trusted proxy reports.
    fn of(peer: IpAddr, headers: &HeaderMap, behind_proxy: bool) -> Self {
        // The last address is the one that our own proxy saw; those before it are unverified.
        let forwarded = || {
            let value = headers.get("x-forwarded-for")?.to_str().ok()?;
            value.rsplit(',').next()?.trim().parse().ok()
        };
        let address = if behind_proxy { forwarded().unwrap_or(peer) } else { peer };
        Self(address.to_canonical())
    }
}

impl FromRequestParts<App> for Address {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ErrorResponse> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.ok_or_else(|| crate::hub::internal_error("request without a client address"))?;
        Ok(Self::of(peer.0.ip(), &parts.headers, app.behind_proxy))
    }
}

/// Checks every request and adds the headers to its response.
pub(crate) async fn watch(State(app): State<App>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let (mut parts, body) = request.into_parts();
    let (method, path) = (parts.method.clone(), parts.uri.path().to_string());
    let checked = match Address::from_request_parts(&mut parts, &app).await {
        Ok(address) => check(&app, address, &parts),
        Err(refused) => Err(refused.0),
    };
    let mut response = match checked {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(error) => {
            app.hub.metrics.refused(error.code);
            ErrorResponse(error).into_response()
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

fn check(app: &App, address: Address, parts: &Parts) -> Result<(), ApiError> {
    app.rate_limits.request(address)?;
    let reads = matches!(parts.method, Method::GET | Method::HEAD);
    if !reads && !origin_fits(&parts.headers) {
        return Err(wrong_origin());
    }
    Ok(())
}

pub(crate) fn wrong_origin() -> ApiError {
    ApiError::new(ErrorCode::WrongOrigin, "The request comes from a page of another site.")
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
        Err(_) => ErrorResponse(crate::hub::internal_error("request timed out")).into_response(),
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

    #[test]
    fn only_the_configured_proxy_is_trusted() {
        let peer: IpAddr = "10.0.0.1".parse().unwrap();
        let forged = headers(&[("x-forwarded-for", "6.6.6.6, 7.7.7.7")]);
        assert_eq!(Address::of(peer, &forged, false).0, peer);
        assert_eq!(Address::of(peer, &forged, true).0.to_string(), "7.7.7.7");
        assert_eq!(Address::of(peer, &headers(&[("x-forwarded-for", "nonsense")]), true).0, peer);
    }
}

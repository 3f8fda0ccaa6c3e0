//! Authentication of requests.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use hexarium_wire::{ApiError, ErrorCode, Millis, User};

use super::App;
use super::reply::ErrorResponse;
use crate::secret;
use crate::store::SessionKind;

/// The name of the cookie.
pub(crate) const COOKIE: &str = "hexarium";

/// The time after which an unused session expires: a year, in milliseconds.
pub(crate) const SESSION: Millis = 365 * 24 * 60 * 60 * 1000;

/// The interval at which the use of a session is recorded.
const TOUCH_EVERY: Millis = 60 * 60 * 1000;

/// The sender of a request, with or without a session.
#[derive(Clone)]
pub(crate) struct Caller {
    /// The authenticated user.
    pub(crate) user: Option<User>,
    /// The id of the session.
    pub(crate) session: Option<String>,
    /// Whether the session is that of a cookie, which a browser sends by itself.
    pub(crate) by_cookie: bool,
}

impl Caller {
    /// Returns the user, or an error if the request is not authenticated.
    pub(crate) fn require_user(&self) -> Result<&User, ApiError> {
        self.user.as_ref().ok_or_else(unauthenticated)
    }

    /// Authenticates a request by its headers.
    pub(crate) async fn of(app: &App, headers: &HeaderMap) -> Result<Self, ApiError> {
        let anonymous = Self { user: None, session: None, by_cookie: false };
        let (token, by_cookie) = match (bearer(headers)?, cookie(headers)) {
            (Some(token), _) => (token, false),
            (None, Some(token)) => (token, true),
            (None, None) => return Ok(anonymous),
        };
        let digest = secret::digest(token);
        let now = app.hub.now();
        let found = app.hub.store.session(&digest).await?;
        let fits = |kind| (kind == SessionKind::Cookie) == by_cookie;
        match found.filter(|(session, _)| fits(session.kind) && now - session.seen < SESSION) {
            Some((session, user)) => {
                if now - session.seen > TOUCH_EVERY {
                    app.hub.store.touch_session(&digest, now).await?;
                }
                Ok(Self { user: Some(user), session: Some(session.id), by_cookie })
            }
            // An expired cookie is ignored; an invalid token is an error that its owner should
            // notice.
            None if by_cookie => Ok(anonymous),
            None => Err(ApiError::new(ErrorCode::Unauthenticated, "Invalid or revoked access token.")),
        }
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ErrorResponse> {
        Ok(Self::of(app, &parts.headers).await?)
    }
}

/// Returns the error for a request that needs a user.
pub(crate) fn unauthenticated() -> ApiError {
    ApiError::new(ErrorCode::Unauthenticated, "Sign in or continue as a guest first.")
}

/// The token in the authorization header.
fn bearer(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
    let wrong =
        || ApiError::new(ErrorCode::Unauthenticated, "Invalid authorization header: expected 'Bearer' and a token.");
    token.map(str::trim).filter(|token| (1..=200).contains(&token.len())).map(Some).ok_or_else(wrong)
}

/// The token in the cookie.
fn cookie(headers: &HeaderMap) -> Option<&str> {
    let values = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = values.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, token)| token).filter(|token| token.len() <= 200)
}

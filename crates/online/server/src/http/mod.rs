//! The HTTP interface.

mod account;
mod caller;
mod games;
mod limits;
mod players;
mod records;
mod reply;
pub(crate) mod version1;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{any, delete, get, post};
use axum::{Router, middleware};

use crate::config::Config;
use crate::hub::Hub;
use crate::{site, websocket};

pub(crate) use caller::Caller;
pub(crate) use limits::{Address, RateLimits, origin_fits, wrong_origin};
pub(crate) use reply::{ErrorResponse, Reply};

/// The largest request that is read, in bytes.
const LARGEST: usize = 16 * 1024;

/// The time limit of a request. The stream of all records has none.
const LONGEST: Duration = Duration::from_secs(20);

/// The age of the last successful write after which the server reports that it does not work.
const OLDEST_WRITE: Duration = Duration::from_secs(10);

/// The state shared by all handlers.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) hub: Arc<Hub>,
    pub(crate) rate_limits: Arc<RateLimits>,
    /// Whether a proxy stands in front.
    pub(crate) behind_proxy: bool,
}

/// Returns the router of all paths.
pub(crate) fn router(config: &Config, hub: Arc<Hub>) -> Router {
    let app = App { rate_limits: Arc::new(RateLimits::new(&config.limits)), behind_proxy: config.behind_proxy, hub };
    tokio::spawn(limits::keep_tidy(Arc::downgrade(&app.rate_limits)));
    let api = Router::new()
        .route("/api/v2/guest", post(account::create_guest))
        .route("/api/v2/account", post(account::create_account))
        .route("/api/v2/sign-in", post(account::sign_in))
        .route("/api/v2/sign-out", post(account::sign_out))
        .route("/api/v2/sign-out-everywhere", post(account::sign_out_everywhere))
        .route("/api/v2/me", get(account::me).delete(account::delete))
        .route("/api/v2/me/export", get(account::export))
        .route("/api/v2/me/bot", post(account::become_bot))
        .route("/api/v2/me/tokens", get(account::tokens).post(account::create_token))
        .route("/api/v2/me/tokens/{id}", delete(account::revoke_token))
        .route("/api/v2/lobby", get(games::lobby))
        .route("/api/v2/games", post(games::open))
        .route("/api/v2/games/{id}", get(games::game))
        .route("/api/v2/games/{id}/events", get(games::events))
        .route("/api/v2/games/{id}/commands", post(games::command))
        .route("/api/v2/games/{id}/record", get(records::one))
        .route("/api/v2/players/{id}", get(players::player))
        .layer(middleware::from_fn(limits::with_timeout));
    Router::new()
        .merge(api)
        .route("/api/v2/records", get(records::all))
        .route("/api/v2/openapi.json", get(openapi))
        .route("/api/v2/{*rest}", any(reply::no_such_address))
        .route("/api/me", get(version1::me))
        .route("/api/{*rest}", any(version1::outdated))
        .route("/ws", any(websocket::connect))
        .route("/metrics", get(metrics))
        .route("/healthz", get(health))
        .fallback(get(site::answer))
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn_with_state(app.clone(), limits::watch))
        .with_state(app)
}

/// Returns the OpenAPI description.
async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("../../openapi.json"))
}

/// Reports whether the server works: its database has stored something lately, at least a pulse.
async fn health(State(app): State<App>) -> (StatusCode, String) {
    let age = app.hub.last_write();
    if age <= OLDEST_WRITE {
        (StatusCode::OK, "ok\n".to_string())
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, format!("the database has stored nothing for {} s\n", age.as_secs()))
    }
}

async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let kind = HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], app.hub.metrics.text())
}

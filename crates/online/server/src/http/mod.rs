//! The HTTP interface.

mod account;
mod address;
mod caller;
mod description;
mod export;
mod games;
mod limits;
mod players;
mod puzzles;
mod records;
mod reply;
pub(crate) mod version1;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{any, get};
use axum::{Router, middleware};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::config::{Config, Timeouts};
use crate::gate::Gate;
use crate::hub::Hub;
use crate::{site, websocket};

pub(crate) use address::Address;
pub(crate) use caller::{Caller, unauthenticated};
pub(crate) use limits::{RateLimits, RequestPermit, origin_fits, wrong_origin};
pub(crate) use reply::{ErrorResponse, Query, Reply};

use export::Exports;

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
    exports: Exports,
    timeouts: Timeouts,
    /// Whether the server is behind a proxy.
    pub(crate) behind_proxy: bool,
    /// The API description, as JSON.
    description: Arc<str>,
}

/// Returns the router of all paths.
pub(crate) fn router(config: &Config, hub: Arc<Hub>) -> Router {
    let (described, description) = described_router().split_for_parts();
    let app = App {
        rate_limits: Arc::new(RateLimits::new(&config.limits)),
        exports: Gate::new(config.limits.exports, config.limits.all_exports),
        timeouts: config.timeouts,
        behind_proxy: config.behind_proxy,
        description: description::text(description, hub.catalog).into(),
        hub,
    };
    tokio::spawn(limits::keep_tidy(Arc::downgrade(&app.rate_limits)));
    described
        .route("/api/v2/{*rest}", any(reply::no_such_address))
        .route("/api/me", get(version1::me))
        .route("/api/{*rest}", any(version1::outdated))
        .fallback(get(site::answer))
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn_with_state(app.clone(), limits::watch))
        .with_state(app)
}

/// Returns the router of all paths in the API description.
fn described_router() -> OpenApiRouter<App> {
    let api = OpenApiRouter::new()
        .routes(routes!(account::create_guest))
        .routes(routes!(account::create_account))
        .routes(routes!(account::sign_in))
        .routes(routes!(account::sign_out))
        .routes(routes!(account::sign_out_everywhere))
        .routes(routes!(account::me, account::delete))
        .routes(routes!(account::export))
        .routes(routes!(account::change_password))
        .routes(routes!(account::become_bot))
        .routes(routes!(account::tokens, account::create_token))
        .routes(routes!(account::revoke_token))
        .routes(routes!(puzzles::progress, puzzles::record))
        .routes(routes!(games::lobby))
        .routes(routes!(games::open))
        .routes(routes!(games::game))
        .routes(routes!(games::events))
        .routes(routes!(games::command))
        .routes(routes!(records::one))
        .routes(routes!(players::player))
        .layer(middleware::from_fn(limits::with_timeout));
    OpenApiRouter::with_openapi(description::base())
        .merge(api)
        .routes(routes!(records::all))
        .routes(routes!(description))
        .routes(routes!(websocket::connect))
        .routes(routes!(metrics))
        .routes(routes!(health))
}

/// Returns this description.
#[utoipa::path(
    get,
    path = "/api/v2/openapi.json",
    responses((status = 200, description = "Success.", body = serde_json::Value)),
)]
async fn description(State(app): State<App>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], app.description.to_string())
}

/// Reports whether the server works: its database has stored something lately, at least a pulse.
#[utoipa::path(
    get,
    path = "/healthz",
    responses(
        (status = 200, description = "`ok`", body = String, content_type = "text/plain"),
        (status = 503, description = "The database does not accept writes.", body = String, content_type = "text/plain"),
    ),
)]
async fn health(State(app): State<App>) -> (StatusCode, String) {
    let age = app.hub.last_write();
    if age <= OLDEST_WRITE {
        (StatusCode::OK, "ok\n".to_string())
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, format!("No successful write for {} s: check the database.\n", age.as_secs()))
    }
}

/// Returns metrics for Prometheus.
#[utoipa::path(
    get,
    path = "/metrics",
    responses((
        status = 200,
        description = "The metrics.",
        body = String,
        content_type = "application/openmetrics-text",
    )),
)]
async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let kind = HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], app.hub.metrics.text())
}

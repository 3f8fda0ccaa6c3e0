//! What is asked over HTTP.

mod caller;
mod games;
mod guard;
mod me;
mod players;
mod records;
mod reply;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{any, delete, get, post};
use axum::{Router, middleware};

use crate::config::Config;
use crate::hub::Hub;
use crate::{live, site};

pub(crate) use caller::Caller;
pub(crate) use guard::{Address, Guard, origin_fits, wrong_origin};
pub(crate) use reply::{Refused, Reply};

/// The largest request that is read, in bytes.
const LARGEST: usize = 16 * 1024;

/// The longest that a request may take. The stream of all records is not one.
const LONGEST: Duration = Duration::from_secs(20);

/// What every handler may need.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) hub: Arc<Hub>,
    pub(crate) guard: Arc<Guard>,
    /// Whether a proxy stands in front.
    pub(crate) behind_proxy: bool,
}

/// Everything that can be asked.
pub(crate) fn router(config: &Config, hub: Arc<Hub>) -> Router {
    let app = App { guard: Arc::new(Guard::new(&config.limits)), behind_proxy: config.behind_proxy, hub };
    tokio::spawn(guard::keep_tidy(Arc::downgrade(&app.guard)));
    let api = Router::new()
        .route("/api/guest", post(me::be_guest))
        .route("/api/account", post(me::make_account))
        .route("/api/sign-in", post(me::sign_in))
        .route("/api/sign-out", post(me::sign_out))
        .route("/api/sign-out-everywhere", post(me::sign_out_everywhere))
        .route("/api/me", get(me::me).delete(me::delete))
        .route("/api/me/export", get(me::export))
        .route("/api/me/bot", post(me::be_bot))
        .route("/api/me/tokens", get(me::tokens).post(me::make_token))
        .route("/api/me/tokens/{id}", delete(me::drop_token))
        .route("/api/lobby", get(games::lobby))
        .route("/api/games", post(games::open))
        .route("/api/games/{id}", get(games::game))
        .route("/api/games/{id}/events", get(games::events))
        .route("/api/games/{id}/acts", post(games::act))
        .route("/api/games/{id}/record", get(records::one))
        .route("/api/players/{id}", get(players::player))
        .layer(middleware::from_fn(guard::in_time));
    Router::new()
        .merge(api)
        .route("/api/records", get(records::all))
        .route("/api/openapi.json", get(openapi))
        .route("/api/{*rest}", any(reply::no_such_address))
        .route("/ws", any(live::connect))
        .route("/metrics", get(metrics))
        .route("/healthz", get(health))
        .fallback(get(site::answer))
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn_with_state(app.clone(), guard::watch))
        .with_state(app)
}

/// The description of all this for programs.
async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("../../openapi.json"))
}

/// Whether the server can do its work: it answers, and so does its store.
async fn health(State(app): State<App>) -> (StatusCode, &'static str) {
    match app.hub.store.outages().await {
        Ok(_) => (StatusCode::OK, "ok\n"),
        Err(error) => {
            tracing::error!("the store does not answer: {error}");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
        }
    }
}

async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let kind = HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], app.hub.metrics.text())
}

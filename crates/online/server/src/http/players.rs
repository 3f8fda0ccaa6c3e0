//! Profiles of players.

use axum::extract::State;
use hexarium_kernel::shortened;
use hexarium_wire::http::Profile;
use hexarium_wire::{ApiError, ErrorCode, UserKind};

use super::games::{summary, users};
use super::reply::{Id, Json};
use super::{App, Caller, Reply};
use crate::store::GameFilter;

/// The maximum number of games in a profile.
const SHOWN: u32 = 50;

/// Returns a player: results and ratings by game, and the latest public games.
#[utoipa::path(
    get,
    path = "/api/v2/players/{id}",
    params(("id" = String, Path, description = "The id of the player.")),
)]
pub(crate) async fn player(State(app): State<App>, caller: Caller, Id(id): Id) -> Reply<Profile> {
    let store = &app.hub.store;
    let not_found = || ApiError::new(ErrorCode::NotFound, format!("There is no player '{}'.", shortened(&id)));
    let row = store.user(&id).await?.filter(|row| row.user.kind != UserKind::Deleted).ok_or_else(not_found)?;
    // Private games are shown to their players only.
    let own = caller.user.is_some_and(|user| user.id == id);
    let rows = store.games_of(&id, GameFilter::Finished, SHOWN, own).await?;
    let users = users(&app, rows.iter()).await?;
    let results = store.results_of(&id).await?;
    let games = rows.iter().map(|row| summary(row, &users)).collect();
    Ok(Json(Profile { user: row.user, created: row.created, results, games }))
}

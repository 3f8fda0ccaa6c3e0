//! Records of games, single or all.

use std::collections::VecDeque;

use axum::extract::State;
use hexarium_formats::record;
use hexarium_room::Room;
use hexarium_wire::{ApiError, User};

use super::export::{self, Exporter};
use super::reply::{ErrorResponse, Id, PlainText};
use super::{Address, App};
use crate::hub::{internal_error, users_in};
use crate::store::Cursor;

/// The number of games read at once.
const BATCH: u32 = 100;

/// Returns a game as a record.
#[utoipa::path(
    get,
    path = "/api/v2/games/{id}/record",
    params(("id" = String, Path, description = "The id of the game.")),
)]
pub(crate) async fn one(State(app): State<App>, Id(id): Id) -> Result<PlainText, ErrorResponse> {
    let ids = app.hub.read(&id, users_in).await?;
    let users = users(&app, &ids).await?;
    let text = app.hub.read(&id, |room| encode(&app, room, &users)).await?.map_err(internal_error)?;
    Ok(PlainText(text.into()))
}

/// Streams the records of all finished public games, oldest first, separated by empty lines.
#[utoipa::path(get, path = "/api/v2/records")]
pub(crate) async fn all(State(app): State<App>, address: Address) -> Result<PlainText, ErrorResponse> {
    let permit = export::permit(&app, Exporter::Address(address))?;
    let start = Pages { app: app.clone(), cursor: None, ended: false, page: VecDeque::new() };
    let stream = futures_util::stream::unfold(start, |mut pages| async move {
        let next = pages.next().await?;
        Some((next, pages))
    });
    Ok(PlainText(export::body(permit, app.timeouts.stall, stream)))
}

/// Games read page by page, so that a long stream takes little memory.
struct Pages {
    app: App,
    /// The start of the next page, `None` at the beginning.
    cursor: Option<Cursor>,
    /// Whether the last page was read.
    ended: bool,
    page: VecDeque<String>,
}

impl Pages {
    async fn next(&mut self) -> Option<Result<String, ApiError>> {
        loop {
            if let Some(id) = self.page.pop_front() {
                match self.text(&id).await {
                    Ok(text) => return Some(Ok(text)),
                    // A game that cannot be read must not block the others.
                    Err(error) => tracing::error!("game {id} cannot be written as a record: {error}"),
                }
                continue;
            }
            if self.ended {
                return None;
            }
            match self.app.hub.store.finished_public(self.cursor.as_ref(), BATCH).await {
                Ok(rows) => {
                    self.ended = rows.len() < BATCH as usize;
                    self.cursor = rows.last().map(Cursor::after);
                    self.page = rows.into_iter().map(|row| row.header.id).collect();
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error.into()));
                }
            }
        }
    }

    async fn text(&self, id: &str) -> Result<String, ApiError> {
        let room = self.app.hub.load(id).await?;
        let users = users(&self.app, &users_in(&room)).await?;
        Ok(encode(&self.app, &room, &users).map_err(internal_error)? + "\n")
    }
}

async fn users(app: &App, ids: &[String]) -> Result<Vec<User>, ApiError> {
    Ok(app.hub.store.users(ids).await?)
}

/// Returns the record of a game.
fn encode(app: &App, room: &Room, users: &[User]) -> Result<String, String> {
    record::write(&room.record(users), app.hub.catalog)
}

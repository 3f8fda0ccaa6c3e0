//! A page for each player.

use axum::extract::{Path, State};
use hexarium_kernel::shortened;
use hexarium_wire::http::{Profile, Results};
use hexarium_wire::{Code, Kind, Refusal};

use super::games::{listing, people};
use super::reply::Json;
use super::{App, Caller, Reply};

/// How many games the page shows.
const SHOWN: u32 = 50;

/// `GET /api/players/ID`
pub(crate) async fn player(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> Reply<Profile> {
    let store = &app.hub.store;
    let nobody = || Refusal::new(Code::NotFound, format!("there is no player '{}'", shortened(&id)));
    let row = store.person(&id).await?.filter(|row| row.person.kind != Kind::Gone).ok_or_else(nobody)?;
    // Games that are found by their link alone are shown to those who played them.
    let own = caller.person.is_some_and(|person| person.id == id);
    let rows = store.finished_games_of(&id, SHOWN, own).await?;
    let people = people(&app, rows.iter()).await?;
    let mut ratings = store.ratings_of(&id).await?;
    let mut results: Vec<Results> = Vec::new();
    for (game, won, drawn, lost) in store.results_of(&id).await? {
        let rating = ratings.iter().position(|(kind, _)| *kind == game).map(|n| ratings.swap_remove(n).1);
        results.push(Results { game, won, drawn, lost, rating });
    }
    let games = rows.iter().map(|row| listing(row, &people)).collect();
    Ok(Json(Profile { person: row.person, since: row.created, results, games }))
}

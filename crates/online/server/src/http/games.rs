//! Games over HTTP.

use std::collections::HashMap;

use axum::extract::State;
use hexarium_wire::http::{CommandRequest, Confirmation, GameStatus, GameSummary, Lobby, NewGame, Player};
use hexarium_wire::{ApiError, Entry, ErrorCode, GameHeader, GameSnapshot, Participant, Sides, User, UserKind};

use super::reply::{Body, Id, Json, Query};
use super::{App, Caller, Reply};
use crate::store::{GameFilter, GameRow, Index, Status};

/// The maximum number of games in a list.
const LISTED: u32 = 50;

/// Creates a game. It starts when an opponent joins or an engine is invited.
#[utoipa::path(
    post,
    path = "/api/v2/games",
    request_body(content = NewGame, example = json!({
        "game": "",
        "clock": { "fischer": { "initial": 300, "increment": 3 } },
        "host_side": "first",
        "listed": true
    })),
    security(("cookie" = []), ("token" = [])),
)]
pub(crate) async fn open(State(app): State<App>, caller: Caller, Body(new_game): Body<NewGame>) -> Reply<GameHeader> {
    Ok(Json(app.hub.open(caller.require_user()?, new_game).await?))
}

/// Returns a game with all of its events.
#[utoipa::path(get, path = "/api/v2/games/{id}", params(("id" = String, Path, description = "The id of the game.")))]
pub(crate) async fn game(State(app): State<App>, caller: Caller, Id(id): Id) -> Reply<GameSnapshot> {
    Ok(Json(app.hub.snapshot(&id, caller.user.as_ref()).await?))
}

/// Returns the events of a game after a given number.
#[utoipa::path(
    get,
    path = "/api/v2/games/{id}/events",
    params(
        ("id" = String, Path, description = "The id of the game."),
        ("since" = Option<u32>, Query, description = "The number of the last known event (default: 0)."),
    ),
)]
pub(crate) async fn events(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
    Query(query): Query<HashMap<String, String>>,
) -> Reply<Vec<Entry>> {
    let since: usize = match query.get("since").map(|text| text.parse()) {
        None => 0,
        Some(Ok(since)) => since,
        Some(Err(_)) => {
            return Err(ApiError::new(ErrorCode::BadRequest, "Invalid value of since: expected a whole number.").into());
        }
    };
    Ok(Json(app.hub.events_since(&id, since, caller.user.as_ref()).await?))
}

/// Sends a command. A command that is sent again with its key is executed once.
#[utoipa::path(
    post,
    path = "/api/v2/games/{id}/commands",
    params(("id" = String, Path, description = "The id of the game.")),
    request_body(content = CommandRequest, example = json!({ "key": "turn-0", "command": { "turn": { "number": 0, "actions": ["d4"] } } })),
    security(("cookie" = []), ("token" = [])),
)]
pub(crate) async fn command(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
    Body(request): Body<CommandRequest>,
) -> Reply<Confirmation> {
    let user = caller.require_user()?.clone();
    let seq = app.hub.command(Some(user), &id, request.key, request.command).await?;
    Ok(Json(Confirmation { seq }))
}

/// Returns public games to join and to watch, and the unfinished games of the user.
#[utoipa::path(get, path = "/api/v2/lobby")]
pub(crate) async fn lobby(State(app): State<App>, caller: Caller) -> Reply<Lobby> {
    let store = &app.hub.store;
    let (open, playing) = (store.open_games(LISTED).await?, store.playing_games(LISTED).await?);
    let yours = match &caller.user {
        Some(user) => store.games_of(&user.id, GameFilter::Running, LISTED * 4, true).await?,
        None => Vec::new(),
    };
    let rows = [open, playing, yours];
    let users = users(&app, rows.iter().flatten()).await?;
    let [open, playing, yours] = rows.map(|rows| rows.iter().map(|row| summary(row, &users)).collect());
    Ok(Json(Lobby { open, playing, yours }))
}

/// Returns the users in some games by id.
pub(crate) async fn users<'a>(
    app: &App,
    rows: impl Iterator<Item = &'a GameRow>,
) -> Result<HashMap<String, User>, ApiError> {
    let mut ids: Vec<String> = rows.flat_map(ids_in).collect();
    ids.sort();
    ids.dedup();
    let users = app.hub.store.users(&ids).await?;
    Ok(users.into_iter().map(|user| (user.id.clone(), user)).collect())
}

fn ids_in(row: &GameRow) -> Vec<String> {
    let mut ids = vec![row.header.host.clone()];
    if let Some(participants) = &row.index.participants {
        for participant in [&participants.first, &participants.second] {
            if let Participant::User(id) = participant {
                ids.push(id.clone());
            }
        }
    }
    ids
}

/// Returns a game as an item of a list.
pub(crate) fn summary(row: &GameRow, users: &HashMap<String, User>) -> GameSummary {
    let known = |id: &String| {
        let gone = || User { id: id.clone(), name: String::new(), kind: UserKind::Deleted };
        users.get(id).cloned().unwrap_or_else(gone)
    };
    let player = |participant: &Participant| match participant {
        Participant::User(id) => {
            let User { name, kind, .. } = known(id);
            Player { participant: participant.clone(), name, kind: Some(kind) }
        }
        Participant::Engine(ai) => {
            Player { participant: participant.clone(), name: format!("Level {}", ai.level), kind: None }
        }
    };
    let participants = row.index.participants.as_ref();
    GameSummary {
        id: row.header.id.clone(),
        game: row.header.game.clone(),
        clock: row.header.clock,
        rated: row.header.rated,
        created: row.header.created,
        host: known(&row.header.host),
        host_side: row.header.host_side,
        players: participants.map(|s| Sides { first: player(&s.first), second: player(&s.second) }),
        status: status(&row.index),
    }
}

fn status(index: &Index) -> GameStatus {
    match (index.status, index.to_move) {
        (Status::Playing, Some(to_move)) => GameStatus::Playing { to_move },
        (Status::Finished, _) => GameStatus::Finished {
            winner: index.winner,
            counts: index.counts,
            reason: index.reason.clone().unwrap_or_default(),
            at: index.ended.unwrap_or_default(),
        },
        _ => GameStatus::Open,
    }
}

//! Who somebody is: guest, account, tokens, and what is kept about them.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hexarium_kernel::shortened;
use hexarium_wire::http::{Credentials, Me, NewGuest, NewToken, Token};
use hexarium_wire::{ApiError, ErrorCode, User, UserKind, VERSION};

use super::caller::{COOKIE, SESSION};
use super::reply::{Body, Json, Refused};
use super::{Address, App, Caller, Reply};
use crate::store::{PersonRow, SessionKind, SessionRow};
use crate::{names, passwords, secret};

/// `GET /api/v2/me`
pub(crate) async fn me(State(app): State<App>, caller: Caller) -> Reply<Me> {
    Ok(Json(known(&app, caller.person)))
}

/// `POST /api/v2/guest`: a name is enough.
pub(crate) async fn create_guest(
    State(app): State<App>,
    address: Address,
    headers: HeaderMap,
    Body(guest): Body<NewGuest>,
) -> Result<Response, Refused> {
    app.guard.sign_in(address)?;
    let name = names::checked(&guest.name)?;
    let person = User { id: secret::id(), name: name.to_string(), kind: UserKind::Guest };
    let created = app.hub.now();
    app.hub.store.add_person(&PersonRow { person: person.clone(), password: None, created }).await?;
    with_session(&app, &headers, person).await
}

/// `POST /api/v2/account`: a guest becomes a member and keeps everything; nobody becomes a member too.
pub(crate) async fn create_account(
    State(app): State<App>,
    address: Address,
    caller: Caller,
    headers: HeaderMap,
    Body(wish): Body<Credentials>,
) -> Result<Response, Refused> {
    app.guard.sign_in(address)?;
    let name = names::checked(&wish.name)?.to_string();
    names::check_password(&wish.password)?;
    let guest = match caller.person {
        Some(person) if person.kind != UserKind::Guest => {
            return Err(ApiError::new(ErrorCode::Conflict, "you have an account: sign out to make another").into());
        }
        other => other,
    };
    let hash = passwords::hash(wish.password).await.map_err(crate::hub::trouble)?;
    let taken = || ApiError::new(ErrorCode::Taken, format!("the name '{}' is taken", shortened(&name)));
    let id = match guest {
        Some(guest) => guest.id,
        None => {
            let person = User { id: secret::id(), name: name.clone(), kind: UserKind::Guest };
            if app.hub.store.person_by_name(&name).await?.is_some() {
                return Err(taken().into());
            }
            let created = app.hub.now();
            app.hub.store.add_person(&PersonRow { person: person.clone(), password: None, created }).await?;
            person.id
        }
    };
    if !app.hub.store.make_member(&id, &name, &hash).await? {
        return Err(taken().into());
    }
    with_session(&app, &headers, User { id, name, kind: UserKind::Registered }).await
}

/// `POST /api/v2/sign-in`
pub(crate) async fn sign_in(
    State(app): State<App>,
    address: Address,
    headers: HeaderMap,
    Body(wish): Body<Credentials>,
) -> Result<Response, Refused> {
    app.guard.sign_in(address)?;
    let wrong = || ApiError::new(ErrorCode::WrongPassword, "name and password do not fit");
    if wish.name.len() > 200 || names::check_password(&wish.password).is_err() {
        return Err(wrong().into());
    }
    let found = app.hub.store.person_by_name(wish.name.trim()).await?;
    let kept = found.as_ref().and_then(|row| row.password.clone());
    let fits = passwords::fits(wish.password, kept).await.map_err(crate::hub::trouble)?;
    match found.filter(|_| fits) {
        Some(row) => with_session(&app, &headers, row.person).await,
        None => Err(wrong().into()),
    }
}

/// `POST /api/v2/sign-out`: this browser forgets who it is.
pub(crate) async fn sign_out(State(app): State<App>, caller: Caller) -> Result<Response, Refused> {
    if let (Some(person), Some(session)) = (&caller.person, &caller.session) {
        app.hub.store.end_session(&person.id, session).await?;
    }
    Ok(without_cookie(known(&app, None)))
}

/// `POST /api/v2/sign-out-everywhere`: every browser does; tokens stay.
pub(crate) async fn sign_out_everywhere(State(app): State<App>, caller: Caller) -> Result<Response, Refused> {
    let person = caller.somebody()?;
    app.hub.store.end_sessions(&person.id, SessionKind::Cookie).await?;
    app.hub.sign_off(&person.id);
    Ok(without_cookie(known(&app, None)))
}

/// `GET /api/v2/me/export`: everything that is kept about somebody.
pub(crate) async fn export(State(app): State<App>, caller: Caller) -> Reply<serde_json::Value> {
    let kept = app.hub.store.export(&caller.somebody()?.id).await?;
    Ok(Json(kept.unwrap_or_default()))
}

/// `DELETE /api/v2/me`: name, password, sessions and tokens are gone; games under way are resigned, and games
/// stay without the name, because they are the other player's too.
pub(crate) async fn delete(State(app): State<App>, caller: Caller) -> Result<Response, Refused> {
    let person = caller.somebody()?;
    if !caller.by_cookie {
        return Err(ApiError::new(ErrorCode::Forbidden, "a token cannot delete its owner: sign in").into());
    }
    app.hub.leave_all_games(person).await?;
    app.hub.store.delete_person(&person.id).await?;
    app.hub.sign_off(&person.id);
    Ok(without_cookie(known(&app, None)))
}

/// `POST /api/v2/me/bot`: a member says that it is a program. There is no way back.
pub(crate) async fn be_bot(State(app): State<App>, caller: Caller) -> Reply<Me> {
    let mut person = caller.somebody()?.clone();
    if person.kind == UserKind::Guest {
        return Err(ApiError::new(ErrorCode::Unauthenticated, "a bot needs an account: make one first").into());
    }
    app.hub.store.set_kind_bot(&person.id).await?;
    person.kind = UserKind::Bot;
    Ok(Json(known(&app, Some(person))))
}

/// `GET /api/v2/me/tokens`
pub(crate) async fn tokens(State(app): State<App>, caller: Caller) -> Reply<Vec<Token>> {
    let rows = app.hub.store.sessions(&caller.somebody()?.id, SessionKind::Token).await?;
    let shown = |row: SessionRow| Token { id: row.id, label: row.label, created: row.created, secret: None };
    Ok(Json(rows.into_iter().map(shown).collect()))
}

/// `POST /api/v2/me/tokens`
pub(crate) async fn make_token(State(app): State<App>, caller: Caller, Body(wish): Body<NewToken>) -> Reply<Token> {
    let person = caller.somebody()?;
    if !caller.by_cookie {
        return Err(ApiError::new(ErrorCode::Forbidden, "a token cannot make tokens: sign in").into());
    }
    let label = names::checked(&wish.label)?.to_string();
    let tokens = app.hub.store.sessions(&person.id, SessionKind::Token).await?;
    if tokens.len() >= app.hub.limits.tokens {
        let message = format!("you have {} tokens: take one back first", tokens.len());
        return Err(ApiError::new(ErrorCode::RateLimited, message).into());
    }
    let secret = secret::token();
    let row = session(&app, person, SessionKind::Token, &secret, &label);
    app.hub.store.add_session(&row).await?;
    Ok(Json(Token { id: row.id, label, created: row.created, secret: Some(secret) }))
}

/// `DELETE /api/v2/me/tokens/ID`
pub(crate) async fn drop_token(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> Reply<Me> {
    let person = caller.somebody()?;
    if !app.hub.store.end_session(&person.id, &id).await? {
        return Err(ApiError::new(ErrorCode::NotFound, format!("you have no token '{}'", shortened(&id))).into());
    }
    Ok(Json(known(&app, caller.person.clone())))
}

fn known(app: &App, user: Option<User>) -> Me {
    Me { user, version: VERSION, server_levels: app.hub.server_levels() }
}

fn session(app: &App, person: &User, kind: SessionKind, secret: &str, label: &str) -> SessionRow {
    let now = app.hub.now();
    let (hash, id) = (secret::digest(secret), secret::id());
    SessionRow { hash, id, person: person.id.clone(), kind, label: label.to_string(), created: now, seen: now }
}

/// The answer that says who somebody is from now on.
async fn with_session(app: &App, headers: &HeaderMap, person: User) -> Result<Response, Refused> {
    let secret = secret::token();
    app.hub.store.add_session(&session(app, &person, SessionKind::Cookie, &secret, "")).await?;
    let encrypted = headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    let secure = if app.behind_proxy && encrypted { "; Secure" } else { "" };
    let age = SESSION / 1000;
    let cookie = format!("{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}{secure}");
    let mut response = Json(known(app, Some(person))).into_response();
    let value = HeaderValue::from_str(&cookie).expect("tokens are letters and digits");
    response.headers_mut().insert(header::SET_COOKIE, value);
    Ok(response)
}

fn without_cookie(me: Me) -> Response {
    let mut response = Json(me).into_response();
    let gone = HeaderValue::from_static("hexarium=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
    response.headers_mut().insert(header::SET_COOKIE, gone);
    response
}

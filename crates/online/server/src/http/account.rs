//! Guests, accounts, tokens, and the data of a user.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue};
use hexarium_kernel::shortened;
use hexarium_wire::http::{Credentials, Me, NewGuest, NewPassword, NewToken, Token};
use hexarium_wire::{ApiError, ErrorCode, User, UserKind, VERSION};

use super::caller::{COOKIE, SESSION};
use super::export::{self, Exporter};
use super::reply::{Body, ErrorResponse, Id, Json, JsonStream, WithCookie};
use super::{Address, App, Caller, Reply};
use crate::store::{SessionKind, SessionRow, UserRow};
use crate::{names, passwords, secret};

/// Returns the current user and the features of the server.
#[utoipa::path(get, path = "/api/v2/me")]
pub(crate) async fn me(State(app): State<App>, caller: Caller) -> Reply<Me> {
    Ok(Json(known(&app, caller.user)))
}

/// Creates a guest and signs in with a cookie.
#[utoipa::path(post, path = "/api/v2/guest", request_body(content = NewGuest, example = json!({ "name": "Grace" })))]
pub(crate) async fn create_guest(
    State(app): State<App>,
    address: Address,
    headers: HeaderMap,
    Body(guest): Body<NewGuest>,
) -> Result<WithCookie<Me>, ErrorResponse> {
    app.rate_limits.sign_in(address)?;
    let user = add_guest(&app, names::checked(&guest.name)?).await?;
    with_session_cookie(&app, &headers, user).await
}

/// Creates an account.
///
/// A guest keeps the id and all games. Sessions and tokens of the guest end, and the response sets
/// a new cookie.
#[utoipa::path(
    post,
    path = "/api/v2/account",
    request_body(content = Credentials, example = json!({ "name": "Ada", "password": "correct horse" })),
)]
pub(crate) async fn create_account(
    State(app): State<App>,
    address: Address,
    caller: Caller,
    headers: HeaderMap,
    Body(request): Body<Credentials>,
) -> Result<WithCookie<Me>, ErrorResponse> {
    app.rate_limits.sign_in(address)?;
    let name = names::checked(&request.name)?;
    names::check_password(&request.password)?;
    let guest = match caller.user {
        Some(user) if user.kind != UserKind::Guest => {
            return Err(ApiError::new(ErrorCode::Conflict, "You have an account: sign out to create another.").into());
        }
        other => other,
    };
    let hash = passwords::hash(request.password).await.map_err(crate::hub::internal_error)?;
    let id = match guest {
        Some(guest) => guest.id,
        None => add_guest(&app, name.clone()).await?.id,
    };
    if !app.hub.store.register(&id, &name, &hash).await? {
        return Err(taken(&name).into());
    }
    app.hub.sessions_ended(&id).await;
    with_session_cookie(&app, &headers, User { id, name, kind: UserKind::Registered }).await
}

/// Stores a new guest, unless the name could be mistaken for that of an account.
async fn add_guest(app: &App, name: String) -> Result<User, ErrorResponse> {
    if app.hub.store.looks_like_account(&name).await? {
        return Err(taken(&name).into());
    }
    let user = User { id: secret::id()?, name, kind: UserKind::Guest };
    let created = app.hub.now();
    app.hub.store.add_user(&UserRow { user: user.clone(), password: None, created }).await?;
    Ok(user)
}

fn taken(name: &str) -> ApiError {
    let message = format!("The name '{}' is taken, or looks like the name of another account.", shortened(name));
    ApiError::new(ErrorCode::Taken, message)
}

/// Signs in.
#[utoipa::path(
    post,
    path = "/api/v2/sign-in",
    request_body(content = Credentials, example = json!({ "name": "Ada", "password": "correct horse" })),
)]
pub(crate) async fn sign_in(
    State(app): State<App>,
    address: Address,
    headers: HeaderMap,
    Body(request): Body<Credentials>,
) -> Result<WithCookie<Me>, ErrorResponse> {
    app.rate_limits.sign_in(address)?;
    let wrong = || ApiError::new(ErrorCode::WrongPassword, "Wrong name or password.");
    if request.name.len() > 200 || names::check_password(&request.password).is_err() {
        return Err(wrong().into());
    }
    let name = request.name.trim();
    let found = app.hub.store.user_by_name(name).await?;
    // Names without an account are limited as well, so that the limit does not reveal accounts.
    app.rate_limits.check_password_attempt(found.as_ref().map_or(name, |row| &row.user.id).to_string())?;
    let kept = found.as_ref().and_then(|row| row.password.clone());
    let fits = passwords::fits(request.password, kept).await.map_err(crate::hub::internal_error)?;
    match found.filter(|_| fits) {
        Some(row) => with_session_cookie(&app, &headers, row.user).await,
        None => Err(wrong().into()),
    }
}

/// Signs this browser out.
#[utoipa::path(post, path = "/api/v2/sign-out")]
pub(crate) async fn sign_out(State(app): State<App>, caller: Caller) -> Result<WithCookie<Me>, ErrorResponse> {
    if let (Some(user), Some(session)) = (&caller.user, &caller.session) {
        app.hub.store.end_session(&user.id, session).await?;
        app.hub.sessions_ended(&user.id).await;
    }
    Ok(without_cookie(known(&app, None)))
}

/// Signs all browsers out. Tokens stay valid.
#[utoipa::path(post, path = "/api/v2/sign-out-everywhere", security(("cookie" = []), ("token" = [])))]
pub(crate) async fn sign_out_everywhere(
    State(app): State<App>,
    caller: Caller,
) -> Result<WithCookie<Me>, ErrorResponse> {
    let user = caller.require_user()?;
    app.hub.store.end_sessions(&user.id, SessionKind::Cookie).await?;
    app.hub.sessions_ended(&user.id).await;
    Ok(without_cookie(known(&app, None)))
}

/// Streams all stored data of the user.
#[utoipa::path(get, path = "/api/v2/me/export", security(("cookie" = []), ("token" = [])))]
pub(crate) async fn export(State(app): State<App>, caller: Caller) -> Result<JsonStream, ErrorResponse> {
    let user = caller.require_user()?;
    let permit = export::permit(&app, Exporter::User(user.id.clone()))?;
    let gone = || ApiError::new(ErrorCode::NotFound, format!("There is no user '{}'.", shortened(&user.id)));
    let export = app.hub.store.export(&user.id).await?.ok_or_else(gone)?;
    let pieces = futures_util::stream::try_unfold(export, |mut export| async move {
        let piece = export.next().await.map_err(ApiError::from)?;
        Ok::<_, ApiError>(piece.map(|piece| (piece, export)))
    });
    Ok(JsonStream(export::body(permit, app.timeouts.stall, pieces)))
}

/// Changes the password.
///
/// All other sessions end and all tokens are revoked: they may be those of a stranger who knew the
/// old password. Needs a cookie.
#[utoipa::path(
    post,
    path = "/api/v2/me/password",
    request_body(
        content = NewPassword,
        example = json!({ "current": "correct horse", "new": "battery staple" }),
    ),
    security(("cookie" = [])),
)]
pub(crate) async fn change_password(
    State(app): State<App>,
    caller: Caller,
    Body(request): Body<NewPassword>,
) -> Reply<Me> {
    let user = caller.require_user()?;
    let Some(session) = caller.session.as_ref().filter(|_| caller.by_cookie) else {
        return Err(ApiError::new(ErrorCode::Forbidden, "A token cannot change the password: sign in.").into());
    };
    names::check_password(&request.new)?;
    let row = app.hub.store.user(&user.id).await?;
    let Some(old) = row.and_then(|row| row.password) else {
        return Err(ApiError::new(ErrorCode::Conflict, "You have no password: create an account first.").into());
    };
    // Not the limit of sign-ins, which strangers can use up.
    app.rate_limits.check_password_attempt(format!("password of {}", user.id))?;
    let wrong = || ApiError::new(ErrorCode::WrongPassword, "Wrong current password.");
    let fits = names::check_password(&request.current).is_ok()
        && passwords::fits(request.current, Some(old.clone())).await.map_err(crate::hub::internal_error)?;
    if !fits {
        return Err(wrong().into());
    }
    let new = passwords::hash(request.new).await.map_err(crate::hub::internal_error)?;
    // Another request may have changed it in the meantime.
    if !app.hub.store.change_password(&user.id, &old, &new, session).await? {
        return Err(wrong().into());
    }
    app.hub.sessions_ended(&user.id).await;
    Ok(Json(known(&app, caller.user)))
}

/// Deletes the account.
///
/// Name, password, sessions and tokens are deleted, and games in progress are resigned. Games
/// remain without the name, because they also belong to the opponents. Needs a cookie.
#[utoipa::path(delete, path = "/api/v2/me", security(("cookie" = [])))]
pub(crate) async fn delete(State(app): State<App>, caller: Caller) -> Result<WithCookie<Me>, ErrorResponse> {
    let user = caller.require_user()?;
    if !caller.by_cookie {
        return Err(ApiError::new(ErrorCode::Forbidden, "A token cannot delete an account: sign in.").into());
    }
    app.hub.resign_all_games(user).await?;
    app.hub.store.delete_user(&user.id).await?;
    app.hub.sessions_ended(&user.id).await;
    Ok(without_cookie(known(&app, None)))
}

/// Marks the account as a bot. This cannot be undone.
#[utoipa::path(post, path = "/api/v2/me/bot", security(("cookie" = []), ("token" = [])))]
pub(crate) async fn become_bot(State(app): State<App>, caller: Caller) -> Reply<Me> {
    let mut user = caller.require_user()?.clone();
    if user.kind == UserKind::Guest {
        return Err(ApiError::new(ErrorCode::Unauthenticated, "A bot needs an account: create one first.").into());
    }
    app.hub.store.mark_as_bot(&user.id).await?;
    user.kind = UserKind::Bot;
    Ok(Json(known(&app, Some(user))))
}

/// Returns the access tokens of the user, without secrets.
#[utoipa::path(get, path = "/api/v2/me/tokens", security(("cookie" = []), ("token" = [])))]
pub(crate) async fn tokens(State(app): State<App>, caller: Caller) -> Reply<Vec<Token>> {
    let rows = app.hub.store.sessions(&caller.require_user()?.id, SessionKind::Token).await?;
    let shown = |row: SessionRow| Token { id: row.id, label: row.label, created: row.created, secret: None };
    Ok(Json(rows.into_iter().map(shown).collect()))
}

/// Creates an access token for a script or bot.
///
/// Only this response contains the secret. Needs a cookie.
#[utoipa::path(
    post,
    path = "/api/v2/me/tokens",
    request_body(content = NewToken, example = json!({ "label": "my bot" })),
    security(("cookie" = [])),
)]
pub(crate) async fn create_token(
    State(app): State<App>,
    caller: Caller,
    Body(request): Body<NewToken>,
) -> Reply<Token> {
    let user = caller.require_user()?;
    if !caller.by_cookie {
        return Err(ApiError::new(ErrorCode::Forbidden, "A token cannot create tokens: sign in.").into());
    }
    let label = names::checked(&request.label)?.to_string();
    let tokens = app.hub.store.sessions(&user.id, SessionKind::Token).await?;
    if tokens.len() >= app.hub.limits.tokens {
        let message = format!("You have {} tokens: revoke one first.", tokens.len());
        return Err(ApiError::new(ErrorCode::RateLimited, message).into());
    }
    let secret = secret::token()?;
    let row = session(&app, user, SessionKind::Token, &secret, &label)?;
    app.hub.store.add_session(&row).await?;
    Ok(Json(Token { id: row.id, label, created: row.created, secret: Some(secret) }))
}

/// Revokes an access token.
#[utoipa::path(
    delete,
    path = "/api/v2/me/tokens/{id}",
    params(("id" = String, Path, description = "The id of the token.")),
    security(("cookie" = []), ("token" = [])),
)]
pub(crate) async fn revoke_token(State(app): State<App>, caller: Caller, Id(id): Id) -> Reply<Me> {
    let user = caller.require_user()?;
    if !app.hub.store.end_session(&user.id, &id).await? {
        return Err(ApiError::new(
            ErrorCode::NotFound,
            format!("No token '{}': list yours at /api/v2/me/tokens.", shortened(&id)),
        )
        .into());
    }
    app.hub.sessions_ended(&user.id).await;
    Ok(Json(known(&app, caller.user.clone())))
}

fn known(app: &App, user: Option<User>) -> Me {
    Me { user, version: VERSION, server_levels: app.hub.server_levels() }
}

fn session(app: &App, user: &User, kind: SessionKind, secret: &str, label: &str) -> Result<SessionRow, ApiError> {
    let now = app.hub.now();
    let (hash, id) = (secret::digest(secret), secret::id()?);
    Ok(SessionRow { hash, id, user: user.id.clone(), kind, label: label.to_string(), created: now, seen: now })
}

/// Returns the response that sets the session cookie of a user.
async fn with_session_cookie(app: &App, headers: &HeaderMap, user: User) -> Result<WithCookie<Me>, ErrorResponse> {
    let secret = secret::token()?;
    app.hub.store.add_session(&session(app, &user, SessionKind::Cookie, &secret, "")?).await?;
    let encrypted = headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    let secure = if app.behind_proxy && encrypted { "; Secure" } else { "" };
    let age = SESSION / 1000;
    let cookie = format!("{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}{secure}");
    let cookie = HeaderValue::from_str(&cookie).map_err(crate::hub::internal_error)?;
    Ok(WithCookie { cookie, body: known(app, Some(user)) })
}

/// Returns the response that deletes the session cookie.
fn without_cookie(body: Me) -> WithCookie<Me> {
    let cookie = HeaderValue::from_static("hexarium=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
    WithCookie { cookie, body }
}

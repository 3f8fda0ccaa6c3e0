//! Live connections: WebSockets.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use hexarium_wire::{ApiError, ClientMessage, ErrorCode, ServerMessage, User, VERSION, read_request};

use crate::http::{
    App, Caller, ErrorResponse, Query, RequestPermit, origin_fits, unauthenticated, version1, wrong_origin,
};
use crate::hub::{Hub, Outbox, encode};
use crate::listener::ConnectionPermit;

/// The maximum size of a message in bytes.
const LARGEST: usize = 16 * 1024;

/// The interval of pings to a silent client, and the time it may be silent.
const PING_INTERVAL: Duration = Duration::from_secs(20);
const SILENT: Duration = Duration::from_secs(60);

/// The time limit for sending a message.
const SEND: Duration = Duration::from_secs(10);

/// The maximum number of subscribed games per connection.
const GAMES: usize = 20;

/// The number of error messages to a flooding client before the connection is closed.
const WARNINGS: u32 = 50;

/// The message version of the client.
#[derive(serde::Deserialize)]
pub(crate) struct ConnectQuery {
    v: Option<String>,
}

/// Opens a WebSocket with JSON text messages.
///
/// The server sends `ServerMessage`, the client `ClientMessage`. The first message is `welcome`.
#[utoipa::path(
    get,
    path = "/ws",
    params(("v" = Option<u32>, Query, description = "The version of the client's messages.")),
    responses(
        (status = 101, description = "The connection becomes a WebSocket."),
        (
            status = 400,
            description = "The request is invalid. Version 1 gets an error with the codes of that version.",
            body = Object,
        ),
        (status = "default", description = "The request was rejected.", body = ApiError),
    ),
)]
pub(crate) async fn connect(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Query(query): Query<ConnectQuery>,
    Extension(connection): Extension<ConnectionPermit>,
    Extension(request): Extension<RequestPermit>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> impl IntoResponse + use<> {
    // Browsers send cookies with requests of any site, so the page must belong to this server.
    if !origin_fits(&headers) {
        return ErrorResponse::from(wrong_origin()).into_response();
    }
    let version = query.v.filter(|version| *version != VERSION.to_string());
    // A page cannot read the response to a rejected upgrade, so the error is sent over the
    // connection.
    let is_page = headers.contains_key(header::ORIGIN);
    match (version.as_deref(), upgrade.as_ref()) {
        (Some("1"), Ok(_)) if is_page => {}
        (Some("1"), _) => return version1::outdated().await,
        (Some(_), Ok(_)) if is_page => {}
        (Some(version), _) => return ErrorResponse::from(unsupported(version)).into_response(),
        (None, _) => {}
    }
    let Ok(upgrade) = upgrade else {
        let error = ApiError::new(ErrorCode::BadRequest, "This address accepts WebSocket connections only.");
        return ErrorResponse::from(error).into_response();
    };
    let upgrade = upgrade.max_message_size(LARGEST).max_frame_size(LARGEST);
    let upgrade = upgrade.read_buffer_size(4 * 1024).write_buffer_size(4 * 1024).max_write_buffer_size(1024 * 1024);
    upgrade.on_upgrade(async move |socket| {
        match version.as_deref() {
            None => serve(socket, app.hub, caller).await,
            Some("1") => version1::close(socket, app.hub.now()).await,
            Some(version) => close(socket, unsupported(version)).await,
        }
        // The connection counts until here.
        drop((connection, request));
    })
}

fn unsupported(version: &str) -> ApiError {
    let version = hexarium_kernel::shortened(version);
    let message =
        format!("This server has version {VERSION}, not '{version}': reload the page, or update the program.");
    ApiError::new(ErrorCode::UnsupportedVersion, message)
}

/// Serves a connection until it ends.
async fn serve(socket: WebSocket, hub: Arc<Hub>, caller: Caller) {
    let (outbox, waiting, closing) = Outbox::new();
    let Caller { user, session, .. } = caller;
    if let (Some(user), Some(session)) = (&user, &session) {
        let connected = match hub.connected(&user.id, session, &outbox) {
            // The session may have ended before the connection was registered.
            Ok(()) => hub.session_user(session).await.map(|_| ()),
            Err(error) => Err(error),
        };
        if let Err(error) = connected {
            outbox.close(error);
        }
    }
    hub.metrics.live.inc();
    let rate = NonZeroU32::new(hub.limits.messages).unwrap_or(NonZeroU32::MIN);
    let burst = NonZeroU32::new(hub.limits.messages.saturating_mul(4)).unwrap_or(NonZeroU32::MIN);
    let mut client = Client {
        hub: hub.clone(),
        user,
        session,
        outbox,
        games: Vec::new(),
        rate: RateLimiter::direct(Quota::per_second(rate).allow_burst(burst)),
        warnings: 0,
    };
    client.outbox.send(&ServerMessage::Welcome { version: VERSION, user: client.user.clone(), now: hub.now() });
    let ending = hub.ending.subscribe();
    run(socket, &mut client, waiting, &closing, ending).await;
    for game in &client.games {
        hub.unsubscribe(game, &client.outbox);
    }
    hub.subscribe_lobby(&client.outbox, false);
    if let Some(user) = &client.user {
        hub.disconnected(&user.id, &client.outbox);
    }
    hub.metrics.live.dec();
}

/// Transfers messages in both directions until either side closes.
async fn run(
    mut socket: WebSocket,
    client: &mut Client,
    mut waiting: tokio::sync::mpsc::Receiver<Utf8Bytes>,
    closing: &crate::hub::Closing,
    mut ending: tokio::sync::watch::Receiver<bool>,
) {
    let mut last_message = Instant::now();
    let mut pings = tokio::time::interval(PING_INTERVAL);
    pings.reset();
    loop {
        let out = tokio::select! {
            biased;
            reason = closing.happened() => return close(socket, reason).await,
            () = ends(&mut ending) => {
                let reason = ApiError::new(ErrorCode::Internal, "The server is restarting.");
                return close(socket, reason).await;
            }
            text = waiting.recv() => match text {
                Some(text) => Message::Text(text),
                None => return,
            },
            message = socket.recv() => {
                last_message = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => client.take(&text).await,
                    Some(Ok(Message::Binary(_))) => client.reject(None, ApiError::new(ErrorCode::BadRequest, "Messages must be text.")),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                }
                continue;
            }
            _ = pings.tick() => {
                if last_message.elapsed() > SILENT {
                    return;
                }
                Message::Ping(Vec::new().into())
            }
        };
        if !matches!(tokio::time::timeout(SEND, socket.send(out)).await, Ok(Ok(()))) {
            client.hub.metrics.slow.inc();
            return;
        }
    }
}

/// Waits until the server is about to shut down.
async fn ends(ending: &mut tokio::sync::watch::Receiver<bool>) {
    // An error means that the hub was dropped, which is a shutdown too.
    let _ = ending.wait_for(|ends| *ends).await;
}

/// Sends the reason and closes the connection. Messages on their way are still read: a connection
/// that is closed before would be reset, and the client could miss the reason.
async fn close(mut socket: WebSocket, reason: ApiError) {
    let Some(text) = encode(&ServerMessage::Closing(reason)) else { return };
    let last = async {
        socket.send(Message::Text(text)).await?;
        socket.send(Message::Close(Some(CloseFrame { code: 1001, reason: Utf8Bytes::from_static("") }))).await?;
        while let Some(Ok(_)) = socket.recv().await {}
        Ok::<(), axum::Error>(())
    };
    // An error means that the client is already gone.
    let _ = tokio::time::timeout(Duration::from_secs(1), last).await;
}

/// The state of a connected client.
struct Client {
    hub: Arc<Hub>,
    user: Option<User>,
    /// The id of the user's session.
    session: Option<String>,
    outbox: Outbox,
    /// The subscribed games.
    games: Vec<String>,
    rate: DefaultDirectRateLimiter,
    warnings: u32,
}

impl Client {
    /// Handles a message.
    async fn take(&mut self, text: &str) {
        if self.rate.check().is_err() {
            self.warnings += 1;
            let error = ApiError::new(ErrorCode::RateLimited, "Too many messages: wait a moment.");
            if self.warnings > WARNINGS {
                self.outbox.close(error);
            } else {
                self.reject(None, error);
            }
            return;
        }
        let message = match read_request::<ClientMessage>(text) {
            Ok(message) => message,
            Err(error) => return self.reject(None, error),
        };
        let key = match &message {
            ClientMessage::Command { key, .. } => Some(key.clone()),
            _ => None,
        };
        if let Err(error) = self.dispatch(message).await {
            self.reject(key, error);
        }
    }

    async fn dispatch(&mut self, message: ClientMessage) -> Result<(), ApiError> {
        match message {
            ClientMessage::Subscribe { game, since } => {
                if !self.games.contains(&game) && self.games.len() >= GAMES {
                    let message = format!("You are subscribed to {GAMES} games: unsubscribe from one first.");
                    return Err(ApiError::new(ErrorCode::RateLimited, message));
                }
                self.hub.subscribe(&game, since, self.user.as_ref(), &self.outbox).await?;
                if !self.games.contains(&game) {
                    self.games.push(game);
                }
            }
            ClientMessage::Unsubscribe { game } => {
                self.games.retain(|other| *other != game);
                self.hub.unsubscribe(&game, &self.outbox);
            }
            ClientMessage::Command { game, key, command } => {
                let user = self.current_user().await?;
                let seq = self.hub.command(Some(user), &game, key.clone(), command).await?;
                self.outbox.send(&ServerMessage::Confirmed { key, seq });
            }
            ClientMessage::Lobby(watch) => self.hub.subscribe_lobby(&self.outbox, watch),
            ClientMessage::Ping => self.outbox.send(&ServerMessage::Pong { now: self.hub.now() }),
        }
        Ok(())
    }

    /// Returns the user as stored. A connection whose session has ended is closed.
    async fn current_user(&self) -> Result<User, ApiError> {
        let session = self.session.as_ref().ok_or_else(unauthenticated)?;
        let user = self.hub.session_user(session).await;
        if let Err(error) = &user
            && error.code == ErrorCode::Unauthenticated
        {
            self.outbox.close(error.clone());
        }
        user
    }

    fn reject(&self, key: Option<String>, error: ApiError) {
        self.outbox.send(&ServerMessage::Rejected { key, code: error.code, message: error.message });
    }
}

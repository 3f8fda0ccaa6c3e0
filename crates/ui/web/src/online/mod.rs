//! Online play: the server, the user and the remote game of this page.

mod attention;
mod connection;
mod http;

use hexarium_room::Room;
use hexarium_session::storage::PendingTurn;
use hexarium_session::{Confirm, GameController, GameSession, Preferences, RemoteGame};
use hexarium_wire::http::{CommandRequest, Me, NewGuest};
use hexarium_wire::{
    ApiError, ClientMessage, ErrorCode, GameCommand, Millis, ServerMessage, Side, Sides, User, UserKind,
};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::{self, TabLock};
use crate::game_ui::{GameUi, RemoteLink};
use crate::games;
use crate::messages::text;
use crate::words::player_label;
use connection::Connection;

pub(crate) use connection::ConnectionState;
pub(crate) use http::{delete, get, get_text, post};

/// The server behind this page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ServerState {
    /// Not known yet.
    Unknown,
    /// Static files without a server.
    None,
    /// There was a server, but it does not respond now.
    Unreachable,
    /// There is a server.
    Available,
}

/// The key of the note that there was a server.
const SERVER: &str = "server";

/// The online state of the page. Copies are the same.
#[derive(Clone, Copy)]
pub(crate) struct Online {
    /// The title of the page, while it is not the player's turn.
    pub(crate) page_title: RwSignal<String>,
    pub(crate) server: RwSignal<ServerState>,
    /// The user of this browser.
    pub(crate) me: RwSignal<Option<User>>,
    /// The highest engine level on the server.
    pub(crate) levels: RwSignal<u8>,
    pub(crate) connection_state: RwSignal<ConnectionState>,
    /// Counts the changes of the lobby.
    pub(crate) lobby: RwSignal<u32>,
    /// The remote game.
    pub(crate) ui: GameUi,
    /// The id of the remote game.
    pub(crate) entered: RwSignal<Option<String>>,
    /// Milliseconds by which the server's clock is ahead of this machine's.
    ahead: StoredValue<f64>,
    /// Whether the lobby is shown.
    in_lobby: StoredValue<bool>,
    connection: StoredValue<Option<Connection>, LocalStorage>,
    /// The lock on the engine of the remote game.
    tab_lock: StoredValue<Option<TabLock>, LocalStorage>,
}

/// The link between a remote game and the connection.
struct Link(Online);

impl RemoteLink for Link {
    fn send(&self, message: &ClientMessage) {
        self.0.send(message);
    }
    fn set_clock(&self, now: Millis) {
        self.0.ahead.set_value(now as f64 - js_sys::Date::now());
    }
}

/// A key that was never used before.
fn new_key() -> String {
    format!("{:08x}{:08x}{:08x}", browser::random(), browser::random(), browser::random())
}

impl Online {
    /// Creates the state and asks for the server.
    pub(crate) fn provide(announced: RwSignal<String>) -> Self {
        let online = Self {
            page_title: RwSignal::new(text().app.to_string()),
            server: RwSignal::new(ServerState::Unknown),
            me: RwSignal::new(None),
            levels: RwSignal::new(0),
            connection_state: RwSignal::new(ConnectionState::Off),
            lobby: RwSignal::new(0),
            ui: GameUi::remote(announced),
            entered: RwSignal::new(None),
            ahead: StoredValue::new(0.0),
            in_lobby: StoredValue::new(false),
            connection: StoredValue::new_local(None),
            tab_lock: StoredValue::new_local(None),
        };
        online.ui.set_link(Link(online));
        let connection = Connection::new(online.connection_state, move |message| online.receive(message));
        online.connection.set_value(Some(connection));
        online.call_attention();
        let retry = move || {
            if online.server.get_untracked() == ServerState::Unreachable {
                online.find_server();
            }
        };
        connection::listen(&window().into(), "online", retry);
        connection::listen(&window().into(), "hashchange", retry);
        online.find_server();
        online
    }

    /// Asks whether there is a server, and for the user.
    pub(crate) fn find_server(self) {
        spawn_local(async move {
            match get::<Me>("me").await {
                Ok(me) => {
                    browser::store(SERVER, "");
                    self.set_me(me);
                }
                Err(error) if error.code == ErrorCode::Unsupported => {
                    browser::remove(SERVER);
                    self.server.set(ServerState::None);
                }
                Err(_) if browser::load(SERVER).is_none() => self.server.set(ServerState::None),
                Err(_) => self.server.set(ServerState::Unreachable),
            }
        });
    }

    fn set_me(self, me: Me) {
        self.levels.set(me.server_levels);
        self.me.set(me.user);
        self.server.set(ServerState::Available);
    }

    /// Takes another user and connects again.
    pub(crate) fn change_user(self, me: Me) {
        self.set_me(me);
        self.connection.with_value(|connection| connection.as_ref().map(Connection::reconnect));
    }

    /// Creates a guest.
    pub(crate) async fn create_guest(self, name: String) -> Result<(), ApiError> {
        self.change_user(post("guest", &NewGuest { name }).await?);
        Ok(())
    }

    /// The id of the user, if it has an account.
    pub(crate) fn account(self) -> Option<String> {
        let has_account = |me: &&User| matches!(me.kind, UserKind::Registered | UserKind::Bot);
        self.me.with(|me| me.as_ref().filter(has_account).map(|me| me.id.clone()))
    }

    /// Whether the user has an account.
    pub(crate) fn has_account(self) -> bool {
        self.account().is_some()
    }

    /// Connects from now on.
    pub(crate) fn connect(self) {
        self.connection.with_value(|connection| connection.as_ref().map(Connection::open));
    }

    fn send(self, message: &ClientMessage) {
        self.connection.with_value(|connection| connection.as_ref().is_some_and(|open| open.send(message)));
    }

    /// Watches the lobby, or no longer.
    pub(crate) fn watch_lobby(self, watch: bool) {
        self.in_lobby.set_value(watch);
        if watch {
            self.connect();
        }
        self.send(&ClientMessage::Lobby(watch));
    }

    /// The server's time.
    pub(crate) fn now(self) -> Millis {
        (js_sys::Date::now() + self.ahead.get_value()) as Millis
    }

    /// Enters a game.
    pub(crate) fn enter(self, id: &str) {
        let pending = browser::load(&PendingTurn::storage_key(id)).and_then(|text| PendingTurn::from_text(&text));
        let game = RemoteGame::new(games(), id, pending);
        let session = GameSession::new(games(), games().specs()[0].id).expect("every game opens under its own id");
        // The preferences follow the settings with every call.
        let preferences = Preferences { animate: false, confirm: Confirm::Never };
        self.entered.set(Some(id.to_string()));
        self.connect();
        self.ui.replace(GameController::remote_game(session, game, preferences, new_key));
        // One tab runs the engine of the game; when it is closed, another one takes over.
        let lock = TabLock::request(&format!("hexarium.engine.{id}"), move || {
            let host = self.engine_host();
            self.ui.update(|controller| controller.host_engine(host.as_deref()));
        });
        self.tab_lock.set_value(Some(lock));
    }

    /// Leaves a game, if it is the current one.
    pub(crate) fn leave(self, id: &str) {
        if self.entered.with_untracked(|entered| entered.as_deref() == Some(id)) {
            self.ui.update(GameController::leave);
            self.entered.set(None);
            self.tab_lock.set_value(None);
        }
    }

    fn receive(self, message: ServerMessage) {
        match &message {
            ServerMessage::Welcome { user, now, .. } => {
                Link(self).set_clock(*now);
                if self.server.get_untracked() != ServerState::Available {
                    self.find_server();
                }
                if self.me.with_untracked(|me| me != user) {
                    self.me.set(user.clone());
                }
                if self.in_lobby.get_value() {
                    self.send(&ClientMessage::Lobby(true));
                    self.lobby.update(|changes| *changes += 1);
                }
            }
            ServerMessage::LobbyChanged => self.lobby.update(|changes| *changes += 1),
            ServerMessage::Closing(error) if error.code == ErrorCode::Unauthenticated => self.find_server(),
            _ => {}
        }
        let host = self.engine_host();
        self.ui.update(|controller| controller.receive(message, host.as_deref()));
    }

    /// The user of this browser, if this tab runs the engine of the game.
    fn engine_host(self) -> Option<String> {
        let granted = self.tab_lock.with_value(|lock| lock.as_ref().is_some_and(TabLock::is_granted));
        self.me.get_untracked().map(|me| me.id).filter(|_| granted)
    }

    /// Reads the remote game and follows its changes.
    pub(crate) fn game<T>(self, read: impl FnOnce(Option<&RemoteGame>) -> T) -> T {
        self.ui.with(|controller| read(controller.remote()))
    }

    /// Reads the confirmed game and follows its changes.
    pub(crate) fn room<T>(self, read: impl FnOnce(Option<&Room>) -> T) -> T {
        self.game(|game| read(game.and_then(RemoteGame::room)))
    }

    /// The side of this user; none for spectators.
    pub(crate) fn side(self) -> Option<Side> {
        self.game(|game| game.and_then(RemoteGame::side))
    }

    /// The time since which each side has been away.
    pub(crate) fn away(self) -> Sides<Option<Millis>> {
        self.game(|game| game.map(RemoteGame::away).unwrap_or_default())
    }

    /// Won games of each side in the contest, without this one, and drawn ones.
    pub(crate) fn score(self) -> (Sides<u32>, u32) {
        self.game(|game| game.map(RemoteGame::score).unwrap_or_default())
    }

    /// Whether a turn is being sent.
    pub(crate) fn is_sending(self) -> bool {
        self.game(|game| game.is_some_and(|game| game.pending().is_some()))
    }

    /// Whether this user is to move.
    pub(crate) fn is_my_turn(self) -> bool {
        self.game(|game| game.is_some_and(RemoteGame::is_my_turn))
    }

    /// Sends a command other than a turn; a rejection is shown.
    pub(crate) fn send_command(self, command: GameCommand) {
        self.ui.update(|controller| controller.send_command(command));
    }

    /// The name of a side's player.
    pub(crate) fn name(self, side: Side) -> String {
        let name = self.game(|game| game.and_then(|game| game.name(side)));
        name.map_or_else(|| text().open_seat.to_string(), |name| player_label(&name))
    }

    /// The name of a user of the game.
    pub(crate) fn user_name(self, id: &str) -> String {
        self.game(|game| game.and_then(|game| game.user_name(id))).unwrap_or_default()
    }

    /// The side that this user asked for in an open game.
    pub(crate) fn requested_side(self) -> Option<Side> {
        let me = self.me.with(|me| me.as_ref().map(|me| me.id.clone()))?;
        self.room(|room| room.and_then(|room| room.header().host_side.filter(|_| room.header().host == me)))
    }

    /// A copy of the game for analysis.
    pub(crate) fn copy(self) -> Option<GameSession> {
        self.ui.session_untracked(|session| session.at_node(session.cursor()).ok())
    }
}

/// Sends a command to a game.
pub(crate) async fn command_game(game: &str, command: GameCommand) -> Result<(), ApiError> {
    http::send(&format!("games/{game}/commands"), &CommandRequest { key: new_key(), command }).await
}

/// The displayed name of a user.
pub(crate) fn display_name(user: &User) -> String {
    match user.kind {
        UserKind::Deleted => text().deleted_user.to_string(),
        _ => user.name.clone(),
    }
}

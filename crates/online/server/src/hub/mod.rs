//! Every game that somebody is in right now, on this node.
//!
//! A room is loaded when it is first asked for and forgotten when it has been quiet for a while; the store has everything. What happens in a room
//! happens under its lock, in this order: decided by the room, kept by the store, told to the visitors. Nothing is told or confirmed that
//! is not kept. Where several nodes serve one database, each event has a number and the store takes every number once: a node that comes second
//! learns what happened instead, and decides anew.

mod commands;
mod connections;
mod engines;
mod maintenance;
mod subscribers;
mod subscriptions;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hexarium_kernel::{AnyGame, GameCatalog, shortened};
use hexarium_room::Room;
use hexarium_wire::http::NewGame;
use hexarium_wire::{
    ApiError, EngineLocation, Entry, ErrorCode, GameHeader, Millis, Participant, ServerMessage, Side, User, UserKind,
};
use parking_lot::{Mutex, RwLock};
use tokio::sync::{MutexGuard, watch};

use crate::bus::{Bus, Notification};
use crate::config::{Config, Limits};
use crate::metrics::Metrics;
use crate::secret;
use crate::store::{RunningGames, Store, StoreError};
use crate::time::Time;

use connections::Connections;
use engines::Engines;
use subscribers::Subscribers;
pub(crate) use subscribers::{Closing, Outbox, encode};

/// The longest game text and set-up that are read.
const LONGEST_TEXT: usize = 2_000;

/// The game's option that says what is drawn by lot.
const SEED: &str = "seed";

/// All rooms of a node.
pub(crate) struct Hub {
    pub(crate) store: Store,
    pub(crate) catalog: &'static dyn GameCatalog,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) time: Arc<dyn Time>,
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    /// This node, among those that share a database.
    node: String,
    rooms: Mutex<HashMap<String, Arc<LiveRoom>>>,
    /// Those who want to know when the lobby changes.
    lobby: Mutex<Vec<Outbox>>,
    /// Whether they are still to be told.
    lobby_changed: AtomicBool,
    outages: RwLock<Vec<(Millis, Millis)>>,
    engines: Engines,
    connections: Connections,
    /// Turns true when the server is about to end.
    pub(crate) ending: watch::Sender<bool>,
}

/// A room and those who look at it.
pub(crate) struct LiveRoom {
    id: String,
    locked: tokio::sync::Mutex<LockedRoom>,
    subscribers: Mutex<Subscribers>,
}

/// What is behind the lock of a room.
struct LockedRoom {
    room: Room,
    /// How many of its events are kept for certain and were told. Between a decision and its being kept the room is one ahead; should that
    /// be cut short, whoever holds the room next sees it and asks the store.
    confirmed: u32,
}

impl Hub {
    pub(crate) async fn new(config: &Config, store: Store) -> Result<Arc<Self>, String> {
        let now = config.time.now();
        store.begin_serving(now).await.map_err(|e| e.to_string())?;
        let outages = store.outages().await.map_err(|e| e.to_string())?;
        let bus = store.bus();
        let hub = Arc::new(Self {
            store,
            catalog: config.catalog,
            bus,
            time: config.time.clone(),
            limits: config.limits,
            metrics: Metrics::new(),
            node: secret::id().map_err(|error| error.message)?,
            rooms: Mutex::default(),
            lobby: Mutex::default(),
            lobby_changed: AtomicBool::new(false),
            outages: RwLock::new(outages),
            engines: Engines::new(config.engines),
            connections: Connections::default(),
            ending: watch::Sender::new(false),
        });
        hub.engines.start(&hub);
        hub.clone().start_maintenance();
        Ok(hub)
    }

    pub(crate) fn now(&self) -> Millis {
        self.time.now()
    }

    /// The highest level that thinks on this server; 0 is none.
    pub(crate) fn server_levels(&self) -> u8 {
        self.engines.levels()
    }

    /// Opens a game.
    pub(crate) async fn open(&self, host: &User, new_game: NewGame) -> Result<GameHeader, ApiError> {
        if new_game.rated && !matches!(host.kind, UserKind::Registered | UserKind::Bot) {
            return Err(ApiError::new(
                ErrorCode::Unauthenticated,
                "Rated games need an account: create one, or create a casual game.",
            ));
        }
        if let Some(problem) = new_game.clock.problem() {
            return Err(bad(problem));
        }
        if new_game.rated && new_game.start.is_some() {
            return Err(bad("Rated games begin at the default start position."));
        }
        let RunningGames { open, playing } = self.store.count_running(&host.id).await?;
        if open >= self.limits.open_games {
            let message = format!("You have {open} open games: abort one first.");
            return Err(ApiError::new(ErrorCode::RateLimited, message));
        }
        if playing >= self.limits.running_games {
            let message = format!("You have {playing} games in progress: finish one first.");
            return Err(ApiError::new(ErrorCode::RateLimited, message));
        }
        let game = self.open_game(&new_game.game, new_game.random_setup || new_game.rated)?;
        let start = match &new_game.start {
            None => game.start(),
            Some(text) if text.len() > LONGEST_TEXT => {
                return Err(bad("Position too long: expected at most 2000 characters."));
            }
            Some(text) => game.at_position(text).map_err(|e| bad(e.to_string()))?,
        };
        if let Some(verdict) = start.verdict() {
            return Err(bad(format!("The game is over in this position: {}", verdict.reason)));
        }
        let id = secret::id()?;
        let header = GameHeader {
            game: game.canonical_id(),
            start: start.position(),
            clock: new_game.clock,
            rated: new_game.rated,
            listed: new_game.listed,
            host: host.id.clone(),
            host_side: new_game.host_side,
            created: self.now(),
            series: id.clone(),
            id,
        };
        self.store.create(&header).await?;
        self.metrics.created.inc();
        if header.listed {
            self.bus.publish(Notification::Lobby);
        }
        Ok(header)
    }

    /// Opens the game of a request, with a new seed if the setup is random.
    fn open_game(&self, text: &str, random_setup: bool) -> Result<Box<dyn AnyGame>, ApiError> {
        if text.len() > LONGEST_TEXT {
            return Err(bad(format!("Game text too long: expected at most {LONGEST_TEXT} characters.")));
        }
        let game = self.catalog.open(text).map_err(|error| bad(error.to_string()))?;
        let has_seed = game.spec().options.iter().any(|option| option.name == SEED);
        if !(random_setup && has_seed) {
            return Ok(game);
        }
        let seed = secret::seed()?.to_string();
        let opened = self.catalog.parse(text, &[(SEED, &seed)]);
        let opened = opened.and_then(|(spec, options)| self.catalog.configure(spec, &options));
        opened.map_err(|error| bad(error.to_string()))
    }

    /// The room of an id, loaded if need be.
    pub(crate) async fn room(&self, id: &str) -> Result<Arc<LiveRoom>, ApiError> {
        if let Some(live) = self.loaded(id) {
            return Ok(live);
        }
        let room = self.load(id).await?;
        let live = Arc::new(LiveRoom {
            id: id.to_string(),
            subscribers: Mutex::new(Subscribers::new(self.now())),
            locked: tokio::sync::Mutex::new(LockedRoom { confirmed: room.seq(), room }),
        });
        let live = self.rooms.lock().entry(id.to_string()).or_insert(live).clone();
        // It may have gone on between the reading and now, when notes about it begin to count.
        let mut locked = self.lock(&live).await?;
        self.catch_up(&live, &mut locked).await?;
        drop(locked);
        self.metrics.rooms.set(self.rooms.lock().len() as i64);
        self.bus.publish(Notification::Who { game: id.to_string() });
        Ok(live)
    }

    /// The room, for oneself, and as it is kept.
    async fn lock<'a>(&self, live: &'a LiveRoom) -> Result<MutexGuard<'a, LockedRoom>, ApiError> {
        let mut locked = live.locked.lock().await;
        if locked.room.seq() != locked.confirmed {
            self.reload(live, &mut locked).await?;
        }
        Ok(locked)
    }

    /// Reads everything anew and tells what is new.
    async fn reload(&self, live: &LiveRoom, locked: &mut LockedRoom) -> Result<(), ApiError> {
        locked.room = self.load(&live.id).await?;
        for entry in &locked.room.entries()[locked.confirmed as usize..] {
            self.broadcast(live, &locked.room, entry);
        }
        locked.confirmed = locked.room.seq();
        Ok(())
    }

    /// Brings a room up to what is kept.
    async fn catch_up(&self, live: &LiveRoom, locked: &mut LockedRoom) -> Result<(), ApiError> {
        for entry in self.store.entries_since(&live.id, locked.confirmed).await? {
            // A room that has lost the thread reads everything anew.
            if locked.room.apply(entry.clone()).is_err() {
                return self.reload(live, locked).await;
            }
            locked.confirmed += 1;
            self.broadcast(live, &locked.room, &entry);
        }
        Ok(())
    }

    fn loaded(&self, id: &str) -> Option<Arc<LiveRoom>> {
        self.rooms.lock().get(id).cloned()
    }

    /// A room as it is kept, for reading.
    pub(crate) async fn load(&self, id: &str) -> Result<Room, ApiError> {
        let nothing = || ApiError::new(ErrorCode::NotFound, format!("There is no game '{}'.", shortened(id)));
        let (header, entries) = self.store.load(id).await?.ok_or_else(nothing)?;
        self.build(header, entries)
    }

    /// The room that a header and entries make.
    fn build(&self, header: GameHeader, entries: Vec<Entry>) -> Result<Room, ApiError> {
        let mut room = Room::new(header, self.catalog).map_err(internal_error)?;
        room.set_outages(self.outages.read().clone());
        for entry in entries {
            room.apply(entry).map_err(internal_error)?;
        }
        Ok(room)
    }

    /// Tells an event to everybody who looks at the room, and the engine if it is to move.
    fn broadcast(&self, live: &LiveRoom, room: &Room, entry: &Entry) {
        let event = ServerMessage::Event { game: live.id.clone(), entry: entry.clone() };
        live.subscribers.lock().broadcast(&event);
        self.wake_engine(live, room);
    }

    /// Asks the engine for its turn, if one on this server is to move.
    fn wake_engine(&self, live: &LiveRoom, room: &Room) {
        let participant = room.to_move().and_then(|side| room.participants().map(|participants| participants.of(side)));
        if let Some(Participant::Engine(ai)) = participant
            && ai.location == EngineLocation::Server
        {
            self.engines.ask(&live.id);
        }
    }

    /// What somebody wants to know of a room.
    pub(crate) async fn read<T>(&self, id: &str, read: impl FnOnce(&Room) -> T) -> Result<T, ApiError> {
        let live = self.room(id).await?;
        let mut locked = self.lock(&live).await?;
        self.end_if_overdue(&live, &mut locked).await?;
        Ok(read(&locked.room))
    }

    /// From now on, or no more, this client hears when the lobby changes.
    pub(crate) fn subscribe_lobby(&self, outbox: &Outbox, watch: bool) {
        let mut lobby = self.lobby.lock();
        lobby.retain(|other| !other.is(outbox));
        if watch {
            lobby.push(outbox.clone());
        }
    }
}

/// The people of a game: those who play, and the host.
pub(crate) fn users_in(room: &Room) -> Vec<String> {
    let mut ids = vec![room.header().host.clone()];
    for side in Side::BOTH {
        if let Some(Participant::User(id)) = room.participants().map(|participants| participants.of(side))
            && !ids.contains(id)
        {
            ids.push(id.clone());
        }
    }
    ids
}

fn bad(message: impl Into<String>) -> ApiError {
    ApiError::new(ErrorCode::BadRequest, message)
}

pub(crate) fn internal_error(what: impl std::fmt::Display) -> ApiError {
    tracing::error!("{what}");
    ApiError::new(ErrorCode::Internal, "Internal server error. Confirmed events are safe; try again in a moment.")
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        internal_error(error)
    }
}

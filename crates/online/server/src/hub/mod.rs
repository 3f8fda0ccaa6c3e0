//! All games in use on this node.
//!
//! A room is loaded on the first access and unloaded after a while without use; the store has
//! everything. Changes of a room happen under its lock, in this order: the room decides, the store
//! persists the event, the subscribers get it. An event is never broadcast or confirmed before it
//! is stored. If several nodes share a database, the store accepts each event number of a game
//! once: a node that comes second loads the other event and decides again.

mod commands;
mod connections;
mod engines;
mod hourly;
mod maintenance;
mod pulse;
mod quarantine;
mod subscribers;
mod subscriptions;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hexarium_kernel::{AnyGame, GameCatalog, OptionError, SEED_OPTION, shortened};
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
use pulse::Pulse;
use quarantine::Quarantine;
use subscribers::Subscribers;
pub(crate) use subscribers::{Closing, Outbox, encode};

/// The maximum length of a game text and of a position.
const LONGEST_TEXT: usize = 2_000;

/// The difference between the clocks of node and database that is reported, in milliseconds.
const CLOCK_DIFFERENCE: Millis = 10_000;

/// All rooms of a node.
pub(crate) struct Hub {
    pub(crate) store: Store,
    pub(crate) catalog: &'static dyn GameCatalog,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) time: Arc<dyn Time>,
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    /// The id of this node among those that share a database.
    node: String,
    rooms: Mutex<HashMap<String, Arc<LiveRoom>>>,
    /// The subscribers of the lobby.
    lobby: Mutex<Vec<Outbox>>,
    /// Whether the subscribers of the lobby have not been notified of a change yet.
    lobby_changed: AtomicBool,
    outages: RwLock<Outages>,
    pulse: Pulse,
    quarantine: Quarantine,
    engines: Engines,
    connections: Connections,
    /// Becomes true when the server is about to shut down.
    pub(crate) ending: watch::Sender<bool>,
}

/// A room with its subscribers.
pub(crate) struct LiveRoom {
    id: String,
    locked: tokio::sync::Mutex<LockedRoom>,
    subscribers: Mutex<Subscribers>,
}

/// The outages, with a number that changes with them.
#[derive(Default)]
struct Outages {
    version: u64,
    all: Vec<(Millis, Millis)>,
}

impl Outages {
    fn replace(&mut self, all: Vec<(Millis, Millis)>) {
        if self.all != all {
            self.all = all;
            self.version += 1;
        }
    }

    /// Returns the outages that matter to a game.
    fn since(&self, created: Millis) -> Vec<(Millis, Millis)> {
        self.all.iter().copied().filter(|(_, ended)| *ended > created).collect()
    }
}

/// The data behind the lock of a room.
struct LockedRoom {
    room: Room,
    /// The version of the outages that the room has.
    outages: u64,
    /// The number of events that are known to be stored and were broadcast. Between a decision and
    /// its commit the room is one event ahead; if that is interrupted, the next holder of the lock
    /// notices it and reads the store.
    confirmed: u32,
}

impl Hub {
    pub(crate) async fn new(config: &Config, store: Store) -> Result<Arc<Self>, String> {
        let time = &config.time;
        let reference = store.database_time().await.map_err(|e| e.to_string())?;
        let own = time.now();
        let now = reference.map_or(own, |reference| time.synchronise(reference));
        if (now - own).abs() > CLOCK_DIFFERENCE {
            tracing::warn!("the clock of this machine differs from the database by {} s", (now - own) / 1000);
        }
        hourly::complete_names(&store).await.map_err(|e| e.to_string())?;
        let start = store.begin_serving(now).await.map_err(|e| e.to_string())?;
        if start.now != now {
            tracing::warn!("the clock is {} ms behind the last pulse: time runs on from there", start.now - now);
            time.synchronise(start.now);
        }
        let mut outages = Outages::default();
        outages.replace(store.outages(start.now).await.map_err(|e| e.to_string())?);
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
            pulse: Pulse::new(start.now, time.monotonic()),
            quarantine: Quarantine::default(),
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

    /// Returns the highest level of the engines on this server, 0 for none.
    pub(crate) fn server_levels(&self) -> u8 {
        self.engines.levels()
    }

    /// Creates a game.
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
        let open = self.check_running(&host.id).await?.open;
        if open >= self.limits.open_games {
            let message = format!("You have {open} open games: abort one first.");
            return Err(ApiError::new(ErrorCode::RateLimited, message));
        }
        if new_game.rated {
            self.must_be_preset(&new_game.game)?;
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
        self.store.create(&header, &with_all_options(&*game)).await?;
        self.metrics.created.inc();
        if header.listed {
            self.bus.publish(Notification::Lobby);
        }
        Ok(header)
    }

    /// Returns the numbers of a user's unfinished games; an error if the user cannot start another.
    async fn check_running(&self, user: &str) -> Result<RunningGames, ApiError> {
        let running = self.store.count_running(user).await?;
        if running.playing < self.limits.running_games {
            return Ok(running);
        }
        let message = format!("You have {} games in progress: finish one first.", running.playing);
        Err(ApiError::new(ErrorCode::RateLimited, message))
    }

    /// Checks that a game is one of the presets, with any seed: ratings of other games would not be
    /// comparable.
    fn must_be_preset(&self, text: &str) -> Result<(), ApiError> {
        if text.len() > LONGEST_TEXT {
            return Err(text_too_long());
        }
        let problem = |error: OptionError| bad(error.to_string());
        if self.catalog.is_preset(text).map_err(problem)? {
            return Ok(());
        }
        let (spec, _) = self.catalog.parse(text, &[]).map_err(problem)?;
        let presets: Vec<_> = spec.presets.iter().map(|(_, preset)| *preset).collect();
        Err(bad(format!("Cannot rate {}: rated games are {}.", shortened(text), presets.join(", "))))
    }

    /// Opens the game of a request, with a new seed if the setup is random.
    fn open_game(&self, text: &str, random_setup: bool) -> Result<Box<dyn AnyGame>, ApiError> {
        if text.len() > LONGEST_TEXT {
            return Err(text_too_long());
        }
        let game = self.catalog.open(text).map_err(|error| bad(error.to_string()))?;
        let has_seed = game.spec().options.iter().any(|option| option.name == SEED_OPTION);
        if !(random_setup && has_seed) {
            return Ok(game);
        }
        let seed = secret::seed()?.to_string();
        let opened = self.catalog.parse(text, &[(SEED_OPTION, &seed)]);
        let opened = opened.and_then(|(spec, options)| self.catalog.configure(spec, &options));
        opened.map_err(|error| bad(error.to_string()))
    }

    /// Returns the room with an id, loading it if necessary.
    pub(crate) async fn room(&self, id: &str) -> Result<Arc<LiveRoom>, ApiError> {
        if let Some(live) = self.loaded(id) {
            return Ok(live);
        }
        let room = self.load(id).await?;
        let live = Arc::new(LiveRoom {
            id: id.to_string(),
            subscribers: Mutex::new(Subscribers::new(self.now())),
            locked: tokio::sync::Mutex::new(LockedRoom { confirmed: room.seq(), outages: 0, room }),
        });
        let live = self.rooms.lock().entry(id.to_string()).or_insert(live).clone();
        // There may be events between the read and now, the moment from which notifications are
        // handled.
        let mut locked = self.lock(&live).await?;
        self.catch_up(&live, &mut locked).await?;
        drop(locked);
        self.metrics.rooms.set(self.rooms.lock().len() as i64);
        self.bus.publish(Notification::Who { game: id.to_string() });
        Ok(live)
    }

    /// Locks a room and brings it to the state of the store.
    async fn lock<'a>(&self, live: &'a LiveRoom) -> Result<MutexGuard<'a, LockedRoom>, ApiError> {
        let mut locked = live.locked.lock().await;
        if locked.room.seq() != locked.confirmed {
            self.reload(live, &mut locked).await?;
        }
        let outages = self.outages.read();
        if locked.outages != outages.version {
            let created = locked.room.header().created;
            locked.room.set_outages(outages.since(created));
            locked.outages = outages.version;
        }
        drop(outages);
        Ok(locked)
    }

    /// Reloads all events and broadcasts the new ones.
    async fn reload(&self, live: &LiveRoom, locked: &mut LockedRoom) -> Result<(), ApiError> {
        locked.room = self.load(&live.id).await?;
        for entry in &locked.room.entries()[locked.confirmed as usize..] {
            self.broadcast(live, &locked.room, entry);
        }
        locked.confirmed = locked.room.seq();
        Ok(())
    }

    /// Loads the missing events of a room.
    async fn catch_up(&self, live: &LiveRoom, locked: &mut LockedRoom) -> Result<(), ApiError> {
        for entry in self.store.entries_since(&live.id, locked.confirmed).await? {
            // A room that cannot apply an event is reloaded.
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

    /// Loads a room from the store, for reading only.
    pub(crate) async fn load(&self, id: &str) -> Result<Room, ApiError> {
        let loaded = match self.store.load(id).await {
            Err(StoreError::Corrupt(problem)) => return Err(self.quarantine(id, problem)),
            loaded => loaded?,
        };
        let nothing = || ApiError::new(ErrorCode::NotFound, format!("There is no game '{}'.", shortened(id)));
        let (header, entries) = loaded.ok_or_else(nothing)?;
        let options = self.store.options_of(id).await?;
        let room = self.build(header, options.as_deref(), entries).map_err(|problem| self.quarantine(id, problem))?;
        self.release(id);
        Ok(room)
    }

    /// Opens a room without events. The stored options decide, also if defaults have changed since
    /// then and the text in the header means another game now.
    fn open_room(&self, header: GameHeader, options: Option<&str>) -> Result<Room, String> {
        let room = Room::new(header.clone(), self.catalog);
        let Some(options) = options else { return room };
        if room.as_ref().is_ok_and(|room| with_all_options(room.game()) == options) {
            return room;
        }
        let game = self.catalog.open_stored(options).map_err(|error| error.to_string())?.canonical_id();
        Room::new(GameHeader { game, ..header }, self.catalog)
    }

    /// Builds a room from a header, stored options and entries.
    fn build(&self, header: GameHeader, options: Option<&str>, entries: Vec<Entry>) -> Result<Room, String> {
        let outages = self.outages.read().since(header.created);
        let mut room = self.open_room(header, options)?;
        room.set_outages(outages);
        for entry in entries {
            room.apply(entry)?;
        }
        Ok(room)
    }

    /// Broadcasts an event to all subscribers of the room, and asks the engine if it is to move.
    fn broadcast(&self, live: &LiveRoom, room: &Room, entry: &Entry) {
        let event = ServerMessage::Event { game: live.id.clone(), entry: entry.clone() };
        live.subscribers.lock().broadcast(&event);
        self.wake_engine(live, room);
    }

    /// Queues the game if an engine on this server is to move.
    fn wake_engine(&self, live: &LiveRoom, room: &Room) {
        let participant = room.to_move().and_then(|side| room.participants().map(|participants| participants.of(side)));
        if let Some(Participant::Engine(ai)) = participant
            && ai.location == EngineLocation::Server
        {
            self.engines.ask(&room.header().host, &live.id);
        }
    }

    /// Reads from a room.
    pub(crate) async fn read<T>(&self, id: &str, read: impl FnOnce(&Room) -> T) -> Result<T, ApiError> {
        let live = self.room(id).await?;
        let mut locked = self.lock(&live).await?;
        self.end_if_overdue(&live, &mut locked).await?;
        Ok(read(&locked.room))
    }

    /// Subscribes a client to changes of the lobby, or unsubscribes it.
    pub(crate) fn subscribe_lobby(&self, outbox: &Outbox, watch: bool) {
        let mut lobby = self.lobby.lock();
        lobby.retain(|other| !other.is(outbox));
        if watch {
            lobby.push(outbox.clone());
        }
    }
}

/// Returns the text of a game that names all of its options and the version of its rules, so that
/// it means the same game when a default changes.
pub(crate) fn with_all_options(game: &dyn AnyGame) -> String {
    let names: Vec<_> = game.spec().options.iter().map(|option| option.name).collect();
    game.options().game_text_naming(game.spec().id, &names)
}

/// Returns the users of a game: the players and the host.
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

fn text_too_long() -> ApiError {
    bad(format!("Game text too long: expected at most {LONGEST_TEXT} characters."))
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

//! Every game that somebody is in right now, on this node.
//!
//! A room is loaded when it is first asked for and forgotten when it has been quiet for a while; the store has everything. What happens in a room
//! happens under its lock, in this order: decided by the room, kept by the store, told to the visitors. Nothing is told or confirmed that
//! is not kept. Where several nodes serve one database, each event has a number and the store takes every number once: a node that comes second
//! learns what happened instead, and decides anew.

mod connections;
mod engines;
mod upkeep;
mod visitors;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, RwLock};

use hexarium_games::registry;
use hexarium_kernel::{AnyGame, shortened};
use hexarium_room::{Actor, Decision, Moment, Room};
use hexarium_wire::http::Opening;
use hexarium_wire::{
    Act, Code, Entry, Event, Header, Kind, Millis, Person, Place, Refusal, Side, Sides, Sitter, ToClient, Visit,
};
use tokio::sync::watch;

use crate::bus::{Bus, Note};
use crate::config::{Config, Limits};
use crate::metrics::Metrics;
use crate::secret;
use crate::store::{Appended, Index, Rated, Running, Store, StoreError, Write};
use crate::time::Time;

use connections::Connections;
use engines::Engines;
use visitors::Visitors;
pub(crate) use visitors::{Closing, Outbox};

/// How often a decision is made anew because another node was quicker.
const ATTEMPTS: usize = 20;

/// The longest game text and set-up that are read.
const LONGEST_TEXT: usize = 2_000;

/// The game's option that says what is drawn by lot.
const SEED: &str = "seed";

/// All rooms of a node.
pub(crate) struct Hub {
    pub(crate) store: Store,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) time: Arc<dyn Time>,
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    /// This node, among those that share a database.
    node: String,
    rooms: Mutex<HashMap<String, Arc<LiveRoom>>>,
    /// Those who want to know when the lobby changes.
    lobby: Mutex<Vec<Outbox>>,
    outages: RwLock<Vec<(Millis, Millis)>>,
    engines: Engines,
    connections: Connections,
    /// Turns true when the server is about to end.
    pub(crate) ending: watch::Sender<bool>,
}

/// A room and those who look at it.
pub(crate) struct LiveRoom {
    id: String,
    room: tokio::sync::Mutex<Room>,
    visitors: Mutex<Visitors>,
}

impl Hub {
    pub(crate) async fn new(config: &Config, store: Store) -> Result<Arc<Self>, String> {
        let now = config.time.now();
        store.begin_serving(now).await.map_err(|e| e.to_string())?;
        let outages = store.outages().await.map_err(|e| e.to_string())?;
        let bus = store.bus();
        let hub = Arc::new(Self {
            store,
            bus,
            time: config.time.clone(),
            limits: config.limits,
            metrics: Metrics::new(),
            node: secret::id(),
            rooms: Mutex::default(),
            lobby: Mutex::default(),
            outages: RwLock::new(outages),
            engines: Engines::new(config.engines),
            connections: Connections::default(),
            ending: watch::Sender::new(false),
        });
        hub.engines.start(&hub);
        hub.clone().keep_up();
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
    pub(crate) async fn open(&self, host: &Person, opening: Opening) -> Result<Header, Refusal> {
        if opening.rated && !matches!(host.kind, Kind::Member | Kind::Bot) {
            return Err(Refusal::new(
                Code::SignIn,
                "a rated game needs an account: make one, or open a game that is not rated",
            ));
        }
        if let Some(problem) = opening.clock.problem() {
            return Err(bad(problem));
        }
        if opening.rated && opening.start.is_some() {
            return Err(bad("a rated game begins at the game's own start"));
        }
        let Running { open, playing } = self.store.count_running(&host.id).await?;
        if open >= self.limits.open_games {
            let message = format!("{open} of your games wait for somebody: call one off before you open another");
            return Err(Refusal::new(Code::TooMany, message));
        }
        if playing >= self.limits.running_games {
            let message = format!("{playing} of your games are being played: finish one first");
            return Err(Refusal::new(Code::TooMany, message));
        }
        let game = opened(&opening.game, opening.draw || opening.rated).map_err(bad)?;
        let start = match &opening.start {
            None => game.start(),
            Some(text) if text.len() > LONGEST_TEXT => return Err(bad("a position is at most 2000 characters long")),
            Some(text) => game.at_position(text).map_err(|e| bad(e.to_string()))?,
        };
        if let Some(verdict) = start.verdict() {
            return Err(bad(format!("the position is one in which the game is over: {}", verdict.reason)));
        }
        let id = secret::id();
        let header = Header {
            game: game.canonical_id(),
            start: start.position(),
            clock: opening.clock,
            rated: opening.rated,
            listed: opening.listed,
            host: host.id.clone(),
            side: opening.side,
            created: self.now(),
            contest: id.clone(),
            id,
        };
        self.store.create(&header).await?;
        self.metrics.opened.inc();
        if header.listed {
            self.bus.publish(Note::Lobby);
        }
        Ok(header)
    }

    /// The room of an id, loaded if need be.
    pub(crate) async fn room(&self, id: &str) -> Result<Arc<LiveRoom>, Refusal> {
        if let Some(live) = self.loaded(id) {
            return Ok(live);
        }
        let room = self.load(id).await?;
        let live = Arc::new(LiveRoom {
            id: id.to_string(),
            visitors: Mutex::new(Visitors::new(self.now())),
            room: tokio::sync::Mutex::new(room),
        });
        let live = self.rooms.lock().expect("no panic").entry(id.to_string()).or_insert(live).clone();
        // It may have gone on between the reading and now, when notes about it begin to count.
        self.catch_up(&live, &mut *live.room.lock().await).await?;
        self.metrics.rooms.set(self.rooms.lock().expect("no panic").len() as i64);
        self.bus.publish(Note::Who { game: id.to_string() });
        Ok(live)
    }

    fn loaded(&self, id: &str) -> Option<Arc<LiveRoom>> {
        self.rooms.lock().expect("no panic").get(id).cloned()
    }

    /// A room as it is kept, for reading.
    pub(crate) async fn load(&self, id: &str) -> Result<Room, Refusal> {
        let nothing = || Refusal::new(Code::NotFound, format!("there is no game '{}'", shortened(id)));
        let (header, entries) = self.store.load(id).await?.ok_or_else(nothing)?;
        self.built(header, entries)
    }

    /// The room that a header and entries make.
    fn built(&self, header: Header, entries: Vec<Entry>) -> Result<Room, Refusal> {
        let game = registry::open(&header.game, &[]).map_err(|e| trouble(e.to_string()))?;
        let mut room = Room::new(header, game).map_err(trouble)?;
        room.set_outages(self.outages.read().expect("no panic").clone());
        for entry in entries {
            room.apply(entry).map_err(trouble)?;
        }
        Ok(room)
    }

    /// Somebody does something in a game. The answer is the number of the event that it became, which is kept by then.
    ///
    /// It goes on to its end even if nobody waits for the answer any more: a room whose event was half kept would tell tales.
    pub(crate) async fn act(
        self: &Arc<Self>,
        who: Option<Person>,
        id: &str,
        key: String,
        act: Act,
    ) -> Result<u32, Refusal> {
        let (hub, id) = (self.clone(), id.to_string());
        let done = tokio::spawn(async move { hub.act_to_the_end(who, &id, &key, act).await }).await;
        let done = done.unwrap_or_else(|e| Err(trouble(format!("something broke: {e}"))));
        if let Err(refusal) = &done {
            self.metrics.refused(refusal.code);
        }
        done
    }

    async fn act_to_the_end(&self, who: Option<Person>, id: &str, key: &str, act: Act) -> Result<u32, Refusal> {
        if let Act::Invite(ai) = &act
            && ai.place == Place::Server
            && ai.level > self.server_levels()
        {
            return Err(Refusal::new(Code::NotHere, "no engine thinks on this server: let it think in your browser"));
        }
        let live = self.room(id).await?;
        let mut room = live.room.lock().await;
        for _ in 0..ATTEMPTS {
            if self.flag(&live, &mut room).await? {
                continue;
            }
            let moment = self.moment(&live);
            let actor = who.as_ref().map_or(Actor::House, Actor::Person);
            let event = match room.decide(actor, key, &act, &moment)? {
                Decision::Already(seq) => return Ok(seq),
                Decision::Happens(event) => event,
            };
            let by = who.as_ref().map(|person| person.id.clone());
            let entry = Entry { seq: room.seq() + 1, at: moment.now, by, key: Some(key.to_string()), event };
            if self.happen(&live, &mut room, entry).await? {
                return Ok(room.seq());
            }
        }
        Err(trouble("the game went on too quickly on another node"))
    }

    fn moment(&self, live: &LiveRoom) -> Moment {
        Moment {
            now: self.now(),
            away: live.visitors.lock().expect("no panic").away(),
            host_begins: secret::coin(),
            fresh: secret::id(),
        }
    }

    /// Ends a game whose time is over. Whether anything happened.
    async fn flag(&self, live: &LiveRoom, room: &mut Room) -> Result<bool, Refusal> {
        let now = self.now();
        let Some(event) = room.overdue(now) else { return Ok(false) };
        self.happen(live, room, Entry { seq: room.seq() + 1, at: now, by: None, key: None, event }).await?;
        Ok(true)
    }

    /// Lets something happen: it is kept, and then told. `false` if another node was quicker; the room then knows what happened there.
    async fn happen(&self, live: &LiveRoom, room: &mut Room, entry: Entry) -> Result<bool, Refusal> {
        let before = room.seq();
        room.apply(entry.clone()).map_err(trouble)?;
        let write = self.write(room, &entry)?;
        let listed = room.header().listed;
        let started = std::time::Instant::now();
        let kept = self.store.append(write).await;
        self.metrics.kept(started.elapsed());
        if !matches!(kept, Ok(Appended::Stored)) {
            // What the room believes did not happen, or nobody knows: what was kept decides.
            *room = self.load(&live.id).await?;
            for entry in &room.entries()[before as usize..] {
                self.tell(live, room, entry);
            }
            kept?;
            return Ok(false);
        }
        self.tell(live, room, &entry);
        if listed && matches!(entry.event, Event::Started(_) | Event::Ended { .. }) || room.ending().is_some() {
            self.bus.publish(Note::Lobby);
        }
        Ok(true)
    }

    /// What is kept of an event that the room has just taken.
    fn write(&self, room: &Room, entry: &Entry) -> Result<Write, Refusal> {
        let rematch = match &entry.event {
            Event::Rematch(id) => {
                let (header, event) = room.rematch(id, entry.at).ok_or_else(|| trouble("a rematch of nobody"))?;
                let first = Entry { seq: 1, at: entry.at, by: None, key: None, event };
                let next = self.built(header.clone(), vec![first.clone()])?;
                Some((header, first, Index::of(&next)))
            }
            _ => None,
        };
        let over = room.ending().filter(|_| matches!(entry.event, Event::Turn { .. } | Event::Ended { .. }));
        let rated = over.as_ref().filter(|ending| ending.counts() && room.header().rated).and_then(|ending| {
            let sitters = room.sitters()?;
            match (&sitters.first, &sitters.second) {
                (Sitter::Person(first), Sitter::Person(second)) => Some(Rated {
                    first: first.clone(),
                    second: second.clone(),
                    kind: room.game().spec().id.to_string(),
                    winner: ending.winner,
                }),
                _ => None,
            }
        });
        if over.is_some() {
            self.metrics.finished.inc();
        }
        Ok(Write {
            game: room.header().id.clone(),
            entry: entry.clone(),
            index: Index::of(room),
            rematch,
            rating: rated,
        })
    }

    /// Tells an event to everybody who looks at the room, and the engine if it is to move.
    fn tell(&self, live: &LiveRoom, room: &Room, entry: &Entry) {
        if matches!(entry.event, Event::Turn { .. }) {
            self.metrics.turns.inc();
        }
        let event = ToClient::Event { game: live.id.clone(), entry: entry.clone() };
        live.visitors.lock().expect("no panic").tell(&event);
        self.wake_engine(live, room);
    }

    /// Asks the engine for its turn, if one on this server is to move.
    fn wake_engine(&self, live: &LiveRoom, room: &Room) {
        let sitter = room.to_move().and_then(|side| room.sitters().map(|sitters| sitters.of(side)));
        if let Some(Sitter::Ai(ai)) = sitter
            && ai.place == Place::Server
        {
            self.engines.ask(&live.id);
        }
    }

    /// Brings a room up to what is kept.
    async fn catch_up(&self, live: &LiveRoom, room: &mut Room) -> Result<(), Refusal> {
        for entry in self.store.entries_since(&live.id, room.seq()).await? {
            // A room that has lost the thread reads everything anew.
            if room.apply(entry.clone()).is_err() {
                *room = self.load(&live.id).await?;
                break;
            }
            self.tell(live, room, &entry);
        }
        Ok(())
    }

    /// Lets a client look at a game from now on: it gets what it has missed, and then everything in its order.
    pub(crate) async fn visit(
        &self,
        id: &str,
        since: u32,
        person: Option<&Person>,
        outbox: &Outbox,
    ) -> Result<(), Refusal> {
        let live = self.room(id).await?;
        let score = self.score(&live).await?;
        let mut room = live.room.lock().await;
        self.flag(&live, &mut room).await?;
        if since > room.seq() {
            return Err(Refusal::new(Code::Stale, format!("the game has {} events, not {since}", room.seq())));
        }
        let people = self.store.people(&people_in(&room)).await?;
        let you = person.and_then(|person| room.side_of(&person.id));
        let mut visitors = live.visitors.lock().expect("no panic");
        let arrived = visitors.add(outbox.clone(), you);
        outbox.send(&ToClient::Game(Box::new(self.visit_of(&room, &visitors, since, you, people, score))));
        if arrived {
            visitors.tell_presence(&live.id);
            if let Some(side) = you {
                self.bus.publish(Note::Here { game: live.id.clone(), side, node: self.node.clone() });
            }
        }
        drop(visitors);
        self.wake_engine(&live, &room);
        Ok(())
    }

    /// A game as it is now, for those who only ask once.
    pub(crate) async fn snapshot(&self, id: &str, person: Option<&Person>) -> Result<Visit, Refusal> {
        let live = self.room(id).await?;
        let score = self.score(&live).await?;
        let mut room = live.room.lock().await;
        self.flag(&live, &mut room).await?;
        let people = self.store.people(&people_in(&room)).await?;
        let you = person.and_then(|person| room.side_of(&person.id));
        let visitors = live.visitors.lock().expect("no panic");
        Ok(self.visit_of(&room, &visitors, 0, you, people, score))
    }

    fn visit_of(
        &self,
        room: &Room,
        visitors: &Visitors,
        since: u32,
        you: Option<Side>,
        people: Vec<Person>,
        (score, draws): (Sides<u32>, u32),
    ) -> Visit {
        Visit {
            header: room.header().clone(),
            people,
            you,
            entries: room.entries()[since as usize..].to_vec(),
            away: visitors.away(),
            watchers: visitors.watchers(),
            score,
            draws,
            outages: self.outages.read().expect("no panic").clone(),
            now: self.now(),
        }
    }

    /// A client looks at a game no more.
    pub(crate) fn leave(&self, id: &str, outbox: &Outbox) {
        let Some(live) = self.loaded(id) else { return };
        let mut visitors = live.visitors.lock().expect("no panic");
        let Some(side) = visitors.remove(outbox, self.now()) else { return };
        visitors.tell_presence(id);
        if let Some(side) = side {
            self.bus.publish(Note::Left { game: id.to_string(), side, node: self.node.clone() });
        }
    }

    /// Games won by each side of a game in its contest, and drawn ones, this one not counted.
    async fn score(&self, live: &LiveRoom) -> Result<(Sides<u32>, u32), Refusal> {
        let (header, sitters) = {
            let room = live.room.lock().await;
            (room.header().clone(), room.sitters().cloned())
        };
        let Some(sitters) = sitters.filter(|_| header.contest != header.id) else { return Ok((Sides::default(), 0)) };
        let score = self.store.contest_score(&header.contest, header.created, &header.id).await?;
        Ok((Sides { first: score.of(&sitters.first), second: score.of(&sitters.second) }, score.draws))
    }

    /// A snapshot of a room.
    pub(crate) async fn look<T>(&self, id: &str, read: impl FnOnce(&Room) -> T) -> Result<T, Refusal> {
        let live = self.room(id).await?;
        let mut room = live.room.lock().await;
        self.flag(&live, &mut room).await?;
        Ok(read(&room))
    }

    /// From now on, or no more, this client hears when the lobby changes.
    pub(crate) fn watch_lobby(&self, outbox: &Outbox, watch: bool) {
        let mut lobby = self.lobby.lock().expect("no panic");
        lobby.retain(|other| !other.is(outbox));
        if watch {
            lobby.push(outbox.clone());
        }
    }
}

/// The people of a game: those who play, and the host.
pub(crate) fn people_in(room: &Room) -> Vec<String> {
    let mut ids = vec![room.header().host.clone()];
    for side in Side::BOTH {
        if let Some(Sitter::Person(id)) = room.sitters().map(|sitters| sitters.of(side))
            && !ids.contains(id)
        {
            ids.push(id.clone());
        }
    }
    ids
}

/// The game of a text, with its lots drawn anew if asked.
fn opened(text: &str, draw: bool) -> Result<Box<dyn AnyGame>, String> {
    if text.len() > LONGEST_TEXT {
        return Err("a game is at most 2000 characters long".to_string());
    }
    let game = registry::open(text, &[]).map_err(|e| e.to_string())?;
    let draws = game.spec().options.iter().any(|option| option.name == SEED);
    if !(draw && draws) {
        return Ok(game);
    }
    registry::open(text, &[(SEED, &secret::seed().to_string())]).map_err(|e| e.to_string())
}

fn bad(message: impl Into<String>) -> Refusal {
    Refusal::new(Code::BadRequest, message)
}

pub(crate) fn trouble(what: impl std::fmt::Display) -> Refusal {
    tracing::error!("{what}");
    Refusal::new(Code::Trouble, "the server has a problem of its own; what it confirmed is safe. Try again in a moment")
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        trouble(error)
    }
}

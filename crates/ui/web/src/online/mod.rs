//! Playing each other: what this browser knows of the server, of whoever sits in front of it, and of the game that it visits there.

mod ask;
mod attention;
mod hosting;
mod line;
mod showing;
mod turns;
mod visiting;
mod words;

use hexarium_games::registry;
use hexarium_room::Room;
use hexarium_session::GameSession;
use hexarium_wire::http::{Me, NewGuest};
use hexarium_wire::{ApiError, ClientMessage, ErrorCode, Millis, Side, Sides, User, UserKind};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser;
use crate::engine::Engine;
use crate::sitting::Sitting;
use line::Line;
use turns::Pending;

pub(crate) use ask::{delete, get, get_text, post};
pub(crate) use line::Standing;
pub(crate) use visiting::{act_in, person_name};
pub(crate) use words::{clock_words, day, game_title, time_left};

/// Whether there is anybody to play with behind this page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// Not known yet.
    Unknown,
    /// These are files and nothing else.
    Files,
    /// There was a server, but it does not answer now.
    Unreachable,
    /// There is a server.
    Server,
}

/// Under this name it is kept that a server was here.
const SERVER: &str = "server";

/// Everything about playing each other, shared by everything on the page.
#[derive(Clone, Copy)]
pub(crate) struct Online {
    pub(crate) place: RwSignal<Place>,
    /// Who is in front of this browser, if they have said so.
    pub(crate) me: RwSignal<Option<User>>,
    /// The highest level that thinks on the server.
    pub(crate) levels: RwSignal<u8>,
    /// How the live connection stands.
    pub(crate) standing: RwSignal<Standing>,
    /// Counts the changes of the lobby.
    pub(crate) lobby: RwSignal<u32>,
    /// The board of the game that is visited.
    pub(crate) sitting: Sitting,
    /// The id of that game.
    pub(crate) visited: RwSignal<Option<String>>,
    /// The game, as soon as it is known.
    pub(crate) room: RwSignal<Option<Room>, LocalStorage>,
    pub(crate) people: RwSignal<Vec<User>>,
    /// The side of whoever is in front of this browser; nothing for those who watch.
    pub(crate) side: RwSignal<Option<Side>>,
    /// Since when each side has been away.
    pub(crate) away: RwSignal<Sides<Option<Millis>>>,
    pub(crate) spectators: RwSignal<u32>,
    /// Games of the contest won by each side, this one not counted, and drawn ones.
    pub(crate) score: RwSignal<(Sides<u32>, u32)>,
    /// Why the game cannot be shown.
    pub(crate) problem: RwSignal<Option<String>>,
    /// A turn made here of which the server has not said that it has it.
    pub(crate) pending: RwSignal<Option<Pending>>,
    /// Milliseconds by which the server's clock is ahead of this machine's.
    ahead: StoredValue<f64>,
    /// Whether the lobby is being looked at.
    in_lobby: StoredValue<bool>,
    /// The actions that the board shows and the server knows, or will know.
    shown: StoredValue<Vec<String>>,
    line: StoredValue<Option<Line>, LocalStorage>,
    /// The engine that thinks here for a game.
    engine: StoredValue<Engine, LocalStorage>,
    /// What it thinks about or has thought of.
    thought: StoredValue<Option<hosting::Analysis>>,
}

impl Online {
    /// Nothing is known yet; it is found out.
    pub(crate) fn provide(said: RwSignal<String>) -> Self {
        let table = GameSession::new(registry::GAMES[0].id).expect("every game opens under its own id");
        let online = Self {
            place: RwSignal::new(Place::Unknown),
            me: RwSignal::new(None),
            levels: RwSignal::new(0),
            standing: RwSignal::new(Standing::Off),
            lobby: RwSignal::new(0),
            sitting: Sitting::shared(table, said),
            visited: RwSignal::new(None),
            room: RwSignal::new_local(None),
            people: RwSignal::new(Vec::new()),
            side: RwSignal::new(None),
            away: RwSignal::new(Sides::default()),
            spectators: RwSignal::new(0),
            score: RwSignal::new(Default::default()),
            problem: RwSignal::new(None),
            pending: RwSignal::new(None),
            ahead: StoredValue::new(0.0),
            in_lobby: StoredValue::new(false),
            shown: StoredValue::new(Vec::new()),
            line: StoredValue::new_local(None),
            engine: StoredValue::new_local(Engine::default()),
            thought: StoredValue::new(None),
        };
        online.sitting.belongs_to(online);
        online.line.set_value(Some(Line::new(online.standing, move |message| online.hear(message))));
        online.call_attention();
        let again = move || {
            if online.place.get_untracked() == Place::Unreachable {
                online.look();
            }
        };
        line::listen(&window().into(), "online", again);
        line::listen(&window().into(), "hashchange", again);
        online.look();
        online
    }

    /// Finds out whether there is a server, and who it thinks is here.
    pub(crate) fn look(self) {
        spawn_local(async move {
            match get::<Me>("me").await {
                Ok(me) => {
                    browser::keep(SERVER, "");
                    self.know(me);
                }
                Err(refusal) if refusal.code == ErrorCode::Unsupported => {
                    browser::forget(SERVER);
                    self.place.set(Place::Files);
                }
                // Files that were never more than that need not say that something is missing.
                Err(_) if browser::kept(SERVER).is_none() => self.place.set(Place::Files),
                Err(_) => self.place.set(Place::Unreachable),
            }
        });
    }

    fn know(self, me: Me) {
        self.levels.set(me.server_levels);
        self.me.set(me.user);
        self.place.set(Place::Server);
    }

    /// Whoever is here is somebody else from now on, or nobody.
    pub(crate) fn become_known(self, me: Me) {
        self.know(me);
        self.line.with_value(|line| line.as_ref().map(Line::renew));
    }

    /// Becomes a guest.
    pub(crate) async fn create_guest(self, name: String) -> Result<(), ApiError> {
        self.become_known(post("guest", &NewGuest { name }).await?);
        Ok(())
    }

    /// Whether whoever is here has an account.
    pub(crate) fn is_member(self) -> bool {
        self.me.with(|me| me.as_ref().is_some_and(|me| matches!(me.kind, UserKind::Registered | UserKind::Bot)))
    }

    /// From now on there should be a live connection.
    pub(crate) fn connect(self) {
        self.line.with_value(|line| line.as_ref().map(Line::want));
    }

    /// Says something to the server, if it is there.
    fn say(self, message: &ClientMessage) -> bool {
        self.line.with_value(|line| line.as_ref().is_some_and(|line| line.say(message)))
    }

    /// From now on, or no more, changes of the lobby are counted.
    pub(crate) fn watch_lobby(self, watch: bool) {
        self.in_lobby.set_value(watch);
        if watch {
            self.connect();
        }
        self.say(&ClientMessage::Lobby(watch));
    }

    /// The server's time.
    pub(crate) fn now(self) -> Millis {
        (js_sys::Date::now() + self.ahead.get_value()) as Millis
    }

    fn set_clock(self, now: Millis) {
        self.ahead.set_value(now as f64 - js_sys::Date::now());
    }
}

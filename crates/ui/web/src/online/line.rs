//! The live connection: it is called again whenever it is lost, and asked now and then whether somebody is there.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use hexarium_wire::{ClientMessage, ServerMessage, VERSION};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{Event, MessageEvent, WebSocket};

use crate::browser;
use crate::messages::text;

/// How the connection stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// Nobody needs it.
    Off,
    /// The server is being called for the first time.
    Calling,
    /// The server is there.
    Live,
    /// It was lost, for this reason if one was told, and is being called again.
    Lost(Option<String>),
    /// The server speaks another version than this page.
    Outdated,
}

/// Milliseconds: after so long a silence the server is asked whether it is there, and has so long to answer.
const QUIET: f64 = 15_000.0;
const ANSWER: f64 = 10_000.0;

/// Milliseconds until it is called again: at first, and at most.
const SOON: f64 = 500.0;
const LATE: f64 = 10_000.0;

/// How often all this is looked after.
const PULSE: Duration = Duration::from_millis(250);

/// A connection. Copies are the same connection.
#[derive(Clone)]
pub(crate) struct Line(Rc<RefCell<Inner>>);

struct Inner {
    standing: RwSignal<Standing>,
    hear: Rc<dyn Fn(ServerMessage)>,
    wanted: bool,
    socket: Option<WebSocket>,
    /// Counts the calls, so that what an earlier one still says is recognised.
    call: u32,
    /// How often it was called in vain.
    tries: i32,
    next_try: f64,
    /// When something was last heard or, before that, when it was called.
    heard: f64,
    /// When it was asked whether somebody is there, if that is not answered.
    asked: Option<f64>,
}

impl Line {
    /// A connection that is not there yet. What is heard is handed on.
    pub(crate) fn new(standing: RwSignal<Standing>, hear: impl Fn(ServerMessage) + 'static) -> Self {
        let line = Self(Rc::new(RefCell::new(Inner {
            standing,
            hear: Rc::new(hear),
            wanted: false,
            socket: None,
            call: 0,
            tries: 0,
            next_try: 0.0,
            heard: 0.0,
            asked: None,
        })));
        let pulse = line.clone();
        let _ = set_interval_with_handle(move || pulse.look_after(), PULSE);
        for (target, name) in [(window().into(), "online"), (document().into(), "visibilitychange")] {
            let line = line.clone();
            listen(&target, name, move || line.poke());
        }
        let gone = line.clone();
        listen(&window().into(), "offline", move || gone.lose(Some(text().offline.to_string())));
        line
    }

    /// From now on there should be a connection.
    pub(crate) fn want(&self) {
        let mut inner = self.0.borrow_mut();
        if !inner.wanted {
            inner.wanted = true;
            inner.next_try = 0.0;
            let standing = inner.standing;
            drop(inner);
            standing.set(Standing::Calling);
            self.look_after();
        }
    }

    /// Calls anew, because whoever is here is somebody else now.
    pub(crate) fn renew(&self) {
        let mut inner = self.0.borrow_mut();
        inner.call += 1;
        if let Some(socket) = inner.socket.take() {
            let _ = socket.close();
        }
        (inner.tries, inner.next_try, inner.asked) = (0, 0.0, None);
        drop(inner);
        self.look_after();
    }

    /// Says something, if there is a connection.
    pub(crate) fn say(&self, message: &ClientMessage) -> bool {
        let inner = self.0.borrow();
        let text = serde_json::to_string(message).expect("messages can be written");
        inner
            .socket
            .as_ref()
            .filter(|socket| socket.ready_state() == WebSocket::OPEN)
            .is_some_and(|socket| socket.send_with_str(&text).is_ok())
    }

    /// Something has happened that makes it worth looking at once: the network is back, or the page is seen again.
    fn poke(&self) {
        let mut inner = self.0.borrow_mut();
        if inner.socket.is_none() {
            inner.next_try = 0.0;
        } else if inner.asked.is_none() && browser::now() - inner.heard > 1_000.0 {
            inner.heard = browser::now() - QUIET;
        }
        drop(inner);
        self.look_after();
    }

    fn look_after(&self) {
        let now = browser::now();
        let mut inner = self.0.borrow_mut();
        if !inner.wanted {
            return;
        }
        match &inner.socket {
            None if now >= inner.next_try => {
                drop(inner);
                self.call();
            }
            None => {}
            Some(socket) if socket.ready_state() == WebSocket::OPEN => match inner.asked {
                Some(asked) if now - asked > ANSWER => {
                    drop(inner);
                    self.lose(None);
                }
                None if now - inner.heard >= QUIET => {
                    inner.asked = Some(now);
                    drop(inner);
                    self.say(&ClientMessage::Ping);
                }
                _ => {}
            },
            // It takes too long to come about.
            Some(_) if now - inner.heard > ANSWER => {
                drop(inner);
                self.lose(None);
            }
            Some(_) => {}
        }
    }

    fn call(&self) {
        let mut inner = self.0.borrow_mut();
        inner.call += 1;
        let call = inner.call;
        let Ok(socket) = WebSocket::new(&address()) else {
            drop(inner);
            return self.lose(None);
        };
        (inner.heard, inner.asked) = (browser::now(), None);
        let line = self.clone();
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if line.0.borrow().call == call {
                line.hear(&event.data().as_string().unwrap_or_default());
            }
        });
        socket.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        hear.forget();
        let line = self.clone();
        let closed = Closure::<dyn FnMut(Event)>::new(move |_| {
            if line.0.borrow().call == call {
                line.lose(None);
            }
        });
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        closed.forget();
        inner.socket = Some(socket);
    }

    fn hear(&self, words: &str) {
        let mut inner = self.0.borrow_mut();
        (inner.heard, inner.asked) = (browser::now(), None);
        let standing = inner.standing;
        // What this page does not understand comes from a server that is newer than it.
        let Ok(message) = serde_json::from_str::<ServerMessage>(words) else {
            return self.give_up(inner);
        };
        match &message {
            ServerMessage::Welcome { version, .. } if *version != VERSION => return self.give_up(inner),
            ServerMessage::Welcome { .. } => {
                inner.tries = 0;
                drop(inner);
                standing.set(Standing::Live);
            }
            ServerMessage::Closing(refusal) => {
                let reason = refusal.message.clone();
                drop(inner);
                self.lose(Some(reason));
            }
            _ => drop(inner),
        }
        let hear = self.0.borrow().hear.clone();
        hear(message);
    }

    /// Talking makes no sense until the page is loaded anew.
    fn give_up(&self, mut inner: std::cell::RefMut<'_, Inner>) {
        inner.wanted = false;
        inner.call += 1;
        if let Some(socket) = inner.socket.take() {
            let _ = socket.close();
        }
        let standing = inner.standing;
        drop(inner);
        standing.set(Standing::Outdated);
    }

    /// The connection is no more; it is called again before long.
    fn lose(&self, reason: Option<String>) {
        let mut inner = self.0.borrow_mut();
        if !inner.wanted {
            return;
        }
        inner.call += 1;
        if let Some(socket) = inner.socket.take() {
            let _ = socket.close();
        }
        inner.asked = None;
        // Not all at the same moment, where a server has many to come back to it.
        let wait = (SOON * 2f64.powi(inner.tries)).min(LATE) * (0.75 + js_sys::Math::random() / 2.0);
        inner.next_try = browser::now() + wait;
        inner.tries = (inner.tries + 1).min(10);
        let standing = inner.standing;
        drop(inner);
        // The first reason is the one that tells something.
        let known = matches!(standing.get_untracked(), Standing::Lost(Some(_))) && reason.is_none();
        if !known {
            standing.set(Standing::Lost(reason));
        }
    }
}

/// Where the server listens: beside the page.
fn address() -> String {
    let page = browser::address();
    let folder = page.rsplit_once('/').map_or(page.as_str(), |(folder, _)| folder);
    format!("ws{}/ws?v={VERSION}", folder.trim_start_matches("http"))
}

/// Does something whenever an event happens, as long as the page is there.
pub(super) fn listen(target: &web_sys::EventTarget, name: &str, then: impl Fn() + 'static) {
    let then = Closure::<dyn FnMut()>::new(then);
    let _ = target.add_event_listener_with_callback(name, then.as_ref().unchecked_ref());
    then.forget();
}

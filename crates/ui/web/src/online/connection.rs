//! The WebSocket connection: it reconnects after a loss and checks that the server responds.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use hexarium_wire::{ClientMessage, ServerMessage, VERSION};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{Event, MessageEvent, WebSocket};

use crate::browser;
use crate::messages::text;

/// The state of the connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ConnectionState {
    /// Not needed.
    Off,
    /// Connecting for the first time.
    Connecting,
    /// Connected.
    Connected,
    /// Lost, with the reason if it is known; reconnecting.
    Lost(Option<String>),
    /// The server has another version than this page.
    Outdated,
}

/// Milliseconds of silence before a ping, and the time limit of the response.
const PING_AFTER: f64 = 15_000.0;
const TIMEOUT: f64 = 10_000.0;

/// Milliseconds before another attempt: first and maximum.
const FIRST_DELAY: f64 = 500.0;
const MAX_DELAY: f64 = 10_000.0;

/// The interval of checks.
const CHECK_INTERVAL: Duration = Duration::from_millis(250);

/// A connection. Copies are the same connection.
#[derive(Clone)]
pub(crate) struct Connection(Rc<RefCell<Inner>>);

struct Inner {
    state: RwSignal<ConnectionState>,
    receive: Rc<dyn Fn(ServerMessage)>,
    is_wanted: bool,
    socket: Option<WebSocket>,
    /// Counts the attempts, so that messages of an earlier one are recognised.
    attempt: u32,
    /// The failed attempts in a row.
    failures: i32,
    next_attempt: f64,
    /// The time of the last message, or of the attempt.
    received: f64,
    /// The time of a ping without a response.
    pinged: Option<f64>,
}

impl Connection {
    /// A connection that is not open yet. Messages are passed on.
    pub(crate) fn new(state: RwSignal<ConnectionState>, receive: impl Fn(ServerMessage) + 'static) -> Self {
        let connection = Self(Rc::new(RefCell::new(Inner {
            state,
            receive: Rc::new(receive),
            is_wanted: false,
            socket: None,
            attempt: 0,
            failures: 0,
            next_attempt: 0.0,
            received: 0.0,
            pinged: None,
        })));
        let checked = connection.clone();
        let _ = set_interval_with_handle(move || checked.check(), CHECK_INTERVAL);
        for (target, name) in [(window().into(), "online"), (document().into(), "visibilitychange")] {
            let connection = connection.clone();
            listen(&target, name, move || connection.check_soon());
        }
        let offline = connection.clone();
        listen(&window().into(), "offline", move || offline.lose(Some(text().offline.to_string())));
        connection
    }

    /// Connects, and reconnects from now on.
    pub(crate) fn open(&self) {
        let mut inner = self.0.borrow_mut();
        if !inner.is_wanted {
            inner.is_wanted = true;
            inner.next_attempt = 0.0;
            let state = inner.state;
            drop(inner);
            state.set(ConnectionState::Connecting);
            self.check();
        }
    }

    /// Connects again, for another user.
    pub(crate) fn reconnect(&self) {
        let mut inner = self.0.borrow_mut();
        inner.attempt += 1;
        if let Some(socket) = inner.socket.take() {
            close(socket);
        }
        (inner.failures, inner.next_attempt, inner.pinged) = (0, 0.0, None);
        drop(inner);
        self.check();
    }

    /// Sends a message. Returns whether there is a connection.
    pub(crate) fn send(&self, message: &ClientMessage) -> bool {
        let inner = self.0.borrow();
        let text = serde_json::to_string(message).expect("messages can be written");
        inner
            .socket
            .as_ref()
            .filter(|socket| socket.ready_state() == WebSocket::OPEN)
            .is_some_and(|socket| socket.send_with_str(&text).is_ok())
    }

    /// Checks at once, because the network is back or the page is visible again.
    fn check_soon(&self) {
        let mut inner = self.0.borrow_mut();
        if inner.socket.is_none() {
            inner.next_attempt = 0.0;
        } else if inner.pinged.is_none() && browser::now() - inner.received > 1_000.0 {
            inner.received = browser::now() - PING_AFTER;
        }
        drop(inner);
        self.check();
    }

    fn check(&self) {
        let now = browser::now();
        let mut inner = self.0.borrow_mut();
        if !inner.is_wanted {
            return;
        }
        match &inner.socket {
            None if now >= inner.next_attempt => {
                drop(inner);
                self.attempt();
            }
            None => {}
            Some(socket) if socket.ready_state() == WebSocket::OPEN => match inner.pinged {
                Some(pinged) if now - pinged > TIMEOUT => {
                    drop(inner);
                    self.lose(None);
                }
                None if now - inner.received >= PING_AFTER => {
                    inner.pinged = Some(now);
                    drop(inner);
                    self.send(&ClientMessage::Ping);
                }
                _ => {}
            },
            // The attempt takes too long.
            Some(_) if now - inner.received > TIMEOUT => {
                drop(inner);
                self.lose(None);
            }
            Some(_) => {}
        }
    }

    fn attempt(&self) {
        let mut inner = self.0.borrow_mut();
        inner.attempt += 1;
        let attempt = inner.attempt;
        let Ok(socket) = WebSocket::new(&address()) else {
            drop(inner);
            return self.lose(None);
        };
        (inner.received, inner.pinged) = (browser::now(), None);
        let connection = self.clone();
        let receive = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if connection.0.borrow().attempt == attempt {
                connection.receive(&event.data().as_string().unwrap_or_default());
            }
        });
        socket.set_onmessage(Some(receive.as_ref().unchecked_ref()));
        receive.forget();
        let connection = self.clone();
        let closed = Closure::<dyn FnMut(Event)>::new(move |_| {
            if connection.0.borrow().attempt == attempt {
                connection.lose(None);
            }
        });
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        closed.forget();
        inner.socket = Some(socket);
    }

    fn receive(&self, text: &str) {
        let mut inner = self.0.borrow_mut();
        (inner.received, inner.pinged) = (browser::now(), None);
        let state = inner.state;
        // A message that this page cannot read comes from a newer server.
        let Ok(message) = serde_json::from_str::<ServerMessage>(text) else {
            return self.give_up(inner);
        };
        match &message {
            ServerMessage::Welcome { version, .. } if *version != VERSION => return self.give_up(inner),
            ServerMessage::Welcome { .. } => {
                inner.failures = 0;
                drop(inner);
                state.set(ConnectionState::Connected);
            }
            ServerMessage::Closing(error) => {
                let reason = error.message.clone();
                drop(inner);
                self.lose(Some(reason));
            }
            _ => drop(inner),
        }
        let receive = self.0.borrow().receive.clone();
        receive(message);
    }

    /// Closes the connection until the page is reloaded.
    fn give_up(&self, mut inner: std::cell::RefMut<'_, Inner>) {
        inner.is_wanted = false;
        inner.attempt += 1;
        if let Some(socket) = inner.socket.take() {
            close(socket);
        }
        let state = inner.state;
        drop(inner);
        state.set(ConnectionState::Outdated);
    }

    /// Notes that the connection is lost, and plans the next attempt.
    fn lose(&self, reason: Option<String>) {
        let mut inner = self.0.borrow_mut();
        if !inner.is_wanted {
            return;
        }
        inner.attempt += 1;
        if let Some(socket) = inner.socket.take() {
            close(socket);
        }
        inner.pinged = None;
        // Random delays, so that not all clients of a server return at once.
        let wait = (FIRST_DELAY * 2f64.powi(inner.failures)).min(MAX_DELAY) * (0.75 + js_sys::Math::random() / 2.0);
        inner.next_attempt = browser::now() + wait;
        inner.failures = (inner.failures + 1).min(10);
        let state = inner.state;
        drop(inner);
        // The first reason is the most specific one.
        let known = matches!(state.get_untracked(), ConnectionState::Lost(Some(_))) && reason.is_none();
        if !known {
            state.set(ConnectionState::Lost(reason));
        }
    }
}

/// Closes a socket. One that is still connecting is closed as soon as it is connected, because
/// browsers report an earlier close as an error.
fn close(socket: WebSocket) {
    if socket.ready_state() != WebSocket::CONNECTING {
        let _ = socket.close();
        return;
    }
    let connected = socket.clone();
    let close = Closure::once_into_js(move || _ = connected.close());
    socket.set_onopen(Some(close.unchecked_ref()));
}

/// The address of the WebSocket, beside the page.
fn address() -> String {
    let page = browser::address();
    let folder = page.rsplit_once('/').map_or(page.as_str(), |(folder, _)| folder);
    format!("ws{}/ws?v={VERSION}", folder.trim_start_matches("http"))
}

/// Calls a function on an event.
pub(super) fn listen(target: &web_sys::EventTarget, name: &str, then: impl Fn() + 'static) {
    let then = Closure::<dyn FnMut()>::new(then);
    let _ = target.add_event_listener_with_callback(name, then.as_ref().unchecked_ref());
    then.forget();
}

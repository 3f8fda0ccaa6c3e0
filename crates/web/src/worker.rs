//! The engine's side of the conversation: a session of the engine protocol, with the page as its driver.
//!
//! A message is a number, a line break, and lines of the protocol. The answer is the same number, a line break, and the answer to the
//! last line, or to the first that was refused. A line that is an order of the lab is answered by the lab. A search cannot hear the next message; whoever wants to stop it ends the worker.

use std::time::Duration;

use hexarium_games::registry::{self, GAMES};
use hexarium_kernel::{AnyGame, AnyMatch};
use hexarium_protocol::{Limit, Session, World};
use hexarium_search::{Opponent, Thinker, Thought};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::browser::now;
use crate::lab;

/// Begins to answer.
pub(crate) fn start() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let opener = |text: &str| registry::open(text, &[]);
    let game = opener(GAMES[0].id).expect("every game opens under its own id");
    let mut session = Session::new(opener, game).with_world(Box::new(Here));
    let answering = scope.clone();
    let listen = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        let (number, lines) = text.split_once('\n').unwrap_or((&text, ""));
        let answer = lab::carry_out(lines).unwrap_or_else(|| converse(&mut session, lines));
        // A page that is gone needs no answer.
        let _ = answering.post_message(&format!("{number}\n{answer}").into());
    });
    scope.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    listen.forget();
    let _ = scope.post_message(&"ready".into());
}

/// The answer to the last line, or to the first that was refused.
fn converse(session: &mut Session, lines: &str) -> String {
    let mut last = String::new();
    for line in lines.lines() {
        SAID.with_borrow_mut(String::clear);
        let answer = session.line(line).text;
        last = SAID.with_borrow(|said| format!("{said}{answer}"));
        if last.starts_with('?') {
            break;
        }
    }
    last
}

thread_local! {
    /// The parts of the answer under way that were said before its end.
    static SAID: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
}

/// The world of a worker: a clock, and nobody who interrupts.
struct Here;

impl World for Here {
    fn thinker(&self, game: &dyn AnyGame) -> Box<dyn Thinker> {
        hexarium_minds::thinker(game)
    }

    fn think(
        &mut self,
        thinker: &mut dyn Thinker,
        game: &dyn AnyMatch,
        opponent: &Opponent,
        limit: Limit,
    ) -> (Thought, Duration) {
        let start = now();
        let end = limit.time.map(|time| start + time.as_secs_f64() * 1000.0);
        let thought = thinker.think(game, opponent, &mut |_| end.is_none_or(|end| now() < end));
        (thought, Duration::from_secs_f64((now() - start).max(0.0) / 1000.0))
    }

    /// An analysis ends after each report: the page asks again as long as it wants to know.
    fn interrupted(&mut self) -> bool {
        true
    }

    fn rest(&mut self, _: Duration) {}

    fn say(&mut self, text: &str) {
        SAID.with_borrow_mut(|said| said.push_str(text));
    }
}

//! The engine's side of the conversation: a session of the engine protocol, with the page as its driver.
//!
//! A message is a number, a line break, and lines of the protocol. The answer is the same number, a line break, and the answer to the
//! last line, or to the first that was refused. A line that is an order of the lab is answered by the lab. A search cannot hear the next message; whoever wants to stop it ends the worker.

use std::time::Duration;

use hexarium_games::registry::{GAMES, Games};
use hexarium_gtp::{EngineHost, Limit, Session};
use hexarium_kernel::{AnyGame, AnyMatch, GameCatalog};
use hexarium_search::{Analysis, Engine, Opponent};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::browser::now;
use crate::lab;

/// Begins to answer.
pub(crate) fn start() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let game = Games.open(GAMES[0].id).expect("every game opens under its own id");
    let mut session = Session::new(&Games, game).with_host(Box::new(Here));
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

impl EngineHost for Here {
    fn engine(&self, game: &dyn AnyGame) -> Box<dyn Engine> {
        hexarium_engines::engine(game)
    }

    fn think(
        &mut self,
        engine: &mut dyn Engine,
        game: &dyn AnyMatch,
        opponent: &Opponent,
        limit: Limit,
    ) -> (Analysis, Duration) {
        let start = now();
        let end = limit.time.map(|time| start + time.as_secs_f64() * 1000.0);
        let analysis = engine.think(game, opponent, &mut |_| end.is_none_or(|end| now() < end));
        (analysis, Duration::from_secs_f64((now() - start).max(0.0) / 1000.0))
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

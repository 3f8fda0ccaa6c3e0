//! The page's side of the conversation with the engine in its worker.

use std::cell::RefCell;
use std::rc::Rc;

use hexarium_kernel::{AnyGame, Player};
use hexarium_search::Proof;
use wasm_bindgen::prelude::*;
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::messages::text;

/// Where a game stands, as the engine is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    pub(crate) game: String,
    pub(crate) setup: Option<String>,
    /// Who acted, in the words of the protocol, and what.
    pub(crate) actions: Vec<(String, String)>,
}

/// What the engine thinks of an action.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Idea {
    pub(crate) action: String,
    pub(crate) visits: u64,
    /// The chance to win of the player who makes it.
    pub(crate) win: f32,
    pub(crate) proof: Option<Proof>,
    pub(crate) pv: Vec<String>,
}

/// What is done with an answer: its text, or why there is none.
type Then = Box<dyn FnOnce(Result<String, String>)>;

/// An engine. Copies are the same engine.
#[derive(Clone, Default)]
pub(crate) struct Engine(Rc<RefCell<Inner>>);

#[derive(Default)]
struct Inner {
    worker: Option<Worker>,
    /// Whether the worker listens. What is said before that would be lost, so it waits.
    listens: bool,
    unsaid: Option<String>,
    /// What the engine was told last; nothing after a start or a refusal.
    told: Option<Standing>,
    asked: u64,
    waiting: Option<(u64, Then)>,
}

impl Engine {
    /// Asks for an action of a level.
    pub(crate) fn choose(
        &self,
        at: &Standing,
        player: &str,
        level: u8,
        then: impl FnOnce(Result<String, String>) + 'static,
    ) {
        self.ask(at, &format!("hexarium-level {level}\nreg_genmove {player}"), Box::new(then));
    }

    /// Asks what it thinks, after so many hundredths of a second. What it found out before about this position it still knows.
    pub(crate) fn analyse(
        &self,
        at: &Standing,
        hundredths: u32,
        then: impl FnOnce(Result<Vec<Idea>, String>) + 'static,
    ) {
        let then =
            move |answer: Result<String, String>| then(answer.map(|text| text.lines().filter_map(idea).collect()));
        self.ask(at, &format!("hexarium-analyze {hundredths}"), Box::new(then));
    }

    /// Stops at once whatever it does. The question under way is never answered.
    pub(crate) fn stop(&self) {
        let mut inner = self.0.borrow_mut();
        if inner.waiting.take().is_none() {
            return;
        }
        inner.told = None;
        // A worker that has not begun yet need not be stopped.
        if inner.unsaid.take().is_none()
            && let Some(worker) = inner.worker.take()
        {
            worker.terminate();
            inner.listens = false;
        }
    }

    /// Has a game of an experiment played.
    pub(crate) fn play(&self, order: &str, then: impl FnOnce(Result<String, String>) + 'static) {
        self.send(|_| order.to_string(), Box::new(then));
    }

    fn ask(&self, at: &Standing, question: &str, then: Then) {
        let lines = |inner: &mut Inner| {
            let mut lines = route(inner.told.as_ref(), at);
            lines.push(question.to_string());
            inner.told = Some(at.clone());
            lines.join("\n")
        };
        self.send(lines, then);
    }

    fn send(&self, lines: impl FnOnce(&mut Inner) -> String, then: Then) {
        self.stop();
        let worker = match self.worker() {
            Ok(worker) => worker,
            Err(problem) => return then(Err(problem)),
        };
        let mut inner = self.0.borrow_mut();
        let lines = lines(&mut inner);
        inner.asked += 1;
        let number = inner.asked;
        inner.waiting = Some((number, then));
        let message = format!("{number}\n{lines}");
        if inner.listens {
            drop(inner);
            say(&worker, &message);
        } else {
            inner.unsaid = Some(message);
        }
    }

    fn worker(&self) -> Result<Worker, String> {
        if let Some(worker) = &self.0.borrow().worker {
            return Ok(worker.clone());
        }
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker =
            Worker::new_with_options("./worker.js", &options).map_err(|_| text().engine_blocked.to_string())?;
        let engine = self.clone();
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            match text.split_once('\n') {
                Some((number, answer)) => engine.answer(number, understood(answer)),
                None => engine.listen(),
            }
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        hear.forget();
        let engine = self.clone();
        let broken = Closure::<dyn FnMut(Event)>::new(move |_| {
            let waiting = {
                let mut inner = engine.0.borrow_mut();
                inner.told = None;
                inner.worker = None;
                inner.listens = false;
                inner.unsaid = None;
                inner.waiting.take()
            };
            if let Some((_, then)) = waiting {
                then(Err(text().engine_broken.to_string()));
            }
        });
        worker.set_onerror(Some(broken.as_ref().unchecked_ref()));
        broken.forget();
        self.0.borrow_mut().worker = Some(worker.clone());
        Ok(worker)
    }

    /// The worker is ready: it is told what has waited for that.
    fn listen(&self) {
        let mut inner = self.0.borrow_mut();
        inner.listens = true;
        let unsaid = inner.unsaid.take();
        if let (Some(worker), Some(message)) = (&inner.worker, unsaid) {
            say(worker, &message);
        }
    }

    fn answer(&self, number: &str, answer: Result<String, String>) {
        let mut inner = self.0.borrow_mut();
        if answer.is_err() {
            inner.told = None;
        }
        let waiting = inner.waiting.take_if(|(asked, _)| asked.to_string() == number);
        drop(inner);
        if let Some((_, then)) = waiting {
            then(answer);
        }
    }
}

/// Says something to a worker; plain text can always be said.
fn say(worker: &Worker, message: &str) {
    let _ = worker.post_message(&message.into());
}

/// The word of a player in the protocol.
pub(crate) fn colour(game: &dyn AnyGame, player: Player) -> String {
    game.player_name(player).to_lowercase()
}

/// The lines that bring the engine from what it was told to a standing.
fn route(told: Option<&Standing>, at: &Standing) -> Vec<String> {
    let play = |(player, action): &(String, String)| format!("play {player} {action}");
    if let Some(told) = told.filter(|told| told.game == at.game && told.setup == at.setup) {
        let shared = told.actions.iter().zip(&at.actions).take_while(|(a, b)| a == b).count();
        let undos = (shared..told.actions.len()).map(|_| "undo".to_string());
        return undos.chain(at.actions[shared..].iter().map(play)).collect();
    }
    let mut lines = vec![format!("hexarium-game {}", at.game)];
    lines.extend(at.setup.iter().map(|position| format!("hexarium-position {position}")));
    lines.extend(at.actions.iter().map(play));
    lines
}

/// The text of an answer, or why it was refused.
fn understood(answer: &str) -> Result<String, String> {
    let text = answer.trim();
    match text.strip_prefix('=') {
        Some(text) => Ok(text.trim().to_string()),
        None => Err(text.trim_start_matches('?').trim().to_string()),
    }
}

/// An idea from a line of an analysis.
fn idea(line: &str) -> Option<Idea> {
    let mut words = line.split_whitespace();
    let mut idea = Idea { action: String::new(), visits: 0, win: 0.5, proof: None, pv: Vec::new() };
    while let Some(word) = words.next() {
        match word {
            "info" => {}
            "move" => idea.action = words.next()?.to_string(),
            "visits" => idea.visits = words.next()?.parse().ok()?,
            "winrate" => idea.win = words.next()?.parse().ok()?,
            "proven" => {
                idea.proof = Some(match words.next()? {
                    "win" => Proof::Win,
                    "loss" => Proof::Loss,
                    _ => Proof::Draw,
                });
            }
            "pv" => idea.pv = words.by_ref().map(str::to_string).collect(),
            _ => return None,
        }
    }
    (!idea.action.is_empty()).then_some(idea)
}

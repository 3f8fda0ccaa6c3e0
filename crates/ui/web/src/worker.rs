//! The worker: searches for the page. A search cannot receive messages; to stop it the page ends
//! the worker.

use hexarium_kernel::AnyMatch;
use hexarium_search::{Analysis, Engine, Opponent};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::browser::now;
use crate::games;
use crate::lab;
use crate::worker_messages::{Effort, Job, JobResult, WorkerMessage, WorkerRequest};

/// Accepts requests.
pub(crate) fn start() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let mut last = None;
    let sender = scope.clone();
    let receive = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let message = event.data().as_string().unwrap_or_default();
        let Ok(WorkerRequest { id, job }) = serde_json::from_str(&message) else { return };
        let result = match job {
            Job::Search { game, setup, actions, effort } => {
                search(&mut last, game, setup, &actions, effort).map(|analysis| JobResult::Analysis(analysis.into()))
            }
            Job::LabGame { game, level, number } => Ok(JobResult::LabGame(lab::play_game(&game, level, number))),
        };
        post(&sender, &WorkerMessage::Response { id, result });
    });
    scope.set_onmessage(Some(receive.as_ref().unchecked_ref()));
    receive.forget();
    post(&scope, &WorkerMessage::Ready);
}

fn post(scope: &DedicatedWorkerGlobalScope, message: &WorkerMessage) {
    let text = serde_json::to_string(message).expect("messages can be written");
    // A page that is gone needs no response.
    let _ = scope.post_message(&text.into());
}

/// A match with the engine that searches it. The engine keeps its tree between searches.
struct Searched {
    game: String,
    setup: Option<String>,
    actions: Vec<String>,
    state: Box<dyn AnyMatch>,
    engine: Box<dyn Engine>,
}

fn search(
    last: &mut Option<Searched>,
    game: String,
    setup: Option<String>,
    actions: &[String],
    effort: Effort,
) -> Result<Analysis, String> {
    let mut searched = match last.take().filter(|last| last.game == game && last.setup == setup) {
        Some(searched) => searched,
        None => open(game, setup)?,
    };
    let shared = searched.actions.iter().zip(actions).take_while(|(a, b)| a == b).count();
    for _ in shared..searched.actions.len() {
        searched.state.undo();
    }
    searched.actions.truncate(shared);
    for action in &actions[shared..] {
        searched.state.play(action).map_err(|e| e.to_string())?;
        searched.actions.push(action.clone());
    }
    let (opponent, end) = match effort {
        Effort::Level(level) => (Opponent::level(level), None),
        Effort::Nodes(nodes) => (Opponent { effort: hexarium_search::Effort::Nodes(nodes), ..Opponent::ENDLESS }, None),
        Effort::Millis(millis) => (Opponent::ENDLESS, Some(now() + f64::from(millis))),
    };
    let mut condition = |_| end.is_none_or(|end| now() < end);
    let analysis = searched.engine.think(&*searched.state, &opponent, &mut condition);
    *last = Some(searched);
    Ok(analysis)
}

fn open(game: String, setup: Option<String>) -> Result<Searched, String> {
    let opened = games().open_stored(&game).map_err(|e| e.to_string())?;
    let state = match &setup {
        Some(position) => opened.at_position(position).map_err(|e| e.to_string())?,
        None => opened.start(),
    };
    let engine = hexarium_engines::engine(&*opened);
    Ok(Searched { game, setup, actions: Vec::new(), state, engine })
}

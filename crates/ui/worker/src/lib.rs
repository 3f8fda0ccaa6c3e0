//! The engines of the app, in a web worker.
//!
//! They are a module of their own, so that the page is small and shown before they are loaded. The
//! page uses only the [messages](WorkerMessage).

mod lab;
mod messages;
mod puzzles;
mod search;

use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

pub use messages::{
    AnalysisMessage, Effort, Job, JobResult, LabResult, RefutationMessage, WorkerMessage, WorkerRequest,
};

/// Accepts requests of the page. A search cannot receive messages; to stop it the page ends the
/// worker.
pub fn start() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let mut last = None;
    let sender = scope.clone();
    let receive = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let message = event.data().as_string().unwrap_or_default();
        let Ok(WorkerRequest { id, job }) = serde_json::from_str(&message) else { return };
        let result = match job {
            Job::Search { game, setup, actions, effort } => search::search(&mut last, game, setup, &actions, effort)
                .map(|analysis| JobResult::Analysis(analysis.into())),
            Job::LabGame { game, level, number } => Ok(JobResult::LabGame(lab::play_game(&game, level, number))),
            Job::Refute { puzzle, turn } => puzzles::refute(&puzzle, &turn).map(JobResult::Refutation),
            Job::Solve { puzzle } => puzzles::solve(&puzzle).map(JobResult::Solution),
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

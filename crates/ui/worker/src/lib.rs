//! The engines of the app, in a web worker.
//!
//! They are a module of their own, so that the page is small and shown before they are loaded. The
//! page uses only the [messages](WorkerMessage).

mod lab;
mod messages;
mod networks;
mod puzzles;
mod search;

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

pub use messages::{
    AnalysisMessage, Effort, Job, JobResult, LabResult, RefutationMessage, WorkerMessage, WorkerRequest,
};
use search::Searched;

/// Accepts requests of the page. A search cannot receive messages; to stop it the page ends the
/// worker.
pub fn start() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let last = Rc::new(RefCell::new(None));
    let sender = scope.clone();
    let receive = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let message = event.data().as_string().unwrap_or_default();
        let Ok(WorkerRequest { id, job }) = serde_json::from_str(&message) else { return };
        let (last, sender) = (last.clone(), sender.clone());
        spawn_local(async move {
            let result = run(job, &last).await;
            post(&sender, &WorkerMessage::Response { id, result });
        });
    });
    scope.set_onmessage(Some(receive.as_ref().unchecked_ref()));
    receive.forget();
    post(&scope, &WorkerMessage::Ready);
}

/// Does a job. The page sends the next one when it has the response.
async fn run(job: Job, last: &RefCell<Option<Searched>>) -> Result<JobResult, String> {
    match job {
        Job::Search { game, setup, actions, effort } => {
            let warning = match networks::load(&game).await {
                Ok(is_new) => {
                    // An engine keeps the network that it was created with.
                    last.borrow_mut().take_if(|_| is_new);
                    None
                }
                Err(problem) => Some(problem),
            };
            let analysis = search::search(&mut last.borrow_mut(), game, setup, &actions, effort)?;
            Ok(JobResult::Analysis { analysis: analysis.into(), warning })
        }
        Job::LabGame { game, level, number } => {
            // Without its network a level would differ from the same level elsewhere.
            networks::load(&game).await?;
            Ok(JobResult::LabGame(lab::play_game(&game, level, number)))
        }
        Job::Refute { puzzle, turn } => puzzles::refute(&puzzle, &turn).map(JobResult::Refutation),
        Job::Solve { puzzle } => puzzles::solve(&puzzle).map(JobResult::Solution),
    }
}

fn post(scope: &DedicatedWorkerGlobalScope, message: &WorkerMessage) {
    let text = serde_json::to_string(message).expect("messages can be written");
    // A page that is gone needs no response.
    let _ = scope.post_message(&text.into());
}

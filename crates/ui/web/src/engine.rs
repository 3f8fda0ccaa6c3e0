//! The page's side of the engine worker.

use std::cell::RefCell;
use std::rc::Rc;

use hexarium_search::Analysis;
use hexarium_session::{SearchRequest, SearchTask};
use hexarium_worker::{Effort, Job, JobResult, WorkerMessage, WorkerRequest};
use wasm_bindgen::prelude::*;
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::messages::text;

/// Milliseconds of a report, a hint and a position of the graph.
const REPORT: u32 = 150;
const HINT: u32 = 600;
const EVALUATE: u32 = 200;

/// The callback of a job.
type Then = Box<dyn FnOnce(Result<JobResult, String>)>;

/// A worker with an engine, started on first use or ahead of it. Copies are the same worker.
#[derive(Clone, Default)]
pub(crate) struct EngineWorker(Rc<RefCell<Inner>>);

#[derive(Default)]
struct Inner {
    worker: Option<Worker>,
    is_ready: bool,
    /// The request that waits until the worker is ready.
    unsent: Option<String>,
    requests: u64,
    /// The job under way.
    job: Option<(u64, Then)>,
}

impl EngineWorker {
    /// Starts a search; a search under way is stopped. The callback receives the number of the
    /// request, the result, and the reason why the search had no network, if that was a failure.
    pub(crate) fn search(
        &self,
        request: SearchRequest,
        then: impl FnOnce(u64, Result<Analysis, String>, Option<String>) + 'static,
    ) {
        let SearchRequest { id, task, game, setup, state, .. } = request;
        let effort = match task {
            SearchTask::Move(level) => Effort::Level(level),
            SearchTask::Hint => Effort::Millis(HINT),
            SearchTask::Report => Effort::Millis(REPORT),
            SearchTask::Evaluate => Effort::Review(EVALUATE),
        };
        let job = Job::Search { game, setup, actions: state.line(), effort };
        let then = move |result: Result<JobResult, String>| {
            let (analysis, warning) = match result {
                Ok(JobResult::Analysis { analysis, warning }) => (Ok(analysis.into()), warning),
                Ok(_) => (Err(text().engine_broken.to_string()), None),
                Err(problem) => (Err(problem), None),
            };
            then(id, analysis, warning);
        };
        self.start(job, Box::new(then));
    }

    /// Starts the worker, so that its first job need not wait for it.
    pub(crate) fn prepare(&self) {
        // A failure is reported by the job that needs the worker.
        let _ = self.worker();
    }

    /// Stops the job under way at once; its callback is not called.
    pub(crate) fn stop(&self) {
        let mut inner = self.0.borrow_mut();
        if inner.job.take().is_none() {
            return;
        }
        // A search cannot receive messages. A worker that has not begun need not be stopped.
        if inner.unsent.take().is_none()
            && let Some(worker) = inner.worker.take()
        {
            worker.terminate();
            inner.is_ready = false;
        }
    }

    /// Starts a job; a job under way is stopped.
    pub(crate) fn start(&self, job: Job, then: Then) {
        self.stop();
        let worker = match self.worker() {
            Ok(worker) => worker,
            Err(problem) => return then(Err(problem)),
        };
        let mut inner = self.0.borrow_mut();
        inner.requests += 1;
        let id = inner.requests;
        inner.job = Some((id, then));
        let message = serde_json::to_string(&WorkerRequest { id, job }).expect("requests can be written");
        if inner.is_ready {
            drop(inner);
            post(&worker, &message);
        } else {
            inner.unsent = Some(message);
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
        let receive = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let message = event.data().as_string().unwrap_or_default();
            match serde_json::from_str(&message) {
                Ok(WorkerMessage::Ready) => engine.send_waiting(),
                Ok(WorkerMessage::Response { id, result }) => engine.finish(id, result),
                Err(_) => {}
            }
        });
        worker.set_onmessage(Some(receive.as_ref().unchecked_ref()));
        receive.forget();
        let engine = self.clone();
        let fail = Closure::<dyn FnMut(Event)>::new(move |_| {
            let job = {
                let mut inner = engine.0.borrow_mut();
                (inner.worker, inner.is_ready, inner.unsent) = (None, false, None);
                inner.job.take()
            };
            if let Some((_, then)) = job {
                then(Err(text().engine_broken.to_string()));
            }
        });
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        fail.forget();
        self.0.borrow_mut().worker = Some(worker.clone());
        Ok(worker)
    }

    fn send_waiting(&self) {
        let mut inner = self.0.borrow_mut();
        inner.is_ready = true;
        let unsent = inner.unsent.take();
        if let (Some(worker), Some(message)) = (&inner.worker, unsent) {
            post(worker, &message);
        }
    }

    fn finish(&self, id: u64, result: Result<JobResult, String>) {
        let job = self.0.borrow_mut().job.take_if(|(job, _)| *job == id);
        if let Some((_, then)) = job {
            then(result);
        }
    }
}

/// Posts a text, which can always be copied to the worker.
fn post(worker: &Worker, message: &str) {
    let _ = worker.post_message(&message.into());
}

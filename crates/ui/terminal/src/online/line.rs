//! The line to a server: threads of its own, requests in, news out.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use hexarium_client::{Client, ClientError, GameSubscription};
use hexarium_games::registry::Games;
use hexarium_wire::http::{Lobby, Me};
use hexarium_wire::{GameCommand, ServerMessage};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

use super::seen::Around;
use super::{News, Request, Seen};
use crate::Server;
use crate::clock::now;

/// How often the list of games is asked for.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// How often it is asked whether the server is still there: a connection can be dead and say nothing.
const CHECK_EVERY: Duration = Duration::from_secs(10);

/// How long it is waited before another attempt, at first and at most.
const WAIT: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(5));

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(15);

type Tell = Arc<dyn Fn(News) + Send + Sync>;

/// A line to a server. It hangs up when it is dropped.
pub(crate) struct Line {
    requests: UnboundedSender<Request>,
    /// Kept alive, and ended with the line without waiting for anything.
    runtime: Option<Runtime>,
    /// What one is called there.
    pub(crate) name: String,
}

impl Line {
    /// Calls a server. The problem, if there is one, is for people.
    pub(crate) fn open(server: &Server, tell: impl Fn(News) + Send + Sync + 'static) -> Result<Self, String> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(|e| e.to_string())?;
        let mut client = match &server.token {
            Some(token) => Client::with_token(&server.address, token)?,
            None => Client::new(&server.address)?,
        };
        let greeting = async {
            match &server.token {
                Some(_) => client.get::<Me>("/api/v2/me").await,
                None => client.create_guest(&server.name).await,
            }
        };
        let greeting = async { tokio::time::timeout(PATIENCE, greeting).await };
        let me = match runtime.block_on(greeting) {
            Ok(me) => me.map_err(|e| e.to_string())?,
            Err(_) => return Err(format!("{} does not answer", server.address)),
        };
        let name = me.user.ok_or("this token is nobody's")?.name;
        let (requests, inbox) = unbounded_channel();
        let caller = Caller { client, tell: Arc::new(tell), keys: Arc::new(AtomicU32::new(0)) };
        runtime.spawn(caller.serve(inbox));
        Ok(Self { requests, runtime: Some(runtime), name })
    }

    /// Asks for something.
    pub(crate) fn ask(&self, request: Request) {
        // The other end lives as long as this one.
        let _ = self.requests.send(request);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Who carries requests out.
#[derive(Clone)]
struct Caller {
    client: Client,
    tell: Tell,
    /// Counts what was sent.
    keys: Arc<AtomicU32>,
}

impl Caller {
    async fn serve(self, mut inbox: UnboundedReceiver<Request>) {
        let mut following: Option<JoinHandle<()>> = None;
        let mut in_lobby = true;
        let mut look = tokio::time::interval(LOOK_EVERY);
        loop {
            tokio::select! {
                _ = look.tick(), if in_lobby => self.look().await,
                request = inbox.recv() => {
                    let Some(request) = request else { return };
                    let visit = match request {
                        Request::Act { game, act } => {
                            tokio::spawn(self.clone().act(game, act));
                            continue;
                        }
                        Request::Lobby => None,
                        Request::Visit(id) => Some(id),
                        Request::Open(opening) => match self.client.create_game(&opening).await {
                            Ok(header) => Some(header.id),
                            Err(problem) => { self.fail(problem, false); continue }
                        },
                        Request::Join(id) => match self.client.send_command(&id, &self.key(), GameCommand::Join).await {
                            Ok(_) => Some(id),
                            Err(problem) => { self.fail(problem, false); continue }
                        },
                    };
                    if let Some(task) = following.take() {
                        task.abort();
                    }
                    in_lobby = visit.is_none();
                    match visit {
                        Some(id) => following = Some(tokio::spawn(self.clone().follow(id))),
                        None => look.reset_immediately(),
                    }
                }
            }
        }
    }

    /// Asks which games there are.
    async fn look(&self) {
        match self.client.get::<Lobby>("/api/v2/lobby").await {
            Ok(lobby) => (self.tell)(News::Lobby(Box::new(lobby))),
            Err(problem) => self.fail(problem, false),
        }
    }

    fn fail(&self, problem: ClientError, turn: bool) {
        (self.tell)(match problem {
            ClientError::Rejected(refusal) => News::Refused { message: refusal.message, turn },
            ClientError::Disconnected(reason) => News::Lost(reason),
        });
    }

    /// A word that this player has not used before: what is sent twice under one word counts once.
    fn key(&self) -> String {
        let number = self.keys.fetch_add(1, Ordering::SeqCst);
        format!("terminal-{:x}-{number}", now())
    }

    /// Does something in a game, until the server has taken or refused it.
    async fn act(self, game: String, act: GameCommand) {
        let (key, turn) = (self.key(), matches!(act, GameCommand::Turn { .. }));
        let mut wait = WAIT.0;
        loop {
            let sent = tokio::time::timeout(PATIENCE, self.client.send_command(&game, &key, act.clone()));
            match sent.await.unwrap_or_else(|_| Err(ClientError::Disconnected("it does not answer".to_string()))) {
                Ok(_) => return,
                Err(problem @ ClientError::Rejected(_)) => return self.fail(problem, turn),
                Err(problem) => self.fail(problem, turn),
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(WAIT.1);
        }
    }

    /// Tells how a game stands whenever that changes, through every loss of the connection.
    async fn follow(self, id: String) {
        let mut follower = GameSubscription::new(self.client.clone(), &id, &Games);
        let mut around = Around::default();
        let mut wait = WAIT.0;
        let mut lost = false;
        loop {
            match self.step(&mut follower).await {
                Ok(said) => {
                    if std::mem::take(&mut lost) {
                        (self.tell)(News::Back);
                    }
                    wait = WAIT.0;
                    match said {
                        ServerMessage::Welcome { now: theirs, .. } | ServerMessage::Pong { now: theirs } => {
                            around.ahead = theirs - now();
                        }
                        ServerMessage::Snapshot(visit) => {
                            around = Around { people: visit.users, away: visit.away, ahead: visit.now - now() };
                        }
                        ServerMessage::Presence { away, .. } => around.away = away,
                        ServerMessage::Rejected { message, .. } => {
                            return (self.tell)(News::Refused { message, turn: false });
                        }
                        ServerMessage::Closing(refusal) => {
                            lost = true;
                            (self.tell)(News::Lost(refusal.message));
                        }
                        _ => {}
                    }
                    if let Some(room) = follower.room() {
                        (self.tell)(News::Game(Box::new(Seen::of(room, follower.side(), &around, now()))));
                    }
                }
                Err(ClientError::Rejected(refusal)) => {
                    return (self.tell)(News::Refused { message: refusal.message, turn: false });
                }
                Err(ClientError::Disconnected(reason)) => {
                    lost = true;
                    (self.tell)(News::Lost(reason));
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(WAIT.1);
                }
            }
        }
    }

    /// What the server says next. While it says nothing, it is asked now and then whether it is there.
    async fn step(&self, follower: &mut GameSubscription) -> Result<ServerMessage, ClientError> {
        let gone = {
            let step = follower.next();
            tokio::pin!(step);
            loop {
                tokio::select! {
                    said = &mut step => return said,
                    () = tokio::time::sleep(CHECK_EVERY) => {
                        let check = tokio::time::timeout(CHECK_EVERY, self.client.get_text("/healthz"));
                        match check.await {
                            Ok(Ok(_)) => {}
                            Ok(Err(problem)) => break problem,
                            Err(_) => break ClientError::Disconnected("it does not answer".to_string()),
                        }
                    }
                }
            }
        };
        follower.reconnect(self.client.server());
        Err(gone)
    }
}

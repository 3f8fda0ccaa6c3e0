//! The connection to a server: tasks on threads of their own, requests in, events out.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use hexarium_client::{Client, ClientError, Connection};
use hexarium_wire::http::{Lobby, Me};
use hexarium_wire::{ClientMessage, GameCommand, Millis, ServerMessage};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

use super::{Request, ServerEvent};
use crate::ServerOptions;
use crate::app::App;

/// The interval between requests for the list of games.
const LOBBY_INTERVAL: Duration = Duration::from_secs(2);

/// The time without messages before a ping, and the time limit of its response.
const PING_INTERVAL: Duration = Duration::from_secs(10);

/// The delay before another attempt: first and maximum.
const DELAY: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(5));

/// The time limit of a request.
const TIMEOUT: Duration = Duration::from_secs(15);

type Send = Arc<dyn Fn(ServerEvent) + std::marker::Send + Sync>;

/// A connection to a server. It ends when it is dropped.
pub(crate) struct ServerConnection {
    requests: UnboundedSender<Request>,
    /// Shut down with the connection, without waiting for its tasks.
    runtime: Option<Runtime>,
}

impl ServerConnection {
    /// Signs in to a server and takes the app online; `announces_lists` is for
    /// [`App::go_online`].
    pub(crate) fn open(
        server: &ServerOptions,
        app: &mut App,
        announces_lists: bool,
        send: impl Fn(ServerEvent) + std::marker::Send + Sync + 'static,
    ) -> Result<Self, String> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(|e| e.to_string())?;
        let mut client = match &server.token {
            Some(token) => Client::with_token(&server.address, token)?,
            None => Client::new(&server.address)?,
        };
        let sign_in = async {
            match &server.token {
                Some(_) => client.get::<Me>("/api/v2/me").await,
                None => client.create_guest(&server.name).await,
            }
        };
        let sign_in = async { tokio::time::timeout(TIMEOUT, sign_in).await };
        let me = match runtime.block_on(sign_in) {
            Ok(me) => me.map_err(|e| e.to_string())?,
            Err(_) => return Err(format!("{} does not respond", server.address)),
        };
        let user = me.user.ok_or("The token is not valid.")?;
        app.go_online(&user.id, &user.name, &server.address, announces_lists);
        let (requests, inbox) = unbounded_channel();
        let tasks = Tasks { client, send: Arc::new(send) };
        runtime.spawn(tasks.serve(inbox));
        Ok(Self { requests, runtime: Some(runtime) })
    }

    /// Sends a request.
    pub(crate) fn send(&self, request: Request) {
        // The receiver lives as long as the connection.
        let _ = self.requests.send(request);
    }
}

impl Drop for ServerConnection {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// A key that this client has not used before.
pub(crate) fn new_key() -> String {
    static KEYS: AtomicU32 = AtomicU32::new(0);
    format!("terminal-{:x}-{}-{}", now(), std::process::id(), KEYS.fetch_add(1, Ordering::SeqCst))
}

/// The time of this machine.
pub(crate) fn now() -> Millis {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as Millis)
}

#[derive(Clone)]
struct Tasks {
    client: Client,
    send: Send,
}

impl Tasks {
    async fn serve(self, mut inbox: UnboundedReceiver<Request>) {
        let mut game: Option<(UnboundedSender<ClientMessage>, JoinHandle<()>)> = None;
        let mut in_lobby = true;
        let mut interval = tokio::time::interval(LOBBY_INTERVAL);
        loop {
            let request = tokio::select! {
                _ = interval.tick(), if in_lobby => {
                    self.list_games().await;
                    continue;
                }
                request = inbox.recv() => request,
            };
            let entered = match request {
                None => return,
                Some(Request::Send(message)) => {
                    if let Some((messages, _)) = &game {
                        let _ = messages.send(message);
                    }
                    continue;
                }
                Some(Request::Lobby) => None,
                Some(Request::Enter(id)) => Some(id),
                Some(Request::Create(new)) => match self.client.create_game(&new).await {
                    Ok(header) => Some(header.id),
                    Err(error) => {
                        self.fail(error);
                        continue;
                    }
                },
                Some(Request::Join(id)) => match self.client.send_command(&id, &new_key(), GameCommand::Join).await {
                    Ok(_) => Some(id),
                    Err(error) => {
                        self.fail(error);
                        continue;
                    }
                },
            };
            if let Some((_, task)) = game.take() {
                task.abort();
            }
            in_lobby = entered.is_none();
            match entered {
                Some(id) => {
                    (self.send)(ServerEvent::Entered(id));
                    let (messages, outbox) = unbounded_channel();
                    game = Some((messages, tokio::spawn(self.clone().follow(outbox))));
                }
                None => interval.reset_immediately(),
            }
        }
    }

    async fn list_games(&self) {
        match self.client.get::<Lobby>("/api/v2/lobby").await {
            Ok(lobby) => (self.send)(ServerEvent::Lobby(Box::new(lobby))),
            Err(error) => self.fail(error),
        }
    }

    fn fail(&self, error: ClientError) {
        (self.send)(match error {
            ClientError::Rejected(error) => ServerEvent::Rejected(error.message),
            ClientError::Disconnected(reason) => ServerEvent::Disconnected(reason),
        });
    }

    /// Forwards the messages of a game in both directions and reconnects after every loss.
    async fn follow(self, mut outbox: UnboundedReceiver<ClientMessage>) {
        let mut delay = DELAY.0;
        loop {
            let lost = match self.client.connect().await {
                Ok(connection) => {
                    (self.send)(ServerEvent::Connected);
                    delay = DELAY.0;
                    self.relay(connection, &mut outbox).await
                }
                Err(error) => error,
            };
            self.fail(lost);
            tokio::time::sleep(delay).await;
            delay = (delay * 2).min(DELAY.1);
        }
    }

    async fn relay(&self, mut connection: Connection, outbox: &mut UnboundedReceiver<ClientMessage>) -> ClientError {
        let mut is_pinged = false;
        loop {
            tokio::select! {
                message = connection.next() => match message {
                    Ok(message) => {
                        is_pinged = false;
                        let closing = match &message {
                            ServerMessage::Closing(error) => Some(error.message.clone()),
                            _ => None,
                        };
                        (self.send)(ServerEvent::Message(Box::new(message), now()));
                        if let Some(reason) = closing {
                            return ClientError::Disconnected(reason);
                        }
                    }
                    Err(error) => return error,
                },
                message = outbox.recv() => {
                    let Some(message) = message else { std::future::pending().await };
                    // After a loss the session sends commands without a response again.
                    if let Err(error) = connection.send(&message).await {
                        return error;
                    }
                }
                () = tokio::time::sleep(PING_INTERVAL) => {
                    // A dead connection does not always report an error.
                    if is_pinged {
                        return ClientError::Disconnected("the server does not respond".to_string());
                    }
                    is_pinged = true;
                    if let Err(error) = connection.send(&ClientMessage::Ping).await {
                        return error;
                    }
                }
            }
        }
    }
}

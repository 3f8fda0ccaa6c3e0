//! A client of a game that records everything in the history, and changes the node when one does
//! not respond.

use std::sync::Arc;
use std::time::Duration;

use hexarium_client::{Client, ClientError, Connection};
use hexarium_games::registry::Games;
use hexarium_kernel::Rng;
use hexarium_room::Room;
use hexarium_wire::{ApiError, ClientMessage, ErrorCode, GameCommand, GameSnapshot, ServerMessage};
use tokio::time::timeout;

use super::recorder::Recorder;
use crate::random_turn;

/// The time within which a node must respond. A ping is sent to one that is silent.
const RESPONSE: Duration = Duration::from_secs(2);

/// The pause before another attempt.
const AGAIN: Duration = Duration::from_millis(50);

/// The answer to one attempt of a command.
pub(super) enum Answer {
    /// It is the event of this number.
    Confirmed(u32),
    /// It was rejected.
    Rejected,
    /// There is no answer, or one that leaves the result open.
    None,
}

/// A player or spectator.
pub(super) struct GameClient {
    client: Client,
    /// The id of the user; none for spectators.
    user: Option<String>,
    nodes: Arc<Vec<String>>,
    pub(super) rng: Rng,
    recorder: Arc<Recorder>,
    /// The number of the observer in the history.
    observer: usize,
    game: String,
    connection: Option<Connection>,
    room: Option<Room>,
}

impl GameClient {
    pub(super) fn new(
        client: Client,
        user: Option<String>,
        game: &str,
        nodes: Arc<Vec<String>>,
        seed: u64,
        recorder: Arc<Recorder>,
    ) -> Self {
        let observer = recorder.observer();
        let game = game.to_string();
        let rng = Rng::new(seed);
        let mut new = Self { client, user, nodes, rng, recorder, observer, game, connection: None, room: None };
        new.change_node();
        new
    }

    /// Whether the game is known to be over.
    pub(super) fn is_over(&self) -> bool {
        self.room.as_ref().is_some_and(Room::is_over)
    }

    /// The number of turns of the game, as far as this client has seen it.
    pub(super) fn turns(&self) -> usize {
        self.room.as_ref().map_or(0, |room| room.turns().len())
    }

    /// Returns a random legal turn if this client is to move.
    pub(super) fn random_turn(&mut self) -> Option<GameCommand> {
        let (room, user) = (self.room.as_ref()?, self.user.as_ref()?);
        if room.to_move()? != room.side_of(user)? {
            return None;
        }
        let actions = random_turn(room.state(), &mut self.rng);
        Some(GameCommand::Turn { number: room.turns().len() as u32, actions })
    }

    /// Drops the connection and chooses a random node for the next one.
    fn change_node(&mut self) {
        let node = self.rng.below(self.nodes.len());
        self.client = self.client.at(&self.nodes[node]);
        self.connection = None;
    }

    /// Waits for a message and takes it. Connects if necessary. Changes the node if it does not
    /// respond.
    pub(super) async fn listen(&mut self) {
        if let Err(error) = self.receive(RESPONSE).await {
            self.failed(error).await;
        }
    }

    async fn failed(&mut self, error: ClientError) {
        if let ClientError::Rejected(error) = &error
            && !is_open(error)
        {
            self.recorder.problem(format!("game {}: subscription rejected: {error}", self.game));
        }
        self.change_node();
        tokio::time::sleep(AGAIN).await;
    }

    /// Returns the connection, after a subscription to the game.
    async fn connection(&mut self) -> Result<&mut Connection, ClientError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let since = self.room.as_ref().map_or(0, Room::seq);
                let connecting = async {
                    let mut connection = self.client.connect().await?;
                    connection.subscribe(&self.game, since).await?;
                    Ok(connection)
                };
                timeout(RESPONSE, connecting).await.unwrap_or_else(|_| Err(silent()))?
            }
        };
        Ok(self.connection.insert(connection))
    }

    /// Receives a message, if necessary after a ping.
    async fn receive(&mut self, limit: Duration) -> Result<ServerMessage, ClientError> {
        let connection = self.connection().await?;
        let message = match timeout(limit, connection.next()).await {
            Ok(message) => message?,
            Err(_) => {
                connection.send(&ClientMessage::Ping).await?;
                timeout(RESPONSE, connection.next()).await.unwrap_or_else(|_| Err(silent()))?
            }
        };
        self.take(&message)?;
        Ok(message)
    }

    fn take(&mut self, message: &ServerMessage) -> Result<(), ClientError> {
        match message {
            ServerMessage::Snapshot(snapshot) => self.take_snapshot(snapshot),
            ServerMessage::Event { game, entry } if *game == self.game => {
                // Events before the snapshot have been requested with it.
                let Some(room) = &mut self.room else { return Ok(()) };
                self.recorder.saw(self.observer, game, entry);
                if entry.seq == room.seq() + 1
                    && let Err(problem) = room.apply(entry.clone())
                {
                    self.recorder.problem(format!("game {game}: {problem}"));
                }
                Ok(())
            }
            ServerMessage::Closing(error) => Err(ClientError::Disconnected(error.message.clone())),
            ServerMessage::Rejected { key: None, code, message } => {
                Err(ClientError::Rejected(ApiError { code: *code, message: message.clone() }))
            }
            _ => Ok(()),
        }
    }

    fn take_snapshot(&mut self, snapshot: &GameSnapshot) -> Result<(), ClientError> {
        let room = match &mut self.room {
            Some(room) => room,
            none => none.insert(Room::new(snapshot.header.clone(), &Games).map_err(ClientError::Disconnected)?),
        };
        for entry in &snapshot.entries {
            self.recorder.saw(self.observer, &self.game, entry);
            if entry.seq == room.seq() + 1
                && let Err(problem) = room.apply(entry.clone())
            {
                self.recorder.problem(format!("game {}: {problem}", self.game));
            }
        }
        Ok(())
    }

    /// Makes one attempt of a command, over the live connection or by a request to a random node.
    pub(super) async fn attempt(&mut self, key: &str, command: &GameCommand) -> Answer {
        let id = (self.game.clone(), self.user.clone().unwrap_or_default(), key.to_string());
        let actions = match command {
            GameCommand::Turn { actions, .. } => Some(&actions[..]),
            _ => None,
        };
        self.recorder.sent(&id, actions);
        let answer = if self.rng.below(3) == 0 {
            let node = self.nodes[self.rng.below(self.nodes.len())].clone();
            let client = self.client.at(&node);
            let answer = client.send_command(&self.game, key, command.clone());
            timeout(RESPONSE, answer).await.unwrap_or_else(|_| Err(silent()))
        } else {
            self.send_live(key, command).await
        };
        match answer {
            Ok(seq) => {
                self.recorder.confirmed(&id, seq);
                Answer::Confirmed(seq)
            }
            Err(ClientError::Rejected(error)) if !is_open(&error) => {
                self.recorder.rejected(&id);
                Answer::Rejected
            }
            Err(error) => {
                self.recorder.unanswered(&id);
                self.failed(error).await;
                Answer::None
            }
        }
    }

    async fn send_live(&mut self, key: &str, command: &GameCommand) -> Result<u32, ClientError> {
        let game = self.game.clone();
        let connection = self.connection().await?;
        connection.send_command(&game, key, command.clone()).await?;
        let answered = async {
            loop {
                match self.receive(RESPONSE).await? {
                    ServerMessage::Confirmed { key: confirmed, seq } if confirmed == key => return Ok(seq),
                    ServerMessage::Rejected { key: Some(rejected), code, message } if rejected == key => {
                        return Err(ClientError::Rejected(ApiError { code, message }));
                    }
                    _ => {}
                }
            }
        };
        // A node that answers pings and not the command does not serve either.
        timeout(2 * RESPONSE, answered).await.unwrap_or_else(|_| Err(silent()))
    }
}

/// Whether an error leaves the result of a command open.
fn is_open(error: &ApiError) -> bool {
    error.code == ErrorCode::Internal
}

fn silent() -> ClientError {
    ClientError::Disconnected("no response".to_string())
}

//! A subscription to one game.

use hexarium_kernel::GameCatalog;
use hexarium_room::Room;
use hexarium_wire::{ApiError, Event, GameCommand, GameSnapshot, ServerMessage, Side};

use crate::{Client, ClientError, Connection};

/// A game that is followed over a WebSocket, as a player or spectator. It connects when needed, and
/// after a lost connection it fetches the events that it has missed.
pub struct GameSubscription {
    client: Client,
    catalog: &'static dyn GameCatalog,
    id: String,
    connection: Option<Connection>,
    room: Option<Room>,
    side: Option<Side>,
}

impl GameSubscription {
    /// Creates a subscription that is not yet connected.
    pub fn new(client: Client, id: &str, catalog: &'static dyn GameCatalog) -> Self {
        Self { client, catalog, id: id.to_string(), connection: None, room: None, side: None }
    }

    /// The id of the game.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The game, after the first snapshot.
    pub fn room(&self) -> Option<&Room> {
        self.room.as_ref()
    }

    /// The side of this client; none for spectators.
    pub fn side(&self) -> Option<Side> {
        self.side
    }

    /// Whether this client is to move.
    pub fn is_to_move(&self) -> bool {
        self.side.is_some() && self.room.as_ref().and_then(Room::to_move) == self.side
    }

    /// Drops the connection; the next one is made to this server.
    pub fn reconnect(&mut self, server: &str) {
        self.client = self.client.at(server);
        self.connection = None;
    }

    /// Waits for the next message and applies it to the room. After a lost connection the next call
    /// connects again.
    pub async fn next(&mut self) -> Result<ServerMessage, ClientError> {
        let message = self.receive().await;
        if matches!(message, Err(ClientError::Disconnected(_)) | Ok(ServerMessage::Closing(_))) {
            self.connection = None;
        }
        message
    }

    async fn receive(&mut self) -> Result<ServerMessage, ClientError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => {
                let mut connection = self.client.connect().await?;
                connection.subscribe(&self.id, self.room.as_ref().map_or(0, Room::seq)).await?;
                none.insert(connection)
            }
        };
        let message = connection.next().await?;
        match &message {
            ServerMessage::Snapshot(snapshot) => self.apply_snapshot(snapshot).map_err(ClientError::Disconnected)?,
            ServerMessage::Event { entry, .. } => {
                let Some(room) = &mut self.room else { return Ok(message) };
                if entry.seq == room.seq() + 1 {
                    room.apply(entry.clone()).map_err(ClientError::Disconnected)?;
                }
                // Events are missing, or the users and sides of the players are needed.
                if entry.seq > room.seq() || matches!(entry.event, Event::Started(_)) {
                    connection.subscribe(&self.id, room.seq()).await?;
                }
            }
            _ => {}
        }
        Ok(message)
    }

    fn apply_snapshot(&mut self, snapshot: &GameSnapshot) -> Result<(), String> {
        let room = match &mut self.room {
            Some(room) => room,
            none => none.insert(Room::new(snapshot.header.clone(), self.catalog)?),
        };
        room.set_outages(snapshot.outages.clone());
        self.side = snapshot.your_side;
        for entry in snapshot.entries.iter().filter(|entry| entry.seq > room.seq()).cloned().collect::<Vec<_>>() {
            room.apply(entry)?;
        }
        Ok(())
    }

    /// Sends a command and waits until the server has confirmed or rejected it. Returns the number
    /// of its event.
    pub async fn send_command(&mut self, key: &str, command: GameCommand) -> Result<u32, ClientError> {
        // The first message connects.
        if self.connection.is_none() {
            self.next().await?;
        }
        let connection = self.connection.as_mut().ok_or_else(closed)?;
        if let Err(error) = connection.send_command(&self.id, key, command).await {
            self.connection = None;
            return Err(error);
        }
        loop {
            match self.next().await? {
                ServerMessage::Confirmed { key: confirmed, seq } if confirmed == key => return Ok(seq),
                ServerMessage::Rejected { key: rejected, code, message } if rejected.as_deref() == Some(key) => {
                    return Err(ClientError::Rejected(ApiError { code, message }));
                }
                ServerMessage::Closing(error) => return Err(ClientError::Disconnected(error.message)),
                _ => {}
            }
            if self.connection.is_none() {
                return Err(closed());
            }
        }
    }
}

fn closed() -> ClientError {
    ClientError::Disconnected("the server closed the connection".to_string())
}

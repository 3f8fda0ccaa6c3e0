//! Players and spectators.

use std::sync::Arc;
use std::time::Duration;

use hexarium_client::{Client, ClientError, GameSubscription};
use hexarium_games::registry::Games;
use hexarium_kernel::Rng;
use hexarium_wire::{ErrorCode, Event, GameCommand, ServerMessage};
use tokio::sync::watch;

use crate::{EventLog, random_turn};

/// The pause before a reconnect.
const AGAIN: Duration = Duration::from_millis(30);

/// A player of consecutive games against the same opponent.
pub struct Player {
    follower: GameSubscription,
    client: Client,
    /// The nodes of the server; after a lost connection a random one is used.
    nodes: Vec<String>,
    rng: Rng,
    log: Arc<EventLog>,
    /// The average time for a turn.
    pace: Duration,
    keys: u64,
    /// Whether the player has offered a rematch.
    asked: bool,
}

impl Player {
    /// Creates a player of a game that has started or will start.
    pub fn new(client: Client, game: &str, nodes: Vec<String>, seed: u64, pace: Duration, log: Arc<EventLog>) -> Self {
        log.game(game);
        let follower = GameSubscription::new(client.clone(), game, &Games);
        Self { follower, client, nodes, rng: Rng::new(seed), log, pace, keys: 0, asked: false }
    }

    /// Plays until `stop` is set; a started turn is completed. Returns the id of the last game.
    pub async fn play(mut self, stop: watch::Receiver<bool>) -> String {
        while !*stop.borrow() {
            let over = self.follower.room().is_some_and(|room| room.ending().is_some());
            if self.follower.is_to_move() {
                self.pause(&stop).await;
                self.turn().await;
            } else if !over || self.next_game().await {
                self.listen(stop.clone()).await;
            }
        }
        self.follower.id().to_string()
    }

    /// Waits for a random time around the pace.
    async fn pause(&mut self, stop: &watch::Receiver<bool>) {
        if self.pace.is_zero() {
            return;
        }
        let time = self.pace.mul_f64(0.5 + self.rng.below(1000) as f64 / 1000.0);
        let mut stop = stop.clone();
        let _ = tokio::time::timeout(time, stop.wait_for(|stop| *stop)).await;
    }

    /// Makes one turn and resends it with the same key until the server has confirmed it.
    async fn turn(&mut self) {
        let room = self.follower.room().expect("room of a game with a side to move");
        let number = room.turns().len() as u32;
        let actions = random_turn(room.state(), &mut self.rng);
        let act = GameCommand::Turn { number, actions: actions.clone() };
        let key = self.key();
        let id = self.follower.id().to_string();
        self.log.turn_sent(&id, number);
        match self.insist(&key, act).await {
            Ok(seq) => self.log.turn_confirmed(&id, seq, &key, &actions),
            Err(problem) => self.log.problem(format!("game {id}, turn {number}: {problem}")),
        }
    }

    /// Continues with the rematch, or offers one. Returns whether the player has to wait.
    async fn next_game(&mut self) -> bool {
        if let Some(id) = self.follower.room().and_then(|room| room.next_game()).map(String::from) {
            self.log.game(&id);
            self.follower = GameSubscription::new(self.client.clone(), &id, &Games);
            self.asked = false;
            return false;
        }
        if self.asked {
            return true;
        }
        self.asked = true;
        let key = self.key();
        match self.insist(&key, GameCommand::Rematch).await {
            // The opponent may have been faster.
            Err(ClientError::Rejected(error)) if error.code != ErrorCode::Conflict => {
                self.log.problem(format!("game {}: no rematch: {error}", self.follower.id()));
            }
            _ => {}
        }
        false
    }

    /// Sends a command, with retries after lost connections.
    async fn insist(&mut self, key: &str, act: GameCommand) -> Result<u32, ClientError> {
        loop {
            match self.follower.send_command(key, act.clone()).await {
                Err(ClientError::Disconnected(_)) => self.go_elsewhere().await,
                Err(ClientError::Rejected(error)) if error.code == ErrorCode::Internal => self.go_elsewhere().await,
                answered => return answered,
            }
        }
    }

    async fn listen(&mut self, mut stop: watch::Receiver<bool>) {
        tokio::select! {
            () = self.hear() => {}
            _ = stop.wait_for(|stop| *stop) => {}
        }
    }

    async fn hear(&mut self) {
        match self.follower.next().await {
            Ok(ServerMessage::Event { game, entry }) => {
                self.log.event_received();
                if matches!(entry.event, Event::Turn { .. })
                    && let Some(room) = self.follower.room()
                {
                    self.log.turn_received(&game, room.turns().len() as u32 - 1);
                }
            }
            Ok(_) => {}
            Err(ClientError::Disconnected(_)) => self.go_elsewhere().await,
            Err(problem) => self.log.problem(format!("game {}: {problem}", self.follower.id())),
        }
    }

    async fn go_elsewhere(&mut self) {
        tokio::time::sleep(AGAIN).await;
        let node = self.nodes[self.rng.below(self.nodes.len())].clone();
        self.client = self.client.at(&node);
        self.follower.reconnect(&node);
    }

    fn key(&mut self) -> String {
        self.keys += 1;
        format!("{}-{:x}", self.keys, self.rng.bits())
    }
}

/// A spectator who counts the received events.
pub struct Spectator {
    follower: GameSubscription,
    log: Arc<EventLog>,
}

impl Spectator {
    /// Creates a spectator of a game.
    pub fn new(client: Client, game: &str, log: Arc<EventLog>) -> Self {
        Self { follower: GameSubscription::new(client, game, &Games), log }
    }

    /// Watches until `stop` is set. Returns the game and the number of the last received event.
    pub async fn watch(mut self, mut stop: watch::Receiver<bool>) -> (String, u32) {
        loop {
            let said = tokio::select! {
                said = self.follower.next() => said,
                _ = stop.wait_for(|stop| *stop) => break,
            };
            match said {
                Ok(ServerMessage::Event { .. }) => self.log.event_received(),
                Ok(_) => {}
                Err(ClientError::Disconnected(_)) => tokio::time::sleep(AGAIN).await,
                Err(problem) => {
                    self.log.problem(format!("watching game {}: {problem}", self.follower.id()));
                    break;
                }
            }
        }
        (self.follower.id().to_string(), self.follower.room().map_or(0, |room| room.seq()))
    }
}

//! Two players and a spectator, who play one game after another.

use std::sync::Arc;
use std::time::Duration;

use hexarium_client::{Client, ClientError};
use hexarium_games::registry::GAMES;
use hexarium_kernel::Rng;
use hexarium_wire::http::NewGame;
use hexarium_wire::{Clock, Fischer, GameCommand, Side};
use tokio::sync::watch;
use tokio::time::timeout;

use super::client::{Answer, GameClient};
use super::recorder::Recorder;

/// The time limit of a request for a new game.
const REQUEST: Duration = Duration::from_secs(4);

/// The longest time for a turn, in milliseconds.
const TURN: usize = 100;

/// A place at which games are played.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) nodes: Arc<Vec<String>>,
    pub(super) recorder: Arc<Recorder>,
    pub(super) stop: watch::Receiver<bool>,
}

impl Table {
    /// Plays games until the run stops.
    pub(super) async fn play(self, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut players = Vec::new();
        for name in ["Ada", "Bob"] {
            let Some(player) = self.guest(name, &mut rng).await else { return };
            players.push(player);
        }
        while let Some(game) = self.create(&players[0].0, &mut rng).await {
            let mut clients = Vec::new();
            for (client, user) in players.iter().map(|(client, id)| (client, Some(id))).chain([(&players[0].0, None)]) {
                let client = match user {
                    Some(_) => client.clone(),
                    None => match Client::new(client.server()) {
                        Ok(spectator) => spectator,
                        Err(problem) => return self.recorder.problem(problem),
                    },
                };
                let (nodes, recorder) = (self.nodes.clone(), self.recorder.clone());
                clients.push(GameClient::new(client, user.cloned(), &game, nodes, rng.bits(), recorder));
            }
            let [ada, bob, spectator] = clients.try_into().unwrap_or_else(|_| unreachable!("three clients"));
            tokio::join!(self.seat(ada, false), self.seat(bob, true), self.watch(spectator));
        }
    }

    fn is_over(&self) -> bool {
        *self.stop.borrow()
    }

    /// Repeats a request at random nodes until it succeeds; none if the run stops before.
    async fn insist<T, F>(&self, rng: &mut Rng, request: impl Fn(String) -> F) -> Option<T>
    where
        F: Future<Output = Result<T, ClientError>>,
    {
        while !self.is_over() {
            let node = self.nodes[rng.below(self.nodes.len())].clone();
            if let Ok(Ok(done)) = timeout(REQUEST, request(node)).await {
                return Some(done);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        None
    }

    /// Creates a guest. Returns it with the id of its user.
    async fn guest(&self, name: &str, rng: &mut Rng) -> Option<(Client, String)> {
        self.insist(rng, |node| async move {
            let mut client = Client::new(&node).map_err(ClientError::Disconnected)?;
            let me = client.create_guest(name).await?;
            let id = me.user.ok_or_else(|| ClientError::Disconnected("no user".to_string()))?.id;
            Ok((client, id))
        })
        .await
    }

    async fn create(&self, host: &Client, rng: &mut Rng) -> Option<String> {
        let game = GAMES[rng.below(GAMES.len())].id.to_string();
        let clock = Fischer { initial: 10 + rng.below(6) as u32, increment: rng.below(2) as u32 };
        let new = NewGame {
            game,
            start: None,
            random_setup: true,
            clock: Clock::Fischer(clock),
            host_side: Some(Side::First),
            rated: false,
            listed: true,
        };
        self.insist(rng, |node| async { Ok(host.at(&{ node }).create_game(&new).await?.id) }).await
    }

    /// Plays a seat to the end of the game: moves soon when it is its turn, sometimes sends what
    /// must be rejected, and sometimes lets its time run out.
    async fn seat(&self, mut client: GameClient, joins: bool) {
        let mut keys = 0;
        let mut key = move |what: &str| {
            keys += 1;
            format!("{what}-{keys}")
        };
        let sleeps_at = (client.rng.below(8) == 0).then(|| client.rng.below(12));
        if joins {
            let key = key("join");
            while !self.is_over() && matches!(client.attempt(&key, &GameCommand::Join).await, Answer::None) {}
        }
        while !self.is_over() {
            if client.is_over() {
                return;
            }
            let asleep = sleeps_at.is_some_and(|at| client.turns() >= at);
            let turn = if asleep { None } else { client.random_turn() };
            let Some(turn) = turn else {
                client.listen().await;
                continue;
            };
            tokio::time::sleep(Duration::from_millis(client.rng.below(TURN) as u64)).await;
            if client.rng.below(20) == 0 {
                let GameCommand::Turn { number, .. } = turn else { continue };
                let wrong = GameCommand::Turn { number, actions: vec!["nowhere".to_string()] };
                if let Answer::Confirmed(seq) = client.attempt(&key("bad"), &wrong).await {
                    self.recorder.problem(format!("an illegal turn was confirmed as event {seq}"));
                }
            }
            let (key, before) = (key("turn"), client.turns());
            // Now and then the player gives up on a turn without an answer and looks again.
            while matches!(client.attempt(&key, &turn).await, Answer::None)
                && !self.is_over()
                && client.rng.below(4) > 0
            {}
            // The own turn is seen as an event too.
            if client.turns() == before && !self.is_over() {
                client.listen().await;
            }
        }
    }

    /// Watches a game to its end.
    async fn watch(&self, mut client: GameClient) {
        while !self.is_over() && !client.is_over() {
            client.listen().await;
        }
    }
}

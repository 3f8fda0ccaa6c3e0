//! `hexarium bot`: an engine that plays on a server with a bot account.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hexarium_client::{Client, ClientError, GameSubscription};
use hexarium_games::registry::{GAMES, Games};
use hexarium_kernel::{AnyMatch, Flow, GameCatalog};
use hexarium_search::SEED;
use hexarium_wire::http::{GameStatus, Lobby, Me, NewGame};
use hexarium_wire::{Clock, ErrorCode, GameCommand, ServerMessage, UserKind};

use crate::arena::{Contestant, Seat, Spec};
use crate::args::Bot;
use crate::output::Outcome;

/// The interval between lobby requests.
const LOBBY_INTERVAL: Duration = Duration::from_secs(2);

/// The maximum delay before another attempt to connect.
const MAX_DELAY: Duration = Duration::from_secs(10);

/// The response timeout of a GTP program.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) fn run(arguments: &Bot) -> Outcome {
    let player = match &arguments.engine {
        Some(command) => Spec::parse(&format!("gtp:{command}"))?,
        None => Spec::parse(&format!("level:{}", arguments.level))?,
    };
    let offered = match &*arguments.game {
        [] => GAMES.iter().map(|spec| spec.id.to_string()).collect(),
        games => games
            .iter()
            .map(|game| Ok(Games.open(game).map_err(|e| e.to_string())?.canonical_id()))
            .collect::<Result<Vec<_>, String>>()?,
    };
    let client = Client::with_token(&arguments.server, &arguments.token)?;
    let runtime = tokio::runtime::Runtime::new().map_err(|e| e.to_string())?;
    let bot = BotRunner { client, player, offered, thinking: Mutex::default(), finished: AtomicUsize::new(0) };
    runtime.block_on(Arc::new(bot).serve(arguments.games))
}

/// A bot: its account, its player and its state.
struct BotRunner {
    client: Client,
    player: Spec,
    /// The games that it offers in the lobby.
    offered: Vec<String>,
    /// Held during a search: one turn is searched at a time, so that each gets the whole machine.
    thinking: Mutex<()>,
    finished: AtomicUsize,
}

impl BotRunner {
    /// Plays until it is interrupted or `most` games are over.
    async fn serve(self: Arc<Self>, most: Option<usize>) -> Outcome {
        let me: Me = self.client.get("/api/v2/me").await.map_err(|e| e.to_string())?;
        let user = me.user.ok_or("invalid token: expected the token of an account")?;
        if user.kind != UserKind::Bot {
            let _: Me = self.client.send("POST", "/api/v2/me/bot").await.map_err(|e| e.to_string())?;
        }
        eprintln!("playing as {} on {}", user.name, self.client.server());
        let mut followed = HashSet::new();
        loop {
            match self.update_games(&mut followed).await {
                Err(ClientError::Rejected(error)) if error.code == ErrorCode::Unauthenticated => {
                    return Err(error.message);
                }
                Err(problem) => eprintln!("note: {problem}"),
                Ok(()) => {}
            }
            let wait = tokio::time::timeout(LOBBY_INTERVAL, tokio::signal::ctrl_c());
            let interrupted = wait.await.is_ok();
            let finished = self.finished.load(Ordering::SeqCst);
            if interrupted || most.is_some_and(|most| finished >= most) {
                return Ok(format!("{finished} games\n"));
            }
        }
    }

    /// Plays the games that have started, and keeps one open game in the lobby for each offer.
    async fn update_games(self: &Arc<Self>, followed: &mut HashSet<String>) -> Result<(), ClientError> {
        let lobby: Lobby = self.client.get("/api/v2/lobby").await?;
        for game in &lobby.yours {
            if game.status != GameStatus::Open && followed.insert(game.id.clone()) {
                let (bot, id) = (self.clone(), game.id.clone());
                tokio::spawn(async move { bot.play(&id).await });
            }
        }
        for offer in &self.offered {
            if !lobby.yours.iter().any(|game| game.status == GameStatus::Open && game.game == *offer) {
                let opening = NewGame {
                    game: offer.clone(),
                    start: None,
                    random_setup: false,
                    clock: Clock::Unlimited,
                    host_side: None,
                    rated: false,
                    listed: true,
                };
                self.client.create_game(&opening).await?;
            }
        }
        Ok(())
    }

    /// Plays one game to its end, and reconnects after every loss of the connection.
    async fn play(self: Arc<Self>, id: &str) {
        let mut follower = GameSubscription::new(self.client.clone(), id, &Games);
        let mut wait = Duration::from_millis(100);
        let mut contestant = None;
        let mut turns = 0;
        loop {
            let Some(room) = follower.room() else {
                if self.receive(&mut follower, &mut wait).await {
                    continue;
                } else {
                    return;
                };
            };
            if let Some(ending) = room.ending() {
                eprintln!("game {id} is over: {}", ending.reason);
                self.finished.fetch_add(1, Ordering::SeqCst);
                return;
            }
            if !follower.is_to_move() {
                if self.receive(&mut follower, &mut wait).await {
                    continue;
                } else {
                    return;
                };
            }
            // An engine follows a game only forwards: after a takeback a new engine is started.
            if room.turns().len() < turns {
                contestant = None;
            }
            turns = room.turns().len();
            let (text, state) = (room.header().game.clone(), room.state().copy());
            let (bot, mut player) = (self.clone(), contestant.take());
            let analysis = tokio::task::spawn_blocking(move || {
                let _alone = bot.thinking.lock().unwrap_or_else(|e| e.into_inner());
                let actions = bot.turn(&mut player, &text, &*state);
                (actions, player)
            });
            let (actions, player) = match analysis.await {
                Ok((Ok(actions), player)) => (actions, player),
                Ok((Err(problem), _)) => return eprintln!("game {id}: {problem}; the bot leaves this game"),
                Err(problem) => return eprintln!("game {id}: {problem}"),
            };
            contestant = player;
            let act = GameCommand::Turn { number: turns as u32, actions };
            // A turn keeps its key when it is sent again.
            match follower.send_command(&format!("turn-{turns}-{}", follower.room().map_or(0, |r| r.seq())), act).await
            {
                Ok(_) => wait = Duration::from_millis(100),
                Err(ClientError::Rejected(error)) => eprintln!("game {id}: {error}"),
                Err(ClientError::Disconnected(_)) => pause(&mut wait).await,
            }
        }
    }

    /// Waits for the next message of the server. Returns whether the game continues.
    async fn receive(&self, follower: &mut GameSubscription, wait: &mut Duration) -> bool {
        match follower.next().await {
            Ok(ServerMessage::Rejected { message, .. }) => {
                eprintln!("game {}: {message}", follower.id());
                false
            }
            Ok(_) => true,
            Err(ClientError::Disconnected(_)) => {
                pause(wait).await;
                true
            }
            Err(ClientError::Rejected(error)) => {
                eprintln!("game {}: {error}", follower.id());
                false
            }
        }
    }

    /// Searches a whole turn.
    fn turn(
        &self,
        player: &mut Option<Box<dyn Contestant>>,
        text: &str,
        state: &dyn AnyMatch,
    ) -> Result<Vec<String>, String> {
        let game = Games.open_stored(text).map_err(|e| e.to_string())?;
        if player.is_none() {
            let seat = Seat {
                game: &*game,
                engine: &hexarium_engines::engine_factory(&*game),
                seed: SEED,
                threads: 1,
                timeout: RESPONSE_TIMEOUT,
            };
            *player = Some(self.player.take(&seat)?);
        }
        let player = player.as_mut().expect("created above");
        let mut state = state.copy();
        let mut actions = Vec::new();
        loop {
            let action = player.choose(&*state).map_err(|failure| failure.what)?;
            let flow = state.play(&action).map_err(|e| e.to_string())?;
            actions.push(action);
            if flow != Flow::SameTurn {
                return Ok(actions);
            }
        }
    }
}

/// Waits before another attempt, twice as long each time.
async fn pause(wait: &mut Duration) {
    tokio::time::sleep(*wait).await;
    *wait = (*wait * 2).min(MAX_DELAY);
}

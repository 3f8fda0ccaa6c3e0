//! A database with many finished games, filled through the code of the store.

use std::sync::Arc;

use hexarium_games::registry::Games;
use hexarium_kernel::{GameCatalog, Rng};
use hexarium_room::Room;
use hexarium_server::store::{Appended, Index, Store, UserRow, Write};
use hexarium_wire::{Clock, Entry, Event, GameHeader, Millis, Participant, Side, Sides, User, UserKind};
use tokio::task::JoinSet;

use crate::random_turn;

/// The number of users beside the frequent player.
const USERS: usize = 1000;

/// The number of games that are stored concurrently, which share transactions.
const AT_ONCE: usize = 512;

/// The number of different lines of play.
const LINES: u64 = 64;

/// The game that is played: a small board, on which random games have about twenty turns.
const GAME: &str = "hex(size=5,swap=false)";

/// The time of the first game.
const START: Millis = 1_700_000_000_000;

/// The share of games that are still played, and of those that wait for an opponent: one in so
/// many.
const PLAYING: usize = 100;
const OPEN: usize = 200;

/// The content of a database.
#[derive(Clone, Copy)]
pub struct DataSet {
    /// The number of games.
    pub games: usize,
    /// The number of those that the frequent player plays.
    pub frequent: usize,
}

impl DataSet {
    /// Stores users and games. The frequent player must exist.
    pub async fn store(self, store: &Store, frequent: &str) -> Result<(), String> {
        for number in 0..USERS {
            let user = User { id: user_id(number), name: format!("User {number}"), kind: UserKind::Guest };
            store.add_user(&UserRow { user, password: None, created: START }).await.map_err(|e| e.to_string())?;
        }
        let lines: Arc<Vec<Vec<Vec<String>>>> = Arc::new((0..LINES).map(line).collect::<Result<_, _>>()?);
        let mut storing = JoinSet::new();
        for number in 0..self.games {
            if storing.len() >= AT_ONCE
                && let Some(stored) = storing.join_next().await
            {
                stored.map_err(|e| e.to_string())??;
            }
            // The games of the frequent player are spread evenly.
            let is_frequent = number * self.frequent / self.games != (number + 1) * self.frequent / self.games;
            let first = if is_frequent { frequent.to_string() } else { user_id(number % USERS) };
            let second = user_id((number + 1 + number / USERS) % USERS);
            let (store, lines) = (store.clone(), lines.clone());
            storing.spawn(async move { store_game(&store, number, [first, second], &lines).await });
        }
        while let Some(stored) = storing.join_next().await {
            stored.map_err(|e| e.to_string())??;
        }
        Ok(())
    }
}

fn user_id(number: usize) -> String {
    format!("user{number:04}")
}

/// Returns the turns of a random game.
fn line(seed: u64) -> Result<Vec<Vec<String>>, String> {
    let mut rng = Rng::new(seed);
    let mut state = Games.open(GAME).map_err(|e| e.to_string())?.start();
    let mut turns = Vec::new();
    while state.verdict().is_none() {
        let turn = random_turn(&*state, &mut rng);
        for action in &turn {
            state.play(action).map_err(|e| e.to_string())?;
        }
        turns.push(turn);
    }
    Ok(turns)
}

/// Stores a game with all of its events.
async fn store_game(
    store: &Store,
    number: usize,
    users: [String; 2],
    lines: &[Vec<Vec<String>>],
) -> Result<(), String> {
    let game = Games.open(GAME).map_err(|e| e.to_string())?;
    let created = START + number as Millis * 60_000;
    let id = format!("game{number:06}");
    let header = GameHeader {
        id: id.clone(),
        game: game.canonical_id(),
        start: game.start().position(),
        clock: Clock::Unlimited,
        rated: false,
        listed: true,
        host: users[0].clone(),
        host_side: Some(Side::First),
        created,
        series: id.clone(),
    };
    store.create(&header, &game.canonical_id()).await.map_err(|e| e.to_string())?;
    if number % OPEN == 1 {
        return Ok(());
    }
    let mut room = Room::new(header, &Games)?;
    let [first, second] = users.clone().map(Participant::User);
    let turns = &lines[number % lines.len()];
    let played = if number % PLAYING == 2 { turns.len() / 2 } else { turns.len() };
    let turns = turns[..played].iter().map(|actions| Event::Turn { actions: actions.clone(), time_left: None });
    for (event, seq) in std::iter::once(Event::Started(Sides { first, second })).chain(turns).zip(1_u32..) {
        let by = Some(users[(seq as usize) % 2].clone());
        let entry = Entry { seq, at: created + Millis::from(seq) * 1000, by, key: Some(format!("{seq}")), event };
        room.apply(entry.clone())?;
        let write = Write { game: id.clone(), entry, index: Index::of(&room), rematch: None, rating: None };
        match store.append(write).await {
            Ok(Appended::Stored) => {}
            other => return Err(format!("game {id}, event {seq}: {other:?}")),
        }
    }
    Ok(())
}

//! Helpers of the tests.

use std::fs;
use std::path::{Path, PathBuf};

use hexarium_games::registry::{self, Games};
use hexarium_session::storage::{MemoryStorage, SaveSlot};
use hexarium_session::{Confirm, Effect, GameController, GameSession, Preferences, RemoteGame, Sound};
use hexarium_wire::{
    ClientMessage, Clock, Entry, Event, GameCommand, GameHeader, GameSnapshot, Participant, ServerMessage, Side, Sides,
    User, UserKind,
};

/// No animations and no confirmation.
pub(crate) const PLAIN: Preferences = Preferences { animate: false, confirm: Confirm::Never };

/// A folder or file of the tests.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// Compares a stored form with its golden file. `HEXARIUM_GOLDEN=write` writes missing files.
#[track_caller]
pub(crate) fn assert_golden(name: &str, text: &str) {
    let file = folder("golden").join(name);
    if !file.exists() && std::env::var("HEXARIUM_GOLDEN").is_ok_and(|value| value == "write") {
        fs::write(&file, text).unwrap();
    }
    assert_eq!(fs::read_to_string(&file).unwrap_or_default(), text, "{name} needs a version step");
}

/// Stores the saves among the effects and returns the others.
pub(crate) fn store(controller: &mut GameController, slot: &mut SaveSlot<MemoryStorage>) -> Vec<Effect> {
    let (saves, others): (Vec<Effect>, Vec<Effect>) =
        controller.take_effects().into_iter().partition(|effect| matches!(effect, Effect::Save(_)));
    for effect in saves {
        if let Effect::Save(op) = effect {
            assert!(slot.apply(&op));
        }
    }
    others
}

/// The server's side of a game between Ada, who begins, and Bob.
pub(crate) struct Server {
    pub(crate) game: String,
    pub(crate) entries: Vec<Entry>,
}

impl Server {
    pub(crate) fn new(game: &str) -> Self {
        let user = |id: &str| Participant::User(id.to_string());
        let started = Event::Started(Sides { first: user("ada"), second: user("bob") });
        let mut server = Self { game: registry::open(game, &[]).unwrap().canonical_id(), entries: Vec::new() };
        server.add(started, None);
        server
    }

    /// Stores an event and returns its message.
    pub(crate) fn add(&mut self, event: Event, key: Option<&str>) -> ServerMessage {
        let seq = self.entries.len() as u32 + 1;
        let entry = Entry { seq, at: 0, by: None, key: key.map(str::to_string), event };
        self.entries.push(entry.clone());
        ServerMessage::Event { game: "g1".to_string(), entry }
    }

    pub(crate) fn turn(&mut self, actions: &[&str]) -> ServerMessage {
        self.add(turn(actions), None)
    }

    pub(crate) fn snapshot(&self, since: u32) -> ServerMessage {
        let user = |id: &str, name: &str| User { id: id.to_string(), name: name.to_string(), kind: UserKind::Guest };
        ServerMessage::Snapshot(Box::new(GameSnapshot {
            header: GameHeader {
                id: "g1".to_string(),
                game: self.game.clone(),
                start: registry::open(&self.game, &[]).unwrap().start().position(),
                clock: Clock::Unlimited,
                rated: false,
                listed: true,
                host: "bob".to_string(),
                host_side: None,
                created: 0,
                series: "g1".to_string(),
            },
            users: vec![user("ada", "Ada"), user("bob", "Bob")],
            your_side: Some(Side::First),
            entries: self.entries.iter().filter(|entry| entry.seq > since).cloned().collect(),
            away: Sides::default(),
            spectators: 0,
            score: Sides::default(),
            draws: 0,
            outages: Vec::new(),
            now: 0,
        }))
    }

    /// A controller that plays Ada's side of the game.
    pub(crate) fn client(&self, preferences: Preferences) -> GameController {
        let game = RemoteGame::new(&Games, "g1", None);
        let session = GameSession::new(&Games, &self.game).unwrap();
        let mut controller = GameController::remote_game(session, game, preferences, new_key);
        receive(&mut controller, self.snapshot(0));
        controller
    }
}

pub(crate) fn turn(actions: &[&str]) -> Event {
    Event::Turn { actions: actions.iter().map(|action| action.to_string()).collect(), time_left: None }
}

pub(crate) fn new_key() -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static KEYS: AtomicU32 = AtomicU32::new(0);
    format!("key{}", KEYS.fetch_add(1, Ordering::SeqCst))
}

pub(crate) fn receive(controller: &mut GameController, message: ServerMessage) {
    controller.receive(message, Some("ada"));
}

/// The sounds since the last call, and the texts for screen readers.
pub(crate) fn heard(controller: &mut GameController) -> (Vec<Sound>, Vec<String>) {
    let (mut sounds, mut words) = (Vec::new(), Vec::new());
    for effect in controller.take_effects() {
        match effect {
            Effect::Sound(sound) => sounds.push(sound),
            Effect::Announce(text) => words.push(text),
            _ => {}
        }
    }
    (sounds, words)
}

/// The turns that were sent: key, number and actions.
pub(crate) fn sent_turns(controller: &mut GameController) -> Vec<(String, u32, Vec<String>)> {
    let turn = |effect| match effect {
        Effect::Send(ClientMessage::Command { key, command: GameCommand::Turn { number, actions }, .. }) => {
            Some((key, number, actions))
        }
        _ => None,
    };
    controller.take_effects().into_iter().filter_map(turn).collect()
}

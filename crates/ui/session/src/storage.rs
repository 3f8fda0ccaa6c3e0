//! Saved games and pending turns in a key-value store such as the browser's local storage.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::autosave::SaveOp;

/// A key-value store.
pub trait KeyValue {
    /// The value of a key.
    fn get(&self, key: &str) -> Option<String>;
    /// Sets the value of a key. Returns whether there was room.
    fn set(&self, key: &str, value: &str) -> bool;
    /// Removes a key.
    fn remove(&self, key: &str);
}

/// A key-value store in memory, for tests and previews. Clones share their content.
#[derive(Clone, Default)]
pub struct MemoryStorage(Rc<RefCell<BTreeMap<String, String>>>);

impl MemoryStorage {
    /// The keys in use, in order.
    pub fn keys(&self) -> Vec<String> {
        self.0.borrow().keys().cloned().collect()
    }
}

impl KeyValue for MemoryStorage {
    fn get(&self, key: &str) -> Option<String> {
        self.0.borrow().get(key).cloned()
    }

    fn set(&self, key: &str, value: &str) -> bool {
        self.0.borrow_mut().insert(key.to_string(), value.to_string());
        true
    }

    fn remove(&self, key: &str) {
        self.0.borrow_mut().remove(key);
    }
}

/// The key of the only game before there was a library; further parts have a number behind it.
const ONLY_GAME: &str = "save";

/// The key under which 0.1 saved its only game.
const KEY_0_1: &str = "game";

/// The saved text of the only game in a store of an earlier version.
pub fn only_game(store: &impl KeyValue) -> Option<String> {
    read_parts(store, ONLY_GAME).or_else(|| store.get(KEY_0_1))
}

/// Removes the only game from a store of an earlier version.
pub fn remove_only_game(store: &impl KeyValue) {
    remove_parts(store, ONLY_GAME);
    store.remove(ONLY_GAME);
    store.remove(KEY_0_1);
}

/// The lines of a part. An appended line rewrites one part only, so that its cost does not grow
/// with the game.
const PART: usize = 32;

/// A saved game in a key-value store.
///
/// ```
/// use hexarium_session::autosave::SaveOp;
/// use hexarium_session::storage::{MemoryStorage, SaveSlot};
///
/// let mut slot = SaveSlot::new(MemoryStorage::default(), "save/1");
/// slot.apply(&SaveOp::Rewrite("snapshot\n".to_string()));
/// slot.apply(&SaveOp::Append("play c3\n".to_string()));
/// assert_eq!(slot.load().as_deref(), Some("snapshot\nplay c3\n"));
/// ```
pub struct SaveSlot<S> {
    store: S,
    key: String,
    /// The number of complete parts after the snapshot.
    parts: usize,
    /// The lines of the part under way.
    lines: usize,
    text: String,
}

impl<S: KeyValue> SaveSlot<S> {
    /// The slot of a store with this key. Before the first [`SaveOp::Rewrite`] appended lines are
    /// ignored.
    pub fn new(store: S, key: &str) -> Self {
        Self { store, key: key.to_string(), parts: 0, lines: 0, text: String::new() }
    }

    /// The saved text.
    pub fn load(&self) -> Option<String> {
        read_parts(&self.store, &self.key)
    }

    /// Stores a change. Returns whether there was room.
    pub fn apply(&mut self, op: &SaveOp) -> bool {
        match op {
            SaveOp::Rewrite(text) => {
                remove_parts(&self.store, &self.key);
                (self.parts, self.lines) = (1, 0);
                self.text.clear();
                self.store.set(&self.key, text)
            }
            SaveOp::Append(_) if self.parts == 0 => false,
            SaveOp::Append(line) => {
                if self.lines == PART {
                    (self.parts, self.lines) = (self.parts + 1, 0);
                    self.text.clear();
                }
                self.lines += 1;
                self.text += line;
                self.store.set(&part_key(&self.key, self.parts), &self.text)
            }
        }
    }
}

fn part_key(key: &str, number: usize) -> String {
    format!("{key}.{number}")
}

fn read_parts(store: &impl KeyValue, key: &str) -> Option<String> {
    let mut text = store.get(key)?;
    for part in (1..).map_while(|number| store.get(&part_key(key, number))) {
        text += &part;
    }
    Some(text)
}

fn remove_parts(store: &impl KeyValue, key: &str) {
    for number in (1..).take_while(|number| store.get(&part_key(key, *number)).is_some()) {
        store.remove(&part_key(key, number));
    }
}

/// A turn that was sent to the server and is not confirmed yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingTurn {
    /// The client's key, the same however often the turn is sent.
    pub key: String,
    /// The number of turns before it.
    pub number: u32,
    /// Its actions.
    pub actions: Vec<String>,
}

/// The stored form of a pending turn. 0.1 stored a list of the fields.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredTurn {
    Version0_1(String, u32, Vec<String>),
    Versioned { version: u32, key: String, number: u32, actions: Vec<String> },
}

/// The version of the stored form of a pending turn.
const TURN_VERSION: u32 = 2;

impl PendingTurn {
    /// The key of the pending turn of a game.
    pub fn storage_key(game: &str) -> String {
        format!("pending.{game}")
    }

    /// The stored form.
    pub fn to_text(&self) -> String {
        let Self { key, number, actions } = self.clone();
        let stored = StoredTurn::Versioned { version: TURN_VERSION, key, number, actions };
        serde_json::to_string(&stored).expect("strings and numbers can be written")
    }

    /// Reads the stored form of this version or of 0.1.
    pub fn from_text(text: &str) -> Option<Self> {
        match serde_json::from_str(text).ok()? {
            StoredTurn::Version0_1(key, number, actions) => Some(Self { key, number, actions }),
            StoredTurn::Versioned { version: TURN_VERSION, key, number, actions } => {
                Some(Self { key, number, actions })
            }
            StoredTurn::Versioned { .. } => None,
        }
    }
}

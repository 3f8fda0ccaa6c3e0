//! The games that are saved on this device.
//!
//! They are texts in the browser's database: `save/ID` with further parts behind a dot, and
//! `summary/ID`.

use std::cell::RefCell;
use std::rc::Rc;

use hexarium_session::autosave::{self, SaveOp, SavedGame};
use hexarium_session::storage::{KeyValue, MemoryStorage, SaveSlot, only_game, remove_only_game};
use hexarium_session::{Effect, GameController, LibraryEntry};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::{self, LocalStore, TabLock};
use crate::game_ui::preferences;
use crate::games;

const SAVE: &str = "save/";
const SUMMARY: &str = "summary/";

/// A change of a text; without a value it is removed.
type Change = (String, Option<String>);

/// The library. Copies are the same library.
#[derive(Clone, Copy)]
pub(crate) struct Library {
    /// The games, last changed first; none until they are read.
    games: RwSignal<Option<Vec<LibraryEntry>>>,
    /// Whether something could not be read or written.
    pub(crate) has_failed: RwSignal<bool>,
}

impl Library {
    /// Reads the list of games. The only game of an earlier version is added to it.
    pub(crate) fn open() -> Self {
        let library = Self { games: RwSignal::new(None), has_failed: RwSignal::new(false) };
        spawn_local(async move {
            let texts = browser::read_texts(SUMMARY).await;
            library.has_failed.set(texts.is_none());
            let mut games: Vec<_> =
                texts.iter().flatten().filter_map(|(_, text)| LibraryEntry::from_text(text)).collect();
            games.sort_by_key(|game| std::cmp::Reverse(game.changed));
            library.games.set(Some(games));
            library.adopt_only_game().await;
        });
        library
    }

    /// Moves the only game of an earlier version into the library.
    async fn adopt_only_game(self) {
        let Some(saved) = only_game(&LocalStore).and_then(|text| autosave::load(games(), &text).ok()) else { return };
        if saved.session.action_count() > 0 {
            let mut controller = GameController::new(saved.session, saved.contest, preferences());
            let mut game = OpenGame::new(self);
            let mut changes = Vec::new();
            for effect in controller.take_effects() {
                if let Effect::Save(op) = effect {
                    changes.extend(game.changes_of(&op, &controller));
                }
            }
            if !browser::write_texts(changes).await {
                return self.has_failed.set(true);
            }
        }
        remove_only_game(&LocalStore);
    }

    /// The games, last changed first; none until they are read.
    pub(crate) fn games(self) -> Option<Vec<LibraryEntry>> {
        self.games.get()
    }

    /// The game that was changed last among those without a result.
    pub(crate) fn latest(self) -> Option<LibraryEntry> {
        self.games.with(|games| games.as_ref()?.iter().find(|game| game.result.is_none()).cloned())
    }

    fn summary(self, id: &str) -> Option<LibraryEntry> {
        self.games.with_untracked(|games| games.as_ref()?.iter().find(|game| game.id == id).cloned())
    }

    /// Reads a game.
    pub(crate) async fn load(self, id: &str) -> Option<SavedGame> {
        let text = SaveSlot::new(stored_parts(id).await?, &format!("{SAVE}{id}")).load()?;
        autosave::load(games(), &text).ok()
    }

    /// Deletes games.
    pub(crate) fn delete(self, ids: Vec<String>) {
        ids.iter().for_each(|id| browser::remove(&origin_key(id)));
        self.games.update(|games| games.iter_mut().for_each(|games| games.retain(|game| !ids.contains(&game.id))));
        spawn_local(async move {
            let mut changes: Vec<Change> = ids.iter().map(|id| (format!("{SUMMARY}{id}"), None)).collect();
            for id in &ids {
                let parts = stored_parts(id).await.unwrap_or_default();
                changes.extend(parts.keys().into_iter().map(|key| (key, None)));
            }
            self.write(changes);
        });
    }

    /// Deletes all games.
    pub(crate) fn clear(self) {
        let ids = self.games.with_untracked(|games| games.iter().flatten().map(|game| game.id.clone()).collect());
        self.delete(ids);
    }

    /// Writes changes in one transaction, after those of earlier calls.
    fn write(self, changes: Vec<Change>) {
        spawn_local(async move {
            let is_written = browser::write_texts(changes).await;
            // Every failure is reported, and the first success ends the report.
            if !is_written || self.has_failed.get_untracked() {
                self.has_failed.set(!is_written);
            }
        });
    }
}

async fn stored_parts(id: &str) -> Option<MemoryStorage> {
    let parts = MemoryStorage::default();
    for (key, text) in browser::read_texts(&format!("{SAVE}{id}")).await? {
        parts.set(&key, &text);
    }
    Some(parts)
}

/// The key of the id of the game of which another one is a copy for analysis.
pub(crate) fn origin_key(id: &str) -> String {
    format!("origin/{id}")
}

/// An id that is not in use.
fn new_id() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
    let mut bits = browser::random() << 32 | browser::random();
    let letter = || {
        let letter = LETTERS[(bits % 32) as usize];
        bits /= 32;
        char::from(letter)
    };
    std::iter::repeat_with(letter).take(10).collect()
}

/// The game on the board, as it is saved.
pub(crate) struct OpenGame {
    library: Library,
    pub(crate) id: String,
    slot: SaveSlot<Recorded>,
    changes: Rc<RefCell<Vec<Change>>>,
    /// Keeps other tabs from opening the same game.
    _lock: TabLock,
}

impl OpenGame {
    /// A new game.
    pub(crate) fn new(library: Library) -> Self {
        let id = new_id();
        let lock = Self::lock(&id, || ());
        Self::stored(library, id, lock, MemoryStorage::default())
    }

    /// A game of the library whose lock was granted.
    pub(crate) async fn read(library: Library, id: String, lock: TabLock) -> Option<(Self, SavedGame)> {
        let parts = stored_parts(&id).await?;
        let game = Self::stored(library, id, lock, parts);
        let saved = autosave::load(games(), &game.slot.load()?).ok()?;
        Some((game, saved))
    }

    fn stored(library: Library, id: String, lock: TabLock, texts: MemoryStorage) -> Self {
        let changes = Rc::new(RefCell::new(Vec::new()));
        let slot = SaveSlot::new(Recorded { texts, changes: changes.clone() }, &format!("{SAVE}{id}"));
        Self { library, id, slot, changes, _lock: lock }
    }

    /// Requests the lock of a game, which only one tab holds.
    pub(crate) fn lock(id: &str, granted: impl FnOnce() + 'static) -> TabLock {
        TabLock::request(&format!("hexarium.{SAVE}{id}"), granted)
    }

    /// Saves a change of the game, and its summary.
    pub(crate) fn save(&mut self, op: &SaveOp, controller: &GameController) {
        let changes = self.changes_of(op, controller);
        self.library.write(changes);
    }

    /// Changes the game and its summary in memory, and returns what is to be written.
    fn changes_of(&mut self, op: &SaveOp, controller: &GameController) -> Vec<Change> {
        self.slot.apply(op);
        let before = self.library.summary(&self.id);
        let summary = LibraryEntry::of(&self.id, controller, browser::time(), before.as_ref());
        let mut changes = self.changes.take();
        changes.push((format!("{SUMMARY}{}", self.id), Some(summary.to_text())));
        self.library.games.update(|games| {
            let games = games.get_or_insert_default();
            games.retain(|game| game.id != summary.id);
            games.insert(0, summary);
        });
        changes
    }
}

/// Texts in memory whose changes are recorded.
struct Recorded {
    texts: MemoryStorage,
    changes: Rc<RefCell<Vec<Change>>>,
}

impl KeyValue for Recorded {
    fn get(&self, key: &str) -> Option<String> {
        self.texts.get(key)
    }
    fn set(&self, key: &str, value: &str) -> bool {
        self.changes.borrow_mut().push((key.to_string(), Some(value.to_string())));
        self.texts.set(key, value)
    }
    fn remove(&self, key: &str) {
        self.changes.borrow_mut().push((key.to_string(), None));
        self.texts.remove(key);
    }
}

//! Handles of actions: how code without the game's type refers to an action of a position.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::Input;

/// The handle of a legal action in one position of one match. A match refuses a handle of another
/// position, so that a late click or engine result is never played as a different action.
///
/// A handle from [`AnyMatch::parse`](crate::AnyMatch::parse) that was made before the legal actions
/// were listed differs from the listed handle of the same action; both can be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ActionId {
    position: u64,
    index: u32,
}

/// A legal action of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalAction {
    /// The handle.
    pub id: ActionId,
    /// The text in the game's notation.
    pub text: String,
}

/// The actions of a position that have handles. Copies of a match in the same position share it.
#[derive(Debug)]
pub(crate) struct Handles<A> {
    position: u64,
    listed: OnceLock<Listed<A>>,
    /// Actions that were parsed before the list existed.
    parsed: Mutex<Vec<A>>,
}

#[derive(Debug)]
struct Listed<A> {
    actions: Vec<A>,
    legal: Vec<LegalAction>,
    inputs: OnceLock<Vec<Vec<Input>>>,
}

/// The index bit of actions that were parsed before the list existed.
const PARSED: u32 = 1 << 31;

/// Numbers positions across all matches.
static POSITIONS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    static LISTINGS: Cell<u64> = const { Cell::new(0) };
}

/// The number of times this thread has listed the legal actions of a position in the erased layer.
/// Tests use it to show that a position is listed once.
pub fn listings() -> u64 {
    LISTINGS.get()
}

impl<A: Copy + Eq> Handles<A> {
    pub(crate) fn new() -> Arc<Self> {
        let position = POSITIONS.fetch_add(1, Ordering::Relaxed);
        Arc::new(Self { position, listed: OnceLock::new(), parsed: Mutex::new(Vec::new()) })
    }

    /// The legal actions in byte order of their texts, listed on first use.
    pub(crate) fn list(&self, list: impl FnOnce() -> Vec<(String, A)>) -> &[LegalAction] {
        &self.listed(list).legal
    }

    fn listed(&self, list: impl FnOnce() -> Vec<(String, A)>) -> &Listed<A> {
        self.listed.get_or_init(|| {
            LISTINGS.set(LISTINGS.get() + 1);
            let mut all = list();
            // No two legal actions share a text.
            all.sort_unstable_by(|a, b| a.0.cmp(&b.0));
            let (texts, actions): (Vec<String>, Vec<A>) = all.into_iter().unzip();
            let id = |index: usize| ActionId { position: self.position, index: index as u32 };
            let legal = texts.into_iter().enumerate().map(|(n, text)| LegalAction { id: id(n), text }).collect();
            Listed { actions, legal, inputs: OnceLock::new() }
        })
    }

    /// The inputs of all legal actions, in the order of the list.
    pub(crate) fn inputs(
        &self,
        list: impl FnOnce() -> Vec<(String, A)>,
        inputs: impl Fn(A) -> Vec<Input>,
    ) -> &[Vec<Input>] {
        let listed = self.listed(list);
        listed.inputs.get_or_init(|| listed.actions.iter().copied().map(inputs).collect())
    }

    /// Whether an action is legal, if the list is there to tell.
    pub(crate) fn is_listed(&self, action: A) -> Option<bool> {
        self.listed.get().map(|listed| listed.actions.contains(&action))
    }

    /// The handle of an action that is known to be legal.
    pub(crate) fn id(&self, action: A) -> ActionId {
        let listed = self.listed.get().and_then(|listed| listed.actions.iter().position(|other| *other == action));
        let index = listed.map_or_else(
            || {
                let mut parsed = self.parsed.lock().unwrap_or_else(PoisonError::into_inner);
                let known = parsed.iter().position(|other| *other == action);
                let index = known.unwrap_or_else(|| {
                    parsed.push(action);
                    parsed.len() - 1
                });
                index as u32 | PARSED
            },
            |index| index as u32,
        );
        ActionId { position: self.position, index }
    }

    /// The action of a handle; `None` if the handle belongs to another position.
    pub(crate) fn action(&self, id: ActionId) -> Option<A> {
        if id.position != self.position {
            return None;
        }
        if id.index & PARSED != 0 {
            let parsed = self.parsed.lock().unwrap_or_else(PoisonError::into_inner);
            return parsed.get((id.index ^ PARSED) as usize).copied();
        }
        self.listed.get()?.actions.get(id.index as usize).copied()
    }
}

//! Limits of what is in use at the same time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;

/// Counts the permits in use by key, with a limit for each key and one for all together.
pub(crate) struct Gate<K> {
    each: usize,
    all: usize,
    used: Mutex<Used<K>>,
}

/// The permits in use.
struct Used<K> {
    total: usize,
    by_key: HashMap<K, usize>,
}

/// A permit, returned when dropped.
pub(crate) struct Permit<K: Eq + Hash> {
    gate: Arc<Gate<K>>,
    key: K,
}

/// The limit that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Full {
    /// That of the key.
    Each(usize),
    /// That of all keys together.
    All(usize),
}

impl<K: Eq + Hash + Clone> Gate<K> {
    pub(crate) fn new(each: usize, all: usize) -> Arc<Self> {
        Arc::new(Self { each, all, used: Mutex::new(Used { total: 0, by_key: HashMap::new() }) })
    }

    /// Returns a permit, or the limit that was reached.
    pub(crate) fn acquire(self: &Arc<Self>, key: K) -> Result<Permit<K>, Full> {
        let mut used = self.used.lock();
        if used.total >= self.all {
            return Err(Full::All(self.all));
        }
        let count = used.by_key.get(&key).copied().unwrap_or_default();
        if count >= self.each {
            return Err(Full::Each(self.each));
        }
        used.by_key.insert(key.clone(), count + 1);
        used.total += 1;
        Ok(Permit { gate: self.clone(), key })
    }
}

impl<K: Eq + Hash> Drop for Permit<K> {
    fn drop(&mut self) {
        let mut used = self.gate.used.lock();
        used.total -= 1;
        if let Some(count) = used.by_key.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                used.by_key.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permits_are_limited_by_key_and_in_total_and_return() {
        let gate = Gate::new(2, 3);
        let first = gate.acquire("a").ok();
        let second = gate.acquire("a").ok();
        assert_eq!(gate.acquire("a").err(), Some(Full::Each(2)));
        let third = gate.acquire("b").ok();
        assert_eq!(gate.acquire("b").err(), Some(Full::All(3)));
        drop(first);
        assert!(gate.acquire("b").is_ok());
        assert!(gate.acquire("a").is_ok());
        drop((second, third));
        assert!(gate.used.lock().by_key.is_empty());
    }
}

//! What a game had to say about the positions under way.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The actions that need to be looked at in a position, best first. A proof comes back to a position again and again, and to
/// study it may cost far more than anything else; so what was found out is kept while there is room.
pub(super) struct Studies<A> {
    lists: HashMap<u64, Box<[A]>, BuildHasherDefault<Asis>>,
    bytes: usize,
    cap: usize,
}

impl<A: Copy> Studies<A> {
    /// Never more than these bytes.
    pub(super) fn new(cap: usize) -> Self {
        Self { lists: HashMap::default(), bytes: 0, cap }
    }

    /// About how many bytes are in use.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn get(&self, key: u64) -> Option<&[A]> {
        self.lists.get(&key).map(|list| &**list)
    }

    pub(super) fn put(&mut self, key: u64, list: &[A]) {
        // Key, pointer and length, with the slack of a map that doubles.
        let bytes = 64 + size_of_val(list);
        if self.bytes + bytes > self.cap {
            self.lists = HashMap::default();
            self.bytes = 0;
        }
        if bytes <= self.cap && self.lists.insert(key, list.into()).is_none() {
            self.bytes += bytes;
        }
    }
}

/// Keys are random already.
#[derive(Default)]
struct Asis(u64);

impl Hasher for Asis {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn studies_never_take_more_than_their_share() {
        let mut studies = Studies::new(10_000);
        for key in 0..1000 {
            studies.put(key, &[1u32; 20]);
            assert!(studies.bytes() <= 10_000);
            assert_eq!(studies.get(key), Some(&[1u32; 20][..]));
        }
        studies.put(5000, &[0; 20_000]);
        assert_eq!(studies.get(5000), None);
    }
}

//! A cache of the game's analysis of positions.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The actions to search in a position, best first. Proof-number search revisits positions, and the
/// game's analysis may be far more expensive than anything else, so its results are cached while
/// there is room.
pub(super) struct AnalysisCache<A> {
    lists: HashMap<u64, Box<[A]>, BuildHasherDefault<IdentityHasher>>,
    bytes: usize,
    cap: usize,
}

impl<A: Copy> AnalysisCache<A> {
    /// Creates a cache with a memory limit in bytes.
    pub(super) fn new(cap: usize) -> Self {
        Self { lists: HashMap::default(), bytes: 0, cap }
    }

    /// Approximate number of bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn get(&self, key: u64) -> Option<&[A]> {
        self.lists.get(&key).map(|list| &**list)
    }

    pub(super) fn put(&mut self, key: u64, list: &[A]) {
        // Key, pointer and length, plus the slack of a doubling map.
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

/// The identity hasher: keys are already uniformly distributed.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
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
    fn the_cache_never_exceeds_its_memory_limit() {
        let mut analyses = AnalysisCache::new(10_000);
        for key in 0..1000 {
            analyses.put(key, &[1u32; 20]);
            assert!(analyses.bytes() <= 10_000);
            assert_eq!(analyses.get(key), Some(&[1u32; 20][..]));
        }
        analyses.put(5000, &[0; 20_000]);
        assert_eq!(analyses.get(5000), None);
    }
}

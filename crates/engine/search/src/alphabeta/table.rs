//! The transposition table.

/// The search result of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    key: u64,
    pub(super) score: i32,
    /// The tag of the best action, 0 for none.
    pub(super) tag: u16,
    /// The search depth.
    pub(super) depth: i8,
    /// Bound type in two bits and search generation in six; 0 in an empty entry.
    mark: u8,
}

/// The type of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
    /// The exact score.
    Exact,
}

impl Entry {
    const EMPTY: Self = Self { key: 0, score: 0, tag: 0, depth: 0, mark: 0 };

    pub(super) fn bound(&self) -> Bound {
        match self.mark & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    /// Whether the score decides a search with this window.
    pub(super) fn settles(&self, score: i32, alpha: i32, beta: i32) -> bool {
        match self.bound() {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }
}

/// A table of positions in buckets of four. It starts small and doubles as it fills, up to its
/// limit, so that a short search does not allocate the memory of a long one.
///
/// Doubling moves no entries, because that would delay the response to a stop: a position that is
/// not in its new bucket is looked up in its old one.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<[Entry; 4]>,
    used: usize,
    cap: usize,
    search: u8,
}

const BUCKET: usize = size_of::<[Entry; 4]>();
const FIRST_SIZE: usize = 1 << 8;

impl Table {
    pub(super) const fn new() -> Self {
        Self { buckets: Vec::new(), used: 0, cap: 0, search: 0 }
    }

    /// Starts a new search with a memory limit in bytes.
    pub(super) fn begin(&mut self, bytes: usize) {
        let most = bytes / BUCKET;
        self.cap = if most == 0 { 0 } else { 1 << most.ilog2() };
        if self.buckets.len() > self.cap {
            self.buckets = Vec::new();
            self.used = 0;
        }
        if self.buckets.is_empty() {
            self.buckets = vec![[Entry::EMPTY; 4]; FIRST_SIZE.min(self.cap)];
        }
        self.search = (self.search + 1) & 63;
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.buckets.len() * BUCKET
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let bucket = self.place(key)?;
        let find = |bucket: usize| self.buckets[bucket].iter().find(|e| e.key == key && e.mark != 0).copied();
        find(bucket).or_else(|| {
            let before = bucket & (self.buckets.len() / 2 - 1);
            if before == bucket { None } else { find(before) }
        })
    }

    pub(super) fn put(&mut self, key: u64, score: i32, bound: Bound, depth: i32, tag: u16) {
        if self.used > self.buckets.len() * 2 && self.buckets.len() < self.cap {
            let more = self.buckets.len();
            self.buckets.reserve_exact(more);
            self.buckets.resize(2 * more, [Entry::EMPTY; 4]);
        }
        let Some(at) = self.place(key) else { return };
        let search = self.search;
        let bucket = &mut self.buckets[at];
        // Replaces the entry of the same position, or else the oldest and shallowest one.
        let least = |e: &Entry| {
            if e.mark == 0 {
                i32::MIN + 1
            } else {
                i32::from(e.depth) - 8 * i32::from((search.wrapping_sub(e.mark >> 2)) & 63)
            }
        };
        let same = bucket.iter_mut().position(|e| e.key == key && e.mark != 0);
        let i = same.unwrap_or_else(|| (0..4).min_by_key(|&i| least(&bucket[i])).unwrap_or(0));
        let old = bucket[i];
        self.used += usize::from(old.mark == 0);
        // A bound without a best action keeps the best action of the previous entry.
        let tag = if tag == 0 && old.key == key { old.tag } else { tag };
        let kind = match bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let depth = depth.clamp(-100, 100) as i8;
        bucket[i] = Entry { key, score, tag, depth, mark: kind | search << 2 };
    }

    fn place(&self, key: u64) -> Option<usize> {
        (!self.buckets.is_empty()).then(|| key as usize & (self.buckets.len() - 1))
    }
}

#[cfg(test)]
mod tests {
    use hexarium_kernel::mix;

    use super::*;

    #[test]
    fn the_table_grows_to_its_cap_and_not_beyond() {
        let mut table = Table::new();
        table.begin(100_000);
        assert!(table.bytes() <= 16 << 10, "a small search takes little");
        for i in 0..100_000 {
            table.put(mix(i), i as i32 % 1000, Bound::Exact, 3, 1);
            assert!(table.bytes() <= 100_000);
        }
        assert_eq!(table.bytes(), 64 << 10);
        let entry = table.get(mix(99_999)).unwrap();
        assert_eq!((entry.score, entry.bound(), entry.depth, entry.tag), (999, Bound::Exact, 3, 1));
        table.begin(1000);
        assert!(table.bytes() <= 1000);
        assert_eq!(table.get(mix(99_999)), None);
    }

    #[test]
    fn positions_are_found_again_after_the_table_has_doubled() {
        let mut table = Table::new();
        table.begin(1 << 20);
        let size = table.bytes();
        let mut last = 0;
        while table.bytes() == size {
            last += 1;
            table.put(mix(last), 5, Bound::Lower, 1, 0);
        }
        let found = (1..=last).filter(|&i| table.get(mix(i)).is_some()).count() as u64;
        assert!(found > last * 9 / 10, "{found} of {last}");
    }

    #[test]
    fn without_memory_there_is_no_table() {
        let mut table = Table::new();
        table.begin(10);
        table.put(7, 5, Bound::Lower, 1, 0);
        assert_eq!((table.get(7), table.bytes()), (None, 0));
    }
}

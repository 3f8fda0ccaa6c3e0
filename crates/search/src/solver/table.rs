//! The table of a proof: what is known of each position, in a fixed amount of memory.

/// Proof numbers: how much is at least left to do. Nothing is left at 0, and [`NEVER`] cannot be done.
pub(super) type Number = u32;

/// What cannot be done.
pub(super) const NEVER: Number = Number::MAX;

/// The most that a number counts to; sums that go beyond stay here.
pub(super) const MANY: Number = NEVER - 1;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// How much is left to do to prove the claim.
    pub(super) proof: Number,
    /// How much is left to do to refute it.
    pub(super) refutation: Number,
    /// Turns until the end of the game at most, once it is proven or refuted.
    pub(super) turns: u16,
    /// What a refutation rests on.
    pub(super) rests_on: super::Grounds,
}

impl Known {
    /// Nothing yet.
    pub(super) const NOTHING: Self = Self { proof: 1, refutation: 1, turns: 0, rests_on: super::Grounds::SOLID };

    pub(super) const fn proven(turns: u16, rests_on: super::Grounds) -> Self {
        Self { proof: 0, refutation: NEVER, turns, rests_on }
    }

    pub(super) const fn refuted(turns: u16, rests_on: super::Grounds) -> Self {
        Self { proof: NEVER, refutation: 0, turns, rests_on }
    }

    pub(super) const fn is_proven(&self) -> bool {
        self.proof == 0
    }

    pub(super) const fn is_refuted(&self) -> bool {
        self.refutation == 0
    }

    pub(super) const fn is_settled(&self) -> bool {
        self.is_proven() || self.is_refuted()
    }
}

/// A position in the table.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    /// Positions looked at to find this out; 0 in a free place.
    work: u32,
    known: Known,
}

const FREE: Entry = Entry { key: 0, work: 0, known: Known::NOTHING };

/// A position may lie in any of this many places.
const PLACES: usize = 4;

/// All positions that were looked at. When the places of a position are taken, the one that took the least work makes room: it is
/// the cheapest to find out again.
pub(super) struct Table {
    entries: Vec<Entry>,
    used: usize,
    /// The most groups of places that there may be.
    most: usize,
}

impl Table {
    /// Bytes of a position.
    pub(super) const ENTRY_BYTES: usize = size_of::<Entry>();

    /// A table that grows as it fills and never takes more than these bytes, unless they are too few for anything.
    pub(super) fn new(bytes: usize) -> Self {
        let most = (bytes / (PLACES * Self::ENTRY_BYTES)).max(1);
        Self { entries: vec![FREE; most.min(1024) * PLACES], used: 0, most }
    }

    /// Makes the table up to twice as large. A position's group never moves towards the front, so that working from the back needs no
    /// second table beside the first.
    fn grow(&mut self) {
        let groups = self.entries.len() / PLACES;
        let more = (2 * groups).min(self.most) - groups;
        self.entries.reserve_exact(more * PLACES);
        self.entries.resize((groups + more) * PLACES, FREE);
        self.used = 0;
        for group in (0..groups).rev() {
            let mut moved = [FREE; PLACES];
            moved.swap_with_slice(&mut self.entries[group * PLACES..][..PLACES]);
            for entry in moved.iter().filter(|e| e.work > 0) {
                self.insert(*entry);
            }
        }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.used * Self::ENTRY_BYTES
    }

    fn places(&self, key: u64) -> std::ops::Range<usize> {
        let groups = (self.entries.len() / PLACES) as u128;
        let first = ((u128::from(key) * groups) >> 64) as usize * PLACES;
        first..first + PLACES
    }

    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let places = &self.entries[self.places(key)];
        places.iter().find(|e| e.key == key && e.work > 0).map(|e| e.known)
    }

    pub(super) fn put(&mut self, key: u64, known: Known, work: u64) {
        if self.used > self.entries.len() / 2 && self.entries.len() < self.most * PLACES {
            self.grow();
        }
        self.insert(Entry { key, work: work.clamp(1, u64::from(u32::MAX)) as u32, known });
    }

    fn insert(&mut self, new: Entry) {
        let range = self.places(new.key);
        let places = &mut self.entries[range];
        let same = places.iter().position(|e| e.key == new.key && e.work > 0);
        let at = same.unwrap_or_else(|| (0..PLACES).min_by_key(|&i| places[i].work).unwrap_or(0));
        let old = &mut places[at];
        self.used += usize::from(old.work == 0);
        let before = if same.is_some() { old.work } else { 0 };
        *old = Entry { work: before.saturating_add(new.work), ..new };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_kernel::mix;

    #[test]
    fn a_full_table_keeps_what_took_the_most_work() {
        let mut table = Table::new(1000 * Table::ENTRY_BYTES);
        for i in 0..5000u64 {
            table.put(mix(i), Known::refuted(0, crate::solver::Grounds::SOLID), 1 + i % 7);
        }
        assert_eq!(table.bytes(), 1000 * Table::ENTRY_BYTES);
        let kept = |rest| (0..5000).filter(|i| i % 7 == rest && table.get(mix(*i)).is_some()).count();
        assert!(kept(6) > 500, "{}", kept(6));
        assert!(kept(0) < 60, "only the latest: {}", kept(0));
    }

    #[test]
    fn a_table_that_grows_forgets_little_while_there_is_room() {
        let mut table = Table::new(1_000_003 * Table::ENTRY_BYTES);
        for i in 0..200_000u64 {
            table.put(mix(i), Known { proof: i as u32, ..Known::NOTHING }, 1);
        }
        let kept = (0..200_000).filter(|i| table.get(mix(*i)).is_some_and(|k| k.proof == *i as u32)).count();
        assert!(kept > 180_000, "{kept}");
        assert!(table.entries.len() < 600_000, "{}", table.entries.len());
    }

    #[test]
    fn what_is_found_out_later_replaces_what_was_known() {
        let mut table = Table::new(0);
        table.put(5, Known { proof: 3, ..Known::NOTHING }, 10);
        table.put(5, Known { proof: 7, ..Known::NOTHING }, 10);
        assert_eq!(table.get(5).unwrap().proof, 7);
        assert_eq!(table.get(6), None);
    }
}

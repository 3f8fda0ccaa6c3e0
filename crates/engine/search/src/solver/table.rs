//! The transposition table of the solver, with a fixed memory limit.

/// A proof number: a lower bound of the work left. It is 0 when nothing is left and [`NEVER`] when
/// the goal is impossible.
pub(super) type Number = u32;

/// The number of an impossible goal.
pub(super) const NEVER: Number = Number::MAX;

/// The largest finite number; sums saturate here.
pub(super) const MANY: Number = NEVER - 1;

/// The search result of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// Work left to prove the claim.
    pub(super) proof: Number,
    /// Work left to refute the claim.
    pub(super) refutation: Number,
    /// Maximum number of turns until the end of the game, once the claim is proven or refuted.
    pub(super) turns: u16,
    /// The assumptions of a refutation.
    pub(super) rests_on: super::Grounds,
}

impl Known {
    /// The numbers of an unsearched position.
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
    /// Positions searched for this result; 0 in an empty entry.
    work: u32,
    known: Known,
}

const FREE: Entry = Entry { key: 0, work: 0, known: Known::NOTHING };

/// Entries per bucket.
const PLACES: usize = 4;

/// All searched positions. In a full bucket the entry with the least work is replaced, because it
/// is the cheapest to recompute.
pub(super) struct Table {
    entries: Vec<Entry>,
    used: usize,
    /// Maximum number of buckets.
    most: usize,
}

impl Table {
    /// Bytes per entry.
    pub(super) const ENTRY_BYTES: usize = size_of::<Entry>();

    /// Creates a table that grows as it fills, up to a limit in bytes. The limit is exceeded only
    /// where it is too small for a single bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let most = (bytes / (PLACES * Self::ENTRY_BYTES)).max(1);
        Self { entries: vec![FREE; most.min(1024) * PLACES], used: 0, most }
    }

    /// Grows the table by up to a factor of two. A bucket never moves towards the front, so a pass
    /// from the back needs no second table.
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
    fn a_full_table_keeps_the_entries_with_the_most_work() {
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
    fn a_growing_table_loses_few_entries_while_there_is_room() {
        let mut table = Table::new(1_000_003 * Table::ENTRY_BYTES);
        for i in 0..200_000u64 {
            table.put(mix(i), Known { proof: i as u32, ..Known::NOTHING }, 1);
        }
        let kept = (0..200_000).filter(|i| table.get(mix(*i)).is_some_and(|k| k.proof == *i as u32)).count();
        assert!(kept > 180_000, "{kept}");
        assert!(table.entries.len() < 600_000, "{}", table.entries.len());
    }

    #[test]
    fn a_later_result_replaces_an_earlier_one() {
        let mut table = Table::new(0);
        table.put(5, Known { proof: 3, ..Known::NOTHING }, 10);
        table.put(5, Known { proof: 7, ..Known::NOTHING }, 10);
        assert_eq!(table.get(5).unwrap().proof, 7);
        assert_eq!(table.get(6), None);
    }
}

//! Transposition table of bounds on the smallest winning lead.

use hexarium_geometry::Bits;
use hexarium_kernel::mix;

use super::exact::TurnPhase;

/// Bounds on the lead: the side to move wins with at least `enough` and loses with at most
/// `too_little`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) too_little: i8,
    pub(super) enough: i8,
}

impl Bounds {
    const UNKNOWN: Self = Self { too_little: i8::MIN, enough: i8::MAX };

    /// Returns whether the lead wins, if known.
    #[inline]
    pub(super) fn answer(self, lead: i8) -> Option<bool> {
        if lead >= self.enough {
            Some(true)
        } else if lead <= self.too_little {
            Some(false)
        } else {
            None
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry<const W: usize> {
    pieces: Bits<W>,
    bounds: Bounds,
    phase: TurnPhase,
    /// The bit length of the number of positions searched for this entry; 0 if the slot is free.
    effort: u8,
}

/// Bounds by sets of pieces. The table grows up to a cap; beyond it, the entry with the least
/// effort of a bucket is replaced.
#[derive(Debug)]
pub(super) struct Table<const W: usize> {
    entries: Vec<Entry<W>>,
    filled: usize,
    cap: usize,
}

/// The number of slots in a bucket.
const BUCKET: usize = 4;

impl<const W: usize> Table<W> {
    /// The maximum size of a table in bytes.
    const BYTES: usize = 1 << 30;
    const FREE: Entry<W> = Entry { pieces: Bits::EMPTY, bounds: Bounds::UNKNOWN, phase: TurnPhase::Begin, effort: 0 };

    /// Creates a table for a search of about this many positions.
    pub(super) fn new(positions: u64) -> Self {
        let most = Self::BYTES / size_of::<Entry<W>>();
        let wanted = usize::try_from(positions).unwrap_or(most).saturating_mul(2).clamp(BUCKET, most);
        // Round down to a power of two.
        let cap = 1 << wanted.ilog2();
        Self { entries: vec![Self::FREE; cap.min(1 << 10)], filled: 0, cap }
    }

    #[inline]
    fn bucket(&self, phase: TurnPhase, pieces: Bits<W>) -> usize {
        let key = pieces.0.iter().fold(phase as u64, |key, &word| mix(key ^ word));
        key as usize & (self.entries.len() - 1) & !(BUCKET - 1)
    }

    /// Returns the known bounds of a set.
    #[inline]
    pub(super) fn get(&self, phase: TurnPhase, pieces: Bits<W>) -> Bounds {
        let at = self.bucket(phase, pieces);
        let found = self.entries[at..at + BUCKET].iter().find(|e| e.pieces == pieces && e.phase == phase);
        found.map_or(Bounds::UNKNOWN, |e| e.bounds)
    }

    /// Records whether a lead wins, with the number of positions searched.
    pub(super) fn insert(&mut self, phase: TurnPhase, pieces: Bits<W>, lead: i8, wins: bool, positions: u64) {
        let effort = (64 - positions.max(1).leading_zeros()) as u8;
        let at = self.bucket(phase, pieces);
        let bucket = &mut self.entries[at..at + BUCKET];
        let place = bucket.iter().position(|e| e.pieces == pieces && e.phase == phase);
        let place = place.unwrap_or_else(|| {
            let least = (0..BUCKET).min_by_key(|&i| bucket[i].effort).unwrap_or(0);
            self.filled += usize::from(bucket[least].effort == 0);
            bucket[least] = Entry { pieces, phase, ..Self::FREE };
            least
        });
        let entry = &mut bucket[place];
        entry.effort = entry.effort.max(effort);
        if wins {
            entry.bounds.enough = entry.bounds.enough.min(lead);
        } else {
            entry.bounds.too_little = entry.bounds.too_little.max(lead);
        }
        if self.filled * 2 > self.entries.len() && self.entries.len() < self.cap {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let size = self.entries.len() * 2;
        let old = std::mem::replace(&mut self.entries, vec![Self::FREE; size]);
        self.filled = 0;
        for entry in old.into_iter().filter(|e| e.effort > 0) {
            let at = self.bucket(entry.phase, entry.pieces);
            let bucket = &mut self.entries[at..at + BUCKET];
            let least = (0..BUCKET).min_by_key(|&i| bucket[i].effort).unwrap_or(0);
            if bucket[least].effort < entry.effort {
                self.filled += usize::from(bucket[least].effort == 0);
                bucket[least] = entry;
            }
        }
    }
}

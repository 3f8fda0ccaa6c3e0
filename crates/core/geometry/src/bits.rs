//! Bit sets of cells.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Cell;

/// A set of cells with indices below `64 * W`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// The set of one cell.
    #[inline]
    pub const fn single(cell: Cell) -> Self {
        let mut words = [0; W];
        words[cell.0 as usize / 64] = 1 << (cell.0 % 64);
        Self(words)
    }

    /// Whether the set contains the cell.
    #[inline]
    pub const fn has(self, cell: Cell) -> bool {
        self.0[cell.0 as usize / 64] >> (cell.0 % 64) & 1 != 0
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0[cell.0 as usize / 64] |= 1 << (cell.0 % 64);
    }

    /// Removes a cell.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0[cell.0 as usize / 64] &= !(1 << (cell.0 % 64));
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, w| all | w) == 0
    }

    /// Returns the number of cells in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether the sets intersect.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether this is a subset of `other`.
    #[inline]
    pub fn within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// Returns the first cell in reading order.
    #[inline]
    pub fn first(self) -> Option<Cell> {
        for i in 0..W {
            if self.0[i] != 0 {
                return Some(Cell((64 * i) as u16 + self.0[i].trailing_zeros() as u16));
            }
        }
        None
    }

    /// Returns the last cell in reading order.
    #[inline]
    pub fn last(self) -> Option<Cell> {
        for i in (0..W).rev() {
            if self.0[i] != 0 {
                return Some(Cell((64 * i) as u16 + 63 - self.0[i].leading_zeros() as u16));
            }
        }
        None
    }

    /// Removes and returns the first cell.
    #[inline]
    pub fn pop(&mut self) -> Option<Cell> {
        let cell = self.first()?;
        self.remove(cell);
        Some(cell)
    }

    /// Returns the cell with `n` others before it.
    ///
    /// # Panics
    /// If the set has at most `n` cells.
    #[inline]
    pub fn nth(self, mut n: usize) -> Cell {
        for i in 0..W {
            let count = self.0[i].count_ones() as usize;
            if n < count {
                return Cell((64 * i) as u16 + nth_bit(self.0[i], n) as u16);
            }
            n -= count;
        }
        panic!("the set has no such cell");
    }

    /// Shifts all bits up by `n` (towards later cells); `n` must be below `64 * W`.
    #[inline]
    pub fn up(self, n: u32) -> Self {
        if W == 1 {
            let mut out = self;
            out.0[0] <<= n;
            return out;
        }
        if W == 2 {
            return Self::from_u128(self.to_u128() << n);
        }
        let (words, bits) = ((n / 64) as usize, n % 64);
        let mut out = [0; W];
        for i in words..W {
            out[i] = self.0[i - words] << bits;
            if bits != 0 && i > words {
                out[i] |= self.0[i - words - 1] >> (64 - bits);
            }
        }
        Self(out)
    }

    /// Shifts all bits down by `n` (towards earlier cells); `n` must be below `64 * W`.
    #[inline]
    pub fn down(self, n: u32) -> Self {
        if W == 1 {
            let mut out = self;
            out.0[0] >>= n;
            return out;
        }
        if W == 2 {
            return Self::from_u128(self.to_u128() >> n);
        }
        let (words, bits) = ((n / 64) as usize, n % 64);
        let mut out = [0; W];
        for i in 0..W - words {
            out[i] = self.0[i + words] >> bits;
            if bits != 0 && i + words + 1 < W {
                out[i] |= self.0[i + words + 1] << (64 - bits);
            }
        }
        Self(out)
    }

    /// Iterates over the cells in reading order.
    #[inline]
    pub fn iter(self) -> Iter<W> {
        Iter(self)
    }

    /// Returns the first 128 bits as a number.
    #[inline]
    pub fn to_u128(self) -> u128 {
        let high = if W > 1 { self.0[1] } else { 0 };
        u128::from(self.0[0]) | u128::from(high) << 64
    }

    /// Creates a set from the bits of a number; bits that do not fit are dropped.
    #[inline]
    pub fn from_u128(bits: u128) -> Self {
        let mut words = [0; W];
        words[0] = bits as u64;
        if W > 1 {
            words[1] = (bits >> 64) as u64;
        }
        Self(words)
    }
}

/// Returns the index of the bit with `n` set bits below it; `word` must have more than `n` set
/// bits.
#[inline]
fn nth_bit(mut word: u64, mut n: usize) -> u32 {
    let mut base = 0;
    for half in [32, 16, 8] {
        let low = word & ((1 << half) - 1);
        let count = low.count_ones() as usize;
        if n < count {
            word = low;
        } else {
            n -= count;
            word >>= half;
            base += half;
        }
    }
    for _ in 0..n {
        word &= word - 1;
    }
    base + word.trailing_zeros()
}

/// An iterator over the cells of a set in reading order.
#[derive(Clone)]
pub struct Iter<const W: usize>(Bits<W>);

impl<const W: usize> Iterator for Iter<W> {
    type Item = Cell;
    #[inline]
    fn next(&mut self) -> Option<Cell> {
        for i in 0..W {
            let word = self.0.0[i];
            if word != 0 {
                self.0.0[i] = word & (word - 1);
                return Some(Cell((64 * i) as u16 + word.trailing_zeros() as u16));
            }
        }
        None
    }
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = Cell;
    type IntoIter = Iter<W>;
    fn into_iter(self) -> Iter<W> {
        self.iter()
    }
}

impl<const W: usize> FromIterator<Cell> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> fmt::Debug for Bits<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|c| c.0)).finish()
    }
}

macro_rules! word_by_word {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt) => {
        impl<const W: usize> $assign_trait for Bits<W> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                for i in 0..W {
                    self.0[i] $op other.0[i];
                }
            }
        }
        impl<const W: usize> $trait for Bits<W> {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                $assign_trait::$assign(&mut self, other);
                self
            }
        }
    };
}
word_by_word!(BitAnd bitand BitAndAssign bitand_assign &=);
word_by_word!(BitOr bitor BitOrAssign bitor_assign |=);
word_by_word!(BitXor bitxor BitXorAssign bitxor_assign ^=);

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        for i in 0..W {
            self.0[i] = !self.0[i];
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Compares every operation with a `BTreeSet`, for one width.
    fn agrees_with_a_set_of_numbers<const W: usize>() {
        let mut seed = 7u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed >> 33
        };
        for round in 0..200 {
            let size = 64 * W as u64;
            let cells: BTreeSet<u16> = (0..random() % size).map(|_| (random() % size) as u16).collect();
            let set: Bits<W> = cells.iter().map(|&c| Cell(c)).collect();
            assert_eq!(set.len(), cells.len());
            assert_eq!(set.iter().map(|c| c.0).collect::<BTreeSet<_>>(), cells);
            assert_eq!(set.first().map(|c| c.0), cells.first().copied());
            assert_eq!(set.last().map(|c| c.0), cells.last().copied());
            for (n, &c) in cells.iter().enumerate() {
                assert_eq!(set.nth(n), Cell(c));
                assert!(set.has(Cell(c)));
            }
            let n = (random() % size) as u16 * (round % 2) + round % 64;
            let n = n.min(64 * W as u16 - 1);
            let up: BTreeSet<u16> = cells.iter().map(|c| c + n).filter(|&c| c < 64 * W as u16).collect();
            assert_eq!(set.up(n.into()).iter().map(|c| c.0).collect::<BTreeSet<_>>(), up);
            let down: BTreeSet<u16> = cells.iter().filter_map(|c| c.checked_sub(n)).collect();
            assert_eq!(set.down(n.into()).iter().map(|c| c.0).collect::<BTreeSet<_>>(), down);
            assert_eq!((!set).len(), 64 * W - cells.len());
        }
    }

    #[test]
    fn bits_are_a_set_of_cells_at_every_width() {
        agrees_with_a_set_of_numbers::<1>();
        agrees_with_a_set_of_numbers::<2>();
        agrees_with_a_set_of_numbers::<5>();
        agrees_with_a_set_of_numbers::<6>();
    }
}

//! Numbered pairs of cells, for actions that lead from one cell to another.

use hexarium_geometry::Cell;

/// A list of ordered pairs with a reverse index.
#[derive(Debug)]
pub(crate) struct Pairs {
    list: Vec<(Cell, Cell)>,
    /// The number of the pair for each origin and target, or [`NONE`].
    numbers: Vec<u32>,
    side: usize,
}

const NONE: u32 = u32::MAX;

impl Pairs {
    /// Numbers the pairs in iteration order; all cells must have indices below `side`.
    pub(crate) fn new(side: usize, pairs: impl Iterator<Item = (Cell, Cell)>) -> Self {
        let mut all = Self { list: Vec::new(), numbers: vec![NONE; side * side], side };
        for (from, to) in pairs {
            all.numbers[from.index() * side + to.index()] = all.list.len() as u32;
            all.list.push((from, to));
        }
        all
    }

    /// Returns the number of pairs.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns all pairs in order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        self.list.iter().copied()
    }

    /// Returns the number of a pair, or `None` if it is not in the list.
    pub(crate) fn number(&self, from: Cell, to: Cell) -> Option<usize> {
        let number = *self.numbers.get(from.index() * self.side + to.index())?;
        (number != NONE).then_some(number as usize)
    }

    /// Returns the pair with this number.
    pub(crate) fn get(&self, number: usize) -> Option<(Cell, Cell)> {
        self.list.get(number).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_have_the_numbers_of_their_order() {
        let pairs = Pairs::new(4, [(Cell(3), Cell(0)), (Cell(0), Cell(3)), (Cell(1), Cell(2))].into_iter());
        assert_eq!(pairs.len(), 3);
        for (i, (from, to)) in pairs.iter().enumerate() {
            assert_eq!((pairs.number(from, to), pairs.get(i)), (Some(i), Some((from, to))));
        }
        assert_eq!((pairs.number(Cell(2), Cell(1)), pairs.get(3)), (None, None));
    }
}

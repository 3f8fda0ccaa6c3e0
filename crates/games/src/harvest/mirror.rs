//! One set of pieces for all that are the same when the board is turned or mirrored.

use hexarium_geometry::{Bits, Board, Cell, Symmetry};

/// Tables that turn and mirror sets of cells a byte at a time.
#[derive(Debug)]
pub(super) struct Mirror<const W: usize> {
    /// For five symmetries, each byte of a set and each value of the byte: where its cells go. Together with the one that changes
    /// nothing and half a turn after each of the six, they are all twelve.
    moved: Vec<[Bits<W>; 256]>,
    /// Bytes of a set that have cells in them.
    bytes: usize,
    /// The numbers of the first and the last cell together: half a turn takes each cell to this less its own.
    ends: u32,
}

impl<const W: usize> Mirror<W> {
    pub(super) fn new(board: &Board<W>) -> Self {
        let bytes = board.cells().iter().map(|c| c.index() / 8 + 1).max().unwrap_or(0);
        let ends = board.cells().iter().map(|c| u32::from(c.0)).fold((u32::MAX, 0), |(a, b), c| (a.min(c), b.max(c)));
        let mut moved = Vec::new();
        for symmetry in Symmetry::all().filter(|s| s.sixths < 3).skip(1) {
            let to = symmetry.on(board).unwrap_or_default();
            let mut target = vec![None; 8 * bytes];
            for (&from, &to) in board.cells().iter().zip(&to) {
                target[from.index()] = Some(to);
            }
            moved.extend(
                (0..bytes).map(|byte| std::array::from_fn(|value| gather(&target[8 * byte..8 * byte + 8], value))),
            );
        }
        Self { moved, bytes, ends: ends.0 + ends.1 }
    }

    /// The least of the twelve sets that a set can be turned and mirrored into.
    #[inline]
    pub(super) fn canonical(&self, set: Bits<W>) -> Bits<W> {
        let mut least = self.lesser_half(set);
        for tables in self.moved.chunks_exact(self.bytes) {
            let mut image = Bits::EMPTY;
            for (i, table) in tables.iter().enumerate() {
                image |= table[(set.0[i / 8] >> (8 * (i % 8)) & 255) as usize];
            }
            let image = self.lesser_half(image);
            if image.0 < least.0 {
                least = image;
            }
        }
        least
    }

    /// The lesser of a set and the same after half a turn.
    #[inline]
    fn lesser_half(&self, set: Bits<W>) -> Bits<W> {
        let mut turned = set;
        turned.0.reverse();
        for word in &mut turned.0 {
            *word = word.reverse_bits();
        }
        let last = 64 * W as u32 - 1;
        let turned = if self.ends <= last { turned.down(last - self.ends) } else { turned.up(self.ends - last) };
        if turned.0 < set.0 { turned } else { set }
    }
}

fn gather<const W: usize>(targets: &[Option<Cell>], value: usize) -> Bits<W> {
    (0..8).filter(|bit| value >> bit & 1 == 1).filter_map(|bit| targets[bit]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_geometry::Shape;
    use hexarium_kernel::Rng;

    fn agrees_with_the_board<const W: usize>(side: u16) {
        let board = Board::<W>::padded(Shape::Hexagon { side });
        let mirror = Mirror::new(&board);
        let maps: Vec<Vec<Cell>> = Symmetry::all().map(|s| s.on(&board).unwrap()).collect();
        let mut rng = Rng::new(side.into());
        for _ in 0..200 {
            let set: Bits<W> = board.cells().iter().copied().filter(|_| rng.below(2) == 0).collect();
            let images = maps.iter().map(|to| set.iter().map(|c| to[board.order(c)]).collect::<Bits<W>>());
            let least = images.clone().min_by_key(|image| image.0).unwrap();
            assert_eq!(mirror.canonical(set), least);
            for image in images {
                assert_eq!(mirror.canonical(image), least);
            }
        }
    }

    #[test]
    fn all_twelve_turned_and_mirrored_sets_have_one_canonical_form() {
        agrees_with_the_board::<1>(3);
        agrees_with_the_board::<1>(4);
        agrees_with_the_board::<2>(5);
        agrees_with_the_board::<2>(6);
    }
}

//! Canonical form of a set of pieces under rotations and reflections of the board.

use hexarium_geometry::{Bits, Board, Cell, Symmetry};

/// Tables that rotate and reflect sets of cells byte by byte.
#[derive(Debug)]
pub(super) struct Mirror<const W: usize> {
    /// The image of each byte value at each byte position, under five symmetries. Together with the
    /// identity, and each of these six followed by a rotation by 180°, they give all twelve.
    moved: Vec<[Bits<W>; 256]>,
    /// The number of bytes of a set that contain cells.
    bytes: usize,
    /// The sum of the numbers of the first and the last cell: rotation by 180° maps each cell to
    /// this sum minus its own number.
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

    /// Returns the smallest of the twelve images of a set.
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

    /// Returns the smaller of a set and its rotation by 180°.
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

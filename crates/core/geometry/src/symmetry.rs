//! The twelve rotations and reflections of the grid about a place.

use crate::{Board, Cell, Place};

/// A rotation by multiples of 60°, after an optional reflection that exchanges `q` and `r`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Whether `q` and `r` are exchanged first.
    pub mirrored: bool,
    /// Sixths of a full turn, counter-clockwise.
    pub sixths: u8,
}

impl Symmetry {
    /// Iterates over all twelve symmetries, starting with the identity.
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|mirrored| (0..6).map(move |sixths| Self { mirrored, sixths }))
    }

    /// Returns the image of a place about the origin.
    pub fn place(self, place: Place) -> Place {
        let mut p = if self.mirrored { Place::new(place.r, place.q) } else { place };
        for _ in 0..self.sixths {
            p = p.turned();
        }
        p
    }

    /// Returns the image of each cell of a board (in reading order), or `None` if the symmetry does
    /// not map the board onto itself. The board is transformed about the origin and then translated
    /// back.
    pub fn on<const W: usize>(self, board: &Board<W>) -> Option<Vec<Cell>> {
        let moved: Vec<Place> = board.cells().iter().map(|&c| self.place(board.place(c))).collect();
        let first = *moved.iter().min_by_key(|p| (p.r, p.q))?;
        let shift = board.place(*board.cells().first()?) - first;
        moved.into_iter().map(|p| board.at(p + shift)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    fn count(shape: Shape) -> usize {
        let board = Board::<2>::new(shape);
        Symmetry::all().filter(|s| s.on(&board).is_some()).count()
    }

    #[test]
    fn boards_have_the_symmetries_of_their_shape() {
        assert_eq!(count(Shape::Hexagon { side: 4 }), 12);
        assert_eq!(count(Shape::CutHexagon { side: 5 }), 12);
        assert_eq!(count(Shape::Rhombus { size: 5 }), 4);
        assert_eq!(count(Shape::Rectangle { rows: 7, cols: 5 }), 2);
    }

    #[test]
    fn a_symmetry_keeps_neighbours_neighbours() {
        let board = Board::<2>::new(Shape::Hexagon { side: 4 });
        for s in Symmetry::all() {
            let to = s.on(&board).unwrap();
            for &a in board.cells() {
                for b in board.around(a) {
                    let (a, b) = (to[board.order(a)], to[board.order(b)]);
                    assert!(board.around(a).has(b));
                }
            }
        }
    }
}

//! Board shapes as lists of places.

use crate::Place;

/// A board shape. Its places are in reading order: rows from the top, each from left to right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A hexagon with `side` cells along each side.
    Hexagon {
        /// Cells along a side.
        side: u16,
    },
    /// A hexagon with `side` cells along each side, three or more, without its six corners.
    CutHexagon {
        /// Cells along a side, including the corners.
        side: u16,
    },
    /// A rhombus of `size` by `size` cells.
    Rhombus {
        /// Cells along a side.
        size: u16,
    },
    /// A beehive rectangle; odd rows are shifted half a cell to the right.
    Rectangle {
        /// Number of rows.
        rows: u16,
        /// Cells in each row.
        cols: u16,
    },
}

impl Shape {
    /// Returns all places in reading order.
    pub fn places(self) -> Vec<Place> {
        self.rows().into_iter().flatten().collect()
    }

    /// Returns the places row by row.
    pub fn rows(self) -> Vec<Vec<Place>> {
        match self {
            Self::Hexagon { side } => {
                let m = side as i16 - 1;
                (-m..=m).map(|r| ((-m).max(-m - r)..=m.min(m - r)).map(|q| Place::new(q, r)).collect()).collect()
            }
            Self::CutHexagon { side } => {
                let corner = side - 1;
                let is_corner = |p: &Place| {
                    let far = [p.q, p.r, p.q + p.r].iter().filter(|n| n.unsigned_abs() == corner).count();
                    far == 2
                };
                let mut rows = Self::Hexagon { side }.rows();
                rows.iter_mut().for_each(|row| row.retain(|p| !is_corner(p)));
                rows
            }
            Self::Rhombus { size } => {
                (0..size as i16).map(|r| (0..size as i16).map(|q| Place::new(q, r)).collect()).collect()
            }
            Self::Rectangle { rows, cols } => (0..rows as i16)
                .map(|r| (0..cols as i16).map(|col| Place::new(col - r.div_euclid(2), r)).collect())
                .collect(),
        }
    }
}

/// Returns the letter of a row counted from the top: `a`, `b`, …
///
/// # Panics
/// If `row` is 26 or more.
pub fn row_letter(row: usize) -> char {
    assert!(row < 26, "rows are named by one letter");
    (b'a' + row as u8) as char
}

/// Returns the letter of a column counted from the left: `a`, `b`, …
///
/// # Panics
/// If `column` is 26 or more.
pub fn column_letter(column: usize) -> char {
    row_letter(column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_their_cells_in_reading_order() {
        for side in 1..=6 {
            let places = Shape::Hexagon { side }.places();
            assert_eq!(places.len(), usize::from(3 * side * (side - 1) + 1));
        }
        let rows = Shape::Hexagon { side: 4 }.rows();
        assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [4, 5, 6, 7, 6, 5, 4]);
        for shape in [Shape::Hexagon { side: 4 }, Shape::Rhombus { size: 5 }, Shape::Rectangle { rows: 7, cols: 5 }] {
            let places = shape.places();
            assert!(places.windows(2).all(|w| (w[0].r, w[0].q) < (w[1].r, w[1].q)));
        }
    }

    #[test]
    fn a_cut_hexagon_lacks_the_ends_of_its_first_middle_and_last_row() {
        for side in 3..=6 {
            let whole = Shape::Hexagon { side }.rows();
            let cut = Shape::CutHexagon { side }.rows();
            let middle = usize::from(side) - 1;
            for (i, (whole, cut)) in whole.iter().zip(&cut).enumerate() {
                let inner = &whole[1..whole.len() - 1];
                assert_eq!(cut, if [0, middle, 2 * middle].contains(&i) { inner } else { whole });
            }
        }
    }

    #[test]
    fn odd_rows_of_a_rectangle_are_shifted_to_the_right() {
        let rows = Shape::Rectangle { rows: 3, cols: 4 }.rows();
        let starts: Vec<i16> = rows.iter().map(|row| row[0].half_columns()).collect();
        assert_eq!(starts, [0, 1, 0]);
    }
}

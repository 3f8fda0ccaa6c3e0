//! Boards as padded arrays.

/// The places of a board in the arrays of an [`Evaluator`](crate::Evaluator): rows of a rectangle,
/// each followed by a place that is always zero, between two rows of zeros. The neighbour in a
/// direction is then the same number of places away for every cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The number of places of the rectangle.
    pub(crate) places: usize,
    /// The place of each cell in the rectangle, and in the padded array.
    pub(crate) cells: Vec<(usize, usize)>,
    /// The number of places of the padded array.
    pub(crate) padded: usize,
    /// The distance from a cell to itself and its neighbours, in the order of the taps.
    pub(crate) taps: [isize; TAPS.len()],
    /// For each cell, the places of itself and its neighbours in the rectangle, if they are cells.
    pub(crate) around: Vec<[Option<usize>; TAPS.len()]>,
}

/// The rows and columns from a cell to itself and its neighbours in an axial raster.
const TAPS: [(isize, isize); 7] = [(-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0)];

impl Grid {
    /// Creates the grid of a raster: rows, columns, and whether each place is a cell.
    pub fn new(rows: usize, columns: usize, is_cell: &[bool]) -> Self {
        let stride = columns + 1;
        let cells: Vec<(usize, usize)> = (0..rows * columns)
            .filter(|&place| is_cell.get(place) == Some(&true))
            .map(|place| (place, (place / columns + 1) * stride + place % columns))
            .collect();
        let neighbour = |place: usize, (down, right): (isize, isize)| {
            let row = (place / columns).checked_add_signed(down).filter(|&row| row < rows)?;
            let column = (place % columns).checked_add_signed(right).filter(|&column| column < columns)?;
            Some(row * columns + column).filter(|&place| is_cell.get(place) == Some(&true))
        };
        Self {
            places: rows * columns,
            around: cells.iter().map(|&(place, _)| TAPS.map(|tap| neighbour(place, tap))).collect(),
            cells,
            padded: (rows + 2) * stride,
            taps: TAPS.map(|(down, right)| down * stride as isize + right),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padded_neighbours_are_the_neighbours_of_the_rectangle_or_zeros() {
        let is_cell: Vec<bool> = (0..12).map(|place| place != 0 && place != 6).collect();
        let grid = Grid::new(3, 4, &is_cell);
        assert_eq!(grid.cells.len(), 10);
        for (&(_, at), around) in grid.cells.iter().zip(&grid.around) {
            for (tap, place) in grid.taps.iter().zip(around) {
                let padded = at.checked_add_signed(*tap).filter(|&at| at < grid.padded).expect("inside the array");
                let found = grid.cells.iter().find(|cell| cell.1 == padded).map(|cell| cell.0);
                assert_eq!(found, *place);
            }
        }
    }
}

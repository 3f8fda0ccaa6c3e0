//! The initial position: generated for Black at the top and mirrored vertically for White.

use hexarium_geometry::Cell;
use hexarium_kernel::{OptionError, Rng};

use super::{BLACK, Protista, State, WHITE, Win};

impl<const W: usize, const N: usize> Protista<W, N> {
    /// Returns the initial state.
    pub(super) fn set_up(&self) -> Result<State<W, N>, OptionError> {
        let mut rng = Rng::new(self.options.number("seed"));
        let half: Vec<Cell> = self.half(BLACK).iter().collect();
        let mut state = State::EMPTY;
        if self.win == Win::Targets {
            for &mut cell in rng.draw(&mut half.clone(), 3) {
                state.add_target(BLACK, cell);
                state.add_target(WHITE, self.mirrored(cell));
            }
        }
        let pieces = match self.options.text("setup") {
            "random" => {
                let count = self.options.number("pieces") as usize;
                if count > half.len() {
                    return Err(OptionError::Conflict(format!(
                        "a half of {} rows and {} columns has {} cells, too few for {count} pieces",
                        self.rows / 2,
                        self.cols,
                        half.len()
                    )));
                }
                rng.draw(&mut half.clone(), count).to_vec()
            }
            _ => self.checkers(),
        };
        for &cell in &pieces {
            state.put(BLACK, cell, 1);
            state.put(WHITE, self.mirrored(cell), 1);
        }
        if self.win == Win::King {
            let king = pieces.into_iter().min_by_key(|&cell| {
                let (row, col) = self.row_and_column(cell);
                (row, (2 * col).abs_diff(self.cols - 1), col)
            });
            let king = king.expect("every set-up has pieces");
            state.flip_king(king);
            state.flip_king(self.mirrored(king));
        }
        Ok(state)
    }

    /// Returns every third cell of Black's first rows, so that no two are adjacent.
    fn checkers(&self) -> Vec<Cell> {
        let rows = &self.board.rows()[..(self.rows / 2).min(4)];
        let stands = |cell: &Cell| {
            let place = self.board.place(*cell);
            (place.q - place.r).rem_euclid(3) == 1
        };
        rows.iter().flatten().copied().filter(stands).collect()
    }

    /// Returns the row from the top and the position in the row, from 0.
    fn row_and_column(&self, cell: Cell) -> (usize, usize) {
        let order = self.board.order(cell);
        (order / self.cols, order % self.cols)
    }

    /// Returns the cell in the same column, as far from the bottom as this one from the top.
    pub(super) fn mirrored(&self, cell: Cell) -> Cell {
        let (row, col) = self.row_and_column(cell);
        self.board.rows()[self.rows - 1 - row][col]
    }
}

//! The reference model of Quartet.

use super::grid::{Cell, CellSet, Grid, direction};
use super::options::parsed;
use super::placement::{PlainPlacement, model};
use super::{Options, ReferenceModel};

/// Quartet, as described on its rules page.
pub const MODEL: ReferenceModel = model::<Quartet>("quartet");

struct Quartet;

impl PlainPlacement for Quartet {
    fn grid(options: &Options) -> Grid {
        Grid::hexagon(parsed(options, "side"))
    }

    fn win(_: &Options, grid: &Grid, stones: &CellSet, name: &str) -> Option<String> {
        let four = |cell: Cell, d: i32| (0..4).all(|n| stones.contains(cell + direction(d) * n));
        let wins = grid.cells().any(|cell| (0..6).any(|d| four(cell, d)));
        wins.then(|| format!("{name} has four stones in a row"))
    }
}

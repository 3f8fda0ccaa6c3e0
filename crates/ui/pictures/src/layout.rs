//! The layout of a picture: cells, coordinates and size.

use std::fmt::Write;

use hexarium_geometry::Place;
use hexarium_kernel::{BoardView, RimLabel, Spot};

use crate::style::Style;
use crate::svg::{Number, Point};

/// Distance from the centre of a cell to its corners.
pub(crate) const CELL: f64 = 24.0;
/// Distance from the centre of a cell to the middle of its sides.
pub(crate) const HALF: f64 = CELL * 0.866_025_403_784_438_6;
/// Radius of a piece.
pub(crate) const PIECE: f64 = 15.0;
/// Margin around the board.
const MARGIN: f64 = 14.0;
/// Maximum distance of a coordinate in the row of a cell from the centre of that cell.
const LABEL: f64 = HALF * 2.3;

/// The centres of the cells, the coordinates, and the total size.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    centres: Vec<Point>,
    pub(crate) labels: Vec<(Point, String)>,
    pub(crate) size: Point,
}

impl Layout {
    /// Computes the layout of a board in a style.
    pub(crate) fn new(board: &BoardView, style: &Style) -> Self {
        let placed = |at: Point| if style.turned { turned(at) } else { at };
        let mut centres: Vec<Point> = board.cells.iter().map(|cell| placed(on_page(cell.place))).collect();
        let mut labels: Vec<(Point, String)> = Vec::new();
        if style.coordinates {
            let label = |label: &RimLabel| (placed(pulled_in(board, label.place)), label.text.clone());
            labels = board.rim.iter().map(label).collect();
        }
        let boxes = centres.iter().map(|&c| (c, Point::new(HALF, CELL)));
        let boxes = boxes.chain(labels.iter().map(|(c, _)| (*c, Point::new(11.0, 10.0))));
        let (mut low, mut high) = (Point::default(), Point::default());
        for (i, (centre, half)) in boxes.enumerate() {
            let (a, b) = (centre - half, centre + half);
            if i == 0 {
                (low, high) = (a, b);
            }
            low = Point::new(low.x.min(a.x), low.y.min(a.y));
            high = Point::new(high.x.max(b.x), high.y.max(b.y));
        }
        let shift = Point::new(MARGIN, MARGIN) - low;
        centres.iter_mut().chain(labels.iter_mut().map(|(at, _)| at)).for_each(|at| *at = *at + shift);
        let size = high + shift + Point::new(MARGIN, MARGIN);
        Self { centres, labels, size: Point::new(size.x.ceil(), size.y.ceil()) }
    }

    /// Returns the centre of a cell, or the origin for an unknown cell.
    pub(crate) fn centre(&self, spot: Spot) -> Point {
        self.centres.get(usize::from(spot.0)).copied().unwrap_or_default()
    }

    /// Returns the centres of all cells, in the order of their spots.
    pub(crate) fn centres(&self) -> &[Point] {
        &self.centres
    }
}

fn on_page(place: Place) -> Point {
    let (x, y) = place.pixel();
    Point::new(x, y) * CELL
}

/// Rotates a point by 60 degrees clockwise: cells stay on the same grid, so only the centres move.
fn turned(at: Point) -> Point {
    let (cos, sin) = (0.5, HALF / CELL);
    Point::new(at.x * cos - at.y * sin, at.x * sin + at.y * cos)
}

/// Moves a coordinate towards its row: text art needs two cells in between, a picture needs less.
fn pulled_in(board: &BoardView, place: Place) -> Point {
    let label = on_page(place);
    let row = board.cells.iter().filter(|cell| cell.place.r == place.r).map(|cell| on_page(cell.place));
    let nearest = row.min_by(|a, b| (a.x - label.x).abs().total_cmp(&(b.x - label.x).abs()));
    match nearest {
        Some(cell) if (cell.x - label.x).abs() > LABEL => {
            Point::new(cell.x + LABEL * (label.x - cell.x).signum(), label.y)
        }
        _ => label,
    }
}

/// Returns the six corners of a cell relative to its centre, clockwise from the top.
pub(crate) fn corners(radius: f64) -> [Point; 6] {
    let (x, y) = (radius * HALF / CELL, radius / 2.0);
    [(0.0, -radius), (x, -y), (x, y), (0.0, radius), (-x, y), (-x, -y)].map(|(x, y)| Point::new(x, y))
}

/// Appends the outline of a cell to a path.
pub(crate) fn write_hexagon(path: &mut String, centre: Point, radius: f64) {
    let (x, y) = (Number(radius * HALF / CELL), Number(radius / 2.0));
    let _ = write!(
        path,
        "M{}l{x} {y}v{}l-{x} {y}-{x}-{y}v-{}z",
        centre + corners(radius)[0],
        Number(radius),
        Number(radius)
    );
}

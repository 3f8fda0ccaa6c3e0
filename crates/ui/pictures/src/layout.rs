//! The layout of a picture: cells, coordinates and size.

use std::fmt::Write;

use hexarium_geometry::Place;
use hexarium_kernel::{BoardView, Spot};

use crate::coordinates::coordinates;
use crate::style::{Orientation, Style};
use crate::svg::Point;

/// Distance from the centre of a cell to its corners.
pub(crate) const CELL: f64 = 24.0;
/// Distance from the centre of a cell to the middle of its sides.
pub(crate) const HALF: f64 = CELL * ROOT;
/// Radius of a piece.
pub(crate) const PIECE: f64 = 15.0;
/// Margin around the board.
const MARGIN: f64 = 16.0;
/// Half the square root of 3.
const ROOT: f64 = 0.866_025_403_784_438_6;

/// The centres of the cells, the coordinates, and the total size.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    centres: Vec<Point>,
    pub(crate) labels: Vec<(Point, String)>,
    /// Scale of the letters of coordinates and caption: larger on larger boards, which are shown
    /// smaller.
    pub(crate) letters: f64,
    pub(crate) size: Point,
    /// The corners of a cell of radius 1, clockwise.
    unit: [Point; 6],
}

impl Layout {
    /// Computes the layout of a board in a style.
    pub(crate) fn new(board: &BoardView, style: &Style) -> Self {
        let placed = |at: Point| oriented(at, style.orientation);
        let mut centres: Vec<Point> = board.cells.iter().map(|cell| placed(on_page(cell.place))).collect();
        // Half the length of the board, as its middle is the mean of its cells.
        let middle = centres.iter().fold(Point::default(), |sum, c| sum + *c) * (1.0 / centres.len().max(1) as f64);
        let length = centres.iter().map(|c| (*c - middle).length()).fold(0.0, f64::max);
        let letters = (length / 160.0).clamp(1.5, 2.1);
        let mut labels: Vec<(Point, String)> = Vec::new();
        if style.coordinates {
            labels = coordinates(board).into_iter().map(|(at, text)| (placed(at), text)).collect();
        }
        let unit = corners(style.orientation.steps % 2 == 1);
        let cell = Point::new(unit[1].x.max(unit[0].x), unit[0].y.abs().max(unit[1].y.abs())) * CELL;
        let boxes = centres.iter().map(|&c| (c, cell));
        let boxes = boxes.chain(labels.iter().map(|(c, _)| (*c, Point::new(6.0, 6.0) * letters)));
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
        Self { centres, labels, letters, size: Point::new(size.x.ceil(), size.y.ceil()), unit }
    }

    /// Returns the centre of a cell, or the origin for an unknown cell.
    pub(crate) fn centre(&self, spot: Spot) -> Point {
        self.centres.get(usize::from(spot.0)).copied().unwrap_or_default()
    }

    /// Returns the centres of all cells, in the order of their spots.
    pub(crate) fn centres(&self) -> &[Point] {
        &self.centres
    }

    /// Returns the six corners of a cell relative to its centre, clockwise.
    pub(crate) fn corners(&self, radius: f64) -> [Point; 6] {
        self.unit.map(|corner| corner * radius)
    }

    /// Appends the outline of a cell to a path.
    pub(crate) fn write_hexagon(&self, path: &mut String, centre: Point, radius: f64) {
        self.write_hexagons(path, &[centre], radius);
    }

    /// Appends the outlines of cells to a path.
    pub(crate) fn write_hexagons(&self, path: &mut String, centres: &[Point], radius: f64) {
        let corners = self.corners(radius);
        // From the first corner, all outlines are the same.
        let mut rest = String::new();
        for side in corners.windows(2) {
            let _ = write!(rest, "l{}", side[1] - side[0]);
        }
        for centre in centres {
            let _ = write!(path, "M{}{rest}z", *centre + corners[0]);
        }
    }

    /// Returns the outline of a cell around the origin.
    pub(crate) fn hexagon(&self, radius: f64) -> String {
        let mut path = String::new();
        self.write_hexagon(&mut path, Point::default(), radius);
        path
    }
}

/// Returns the centre of a place in the board's own orientation.
pub(crate) fn on_page(place: Place) -> Point {
    let (x, y) = place.pixel();
    Point::new(x, y) * CELL
}

fn oriented(at: Point, orientation: Orientation) -> Point {
    let at = if orientation.flipped { Point::new(-at.x, at.y) } else { at };
    // Cosine and sine of the angle; exact, so that a full turn changes nothing.
    let cos = |step: u8| [1.0, ROOT, 0.5, 0.0, -0.5, -ROOT, -1.0, -ROOT, -0.5, 0.0, 0.5, ROOT][usize::from(step % 12)];
    let (cos, sin) = (cos(orientation.steps % 12), cos(orientation.steps % 12 + 9));
    Point::new(at.x * cos - at.y * sin, at.x * sin + at.y * cos)
}

/// Returns the corners of a cell of radius 1: with one at the top, or with two.
fn corners(on_side: bool) -> [Point; 6] {
    let upright = [(0.0, -1.0), (ROOT, -0.5), (ROOT, 0.5), (0.0, 1.0), (-ROOT, 0.5), (-ROOT, -0.5)];
    upright.map(|(x, y)| if on_side { Point::new(-y, x) } else { Point::new(x, y) })
}

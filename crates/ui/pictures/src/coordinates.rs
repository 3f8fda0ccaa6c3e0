//! Coordinates at the ends of the lines of cells that they name.
//!
//! A cell is named by letters and a number, such as `c4`. Cells with the same letters form a line,
//! and so do cells with the same number; such a line may be bent, as on a hexagon.

use hexarium_geometry::Place;
use hexarium_kernel::BoardView;

use crate::layout::{HALF, on_page};
use crate::svg::Point;

/// Distance from the centre of the last cell of a line to its coordinate.
const BEYOND: f64 = HALF * 2.0;
/// Distance by which two coordinates at the same place move towards their lines.
const NEARER: f64 = HALF * 0.42;
/// Minimum distance between two coordinates.
const APART: f64 = HALF * 2.1;

/// Returns the coordinates in the board's own orientation: numbers at both ends of their lines,
/// letters at the first end, and at the other end where there is room.
pub(crate) fn coordinates(board: &BoardView) -> Vec<(Point, String)> {
    let split = |label: &str| label.find(|c: char| c.is_ascii_digit()).unwrap_or(label.len());
    let numbers = lines(board, |label| &label[split(label)..]);
    let letters = lines(board, |label| &label[..split(label)]);
    let mut labels: Vec<Label<'_>> = Vec::new();
    for (lines, from_end) in [(&numbers, false), (&letters, false), (&numbers, true), (&letters, true)] {
        let earlier = labels.len();
        for mut label in ends(board, lines, from_end) {
            let distance = |other: &Label<'_>| (other.at - label.at).length();
            let Some(near) = labels[..earlier].iter_mut().find(|other| distance(other) < APART) else {
                labels.push(label);
                continue;
            };
            if from_end {
                continue;
            }
            if distance(near) < HALF {
                near.at = near.at - near.along * NEARER;
                label.at = label.at - label.along * NEARER;
            }
            labels.push(label);
        }
    }
    labels.into_iter().map(|label| (label.at, label.text.to_string())).collect()
}

/// A coordinate, with the direction in which it lies from its line.
struct Label<'a> {
    at: Point,
    along: Point,
    text: &'a str,
}

/// A line of cells with its name.
type Line<'a> = (&'a str, Vec<Place>);

/// Returns the lines of cells that share a part of their names.
fn lines<'a>(board: &'a BoardView, part: impl Fn(&'a str) -> &'a str) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'a>> = Vec::new();
    for cell in &board.cells {
        let name = part(&cell.label);
        if name.is_empty() {
            continue;
        }
        match lines.iter_mut().find(|(other, _)| *other == name) {
            Some((_, places)) => places.push(cell.place),
            None => lines.push((name, vec![cell.place])),
        }
    }
    lines.sort_by_key(|(name, _)| (name.len(), *name));
    lines
}

/// Returns the coordinates at one end of each line. They lie in the same direction from all of
/// them: along two cells if the lines agree on that, which smooths lines that go to and fro.
fn ends<'a>(board: &BoardView, lines: &[Line<'a>], from_end: bool) -> Vec<Label<'a>> {
    let nth = |places: &[Place], n: usize| {
        let index = if from_end { places.len().checked_sub(n + 1) } else { Some(n) };
        index.and_then(|i| places.get(i).copied())
    };
    let steps = |n| {
        let mut steps: Vec<Place> =
            lines.iter().filter_map(|(_, places)| Some(nth(places, 0)? - nth(places, n)?)).collect();
        steps.dedup();
        steps
    };
    let step = match (&steps(2)[..], &steps(1)[..]) {
        ([step], _) | (_, [step, ..]) => *step,
        _ => return Vec::new(),
    };
    let along = on_page(step).unit();
    let on_board = |at: Point| board.cells.iter().any(|cell| (on_page(cell.place) - at).length() < HALF);
    let label = |(name, places): &Line<'a>| {
        let mut last = on_page(nth(places, 0)?);
        // Cells without names, such as end zones, continue the line.
        while on_board(last + along * (2.0 * HALF)) {
            last = last + along * (2.0 * HALF);
        }
        Some(Label { at: last + along * BEYOND, along, text: name })
    };
    let mut labels: Vec<Label<'a>> = lines.iter().filter_map(label).collect();
    // A coordinate between two that are farther out is aligned with them, as where rows alternate.
    let out: Vec<f64> = labels.iter().map(|label| label.at.x * along.x + label.at.y * along.y).collect();
    for i in 1..out.len().saturating_sub(1) {
        let farther = out[i - 1].min(out[i + 1]) - out[i];
        if farther > 0.0 && farther < 1.1 * HALF {
            labels[i].at = labels[i].at + along * farther;
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use hexarium_games::registry;

    use super::*;

    /// The coordinates whose text satisfies a condition.
    fn found(board: &BoardView, wanted: impl Fn(&str) -> bool) -> Vec<(Point, String)> {
        coordinates(board).into_iter().filter(|(_, text)| wanted(text)).collect()
    }

    #[test]
    fn every_line_has_its_name_at_an_end() {
        for spec in registry::GAMES {
            let board = registry::open(spec.id, &[]).unwrap().board();
            for cell in board.cells.iter().filter(|cell| !cell.label.is_empty()) {
                let (letters, number) = cell.label.split_at(1);
                for part in [letters, number] {
                    let labels = found(&board, |text| text == part);
                    assert!((1..=2).contains(&labels.len()), "{}: {part}: {labels:?}", spec.id);
                    // The next cell of the line is near: not more than an end zone is in between.
                    let line = board.cells.iter().filter(|other| {
                        let (a, b) = other.label.split_at(other.label.len().min(1));
                        a == part || b == part
                    });
                    let line: Vec<Point> = line.map(|cell| on_page(cell.place)).collect();
                    for (at, _) in labels {
                        let nearest = line.iter().map(|cell| (*cell - at).length()).fold(f64::MAX, f64::min);
                        assert!(nearest < 4.2 * HALF, "{}: {part} is far from its line", spec.id);
                    }
                }
            }
        }
    }

    #[test]
    fn coordinates_are_near_and_cover_neither_cells_nor_each_other() {
        for spec in registry::GAMES {
            let board = registry::open(spec.id, &[]).unwrap().board();
            let labels = coordinates(&board);
            for (i, (at, text)) in labels.iter().enumerate() {
                let cells = board.cells.iter().map(|cell| on_page(cell.place));
                let others = labels.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, (other, _))| *other);
                let nearest = |all: &mut dyn Iterator<Item = Point>| {
                    all.map(|other| (other - *at).length()).fold(f64::MAX, f64::min)
                };
                let cell = nearest(&mut cells.into_iter());
                assert!(cell > 1.5 * HALF && cell < 2.7 * HALF, "{}: {text} covers a cell or is far away", spec.id);
                assert!(nearest(&mut others.into_iter()) > 0.65 * HALF, "{}: {text} covers another", spec.id);
            }
        }
    }
}

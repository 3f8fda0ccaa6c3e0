//! The board with the value of each first action.

use askama::Template;
use hexarium_kernel::{AnyGame, Input};

use super::text::percent;
use crate::measures::Opening;
use crate::stats::Confidence;

/// Half the width of a cell.
const HALF: f64 = 20.0;

/// The corners of a cell relative to its centre, in half-widths across and radii down.
const CORNERS: [(f64, f64); 6] = [(0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5)];

/// The board as SVG.
#[derive(Template)]
#[template(path = "map.svg")]
struct Map {
    view_box: String,
    cells: Vec<MapCell>,
}

/// A cell of the board.
struct MapCell {
    title: String,
    corners: String,
    fill: String,
    x: String,
    y: String,
    text: String,
}

/// Returns the board as SVG with the value of each opening; `None` unless every opening is a click
/// on one cell.
pub(super) fn map(game: &dyn AnyGame, openings: &[Opening]) -> Option<String> {
    let board = game.board();
    let start = game.start();
    let mut values = vec![None; board.cells.len()];
    for opening in openings {
        let [Input::Cell(spot)] = start.inputs(&opening.action).ok()?[..] else { return None };
        values[usize::from(spot.0)] = Some(opening);
    }
    values.iter().any(Option::is_some).then_some(())?;
    // A cell is √3 times as wide as its side is long, and rows are one and a half sides apart.
    let side = 2.0 * HALF / 3f64.sqrt();
    let middle = |i: usize| {
        let place = board.cells[i].place;
        (HALF * f64::from(2 * place.q + place.r), 1.5 * side * f64::from(place.r))
    };
    let shown: Vec<usize> = (0..values.len()).filter(|&i| !board.cells[i].label.is_empty()).collect();
    let span = |ends: &dyn Fn(usize) -> f64| {
        let least = shown.iter().map(|&i| ends(i)).fold(f64::INFINITY, f64::min);
        let most = shown.iter().map(|&i| ends(i)).fold(f64::NEG_INFINITY, f64::max);
        (least, most)
    };
    let ((left, right), (top, bottom)) = (span(&|i| middle(i).0), span(&|i| middle(i).1));
    let (x, y, width, height) =
        (left - HALF - 2.0, top - side - 2.0, right - left + 2.0 * HALF + 4.0, bottom - top + 2.0 * side + 4.0);
    let cells = shown.into_iter().map(|i| {
        let (x, y) = middle(i);
        let corners: Vec<String> =
            CORNERS.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx * HALF, y + dy * side)).collect();
        let (fill, title, text) = match values[i] {
            Some(opening) => {
                let share = percent(&opening.score.share(Confidence::SINGLE));
                let text = format!("{:.0}", 100.0 * opening.value());
                let title = match opening.evaluation {
                    Some(_) => format!("{}: {text} %; in games {share}", opening.action),
                    None => format!("{}: {share}", opening.action),
                };
                (shade(opening.value()), title, text)
            }
            None => ("#eeeeee".to_string(), board.cells[i].label.clone(), String::new()),
        };
        let (x, y) = (format!("{x:.1}"), format!("{:.1}", y + 4.5));
        MapCell { title, corners: corners.join(" "), fill, x, y, text }
    });
    let view_box = format!("{x:.1} {y:.1} {width:.1} {height:.1}");
    Map { view_box, cells: cells.collect() }.render().ok()
}

/// The colour of a share: white for even, blue for the first player's advantage, orange for the
/// second's.
fn shade(share: f64) -> String {
    let strength = (2.0 * (share - 0.5)).clamp(-1.0, 1.0);
    let full = if strength >= 0.0 { [86.0, 156.0, 214.0] } else { [238.0, 140.0, 60.0] };
    let [r, g, b] = full.map(|c: f64| (255.0 + (c - 255.0) * strength.abs()).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

//! A picture in layers, for front ends that update only what is on the board.

use std::fmt::Write;

use hexarium_kernel::{AnimationStep, BoardView, Spot, View};

use crate::advice::{ends, write_number};
use crate::animate::{attribute, write_ways};
use crate::animation::{AnimatedAction, piece_at};
use crate::decided::write_deciding;
use crate::glyphs;
use crate::ground::{name_ink, write_ground};
use crate::hints::Hint;
use crate::layout::{CELL, Layout};
use crate::marks::{write_halos, write_hints, write_selection, write_targets};
use crate::palette::Palette;
use crate::pieces::{write_piece, write_text};
use crate::scene::Scene;
use crate::style::{Orientation, Style};
use crate::svg::{Number, Point};
use crate::track::{BLINK, Tracks};

/// The layers of the pictures of one board, from bottom to top: [`ground`](Self::ground),
/// [`below`](Self::below), [`pieces`](Self::pieces), [`above`](Self::above). Each is an SVG
/// fragment without a root element.
#[derive(Clone, Debug)]
pub struct Canvas {
    palette: Palette,
    layout: Layout,
    orientation: Orientation,
    ground: String,
}

impl Canvas {
    /// Creates the canvas of a board.
    pub fn new(board: &BoardView, style: &Style) -> Self {
        let palette = style.palette(board);
        let layout = Layout::new(board, style);
        let mut ground = String::new();
        write_ground(&mut ground, &palette, &layout, board);
        Self { palette, layout, orientation: style.orientation, ground }
    }

    /// Returns width and height.
    pub fn size(&self) -> (f64, f64) {
        (self.layout.size.x, self.layout.size.y)
    }

    /// Returns the orientation of the board.
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// Returns the colour of marks such as the selection, which has contrast on every cell.
    pub fn mark(&self) -> String {
        self.palette.honey.to_string()
    }

    /// Returns the centre of a cell.
    pub fn centre(&self, spot: Spot) -> (f64, f64) {
        let at = self.layout.centre(spot);
        (at.x, at.y)
    }

    /// Returns the outline of a cell as path data.
    pub fn outline(&self, spot: Spot) -> String {
        let mut path = String::new();
        self.layout.write_hexagon(&mut path, self.layout.centre(spot), CELL);
        path
    }

    /// Returns cells and coordinates, which are the same for the whole game, and the definitions
    /// that the other layers refer to.
    pub fn ground(&self) -> &str {
        &self.ground
    }

    /// Draws the layer between cells and pieces: marks, highlighted cells of the last turn, the
    /// selection and removed pieces.
    pub fn below(&self, scene: &Scene<'_>) -> String {
        let mut out = String::new();
        self.write_below(&mut out, scene);
        out
    }

    /// Draws the pieces.
    pub fn pieces(&self, view: &View) -> String {
        let mut out = String::new();
        self.write_pieces(&mut out, view);
        out
    }

    /// Draws hints and the arrows of the last turn.
    pub fn above(&self, scene: &Scene<'_>) -> String {
        let mut out = String::new();
        self.write_above(&mut out, scene);
        out
    }

    /// Draws the preview of an action: ghosts of new pieces, arrows, and crosses on removed pieces.
    pub fn preview(&self, before: &View, animation: &[Vec<AnimationStep>], after: &View) -> String {
        let mut out = String::from(r#"<g class="preview"><g opacity=".45">"#);
        for (spot, piece) in after.pieces.iter().filter(|placed| !before.pieces.contains(placed)) {
            write_piece(&mut out, &self.palette, piece, self.layout.centre(*spot));
        }
        out += "</g>";
        // The pieces have not moved yet, so the arrows start from the state before.
        AnimatedAction { beats: animation, before: Some(before), after: before }.write_strokes(
            &mut out,
            &self.palette,
            &self.layout,
            self.palette.guide,
        );
        out + "</g>"
    }

    /// Draws the animated pieces of an action with beats of some seconds, and returns the duration
    /// in seconds. `name` (letters and digits) separates the key frames of several boards on one
    /// page.
    pub fn moving(
        &self,
        before: &View,
        animation: &[Vec<AnimationStep>],
        after: &View,
        beat: f64,
        name: &str,
    ) -> (String, f64) {
        let mut tracks = Tracks::new(&self.layout, before);
        let mut time = 0.0;
        for steps in animation {
            tracks.beat(steps, time, time + beat);
            time += beat;
        }
        tracks.settle(after, time);
        time += BLINK;
        let mut out = String::new();
        let _ = write!(out, "<style>.{name}{{animation:{time}s ease-out forwards}}");
        write_ways(&mut out, &tracks.all, time, name);
        out += "</style>";
        for (i, track) in tracks.all.iter().enumerate() {
            let _ = write!(out, r#"<g class="{name} {name}{i}" transform="{}">"#, attribute(track.last()));
            write_piece(&mut out, &self.palette, &track.piece, Point::default());
            out += "</g>";
        }
        (out, time)
    }

    /// Draws the name of each cell: in its middle if it is empty, otherwise below piece or mark.
    pub fn names(&self, board: &BoardView, view: &View) -> String {
        let (palette, layout) = (&self.palette, &self.layout);
        let mut out = String::from(r#"<g class="names">"#);
        for (i, cell) in board.cells.iter().enumerate().filter(|(_, cell)| !cell.label.is_empty()) {
            let spot = Spot(i as u16);
            let at = layout.centre(spot);
            if piece_at(view, spot).is_none() && !view.marks.iter().any(|(marked, _)| *marked == spot) {
                write_text(&mut out, &cell.label, at, 1.3, name_ink(palette, cell.region));
            } else {
                let at = at + Point::new(0.0, 15.5);
                let half = glyphs::width(&cell.label) / 2.0 + 2.6;
                let _ = write!(
                    out,
                    r#"<rect x="{}" y="{}" width="{}" height="11" rx="5.5" fill="{}"/>"#,
                    Number(at.x - half),
                    Number(at.y - 5.5),
                    Number(2.0 * half),
                    palette.surface
                );
                write_text(&mut out, &cell.label, at, 1.0, palette.ink);
            }
        }
        out + "</g>"
    }

    /// Highlights some cells with a soft tint.
    pub fn halos(&self, spots: &[Spot]) -> String {
        let mut out = String::new();
        write_halos(&mut out, &self.palette, &self.layout, spots);
        out
    }

    /// Draws hints only.
    pub fn hints(&self, hints: &[Hint], view: &View) -> String {
        let mut out = String::new();
        write_hints(&mut out, &self.palette, &self.layout, hints, view);
        out
    }

    pub(crate) fn write_below(&self, out: &mut String, scene: &Scene<'_>) {
        let (palette, layout) = (&self.palette, &self.layout);
        write_deciding(out, palette, layout, &scene.view.marks);
        write_targets(out, palette, layout, &scene.view.marks);
        write_halos(out, palette, layout, scene.marked);
        scene.animated_actions().for_each(|action| action.write_ground(out, palette, layout));
        if let Some(spot) = scene.selected {
            write_selection(out, palette, layout, spot);
        }
        scene.animated_actions().for_each(|action| action.write_ghosts(out, palette, layout));
    }

    pub(crate) fn write_pieces(&self, out: &mut String, view: &View) {
        for (spot, piece) in &view.pieces {
            write_piece(out, &self.palette, piece, self.layout.centre(*spot));
        }
    }

    pub(crate) fn write_above(&self, out: &mut String, scene: &Scene<'_>) {
        write_hints(out, &self.palette, &self.layout, scene.hints, scene.view);
        let (palette, layout) = (&self.palette, &self.layout);
        scene.animated_actions().for_each(|action| action.write_strokes(out, palette, layout, palette.ink));
        if scene.turn.len() > 1 {
            self.write_numbers(out, scene);
        }
    }

    /// Draws the number of each action of the last turn at its beginning.
    fn write_numbers(&self, out: &mut String, scene: &Scene<'_>) {
        let mut taken: Vec<Spot> = Vec::new();
        for (i, (from, to)) in scene.turn.iter().enumerate().filter_map(|(i, step)| Some((i, ends(&step.animation)?))) {
            let origin = from.unwrap_or(to);
            let before = taken.iter().filter(|other| **other == origin).count();
            taken.push(origin);
            let along = self.layout.centre(to) - self.layout.centre(origin);
            let aside = match piece_at(scene.view, origin) {
                None if from.is_some() => along.unit() * -6.0,
                _ => Point::new(-13.0, -13.0),
            };
            let at = self.layout.centre(origin) + aside + Point::new(14.0 * before as f64, 0.0);
            let (fill, ink) = (self.palette.surface, self.palette.ink);
            write_number(out, "step", at, i + 1, [fill, ink, self.palette.honey]);
        }
    }

    pub(crate) fn palette(&self) -> &Palette {
        &self.palette
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }
}

#[cfg(test)]
mod tests {
    use hexarium_games::registry;

    use super::*;

    #[test]
    fn a_rotated_rhombus_is_narrow_and_keeps_its_cells_adjacent() {
        let game = registry::open("hex(size=5)", &[]).unwrap();
        let board = game.board();
        let style = Style { coordinates: false, ..Style::of(&*game) };
        let (flat, turned) = (
            Canvas::new(&board, &style),
            Canvas::new(&board, &Style { orientation: Orientation::rotated(2), ..style }),
        );
        assert!(flat.size().0 > flat.size().1 && turned.size().0 < turned.size().1);
        let spots = || (0..board.cells.len() as u16).map(Spot);
        for (a, b) in spots().flat_map(|a| spots().map(move |b| (a, b))) {
            let apart = |canvas: &Canvas| (canvas.layout.centre(a) - canvas.layout.centre(b)).length();
            assert!((apart(&flat) - apart(&turned)).abs() < 1e-6, "{a:?} {b:?}");
        }
    }
}

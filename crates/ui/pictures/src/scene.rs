//! A still picture of a state.

use std::fmt::Write;

use hexarium_kernel::{AnimationStep, BoardView, Region, Spot, View};

use crate::animation::Story;
use crate::canvas::Canvas;
use crate::colour::Colour;
use crate::glyphs;
use crate::hints::Hint;
use crate::layout::{CELL, Layout, write_hexagon};
use crate::style::{Palette, Style};
use crate::svg::{Number, Point, escaped};
use crate::words;

/// The contents of a still picture.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The empty board.
    pub board: &'a BoardView,
    /// The state shown.
    pub view: &'a View,
    /// The state before the last action, for ghosts of captured pieces.
    pub before: Option<&'a View>,
    /// The animation of the last action, possibly empty.
    pub animation: &'a [Vec<AnimationStep>],
    /// The destinations of the legal actions.
    pub hints: &'a [Hint],
    /// The selected cell.
    pub selected: Option<Spot>,
}

impl<'a> Scene<'a> {
    /// Creates a scene with a state and nothing else.
    pub fn new(board: &'a BoardView, view: &'a View) -> Self {
        Self { board, view, before: None, animation: &[], hints: &[], selected: None }
    }

    pub(crate) fn animation(&self) -> Story<'a> {
        Story { beats: self.animation, before: self.before, after: self.view }
    }
}

/// Draws a state as SVG, with the animation steps of the action that led to it.
pub fn draw(board: &BoardView, view: &View, animation: Option<&[Vec<AnimationStep>]>, style: &Style) -> String {
    draw_scene(&Scene { animation: animation.unwrap_or_default(), ..Scene::new(board, view) }, style)
}

/// Draws a scene as SVG.
pub fn draw_scene(scene: &Scene<'_>, style: &Style) -> String {
    let palette = style.palette();
    let canvas = Canvas::new(scene.board, style);
    let layout = canvas.layout();
    let caption = Caption::new(scene.view, style, layout);
    let mut out = String::new();
    let description = words::description(scene.board, scene.view, style);
    open(&mut out, layout, caption.height(), style, &description);
    write_page(&mut out, &palette, layout, caption.height());
    out += canvas.ground();
    canvas.write_below(&mut out, scene);
    canvas.write_pieces(&mut out, scene.view);
    canvas.write_above(&mut out, scene);
    caption.write(&mut out, &palette, layout);
    out += "</svg>\n";
    out
}

/// Writes the opening tag, with a textual description of the picture.
pub(crate) fn open(out: &mut String, layout: &Layout, below: f64, style: &Style, description: &str) {
    let (width, height) = (Number(layout.size.x), Number(layout.size.y + below));
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img"><title>{}</title><desc>{}</desc>"#,
        escaped(&style.title),
        escaped(description)
    );
}

/// Draws the background.
pub(crate) fn write_page(out: &mut String, palette: &Palette, layout: &Layout, below: f64) {
    let _ = write!(
        out,
        r#"<rect width="{}" height="{}" rx="8" fill="{}"/>"#,
        Number(layout.size.x),
        Number(layout.size.y + below),
        palette.page
    );
}

/// Draws cells and coordinates.
pub(crate) fn write_cells(out: &mut String, palette: &Palette, layout: &Layout, board: &BoardView) {
    // All cells of a region are one path.
    let mut looks: Vec<(Region, String)> = Vec::new();
    for (cell, centre) in board.cells.iter().zip(layout.centres()) {
        let look = looks.iter().position(|(region, _)| *region == cell.region).unwrap_or_else(|| {
            looks.push((cell.region, String::new()));
            looks.len() - 1
        });
        write_hexagon(&mut looks[look].1, *centre, CELL);
    }
    // Ordinary cells come last, so that their edges are not painted over.
    for (region, path) in looks.iter().rev() {
        let fill = match region {
            Region::Plain => palette.cell,
            Region::Shaded(_) => palette.buffer,
            Region::EndZone(player) => palette.cell.with(palette.player(*player).fill, 50),
        };
        let edge = palette.edge;
        let _ = write!(out, r#"<path d="{path}" fill="{fill}" stroke="{edge}" stroke-width="1.2"/>"#);
    }
    write_labels(out, palette, layout);
}

/// Scale of the letters of coordinates and caption.
const LETTERS: f64 = 1.5;

fn write_labels(out: &mut String, palette: &Palette, layout: &Layout) {
    if layout.labels.is_empty() {
        return;
    }
    let mut path = String::new();
    for (middle, text) in &layout.labels {
        let middle = *middle * (1.0 / LETTERS);
        glyphs::write_path(&mut path, text, middle + Point::new(-glyphs::width(text) / 2.0, 3.0));
    }
    write_letters(out, "coordinates", &path, palette.quiet);
}

fn write_letters(out: &mut String, class: &str, path: &str, ink: Colour) {
    let _ = write!(
        out,
        r#"<path class="{class}" transform="scale({LETTERS})" d="{path}" fill="none" stroke="{ink}" stroke-linecap="round" stroke-linejoin="round"/>"#
    );
}

/// Counters and prompt below the board.
pub(crate) struct Caption {
    counters: Vec<String>,
    prompt: Vec<String>,
}

impl Caption {
    const LINE: f64 = 20.0;

    pub(crate) fn new(view: &View, style: &Style, layout: &Layout) -> Self {
        if !style.caption {
            return Self { counters: Vec::new(), prompt: Vec::new() };
        }
        let room = (layout.size.x - 32.0) / LETTERS;
        let lines = |text: &str| words::wrapped(text, room, glyphs::width);
        Self { counters: lines(&words::counters(view, style)), prompt: lines(&view.prompt) }
    }

    pub(crate) fn height(&self) -> f64 {
        match self.counters.len() + self.prompt.len() {
            0 => 0.0,
            lines => lines as f64 * Self::LINE + 8.0,
        }
    }

    pub(crate) fn write(&self, out: &mut String, palette: &Palette, layout: &Layout) {
        let mut y = layout.size.y + 8.0;
        for (class, lines, ink) in [("counters", &self.counters, palette.quiet), ("prompt", &self.prompt, palette.ink)]
        {
            let mut path = String::new();
            for line in lines {
                glyphs::write_path(&mut path, line, Point::new(16.0, y) * (1.0 / LETTERS));
                y += Self::LINE;
            }
            if !path.is_empty() {
                write_letters(out, class, &path, ink);
            }
        }
    }
}

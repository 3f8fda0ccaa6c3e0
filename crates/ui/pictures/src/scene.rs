//! A still picture of a state.

use std::fmt::Write;

use hexarium_kernel::{AnimationStep, BoardView, Spot, View};

use crate::animate::Step;
use crate::animation::AnimatedAction;
use crate::canvas::Canvas;
use crate::glyphs;
use crate::ground::write_letters;
use crate::hints::Hint;
use crate::layout::Layout;
use crate::palette::Palette;
use crate::style::Style;
use crate::svg::{Number, Point, escaped};
use crate::words;

/// The contents of a still picture.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The empty board.
    pub board: &'a BoardView,
    /// The state shown.
    pub view: &'a View,
    /// The state before the last turn, for ghosts of captured pieces.
    pub before: Option<&'a View>,
    /// The actions of the last turn, possibly none. Several are numbered.
    pub turn: &'a [Step],
    /// The destinations of the legal actions.
    pub hints: &'a [Hint],
    /// The selected cell.
    pub selected: Option<Spot>,
    /// Highlighted cells.
    pub marked: &'a [Spot],
}

impl<'a> Scene<'a> {
    /// Creates a scene with a state and nothing else.
    pub fn new(board: &'a BoardView, view: &'a View) -> Self {
        Self { board, view, before: None, turn: &[], hints: &[], selected: None, marked: &[] }
    }

    /// Returns the actions of the last turn, each with the state before it.
    pub(crate) fn animated_actions(&self) -> impl Iterator<Item = AnimatedAction<'a>> {
        let (after, befores) = (self.view, self.turn.iter().map(|step| Some(&step.view)));
        let befores = std::iter::once(self.before).chain(befores);
        self.turn.iter().zip(befores).map(move |(step, before)| AnimatedAction {
            beats: &step.animation,
            before,
            after,
        })
    }
}

/// Draws a state as SVG, with the animation steps of the action that led to it.
pub fn draw(board: &BoardView, view: &View, animation: Option<&[Vec<AnimationStep>]>, style: &Style) -> String {
    let step = animation.map(|animation| Step { animation: animation.to_vec(), view: view.clone() });
    draw_scene(&Scene { turn: step.as_slice(), ..Scene::new(board, view) }, style)
}

/// Draws a scene as SVG.
pub fn draw_scene(scene: &Scene<'_>, style: &Style) -> String {
    let palette = style.palette(scene.board);
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
    if style.cell_names {
        out += &canvas.names(scene.board, scene.view);
    }
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

/// Counters and prompt below the board.
pub(crate) struct Caption {
    counters: Vec<String>,
    prompt: Vec<String>,
    line: f64,
}

impl Caption {
    pub(crate) fn new(view: &View, style: &Style, layout: &Layout) -> Self {
        if !style.caption {
            return Self { counters: Vec::new(), prompt: Vec::new(), line: 0.0 };
        }
        let room = (layout.size.x - 32.0) / layout.letters;
        let lines = |text: &str| words::wrapped(text, room, glyphs::width);
        let line = 13.0 * layout.letters;
        Self { counters: lines(&words::counters(view, style)), prompt: lines(&view.prompt), line }
    }

    pub(crate) fn height(&self) -> f64 {
        match self.counters.len() + self.prompt.len() {
            0 => 0.0,
            lines => (lines as f64 + 0.4) * self.line,
        }
    }

    pub(crate) fn write(&self, out: &mut String, palette: &Palette, layout: &Layout) {
        let mut y = layout.size.y + 0.85 * self.line;
        for (class, lines, ink) in [("counters", &self.counters, palette.quiet), ("prompt", &self.prompt, palette.ink)]
        {
            let mut path = String::new();
            for line in lines {
                glyphs::write_path(&mut path, line, Point::new(16.0, y) * (1.0 / layout.letters));
                y += self.line;
            }
            if !path.is_empty() {
                write_letters(out, class, &path, ink, layout.letters);
            }
        }
    }
}

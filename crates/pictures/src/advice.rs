//! What an engine would do, on the board.

use std::fmt::Write;

use hexarium_kernel::{Movement, PieceView, Spot, View};

use crate::canvas::Canvas;
use crate::glyphs;
use crate::layout::PIECE;
use crate::pieces::write_piece;
use crate::story::Story;
use crate::svg::{Number, Point, write_circle};

/// An action that somebody advises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Its story, which begins in the state of the view.
    pub story: Vec<Vec<Movement>>,
    /// Which of several it is, from 1, and the chance to win with it in percent.
    pub place: Option<(usize, u8)>,
}

/// How much of a ghost's colour is in it: the first is nearly a piece, the others are a breath.
const SOLID: u16 = 80;
const FAINT: u16 = 28;

impl Canvas {
    /// What is advised, the first the boldest: ghosts of what would be put down, arrows for what would move.
    pub fn advice(&self, view: &View, advice: &[Advice]) -> String {
        let mut out = String::new();
        let mut labels = String::new();
        let mut taken: Vec<Spot> = Vec::new();
        for (i, one) in advice.iter().enumerate() {
            let mut layer = String::new();
            let opacity = if i == 0 { ".95" } else { ".5" };
            let _ = write!(layer, r#"<g class="advice" opacity="{opacity}">"#);
            // What is put down is seen as a ghost; a plus beside it would say the same again.
            let put_down = |movement: &Movement| matches!(movement, Movement::Place { .. });
            let beats: Vec<Vec<Movement>> =
                one.story.iter().map(|beat| beat.iter().filter(|m| !put_down(m)).cloned().collect()).collect();
            let story = Story { beats: &beats, before: Some(view), after: view };
            story.write_strokes(&mut layer, self.palette(), self.layout());
            layer += "</g>";
            for (at, piece) in one.story.iter().flatten().filter_map(appearing) {
                self.write_ghost(
                    &mut layer,
                    piece,
                    self.layout().centre(at),
                    i == 0,
                    one.place.map(|(_, share)| share),
                );
            }
            if let Some((rank, _)) = one.place
                && let Some((from, to)) = ends(&one.story)
            {
                // Several that end on one cell stand side by side.
                let before = taken.iter().filter(|other| **other == to).count();
                taken.push(to);
                let at = self.beside(from, to) + Point::new(14.0 * before as f64, 0.0);
                self.write_rank(&mut labels, at, rank);
            }
            // The boldest lies on top.
            out.insert_str(0, &layer);
        }
        out + &labels
    }

    /// Where the place of an action is written: at the upper left, or where an arrow comes in, at the upper side of the arrow.
    fn beside(&self, from: Option<Spot>, to: Spot) -> Point {
        let to = self.layout().centre(to);
        let Some(from) = from.map(|from| self.layout().centre(from)) else { return to - Point::new(13.0, 13.0) };
        let side = (to - from).unit().left();
        to + side * if side.y > 0.0 { -18.0 } else { 18.0 }
    }

    /// A piece that is not there, with the chance to win in its middle, or its own signs where nothing is known.
    fn write_ghost(&self, out: &mut String, piece: &PieceView, at: Point, bold: bool, share: Option<u8>) {
        let palette = self.palette();
        let Some(share) = share else {
            *out += r#"<g class="ghost" opacity=".6">"#;
            write_piece(out, palette, piece, at);
            *out += "</g>";
            return;
        };
        let paint = palette.piece(piece);
        let (fill, ink) = match bold {
            true => (palette.cell.with(paint.fill, SOLID), paint.sign),
            false => (palette.cell.with(paint.fill, FAINT), palette.ink),
        };
        let rim = if bold { palette.honey } else { palette.cell.with(paint.rim, 70) };
        let width = if bold { 3 } else { 2 };
        let look = format_args!(
            r#"class="ghost" fill="{fill}" stroke="{rim}" stroke-width="{width}" stroke-dasharray="5.2 4.2""#
        );
        write_circle(out, at, PIECE, look);
        let text = share.to_string();
        let scale = 1.6_f64.min((PIECE - 3.0) * 2.0 / glyphs::width(&text));
        let mut path = String::new();
        glyphs::write_path(&mut path, &text, Point::new(-glyphs::width(&text) / 2.0, 3.5));
        let _ = write!(
            out,
            r#"<path class="share" transform="translate({at}) scale({})" d="{path}" fill="none" stroke="{ink}" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/>"#,
            Number(scale)
        );
    }

    /// Which of several it is, in a small disc.
    fn write_rank(&self, out: &mut String, at: Point, rank: usize) {
        let palette = self.palette();
        let (fill, ink) = if rank == 1 { (palette.honey, palette.surface) } else { (palette.surface, palette.ink) };
        let text = rank.to_string();
        let mut path = String::new();
        glyphs::write_path(&mut path, &text, Point::new(-glyphs::width(&text) / 2.0, 3.5));
        let _ = write!(
            out,
            r#"<g class="rank" transform="translate({at})" fill="none" stroke-linecap="round" stroke-linejoin="round"><circle r="7.5" fill="{fill}" stroke="{}"/><path d="{path}" stroke="{ink}" stroke-width="1.6"/></g>"#,
            palette.ink
        );
    }
}

/// A piece that a movement puts on the board.
fn appearing(movement: &Movement) -> Option<(Spot, &PieceView)> {
    match movement {
        Movement::Place { at, piece } | Movement::Generate { at, piece, .. } => Some((*at, piece)),
        _ => None,
    }
}

/// Where the piece that is moved comes from, if one is, and where it comes to stand or what is done happens.
fn ends(story: &[Vec<Movement>]) -> Option<(Option<Spot>, Spot)> {
    let mut ends = None;
    for movement in story.iter().flatten() {
        ends = match (ends, movement) {
            (None, Movement::Capture { at } | Movement::Hit { at, .. }) => Some((None, *at)),
            (None, Movement::Place { at, .. } | Movement::Generate { at, .. }) => Some((None, *at)),
            (None, Movement::Split { cells }) => cells.first().map(|at| (None, *at)),
            (
                None,
                Movement::Slide { from, to }
                | Movement::Jump { from, to }
                | Movement::Push { from, to }
                | Movement::Wrap { from, to }
                | Movement::Unstack { from, to, .. }
                | Movement::Recolour { from, to, .. },
            ) => Some((Some(*from), *to)),
            // A flight is told step by step.
            (Some((start, here)), Movement::Slide { from, to } | Movement::Jump { from, to }) if here == *from => {
                Some((start, *to))
            }
            _ => ends,
        };
    }
    ends
}

//! Highlighting of the cells that decided a game.

use std::fmt::Write;

use hexarium_kernel::{Mark, Spot};

use crate::layout::{CELL, Layout};
use crate::palette::Palette;

/// Highlights the cells that decided the game.
pub(crate) fn write_deciding(out: &mut String, palette: &Palette, layout: &Layout, marks: &[(Spot, Mark)]) {
    let mut path = String::new();
    for (spot, _) in marks.iter().filter(|(_, mark)| *mark == Mark::Deciding) {
        layout.write_hexagon(&mut path, layout.centre(*spot), CELL - 1.6);
    }
    if !path.is_empty() {
        let (glow, honey) = (palette.glow, palette.honey);
        // A glow around the chain, visible on any material.
        let _ = write!(out, r#"<path d="{path}" fill="none" stroke="{glow}" stroke-width="12" stroke-opacity=".4"/>"#);
        let look = format_args!(r#"fill="{glow}" fill-opacity=".8" stroke="{honey}" stroke-width="3""#);
        let _ = write!(out, r#"<path class="deciding" d="{path}" {look}/>"#);
    }
}

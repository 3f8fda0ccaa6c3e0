//! Highlighting of the cells that decided a game.

use std::fmt::Write;

use hexarium_kernel::{Mark, Spot};

use crate::layout::{CELL, Layout, write_hexagon};
use crate::style::Palette;

/// Highlights the cells that decided the game.
pub(crate) fn write_deciding(out: &mut String, palette: &Palette, layout: &Layout, marks: &[(Spot, Mark)]) {
    let mut path = String::new();
    for (spot, _) in marks.iter().filter(|(_, mark)| *mark == Mark::Deciding) {
        write_hexagon(&mut path, layout.centre(*spot), CELL - 1.6);
    }
    if !path.is_empty() {
        let honey = palette.honey;
        let look = format_args!(r#"fill="{honey}" fill-opacity=".5" stroke="{honey}" stroke-width="3""#);
        let _ = write!(out, r#"<path class="deciding" d="{path}" {look}/>"#);
    }
}

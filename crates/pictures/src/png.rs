//! From vectors to pixels.

use resvg::{tiny_skia, usvg};

/// The narrowest picture in pixels.
pub const MIN_WIDTH: u32 = 16;
/// The widest picture in pixels. The height is bounded by the same number.
pub const MAX_WIDTH: u32 = 8192;

/// The picture of an SVG document as PNG, so many pixels wide.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, String> {
    if !(MIN_WIDTH..=MAX_WIDTH).contains(&width) {
        return Err(format!("a picture is {MIN_WIDTH} to {MAX_WIDTH} pixels wide, not {width}"));
    }
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|e| format!("not a picture: {e}"))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0);
    if height > MAX_WIDTH as f32 {
        return Err(format!(
            "the picture would be {height} pixels high; {MAX_WIDTH} is the most, so ask for less width"
        ));
    }
    let mut pixels =
        tiny_skia::Pixmap::new(width, height as u32).ok_or_else(|| "a picture without pixels".to_string())?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| format!("cannot write PNG: {e}"))
}

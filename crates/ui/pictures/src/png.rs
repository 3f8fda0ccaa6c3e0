//! Rasterisation of SVG pictures.

use resvg::{tiny_skia, usvg};

/// Minimum width in pixels.
pub const MIN_WIDTH: u32 = 16;
/// Maximum width and height in pixels.
pub const MAX_WIDTH: u32 = 8192;

/// Renders an SVG document as PNG with a width in pixels.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, String> {
    rasterised(svg, width)?.encode_png().map_err(|e| format!("cannot write PNG: {e}"))
}

/// The raw pixels of a picture: rows from the top, three bytes per pixel for red, green and blue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// Pixels per row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// The pixel data.
    pub rgb: Vec<u8>,
}

/// Renders an SVG document as raw pixels with a width in pixels; the background is white.
pub fn pixels(svg: &str, width: u32) -> Result<Pixels, String> {
    let rasterised = rasterised(svg, width)?;
    let over_white = |pixel: &tiny_skia::PremultipliedColorU8| {
        let rest = 255 - pixel.alpha();
        [pixel.red() + rest, pixel.green() + rest, pixel.blue() + rest]
    };
    let rgb = rasterised.pixels().iter().flat_map(over_white).collect();
    Ok(Pixels { width: rasterised.width() as usize, height: rasterised.height() as usize, rgb })
}

fn rasterised(svg: &str, width: u32) -> Result<tiny_skia::Pixmap, String> {
    if !(MIN_WIDTH..=MAX_WIDTH).contains(&width) {
        return Err(format!("invalid width {width}: expected {MIN_WIDTH} to {MAX_WIDTH} pixels"));
    }
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|e| format!("invalid SVG: {e}"))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0);
    if height > MAX_WIDTH as f32 {
        return Err(format!(
            "invalid width {width}: the picture would be {height} pixels high, expected at most {MAX_WIDTH}"
        ));
    }
    let mut pixels =
        tiny_skia::Pixmap::new(width, height as u32).ok_or_else(|| "a picture without pixels".to_string())?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transparent_areas_are_white() {
        let half =
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path fill="#f00" d="M0 0h1v1H0z"/></svg>"##;
        let picture = pixels(half, 16).unwrap();
        assert_eq!((picture.width, picture.height, picture.rgb.len()), (16, 8, 16 * 8 * 3));
        assert_eq!((&picture.rgb[..3], &picture.rgb[45..48]), (&[255, 0, 0][..], &[255, 255, 255][..]));
        assert!(pixels(half, 3).is_err() && pixels("no picture", 16).is_err());
    }
}

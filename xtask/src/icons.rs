//! The PNG icons of the app, rendered from the SVG icon.

use hexarium_pictures::png;

/// The background colour of the SVG icon.
const BACKGROUND: &str = "#14171C";

/// The names and widths of the icons.
const ICONS: [(&str, u32); 2] = [("icon-192.png", 192), ("icon-512.png", 512)];

/// Returns every icon with its name. The background fills the corners, because systems cut icons to
/// their own shapes.
pub(crate) fn all(svg: &str) -> Result<Vec<(&'static str, Vec<u8>)>, String> {
    let full = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="{BACKGROUND}"/>{svg}</svg>"#
    );
    ICONS.iter().map(|&(name, width)| Ok((name, png(&full, width)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ICON: &str = include_str!("../../crates/ui/web/static/icon.svg");

    #[test]
    fn icons_are_as_wide_as_their_names_say() {
        for (name, bytes) in all(ICON).unwrap() {
            let width = u32::from_be_bytes(bytes[16..20].try_into().unwrap());
            assert!(name.contains(&format!("-{width}")), "{name} is {width} pixels wide");
        }
    }

    #[test]
    fn the_background_is_that_of_the_svg_icon() {
        assert!(ICON.contains(BACKGROUND));
    }

    #[test]
    fn the_manifest_and_the_page_name_the_icons() {
        let manifest = include_str!("../../crates/ui/web/static/manifest.webmanifest");
        for (name, _) in ICONS {
            assert_eq!(manifest.matches(name).count(), 2, "{name}, for the purposes any and maskable");
        }
        let page = include_str!("../../crates/ui/web/static/index.html");
        assert!(page.contains(&format!("rel=\"apple-touch-icon\" href=\"{}\"", ICONS[0].0)));
    }
}

//! The board without pieces: its material, the cells and the coordinates.

use std::fmt::Write;

use hexarium_kernel::{BoardView, Material, Player, Region};

use crate::colour::Colour;
use crate::glyphs;
use crate::layout::{CELL, HALF, Layout};
use crate::palette::Palette;
use crate::pieces;
use crate::svg::{Number, Point, write_circle, write_fade, write_use};

/// The number of different cells of a material with grains.
const VARIANTS: usize = 3;
/// Width of the slab beyond the cells.
const FRAME: f64 = 7.0;

/// Draws definitions, cells and coordinates.
pub(crate) fn write_ground(out: &mut String, palette: &Palette, layout: &Layout, board: &BoardView) {
    let regions: Vec<Region> = board.cells.iter().map(|cell| cell.region).collect();
    let kinds = |region: Region| if region == Region::Plain { variants(palette) } else { 1 };
    *out += "<defs>";
    let mut seen: Vec<Region> = Vec::new();
    for &region in &regions {
        if !seen.contains(&region) {
            seen.push(region);
            (0..kinds(region)).for_each(|variant| write_cell(out, palette, layout, region, variant));
        }
    }
    pieces::write_bodies(out, palette, layout);
    *out += "</defs>";
    if let Some(material) = palette.material {
        write_table(out, palette, layout, material);
    }
    // Ordinary cells come last, so that their edges are not painted over.
    for plain in [false, true] {
        for (i, (&region, &centre)) in regions.iter().zip(layout.centres()).enumerate() {
            if (region == Region::Plain) == plain {
                // A grain without visible order.
                let variant = (i * 7 + i * i / 3) % kinds(region);
                write_use(out, &palette.id(cell_name(region, variant)), centre);
            }
        }
    }
    if palette.material == Some(Material::Wood) {
        write_grain(out, palette, layout);
    }
    write_labels(out, palette, layout);
}

fn variants(palette: &Palette) -> usize {
    match palette.material {
        Some(Material::Field | Material::Sand) => VARIANTS,
        _ => 1,
    }
}

fn cell_name(region: Region, variant: usize) -> String {
    match region {
        Region::Plain => format!("c{variant}"),
        Region::Shaded(_) => "s".to_string(),
        Region::EndZone(player) => format!("z{}", player.index()),
    }
}

/// Returns the colours at the top and at the bottom of a cell.
pub(crate) fn cell_colours(palette: &Palette, region: Region) -> [Colour; 2] {
    match (region, palette.material) {
        (Region::Plain, _) => [palette.cell, palette.low],
        (Region::Shaded(_), _) => [palette.buffer, palette.buffer],
        (Region::EndZone(player), Some(_)) => {
            // A shore is less bright than the stones.
            let paint = palette.player(player);
            [paint.fill, paint.shade].map(|colour| colour.with(palette.low, if palette.dark { 35 } else { 0 }))
        }
        (Region::EndZone(player), None) => [palette.cell.with(palette.player(player).fill, 50); 2],
    }
}

/// Returns the colour of the sign in an end zone.
pub(crate) fn zone_sign(palette: &Palette, player: Player) -> Colour {
    cell_colours(palette, Region::EndZone(player))[0].text()
}

/// Defines a cell around the origin.
fn write_cell(out: &mut String, palette: &Palette, layout: &Layout, region: Region, variant: usize) {
    let name = cell_name(region, variant);
    let [high, low] = cell_colours(palette, region);
    let id = palette.id(&name);
    if let Some(material) = palette.material {
        write_fade(out, &format!("{id}f"), false, &[(0.0, high, 1.0), (1.0, low, 1.0)]);
        let joint = match material {
            Material::Tiles => 1.1,
            _ => 0.2,
        };
        let hexagon = layout.hexagon(CELL - joint);
        let _ = write!(out, r##"<g id="{id}"><path d="{hexagon}" fill="url(#{id}f)"/>"##);
        write_bevel(out, palette, layout, material, high);
        write_texture(out, palette, material, region, variant);
    } else {
        let (hexagon, edge) = (layout.hexagon(CELL), palette.edge);
        let _ = write!(out, r#"<g id="{id}"><path d="{hexagon}" fill="{high}" stroke="{edge}" stroke-width="1.2"/>"#);
    }
    if let Region::EndZone(player) = region {
        // A shore is recognisable without its colour.
        let sign = zone_sign(palette, player);
        match player {
            Player::First => write_circle(
                out,
                Point::default(),
                5.0,
                format_args!(r#"fill="none" stroke="{sign}" stroke-width="2""#),
            ),
            Player::Second => write_circle(out, Point::default(), 3.2, format_args!(r#"fill="{sign}""#)),
        }
    }
    *out += "</g>";
}

/// Draws the light on the upper sides of a cell and the shadow on its lower sides.
fn write_bevel(out: &mut String, palette: &Palette, layout: &Layout, material: Material, high: Colour) {
    let (inset, width, light, dark) = match material {
        Material::Tiles => (2.4, 1.8, 75, 22),
        Material::Wood => (0.6, 1.1, 40, 75),
        Material::Card => (1.0, 1.2, 60, 60),
        Material::Field | Material::Sand => (0.5, 1.0, 30, 60),
        Material::Dish => (0.6, 1.0, 70, 80),
    };
    let corners = layout.corners(CELL - inset);
    let mut sides = [String::new(), String::new()];
    for i in 0..6 {
        let (a, b) = (corners[i], corners[(i + 1) % 6]);
        let lower = a.y + b.y > 0.1 || (a.y + b.y).abs() <= 0.1 && a.x > 0.0;
        let _ = write!(sides[usize::from(lower)], "M{a}L{b}");
    }
    let light = if palette.dark { light / 3 } else { light };
    let gleam = high.with(Colour::of(0xFFFFFF), 70);
    for (path, ink, percent) in [(&sides[0], gleam, light), (&sides[1], palette.edge, dark)] {
        let _ = write!(
            out,
            r#"<path d="{path}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-opacity="{}" stroke-linecap="round"/>"#,
            f64::from(percent) / 100.0
        );
    }
}

/// Draws what makes a cell look like its material.
fn write_texture(out: &mut String, palette: &Palette, material: Material, region: Region, variant: usize) {
    let mut noise = Noise(variant as u32 * 77 + 5);
    let mut path = String::new();
    match (material, region) {
        (Material::Tiles, _) => {
            // The glaze mirrors the light from above.
            let _ = write!(
                out,
                r##"<ellipse cx="-3" cy="-10" rx="11" ry="5" fill="#fff" fill-opacity="{}"/>"##,
                if palette.dark { 0.05 } else { 0.22 }
            );
        }
        (Material::Wood, Region::Plain) => {
            // A hollow in which a piece rests.
            let shadow = palette.edge;
            let _ = write!(out, r#"<g fill="{shadow}"><circle r="16.5" fill-opacity=".16"/>"#);
            *out += r#"<path d="M-16.5 0a16.5 16.5 0 0 1 33 0a16.5 14 0 0 0-33 0" fill-opacity=".4"/></g>"#;
        }
        (Material::Field, Region::Plain) => {
            // Rows of stubble.
            for row in -3..=3 {
                for column in -3..=3 {
                    let at = Point::new(f64::from(column) * 5.4, f64::from(row) * 5.4)
                        + Point::new(noise.next(2.2), noise.next(1.6));
                    if at.length() < HALF - 3.0 {
                        let _ = write!(path, "M{at}l{} -3.4", Number(noise.next(1.2)));
                    }
                }
            }
            let ink = palette.edge;
            let _ = write!(out, r#"<path d="{path}" stroke="{ink}" stroke-opacity=".75" stroke-linecap="round"/>"#);
        }
        (Material::Sand, _) => {
            // Grains: strokes of no length with round ends.
            for _ in 0..22 {
                let at = Point::new(noise.next(HALF - 2.0), noise.next(HALF - 2.0));
                if at.length() < HALF - 2.0 {
                    let _ = write!(path, "M{at}h.1");
                }
            }
            let ink = palette.edge.with(palette.frame, 25);
            let _ = write!(
                out,
                r#"<path d="{path}" stroke="{ink}" stroke-opacity=".7" stroke-width="1.3" stroke-linecap="round"/>"#
            );
        }
        (Material::Dish, _) => {
            let (light, opacity) = (palette.cell.with(Colour::of(0xFFFFFF), 30), if palette.dark { 0.1 } else { 0.8 });
            let _ = write!(out, r#"<ellipse cy="-4" rx="13" ry="11" fill="{light}" fill-opacity="{opacity}"/>"#);
        }
        _ => {}
    }
}

/// Draws what lies below the cells: the ground of the picture and the slab with its shadow.
fn write_table(out: &mut String, palette: &Palette, layout: &Layout, material: Material) {
    let mut cells = String::new();
    layout.write_hexagons(&mut cells, layout.centres(), CELL);
    let id = palette.id("o");
    let _ = write!(out, r#"<defs><path id="{id}" d="{cells}" stroke-linejoin="round"/></defs>"#);
    let (width, height) = (Number(layout.size.x), Number(layout.size.y));
    if palette.panel != palette.page {
        let table = palette.id("t");
        let (middle, rim) = (palette.panel, panel_rim(palette));
        *out += "<defs>";
        write_fade(out, &table, true, &[(0.55, middle, 1.0), (1.0, rim, 1.0)]);
        let _ = write!(out, r##"</defs><rect width="{width}" height="{height}" rx="8" fill="url(#{table})"/>"##);
        if material == Material::Dish {
            // The glass rim of the dish.
            let glass = palette.frame;
            let (w, h) = (Number(layout.size.x - 5.0), Number(layout.size.y - 5.0));
            let _ = write!(
                out,
                r#"<rect x="2.5" y="2.5" width="{w}" height="{h}" rx="6" fill="none" stroke="{glass}" stroke-width="2.5"/>"#
            );
        }
    }
    let frame = palette.frame;
    for (drop, extra, opacity) in [(4, 5.0, 0.09), (2, 1.5, 0.13)] {
        let stroke = Number(2.0 * FRAME + extra);
        let _ = write!(
            out,
            r##"<use href="#{id}" y="{drop}" stroke="#000" stroke-width="{stroke}" stroke-opacity="{opacity}"/>"##
        );
    }
    let lit = frame.with(Colour::of(0xFFFFFF), if palette.dark { 14 } else { 30 });
    for (inset, ink) in [(0.0, frame), (1.6, lit), (3.2, frame)] {
        let stroke = Number(2.0 * (FRAME - inset));
        let _ = write!(out, r##"<use href="#{id}" fill="{frame}" stroke="{ink}" stroke-width="{stroke}"/>"##);
    }
}

/// Returns the colour of the ground at the rim of the picture.
pub(crate) fn panel_rim(palette: &Palette) -> Colour {
    match palette.panel == palette.page {
        true => palette.page,
        false => palette.panel.with(Colour::of(0), if palette.dark { 40 } else { 12 }),
    }
}

/// Draws the grain of the wood across the whole board.
fn write_grain(out: &mut String, palette: &Palette, layout: &Layout) {
    let mut noise = Noise(9);
    let (mut path, mut y, third) = (String::new(), 0.0, layout.size.x / 3.0);
    while y < layout.size.y {
        let bend = |noise: &mut Noise| Number(noise.next(9.0));
        let (a, b, c) = (bend(&mut noise), bend(&mut noise), bend(&mut noise));
        let (x1, x2, x3) = (Number(third), Number(2.0 * third), Number(3.0 * third));
        let _ = write!(path, "M0 {}c{x1} {a} {x2} {b} {x3} {c}", Number(y));
        y += 4.6 + noise.next(2.4);
    }
    let (id, cells, ink) = (palette.id("w"), palette.id("o"), palette.edge);
    let _ = write!(
        out,
        r##"<clipPath id="{id}"><use href="#{cells}"/></clipPath><path clip-path="url(#{id})" d="{path}" fill="none" stroke="{ink}" stroke-width="1.1" stroke-opacity=".3"/>"##
    );
}

/// A sequence of numbers without visible order.
struct Noise(u32);

impl Noise {
    /// Returns a number between `-range` and `range`.
    fn next(&mut self, range: f64) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (f64::from(self.0 >> 8) / f64::from(1 << 23) - 1.0) * range
    }
}

/// Returns the ink of the name of a cell.
pub(crate) fn name_ink(palette: &Palette, region: Region) -> Colour {
    let [high, low] = cell_colours(palette, region);
    high.with(low, 50).text()
}

fn write_labels(out: &mut String, palette: &Palette, layout: &Layout) {
    if layout.labels.is_empty() {
        return;
    }
    let mut path = String::new();
    for (middle, text) in &layout.labels {
        let middle = *middle * (1.0 / layout.letters);
        glyphs::write_path(&mut path, text, middle + Point::new(-glyphs::width(text) / 2.0, 3.0));
    }
    write_letters(out, "coordinates", &path, palette.label, layout.letters);
}

/// Draws text, given as a path on the grid of the letters.
pub(crate) fn write_letters(out: &mut String, class: &str, path: &str, ink: Colour, scale: f64) {
    let _ = write!(
        out,
        r#"<path class="{class}" transform="scale({scale:.2})" d="{path}" fill="none" stroke="{ink}" stroke-linecap="round" stroke-linejoin="round"/>"#
    );
}

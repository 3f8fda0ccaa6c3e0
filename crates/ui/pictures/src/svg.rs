//! SVG primitives.

use std::fmt::{self, Write};
use std::ops::{Add, Mul, Sub};

use crate::colour::Colour;

/// A number in a path, with at most one digit after the point.
#[derive(Clone, Copy)]
pub(crate) struct Number(pub(crate) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        match (tenths.abs() / 10, tenths.abs() % 10) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, tenth) => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

/// A point of the picture, or the vector between two points.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    pub(crate) fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub(crate) fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// Returns the unit vector of the same direction; the zero vector becomes one to the right.
    pub(crate) fn unit(self) -> Self {
        let length = self.length();
        if length < 1e-9 { Self::new(1.0, 0.0) } else { self * (1.0 / length) }
    }

    /// Returns the vector rotated by 90 degrees counterclockwise on the page.
    pub(crate) fn left(self) -> Self {
        Self::new(self.y, -self.x)
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Self;
    fn mul(self, times: f64) -> Self {
        Self::new(self.x * times, self.y * times)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Number(self.x), Number(self.y))
    }
}

/// Appends a circle; `look` holds all attributes other than position and radius.
pub(crate) fn write_circle(out: &mut String, at: Point, radius: f64, look: fmt::Arguments<'_>) {
    let _ = write!(out, r#"<circle cx="{}" cy="{}" r="{}" {look}/>"#, Number(at.x), Number(at.y), Number(radius));
}

/// Appends a copy of a definition.
pub(crate) fn write_use(out: &mut String, id: &str, at: Point) {
    let _ = write!(out, r##"<use href="#{id}" x="{}" y="{}"/>"##, Number(at.x), Number(at.y));
}

/// Appends a gradient from the top down, or from the upper middle outwards. Each stop has an
/// offset, a colour and an opacity.
pub(crate) fn write_fade(out: &mut String, id: &str, round: bool, stops: &[(f64, Colour, f64)]) {
    let (kind, look) =
        if round { ("radial", r#"cy=".4" r=".65""#) } else { ("linear", r#"x1=".35" x2=".65" y1="0" y2="1""#) };
    let _ = write!(out, r#"<{kind}Gradient id="{id}" {look}>"#);
    for (offset, colour, opacity) in stops {
        let _ = write!(out, r#"<stop offset="{offset}" stop-color="{colour}""#);
        if *opacity < 1.0 {
            let _ = write!(out, r#" stop-opacity="{opacity}""#);
        }
        *out += "/>";
    }
    let _ = write!(out, "</{kind}Gradient>");
}

/// Escapes text between tags. Characters that XML does not allow become spaces.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '\u{FFFE}' | '\u{FFFF}' => out.push(' '),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_the_shortest_form() {
        let texts = [0.04, -0.04, 3.0, -2.55, 10.06, -0.5].map(|n| Number(n).to_string());
        assert_eq!(texts, ["0", "0", "3", "-2.6", "10.1", "-0.5"]);
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b>&\u{1}"), "a&lt;b&gt;&amp; ");
    }
}

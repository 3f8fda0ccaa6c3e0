//! Colours and their SVG notation.

use std::fmt;

/// An opaque colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colour {
    red: u8,
    green: u8,
    blue: u8,
}

impl Colour {
    /// Creates a colour from a number such as `0xF7F5F0`.
    pub(crate) const fn of(number: u32) -> Self {
        Self { red: (number >> 16) as u8, green: (number >> 8) as u8, blue: number as u8 }
    }

    /// Returns the one of two colours that differs more in brightness.
    pub(crate) fn farther_of(self, one: Self, other: Self) -> Self {
        let brightness = |c: Self| 299 * i32::from(c.red) + 587 * i32::from(c.green) + 114 * i32::from(c.blue);
        let distance = |c: Self| (brightness(c) - brightness(self)).abs();
        if distance(other) > distance(one) { other } else { one }
    }

    /// Returns this colour mixed with a percentage of another.
    pub(crate) fn with(self, other: Self, percent: u16) -> Self {
        let mix = |a: u8, b: u8| {
            let percent = percent.min(100);
            ((u16::from(a) * (100 - percent) + u16::from(b) * percent + 50) / 100) as u8
        };
        Self { red: mix(self.red, other.red), green: mix(self.green, other.green), blue: mix(self.blue, other.blue) }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_farther_colour_has_more_contrast() {
        let (black, grey, white) = (Colour::of(0), Colour::of(0x404040), Colour::of(0xFFFFFF));
        assert_eq!(grey.farther_of(black, white), white);
        assert_eq!(white.farther_of(black, grey), black);
        assert_eq!(black.farther_of(white, white), white);
    }

    #[test]
    fn a_mixture_lies_between_its_parts() {
        let (black, white) = (Colour::of(0), Colour::of(0xFFFFFF));
        assert_eq!(black.with(white, 0), black);
        assert_eq!(black.with(white, 100), white);
        assert_eq!(black.with(white, 50).to_string(), "#808080");
    }
}

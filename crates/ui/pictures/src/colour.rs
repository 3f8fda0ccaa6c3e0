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

    /// Returns the number of the colour.
    pub(crate) fn number(self) -> u32 {
        u32::from_be_bytes([0, self.red, self.green, self.blue])
    }

    /// Returns the relative luminance as WCAG defines it.
    #[cfg(test)]
    pub(crate) fn luminance(self) -> f64 {
        let part = |byte: u8| match f64::from(byte) / 255.0 {
            low if low <= 0.04045 => low / 12.92,
            high => ((high + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * part(self.red) + 0.7152 * part(self.green) + 0.0722 * part(self.blue)
    }

    /// Returns the contrast between two colours, from 1 to 21.
    #[cfg(test)]
    pub(crate) fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        (a / b).max(b / a)
    }

    /// Returns the one of two colours that differs more in brightness.
    pub(crate) fn farther_of(self, one: Self, other: Self) -> Self {
        let brightness = |c: Self| 299 * i32::from(c.red) + 587 * i32::from(c.green) + 114 * i32::from(c.blue);
        let distance = |c: Self| (brightness(c) - brightness(self)).abs();
        if distance(other) > distance(one) { other } else { one }
    }

    /// Returns the ink with more contrast on this colour, black or white: at least 4 to 1.
    pub(crate) fn text(self) -> Self {
        let square = |part: u8| u32::from(part).pow(2);
        // The luminance for a gamma of 2; it is 0.21 where black and white have the same contrast.
        let luminance = 213 * square(self.red) + 715 * square(self.green) + 72 * square(self.blue);
        Self::of(if luminance > 210 * square(255) { 0 } else { 0xFFFFFF })
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
    fn text_is_readable_on_any_colour() {
        for number in (0..0x100_0000).step_by(4_099) {
            let ground = Colour::of(number);
            assert!(ground.contrast(ground.text()) > 4.0, "{ground}");
        }
    }

    #[test]
    fn a_mixture_lies_between_its_parts() {
        let (black, white) = (Colour::of(0), Colour::of(0xFFFFFF));
        assert_eq!(black.with(white, 0), black);
        assert_eq!(black.with(white, 100), white);
        assert_eq!(black.with(white, 50).to_string(), "#808080");
    }
}

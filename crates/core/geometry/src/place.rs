//! Axial coordinates and the six directions.

use std::ops::{Add, Mul, Neg, Sub};

/// A place on the infinite hexagonal grid, in axial coordinates: `q` grows to the east, `r`
/// downward.
///
/// Also used for the difference of two places. In axial coordinates, addition and rotation are one
/// line each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Place {
    /// Coordinate along the row.
    pub q: i16,
    /// The row, growing downward.
    pub r: i16,
}

impl Place {
    /// Creates the place `(q, r)`.
    pub const fn new(q: i16, r: i16) -> Self {
        Self { q, r }
    }

    /// Returns the number of steps between two places.
    pub fn distance(self, other: Self) -> u16 {
        let Self { q, r } = self - other;
        let s = -q - r;
        q.unsigned_abs().max(r.unsigned_abs()).max(s.unsigned_abs())
    }

    /// Rotates by 60° counter-clockwise about the origin (east becomes north-east).
    pub const fn turned(self) -> Self {
        Self::new(self.q + self.r, -self.q)
    }

    /// Returns the horizontal distance from the origin in half cells. Pointy-top rows are offset by
    /// half a cell.
    pub const fn half_columns(self) -> i16 {
        2 * self.q + self.r
    }

    /// Returns the centre of the cell on the plane, for cells with circumradius 1 and y downward.
    pub fn pixel(self) -> (f64, f64) {
        let half_width = 3f64.sqrt() / 2.0;
        (f64::from(self.half_columns()) * half_width, f64::from(self.r) * 1.5)
    }
}

impl Add for Place {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Place {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.q - other.q, self.r - other.r)
    }
}

impl Neg for Place {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.q, -self.r)
    }
}

impl Mul<i16> for Place {
    type Output = Self;
    fn mul(self, times: i16) -> Self {
        Self::new(self.q * times, self.r * times)
    }
}

/// One of the six directions, counter-clockwise from east.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Direction {
    /// East.
    E,
    /// North-east.
    Ne,
    /// North-west.
    Nw,
    /// West.
    W,
    /// South-west.
    Sw,
    /// South-east.
    Se,
}

impl Direction {
    /// All six directions, counter-clockwise from east.
    pub const ALL: [Self; 6] = [Self::E, Self::Ne, Self::Nw, Self::W, Self::Sw, Self::Se];

    /// The index in [`Direction::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Rotates counter-clockwise by `sixths` of a full turn.
    pub const fn turned(self, sixths: usize) -> Self {
        Self::ALL[(self as usize + sixths) % 6]
    }

    /// The opposite direction.
    pub const fn opposite(self) -> Self {
        self.turned(3)
    }

    /// The step to the neighbour in this direction.
    pub const fn step(self) -> Place {
        match self {
            Self::E => Place::new(1, 0),
            Self::Ne => Place::new(1, -1),
            Self::Nw => Place::new(0, -1),
            Self::W => Place::new(-1, 0),
            Self::Sw => Place::new(-1, 1),
            Self::Se => Place::new(0, 1),
        }
    }

    /// The name in notation: `e`, `ne`, `nw`, `w`, `sw`, `se`.
    pub const fn name(self) -> &'static str {
        ["e", "ne", "nw", "w", "sw", "se"][self as usize]
    }

    /// Returns the direction with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_turn_counter_clockwise_and_cancel_in_pairs() {
        for d in Direction::ALL {
            assert_eq!(d.step().turned(), d.turned(1).step());
            assert_eq!(d.step() + d.opposite().step(), Place::default());
            assert_eq!(d.turned(1).step() + d.turned(5).step(), d.step());
            assert_eq!(Direction::from_name(d.name()), Some(d));
        }
    }

    #[test]
    fn neighbours_are_one_step_and_one_width_apart() {
        for d in Direction::ALL {
            assert_eq!(d.step().distance(Place::default()), 1);
            let (x, y) = d.step().pixel();
            assert!((x.hypot(y) - 3f64.sqrt()).abs() < 1e-12);
        }
        assert_eq!(Place::new(2, -5).distance(Place::new(-1, 0)), 5);
    }
}

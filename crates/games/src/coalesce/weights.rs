//! How much each trait counts, learnt from games that the search played against itself.

use super::form::Form;

/// What the traits of the two colours count, seen by the player to move.
pub(super) struct Weights {
    /// What it is worth to be the one to move.
    pub(super) tempo: i32,
    /// The traits of the player to move.
    pub(super) mover: Form,
    /// Those of the other, which count against.
    pub(super) other: Form,
}

/// Points are divided by this, so that weights can be finer than points.
pub(super) const FINENESS: i32 = 16;

/// By the option `edge_moves`, and by the steps left, 1 and 2. Where pieces may go over the edge themselves, the rim is no bad place, and
/// being spread out is worse.
pub(super) const WEIGHTS: [[Weights; 2]; 2] = [
    [
        Weights {
            tempo: 1739,
            mover: [-116, 221, -116, -2, -453, -359, -221, -142, -78, 103, 0, 266, 104],
            other: [-61, 146, -77, 0, -401, -301, -140, -69, 12, 83, 13721, 2619, 106],
        },
        Weights {
            tempo: 1794,
            mover: [-55, 133, -71, 0, -478, -372, -216, -137, -52, 78, 0, -210, -42],
            other: [-104, 188, -96, 1, -354, -265, -109, -41, 23, 85, 0, 418, 124],
        },
    ],
    [
        Weights {
            tempo: 1853,
            mover: [-71, 158, -66, -18, -254, -170, -50, 22, 77, 103, 0, 75, 104],
            other: [-11, 70, -28, -14, -235, -119, 12, 63, 144, 100, 13664, 6553, 163],
        },
        Weights {
            tempo: 417,
            mover: [74, -86, 7, -20, -193, -129, -4, 42, 116, 9, 0, -4279, 144],
            other: [-54, 115, -70, -20, -152, -50, 8, 87, 88, 91, 0, 295, 23],
        },
    ],
];

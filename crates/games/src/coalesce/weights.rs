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
            tempo: -789,
            mover: [-111, 105, -121, 4, -718, -489, -230, -142, 33, 45, 0, -293, 105],
            other: [-145, 159, -124, 5, -768, -522, -272, -202, -29, 76, 14546, 6203, 152],
        },
        Weights {
            tempo: 2046,
            mover: [-65, 62, -86, -2, -669, -451, -227, -198, -21, 42, 0, 822, 85],
            other: [-126, 157, -134, 1, -586, -375, -160, -65, 49, 91, 0, 152, -17],
        },
    ],
    [
        Weights {
            tempo: 1024,
            mover: [-98, 116, -48, -26, -282, -142, -6, 52, 40, 78, 0, 25, 208],
            other: [-51, 51, -21, -23, -289, -128, 19, 84, 70, 64, 14003, 8587, 240],
        },
        Weights {
            tempo: 2107,
            mover: [-21, 1, -30, -24, -343, -209, -57, -12, 23, 23, 0, -1226, 168],
            other: [-91, 96, -35, -26, -188, -26, 79, 141, 79, 64, 0, 487, 127],
        },
    ],
];

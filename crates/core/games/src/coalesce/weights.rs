//! Weights of the evaluation features, learnt from self-play games.

use super::form::Form;

/// The weights of both colours' features, from the perspective of the side to move.
pub(super) struct Weights {
    /// The value of being to move.
    pub(super) tempo: i32,
    /// The weights of the side to move.
    pub(super) mover: Form,
    /// The weights of the opponent, which are subtracted.
    pub(super) other: Form,
}

/// The denominator of the weights, which allows fractions of a point.
pub(super) const FINENESS: i32 = 16;

/// The weights by option `edge_moves` and by steps left, 1 and 2. If pieces may step over the edge,
/// the rim is less of a disadvantage, and being spread out is a greater one.
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

//! Zobrist keys.

/// Returns a hash of a number (the finisher of SplitMix64).
///
/// Games build their Zobrist tables from it, so keys are the same on every machine and in every
/// version.
///
/// ```
/// use hexarium_kernel::mix;
///
/// assert_ne!(mix(1), mix(2));
/// assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
/// ```
#[inline]
pub const fn mix(n: u64) -> u64 {
    let z = n.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

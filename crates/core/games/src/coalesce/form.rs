//! Evaluation features of one colour's pieces, which estimate how far they are from a single group.
//!
//! Each feature is a small number computed by a few operations on whole sets. Their weights were
//! learnt from games (`docs/strength/coalesce.md`); counting all groups and measuring the gaps
//! between them was tried and added almost nothing.

use super::groups;

/// The number of features.
pub(super) const TRAITS: usize = 13;

/// The feature values of a colour.
pub(super) type Form = [i32; TRAITS];

/// Returns the features of the pieces, of which there are 15, in this order:
///
/// | index | feature |
/// |---|---|
/// | 0, 1 | adjacent pairs, triangles (15 − pairs + triangles = groups − holes) |
/// | 2 | isolated pieces |
/// | 3 | spread around the common centre |
/// | 4–8 | pieces on corners, elsewhere on the rim, …, in the ring around the centre ([`kind`]) |
/// | 9 | pieces whose neighbours form more than one run |
/// | 10–12 | whether there is one group, two, three |
#[inline]
pub(super) fn form(own: u64) -> Form {
    let count = |set: u64| set.count_ones() as i32;
    let [e, se, sw, w, nw, ne] = groups::beside(own);
    let pairs = count(own & e) + count(own & se) + count(own & sw);
    let triangles = count(own & e & se) + count(own & sw & se);
    let alone = count(own & !(e | se | sw | w | nw | ne));
    // The ends of runs of neighbours around each cell.
    let (mut once, mut twice) = (0, 0);
    for end in [e & !se, se & !sw, sw & !w, w & !nw, nw & !ne, ne & !e] {
        twice |= once & end;
        once |= end;
    }
    let sums: u64 = (0..7).map(|r| ROWS[r][(own >> (7 * r) & 127) as usize]).sum();
    let field = |i: usize| (sums >> (8 * i) & 255) as i32;
    let kinds: [i32; KINDS] = std::array::from_fn(field);
    let squares: i32 = kinds.iter().zip(SQUARES).map(|(n, squares)| n * squares).sum();
    let (q, r) = (field(KINDS) - 45, field(KINDS + 1) - 45);
    let spread = squares - (q * q + r * r + (q + r) * (q + r)) / 15;
    // Counting groups is slow, and there can be few groups only if groups minus holes is small.
    let groups = if 15 - pairs + triangles <= 3 { groups::count(own) } else { 0 };
    let is = |n: usize| i32::from(groups == n);
    let [a, b, c, d, f] = kinds;
    [pairs, triangles, alone, spread, a, b, c, d, f, count(own & twice), is(1), is(2), is(3)]
}

/// The number of kinds of cells, apart from the centre.
const KINDS: usize = 5;

/// The sum of the squared distances from the centre along the three directions, which identifies
/// each kind of cell.
const SQUARES: [i32; KINDS] = [18, 14, 8, 6, 2];

/// Returns the kind of a cell, given its distances from the centre along two directions: corner,
/// rim, corner and side of the second ring, innermost ring; `None` for the centre and for anything
/// that is not a cell.
const fn kind(q: i32, r: i32) -> Option<usize> {
    let squares = q * q + r * r + (q + r) * (q + r);
    let mut kind = 0;
    while kind < KINDS {
        if SQUARES[kind] == squares {
            return Some(kind);
        }
        kind += 1;
    }
    None
}

/// Sums over the pieces of a row, by row and set of pieces, as eight-bit fields: the number of
/// pieces on each kind of cell, and the sums of their columns and rows.
static ROWS: [[u64; 128]; 7] = rows();

const fn rows() -> [[u64; 128]; 7] {
    let mut rows = [[0; 128]; 7];
    let mut i = 0;
    while i < 7 * 128 {
        let (r, set) = (i / 128, i % 128);
        let mut q = 0;
        while q < 7 {
            if set >> q & 1 == 1 {
                let kind = match kind(q - 3, r as i32 - 3) {
                    Some(kind) => 1 << (8 * kind),
                    None => 0,
                };
                rows[r][set] += kind + ((q as u64) << (8 * KINDS)) + ((r as u64) << (8 * KINDS + 8));
            }
            q += 1;
        }
        i += 1;
    }
    rows
}

//! How the pieces of one colour lie: what tells how far they are from one group.
//!
//! Each trait is a small number that a few operations on whole sets find. Which of them matter, and how much, was learnt from games
//! (`docs/strength/coalesce.md`); counting all groups and measuring the gaps between them was tried and told nothing more.

use super::groups;

/// How many traits there are.
pub(super) const TRAITS: usize = 13;

/// What is counted of a colour's pieces.
pub(super) type Form = [i32; TRAITS];

/// The traits of the pieces, of which there are 15, in this order:
///
/// | trait | what it is |
/// |---|---|
/// | 0, 1 | pairs that touch, and triangles: 15 − pairs + triangles is the number of groups less that of their holes |
/// | 2 | pieces alone |
/// | 3 | how far they are from their common centre |
/// | 4–8 | pieces on corners, elsewhere on the rim, and so on to the ring around the centre (see [`kind`]) |
/// | 9 | pieces that hold together what is apart all around them |
/// | 10–12 | whether there is one group, two, three |
#[inline]
pub(super) fn form(own: u64) -> Form {
    let count = |set: u64| set.count_ones() as i32;
    let [e, se, sw, w, nw, ne] = groups::beside(own);
    let pairs = count(own & e) + count(own & se) + count(own & sw);
    let triangles = count(own & e & se) + count(own & sw & se);
    let alone = count(own & !(e | se | sw | w | nw | ne));
    // Where a run of neighbours ends, going round.
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
    // To count groups takes time, and there can be few only if there are few less holes.
    let groups = if 15 - pairs + triangles <= 3 { groups::count(own) } else { 0 };
    let is = |n: usize| i32::from(groups == n);
    let [a, b, c, d, f] = kinds;
    [pairs, triangles, alone, spread, a, b, c, d, f, count(own & twice), is(1), is(2), is(3)]
}

/// How many kinds of cells there are beside the centre.
const KINDS: usize = 5;

/// The squares of the distances from the centre along the three directions, added up: a name for each kind of cell.
const SQUARES: [i32; KINDS] = [18, 14, 8, 6, 2];

/// The kind of a cell by its distances from the centre along two directions: corner, rim, corner and side of the ring within,
/// innermost ring; none for the centre and what is no cell.
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

/// Sums over the pieces of a row, by the number of the row and the pieces in it, as fields of eight bits: how many stand on each
/// kind of cell, and the numbers of their columns and rows.
static ROWS: [[u64; 128]; 7] = rows();

const fn rows() -> [[u64; 128]; 7] {
    let mut rows = [[0; 128]; 7];
    let mut i = 0;
    while i < 7 * 128 {
        let (r, set) = (i / 128, i % 128);
        let mut q = 0;
        while q < 7 {
            if set >> q & 1 == 1 {
                let kind = match kind(q as i32 - 3, r as i32 - 3) {
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

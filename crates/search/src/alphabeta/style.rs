//! Which shortcuts the search takes.

/// The shortcuts of alpha-beta. Without them a search gives exactly the value of plain minimax, which is how it is tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shortcuts {
    /// Whether late actions are first looked at less deeply.
    pub reductions: bool,
    /// Whether a position that was searched deeper than asked counts as well.
    pub deeper: bool,
    /// Whether a turn that is under way at the horizon is looked at to its end.
    pub finish_turns: bool,
    /// Whether positions are kept in a table at all.
    pub table: bool,
    /// Whether actions close to the best get a true score even in long searches, and not only a bound.
    pub true_scores: bool,
}

impl Shortcuts {
    /// As it plays best.
    pub const USUAL: Self =
        Self { reductions: true, deeper: true, finish_turns: false, table: true, true_scores: false };

    /// Plain minimax, only faster.
    pub const EXACT: Self = Self { reductions: false, deeper: false, ..Self::USUAL };
}

/// By how much less deep an action is looked at that comes as number `i` (from 0) in the order.
pub(super) fn reduction(depth: i32, i: usize) -> i32 {
    if depth < 2 || i < 3 {
        return 0;
    }
    let product = log2(depth as u32) * log2(i as u32);
    // A quarter of the product of the logarithms, and half of one more.
    ((product + 512) / 1024).min(depth - 1)
}

/// The binary logarithm in sixteenths, straight between powers of two.
fn log2(n: u32) -> i32 {
    let whole = n.ilog2();
    (16 * whole + ((n << 4 >> whole) - 16)) as i32
}

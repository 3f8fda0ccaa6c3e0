//! The shortcuts of the search: reductions, table use and extensions.

/// The shortcuts of alpha-beta. Without them a search returns exactly the value of minimax, which
/// is how it is tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shortcuts {
    /// Whether late actions are first searched with reduced depth.
    pub reductions: bool,
    /// Whether table entries from deeper searches are used as well.
    pub deeper: bool,
    /// Whether a turn in progress at the horizon is searched to its end.
    pub finish_turns: bool,
    /// Whether the transposition table is used.
    pub table: bool,
    /// Whether actions close to the best get an exact score instead of a bound even in long
    /// searches.
    pub true_scores: bool,
}

impl Shortcuts {
    /// The strongest known setting.
    pub const USUAL: Self =
        Self { reductions: true, deeper: true, finish_turns: false, table: true, true_scores: false };

    /// The setting that returns exactly the minimax value.
    pub const EXACT: Self = Self { reductions: false, deeper: false, ..Self::USUAL };
}

/// Returns the depth reduction of the action at index `i` of the move ordering.
pub(super) fn reduction(depth: i32, i: usize) -> i32 {
    if depth < 2 || i < 3 {
        return 0;
    }
    let product = log2(depth as u32) * log2(i as u32);
    // A quarter of the product of the logarithms, rounded.
    ((product + 512) / 1024).min(depth - 1)
}

/// Returns the binary logarithm in sixteenths, interpolated linearly between powers of two.
fn log2(n: u32) -> i32 {
    let whole = n.ilog2();
    (16 * whole + ((n << 4 >> whole) - 16)) as i32
}

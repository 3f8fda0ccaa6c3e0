//! What is known about playing Harvest well.

use hexarium_kernel::Knowledge;

use super::Harvest;

impl<const W: usize, const N: usize> Knowledge for Harvest<W, N> {}

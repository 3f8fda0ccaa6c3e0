//! What is known about playing Protista well.

use hexarium_kernel::Knowledge;

use super::Protista;

impl<const W: usize, const N: usize> Knowledge for Protista<W, N> {}

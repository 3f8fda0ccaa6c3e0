//! What is known about playing Hex well.

use hexarium_kernel::Knowledge;

use super::Hex;

impl<const W: usize> Knowledge for Hex<W> {}

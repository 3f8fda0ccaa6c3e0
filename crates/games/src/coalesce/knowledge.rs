//! What is known about playing Coalesce well.

use hexarium_kernel::Knowledge;

use super::Coalesce;

impl Knowledge for Coalesce {}

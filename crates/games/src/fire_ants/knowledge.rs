//! What is known about playing March of the Fire Ants well.

use hexarium_kernel::Knowledge;

use super::FireAnts;

impl Knowledge for FireAnts {}

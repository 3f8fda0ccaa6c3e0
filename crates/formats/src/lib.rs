//! Game formats for files and links: a [`GameTree`], and a module for each format that reads and
//! writes it.
//!
//! Formats are public interfaces and live in their own crate, so that the kernel can change without
//! breaking them. All conversion between games and text is here, including the formats of Hex;
//! nothing here accesses files, searches or draws.

pub mod hex;
pub mod hexworld;
pub mod json;
pub mod link;
pub mod record;
pub mod sgf;
mod tree;

pub use hex::departure;
pub use tree::{Ending, Event, Fault, GameTree, Node, NodeId, Property};

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

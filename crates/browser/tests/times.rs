//! Times.

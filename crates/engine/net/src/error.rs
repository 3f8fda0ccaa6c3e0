//! Errors of network files.

use std::fmt;

/// The reason why a network cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkError {
    /// The part of the file, or of the network, that is wrong.
    pub part: String,
    /// The problem and what is expected.
    pub problem: String,
}

impl NetworkError {
    pub(crate) fn new(part: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { part: part.into(), problem: problem.into() }
    }
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "invalid network: {}: {}", self.part, self.problem)
    }
}

impl std::error::Error for NetworkError {}

//! Error handling of strict and lenient readers.

use crate::Fault;

/// Maximum number of faults, so that invalid input of any size cannot exhaust the memory.
const MOST: usize = 100;

/// The faults of one read.
pub(crate) struct Faults {
    lenient: bool,
    found: Vec<Fault>,
    unlisted: usize,
}

impl Faults {
    pub(crate) fn new(lenient: bool) -> Self {
        Self { lenient, found: Vec::new(), unlisted: 0 }
    }

    /// Ends a strict read with the fault; a lenient one records it together with the treatment of
    /// the faulty part.
    pub(crate) fn note(&mut self, fate: &str, fault: impl FnOnce() -> Fault) -> Result<(), Fault> {
        if !self.lenient {
            return Err(fault());
        }
        if self.found.len() < MOST {
            let mut fault = fault();
            fault.problem.push_str("; ");
            fault.problem.push_str(fate);
            self.found.push(fault);
        } else {
            self.unlisted += 1;
        }
        Ok(())
    }

    pub(crate) fn into_list(mut self) -> Vec<Fault> {
        if let (1.., Some(last)) = (self.unlisted, self.found.last_mut()) {
            last.problem.push_str(&format!("; {} more faults follow", self.unlisted));
        }
        self.found
    }
}

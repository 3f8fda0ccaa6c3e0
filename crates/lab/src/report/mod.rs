//! Reports of an experiment: text, HTML, JSON and CSV.

mod compare;
mod conclusions;
mod csv;
mod findings;
mod games;
mod html;
mod json;
mod map;
mod plan;
mod plots;
mod text;

pub use compare::{Comparison, compare};
pub use conclusions::conclusions;
pub use csv::csv;
pub use findings::{Findings, LadderStep, MirrorFindings, SelfPlayFindings, VariantFindings};
pub use games::{NotableGame, link, record};
pub use html::html;
pub use json::json;
pub use plan::{Plan, Precision};
pub use text::text;

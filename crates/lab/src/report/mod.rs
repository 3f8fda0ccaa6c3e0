//! What an experiment has shown, for people and for programs: a page, JSON, CSV.

mod answer;
mod compare;
mod csv;
mod findings;
mod games;
mod html;
mod json;
mod map;
mod plots;
mod text;

pub use answer::answer;
pub use compare::{Comparison, compare};
pub use csv::csv;
pub use findings::{Alike, Findings, Mirrored, Step, VariantFindings};
pub use games::{Notable, link, record};
pub use html::html;
pub use json::json;
pub use text::text;

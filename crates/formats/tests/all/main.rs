//! What is written can be read, and what cannot be read is named.

mod hexforms;
mod hexworld;
mod link;
mod record;
mod record_round_trips;
mod seeds;
mod sgf;
mod trees;

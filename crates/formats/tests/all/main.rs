//! Round trips and errors of every format.

mod hexforms;
mod hexworld;
mod link;
mod record;
mod record_round_trips;
mod seeds;
mod sgf;
mod stored;
mod trees;

//! Tests of the rules of all games through their public interface.

mod coalesce;
mod deciding;
mod fire_ants;
mod harvest;
mod hex;
mod illegal_inputs;
mod kinds;
mod protista;
mod set_pieces;

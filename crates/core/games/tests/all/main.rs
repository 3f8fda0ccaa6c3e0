//! Tests of the rules of all games through their public interface.

mod coalesce;
mod deciding;
mod fire_ants;
mod harvest;
mod hex;
mod kinds;
mod painting;
mod protista;
mod touches;

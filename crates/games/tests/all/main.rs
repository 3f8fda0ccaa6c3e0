//! The rules of the games, through what every game can do.

mod coalesce;
mod deciding;
mod fire_ants;
mod harvest;
mod hex;
mod kinds;
mod painting;
mod protista;
mod touches;

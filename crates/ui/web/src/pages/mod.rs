//! The pages, one file each.

mod analysis;
mod delete_button;
mod files;
mod games;
mod home;
mod lab;
mod learn;
mod mistakes;
mod moves;
mod new_game;
mod not_found;
mod online;
mod play;
mod preferences;
mod rules;
mod setup;
mod units;

pub(crate) use games::Games;
pub(crate) use home::Home;
pub(crate) use lab::LabPage;
pub(crate) use mistakes::Mistakes;
pub(crate) use new_game::{NewGame, without_seed};
pub(crate) use not_found::NotFound;
pub(crate) use online::{Account, ConnectionBanner, CreateGame, GamePage, LobbyPage, PlayerPage};
pub(crate) use play::{LocalGame, Play};
pub(crate) use preferences::Preferences;
pub(crate) use rules::RulesPage;
pub(crate) use setup::SetUp;
pub(crate) use units::Learn;

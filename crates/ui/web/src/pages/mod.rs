//! The pages, one file each.

mod analysis;
mod delete_button;
mod exercise;
mod explanation;
mod files;
mod games;
mod home;
mod insights;
mod lab;
mod learn;
mod mistakes;
mod moves;
mod new_game;
mod not_found;
mod online;
mod play;
mod preferences;
mod puzzles;
mod rules;
mod setup;
mod units;

pub(crate) use games::Games;
pub(crate) use home::Home;
pub(crate) use insights::Insights;
pub(crate) use lab::LabPage;
pub(crate) use mistakes::Mistakes;
pub(crate) use new_game::NewGame;
pub(crate) use not_found::NotFound;
pub(crate) use online::{Account, ConnectionBanner, CreateGame, GamePage, LobbyPage, PlayerPage};
pub(crate) use play::{LocalGame, Play};
pub(crate) use preferences::Preferences;
pub(crate) use puzzles::{PuzzlePage, PuzzlesPage};
pub(crate) use rules::RulesPage;
pub(crate) use setup::SetUp;
pub(crate) use units::Learn;

//! Games between players: Chromium with a profile for each player, and a server with SQLite.

mod accounts;
mod endings;
mod engines;
mod games;
mod interruptions;
mod players;
mod puzzles;
mod tabs;

//! People who play each other: real Chromium with a profile for each of them, and a real server with a file to keep everything in.

mod accounts;
mod endings;
mod engines;
mod games;
mod interruptions;
mod people;
mod tabs;

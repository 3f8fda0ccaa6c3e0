//! Pictures of games: SVG from what a game presents, and nothing else.
//!
//! Everything that draws a board to look at lives here. No game is named, nothing is played, and no file is written.

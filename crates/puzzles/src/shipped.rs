//! The puzzles of this version.

#[cfg(feature = "shipped")]
use crate::PuzzleList;
use crate::Theme;

/// The ids of the games that have puzzles, in alphabetical order.
pub const GAMES: &[&str] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The ids of the games with enough defences to practise them.
const DEFENCES: &[&str] = include!(concat!(env!("OUT_DIR"), "/defences.rs"));

/// Returns the theme that practises to see the opponent's threats: the defence or, in a game with
/// few of them, the winning move, which has to stop all threats.
pub fn threat_theme(game: &str) -> Theme {
    if DEFENCES.contains(&game) { Theme::Defence } else { Theme::WinningMove }
}

/// The files of puzzles: the id of the game and the text.
#[cfg(feature = "shipped")]
pub const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Returns the puzzles of the game with this id; none if it has no puzzles.
#[cfg(feature = "shipped")]
pub fn shipped(id: &str) -> PuzzleList {
    let text = SHIPPED.iter().find(|(game, _)| *game == id).map(|(_, text)| *text);
    text.map_or_else(PuzzleList::default, |text| PuzzleList::parse(text).expect("a test reads the files"))
}

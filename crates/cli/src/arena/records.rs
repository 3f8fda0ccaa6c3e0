//! Records of the games of a match.

use std::path::Path;

use hexarium_formats::{Ending, Event, GameTree, record};
use hexarium_games::registry::Games;
use hexarium_kernel::{AnyGame, Player};

use super::{Played, Spec};

/// Returns the record of a game: the players under their names in the game, the number of the game,
/// the result, and any failure as a comment on the last action.
pub(crate) fn record(game: &dyn AnyGame, specs: &[Spec; 2], played: &Played) -> Result<String, String> {
    let mut tree = GameTree::new(game.canonical_id());
    for player in Player::BOTH {
        let spec = &specs[played.beginner ^ player.index()];
        tree.tags.push((game.player_name(player).to_string(), spec.to_string()));
    }
    tree.tags.push(("Round".to_string(), (played.number + 1).to_string()));
    tree.tags.push(("Opening".to_string(), format!("{} random actions", played.opening)));
    let mut at = GameTree::ROOT;
    for action in &played.line {
        at = tree.add(at, Some(Event::Action(action.clone())));
    }
    if let Some((player, failure)) = &played.failure {
        tree.node_mut(at).comment = format!("{}: {}", game.player_name(*player), failure.what);
        let what = if failure.reason == "resignation" { "resign" } else { "forfeit" };
        tree.add(at, Some(Event::Other { player: *player, what: what.to_string() }));
    }
    tree.ending = Some(Ending { winner: played.winner, reason: played.reason.clone() });
    record::write(&tree, &Games)
}

/// Creates the folder if it does not exist.
pub(crate) fn create_folder(folder: &str) -> Result<(), String> {
    let problem =
        |e: std::io::Error| format!("--save: cannot create folder '{}': {e}", hexarium_kernel::shortened(folder));
    std::fs::create_dir_all(folder).map_err(problem)
}

/// Writes the record of a game under its number.
pub(crate) fn save(folder: &str, game: &dyn AnyGame, specs: &[Spec; 2], played: &Played) -> Result<(), String> {
    let text = record(game, specs, played)?;
    let file = Path::new(folder).join(format!("game-{:04}.txt", played.number + 1));
    std::fs::write(&file, text).map_err(|e| format!("--save: cannot write '{}': {e}", file.display()))
}

//! Saved games: one file for each game, and a file with the name of the last one.
//!
//! A game is saved after every action, not at the end, so nothing is lost however the program ends.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use hexarium_session::Games;
use hexarium_session::autosave::{self, SaveOp, SavedGame};

/// The file with the name of the last game.
const LAST: &str = "last";

/// A folder of saved games.
pub(crate) struct SaveFolder(Option<PathBuf>);

impl SaveFolder {
    /// A folder that need not exist yet; without one nothing is saved.
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self(folder)
    }

    /// Changes the file of a game. A new snapshot replaces the file atomically.
    pub(crate) fn apply(&self, game: &str, op: &SaveOp) -> Result<(), String> {
        let Some(folder) = &self.0 else { return Ok(()) };
        let name = file_name(game);
        let replace = |name: &str, text: &str| {
            let new = folder.join(format!("{name}.{}.new", std::process::id()));
            fs::write(&new, text).and_then(|()| fs::rename(&new, folder.join(name)))
        };
        let done = match op {
            SaveOp::Rewrite(text) => {
                fs::create_dir_all(folder).and_then(|()| replace(&name, text)).and_then(|()| replace(LAST, &name))
            }
            SaveOp::Append(line) => OpenOptions::new()
                .append(true)
                .open(folder.join(&name))
                .and_then(|mut file| file.write_all(line.as_bytes())),
        };
        done.map_err(|e| format!("Cannot save the game in {}: {e}.", folder.display()))
    }

    /// The saved game of this name, or the last one; `None` if it is missing or unreadable.
    pub(crate) fn load(&self, games: Games, game: Option<&str>) -> Option<SavedGame> {
        let folder = self.0.as_ref()?;
        let name = match game {
            Some(game) => file_name(game),
            None => file_name(fs::read_to_string(folder.join(LAST)).ok()?.trim()),
        };
        autosave::load(games, &fs::read_to_string(folder.join(name)).ok()?).ok()
    }
}

/// A game text as a file name, without characters that are special in paths.
fn file_name(game: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "(=,)_-".contains(c) { c } else { '_' };
    game.chars().map(plain).take(200).collect()
}

#[cfg(test)]
mod tests {
    use hexarium_games::registry::Games as AllGames;
    use hexarium_session::{Contest, GameSession, PlayerKind};

    use super::*;

    #[test]
    fn a_file_name_never_leads_out_of_the_folder() {
        assert_eq!(file_name("harvest(base=3)"), "harvest(base=3)");
        assert_eq!(file_name("../../etc/passwd"), "______etc_passwd");
    }

    #[test]
    fn games_are_saved_side_by_side_and_the_last_one_is_found() {
        let folder = std::env::temp_dir().join(format!("hexarium-saves-{}", std::process::id()));
        let saves = SaveFolder::new(Some(folder.join("deep")));
        assert!(saves.load(&AllGames, None).is_none());
        for game in ["hex(size=3)", "coalesce"] {
            let session = GameSession::new(&AllGames, game).unwrap();
            let text = autosave::snapshot(&session, &Contest::of_sides(PlayerKind::DEFAULT)).unwrap();
            saves.apply(game, &SaveOp::Rewrite(text)).unwrap();
        }
        saves.apply("hex(size=3)", &SaveOp::Append("play b2\n".to_string())).unwrap();
        let of = |game| saves.load(&AllGames, game).map(|saved| saved.session.game().canonical_id());
        assert_eq!(of(None).as_deref(), Some("coalesce"));
        assert_eq!(of(Some("hex(size=3)")).as_deref(), Some("hex(size=3)"));
        assert_eq!(saves.load(&AllGames, Some("hex(size=3)")).unwrap().session.actions(), ["b2"]);
        assert_eq!(of(Some("hex")), None);
        fs::remove_dir_all(folder).unwrap();
    }
}

//! Games that outlive the program: one file for each game, and a note which was played last.
//!
//! A game is kept after every action, not at the end: so nothing is lost however the program ends.

use std::fs;
use std::path::{Path, PathBuf};

use hexarium_formats::{GameTree, NodeId};
use hexarium_kernel::PerPlayer;
use hexarium_session::{Form, GameSession, import};

use crate::Seat;

/// The name of the note.
const LAST: &str = "last";

/// Where games are kept.
pub(crate) struct Keeping(Option<PathBuf>);

impl Keeping {
    /// A folder that need not exist yet; without one nothing is kept.
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self(folder)
    }

    /// Keeps the text of a game, or says why not. Whoever looks at any moment finds the old text or the new one.
    pub(crate) fn keep(&self, game: &str, text: &str) -> Result<(), String> {
        let Some(folder) = &self.0 else { return Ok(()) };
        let name = file_name(game);
        let write = |name: &str, text: &str| {
            let new = folder.join(format!("{name}.{}.new", std::process::id()));
            fs::write(&new, text).and_then(|()| fs::rename(&new, folder.join(name)))
        };
        fs::create_dir_all(folder)
            .and_then(|()| write(&name, text))
            .and_then(|()| write(LAST, &name))
            .map_err(|e| format!("The game cannot be kept in {}: {e}.", folder.display()))
    }

    /// The game that was kept under a name, or the last one; nothing if there is none that can be understood.
    pub(crate) fn load(&self, game: Option<&str>) -> Option<(GameSession, PerPlayer<Seat>)> {
        let folder = self.0.as_ref()?;
        let name = match game {
            Some(game) => file_name(game),
            None => file_name(fs::read_to_string(folder.join(LAST)).ok()?.trim()),
        };
        read(&text_of(&folder.join(name))?)
    }
}

fn text_of(file: &Path) -> Option<String> {
    fs::read_to_string(file).ok()
}

/// A game's text as the name of a file: what a folder might understand otherwise is left out.
fn file_name(game: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "(=,)_-".contains(c) { c } else { '_' };
    game.chars().map(plain).take(200).collect()
}

/// A game with its lines of play, where in it the player is, and who plays.
pub(crate) fn written(table: &GameSession, seats: PerPlayer<Seat>) -> Result<String, String> {
    let record = table.export(Form::Record)?;
    let path = table.tree().path_to(table.cursor());
    let branch = |pair: &[NodeId]| table.tree().children(pair[0]).iter().position(|child| *child == pair[1]);
    let branches: Vec<String> = path.windows(2).map(|pair| branch(pair).unwrap_or(0).to_string()).collect();
    let [first, second] = seats.0.map(Seat::word);
    let at = if branches.is_empty() { "-".to_string() } else { branches.join(".") };
    Ok(format!("{first} {second} {at}\n{record}"))
}

/// What [`written`] wrote.
fn read(text: &str) -> Option<(GameSession, PerPlayer<Seat>)> {
    let (head, record) = text.split_once('\n')?;
    let words: Vec<&str> = head.split(' ').collect();
    let &[first, second, at] = &words[..] else { return None };
    let seats = PerPlayer([Seat::parse(first).ok()?, Seat::parse(second).ok()?]);
    let tree = import(record).ok()?.tree;
    let mut id = GameTree::ROOT;
    for branch in at.split('.').filter(|branch| *branch != "-") {
        id = *tree.children(id).get(branch.parse::<usize>().ok()?)?;
    }
    Some((GameSession::from_tree(tree, id).ok()?, seats))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_game_is_read_where_it_was_left() {
        let mut table = GameSession::new("hex(size=5)").unwrap();
        for action in ["a1", "b2", "c3"] {
            table.play(action).unwrap();
        }
        table.back();
        table.play("d4").unwrap();
        table.back();
        let seats = PerPlayer([Seat::Level(5), Seat::Person]);
        let (again, who) = read(&written(&table, seats).unwrap()).unwrap();
        assert_eq!(again.actions(), ["a1", "b2"]);
        assert_eq!(again.tree(), table.tree());
        assert_eq!(who, seats);
    }

    #[test]
    fn what_is_not_a_kept_game_is_passed_over() {
        for text in ["", "\n", "person", "person person -\nnonsense", "cat person -\n", "person person 7\nhexarium 1"] {
            assert!(read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_file_name_never_leads_out_of_the_folder() {
        assert_eq!(file_name("harvest(base=3)"), "harvest(base=3)");
        assert_eq!(file_name("../../etc/passwd"), "______etc_passwd");
    }

    #[test]
    fn games_are_kept_side_by_side_and_the_last_one_is_found() {
        let folder = std::env::temp_dir().join(format!("hexarium-keeping-{}", std::process::id()));
        let keeping = Keeping::new(Some(folder.join("deep")));
        assert!(keeping.load(None).is_none());
        for game in ["hex(size=3)", "coalesce"] {
            let text = written(&GameSession::new(game).unwrap(), Seat::USUAL).unwrap();
            keeping.keep(game, &text).unwrap();
        }
        let of = |game| keeping.load(game).map(|(table, _)| table.game().canonical_id());
        assert_eq!(of(None).as_deref(), Some("coalesce"));
        assert_eq!(of(Some("hex(size=3)")).as_deref(), Some("hex(size=3)"));
        assert_eq!(of(Some("hex")), None);
        fs::remove_dir_all(folder).unwrap();
    }
}

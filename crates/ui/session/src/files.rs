//! Formats of games: detection, reading and writing.

use hexarium_formats::{Fault, GameTree, NodeId, departure, hexworld, json, link, record, sgf};

use crate::GameSession;
use crate::game_session::Games;

/// A format of games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Hexarium's game record.
    Record,
    /// The game record as JSON.
    Json,
    /// SGF, for Hex.
    Sgf,
    /// A HexWorld link, for Hex.
    HexWorld,
    /// A Hexarium link: the fragment of an address, beginning with `#`.
    Link,
}

impl Form {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Record, Self::Json, Self::Sgf, Self::HexWorld, Self::Link];

    /// Its name, in lower case.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Json => "json",
            Self::Sgf => "sgf",
            Self::HexWorld => "hexworld",
            Self::Link => "link",
        }
    }

    /// Whether it holds only one line of play, without variations, comments and tags.
    pub const fn is_one_line(self) -> bool {
        matches!(self, Self::HexWorld | Self::Link)
    }
}

/// A game that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// Its format.
    pub form: Form,
    /// The game.
    pub tree: GameTree,
    /// The node to show: that of a link, else the end of the main line.
    pub cursor: NodeId,
    /// The reason and the location if the rest cannot be played: SGF files may leave the rules.
    pub warning: Option<String>,
}

/// Reads a game in any format. An error has line, column and reason.
///
/// ```
/// use hexarium_games::registry::Games;
/// use hexarium_session::{Form, GameSession, import};
///
/// let mut session = GameSession::new(&Games, "hex(size=5)")?;
/// session.play("c3")?;
/// for form in session.forms() {
///     let imported = import(&Games, &session.export(form)?)?;
///     assert_eq!(imported.form, form, "the format is detected");
///     assert_eq!(imported.into_session(&Games)?.actions(), ["c3"]);
/// }
/// # Ok::<(), String>(())
/// ```
pub fn import(games: Games, text: &str) -> Result<Imported, String> {
    let form = recognise(text);
    let (tree, cursor) = read(games, text, form)?;
    let warning = departure(&tree, cursor).map(|(_, reason)| reason);
    Ok(Imported { form, tree, cursor, warning })
}

impl Imported {
    /// Opens the game.
    pub fn into_session(self, games: Games) -> Result<GameSession, String> {
        GameSession::from_tree(games, self.tree, self.cursor)
    }
}

impl GameSession {
    /// The game in a format, with the cursor if the format has one.
    pub fn export(&self, form: Form) -> Result<String, String> {
        write(self.games, &self.tree, self.cursor, form)
    }

    /// The formats that can represent this game and its initial position.
    pub fn forms(&self) -> Vec<Form> {
        let mut bare = GameTree::new(self.tree.game.clone());
        bare.setup.clone_from(&self.tree.setup);
        Form::ALL.into_iter().filter(|&form| write(self.games, &bare, GameTree::ROOT, form).is_ok()).collect()
    }
}

/// Detects the format of a text by its beginning.
pub fn recognise(text: &str) -> Form {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    if is_bare_link(text) {
        return Form::Link;
    }
    let fragment = text.split_once('#').filter(|(before, _)| !before.contains('\n')).map(|(_, fragment)| fragment);
    match (text.chars().next(), fragment) {
        (Some('('), _) => Form::Sgf,
        (Some('{'), _) => Form::Json,
        (_, Some(fragment)) if fragment.contains('/') => Form::Link,
        (_, Some(_)) => Form::HexWorld,
        _ => Form::Record,
    }
}

/// Whether a text is the bare fragment of a Hexarium link: a version, a slash, a game.
pub fn is_bare_link(text: &str) -> bool {
    let mut parts = text.trim().split('/');
    let version = parts.next().unwrap_or_default();
    let is_number = !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit());
    is_number && parts.next().is_some() && !text.trim().contains(char::is_whitespace)
}

/// Reads a game in a format, and the node to show.
pub fn read(games: Games, text: &str, form: Form) -> Result<(GameTree, NodeId), String> {
    match form {
        Form::Record => record::read(text, games).map(at_end),
        Form::Json => json::read(text, games).map(at_end),
        Form::Sgf => sgf::read(text, games).map(at_end),
        Form::HexWorld => hexworld::read(text.trim(), games),
        Form::Link => link::read(text.trim(), games),
    }
    .map_err(|e| e.to_string())
}

/// Reads the legal part of a record or its JSON, and lists the faults in the rest.
pub fn read_lenient(games: Games, text: &str, form: Form) -> Result<(GameTree, NodeId, Vec<Fault>), String> {
    let reading = match form {
        Form::Record => record::read_lenient(text, games),
        Form::Json => json::read_lenient(text, games),
        Form::Sgf | Form::HexWorld | Form::Link => {
            return Err("lenient reading: expected a record or JSON".to_string());
        }
    };
    let (tree, dropped) = reading.map_err(|e| e.to_string())?;
    let (tree, cursor) = at_end(tree);
    Ok((tree, cursor, dropped))
}

/// Writes a game in a format, with the node as the cursor if the format has one.
pub fn write(games: Games, tree: &GameTree, cursor: NodeId, form: Form) -> Result<String, String> {
    match form {
        Form::Record => record::write(tree, games),
        Form::Json => json::write(tree, games),
        Form::Sgf => sgf::write(tree, games),
        Form::HexWorld => hexworld::write(tree, cursor, games),
        Form::Link => {
            // A link holds actions only, so a game that leaves the rules would change.
            if let Some((_, reason)) = departure(tree, cursor) {
                return Err(reason);
            }
            link::write(tree, cursor, games).map(|link| format!("#{link}"))
        }
    }
}

fn at_end(tree: GameTree) -> (GameTree, NodeId) {
    let last = tree.main_line().last().copied().unwrap_or(GameTree::ROOT);
    (tree, last)
}

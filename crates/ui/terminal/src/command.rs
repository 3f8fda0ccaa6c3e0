//! Typed commands.

use hexarium_search::LEVELS;
use hexarium_session::PlayerKind;
use hexarium_session::words::sentence;

/// A typed command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Help,
    /// The board in words.
    Board,
    /// The board as a drawing.
    Show,
    Where(String),
    Moves(Option<String>),
    Undo,
    Redo,
    Hint,
    Lines,
    Level(u8),
    Players(PlayerKind, PlayerKind),
    New(Option<String>),
    Save(String),
    Open(String),
    Link,
    Go,
    Resign,
    Quit,
    /// The games on the server.
    Lobby,
    Join(String),
    Host(String),
    /// Offers or accepts a draw.
    Draw,
    Takeback,
    Accept,
    Decline,
    Rematch,
    /// An action in the notation of the game.
    Act(String),
}

/// Every command: the word, its argument, its effect, and whether it is for games on a server.
pub(crate) const WORDS: &[(&str, &str, &str, bool)] = &[
    ("help", "", "list the commands", false),
    ("board", "", "describe the board", false),
    ("show", "", "draw the board", false),
    ("where", "CELL", "describe a cell and its neighbours", false),
    ("moves", "[CELL]", "list the legal moves, all or with a cell", false),
    ("undo", "", "take back the last turn", false),
    ("redo", "", "redo the turn that was taken back", false),
    ("hint", "", "suggest a move", false),
    ("lines", "", "show the best lines of the engine", false),
    ("level", "N", "set the level of the engine, 1 to 8", false),
    ("players", "A B", "set both players: human or a level", false),
    ("new", "[GAME]", "start a new game, GAME or GAME(OPTION=VALUE) (default: the same)", false),
    ("save", "FILE", "save the game to a file: record, .sgf or .json", false),
    ("open", "FILE", "open a game from a file or a link", false),
    ("link", "", "print a link to the game", false),
    ("go", "", "pause or resume the engine", false),
    ("resign", "", "resign", false),
    ("games", "", "list the games on the server", true),
    ("join", "N", "join or watch a game from the list", true),
    ("host", "GAME", "create a game, with a clock as in hex 5+3", true),
    ("draw", "", "offer a draw, or accept one", true),
    ("takeback", "", "ask for a takeback", true),
    ("accept", "", "accept the offer", true),
    ("decline", "", "decline the offer", true),
    ("rematch", "", "offer or accept a rematch", true),
    ("quit", "", "quit; the game is saved", false),
];

impl Command {
    /// Parses a line; a line that is not a command is an action of the game.
    pub(crate) fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let some = || Some(rest.to_string()).filter(|rest| !rest.is_empty());
        let needed = |what: &str| some().ok_or_else(|| format!("{word}: expected {what}."));
        Ok(match word {
            "help" => Self::Help,
            "board" => Self::Board,
            "show" => Self::Show,
            "where" => Self::Where(needed("a cell, for example: where c3")?),
            "moves" => Self::Moves(some()),
            "undo" => Self::Undo,
            "redo" => Self::Redo,
            "hint" => Self::Hint,
            "lines" => Self::Lines,
            "level" => match rest.parse() {
                Ok(level @ 1..=LEVELS) => Self::Level(level),
                _ => return Err(format!("Invalid level: expected 1 to {LEVELS}, for example: level 3.")),
            },
            "players" => {
                let parse = |text: &str| PlayerKind::parse(text).map_err(|problem| sentence(&problem));
                let (first, second) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                Self::Players(parse(first)?, parse(second.trim())?)
            }
            "new" => Self::New(some()),
            "save" => Self::Save(needed("a file, for example: save game.txt")?),
            "open" => Self::Open(needed("a file or a link, for example: open game.sgf")?),
            "link" => Self::Link,
            "go" => Self::Go,
            "resign" => Self::Resign,
            "quit" | "exit" => Self::Quit,
            "games" | "lobby" => Self::Lobby,
            "join" => Self::Join(needed("the number of a game, for example: join 1")?),
            "host" => Self::Host(needed("a game, for example: host hex 5+3")?),
            "draw" => Self::Draw,
            "takeback" => Self::Takeback,
            "accept" => Self::Accept,
            "decline" => Self::Decline,
            "rematch" => Self::Rematch,
            _ => Self::Act(line.to_string()),
        })
    }
}

/// The list of commands, with those for a server if `at_server`.
pub(crate) fn help(at_server: bool) -> Vec<String> {
    let mut lines = vec!["Enter a move in notation, or a command:".to_string()];
    let fits = |&&(.., server): &&(&str, &str, &str, bool)| at_server || !server;
    lines.extend(WORDS.iter().filter(fits).map(|(word, what, does, _)| {
        let said = format!("{word} {what}");
        format!("{}: {does}", said.trim())
    }));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_command_is_parsed() {
        for (word, what, ..) in WORDS {
            let what = match *what {
                "N" => "3",
                "A B" => "human 4",
                what => what,
            };
            let command = Command::parse(&format!("{word} {what}")).unwrap();
            assert!(!matches!(command, Command::Act(_)), "{word}");
        }
    }

    #[test]
    fn any_other_line_is_an_action() {
        assert_eq!(Command::parse(" d3-d4 "), Ok(Command::Act("d3-d4".to_string())));
        assert_eq!(Command::parse("pass"), Ok(Command::Act("pass".to_string())));
    }

    #[test]
    fn an_incomplete_command_names_the_missing_argument() {
        for (line, part) in [("level", "1 to 8"), ("level 9", "1 to 8"), ("where", "where c3"), ("save", "file")] {
            assert!(Command::parse(line).unwrap_err().contains(part), "{line}");
        }
        assert!(Command::parse("players cat 3").unwrap_err().starts_with("Invalid player 'cat'"));
    }
}

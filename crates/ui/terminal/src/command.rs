//! What can be said in words, on either face.

use hexarium_search::LEVELS;

use crate::Seat;

/// Something that a player says.
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
    Players(Seat, Seat),
    New(Option<String>),
    Save(String),
    Open(String),
    Link,
    Go,
    Resign,
    Quit,
    /// The games at the server.
    Lobby,
    Join(String),
    Host(String),
    /// A draw is offered, or agreed to.
    Draw,
    TakeBack,
    Accept,
    Decline,
    Rematch,
    /// An action in the notation of the game.
    Act(String),
}

/// Every command: the word, what follows it, what it does, and whether it is for games at a server.
pub(crate) const WORDS: &[(&str, &str, &str, bool)] = &[
    ("help", "", "this list", false),
    ("board", "", "the board in words", false),
    ("show", "", "the board as a drawing", false),
    ("where", "CELL", "what stands on a cell and beside it", false),
    ("moves", "[CELL]", "what can be played, or what can be done with a cell", false),
    ("undo", "", "take the last turn back", false),
    ("redo", "", "play it again", false),
    ("hint", "", "what a strong player would do", false),
    ("lines", "", "what the engine expects, and how good it is", false),
    ("level", "N", "how well the engine plays, 1 to 8", false),
    ("players", "A B", "who plays: person, or a level", false),
    ("new", "[GAME]", "begin anew, or another game, as in harvest(base=3)", false),
    ("save", "FILE", "write the game to a file; .sgf and .json are understood", false),
    ("open", "FILE", "read a game from a file, or a link", false),
    ("link", "", "the game as a link", false),
    ("go", "", "let the engine play on", false),
    ("resign", "", "give the game up", false),
    ("games", "", "who waits for somebody, and who plays", true),
    ("join", "N", "take up a game of that list, or watch it", true),
    ("host", "GAME", "open a game for somebody else; a clock as in hex 5+3", true),
    ("draw", "", "offer a draw, or agree to one", true),
    ("takeback", "", "ask for your last turn again", true),
    ("accept", "", "agree to what was asked", true),
    ("decline", "", "do not", true),
    ("rematch", "", "another game with sides changed", true),
    ("quit", "", "leave; the game is kept", false),
];

impl Command {
    /// Understands a line; whatever is not a command is an action of the game. The problem says what would do.
    pub(crate) fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let some = || Some(rest.to_string()).filter(|rest| !rest.is_empty());
        let needed = |what: &str| some().ok_or_else(|| format!("Say {word} and {what}."));
        Ok(match word {
            "help" => Self::Help,
            "board" => Self::Board,
            "show" => Self::Show,
            "where" => Self::Where(needed("a cell, as in: where c3")?),
            "moves" => Self::Moves(some()),
            "undo" => Self::Undo,
            "redo" => Self::Redo,
            "hint" => Self::Hint,
            "lines" => Self::Lines,
            "level" => match rest.parse() {
                Ok(level @ 1..=LEVELS) => Self::Level(level),
                _ => return Err(format!("A level is a number from 1 to {LEVELS}, as in: level 3.")),
            },
            "players" => {
                let (first, second) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                Self::Players(Seat::parse(first).map_err(sentence)?, Seat::parse(second.trim()).map_err(sentence)?)
            }
            "new" => Self::New(some()),
            "save" => Self::Save(needed("a file, as in: save game.txt")?),
            "open" => Self::Open(needed("a file or a link, as in: open game.sgf")?),
            "link" => Self::Link,
            "go" => Self::Go,
            "resign" => Self::Resign,
            "quit" | "exit" => Self::Quit,
            "games" | "lobby" => Self::Lobby,
            "join" => Self::Join(needed("the number of a game, as in: join 1")?),
            "host" => Self::Host(needed("a game, as in: host hex 5+3")?),
            "draw" => Self::Draw,
            "takeback" => Self::TakeBack,
            "accept" => Self::Accept,
            "decline" => Self::Decline,
            "rematch" => Self::Rematch,
            _ => Self::Act(line.to_string()),
        })
    }
}

/// A problem as a sentence.
pub(crate) fn sentence(problem: String) -> String {
    let text = hexarium_session::words::capital(&problem);
    if text.ends_with(['.', '!', '?']) { text } else { format!("{text}.") }
}

/// The list of commands, for games here or at a server.
pub(crate) fn help(at_server: bool) -> Vec<String> {
    let mut lines = vec!["Play an action by its notation, as moves lists it. Or say:".to_string()];
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
    fn every_command_of_the_list_is_understood() {
        for (word, what, ..) in WORDS {
            let what = match *what {
                "N" => "3",
                "A B" => "person 4",
                what => what,
            };
            let command = Command::parse(&format!("{word} {what}")).unwrap();
            assert!(!matches!(command, Command::Act(_)), "{word}");
        }
    }

    #[test]
    fn what_is_no_command_is_an_action() {
        assert_eq!(Command::parse(" d3-d4 "), Ok(Command::Act("d3-d4".to_string())));
        assert_eq!(Command::parse("pass"), Ok(Command::Act("pass".to_string())));
    }

    #[test]
    fn half_a_command_is_answered_with_what_is_missing() {
        for (line, part) in [("level", "from 1 to 8"), ("level 9", "1 to 8"), ("where", "where c3"), ("save", "file")] {
            assert!(Command::parse(line).unwrap_err().contains(part), "{line}");
        }
        assert!(Command::parse("players cat 3").unwrap_err().starts_with("'cat' cannot play"));
    }
}

//! Types shared by the Hex formats: colours, cells, moves, and the conversion of a line of moves.
//!
//! In these formats Black joins top and bottom and is our Blue; White is our Red. There are two
//! kinds of swap. *swap-pieces* is our `swap`: the stone is mirrored and changes its colour.
//! *swap-sides* leaves the stone in place and exchanges the players. The two are equivalent up to a
//! reflection, so swap-sides becomes our `swap` too, marked with [`SWAP_SIDES`], and all later
//! moves are mirrored and change their colour.
//!
//! A file with passes becomes a game with the option `pass`. Events outside of the rules (a second
//! pass in a row, a move out of turn or after the end, stones set up during the game) are stored as
//! [`Event::Other`]; from there on stones are `Other` too, because a replay would assign them to
//! the wrong player. [`departure`] returns where that begins.

use hexarium_kernel::{AnyGame, AnyMatch, GameCatalog, Interop, OptionError, Player};

use crate::{Event, GameTree, Node, NodeId, Property};

/// The name of the extra property that marks a swap as swap-sides; it has no values.
pub const SWAP_SIDES: &str = "swap-sides";

/// The SGF properties that add stones without a move.
pub(crate) const STONES: [&str; 2] = ["AB", "AW"];

/// The SGF properties that change the board without a move.
pub(crate) const SET_UP: [&str; 3] = ["AB", "AW", "AE"];

/// A colour in the Hex formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colour {
    /// Joins top and bottom: our Blue.
    Black,
    /// Joins left and right: our Red.
    White,
}

impl Colour {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    pub(crate) fn other_if(self, exchange: bool) -> Self {
        if exchange { self.other() } else { self }
    }
}

/// A cell by column and row, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(crate) struct Cell {
    pub(crate) column: usize,
    pub(crate) row: usize,
}

impl Cell {
    /// Parses a cell such as `f6`, case-insensitively, for a board size.
    pub(crate) fn parse(text: &str, size: usize) -> Option<Self> {
        let (&letter, digits) = text.as_bytes().split_first()?;
        let row = match *digits {
            [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9'] => text[1..].parse::<usize>().ok()? - 1,
            _ => return None,
        };
        Self { column: letter_index(letter)?, row }.on_board(size)
    }

    /// Parses a cell such as `ff`, as written by Little Golem.
    pub(crate) fn parse_letters(text: &str, size: usize) -> Option<Self> {
        let &[column, row] = text.as_bytes() else { return None };
        Self { column: letter_index(column)?, row: letter_index(row)? }.on_board(size)
    }

    fn on_board(self, size: usize) -> Option<Self> {
        (self.column < size && self.row < size).then_some(self)
    }

    /// Returns the name, such as `f6`.
    pub(crate) fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.column as u8), self.row + 1)
    }

    pub(crate) fn mirrored_if(self, mirrored: bool) -> Self {
        if mirrored { Self { column: self.row, row: self.column } } else { self }
    }
}

/// Returns 0 for `a`.
fn letter_index(letter: u8) -> Option<usize> {
    letter.is_ascii_alphabetic().then(|| usize::from(letter.to_ascii_lowercase() - b'a'))
}

/// A move in the Hex formats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Play {
    Cell(Cell),
    SwapPieces,
    SwapSides,
    Pass,
    Resign,
    Forfeit,
    /// A word outside of the Hex formats.
    Word(String),
}

impl Play {
    /// Returns the word of the Hex formats; cells by their names.
    pub(crate) fn word(&self) -> String {
        match self {
            Self::Cell(cell) => cell.name(),
            Self::SwapPieces => "swap-pieces".to_string(),
            Self::SwapSides => "swap-sides".to_string(),
            Self::Pass => "pass".to_string(),
            Self::Resign => "resign".to_string(),
            Self::Forfeit => "forfeit".to_string(),
            Self::Word(word) => word.clone(),
        }
    }

    /// Parses a word; any unknown one is [`Play::Word`].
    pub(crate) fn of_word(word: &str, size: usize) -> Self {
        match word {
            "swap-pieces" => Self::SwapPieces,
            "swap-sides" => Self::SwapSides,
            "pass" => Self::Pass,
            "resign" => Self::Resign,
            "forfeit" => Self::Forfeit,
            _ => Cell::parse(word, size).map_or_else(|| Self::Word(word.to_string()), Self::Cell),
        }
    }
}

/// The rules of a game of Hex, except for its size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct HexRules {
    pub(crate) red_first: bool,
    pub(crate) swap: bool,
    pub(crate) pass: bool,
}

impl HexRules {
    /// Returns the rules of a game.
    pub(crate) fn of(game: &dyn AnyGame) -> Self {
        let options = game.options();
        Self { red_first: options.text("first") == "red", swap: options.flag("swap"), pass: options.flag("pass") }
    }

    /// Returns `blue` or `red`.
    pub(crate) fn first(self) -> &'static str {
        if self.red_first { "red" } else { "blue" }
    }

    /// Opens the game with these rules and a board size.
    pub(crate) fn open(self, games: &dyn GameCatalog, size: u64) -> Result<Box<dyn AnyGame>, OptionError> {
        let Self { swap, pass, .. } = self;
        let spec = games.spec_for(Interop::Hex).ok_or_else(|| OptionError::unknown_game("Hex", games.specs()))?;
        games.open(&format!("{}(size={size},first={},swap={swap},pass={pass})", spec.id, self.first()))
    }
}

/// Opens the game of a tree if it is Hex; `form` names the format in the error.
pub(crate) fn hex_of(tree: &GameTree, games: &dyn GameCatalog, form: &str) -> Result<Box<dyn AnyGame>, String> {
    let game = games.open_stored(&tree.game).map_err(|e| e.to_string())?;
    if game.spec().interop == Some(Interop::Hex) {
        Ok(game)
    } else {
        Err(format!("{form} supports Hex only, not {}; use a record instead", game.spec().title))
    }
}

/// Returns the player with the blue stones.
pub(crate) fn blue(game: &dyn AnyGame) -> Player {
    if HexRules::of(game).red_first { Player::Second } else { Player::First }
}

/// Whether an event is written as a swap.
pub(crate) fn is_swap(event: &Event) -> bool {
    match event {
        Event::Action(text) => text == "swap",
        Event::Other { what, .. } => what == "swap-pieces" || what == "swap-sides",
    }
}

/// Whether an event is written as a pass.
pub(crate) fn is_pass(event: &Event) -> bool {
    let (Event::Action(what) | Event::Other { what, .. }) = event;
    what == "pass"
}

/// Whether a node is a swap of sides.
pub(crate) fn swaps_sides(node: &Node) -> bool {
    node.event == Some(Event::Action("swap".to_string())) && node.extra.iter().any(|p| p.name == SWAP_SIDES)
}

/// Returns the mark of a swap of sides.
pub(crate) fn sides_mark() -> Property {
    Property { name: SWAP_SIDES.to_string(), values: Vec::new() }
}

/// A line of play, convertible in both directions between moves of the Hex formats and events.
pub(crate) struct Line {
    state: Box<dyn AnyMatch>,
    blue: Player,
    size: usize,
    /// Number of actions played on the state.
    played: usize,
    /// Whether the file's board is mirrored, after a swap of sides.
    mirrored: bool,
    /// Whether the line has left the rules.
    beyond: bool,
}

/// A point in a line to return to.
#[derive(Clone, Copy)]
pub(crate) struct Point {
    played: usize,
    mirrored: bool,
    beyond: bool,
}

impl Line {
    pub(crate) fn new(game: &dyn AnyGame, state: Box<dyn AnyMatch>) -> Self {
        let size = game.options().number("size") as usize;
        Self { state, blue: blue(game), size, played: 0, mirrored: false, beyond: false }
    }

    /// Leaves the rules: from here on nothing can be played.
    pub(crate) fn leave_rules(&mut self) {
        self.beyond = true;
    }

    /// Whether the moves have ended the game.
    pub(crate) fn is_over(&self) -> bool {
        !self.beyond && self.state.verdict().is_some()
    }

    /// Sets whether the file's board is mirrored.
    pub(crate) fn set_mirrored(&mut self, mirrored: bool) {
        self.mirrored = mirrored;
    }

    pub(crate) fn point(&self) -> Point {
        Point { played: self.played, mirrored: self.mirrored, beyond: self.beyond }
    }

    pub(crate) fn back_to(&mut self, point: Point) {
        while self.played > point.played {
            self.state.undo();
            self.played -= 1;
        }
        (self.mirrored, self.beyond) = (point.mirrored, point.beyond);
    }

    pub(crate) fn player(&self, colour: Colour) -> Player {
        match colour.other_if(self.mirrored) {
            Colour::Black => self.blue,
            Colour::White => self.blue.other(),
        }
    }

    pub(crate) fn colour(&self, player: Player) -> Colour {
        let colour = if player == self.blue { Colour::Black } else { Colour::White };
        colour.other_if(self.mirrored)
    }

    /// Makes a move. Returns its event, with the mark of a swap of sides where it is one.
    pub(crate) fn make(&mut self, colour: Colour, play: &Play) -> Result<(Event, Option<Property>), String> {
        let player = self.player(colour);
        let can_play = !self.beyond && self.state.to_move() == player && self.state.verdict().is_none();
        let (text, word) = match play {
            Play::Cell(cell) => {
                let name = cell.mirrored_if(self.mirrored).name();
                (name.clone(), name)
            }
            Play::SwapPieces | Play::SwapSides => ("swap".to_string(), play.word()),
            Play::Pass => (play.word(), play.word()),
            Play::Resign | Play::Forfeit | Play::Word(_) => {
                return Ok((Event::Other { player, what: play.word() }, None));
            }
        };
        if can_play {
            match self.state.play(&text) {
                Ok(_) => {
                    self.played += 1;
                    let sides = *play == Play::SwapSides;
                    self.mirrored ^= sides;
                    return Ok((Event::Action(text), sides.then(sides_mark)));
                }
                Err(error) if matches!(play, Play::Cell(_)) => return Err(error.to_string()),
                Err(_) => {}
            }
        }
        self.beyond = true;
        Ok((Event::Other { player, what: word }, None))
    }

    /// Follows a node. Returns the colour and the move in the notation of the file.
    pub(crate) fn follow(&mut self, node: &Node) -> Result<Option<(Colour, Play)>, String> {
        let (player, play) = match &node.event {
            None => return Ok(None),
            Some(Event::Action(text)) => {
                let player = self.state.to_move();
                self.state.play(text).map_err(|e| e.to_string())?;
                self.played += 1;
                let play = match (text.as_str(), swaps_sides(node)) {
                    ("swap", true) => Play::SwapSides,
                    ("swap", false) => Play::SwapPieces,
                    _ => Play::of_word(text, self.size),
                };
                (player, play)
            }
            Some(Event::Other { player, what }) => (*player, Play::of_word(what, self.size)),
        };
        let colour = self.colour(player);
        let play = match play {
            Play::Cell(cell) => Play::Cell(cell.mirrored_if(self.mirrored)),
            other => other,
        };
        self.mirrored ^= swaps_sides(node);
        Ok(Some((colour, play)))
    }
}

/// Returns where the path to a node leaves the rules of Hex, if it does: the node and the reason.
/// From there on the tree holds the events of the file, but positions stay those before.
pub fn departure(tree: &GameTree, id: NodeId) -> Option<(NodeId, String)> {
    let mut played = 0;
    for id in tree.path_to(id) {
        let node = tree.node(id);
        let stones: usize =
            node.extra.iter().filter(|p| STONES.contains(&p.name.as_str())).map(|p| p.values.len()).sum();
        let after = if played == 0 { "at the start".to_string() } else { format!("after {played} actions") };
        let reason = match &node.event {
            _ if id == GameTree::ROOT && stones > 0 => {
                "the setup position cannot occur in a game: expected that the side to move has not joined its edges, and without pass=true \
                 as many black stones as white ones, or one more with the other side to move"
                    .to_string()
            }
            _ if id != GameTree::ROOT && node.extra.iter().any(|p| SET_UP.contains(&p.name.as_str())) => {
                format!("{after} stones are set up in the middle of the game")
            }
            Some(event @ Event::Other { .. }) if is_pass(event) => {
                format!("{after} a player passes out of turn, after a pass, or in a game without pass=true")
            }
            Some(event @ Event::Other { .. }) if is_swap(event) => {
                format!("{after} a player swaps, and only the first reply can be a swap")
            }
            Some(Event::Other { what, .. }) if Cell::parse(what, usize::MAX).is_some() => {
                format!("{after} a stone is put on {what} out of turn or after the end of the game")
            }
            Some(Event::Action(_)) => {
                played += 1;
                continue;
            }
            _ => continue,
        };
        return Some((id, format!("{reason}; what follows is kept but cannot be played")));
    }
    None
}

//! A position being set up by hand.

use hexarium_formats::GameTree;
use hexarium_kernel::{AnyGame, AnyMatch, BoardView, PieceView, Player, Spot, View};

use crate::Table;
use crate::table::open;

/// A position being set up by hand: piece by piece, or as text. While it is being set up it seldom is one that can be played;
/// [`Setup::problem`] says what is missing.
pub struct Setup {
    game: Box<dyn AnyGame>,
    board: BoardView,
    brushes: Vec<PieceView>,
    state: Box<dyn AnyMatch>,
}

impl Setup {
    /// Begins with the position at the table's cursor.
    pub fn new(table: &Table) -> Result<Self, String> {
        let game = open(&table.tree.game).map_err(|e| e.to_string())?;
        let brushes = game.brushes();
        Ok(Self { game, board: table.board().clone(), brushes, state: table.state.copy() })
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The empty board.
    pub fn board(&self) -> &BoardView {
        &self.board
    }

    /// The pieces that can be put on the board; none in a game whose positions can only be set up as text.
    pub fn brushes(&self) -> &[PieceView] {
        &self.brushes
    }

    /// Puts the piece of a brush on a cell, or empties the cell. Says whether that can be.
    pub fn paint(&mut self, at: Spot, brush: Option<usize>) -> bool {
        let piece = match brush.map(|index| self.brushes.get(index)) {
            Some(None) => return false,
            Some(piece) => piece,
            None => None,
        };
        if usize::from(at.0) >= self.board.cells.len() {
            return false;
        }
        self.replace(self.state.painted(at, piece))
    }

    /// Empties all cells. Says whether that can be.
    pub fn clear(&mut self) -> bool {
        let mut state = self.state.copy();
        for (spot, _) in self.state.view().pieces {
            match state.painted(spot, None) {
                Some(emptied) => state = emptied,
                None => return false,
            }
        }
        self.replace(Some(state))
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Player {
        self.state.to_move()
    }

    /// Gives a player the move, at the start of a turn. Says whether that can be.
    pub fn hand_to(&mut self, player: Player) -> bool {
        self.replace(self.state.handed_to(player))
    }

    /// The position as text.
    pub fn position(&self) -> String {
        self.state.position()
    }

    /// Takes the position of a text, or says what is wrong with it and changes nothing.
    pub fn set_position(&mut self, text: &str) -> Result<(), String> {
        self.state = self.game.at_position(text.trim()).map_err(|e| e.to_string())?;
        Ok(())
    }

    /// What stands on the board.
    pub fn view(&self) -> View {
        self.state.view()
    }

    /// Why the position cannot be played yet.
    pub fn problem(&self) -> Option<String> {
        self.game.at_position(&self.position()).err().map(|e| e.to_string())
    }

    /// A game that begins with the position, or why there can be none. The game's own start is no set-up.
    pub fn into_table(self) -> Result<Table, String> {
        let game = self.game.canonical_id();
        let position = self.position();
        if position == self.game.start().position() {
            return Table::from_tree(GameTree::new(game), GameTree::ROOT);
        }
        Table::at_position(&game, &position)
    }

    fn replace(&mut self, state: Option<Box<dyn AnyMatch>>) -> bool {
        match state {
            Some(state) => {
                self.state = state;
                true
            }
            None => false,
        }
    }
}

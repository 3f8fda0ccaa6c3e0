//! The table itself: a game, its lines of play, and where one stands in them.

use std::cell::OnceCell;

use hexarium_formats::{GameTree, NodeId};
use hexarium_games::registry::Games;
use hexarium_kernel::{AnyGame, AnyMatch, BoardView, GameCatalog, Input, Spot};

use crate::clicks::Offers;
use crate::notes::{Note, notes_of};
use crate::words;

/// A game on the table, for any front end.
pub struct GameSession {
    pub(crate) game: Box<dyn AnyGame>,
    board: BoardView,
    pub(crate) tree: GameTree,
    /// One for each node.
    pub(crate) notes: Vec<Note>,
    pub(crate) cursor: NodeId,
    /// The game at the cursor.
    pub(crate) state: Box<dyn AnyMatch>,
    pub(crate) touched: Vec<Input>,
    /// What can be touched at the cursor, found out when first asked.
    pub(crate) legal_inputs: OnceCell<Offers>,
}

/// The canonical id of a typed game text.
fn canonical(game: &str) -> Result<String, String> {
    Games.open(game).map(|game| game.canonical_id()).map_err(|e| e.to_string())
}

impl GameSession {
    /// A game at its start: `harvest(base=3)`.
    pub fn new(game: &str) -> Result<Self, String> {
        Self::from_tree(GameTree::new(canonical(game)?), GameTree::ROOT)
    }

    /// A game from a position, with a fresh history.
    pub fn at_position(game: &str, position: &str) -> Result<Self, String> {
        let mut tree = GameTree::new(canonical(game)?);
        tree.setup = Some(position.to_string());
        Self::from_tree(tree, GameTree::ROOT)
    }

    /// A game with all its lines of play, at one of its nodes. Every line is played through, and an illegal action refused.
    pub fn from_tree(mut tree: GameTree, cursor: NodeId) -> Result<Self, String> {
        if cursor.0 >= tree.ids().len() {
            return Err(format!("there is no node {} in the game", cursor.0));
        }
        let game = Games.open_stored(&tree.game).map_err(|e| e.to_string())?;
        tree.game = game.canonical_id();
        let mut state = match &tree.setup {
            Some(text) => game.at_position(text).map_err(|e| e.to_string())?,
            None => game.start(),
        };
        let notes = notes_of(&tree, &mut *state)?;
        let board = game.board();
        let (root, touched, legal_inputs) = (GameTree::ROOT, Vec::new(), OnceCell::new());
        let mut table = Self { game, board, tree, notes, cursor: root, state, touched, legal_inputs };
        table.go(cursor)?;
        Ok(table)
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The empty board.
    pub fn board(&self) -> &BoardView {
        &self.board
    }

    /// The game as it stands at the cursor.
    pub fn state(&self) -> &dyn AnyMatch {
        &*self.state
    }

    /// All lines of play.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Where one stands.
    pub fn cursor(&self) -> NodeId {
        self.cursor
    }

    /// The texts of the actions from the start to the cursor.
    pub fn actions(&self) -> Vec<String> {
        self.tree.actions_to(self.cursor).into_iter().map(str::to_string).collect()
    }

    /// The position that the game begins with, where that is not the game's own start.
    pub fn start_position(&self) -> Option<String> {
        self.tree.setup.clone()
    }

    /// What is to be said about a cell at the cursor, to those who hear the board: "d4, Blue stone".
    pub fn describe(&self, spot: Spot) -> String {
        words::describe_cell(self.game(), self.board(), &self.state.view(), spot)
    }

    /// The note of the cursor's node.
    pub(crate) fn note(&self) -> &Note {
        &self.notes[self.cursor.0]
    }

    /// Forgets what belonged to the position that has just been left.
    pub(crate) fn arrived(&mut self) {
        self.touched.clear();
        self.legal_inputs = OnceCell::new();
    }
}

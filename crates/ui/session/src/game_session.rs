//! The session: a game tree, its cursor, the match there and the inputs so far.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use hexarium_formats::{GameTree, NodeId};
use hexarium_kernel::{AnyGame, AnyMatch, BoardView, GameCatalog, Input, Spot, View};

use crate::actions::Animation;
use crate::move_list::MoveList;
use crate::notes::{Note, notes_of};
use crate::review::Evaluation;
use crate::words;

/// The games of the program, supplied by it.
pub type Games = &'static dyn GameCatalog;

/// A game tree with a cursor, the match at the cursor and the inputs so far, for any front end.
///
/// # Examples
///
/// ```
/// use hexarium_games::registry::Games;
/// use hexarium_session::GameSession;
///
/// let mut session = GameSession::new(&Games, "hex(size=5)")?;
/// let played = session.play("c3")?;
/// assert_eq!(played.words, "Blue places a stone on c3.");
/// assert!(session.back());
/// assert_eq!(session.action_count(), 0);
/// # Ok::<(), String>(())
/// ```
pub struct GameSession {
    pub(crate) games: Games,
    pub(crate) game: Box<dyn AnyGame>,
    board: BoardView,
    pub(crate) tree: GameTree,
    /// One for each node.
    pub(crate) notes: Vec<Note>,
    /// Evaluations by an engine, where they are known.
    pub(crate) evaluations: BTreeMap<NodeId, Evaluation>,
    pub(crate) cursor: NodeId,
    pub(crate) moves: MoveList,
    /// The match at the cursor.
    pub(crate) state: Box<dyn AnyMatch>,
    pub(crate) inputs: Vec<Input>,
    /// The view at the cursor, made on first use.
    view: OnceCell<View>,
    /// The animation of the action that led to the cursor and the view before it, made on first
    /// use.
    pub(crate) last_animation: OnceCell<Option<(Animation, View)>>,
}

impl GameSession {
    /// Starts a game, under the current rules unless the text names older ones: `harvest(base=3)`.
    pub fn new(games: Games, game: &str) -> Result<Self, String> {
        Self::from_tree(games, GameTree::new(canonical(games, game)?), GameTree::ROOT)
    }

    /// Starts a game from a position, with a fresh history.
    pub fn at_position(games: Games, game: &str, position: &str) -> Result<Self, String> {
        let mut tree = GameTree::new(canonical(games, game)?);
        tree.setup = Some(position.to_string());
        Self::from_tree(games, tree, GameTree::ROOT)
    }

    /// Opens a game tree at one of its nodes. Every line is played once; an illegal action is an
    /// error.
    pub fn from_tree(games: Games, mut tree: GameTree, cursor: NodeId) -> Result<Self, String> {
        if cursor.0 >= tree.ids().len() {
            return Err(format!("there is no node {} in the game", cursor.0));
        }
        let game = games.open_stored(&tree.game).map_err(|e| e.to_string())?;
        tree.game = game.canonical_id();
        let mut state = match &tree.setup {
            Some(text) => game.at_position(text).map_err(|e| e.to_string())?,
            None => game.start(),
        };
        let notes = notes_of(&tree, &mut *state)?;
        let board = game.board();
        let mut session = Self {
            games,
            game,
            board,
            tree,
            notes,
            evaluations: BTreeMap::new(),
            cursor: GameTree::ROOT,
            moves: MoveList::default(),
            state,
            inputs: Vec::new(),
            view: OnceCell::new(),
            last_animation: OnceCell::new(),
        };
        session.go(cursor)?;
        Ok(session)
    }

    /// Opens a copy of the game at a node.
    pub fn at_node(&self, node: NodeId) -> Result<Self, String> {
        let copy = Self::from_tree(self.games, self.tree.clone(), node)?;
        Ok(Self { evaluations: self.evaluations.clone(), ..copy })
    }

    /// The games of the program.
    pub fn games(&self) -> Games {
        self.games
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The empty board.
    pub fn board(&self) -> &BoardView {
        &self.board
    }

    /// The match at the cursor.
    pub fn state(&self) -> &dyn AnyMatch {
        &*self.state
    }

    /// The view of the state at the cursor.
    pub fn view(&self) -> &View {
        self.view.get_or_init(|| self.state.view())
    }

    /// All lines of play.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The current node.
    pub fn cursor(&self) -> NodeId {
        self.cursor
    }

    /// The texts of the actions from the start to the cursor.
    pub fn actions(&self) -> Vec<String> {
        self.tree.actions_to(self.cursor).into_iter().map(str::to_string).collect()
    }

    /// The number of actions from the start to the cursor.
    pub fn action_count(&self) -> usize {
        self.note().actions
    }

    /// The number of actions of the turn that the last action belongs to, up to the cursor.
    pub fn actions_of_turn(&self) -> usize {
        let start = self.turn_start().unwrap_or(self.cursor);
        self.note().actions - self.notes[start.0].actions
    }

    /// The initial position, if it is not the game's own.
    pub fn start_position(&self) -> Option<&str> {
        self.tree.setup.as_deref()
    }

    /// A cell at the cursor in words: "d4, Blue stone".
    pub fn describe(&self, spot: Spot) -> String {
        words::describe_cell(self.game(), self.board(), self.view(), spot)
    }

    /// All cells at the cursor in words.
    pub fn cell_names(&self) -> Vec<String> {
        (0..self.board.cells.len() as u16).map(|spot| self.describe(Spot(spot))).collect()
    }

    /// The note of the cursor's node.
    pub(crate) fn note(&self) -> &Note {
        &self.notes[self.cursor.0]
    }

    /// Drops everything that belongs to the previous position.
    pub(crate) fn arrive(&mut self) {
        self.update_moves();
        self.inputs.clear();
        self.view = OnceCell::new();
        self.last_animation = OnceCell::new();
    }
}

/// The canonical id of a typed game text.
fn canonical(games: Games, game: &str) -> Result<String, String> {
    games.open(game).map(|game| game.canonical_id()).map_err(|e| e.to_string())
}

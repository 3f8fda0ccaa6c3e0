//! The game tree that every format reads and writes.

use std::fmt;

use hexarium_kernel::{AnyMatch, GameCatalog, Player};

/// Index of a node in its tree. The root, [`GameTree::ROOT`], is the default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct NodeId(pub usize);

/// A game with its setup, tags, ending and lines of play.
///
/// ```
/// use hexarium_formats::{Event, GameTree};
/// use hexarium_games::registry::Games;
///
/// let mut tree = GameTree::new("hex(size=3)");
/// let first = tree.add(GameTree::ROOT, Some(Event::Action("b2".to_string())));
/// tree.add(first, Some(Event::Action("a3".to_string())));
/// let variation = tree.add(first, Some(Event::Action("c1".to_string())));
/// tree.node_mut(variation).comment = "Better.".to_string();
/// assert_eq!(tree.actions_to(variation), ["b2", "c1"]);
/// assert_eq!(tree.at(variation, &Games)?.position(), "..R/.B./... b");
/// assert_eq!(tree.main_line().len(), 3);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTree {
    /// The game with its options: `harvest(base=3)`.
    pub game: String,
    /// The initial position, if it is not the default one.
    pub setup: Option<String>,
    /// The ending, if known.
    pub ending: Option<Ending>,
    /// Other information such as players, date and event, by name and in order.
    pub tags: Vec<(String, String)>,
    /// The nodes; parents precede their children. A flat list, so that a line of thousands of
    /// actions needs no recursion.
    nodes: Vec<Node>,
}

/// A node of the tree: an event and remarks about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The action or other event that leads here; `None` at the root and at nodes with remarks
    /// only.
    pub event: Option<Event>,
    /// The comment.
    pub comment: String,
    /// Properties of a single format, retained so that a round trip is lossless.
    pub extra: Vec<Property>,
    /// The parent; `None` at the root.
    parent: Option<NodeId>,
    /// The children, main line first.
    children: Vec<NodeId>,
}

/// An event between two nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// An action of the game, by its text.
    Action(String),
    /// An event of a player outside of the rules of the game: `resign`, `forfeit`, `pass`, …
    Other {
        /// The player.
        player: Player,
        /// The kind of event.
        what: String,
    },
}

/// A format-specific property of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The name.
    pub name: String,
    /// The unescaped values.
    pub values: Vec<String>,
}

/// The ending of a game, by its rules or by its players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner; `None` is a draw.
    pub winner: Option<Player>,
    /// The reason: one of the rules, or `resignation`, `time`, `forfeit`, `agreement`.
    pub reason: String,
}

impl Ending {
    /// Reasons for an ending by the players, which the moves need not show.
    pub const BY_PLAYERS: [&'static str; 4] = ["resignation", "time", "forfeit", "agreement"];

    /// Returns `first`, `second` or `draw`.
    pub fn word(&self) -> &'static str {
        self.winner.map_or("draw", Player::word)
    }

    /// Whether the players ended the game, not its rules.
    pub fn is_by_players(&self) -> bool {
        Self::BY_PLAYERS.contains(&self.reason.as_str())
    }
}

/// An error in a text with its position; lines and columns count from 1.
///
/// ```
/// use hexarium_formats::record;
/// use hexarium_games::registry::Games;
///
/// let text = "Hexarium: 1\nGame: hex(size=3)\n\n1. b2 2. b2\n";
/// let fault = record::read(text, &Games).unwrap_err();
/// assert_eq!((fault.line, fault.column), (4, 10));
/// assert!(fault.problem.contains("the cell is taken"), "{fault}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// The error and the expected input.
    pub problem: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl std::error::Error for Fault {}

impl Fault {
    /// Creates an error at a byte offset of a text.
    pub(crate) fn at(text: &str, at: usize, problem: impl Into<String>) -> Self {
        let before = &text.as_bytes()[..at.min(text.len())];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
        // Every byte except for continuation bytes begins a character.
        let column = before[start..].iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1;
        Self { line, column, problem: problem.into() }
    }
}

impl Event {
    /// Returns the ending, if the event is a resignation or forfeit.
    pub fn ending(&self) -> Option<Ending> {
        let Self::Other { player, what } = self else { return None };
        let reason = match what.as_str() {
            "resign" => "resignation",
            "forfeit" => "forfeit",
            _ => return None,
        };
        Some(Ending { winner: Some(player.other()), reason: reason.to_string() })
    }
}

impl GameTree {
    /// The node before the first action.
    pub const ROOT: NodeId = NodeId(0);

    /// Maximum number of nodes of a file, more than any game needs: a node takes much more memory
    /// than its few bytes in a file.
    pub const MAX_NODES: usize = 1_000_000;

    /// Creates a tree without actions.
    pub fn new(game: impl Into<String>) -> Self {
        Self { game: game.into(), setup: None, ending: None, tags: Vec::new(), nodes: vec![Node::default()] }
    }

    /// Returns a node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// Returns a node for modification.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0]
    }

    /// Returns the parent of a node.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id.0].parent
    }

    /// Returns the children of a node, main line first.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.nodes[id.0].children
    }

    /// Adds a node as the last child of another.
    pub fn add(&mut self, parent: NodeId, event: Option<Event>) -> NodeId {
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node { event, parent: Some(parent), ..Node::default() });
        self.nodes[parent.0].children.push(id);
        id
    }

    /// Returns all nodes, parents before children.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId)
    }

    /// Returns the nodes from the root to a node.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.parent(id)).collect();
        path.reverse();
        path
    }

    /// Returns the line through a node: from the root to it, then along the first children.
    pub fn line_through(&self, id: NodeId) -> Vec<NodeId> {
        let next = |&id: &NodeId| self.children(id).first().copied();
        let mut line = self.path_to(id);
        line.extend(std::iter::successors(Some(id), next).skip(1));
        line
    }

    /// Returns the main line: from the root along the first children.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_through(Self::ROOT)
    }

    /// Returns the last event of a line, if it has any.
    pub(crate) fn last_event(&self, line: &[NodeId]) -> Option<&Event> {
        line.iter().rev().find_map(|&id| self.node(id).event.as_ref())
    }

    /// Returns the texts of the actions that lead to a node.
    pub fn actions_to(&self, id: NodeId) -> Vec<&str> {
        let action = |id| match &self.node(id).event {
            Some(Event::Action(text)) => Some(text.as_str()),
            _ => None,
        };
        self.path_to(id).into_iter().filter_map(action).collect()
    }

    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Opens the game at its first position.
    pub fn open(&self, games: &dyn GameCatalog) -> Result<Box<dyn AnyMatch>, String> {
        let game = games.open_stored(&self.game).map_err(|e| e.to_string())?;
        match &self.setup {
            Some(text) => game.at_position(text).map_err(|e| e.to_string()),
            None => Ok(game.start()),
        }
    }

    /// Opens the game at a node.
    pub fn at(&self, id: NodeId, games: &dyn GameCatalog) -> Result<Box<dyn AnyMatch>, String> {
        let mut state = self.open(games)?;
        for action in self.actions_to(id) {
            state.play(action).map_err(|e| e.to_string())?;
        }
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_games::registry::Games;

    fn action(text: &str) -> Option<Event> {
        Some(Event::Action(text.to_string()))
    }

    #[test]
    fn a_line_goes_through_a_node_and_on_along_the_first_children() {
        let mut tree = GameTree::new("hex(size=3)");
        let a = tree.add(GameTree::ROOT, action("a1"));
        let b = tree.add(a, action("b1"));
        let c = tree.add(b, action("c1"));
        let other = tree.add(a, action("b2"));
        let last = tree.add(other, action("b3"));
        assert_eq!(tree.main_line(), [GameTree::ROOT, a, b, c]);
        assert_eq!(tree.path_to(other), [GameTree::ROOT, a, other]);
        assert_eq!(tree.line_through(other), [GameTree::ROOT, a, other, last]);
        assert_eq!(tree.actions_to(last), ["a1", "b2", "b3"]);
        assert_eq!(tree.at(b, &Games).unwrap().position(), "BR./.../... b");
    }

    #[test]
    fn an_illegal_action_is_rejected_with_the_reason() {
        let mut tree = GameTree::new("hex(size=3)");
        let a = tree.add(GameTree::ROOT, action("a1"));
        let again = tree.add(a, action("a1"));
        let problem = tree.at(again, &Games).err().unwrap();
        assert!(problem.contains("the cell is taken"), "{problem}");
    }

    #[test]
    fn a_fault_counts_lines_and_characters_from_one() {
        let place = |at| {
            let fault = Fault::at("é\r\nab🐝c", at, "");
            (fault.line, fault.column)
        };
        assert_eq!([0, 2, 4, 6, 10, 99].map(place), [(1, 1), (1, 2), (2, 1), (2, 3), (2, 4), (2, 5)]);
    }
}

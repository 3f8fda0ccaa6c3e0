//! A game with its variations: what every format reads and writes.

use std::fmt;

use hexarium_kernel::{AnyGame, AnyMatch, OptionError, Player};

/// How a format opens a game by its text.
pub type Opener<'a> = &'a dyn Fn(&str) -> Result<Box<dyn AnyGame>, OptionError>;

/// Index of a node in its tree. The root is [`GameTree::ROOT`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(pub usize);

/// A game, its set-up, what is known about it, and its lines of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTree {
    /// The game with its options: `harvest(base=3)`.
    pub game: String,
    /// The position it begins with, where that is not the game's own start.
    pub setup: Option<String>,
    /// How it ended, if that is known.
    pub ending: Option<Ending>,
    /// What else is known: players, date, event, by name and in order.
    pub tags: Vec<(String, String)>,
    /// The nodes; parents stand before their children. A flat list, because a line of thousands of actions must not be a
    /// recursion of thousands of calls.
    nodes: Vec<Node>,
}

/// A point in the tree: what leads to it and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The action or other event that leads here; nothing at the root and at nodes that only say something.
    pub event: Option<Event>,
    /// What is said about it.
    pub comment: String,
    /// What a format knew and the others do not: kept so that a round trip loses nothing.
    pub extra: Vec<Property>,
    /// The node before; nothing at the root.
    parent: Option<NodeId>,
    /// The nodes after: the main line first.
    children: Vec<NodeId>,
}

/// What happens between two nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// An action of the game, by its text.
    Action(String),
    /// Something that the rules of the game do not know, done by a player: `resign`, `forfeit`, `pass`, …
    Other {
        /// By whom.
        player: Player,
        /// What, as a word.
        what: String,
    },
}

/// Something a format knows of a node, by its name there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The name.
    pub name: String,
    /// The values as they stood, unescaped.
    pub values: Vec<String>,
}

/// How a game ended: by its rules or by its players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner; `None` is a draw.
    pub winner: Option<Player>,
    /// Why, as a sentence or word: a reason of the rules, or `resignation`, `time`, `forfeit`, `agreement`.
    pub reason: String,
}

impl Ending {
    /// Reasons that lie with the players: the moves need not show them.
    pub const BY_PLAYERS: [&'static str; 4] = ["resignation", "time", "forfeit", "agreement"];

    /// `first`, `second` or `draw`.
    pub fn word(&self) -> &'static str {
        self.winner.map_or("draw", Player::word)
    }

    /// Whether the players ended the game, not its rules.
    pub fn is_by_players(&self) -> bool {
        Self::BY_PLAYERS.contains(&self.reason.as_str())
    }
}

/// What is wrong with a text, and where; lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
    /// What is wrong and what would do.
    pub problem: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl std::error::Error for Fault {}

impl GameTree {
    /// The node before the first action.
    pub const ROOT: NodeId = NodeId(0);

    /// A game of which nothing has been played.
    pub fn new(game: impl Into<String>) -> Self {
        Self { game: game.into(), setup: None, ending: None, tags: Vec::new(), nodes: vec![Node::default()] }
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// A node to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0]
    }

    /// The node before.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id.0].parent
    }

    /// The nodes after, the main line first.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.nodes[id.0].children
    }

    /// Adds a node after another, as its last variation.
    pub fn add(&mut self, parent: NodeId, event: Option<Event>) -> NodeId {
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node { event, parent: Some(parent), ..Node::default() });
        self.nodes[parent.0].children.push(id);
        id
    }

    /// All nodes, parents before children.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId)
    }

    /// The main line: from the root along the first children.
    pub fn main_line(&self) -> Vec<NodeId> {
        let next = |&id: &NodeId| self.children(id).first().copied();
        std::iter::successors(Some(Self::ROOT), next).collect()
    }

    /// The texts of the actions that lead to a node.
    pub fn actions_to(&self, id: NodeId) -> Vec<&str> {
        let mut actions: Vec<&str> = std::iter::successors(Some(id), |&id| self.parent(id))
            .filter_map(|id| match &self.node(id).event {
                Some(Event::Action(text)) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        actions.reverse();
        actions
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The game at its first position.
    pub fn open(&self, open: Opener) -> Result<Box<dyn AnyMatch>, String> {
        let game = open(&self.game).map_err(|e| e.to_string())?;
        match &self.setup {
            Some(text) => game.at_position(text).map_err(|e| e.to_string()),
            None => Ok(game.start()),
        }
    }

    /// The game at a node.
    pub fn at(&self, id: NodeId, open: Opener) -> Result<Box<dyn AnyMatch>, String> {
        let mut state = self.open(open)?;
        for action in self.actions_to(id) {
            state.play(action).map_err(|e| e.to_string())?;
        }
        Ok(state)
    }

    /// Walks the whole tree with the game: `visit` is called with every node and the state after it, parents before their
    /// children and a line before its variations. The first action that cannot be played ends the walk with its node.
    pub fn replay(&self, open: Opener, mut visit: impl FnMut(NodeId, &dyn AnyMatch)) -> Result<(), (NodeId, String)> {
        let start = self.open(open).map_err(|e| (Self::ROOT, e))?;
        let mut waiting = vec![(Self::ROOT, start)];
        while let Some((mut id, mut state)) = waiting.pop() {
            loop {
                if let Some(Event::Action(text)) = &self.node(id).event {
                    state.play(text).map_err(|e| (id, e.to_string()))?;
                }
                visit(id, &*state);
                let Some((&main, variations)) = self.children(id).split_first() else { break };
                waiting.extend(variations.iter().rev().map(|&v| (v, state.copy())));
                id = main;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_games::registry;

    fn action(text: &str) -> Option<Event> {
        Some(Event::Action(text.to_string()))
    }

    fn open(text: &str) -> Result<Box<dyn AnyGame>, OptionError> {
        registry::open(text, &[])
    }

    #[test]
    fn a_tree_is_walked_line_by_line() {
        let mut tree = GameTree::new("hex(size=3)");
        let a = tree.add(GameTree::ROOT, action("a1"));
        let b = tree.add(a, action("b1"));
        tree.add(b, action("c1"));
        tree.add(a, action("b2"));
        let mut seen = Vec::new();
        tree.replay(&open, |_, state| seen.push(state.line().join(" "))).unwrap();
        assert_eq!(seen, ["", "a1", "a1 b1", "a1 b1 c1", "a1 b2"]);
        assert_eq!(tree.main_line().len(), 4);
        assert_eq!(tree.actions_to(b), ["a1", "b1"]);
        assert_eq!(tree.at(b, &open).unwrap().position(), "BR./.../... b");
    }

    #[test]
    fn an_action_that_cannot_be_played_names_its_node() {
        let mut tree = GameTree::new("hex(size=3)");
        let a = tree.add(GameTree::ROOT, action("a1"));
        let again = tree.add(a, action("a1"));
        let (node, problem) = tree.replay(&open, |_, _| {}).unwrap_err();
        assert_eq!(node, again);
        assert!(problem.contains("the cell is taken"), "{problem}");
    }
}

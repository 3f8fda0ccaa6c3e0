//! The move list, for display.

use hexarium_formats::{Event, GameTree, NodeId};
use hexarium_kernel::Player;

use crate::GameSession;

/// A turn of a line of play, or the part of it before or after a variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// 0 on the main line, 1 in its variations, and so on.
    pub depth: usize,
    /// Number of the turn, as in the record.
    pub turn: u32,
    /// Whether the row continues a turn of an earlier row: the record writes `3...` then, else
    /// `3.`.
    pub continues: bool,
    /// The player.
    pub actor: Player,
    /// The actions and other events, in order.
    pub parts: Vec<Part>,
}

/// The event that leads to a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The node.
    pub node: NodeId,
    /// The text of the action; other events in words.
    pub text: String,
    /// Whether it is an action of the game.
    pub is_action: bool,
    /// Whether it is on the line to the cursor and on along the branches visited last.
    pub on_line: bool,
    /// Whether the cursor is there.
    pub is_cursor: bool,
    /// Whether it has a comment.
    pub has_comment: bool,
}

impl Row {
    /// The number as in the record: `3.`, or `3...` where the turn continues.
    pub fn number(&self) -> String {
        format!("{}{}", self.turn, if self.continues { "..." } else { "." })
    }
}

/// A part of the tree to list; a stack of these, because trees can be deep.
enum Task {
    /// The nodes after a node on a line of that depth.
    Follow(NodeId, usize),
    /// A variation that begins with this node.
    Vary(NodeId, usize),
}

impl GameSession {
    /// The move list in the order of the record: an action, its variations one deeper, then the
    /// rest of the line. Every node but the root is in exactly one row.
    pub fn rows(&self) -> Vec<Row> {
        let mut on_line = vec![false; self.tree.ids().len()];
        for id in self.tree.path_to(self.cursor) {
            on_line[id.0] = true;
        }
        for id in std::iter::successors(self.next(self.cursor), |&id| self.next(id)) {
            on_line[id.0] = true;
        }
        let mut rows: Vec<Row> = Vec::new();
        // Whether the next node may join the row before it.
        let mut joins = false;
        let mut tasks = vec![Task::Follow(GameTree::ROOT, 0)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Follow(parent, depth) => {
                    let Some((&main, variations)) = self.tree.children(parent).split_first() else {
                        joins = false;
                        continue;
                    };
                    self.list(main, depth, joins, &on_line, &mut rows);
                    joins = variations.is_empty();
                    tasks.push(Task::Follow(main, depth));
                    tasks.extend(variations.iter().rev().map(|&v| Task::Vary(v, depth + 1)));
                }
                Task::Vary(first, depth) => {
                    self.list(first, depth, false, &on_line, &mut rows);
                    joins = true;
                    tasks.push(Task::Follow(first, depth));
                }
            }
        }
        rows
    }

    fn list(&self, id: NodeId, depth: usize, joins: bool, on_line: &[bool], rows: &mut Vec<Row>) {
        let (node, note) = (self.tree.node(id), &self.notes[id.0]);
        let text = match &node.event {
            Some(Event::Action(text)) => text.clone(),
            Some(Event::Other { player, what }) if what == "resign" => {
                format!("{} resigns", self.game.player_name(*player))
            }
            Some(Event::Other { player, what }) => format!("{}: {what}", self.game.player_name(*player)),
            None => "…".to_string(),
        };
        let part = Part {
            node: id,
            text,
            is_action: matches!(node.event, Some(Event::Action(_))),
            on_line: on_line[id.0],
            is_cursor: id == self.cursor,
            has_comment: !node.comment.is_empty(),
        };
        if let Some(row) = rows.last_mut().filter(|row| joins && row.turn == note.turn && !note.begins_turn) {
            row.parts.push(part);
            return;
        }
        let continues = !note.begins_turn && self.tree.parent(id).is_some_and(|p| self.notes[p.0].in_turn);
        rows.push(Row { depth, turn: note.turn, continues, actor: note.actor, parts: vec![part] });
    }
}

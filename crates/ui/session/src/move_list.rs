//! The move list, for display. It is kept up to date in steps: an action in a long game changes its
//! last row, not all rows.

use std::sync::Arc;

use hexarium_formats::{Event, GameTree, NodeId};
use hexarium_kernel::Player;

use crate::GameSession;

/// A turn of a line of play, or the part of it before or after a variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// A number that no other row of the session has or had: a view draws a row again only if it
    /// has changed.
    pub revision: u64,
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

/// The rows of a session as of its last change.
#[derive(Default)]
pub(crate) struct MoveList {
    rows: Vec<Arc<Row>>,
    /// The row of each node; the root has none.
    row_of: Vec<Option<usize>>,
    cursor: NodeId,
    revisions: u64,
}

impl MoveList {
    /// Changes the part of a node, if it has one.
    pub(crate) fn change(&mut self, node: NodeId, change: impl FnOnce(&mut Part)) {
        let Some(row) = self.row_of.get(node.0).copied().flatten() else { return };
        let row = self.revise(row);
        if let Some(part) = row.parts.iter_mut().find(|part| part.node == node) {
            change(part);
        }
    }

    /// Returns a row to change, with a new revision.
    fn revise(&mut self, row: usize) -> &mut Row {
        self.revisions += 1;
        let row = Arc::make_mut(&mut self.rows[row]);
        row.revision = self.revisions;
        row
    }

    fn set_cursor(&mut self, cursor: NodeId) {
        self.change(self.cursor, |part| part.is_cursor = false);
        self.change(cursor, |part| part.is_cursor = true);
        self.cursor = cursor;
    }

    fn is_on_line(&self, node: NodeId) -> bool {
        match self.row_of.get(node.0) {
            Some(&Some(row)) => self.rows[row].parts.iter().any(|part| part.node == node && part.on_line),
            Some(None) => true,
            None => false,
        }
    }

    /// Whether a node is the last part of the last row, or the root of an empty list.
    fn ends_with(&self, node: NodeId) -> bool {
        let last = self.rows.last().and_then(|row| row.parts.last());
        last.map_or(GameTree::ROOT, |part| part.node) == node
    }

    /// Adds the part of a new node to the last row or to a new one.
    fn push(&mut self, session: &GameSession, id: NodeId, depth: usize, joins: bool, on_line: bool) {
        let part = session.part(id, on_line);
        let note = &session.notes[id.0];
        let joins = joins && !note.begins_turn && self.rows.last().is_some_and(|row| row.turn == note.turn);
        if joins {
            self.revise(self.rows.len() - 1).parts.push(part);
        } else {
            self.revisions += 1;
            let is_in_turn = |parent: NodeId| session.notes[parent.0].in_turn;
            self.rows.push(Arc::new(Row {
                revision: self.revisions,
                depth,
                turn: note.turn,
                continues: !note.begins_turn && session.tree.parent(id).is_some_and(is_in_turn),
                actor: note.actor,
                parts: vec![part],
            }));
        }
        if self.row_of.len() <= id.0 {
            self.row_of.resize(id.0 + 1, None);
        }
        self.row_of[id.0] = Some(self.rows.len() - 1);
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
    pub fn rows(&self) -> &[Arc<Row>] {
        &self.moves.rows
    }

    /// The index of the row that the cursor is in; `None` at the start.
    pub fn cursor_row(&self) -> Option<usize> {
        self.moves.row_of[self.cursor.0]
    }

    /// Brings the move list up to date after the cursor has moved, perhaps to a new node.
    pub(crate) fn update_moves(&mut self) {
        let mut moves = std::mem::take(&mut self.moves);
        let nodes = self.tree.ids().len();
        if moves.row_of.len() + 1 == nodes && self.continues_list(&moves) {
            let depth = moves.rows.last().map_or(0, |row| row.depth);
            moves.push(self, self.cursor, depth, true, true);
            moves.set_cursor(self.cursor);
            self.moves = moves;
        } else if moves.row_of.len() == nodes && moves.is_on_line(self.cursor) {
            moves.set_cursor(self.cursor);
            self.moves = moves;
        } else {
            self.moves = moves;
            self.rebuild_moves();
        }
    }

    /// Whether the cursor is at a new node that comes last in the list, on the line of the node
    /// before it.
    fn continues_list(&self, moves: &MoveList) -> bool {
        let Some(parent) = self.tree.parent(self.cursor) else { return false };
        self.cursor.0 == moves.row_of.len()
            && self.tree.children(parent).len() == 1
            && moves.ends_with(parent)
            && moves.is_on_line(parent)
    }

    /// Lists the whole tree again. Rows that are as before keep their revision.
    pub(crate) fn rebuild_moves(&mut self) {
        let old = std::mem::take(&mut self.moves);
        let mut on_line = vec![false; self.tree.ids().len()];
        let ahead = std::iter::successors(self.next(self.cursor), |&id| self.next(id));
        for id in self.tree.path_to(self.cursor).into_iter().chain(ahead) {
            on_line[id.0] = true;
        }
        let row_of = vec![None; on_line.len()];
        let mut moves = MoveList { row_of, revisions: old.revisions, ..MoveList::default() };
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
                    moves.push(self, main, depth, joins, on_line[main.0]);
                    joins = variations.is_empty();
                    tasks.push(Task::Follow(main, depth));
                    tasks.extend(variations.iter().rev().map(|&v| Task::Vary(v, depth + 1)));
                }
                Task::Vary(first, depth) => {
                    moves.push(self, first, depth, false, on_line[first.0]);
                    joins = true;
                    tasks.push(Task::Follow(first, depth));
                }
            }
        }
        moves.set_cursor(self.cursor);
        for (row, old) in moves.rows.iter_mut().zip(old.rows) {
            if (Row { revision: old.revision, ..Row::clone(row) }) == *old {
                *row = old;
            }
        }
        self.moves = moves;
    }

    fn part(&self, id: NodeId, on_line: bool) -> Part {
        let node = self.tree.node(id);
        let text = match &node.event {
            Some(Event::Action(text)) => text.clone(),
            Some(Event::Other { player, what }) if what == "resign" => {
                format!("{} resigns", self.game.player_name(*player))
            }
            Some(Event::Other { player, what }) => format!("{}: {what}", self.game.player_name(*player)),
            None => "…".to_string(),
        };
        Part {
            node: id,
            text,
            is_action: matches!(node.event, Some(Event::Action(_))),
            on_line,
            is_cursor: false,
            has_comment: !node.comment.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use hexarium_games::registry::{GAMES, Games};
    use hexarium_kernel::Rng;

    use super::*;

    fn bare(session: &GameSession) -> Vec<Row> {
        session.rows().iter().map(|row| Row { revision: 0, ..Row::clone(row) }).collect()
    }

    /// Does something that a player can do with the moves.
    fn step(session: &mut GameSession, rng: &mut Rng) {
        let any = NodeId(rng.below(session.tree.ids().len()));
        match rng.below(12) {
            0 => session.go(any).unwrap(),
            1 => _ = session.back(),
            2 => _ = session.forward_turn(),
            3 => session.set_comment(any, ["", "!"][rng.below(2)]).unwrap(),
            4 if any != GameTree::ROOT && rng.below(4) == 0 => session.remove(any).unwrap(),
            5 => _ = session.promote(any).unwrap(),
            6 if rng.below(4) == 0 => _ = session.resign(Player::First),
            _ => {
                let legal = session.state().legal();
                if !legal.is_empty() {
                    // An error if the game was resigned.
                    let _ = session.play(&legal[rng.below(legal.len())]);
                }
            }
        }
    }

    #[test]
    fn a_list_updated_in_steps_is_like_one_made_at_once() {
        for (seed, id) in GAMES.iter().map(|spec| spec.id).chain(["hex(size=4)"]).enumerate() {
            let mut rng = Rng::new(seed as u64);
            let mut session = GameSession::new(&Games, id).unwrap();
            for _ in 0..400 {
                let before = session.rows().to_vec();
                step(&mut session, &mut rng);
                for row in session.rows() {
                    let same = before.iter().find(|old| old.revision == row.revision);
                    assert!(same.is_none_or(|old| old == row), "the revision of a changed row is the same");
                }
                let updated = bare(&session);
                session.moves = MoveList::default();
                session.rebuild_moves();
                assert_eq!(updated, bare(&session), "{id}");
            }
        }
    }

    #[test]
    fn an_action_and_a_step_back_change_two_rows_at_most() {
        let mut session = GameSession::new(&Games, "coalesce").unwrap();
        let mut rng = Rng::new(1);
        while !session.is_over() {
            let legal = session.state().legal();
            let before = session.rows().to_vec();
            session.play(&legal[rng.below(legal.len())]).unwrap();
            let after = session.rows().to_vec();
            let changed = |old: &[Arc<Row>], new: &[Arc<Row>]| new.iter().filter(|row| !old.contains(row)).count();
            assert!(changed(&before, &after) <= 2);
            session.back();
            assert!(changed(&after, session.rows()) <= 2);
            session.forward();
        }
    }
}

//! Navigation in the lines of play.

use hexarium_formats::{Event, NodeId};

use crate::GameSession;

/// The way from one node to another: up to their common ancestor, then down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    pub(crate) up: usize,
    pub(crate) down: Vec<NodeId>,
}

impl GameSession {
    /// Whether there is a node before the cursor.
    pub fn can_back(&self) -> bool {
        self.tree.parent(self.cursor).is_some()
    }

    /// Whether there is a node after the cursor.
    pub fn can_forward(&self) -> bool {
        self.next(self.cursor).is_some()
    }

    /// Goes back by one action. Returns whether there was one.
    pub fn back(&mut self) -> bool {
        self.step_to(self.tree.parent(self.cursor))
    }

    /// Goes forward by one action, along the branch visited last. Returns whether there was one.
    pub fn forward(&mut self) -> bool {
        self.step_to(self.next(self.cursor))
    }

    /// Goes back to the start of the turn under way, or else of the previous one. Returns whether
    /// there was one.
    pub fn back_turn(&mut self) -> bool {
        self.step_to(self.turn_start())
    }

    /// Goes forward to the end of the turn under way, or else of the next one, as far as it goes.
    /// Returns whether there was one.
    pub fn forward_turn(&mut self) -> bool {
        let mut id = self.next(self.cursor);
        while let Some(after) = id.filter(|id| self.notes[id.0].in_turn).and_then(|id| self.next(id)) {
            id = Some(after);
        }
        self.step_to(id)
    }

    /// Goes to the first position.
    pub fn to_start(&mut self) {
        self.travel(hexarium_formats::GameTree::ROOT);
    }

    /// Goes to the end of the line, along the branches visited last.
    pub fn to_end(&mut self) {
        let last = std::iter::successors(Some(self.cursor), |&id| self.next(id)).last();
        self.step_to(last);
    }

    /// Goes to a node; its line becomes the one visited last.
    pub fn go(&mut self, id: NodeId) -> Result<(), String> {
        if id.0 >= self.tree.ids().len() {
            return Err(format!("there is no node {} in the game", id.0));
        }
        self.travel(id);
        Ok(())
    }

    /// Whether some but not all actions of the turn are made.
    pub fn turn_in_progress(&self) -> bool {
        self.note().in_turn
    }

    /// The node before the turn under way, or else before the previous turn.
    pub(crate) fn turn_start(&self) -> Option<NodeId> {
        let mut id = self.tree.parent(self.cursor);
        while let Some(before) = id.filter(|id| self.notes[id.0].in_turn).and_then(|id| self.tree.parent(id)) {
            id = Some(before);
        }
        id
    }

    /// The child visited last, or else the first.
    pub(crate) fn next(&self, id: NodeId) -> Option<NodeId> {
        self.notes[id.0].next.or_else(|| self.tree.children(id).first().copied())
    }

    fn step_to(&mut self, id: Option<NodeId>) -> bool {
        let Some(id) = id else { return false };
        self.travel(id);
        true
    }

    /// The way between two nodes. Its cost is its length.
    pub(crate) fn way(&self, from: NodeId, to: NodeId) -> Way {
        let depth = |id: NodeId| self.notes[id.0].depth;
        let parent = |id: NodeId| self.tree.parent(id).unwrap_or(id);
        let (mut here, mut there) = (from, to);
        let mut down = Vec::new();
        while here != there {
            if depth(there) >= depth(here) {
                down.push(there);
                there = parent(there);
            } else {
                here = parent(here);
            }
        }
        down.reverse();
        Way { up: depth(from) - depth(here), down }
    }

    /// Goes to a node that exists: back to the common ancestor, and on from there.
    pub(crate) fn travel(&mut self, id: NodeId) {
        let way = self.way(self.cursor, id);
        let mut here = self.cursor;
        for _ in 0..way.up {
            if matches!(self.tree.node(here).event, Some(Event::Action(_))) {
                self.state.undo();
            }
            here = self.tree.parent(here).unwrap_or(here);
        }
        for &child in &way.down {
            if let Some(Event::Action(text)) = &self.tree.node(child).event {
                let again = self.state.play(text);
                debug_assert!(again.is_ok(), "every action in the tree is legal");
            }
            // The nodes on the path to the cursor are marked already.
            self.notes[here.0].next = Some(child);
            here = child;
        }
        self.cursor = id;
        self.arrive();
    }
}

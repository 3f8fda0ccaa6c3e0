//! Edits of the game tree: removal, promotion, comments and tags.

use hexarium_formats::{GameTree, NodeId};

use crate::GameSession;
use crate::review::Evaluation;

impl GameSession {
    /// Removes a node with everything after it; a cursor among them goes to the node before. The
    /// remaining nodes are renumbered.
    pub fn remove(&mut self, id: NodeId) -> Result<(), String> {
        self.check(id)?;
        let Some(parent) = self.tree.parent(id) else {
            return Err("the start of the game cannot be removed".to_string());
        };
        let removed = self.tree.path_to(self.cursor).contains(&id);
        if removed {
            self.travel(parent);
        }
        if self.notes[parent.0].next == Some(id) {
            self.notes[parent.0].next = None;
        }
        self.rebuild(|tree, node| tree.children(node).iter().copied().filter(|&child| child != id).collect());
        Ok(())
    }

    /// Promotes the variation that a node is in by one level and returns the node's new number; all
    /// nodes are renumbered. Repeated, it makes the line the main line.
    pub fn promote(&mut self, id: NodeId) -> Result<NodeId, String> {
        self.check(id)?;
        let is_variation =
            |id: &NodeId| self.tree.parent(*id).is_some_and(|p| self.tree.children(p).first() != Some(id));
        let Some(first) = self.tree.path_to(id).into_iter().rev().find(is_variation) else { return Ok(id) };
        let parent = self.tree.parent(first);
        let numbers = self.rebuild(|tree, node| {
            let mut children = tree.children(node).to_vec();
            if Some(node) == parent {
                // Stable: the others keep their order.
                children.sort_by_key(|&child| child != first);
            }
            children
        });
        Ok(numbers[id.0].unwrap_or(id))
    }

    /// The comment of a node; empty for one that does not exist.
    pub fn comment(&self, id: NodeId) -> &str {
        if id.0 < self.tree.ids().len() { &self.tree.node(id).comment } else { "" }
    }

    /// Sets the comment of a node.
    pub fn set_comment(&mut self, id: NodeId, comment: impl Into<String>) -> Result<(), String> {
        self.check(id)?;
        let node = self.tree.node_mut(id);
        node.comment = comment.into();
        let has_comment = !node.comment.is_empty();
        self.moves.change(id, |part| part.has_comment = has_comment);
        Ok(())
    }

    /// Sets a tag such as players, date or event. An empty value removes the tag.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let at = self.tree.tags.iter().position(|(n, _)| n == name);
        match (at, value.is_empty()) {
            (Some(at), true) => {
                self.tree.tags.remove(at);
            }
            (Some(at), false) => self.tree.tags[at].1 = value.to_string(),
            (None, true) => {}
            (None, false) => self.tree.tags.push((name.to_string(), value.to_string())),
        }
    }

    fn check(&self, id: NodeId) -> Result<(), String> {
        if id.0 < self.tree.ids().len() { Ok(()) } else { Err(format!("there is no node {} in the game", id.0)) }
    }

    /// Rebuilds the tree with other children and returns the new number of each remaining node.
    /// Files list nodes in the order of their numbers, which must agree with that of siblings.
    fn rebuild(&mut self, children: impl Fn(&GameTree, NodeId) -> Vec<NodeId>) -> Vec<Option<NodeId>> {
        let (old, old_end) = (&self.tree, self.main_end());
        let mut new = GameTree::new(old.game.clone());
        (new.setup, new.ending, new.tags) = (old.setup.clone(), old.ending.clone(), old.tags.clone());
        let mut numbers = vec![None; old.ids().len()];
        let mut notes = Vec::new();
        let mut waiting = vec![(GameTree::ROOT, None)];
        while let Some((id, parent)) = waiting.pop() {
            let node = old.node(id);
            let to = parent.map_or(GameTree::ROOT, |p| new.add(p, node.event.clone()));
            let copy = new.node_mut(to);
            (copy.comment, copy.extra) = (node.comment.clone(), node.extra.clone());
            numbers[id.0] = Some(to);
            notes.push(self.notes[id.0].clone());
            waiting.extend(children(old, id).into_iter().rev().map(|child| (child, Some(to))));
        }
        for note in &mut notes {
            note.next = note.next.and_then(|id| numbers[id.0]);
        }
        for id in new.ids().skip(1) {
            let parent = new.parent(id).unwrap_or(GameTree::ROOT);
            notes[id.0].on_main_line = notes[parent.0].on_main_line && new.children(parent).first() == Some(&id);
        }
        let renumbered = |(id, evaluation): (NodeId, Evaluation)| Some((numbers[id.0]?, evaluation));
        self.evaluations = std::mem::take(&mut self.evaluations).into_iter().filter_map(renumbered).collect();
        self.tree = new;
        self.notes = notes;
        self.cursor = numbers[self.cursor.0].unwrap_or(GameTree::ROOT);
        if numbers[old_end.0] != Some(self.main_end()) {
            self.tree.ending = self.notes[self.main_end().0].ended.as_deref().cloned();
        }
        self.rebuild_moves();
        numbers
    }
}

//! Changing the lines of play: taking away, putting first, commenting.

use hexarium_formats::{GameTree, NodeId};

use crate::GameSession;

impl GameSession {
    /// Takes a node and all after it out of the game; the cursor goes to the node before if it was among them. The nodes that stay
    /// have new numbers afterwards.
    pub fn remove(&mut self, id: NodeId) -> Result<(), String> {
        self.check(id)?;
        let Some(parent) = self.tree.parent(id) else {
            return Err("the start of the game cannot be taken away".to_string());
        };
        let removed = self.tree.path_to(self.cursor).contains(&id);
        if removed {
            self.travel(parent);
        }
        if self.notes[parent.0].next == Some(id) {
            self.notes[parent.0].next = None;
        }
        self.regrow(|tree, node| tree.children(node).iter().copied().filter(|&child| child != id).collect());
        Ok(())
    }

    /// Puts the line of a node before its siblings where it last branches off from a line of more weight, and returns the node's new
    /// number: all nodes may have new ones afterwards. Done often enough, it makes the line the main line.
    pub fn promote(&mut self, id: NodeId) -> Result<NodeId, String> {
        self.check(id)?;
        let is_variation =
            |id: &NodeId| self.tree.parent(*id).is_some_and(|p| self.tree.children(p).first() != Some(id));
        let Some(first) = self.tree.path_to(id).into_iter().rev().find(is_variation) else { return Ok(id) };
        let parent = self.tree.parent(first);
        let numbers = self.regrow(|tree, node| {
            let mut children = tree.children(node).to_vec();
            if Some(node) == parent {
                // Stable: the others keep their order.
                children.sort_by_key(|&child| child != first);
            }
            children
        });
        Ok(numbers[id.0].unwrap_or(id))
    }

    /// What is said about a node; nothing about one that does not exist.
    pub fn comment(&self, id: NodeId) -> &str {
        if id.0 < self.tree.ids().len() { &self.tree.node(id).comment } else { "" }
    }

    /// Says something about a node.
    pub fn set_comment(&mut self, id: NodeId, comment: impl Into<String>) -> Result<(), String> {
        self.check(id)?;
        self.tree.node_mut(id).comment = comment.into();
        Ok(())
    }

    /// Notes something about the game: players, date, event. An empty value takes the tag away.
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

    /// Grows the tree anew with other children, a line after the other, and returns the new number of each node that stays: files list
    /// nodes in the order of their numbers, so that this order and that of siblings must agree.
    fn regrow(&mut self, children: impl Fn(&GameTree, NodeId) -> Vec<NodeId>) -> Vec<Option<NodeId>> {
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
        self.tree = new;
        self.notes = notes;
        self.cursor = numbers[self.cursor.0].unwrap_or(GameTree::ROOT);
        if numbers[old_end.0] != Some(self.main_end()) {
            self.tree.ending = self.notes[self.main_end().0].ended.as_deref().cloned();
        }
        numbers
    }
}

//! Moving about in the lines of play.

use hexarium_formats::{Event, NodeId};

use crate::GameSession;

impl GameSession {
    /// Whether there is something before the cursor.
    pub fn can_back(&self) -> bool {
        self.tree.parent(self.cursor).is_some()
    }

    /// Whether there is something after the cursor.
    pub fn can_forward(&self) -> bool {
        self.next(self.cursor).is_some()
    }

    /// Goes back by one action. Says whether there was one.
    pub fn back(&mut self) -> bool {
        self.step_to(self.tree.parent(self.cursor))
    }

    /// Goes on by one action, along the branch last visited. Says whether there was one.
    pub fn forward(&mut self) -> bool {
        self.step_to(self.next(self.cursor))
    }

    /// Goes back to the start of the turn under way, or else of the one before. Says whether there was one.
    pub fn back_turn(&mut self) -> bool {
        let mut id = self.tree.parent(self.cursor);
        while let Some(before) = id.filter(|id| self.notes[id.0].in_turn).and_then(|id| self.tree.parent(id)) {
            id = Some(before);
        }
        self.step_to(id)
    }

    /// Goes on to the end of the turn under way, or else of the next one; where that is unfinished, as far as it goes. Says
    /// whether there was anything.
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

    /// Goes to the end of the line, along the branches last visited.
    pub fn to_end(&mut self) {
        let last = std::iter::successors(Some(self.cursor), |&id| self.next(id)).last();
        self.step_to(last);
    }

    /// Goes to a node, by which its line becomes the one last visited.
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

    /// The child last visited, or else the first.
    pub(crate) fn next(&self, id: NodeId) -> Option<NodeId> {
        self.notes[id.0].next.or_else(|| self.tree.children(id).first().copied())
    }

    fn step_to(&mut self, id: Option<NodeId>) -> bool {
        let Some(id) = id else { return false };
        self.travel(id);
        true
    }

    /// Goes to a node that exists: back to where both lines part, and on from there.
    pub(crate) fn travel(&mut self, id: NodeId) {
        let (here, there) = (self.tree.path_to(self.cursor), self.tree.path_to(id));
        let common = here.iter().zip(&there).take_while(|(a, b)| a == b).count();
        let is_action = |id: &&NodeId| matches!(self.tree.node(**id).event, Some(Event::Action(_)));
        for _ in here[common..].iter().filter(is_action) {
            self.state.undo();
        }
        for id in &there[common..] {
            if let Some(Event::Action(text)) = &self.tree.node(*id).event {
                let again = self.state.play(text);
                debug_assert!(again.is_ok(), "it was legal when it came into the tree");
            }
        }
        for pair in there.windows(2) {
            self.notes[pair[0].0].next = Some(pair[1]);
        }
        self.cursor = id;
        self.arrived();
    }
}

//! Reuse of the subtree that the game has reached.

use hexarium_kernel::{Knowledge, Match};

use super::node::Node;
use super::{Root, Tree};

impl<G: Knowledge> Tree<G> {
    /// Moves the root to the current position: to the matching subtree if there is one, to an empty
    /// tree otherwise.
    pub(super) fn move_root_to(&mut self, game: &Match<G>, capacity: usize) {
        let rules = game.rules();
        let line: Vec<G::Action> = game.line().collect();
        let start = game.line_with_states().next().map_or(game.state(), |(state, _)| state);
        let start = rules.key(start);
        match self.followed(start, &line) {
            // A tree without examinations serves its own root only.
            Some(at) if at == 0 || !self.resists => self.cut_out(at),
            _ => {
                self.nodes.clear();
                self.resists = false;
            }
        }
        if self.nodes.len() > capacity {
            self.nodes.clear();
        }
        if self.nodes.is_empty() {
            self.nodes.shrink_to(capacity);
            // The action of the root is never used.
            let action = game.legal_actions()[0];
            self.nodes.push(Node::new(action, 1.0));
        }
        self.nodes[0].to_move = game.to_move();
        self.root = Some(Root { line, start });
    }

    /// Returns the node of the current position, if it is in the tree.
    fn followed(&self, start: u64, line: &[G::Action]) -> Option<usize> {
        let root = self.root.as_ref().filter(|root| root.start == start)?;
        let since = line.strip_prefix(&root.line[..])?;
        let mut at = 0;
        for action in since {
            at = self.nodes.get(at)?.children().find(|&i| self.nodes[i].action == *action)?;
        }
        self.nodes.get(at).is_some_and(|node| node.visits > 0).then_some(at)
    }

    /// Discards everything but the subtree of a node, which becomes the root. Children lie behind
    /// their parents in the pool, so one pass from front to back finds what stays, and everything
    /// moves to the front in its old order.
    fn cut_out(&mut self, root: usize) {
        if root == 0 {
            return;
        }
        const GONE: u32 = u32::MAX;
        let mut places = vec![GONE; self.nodes.len()];
        places[root] = 0;
        let mut kept = 0;
        for at in root..self.nodes.len() {
            if places[at] != GONE {
                let children = self.nodes[at].children();
                places[children].fill(0);
                places[at] = kept;
                kept += 1;
            }
        }
        for at in root..self.nodes.len() {
            if places[at] != GONE {
                let mut node = self.nodes[at].clone();
                if node.count > 0 {
                    node.first = places[node.first as usize];
                }
                self.nodes[places[at] as usize] = node;
            }
        }
        self.nodes.truncate(kept as usize);
    }
}

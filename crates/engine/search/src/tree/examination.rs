//! Examinations of nodes by the game, and what follows from them at the root.

use hexarium_kernel::{Cursor, Knowledge, Player};

use super::node::{Node, ProvenResult};
use super::{StopCondition, Tree};

impl<G: Knowledge> Tree<G> {
    /// Lets the game examine an expanded node: proves its result, or removes children.
    pub(super) fn examine(&mut self, rules: &G, state: &G::State, at: usize) {
        self.list_children(at);
        let winner = rules.examine(state, &mut self.actions);
        self.keep_listed_children(at);
        if let Some(winner) = winner {
            self.nodes[at].proven = ProvenResult::Won(winner);
        }
    }

    /// Whether the proven result of the root ends the search. A win needs an action that wins; a
    /// loss that rests on examinations is searched again without them.
    pub(super) fn is_settled(&mut self, rules: &G, cursor: &mut Cursor<G>, stop_condition: StopCondition) -> bool {
        let me = self.nodes[0].to_move;
        if self.params.examination_threshold == 0 || self.resists {
            return true;
        }
        match self.nodes[0].proven {
            ProvenResult::Won(winner) if winner == me => {
                if !self.find_win(rules, cursor, me, stop_condition) {
                    self.nodes[0].proven = ProvenResult::Open;
                    return false;
                }
                true
            }
            ProvenResult::Won(_) => {
                let action = self.nodes[0].action;
                self.nodes.clear();
                self.nodes.push(Node { to_move: me, ..Node::new(action, 1.0) });
                self.resists = true;
                false
            }
            _ => true,
        }
    }

    /// Whether an action of the root is proven to win, after a look at those that may.
    fn find_win(&mut self, rules: &G, cursor: &mut Cursor<G>, me: Player, stop_condition: StopCondition) -> bool {
        if self.nodes[0].count == 0 {
            self.expand(rules, cursor, 0, usize::MAX);
        }
        let wins = ProvenResult::Won(me);
        if self.nodes[self.nodes[0].children()].iter().any(|child| child.proven == wins) {
            return true;
        }
        self.examine(rules, &cursor.state, 0);
        let mut order: Vec<usize> = self.nodes[0].children().collect();
        order.sort_by(|&a, &b| self.nodes[b].prior.total_cmp(&self.nodes[a].prior));
        let root = cursor.undo_point();
        for at in order {
            if !stop_condition(0) {
                break;
            }
            let (_, outcome) = cursor.play(rules, self.nodes[at].action);
            let winner = match outcome {
                Some(outcome) => outcome.winner,
                None => {
                    self.actions.clear();
                    rules.examine(&cursor.state, &mut self.actions)
                }
            };
            self.nodes[at].to_move = rules.to_move(&cursor.state);
            cursor.undo_to(&root);
            if winner == Some(me) {
                self.nodes[at].proven = wins;
                return true;
            }
        }
        false
    }

    fn list_children(&mut self, at: usize) {
        self.actions.clear();
        let children = &self.nodes[self.nodes[at].children()];
        self.actions.extend(children.iter().map(|child| child.action));
    }

    /// Keeps the children whose actions are listed, in the same order.
    fn keep_listed_children(&mut self, at: usize) {
        let children = self.nodes[at].children();
        let mut listed = self.actions.iter().peekable();
        let mut kept = children.start;
        for child in children.clone() {
            if listed.next_if_eq(&&self.nodes[child].action).is_some() {
                self.nodes.swap(kept, child);
                kept += 1;
            }
        }
        self.nodes[at].count = (kept - children.start) as u16;
    }
}

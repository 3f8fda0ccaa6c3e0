//! Facts about each node of the tree, found by playing it once.

use hexarium_formats::{Ending, Event, GameTree, NodeId, departure};
use hexarium_kernel::{AnyMatch, Flow, Player};

/// The facts about a node. One walk through the tree finds them and shows that every action is
/// legal; afterwards lists and jumps need no rules.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// The turn that the action leading here belongs to.
    pub(crate) turn: u32,
    /// The player of that action.
    pub(crate) actor: Player,
    /// Whether it is an action that begins a turn.
    pub(crate) begins_turn: bool,
    /// Whether a turn is under way here: some of its actions are made, but not all.
    pub(crate) in_turn: bool,
    /// The number of nodes above.
    pub(crate) depth: usize,
    /// The number of actions from the start to here.
    pub(crate) actions: usize,
    /// Whether the node is on the main line.
    pub(crate) on_main_line: bool,
    /// The ending here or above, by the rules or by resignation.
    pub(crate) ended: Option<Box<Ending>>,
    /// Whether a player resigned here or above.
    pub(crate) given_up: bool,
    /// Whether the line has left the rules here or above, as SGF files may.
    pub(crate) left_rules: bool,
    /// The child visited last.
    pub(crate) next: Option<NodeId>,
}

impl Note {
    /// The note of a root with this state.
    fn of_root(tree: &GameTree, state: &dyn AnyMatch) -> Self {
        let (turn, actor) = (state.turn(), state.to_move());
        Self {
            turn,
            actor,
            begins_turn: false,
            in_turn: false,
            depth: 0,
            actions: 0,
            on_main_line: true,
            ended: ended_by_rules(state),
            given_up: false,
            left_rules: departure(tree, GameTree::ROOT).is_some(),
            next: None,
        }
    }

    /// Plays the event that leads to a child and returns the child's note. `is_first` is whether
    /// it is the first child.
    pub(crate) fn after(
        &self,
        event: Option<&Event>,
        is_first: bool,
        state: &mut dyn AnyMatch,
    ) -> Result<Self, String> {
        let (turn, to_move) = (state.turn(), state.to_move());
        let on_main_line = self.on_main_line && is_first;
        let child = Self {
            turn,
            actor: to_move,
            begins_turn: false,
            depth: self.depth + 1,
            on_main_line,
            next: None,
            ..self.clone()
        };
        match event {
            None => Ok(child),
            Some(event @ Event::Other { player, .. }) => {
                let ending = event.ending();
                let given_up = self.given_up || ending.is_some();
                let ended = self.ended.clone().or_else(|| ending.map(Box::new));
                Ok(Self { actor: *player, ended, given_up, ..child })
            }
            Some(Event::Action(text)) => {
                let flow = state.play(text).map_err(|e| format!("turn {turn}: {e}"))?;
                Ok(child.with_action(!self.in_turn, flow, state))
            }
        }
    }

    /// The note of a new child after an action that has been played.
    pub(crate) fn after_action(
        &self,
        turn: u32,
        actor: Player,
        flow: Flow,
        is_first: bool,
        state: &dyn AnyMatch,
    ) -> Self {
        let on_main_line = self.on_main_line && is_first;
        let child = Self { turn, actor, depth: self.depth + 1, on_main_line, next: None, ..self.clone() };
        child.with_action(!self.in_turn, flow, state)
    }

    fn with_action(self, begins_turn: bool, flow: Flow, state: &dyn AnyMatch) -> Self {
        let ended = self.ended.or_else(|| ended_by_rules(state));
        Self { begins_turn, in_turn: flow == Flow::SameTurn, actions: self.actions + 1, ended, ..self }
    }
}

fn ended_by_rules(state: &dyn AnyMatch) -> Option<Box<Ending>> {
    let verdict = state.verdict()?;
    Some(Box::new(Ending { winner: verdict.outcome.winner, reason: verdict.reason }))
}

/// Plays every line of a tree from its first position, and leaves the state there.
pub(crate) fn notes_of(tree: &GameTree, state: &mut dyn AnyMatch) -> Result<Vec<Note>, String> {
    if tree.node(GameTree::ROOT).event.is_some() {
        return Err("the root of the tree has an event: expected none".to_string());
    }
    let root = Note::of_root(tree, state);
    let mut notes = vec![root; tree.ids().len()];
    let mut played = 0;
    let back_to = |len: usize, played: &mut usize, state: &mut dyn AnyMatch| {
        while *played > len {
            state.undo();
            *played -= 1;
        }
    };
    let below = |id: NodeId, played: usize| tree.children(id).iter().rev().map(move |&child| (child, id, played));
    let mut waiting: Vec<(NodeId, NodeId, usize)> = below(GameTree::ROOT, 0).collect();
    while let Some((id, parent, len)) = waiting.pop() {
        back_to(len, &mut played, state);
        let node = tree.node(id);
        let is_first = tree.children(parent).first() == Some(&id);
        let mut note = notes[parent.0].after(node.event.as_ref(), is_first, state)?;
        // A plain action cannot leave the rules.
        let is_plain = matches!(node.event, Some(Event::Action(_))) && node.extra.is_empty();
        if !note.left_rules && !is_plain {
            note.left_rules = departure(tree, id).is_some();
        }
        notes[id.0] = note;
        played += usize::from(matches!(node.event, Some(Event::Action(_))));
        waiting.extend(below(id, played));
    }
    back_to(0, &mut played, state);
    Ok(notes)
}

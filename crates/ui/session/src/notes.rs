//! What is known of each node of the tree, worked out once by playing it.

use hexarium_formats::{Ending, Event, GameTree, NodeId};
use hexarium_kernel::{AnyMatch, Flow, Player};

/// What playing up to a node has shown. One walk through the whole tree makes all of them and shows that every action in it is
/// legal, so that afterwards lists and jumps need no rules.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// The turn that the action leading here belongs to.
    pub(crate) turn: u32,
    /// Who made that action.
    pub(crate) actor: Player,
    /// Whether it is an action that begins a turn.
    pub(crate) begins_turn: bool,
    /// Whether a turn is under way here: some of its actions are made, but not all.
    pub(crate) in_turn: bool,
    /// How the game ended here or before, by its rules or by a player who gave up.
    pub(crate) ended: Option<Box<Ending>>,
    /// The child that was visited last.
    pub(crate) next: Option<NodeId>,
}

impl Note {
    /// The note of a root whose first position this is.
    pub(crate) fn of_root(state: &dyn AnyMatch) -> Self {
        let (turn, actor) = (state.turn(), state.to_move());
        Self { turn, actor, begins_turn: false, in_turn: false, ended: ended_by_rules(state), next: None }
    }

    /// Makes the event that leads to a node from the one before, and notes what it shows.
    pub(crate) fn after(&self, event: Option<&Event>, state: &mut dyn AnyMatch) -> Result<Self, String> {
        let (turn, to_move) = (state.turn(), state.to_move());
        let still = Self { turn, actor: to_move, begins_turn: false, next: None, ..self.clone() };
        match event {
            None => Ok(still),
            Some(event @ Event::Other { player, .. }) => {
                let ended = self.ended.clone().or_else(|| event.ending().map(Box::new));
                Ok(Self { actor: *player, ended, ..still })
            }
            Some(Event::Action(text)) => {
                let flow = state.play(text).map_err(|e| format!("turn {turn}: {e}"))?;
                let ended = self.ended.clone().or_else(|| ended_by_rules(state));
                Ok(Self { begins_turn: !self.in_turn, in_turn: flow == Flow::SameTurn, ended, ..still })
            }
        }
    }
}

fn ended_by_rules(state: &dyn AnyMatch) -> Option<Box<Ending>> {
    let verdict = state.verdict()?;
    Some(Box::new(Ending { winner: verdict.outcome.winner, reason: verdict.reason }))
}

/// Plays every line of a tree from its first position, and leaves the state there.
pub(crate) fn notes_of(tree: &GameTree, state: &mut dyn AnyMatch) -> Result<Vec<Note>, String> {
    if tree.node(GameTree::ROOT).event.is_some() {
        return Err("an event leads to the root of the tree; expected none".to_string());
    }
    let root = Note::of_root(state);
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
        let event = tree.node(id).event.as_ref();
        notes[id.0] = notes[parent.0].after(event, state)?;
        played += usize::from(matches!(event, Some(Event::Action(_))));
        waiting.extend(below(id, played));
    }
    back_to(0, &mut played, state);
    Ok(notes)
}

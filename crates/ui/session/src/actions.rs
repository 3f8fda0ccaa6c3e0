//! Actions, resignation and the end of the game.

use hexarium_formats::{Ending, Event, GameTree, NodeId, departure};
use hexarium_kernel::{ActionId, AnimationStep, Flow, Player, View};

use crate::{GameSession, words};

/// The changes on the board when an action is made: beats in order, the steps of a beat together.
pub type Animation = Vec<Vec<AnimationStep>>;

/// An action that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its text.
    pub action: String,
    /// Its effect on the turn.
    pub flow: Flow,
    /// The changes on the board.
    pub animation: Animation,
    /// The board before it.
    pub before: View,
    /// The board after it.
    pub after: View,
    /// The player.
    pub actor: Player,
    /// A sentence about it.
    pub words: String,
}

impl GameSession {
    /// Makes a typed or stored action at the cursor, like
    /// [`play_action`](GameSession::play_action).
    pub fn play(&mut self, action: &str) -> Result<Played, String> {
        if let Some(reason) = self.closed() {
            return Err(reason);
        }
        let action = self.state.parse(action).map_err(|e| e.to_string())?;
        self.play_action(action)
    }

    /// Makes an action at the cursor: follows the line that begins with it, or adds one. An error
    /// gives the reason and changes nothing.
    pub fn play_action(&mut self, action: ActionId) -> Result<Played, String> {
        if let Some(reason) = self.closed() {
            return Err(reason);
        }
        let problem = |e: hexarium_kernel::ActionError| e.to_string();
        let text = self.state.action_text(action).map_err(problem)?;
        let animation = self.state.animation_of(action).map_err(problem)?;
        let (before, turn, actor) = (self.view().clone(), self.state.turn(), self.state.to_move());
        let existing = self.child_with(&Event::Action(text.clone()));
        if existing.is_none() {
            self.keep_result();
        }
        let flow = self.state.play_action(action).map_err(problem)?;
        match existing {
            Some(id) => {
                self.notes[self.cursor.0].next = Some(id);
                self.cursor = id;
                self.arrive();
            }
            None => {
                let is_first = self.tree.children(self.cursor).is_empty();
                let note = self.note().after_action(turn, actor, flow, is_first, &*self.state);
                self.add(Event::Action(text.clone()), note);
            }
        }
        let after = self.view().clone();
        let words = words::action(self.game(), self.board(), actor, &text, &animation, &before, &after);
        // Known already, so it is not computed again for drawing.
        let _ = self.last_animation.set(Some((animation.clone(), before.clone())));
        Ok(Played { action: text, flow, animation, before, after, actor, words })
    }

    /// Resigns for a player at the cursor. An error if the game is over already.
    pub fn resign(&mut self, player: Player) -> Result<(), String> {
        if let Some(ending) = self.ending() {
            return Err(format!("The game is over: {}", words::ending(self.game(), &ending)));
        }
        let event = Event::Other { player, what: "resign".to_string() };
        if let Some(id) = self.child_with(&event) {
            self.travel(id);
            return Ok(());
        }
        self.add_other(event)
    }

    /// The ending at the cursor, by the rules or by the players.
    pub fn ending(&self) -> Option<Ending> {
        let noted = self.note().ended.as_deref().cloned();
        noted.or_else(|| self.tree.ending.clone().filter(|_| self.is_main_end()))
    }

    /// Whether the game is over at the cursor.
    pub fn is_over(&self) -> bool {
        self.note().ended.is_some() || (self.tree.ending.is_some() && self.is_main_end())
    }

    /// Sets the ending of the main line, by the players.
    pub(crate) fn set_ending(&mut self, ending: Ending) {
        self.tree.ending = Some(ending);
    }

    /// The texts of the last actions before the cursor.
    pub(crate) fn last_actions(&self, count: usize) -> Vec<String> {
        let nodes = std::iter::successors(Some(self.cursor), |&id| self.tree.parent(id));
        let action = |id: NodeId| match &self.tree.node(id).event {
            Some(Event::Action(text)) => Some(text.clone()),
            _ => None,
        };
        let mut actions: Vec<String> = nodes.filter_map(action).take(count).collect();
        actions.reverse();
        actions
    }

    /// The animation of the action that led to the cursor, and the view before it. Computed once
    /// per node.
    pub fn last_animation(&self) -> Option<&(Animation, View)> {
        let last = self.last_animation.get_or_init(|| match self.tree.node(self.cursor).event {
            Some(Event::Action(_)) => self.state.last_animation(),
            _ => None,
        });
        last.as_ref()
    }

    /// A sentence about the action that led to the cursor.
    pub fn last_words(&self) -> Option<String> {
        let (animation, before) = self.last_animation()?;
        let Some(Event::Action(text)) = &self.tree.node(self.cursor).event else { return None };
        let actor = self.note().actor;
        Some(words::action(self.game(), self.board(), actor, text, animation, before, self.view()))
    }

    /// The player of the action that led to the cursor.
    pub fn last_actor(&self) -> Option<Player> {
        self.can_back().then(|| self.note().actor)
    }

    /// The reason why nothing can be played at the cursor although the rules might allow it.
    pub(crate) fn closed(&self) -> Option<String> {
        let note = self.note();
        // Time and agreement are in the tree's ending alone; their node says only that there was
        // one.
        let is_event = matches!(self.tree.node(self.cursor).event, Some(Event::Other { .. }));
        if (note.given_up || is_event)
            && let Some(ending) = self.ending()
        {
            return Some(format!("The game is over: {}", words::ending(self.game(), &ending)));
        }
        let departure = note.left_rules.then(|| departure(&self.tree, self.cursor)).flatten();
        departure.map(|(_, reason)| words::capital(&format!("{reason}.")))
    }

    fn child_with(&self, event: &Event) -> Option<NodeId> {
        let is_same = |id: &NodeId| self.tree.node(*id).event.as_ref() == Some(event);
        self.tree.children(self.cursor).iter().copied().find(is_same)
    }

    /// Adds a node for something other than an action after the cursor and goes there.
    pub(crate) fn add_other(&mut self, event: Event) -> Result<(), String> {
        let is_first = self.tree.children(self.cursor).is_empty();
        let note = self.notes[self.cursor.0].after(Some(&event), is_first, &mut *self.state)?;
        self.add(event, note);
        Ok(())
    }

    /// Adds a node after the cursor and goes there.
    fn add(&mut self, event: Event, note: crate::notes::Note) {
        let ended_main_line = self.is_main_end();
        let id = self.tree.add(self.cursor, Some(event));
        self.notes.push(note);
        self.notes[self.cursor.0].next = Some(id);
        self.cursor = id;
        if ended_main_line {
            self.tree.ending = self.note().ended.as_deref().cloned();
        }
        self.arrive();
    }

    /// A variation after the end of a game that its players ended must not change its result: the
    /// end becomes a node of its own, beside which the variation stands.
    fn keep_result(&mut self) {
        let Some(ending) = self.tree.ending.clone() else { return };
        if !self.is_main_end() || self.note().ended.is_some() {
            return;
        }
        let what = match ending.reason.as_str() {
            "resignation" => "resign".to_string(),
            "" => "end".to_string(),
            other => other.to_string(),
        };
        let player = ending.winner.map_or(self.state.to_move(), Player::other);
        let event = Event::Other { player, what };
        let Ok(note) = self.notes[self.cursor.0].after(Some(&event), true, &mut *self.state) else { return };
        self.tree.add(self.cursor, Some(event));
        self.notes.push(note);
    }

    /// Whether the cursor is the last node of the main line.
    fn is_main_end(&self) -> bool {
        self.note().on_main_line && self.tree.children(self.cursor).is_empty()
    }

    /// The last node of the main line.
    pub(crate) fn main_end(&self) -> NodeId {
        self.tree.main_line().last().copied().unwrap_or(GameTree::ROOT)
    }
}

//! Making actions, and the end of the game.

use hexarium_formats::{Ending, Event, GameTree, NodeId, hex};
use hexarium_kernel::{AnimationStep, Flow, Player, View};

use crate::{GameSession, words};

/// What happens when an action is made: beats one after the other, the movements of one beat together.
pub type Story = Vec<Vec<AnimationStep>>;

/// An action that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its text.
    pub action: String,
    /// What it did to the turn.
    pub flow: Flow,
    /// What happened on the board.
    pub animation: Story,
    /// The board before it.
    pub before: View,
    /// The board after it.
    pub after: View,
    /// Who made it.
    pub actor: Player,
    /// A sentence about it, for those who hear it.
    pub words: String,
}

impl GameSession {
    /// Makes an action at the cursor: follows the line that begins with it, or adds one. Refused with the reason, it changes nothing.
    pub fn play(&mut self, action: &str) -> Result<Played, String> {
        if let Some(reason) = self.closed() {
            return Err(reason);
        }
        let animation = self.state.animation(action).map_err(|e| e.to_string())?;
        let (before, actor) = (self.state.view(), self.state.to_move());
        let text = self.usual_text(action);
        let event = Event::Action(text.clone());
        let is_same = |id: &NodeId| self.tree.node(*id).event.as_ref() == Some(&event);
        let existing = self.tree.children(self.cursor).iter().copied().find(is_same);
        match existing {
            Some(id) => self.travel(id),
            None => {
                self.keep_result();
                self.grow(event)?;
            }
        }
        let flow = match (self.state.verdict(), self.note().in_turn) {
            (Some(_), _) => Flow::GameOver,
            (None, true) => Flow::SameTurn,
            (None, false) => Flow::TurnOver,
        };
        let after = self.state.view();
        let words = words::action(self.game(), self.board(), actor, &text, &animation, &before, &after);
        Ok(Played { action: text, flow, animation, before, after, actor, words })
    }

    /// A player gives the game up at the cursor. Refused with the reason if it is over already.
    pub fn resign(&mut self, player: Player) -> Result<(), String> {
        if let Some(ending) = self.ending() {
            return Err(format!("The game is over: {}", words::ending(self.game(), &ending)));
        }
        let event = Event::Other { player, what: "resign".to_string() };
        let is_same = |id: &NodeId| self.tree.node(*id).event.as_ref() == Some(&event);
        match self.tree.children(self.cursor).iter().copied().find(is_same) {
            Some(id) => {
                self.travel(id);
                Ok(())
            }
            None => self.grow(event),
        }
    }

    /// How the game ended, if it is over at the cursor: by its rules or by its players.
    pub fn ending(&self) -> Option<Ending> {
        let noted = self.note().ended.as_deref().cloned();
        noted.or_else(|| {
            self.tree.ending.clone().filter(|_| self.tree.children(self.cursor).is_empty() && self.on_main_line())
        })
    }

    /// What happened in the action that led to the cursor, and the board before it.
    pub fn last_animation(&self) -> Option<(Story, View)> {
        let Some(Event::Action(_)) = self.tree.node(self.cursor).event else { return None };
        let mut before = self.state.copy();
        let action = before.undo()?;
        let animation = before.animation(&action).ok()?;
        Some((animation, before.view()))
    }

    /// A sentence about the action that led to the cursor.
    pub fn last_words(&self) -> Option<String> {
        let (animation, before) = self.last_animation()?;
        let Some(Event::Action(text)) = &self.tree.node(self.cursor).event else { return None };
        let after = self.state.view();
        Some(words::action(self.game(), self.board(), self.note().actor, text, &animation, &before, &after))
    }

    /// Why nothing can be played at the cursor although the rules might allow it.
    pub(crate) fn closed(&self) -> Option<String> {
        let given_up = |id: NodeId| self.tree.node(id).event.as_ref().and_then(Event::ending);
        let path = self.tree.path_to(self.cursor);
        // Time and agreement are told by the game's ending alone; their node says only that something happened.
        let is_event = matches!(self.tree.node(self.cursor).event, Some(Event::Other { .. }));
        let ending = path.into_iter().find_map(given_up).or_else(|| self.ending().filter(|_| is_event));
        if let Some(ending) = ending {
            return Some(format!("The game is over: {}", words::ending(self.game(), &ending)));
        }
        hex::departure(&self.tree, self.cursor).map(|(_, reason)| words::capital(&format!("{reason}.")))
    }

    /// The usual text of a legal action: people may type it in another way.
    fn usual_text(&self, action: &str) -> String {
        if self.all_offers().iter().any(|(text, _)| text == action) {
            return action.to_string();
        }
        let mut copy = self.state.copy();
        copy.play(action).ok().and_then(|_| copy.undo()).unwrap_or_else(|| action.to_string())
    }

    /// Adds an event after the cursor and goes there.
    fn grow(&mut self, event: Event) -> Result<(), String> {
        let ended_main_line = self.tree.children(self.cursor).is_empty() && self.on_main_line();
        let note = self.notes[self.cursor.0].after(Some(&event), &mut *self.state)?;
        let id = self.tree.add(self.cursor, Some(event));
        self.notes.push(note);
        self.notes[self.cursor.0].next = Some(id);
        self.cursor = id;
        if ended_main_line {
            self.tree.ending = self.note().ended.as_deref().cloned();
        }
        self.arrived();
        Ok(())
    }

    /// Whoever tries something after the end of a game that its players ended must not change its result: the end becomes a node of
    /// its own, beside which the trial stands.
    fn keep_result(&mut self) {
        let Some(ending) = self.tree.ending.clone() else { return };
        if !self.tree.children(self.cursor).is_empty() || !self.on_main_line() || self.note().ended.is_some() {
            return;
        }
        let what = match ending.reason.as_str() {
            "resignation" => "resign".to_string(),
            "" => "end".to_string(),
            other => other.to_string(),
        };
        let player = ending.winner.map_or(self.state.to_move(), Player::other);
        let event = Event::Other { player, what };
        let Ok(note) = self.notes[self.cursor.0].after(Some(&event), &mut *self.state) else { return };
        self.tree.add(self.cursor, Some(event));
        self.notes.push(note);
    }

    /// Whether the cursor is on the main line.
    pub(crate) fn on_main_line(&self) -> bool {
        let is_first = |id: NodeId| self.tree.parent(id).is_none_or(|p| self.tree.children(p).first() == Some(&id));
        self.tree.path_to(self.cursor).into_iter().all(is_first)
    }

    /// The last node of the main line.
    pub(crate) fn main_end(&self) -> NodeId {
        self.tree.main_line().last().copied().unwrap_or(GameTree::ROOT)
    }
}

//! A room as a game tree, for records and boards.

use hexarium_formats::{Ending as TreeEnding, Event as TreeEvent, GameTree};
use hexarium_kernel::Player;
use hexarium_wire::{EndCause, Participant, Side, User, UserKind};

use crate::{Ending, Room};

impl Ending {
    /// The ending as records write it; none for an aborted game, which has no result.
    pub fn as_record(&self) -> Option<TreeEnding> {
        let reason = match self.cause {
            None => self.reason.clone(),
            Some(EndCause::Resignation) => "resignation".to_string(),
            Some(EndCause::Timeout) => "time".to_string(),
            Some(EndCause::Abandonment) => "forfeit".to_string(),
            Some(EndCause::Agreement) => "agreement".to_string(),
            Some(EndCause::Aborted) => return None,
        };
        Some(TreeEnding { winner: self.winner.map(Player::from), reason })
    }
}

impl Room {
    /// Returns the setup, the turns and the ending as a tree with a single line.
    pub fn game_tree(&self) -> GameTree {
        let mut tree = GameTree::new(self.header.game.clone());
        if self.header.start != self.game.start().position() {
            tree.setup = Some(self.header.start.clone());
        }
        let mut node = GameTree::ROOT;
        for action in self.turns.iter().flat_map(|turn| &turn.actions) {
            node = tree.add(node, Some(TreeEvent::Action(action.clone())));
        }
        tree.ending = self.ending().and_then(|ending| ending.as_record());
        tree
    }

    /// Returns the game tree with tags for the players, the id and the time control.
    pub fn record(&self, users: &[User]) -> GameTree {
        let mut tree = self.game_tree();
        for side in Side::BOTH {
            if let Some(participants) = &self.participants {
                let name = participant_name(participants.of(side), users);
                tree.tags.push((self.game.player_name(side.into()).to_string(), name));
            }
        }
        tree.tags.push(("Site".to_string(), self.header.id.clone()));
        tree.tags.push(("Clock".to_string(), self.header.clock.to_string()));
        tree
    }
}

/// Returns the displayed name of a participant.
pub fn participant_name(participant: &Participant, users: &[User]) -> String {
    match participant {
        Participant::Engine(seat) => format!("Hexarium, level {}", seat.level),
        Participant::User(id) => match users.iter().find(|user| user.id == *id) {
            Some(user) if user.kind != UserKind::Deleted => user.name.clone(),
            _ => "Deleted user".to_string(),
        },
    }
}

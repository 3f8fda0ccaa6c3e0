//! A game at a server as it stands, for somebody who looks at it.

use hexarium_formats::{Ending, Event, GameTree};
use hexarium_kernel::{PerPlayer, Player};
use hexarium_room::{Offer, Room};
use hexarium_session::GameSession;
use hexarium_wire::{Clock, EndCause, Millis, Participant, Side, Sides, User};

/// A game at a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    pub(crate) id: String,
    /// The rules with their options.
    pub(crate) game: String,
    /// The position it begins with, where that is not the game's own start.
    pub(crate) start: Option<String>,
    /// The turns that count.
    pub(crate) turns: Vec<Vec<String>>,
    /// What the players are called, once both are there.
    pub(crate) names: Option<PerPlayer<String>>,
    /// One's own side; nothing for those who watch.
    pub(crate) you: Option<Player>,
    /// Whose turn it is, in a game that is being played.
    pub(crate) to_move: Option<Player>,
    pub(crate) clock: Clock,
    /// The time that each had left at `at`, by the clock of this machine.
    pub(crate) left: PerPlayer<Option<Millis>>,
    pub(crate) at: Millis,
    pub(crate) asked: Option<Asked>,
    pub(crate) over: Option<Over>,
    /// Who is not at the board.
    pub(crate) away: PerPlayer<bool>,
    /// Who would like another game, and that game once both do.
    pub(crate) rematch: PerPlayer<bool>,
    pub(crate) next: Option<String>,
}

/// What somebody has asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    Draw(Player),
    TakeBack(Player),
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Over {
    pub(crate) winner: Option<Player>,
    /// In words.
    pub(crate) reason: String,
    /// As records say it, where the players ended it and it counts.
    pub(crate) ending: Option<Ending>,
}

/// What only a visit tells about a game, apart from its events.
#[derive(Clone, Default)]
pub(super) struct Around {
    pub(super) people: Vec<User>,
    pub(super) away: Sides<Option<Millis>>,
    /// Milliseconds by which the server's clock is ahead of this machine's.
    pub(super) ahead: Millis,
}

impl Seen {
    pub(super) fn of(room: &Room, you: Option<Side>, around: &Around, now: Millis) -> Self {
        let header = room.header();
        let side = |player: Player| Side::from(player);
        let name = |participant: &Participant| match participant {
            Participant::User(id) => {
                let person = around.people.iter().find(|person| person.id == *id);
                person.map_or_else(|| "somebody".to_string(), |person| person.name.clone())
            }
            Participant::Engine(ai) => format!("level {}", ai.level),
        };
        Self {
            id: header.id.clone(),
            game: header.game.clone(),
            start: Some(header.start.clone()).filter(|start| room.game().start().position() != *start),
            turns: room.turns().iter().map(|turn| turn.actions.clone()).collect(),
            names: room
                .participants()
                .map(|participants| PerPlayer(Player::BOTH.map(|p| name(participants.of(side(p)))))),
            you: you.map(Player::from),
            to_move: room.to_move().map(Player::from),
            clock: header.clock,
            left: PerPlayer(Player::BOTH.map(|player| room.time_left(side(player), now + around.ahead))),
            at: now,
            asked: room.offer().map(|offer| match offer {
                Offer::Draw(by) => Asked::Draw(by.into()),
                Offer::Takeback(by) => Asked::TakeBack(by.into()),
            }),
            over: room.ending().map(|ending| Over {
                winner: ending.winner.map(Player::from),
                reason: ending.reason.clone(),
                ending: record_ending(ending.winner, ending.cause),
            }),
            away: PerPlayer(Player::BOTH.map(|player| around.away.of(side(player)).is_some())),
            rematch: PerPlayer(Player::BOTH.map(|player| *room.rematch_offered().of(side(player)))),
            next: room.next_game().map(str::to_string),
        }
    }

    /// The actions of all turns.
    pub(crate) fn actions(&self) -> Vec<String> {
        self.turns.concat()
    }

    /// The game on a table, at its end.
    pub(crate) fn table(&self) -> Result<GameSession, String> {
        let mut tree = GameTree::new(self.game.clone());
        tree.setup.clone_from(&self.start);
        let mut last = GameTree::ROOT;
        for action in self.actions() {
            last = tree.add(last, Some(Event::Action(action)));
        }
        tree.ending = self.over.as_ref().and_then(|over| over.ending.clone());
        GameSession::from_tree(tree, last)
    }

    /// The time that a player has left now, if there is a clock.
    pub(crate) fn left(&self, player: Player, now: Millis) -> Option<Millis> {
        let left = self.left[player]?;
        Some(if self.to_move == Some(player) { left - (now - self.at) } else { left })
    }
}

/// How the players ended a game; nothing where the rules did, which the moves show themselves, and nothing for what does not count.
fn record_ending(winner: Option<Side>, cause: Option<EndCause>) -> Option<Ending> {
    let reason = match cause? {
        EndCause::Resignation => "resignation",
        EndCause::Timeout => "time",
        EndCause::Agreement => "agreement",
        EndCause::Abandonment => "forfeit",
        EndCause::Aborted => return None,
    };
    Some(Ending { winner: winner.map(Player::from), reason: reason.to_string() })
}

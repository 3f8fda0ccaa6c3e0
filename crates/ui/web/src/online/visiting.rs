//! A visit to a game: what the server says about it, and what is asked of it there.

use hexarium_games::registry::Games;
use hexarium_room::Room;
use hexarium_wire::http::CommandRequest;
use hexarium_wire::{
    ApiError, ClientMessage, Entry, ErrorCode, Event, GameCommand, GameSnapshot, Participant, ServerMessage, Side,
    User, UserKind,
};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Online, Place, ask, turns};
use crate::browser;
use crate::messages::{fill, text};

impl Online {
    /// Comes to a game.
    pub(crate) fn enter(self, id: &str) {
        self.clear();
        self.visited.set(Some(id.to_string()));
        self.pending.set(turns::kept(id));
        self.connect();
        self.visit();
    }

    /// Goes away from a game, if this is the one.
    pub(crate) fn leave(self, id: &str) {
        if self.visited.with_untracked(|visited| visited.as_deref() != Some(id)) {
            return;
        }
        // A turn whose pieces are still on their way is a turn.
        self.sitting.settle();
        self.say(&ClientMessage::Unsubscribe { game: id.to_string() });
        self.clear();
    }

    fn clear(self) {
        self.stop_thinking();
        self.visited.set(None);
        self.room.set(None);
        self.people.set(Vec::new());
        self.side.set(None);
        self.problem.set(None);
        self.pending.set(None);
        self.shown.set_value(Vec::new());
        self.sitting.halt();
    }

    /// Asks for everything that has happened since.
    pub(super) fn visit(self) {
        let since = self.room.with_untracked(|room| room.as_ref().map_or(0, Room::seq));
        if let Some(game) = self.visited.get_untracked() {
            self.say(&ClientMessage::Subscribe { game, since });
        }
    }

    /// Forgets what is known of the game and asks anew.
    fn visit_afresh(self) {
        self.room.set(None);
        self.visit();
    }

    fn is_visited(self, game: &str) -> bool {
        self.visited.with_untracked(|visited| visited.as_deref() == Some(game))
    }

    /// Takes what the server says.
    pub(super) fn hear(self, message: ServerMessage) {
        match message {
            ServerMessage::Welcome { user, now, .. } => {
                self.set_clock(now);
                if self.place.get_untracked() != Place::Server {
                    self.look();
                }
                if self.me.get_untracked() != user {
                    self.me.set(user);
                }
                if self.in_lobby.get_value() {
                    self.say(&ClientMessage::Lobby(true));
                    self.lobby.update(|changes| *changes += 1);
                }
                self.visit();
            }
            ServerMessage::Snapshot(visit) => self.arrive(*visit),
            ServerMessage::Event { game, entry } if self.is_visited(&game) => self.happen(entry),
            ServerMessage::Presence { game, away, spectators } if self.is_visited(&game) => {
                self.away.set(away);
                self.spectators.set(spectators);
            }
            ServerMessage::Event { .. } | ServerMessage::Presence { .. } => {}
            ServerMessage::Confirmed { key, .. } => self.turn_done(&key),
            ServerMessage::Rejected { key: Some(key), message, .. } => self.turn_refused(&key, &message),
            ServerMessage::Rejected { key: None, code, message } => self.refused(code, message),
            ServerMessage::LobbyChanged => self.lobby.update(|changes| *changes += 1),
            ServerMessage::Pong { now } => self.set_clock(now),
            ServerMessage::Closing(refusal) if refusal.code == ErrorCode::Unauthenticated => self.look(),
            ServerMessage::Closing(_) => {}
        }
    }

    fn refused(self, code: ErrorCode, message: String) {
        let known = self.room.with_untracked(Option::is_some);
        match code {
            ErrorCode::Stale if known => self.visit_afresh(),
            _ if known => self.sitting.notice.set(Some(message)),
            _ if self.visited.with_untracked(Option::is_some) => self.problem.set(Some(message)),
            _ => {}
        }
    }

    /// The game as the server knows it: all of it, or what is new.
    fn arrive(self, visit: GameSnapshot) {
        if !self.is_visited(&visit.header.id) {
            return;
        }
        self.set_clock(visit.now);
        let afresh = self.room.with_untracked(Option::is_none);
        if afresh {
            match Room::new(visit.header, &Games) {
                Ok(room) => self.room.set(Some(room)),
                Err(problem) => return self.problem.set(Some(problem)),
            }
        }
        let taken = self.room.try_update(|room| {
            let room = room.as_mut()?;
            room.set_outages(visit.outages);
            let new = visit.entries.into_iter().filter(|entry| entry.seq > room.seq()).collect::<Vec<_>>();
            Some(new.into_iter().try_for_each(|entry| room.apply(entry)))
        });
        match taken.flatten() {
            Some(Err(problem)) if afresh => return self.problem.set(Some(problem)),
            Some(Err(_)) => return self.visit_afresh(),
            _ => {}
        }
        self.problem.set(None);
        self.people.set(visit.users);
        self.side.set(visit.your_side);
        self.away.set(visit.away);
        self.spectators.set(visit.spectators);
        self.score.set((visit.score, visit.draws));
        self.recognise_turns();
        self.show(afresh);
        self.send_again();
        self.think();
    }

    /// Something has happened in the game.
    fn happen(self, entry: Entry) {
        let event = entry.event.clone();
        let taken = self.room.try_update(|room| room.as_mut().map(|room| room.apply(entry)));
        match taken.flatten() {
            Some(Ok(())) => {}
            // Something is missing in between, or was known already.
            Some(Err(_)) => return self.visit(),
            None => return,
        }
        self.recognise_turns();
        self.tell(&event);
        self.show(false);
        match event {
            // Now it is known who plays which side.
            Event::Started(_) => self.visit(),
            Event::RematchCreated(id) if self.side.get_untracked().is_some() => browser::go(&format!("/game/{id}")),
            _ => {}
        }
        self.think();
    }

    /// Reads out what is no move; moves tell themselves.
    fn tell(self, event: &Event) {
        let name = |side: Side| self.name_of(side);
        let words = match event {
            Event::Started(_) => text().has_started.to_string(),
            Event::DrawOffered(side) => fill(text().offers_draw, &[("name", &name(*side))]),
            Event::DrawDeclined(side) => fill(text().declines_draw, &[("name", &name(*side))]),
            Event::TakebackRequested(side) => fill(text().asks_take_back, &[("name", &name(*side))]),
            Event::TakebackDeclined(side) => fill(text().declines_take_back, &[("name", &name(*side))]),
            Event::TakenBack(_) => text().was_taken_back.to_string(),
            Event::RematchOffered(side) => fill(text().wants_rematch, &[("name", &name(*side))]),
            Event::Ended { .. } => self.result().unwrap_or_default(),
            Event::Turn { .. } | Event::RematchCreated(_) => return,
        };
        self.sitting.say(&words);
        let mine = |side: &Side| Some(*side) == self.side.get_untracked();
        match event {
            Event::DrawDeclined(side) | Event::TakebackDeclined(side) if !mine(side) => {
                self.sitting.notice.set(Some(words));
            }
            _ => {}
        }
    }

    /// Does something in the game that is no turn; a refusal is shown.
    pub(crate) fn act(self, act: GameCommand) {
        let Some(game) = self.visited.get_untracked() else { return };
        self.sitting.notice.set(None);
        spawn_local(async move {
            if let Err(refusal) = act_in(&game, act).await {
                self.sitting.say(&refusal.message);
                self.sitting.notice.set(Some(crate::pages::sentence(&refusal.message)));
            }
        });
    }

    /// What to call whoever plays a side.
    pub(crate) fn name_of(self, side: Side) -> String {
        let participant = self.room.with(|room| Some(room.as_ref()?.participants()?.of(side).clone()));
        match participant {
            Some(Participant::User(id)) => self.name_of_person(&id),
            Some(Participant::Engine(ai)) => fill(text().level_name, &[("level", crate::pages::level_words(ai.level))]),
            None => match self.room.with(|room| room.as_ref().map(|room| room.header().clone())) {
                Some(header) if header.host_side == Some(side) => self.name_of_person(&header.host),
                _ => text().free_seat.to_string(),
            },
        }
    }

    /// The side that whoever is here has asked for in a game that waits for somebody.
    pub(crate) fn waiting_side(self) -> Option<Side> {
        let me = self.me.with(|me| me.as_ref().map(|me| me.id.clone()))?;
        self.room
            .with(|room| room.as_ref().and_then(|room| room.header().host_side.filter(|_| room.header().host == me)))
    }

    /// What to call somebody.
    pub(crate) fn name_of_person(self, id: &str) -> String {
        self.people.with(|people| people.iter().find(|person| person.id == id).map(person_name)).unwrap_or_default()
    }

    /// How the game ended, in words.
    pub(crate) fn result(self) -> Option<String> {
        self.room.with(|room| {
            let room = room.as_ref()?;
            let ending = room.ending()?;
            let reason = hexarium_session::words::capital(&ending.reason);
            Some(match ending.winner {
                Some(winner) => {
                    let name = format!("{} ({})", room.game().player_name(winner.into()), self.name_of(winner));
                    fill(text().won, &[("name", &name), ("reason", &reason)])
                }
                None if ending.counts() => fill(text().drawn, &[("reason", &reason)]),
                None => format!("{reason}."),
            })
        })
    }
}

/// Does something in a game.
pub(crate) async fn act_in(game: &str, command: GameCommand) -> Result<(), ApiError> {
    ask::tell(&format!("games/{game}/commands"), &CommandRequest { key: turns::fresh_key(), command }).await
}

/// What to call somebody.
pub(crate) fn person_name(person: &User) -> String {
    match person.kind {
        UserKind::Deleted => text().gone_person.to_string(),
        _ => person.name.clone(),
    }
}

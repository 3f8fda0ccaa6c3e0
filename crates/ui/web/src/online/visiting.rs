//! A visit to a game: what the server says about it, and what is asked of it there.

use hexarium_games::registry::Games;
use hexarium_kernel::GameCatalog;
use hexarium_room::Room;
use hexarium_wire::http::ActRequest;
use hexarium_wire::{Act, Code, Entry, Event, Kind, Person, Refusal, Side, Sitter, ToClient, ToServer, Visit};
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
        self.say(&ToServer::Leave { game: id.to_string() });
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
            self.say(&ToServer::Visit { game, since });
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
    pub(super) fn hear(self, message: ToClient) {
        match message {
            ToClient::Welcome { you, now, .. } => {
                self.set_clock(now);
                if self.place.get_untracked() != Place::Server {
                    self.look();
                }
                if self.me.get_untracked() != you {
                    self.me.set(you);
                }
                if self.in_lobby.get_value() {
                    self.say(&ToServer::Lobby(true));
                    self.lobby.update(|changes| *changes += 1);
                }
                self.visit();
            }
            ToClient::Game(visit) => self.arrive(*visit),
            ToClient::Event { game, entry } if self.is_visited(&game) => self.happen(entry),
            ToClient::Presence { game, away, watchers } if self.is_visited(&game) => {
                self.away.set(away);
                self.watchers.set(watchers);
            }
            ToClient::Event { .. } | ToClient::Presence { .. } => {}
            ToClient::Done { key, .. } => self.turn_done(&key),
            ToClient::Refused { key: Some(key), message, .. } => self.turn_refused(&key, &message),
            ToClient::Refused { key: None, code, message } => self.refused(code, message),
            ToClient::LobbyChanged => self.lobby.update(|changes| *changes += 1),
            ToClient::Pong { now } => self.set_clock(now),
            ToClient::Goodbye(refusal) if refusal.code == Code::SignIn => self.look(),
            ToClient::Goodbye(_) => {}
        }
    }

    fn refused(self, code: Code, message: String) {
        let known = self.room.with_untracked(Option::is_some);
        match code {
            Code::Stale if known => self.visit_afresh(),
            _ if known => self.sitting.notice.set(Some(message)),
            _ if self.visited.with_untracked(Option::is_some) => self.problem.set(Some(message)),
            _ => {}
        }
    }

    /// The game as the server knows it: all of it, or what is new.
    fn arrive(self, visit: Visit) {
        if !self.is_visited(&visit.header.id) {
            return;
        }
        self.set_clock(visit.now);
        let afresh = self.room.with_untracked(Option::is_none);
        if afresh {
            let game = Games.open_stored(&visit.header.game).map_err(|e| e.to_string());
            match game.and_then(|game| Room::new(visit.header, game)) {
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
        self.people.set(visit.people);
        self.side.set(visit.you);
        self.away.set(visit.away);
        self.watchers.set(visit.watchers);
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
            Event::Rematch(id) if self.side.get_untracked().is_some() => browser::go(&format!("/game/{id}")),
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
            Event::TakeBackAsked(side) => fill(text().asks_take_back, &[("name", &name(*side))]),
            Event::TakeBackDeclined(side) => fill(text().declines_take_back, &[("name", &name(*side))]),
            Event::TakenBack(_) => text().was_taken_back.to_string(),
            Event::RematchOffered(side) => fill(text().wants_rematch, &[("name", &name(*side))]),
            Event::Ended { .. } => self.result().unwrap_or_default(),
            Event::Turn { .. } | Event::Rematch(_) => return,
        };
        self.sitting.say(&words);
        let mine = |side: &Side| Some(*side) == self.side.get_untracked();
        match event {
            Event::DrawDeclined(side) | Event::TakeBackDeclined(side) if !mine(side) => {
                self.sitting.notice.set(Some(words));
            }
            _ => {}
        }
    }

    /// Does something in the game that is no turn; a refusal is shown.
    pub(crate) fn act(self, act: Act) {
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
        let sitter = self.room.with(|room| Some(room.as_ref()?.sitters()?.of(side).clone()));
        match sitter {
            Some(Sitter::Person(id)) => self.name_of_person(&id),
            Some(Sitter::Ai(ai)) => fill(text().level_name, &[("level", crate::pages::level_words(ai.level))]),
            None => match self.room.with(|room| room.as_ref().map(|room| room.header().clone())) {
                Some(header) if header.side == Some(side) => self.name_of_person(&header.host),
                _ => text().free_seat.to_string(),
            },
        }
    }

    /// The side that whoever is here has asked for in a game that waits for somebody.
    pub(crate) fn waiting_side(self) -> Option<Side> {
        let me = self.me.with(|me| me.as_ref().map(|me| me.id.clone()))?;
        self.room.with(|room| room.as_ref().and_then(|room| room.header().side.filter(|_| room.header().host == me)))
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
pub(crate) async fn act_in(game: &str, act: Act) -> Result<(), Refusal> {
    ask::tell(&format!("games/{game}/acts"), &ActRequest { key: turns::fresh_key(), act }).await
}

/// What to call somebody.
pub(crate) fn person_name(person: &Person) -> String {
    match person.kind {
        Kind::Gone => text().gone_person.to_string(),
        _ => person.name.clone(),
    }
}

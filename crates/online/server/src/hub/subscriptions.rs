//! Those who look at a game: what they are told when they come.

use hexarium_room::Room;
use hexarium_wire::{ApiError, ErrorCode, GameSnapshot, ServerMessage, Side, Sides, User};

use super::subscribers::Visitors;
use super::{Hub, LiveRoom, Outbox, people_in};
use crate::bus::Note;

impl Hub {
    /// Lets a client look at a game from now on: it gets what it has missed, and then everything in its order.
    pub(crate) async fn visit(
        &self,
        id: &str,
        since: u32,
        person: Option<&User>,
        outbox: &Outbox,
    ) -> Result<(), ApiError> {
        let live = self.room(id).await?;
        let score = self.score(&live).await?;
        let mut held = self.hold(&live).await?;
        self.flag(&live, &mut held).await?;
        if since > held.told {
            return Err(ApiError::new(ErrorCode::Stale, format!("the game has {} events, not {since}", held.told)));
        }
        let ids = people_in(&held.room);
        let people = self.store.people(&ids).await?;
        let room = &held.room;
        let you = person.and_then(|person| room.side_of(&person.id));
        let mut visitors = live.visitors.lock().expect("no panic");
        let arrived = visitors.add(outbox.clone(), you);
        outbox.send(&ServerMessage::Snapshot(Box::new(self.visit_of(room, &visitors, since, you, people, score))));
        if arrived {
            visitors.tell_presence(&live.id);
            if let Some(side) = you {
                self.bus.publish(Note::Here { game: live.id.clone(), side, node: self.node.clone() });
            }
        }
        drop(visitors);
        self.wake_engine(&live, room);
        Ok(())
    }

    /// A game as it is now, for those who only ask once.
    pub(crate) async fn snapshot(&self, id: &str, person: Option<&User>) -> Result<GameSnapshot, ApiError> {
        let live = self.room(id).await?;
        let score = self.score(&live).await?;
        let mut held = self.hold(&live).await?;
        self.flag(&live, &mut held).await?;
        let ids = people_in(&held.room);
        let people = self.store.people(&ids).await?;
        let room = &held.room;
        let you = person.and_then(|person| room.side_of(&person.id));
        let visitors = live.visitors.lock().expect("no panic");
        Ok(self.visit_of(room, &visitors, 0, you, people, score))
    }

    fn visit_of(
        &self,
        room: &Room,
        visitors: &Visitors,
        since: u32,
        you: Option<Side>,
        people: Vec<User>,
        (score, draws): (Sides<u32>, u32),
    ) -> GameSnapshot {
        GameSnapshot {
            header: room.header().clone(),
            users: people,
            your_side: you,
            entries: room.entries()[since as usize..].to_vec(),
            away: visitors.away(),
            spectators: visitors.spectators(),
            score,
            draws,
            outages: self.outages.read().expect("no panic").clone(),
            now: self.now(),
        }
    }

    /// A client looks at a game no more.
    pub(crate) fn leave(&self, id: &str, outbox: &Outbox) {
        let Some(live) = self.loaded(id) else { return };
        let mut visitors = live.visitors.lock().expect("no panic");
        let Some(side) = visitors.remove(outbox, self.now()) else { return };
        visitors.tell_presence(id);
        if let Some(side) = side {
            self.bus.publish(Note::Left { game: id.to_string(), side, node: self.node.clone() });
        }
    }

    /// Games won by each side of a game in its contest, and drawn ones, this one not counted.
    async fn score(&self, live: &LiveRoom) -> Result<(Sides<u32>, u32), ApiError> {
        let (header, participants) = {
            let held = self.hold(live).await?;
            (held.room.header().clone(), held.room.participants().cloned())
        };
        let Some(participants) = participants.filter(|_| header.series != header.id) else {
            return Ok((Sides::default(), 0));
        };
        let score = self.store.contest_score(&header.series, header.created, &header.id).await?;
        Ok((Sides { first: score.of(&participants.first), second: score.of(&participants.second) }, score.draws))
    }
}

//! Subscriptions of clients to games.

use hexarium_room::Room;
use hexarium_wire::{ApiError, Entry, ErrorCode, GameSnapshot, ServerMessage, Side, Sides, User};

use super::subscribers::Subscribers;
use super::{Hub, LiveRoom, Outbox, users_in};
use crate::bus::Notification;

impl Hub {
    /// Subscribes a client to a game: it gets the events that it missed, then all further events in
    /// order.
    pub(crate) async fn subscribe(
        &self,
        id: &str,
        since: u32,
        user: Option<&User>,
        outbox: &Outbox,
    ) -> Result<(), ApiError> {
        let live = self.room(id).await?;
        let score = self.score(&live).await?;
        let mut locked = self.lock(&live).await?;
        self.end_if_overdue(&live, &mut locked).await?;
        if since > locked.confirmed {
            // The client may come from another node, whose last events are not known here yet.
            self.catch_up(&live, &mut locked).await?;
        }
        if since > locked.confirmed {
            return Err(ApiError::new(
                ErrorCode::Stale,
                format!("The game has {} events, not {since}.", locked.confirmed),
            ));
        }
        let ids = users_in(&locked.room);
        let users = self.store.users(&ids).await?;
        let room = &locked.room;
        let you = user.and_then(|user| room.side_of(&user.id));
        let mut subscribers = live.subscribers.lock();
        let arrived = subscribers.add(outbox.clone(), you);
        outbox.send(&ServerMessage::Snapshot(Box::new(self.snapshot_of(room, &subscribers, since, you, users, score))));
        if arrived {
            subscribers.broadcast_presence(&live.id);
            if let Some(side) = you {
                self.bus.publish(Notification::Here { game: live.id.clone(), side, node: self.node.clone() });
            }
        }
        drop(subscribers);
        self.wake_engine(&live, room);
        Ok(())
    }

    /// Returns the current state of a game, without a subscription.
    pub(crate) async fn snapshot(&self, id: &str, user: Option<&User>) -> Result<GameSnapshot, ApiError> {
        let live = self.room(id).await?;
        let score = self.score(&live).await?;
        let mut locked = self.lock(&live).await?;
        self.end_if_overdue(&live, &mut locked).await?;
        let ids = users_in(&locked.room);
        let users = self.store.users(&ids).await?;
        let room = &locked.room;
        let you = user.and_then(|user| room.side_of(&user.id));
        self.request_by(&live, you);
        let subscribers = live.subscribers.lock();
        Ok(self.snapshot_of(room, &subscribers, 0, you, users, score))
    }

    /// Returns the events of a game after a number.
    pub(crate) async fn events_since(
        &self,
        id: &str,
        since: usize,
        user: Option<&User>,
    ) -> Result<Vec<Entry>, ApiError> {
        let live = self.room(id).await?;
        let mut locked = self.lock(&live).await?;
        self.end_if_overdue(&live, &mut locked).await?;
        self.request_by(&live, user.and_then(|user| locked.room.side_of(&user.id)));
        Ok(locked.room.entries().get(since..).unwrap_or_default().to_vec())
    }

    /// Records a request about a game by one of its players: a player may do without a connection
    /// and is present all the same.
    pub(super) fn request_by(&self, live: &LiveRoom, side: Option<Side>) {
        let Some(side) = side else { return };
        let mut subscribers = live.subscribers.lock();
        if subscribers.seen(side, self.now()) {
            subscribers.broadcast_presence(&live.id);
            self.bus.publish(Notification::Seen { game: live.id.clone(), side });
        }
    }

    fn snapshot_of(
        &self,
        room: &Room,
        subscribers: &Subscribers,
        since: u32,
        you: Option<Side>,
        users: Vec<User>,
        (score, draws): (Sides<u32>, u32),
    ) -> GameSnapshot {
        GameSnapshot {
            header: room.header().clone(),
            users,
            your_side: you,
            entries: room.entries()[since as usize..].to_vec(),
            away: subscribers.away(),
            spectators: subscribers.spectators(),
            score,
            draws,
            outages: self.outages.read().since(room.header().created),
            now: self.now(),
        }
    }

    /// Unsubscribes a client from a game.
    pub(crate) fn unsubscribe(&self, id: &str, outbox: &Outbox) {
        let Some(live) = self.loaded(id) else { return };
        let mut subscribers = live.subscribers.lock();
        let Some(side) = subscribers.remove(outbox, self.now()) else { return };
        subscribers.broadcast_presence(id);
        if let Some(side) = side {
            self.bus.publish(Notification::Left { game: id.to_string(), side, node: self.node.clone() });
        }
    }

    /// Returns the numbers of games won by each side and of draws in the series before this game.
    async fn score(&self, live: &LiveRoom) -> Result<(Sides<u32>, u32), ApiError> {
        let (header, participants) = {
            let locked = self.lock(live).await?;
            (locked.room.header().clone(), locked.room.participants().cloned())
        };
        let Some(participants) = participants.filter(|_| header.series != header.id) else {
            return Ok((Sides::default(), 0));
        };
        let score = self.store.series_score(&header.series, header.created, &header.id).await?;
        Ok((Sides { first: score.of(&participants.first), second: score.of(&participants.second) }, score.draws))
    }
}

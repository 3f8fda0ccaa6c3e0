//! What somebody does in a game, and what comes of it.

use std::sync::Arc;
use std::time::Instant;

use hexarium_room::{Actor, Decision, DecisionContext, Room};
use hexarium_wire::{ApiError, EngineLocation, Entry, ErrorCode, Event, GameCommand, Participant, User};

use super::{Hub, LiveRoom, LockedRoom, internal_error};
use crate::bus::Notification;
use crate::secret;
use crate::store::{Appended, GameFilter, Index, RatedResult, Status, Write};

/// How often a decision is made anew because another node was quicker.
const ATTEMPTS: usize = 20;

/// More games than anybody has under way.
const MOST_GAMES: u32 = 10_000;

impl Hub {
    /// Somebody does something in a game. The answer is the number of the event that it became, which is kept by then.
    ///
    /// It goes on to its end even if nobody waits for the answer any more: a room whose event was half kept would tell tales.
    pub(crate) async fn command(
        self: &Arc<Self>,
        who: Option<User>,
        id: &str,
        key: String,
        command: GameCommand,
    ) -> Result<u32, ApiError> {
        let (hub, id) = (self.clone(), id.to_string());
        let done = tokio::spawn(async move { hub.execute(who, &id, &key, command).await }).await;
        let done = done.unwrap_or_else(|e| Err(internal_error(format!("a command failed: {e}"))));
        if let Err(error) = &done {
            self.metrics.refused(error.code);
        }
        done
    }

    /// Somebody is about to be gone for good: nobody should wait for them.
    pub(crate) async fn resign_all_games(self: &Arc<Self>, user: &User) -> Result<(), ApiError> {
        for game in self.store.games_of(&user.id, GameFilter::Running, MOST_GAMES, true).await? {
            let command = if game.index.status == Status::Open { GameCommand::Abort } else { GameCommand::Resign };
            match self.command(Some(user.clone()), &game.header.id, secret::id()?, command).await {
                // It may have ended meanwhile.
                Err(error) if error.code != ErrorCode::Conflict => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Executes a turn of an engine on this server.
    pub(super) async fn engine_turn(self: &Arc<Self>, id: &str, turn: GameCommand) -> Result<u32, ApiError> {
        self.command(None, id, secret::id()?, turn).await
    }

    async fn execute(&self, who: Option<User>, id: &str, key: &str, command: GameCommand) -> Result<u32, ApiError> {
        if let GameCommand::InviteEngine(ai) = &command
            && ai.location == EngineLocation::Server
            && self.server_levels() == 0
        {
            return Err(ApiError::new(
                ErrorCode::Unsupported,
                "This server runs no engines: choose one in your browser.",
            ));
        }
        let live = self.room(id).await?;
        let mut locked = self.lock(&live).await?;
        for _ in 0..ATTEMPTS {
            if self.end_if_overdue(&live, &mut locked).await? {
                continue;
            }
            let context = self.context(&live)?;
            let actor = who.as_ref().map_or(Actor::Server, Actor::User);
            let decided = match locked.room.decide(actor, key, &command, &context)? {
                Decision::Duplicate(seq) => return Ok(seq),
                Decision::New(decided) => decided,
            };
            let by = who.as_ref().map(|user| user.id.clone());
            let entry =
                locked.room.apply_decided(decided, context.now, by, Some(key.to_string())).map_err(internal_error)?;
            if self.commit(&live, &mut locked, entry).await? {
                return Ok(locked.confirmed);
            }
        }
        Err(internal_error("the game advanced too quickly on another node"))
    }

    fn context(&self, live: &LiveRoom) -> Result<DecisionContext, ApiError> {
        Ok(DecisionContext {
            now: self.now(),
            away: live.subscribers.lock().away(),
            host_first: secret::coin()?,
            new_id: secret::id()?,
        })
    }

    /// Ends a game whose time is over. Whether anything happened.
    pub(super) async fn end_if_overdue(&self, live: &LiveRoom, locked: &mut LockedRoom) -> Result<bool, ApiError> {
        let now = self.now();
        let Some(decided) = locked.room.decide_timeout(now) else { return Ok(false) };
        let entry = locked.room.apply_decided(decided, now, None, None).map_err(internal_error)?;
        self.commit(live, locked, entry).await?;
        Ok(true)
    }

    /// Lets something happen: it is kept, and then told. `false` if another node was quicker; the room then knows what happened there.
    async fn commit(&self, live: &LiveRoom, locked: &mut LockedRoom, entry: Entry) -> Result<bool, ApiError> {
        let write = self.write(&locked.room, &entry)?;
        let started = Instant::now();
        let kept = self.store.append(write).await;
        self.metrics.kept(started.elapsed());
        if !matches!(kept, Ok(Appended::Stored)) {
            // What the room believes did not happen, or nobody knows: what was kept decides.
            self.reload(live, locked).await?;
            kept?;
            return Ok(false);
        }
        locked.confirmed = entry.seq;
        self.broadcast(live, &locked.room, &entry);
        self.count(&locked.room, &entry.event);
        Ok(true)
    }

    /// Counts what has happened, and tells the lobby if it shows there.
    fn count(&self, room: &Room, event: &Event) {
        if matches!(event, Event::Turn { .. }) {
            self.metrics.turns.inc();
        }
        let ended = matches!(event, Event::Turn { .. } | Event::Ended { .. }) && room.ending().is_some();
        if ended {
            self.metrics.finished.inc();
        }
        if room.header().listed && (ended || matches!(event, Event::Started(_) | Event::RematchCreated(_))) {
            self.bus.publish(Notification::Lobby);
        }
    }

    /// What is kept of an event that the room has just taken.
    fn write(&self, room: &Room, entry: &Entry) -> Result<Write, ApiError> {
        let rematch = match &entry.event {
            Event::RematchCreated(id) => {
                let (header, event) =
                    room.rematch(id, entry.at).ok_or_else(|| internal_error("a rematch without players"))?;
                let first = Entry { seq: 1, at: entry.at, by: None, key: None, event };
                let next = self.build(header.clone(), vec![first.clone()])?;
                Some((header, first, Index::of(&next)))
            }
            _ => None,
        };
        let over = room.ending().filter(|_| matches!(entry.event, Event::Turn { .. } | Event::Ended { .. }));
        let rated = over.as_ref().filter(|ending| ending.counts() && room.header().rated).and_then(|ending| {
            let participants = room.participants()?;
            match (&participants.first, &participants.second) {
                (Participant::User(first), Participant::User(second)) => Some(RatedResult {
                    first: first.clone(),
                    second: second.clone(),
                    kind: room.game().spec().id.to_string(),
                    winner: ending.winner,
                }),
                _ => None,
            }
        });
        Ok(Write {
            game: room.header().id.clone(),
            entry: entry.clone(),
            index: Index::of(room),
            rematch,
            rating: rated,
        })
    }
}

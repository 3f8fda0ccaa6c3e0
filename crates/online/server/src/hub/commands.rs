//! Commands in games and their execution.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hexarium_room::{Actor, Decision, DecisionContext, Room};
use hexarium_wire::{ApiError, EngineLocation, Entry, ErrorCode, Event, GameCommand, Participant, User};

use super::{Hub, LiveRoom, LockedRoom, internal_error, with_all_options};
use crate::bus::Notification;
use crate::secret;
use crate::store::{Appended, GameFilter, Index, RatedResult, Rematch, Status, Write};

/// The maximum number of attempts when events of other nodes come first.
const ATTEMPTS: usize = 20;

/// The pause before another attempt while the pulse of another node is late.
const LATE_PULSE: Duration = Duration::from_millis(250);

/// An upper limit of the games of a user, more than any user has.
const MOST_GAMES: u32 = 10_000;

impl Hub {
    /// Executes a user's command in a game. Returns the number of the resulting event, which is
    /// stored by then.
    ///
    /// The command runs to its end even if the caller stops waiting: otherwise room and store could
    /// diverge.
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
            self.metrics.rejected(error.code);
        }
        done
    }

    /// Resigns or aborts all games of a user whose account is about to be deleted, so that no
    /// opponent waits.
    pub(crate) async fn resign_all_games(self: &Arc<Self>, user: &User) -> Result<(), ApiError> {
        for game in self.store.games_of(&user.id, GameFilter::Running, MOST_GAMES, true).await? {
            let (id, open) = (game.header.id, game.index.status == Status::Open);
            let command = if open { GameCommand::Abort } else { GameCommand::Resign };
            match self.command(Some(user.clone()), &id, secret::id()?, command).await {
                // The game may have ended in the meantime, and one that cannot be read cannot end.
                Err(error) if error.code != ErrorCode::Conflict && !self.is_quarantined(&id) => return Err(error),
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
        if let (Some(user), GameCommand::Join | GameCommand::InviteEngine(_) | GameCommand::Rematch) = (&who, &command)
        {
            self.check_running(&user.id).await?;
        }
        let live = self.room(id).await?;
        for _ in 0..ATTEMPTS {
            self.ensure_pulse().await?;
            let mut locked = self.lock(&live).await?;
            // Waiting for the lock may have taken long.
            if self.pulse_is_missing() || self.end_if_overdue(&live, &mut locked).await? {
                continue;
            }
            self.request_by(&live, who.as_ref().and_then(|user| locked.room.side_of(&user.id)));
            if self.is_overdue(&locked.room) {
                // The pulse of another node is late, which may turn out to be an outage.
                drop(locked);
                tokio::time::sleep(LATE_PULSE).await;
                continue;
            }
            let context = self.context(&live)?;
            let actor = who.as_ref().map_or(Actor::Server, Actor::User);
            let decided = match locked.room.decide(actor, key, &command, &context) {
                Ok(Decision::Duplicate(seq)) => return Ok(seq),
                Ok(Decision::New(decided)) => decided,
                Err(rejection) => {
                    // The reason may be gone with events of other nodes.
                    let known = locked.confirmed;
                    self.catch_up(&live, &mut locked).await?;
                    if locked.confirmed == known {
                        return Err(rejection);
                    }
                    continue;
                }
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

    /// Ends a game whose time is over. Returns whether it ended. While pulses of this or another
    /// node are missing no game ends: its players could not act.
    pub(super) async fn end_if_overdue(&self, live: &LiveRoom, locked: &mut LockedRoom) -> Result<bool, ApiError> {
        let now = self.now();
        if self.pulse_is_missing() || self.is_node_late() {
            return Ok(false);
        }
        let Some(decided) = locked.room.decide_timeout(now) else { return Ok(false) };
        let entry = locked.room.apply_decided(decided, now, None, None).map_err(internal_error)?;
        self.commit(live, locked, entry).await?;
        Ok(true)
    }

    fn is_overdue(&self, room: &Room) -> bool {
        room.deadline().is_some_and(|deadline| deadline <= self.now())
    }

    /// Applies an event: persists, then broadcasts it. Returns `false` if an event of another node
    /// came first; the room then contains that event.
    async fn commit(&self, live: &LiveRoom, locked: &mut LockedRoom, entry: Entry) -> Result<bool, ApiError> {
        let write = self.write(&locked.room, &entry)?;
        let started = Instant::now();
        let appended = self.store.append(write).await;
        self.metrics.stored(started.elapsed());
        if !matches!(appended, Ok(Appended::Stored)) {
            // The event was not stored, or it is unknown whether it was: reload from the store.
            self.reload(live, locked).await?;
            appended?;
            return Ok(false);
        }
        self.written();
        locked.confirmed = entry.seq;
        self.broadcast(live, &locked.room, &entry);
        self.count(&locked.room, &entry.event);
        Ok(true)
    }

    /// Updates the metrics, and marks the lobby as changed if the event is visible there.
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

    /// Returns the write for an event that the room has just applied.
    fn write(&self, room: &Room, entry: &Entry) -> Result<Write, ApiError> {
        let rematch = match &entry.event {
            Event::RematchCreated(id) => {
                let (header, event) =
                    room.rematch(id, entry.at).ok_or_else(|| internal_error("a rematch without players"))?;
                let first = Entry { seq: 1, at: entry.at, by: None, key: None, event };
                let next = self.build(header.clone(), None, vec![first.clone()]).map_err(internal_error)?;
                Some(Rematch { options: with_all_options(room.game()), header, entry: first, index: Index::of(&next) })
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

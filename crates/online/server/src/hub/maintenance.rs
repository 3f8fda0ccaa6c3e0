//! Background work: clocks that run out, notifications of other nodes, unused rooms.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use hexarium_wire::{ApiError, ServerMessage, Side};
use tokio::sync::broadcast::error::RecvError;

use super::{Hub, hourly, pulse};
use crate::bus::Notification;
use crate::store::{Index, StoreError};

/// The interval between checks of the clocks.
const TICK: Duration = Duration::from_millis(250);

/// The interval at which presence is sent to other nodes, in ticks; well below its time to live.
const PRESENCE_INTERVAL: u32 = 60;

/// The interval at which stored games with an engine to move are queued, in ticks.
const WAKE_INTERVAL: u32 = 240;

/// The time that a room without subscribers stays loaded, in milliseconds.
const QUIET: i64 = 60_000;

/// The maximum number of games checked at once.
const BATCH: u32 = 200;

impl Hub {
    /// Starts the background tasks. They end when the hub is dropped.
    pub(super) fn start_maintenance(self: Arc<Self>) {
        let mut notifications = self.bus.subscribe();
        let hub = Arc::downgrade(&self);
        tokio::spawn(async move {
            loop {
                let notification = match notifications.recv().await {
                    Ok(notification) => notification,
                    Err(RecvError::Lagged(_)) => Notification::Lagged,
                    Err(RecvError::Closed) => return,
                };
                let Some(hub) = hub.upgrade() else { return };
                hub.handle(notification).await;
            }
        });
        tokio::spawn(tick(Arc::downgrade(&self)));
        tokio::spawn(pulse::beat(Arc::downgrade(&self)));
        tokio::spawn(hourly::work(Arc::downgrade(&self)));
    }

    /// Handles a notification of this or another node.
    async fn handle(&self, notification: Notification) {
        match notification {
            Notification::Moved { game, seq } => self.refresh(&game, seq).await,
            Notification::Lobby => self.lobby_changed.store(true, Ordering::Relaxed),
            Notification::SignedOff { user } => self.close_ended(&user).await,
            Notification::Here { game, side, node } if node != self.node => self.set_remote(&game, side, &node, true),
            Notification::Left { game, side, node } if node != self.node => self.set_remote(&game, side, &node, false),
            Notification::Here { .. } | Notification::Left { .. } => {}
            Notification::Stopped { node } => self.forget_node(&node),
            Notification::Seen { game, side } => self.set_seen(&game, side),
            Notification::Who { game } => self.announce_sides(&game),
            Notification::Outages => self.refresh_outages().await,
            Notification::Lagged => {
                self.refresh_outages().await;
                self.close_all_ended().await;
                for live in self.all_rooms() {
                    self.refresh(&live.id, u32::MAX).await;
                }
            }
        }
    }

    async fn refresh_outages(&self) {
        if let Err(error) = self.load_outages().await {
            tracing::warn!("cannot read the outages: {error}");
        }
    }

    /// Loads missing events of a loaded room.
    async fn refresh(&self, game: &str, seq: u32) {
        let Some(live) = self.loaded(game) else { return };
        let catching_up = async {
            let mut locked = self.lock(&live).await?;
            if locked.confirmed < seq { self.catch_up(&live, &mut locked).await } else { Ok(()) }
        };
        if let Err(error) = catching_up.await {
            tracing::warn!("game {game} could not be brought up to date: {error}");
        }
    }

    fn set_remote(&self, game: &str, side: Side, node: &str, here: bool) {
        let Some(live) = self.loaded(game) else { return };
        let mut subscribers = live.subscribers.lock();
        if subscribers.set_remote(side, node, here, self.now()) {
            subscribers.broadcast_presence(game);
        }
    }

    fn forget_node(&self, node: &str) {
        for live in self.all_rooms() {
            let mut subscribers = live.subscribers.lock();
            let changes = Side::BOTH.map(|side| subscribers.set_remote(side, node, false, self.now()));
            if changes.contains(&true) {
                subscribers.broadcast_presence(&live.id);
            }
        }
    }

    /// Publishes to other nodes that this one shuts down.
    pub(crate) fn announce_stop(&self) {
        self.bus.publish(Notification::Stopped { node: self.node.clone() });
    }

    fn set_seen(&self, game: &str, side: Side) {
        let Some(live) = self.loaded(game) else { return };
        let mut subscribers = live.subscribers.lock();
        if subscribers.seen(side, self.now()) {
            subscribers.broadcast_presence(game);
        }
    }

    /// Publishes to other nodes which sides of a game are connected to this one.
    fn announce_sides(&self, game: &str) {
        let Some(live) = self.loaded(game) else { return };
        let sides: Vec<_> = live.subscribers.lock().sides().collect();
        for side in sides {
            self.bus.publish(Notification::Here { game: game.to_string(), side, node: self.node.clone() });
        }
    }

    fn all_rooms(&self) -> Vec<Arc<super::LiveRoom>> {
        self.rooms.lock().values().cloned().collect()
    }

    /// Notifies the subscribers of the lobby if it has changed, at most a few times a second.
    fn notify_lobby(&self) {
        if self.lobby_changed.swap(false, Ordering::Relaxed) {
            for outbox in self.lobby.lock().iter() {
                outbox.send(&ServerMessage::LobbyChanged);
            }
        }
    }

    /// Ends every game whose time is over. A game that fails does not keep the others waiting.
    async fn end_overdue(&self) -> Result<(), StoreError> {
        // Games that cannot be read stay due.
        let limit = BATCH + self.quarantined() as u32;
        for id in self.store.due(self.now(), limit).await? {
            if self.pulse_is_missing() || self.is_node_late() {
                return Ok(());
            }
            if self.may_retry(&id)
                && let Err(error) = self.check_clock(&id).await
                && !self.is_quarantined(&id)
            {
                tracing::warn!("cannot check the clock of game {id}: {error}");
            }
        }
        Ok(())
    }

    async fn check_clock(&self, id: &str) -> Result<(), ApiError> {
        let live = self.room(id).await?;
        let mut locked = self.lock(&live).await?;
        // The due time in the store is only a hint: an outage extends the deadlines.
        if !self.end_if_overdue(&live, &mut locked).await? {
            self.store.reindex(id, locked.confirmed, &Index::of(&locked.room)).await?;
        }
        Ok(())
    }

    /// Unloads unused rooms and removes expired presence of other nodes.
    fn clean_up(&self) {
        let now = self.now();
        for live in self.all_rooms() {
            let mut subscribers = live.subscribers.lock();
            if subscribers.expire_remote(now) {
                subscribers.broadcast_presence(&live.id);
            }
        }
        let mut rooms = self.rooms.lock();
        // A room with other references is in use.
        rooms.retain(|_, live| {
            let subscribers = live.subscribers.lock();
            Arc::strong_count(live) > 1 || !subscribers.is_empty() || now - subscribers.last_used < QUIET
        });
        self.metrics.rooms.set(rooms.len() as i64);
    }
}

async fn tick(hub: Weak<Hub>) {
    let mut interval = tokio::time::interval(TICK);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    for n in 0_u32.. {
        interval.tick().await;
        let Some(hub) = hub.upgrade() else { return };
        if let Err(error) = hub.end_overdue().await {
            tracing::warn!("cannot check clocks: {error}");
        }
        hub.notify_lobby();
        if n % WAKE_INTERVAL == 0
            && let Err(error) = hub.wake_engines().await
        {
            tracing::warn!("cannot list the games of engines: {error}");
        }
        if n % PRESENCE_INTERVAL == 0 {
            hub.clean_up();
            for live in hub.all_rooms() {
                hub.announce_sides(&live.id);
            }
        }
    }
}

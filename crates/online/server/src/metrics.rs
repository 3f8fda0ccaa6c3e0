//! Metrics for Prometheus.

use std::time::Duration;

use hexarium_wire::ErrorCode;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// The metrics.
pub(crate) struct Metrics {
    registry: Registry,
    /// Turns played.
    pub(crate) turns: Counter,
    /// Games created.
    pub(crate) created: Counter,
    /// Games finished.
    pub(crate) finished: Counter,
    /// Games in memory.
    pub(crate) rooms: Gauge,
    /// Games that cannot be read.
    pub(crate) quarantined: Gauge,
    /// Open WebSocket connections.
    pub(crate) live: Gauge,
    /// WebSocket connections that were closed because the client was too slow.
    pub(crate) slow: Counter,
    rejected: Family<Vec<(&'static str, String)>, Counter>,
    responses: Family<Vec<(&'static str, String)>, Counter>,
    commit_duration: Histogram,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("hexarium");
        let metrics = Self {
            turns: Counter::default(),
            created: Counter::default(),
            finished: Counter::default(),
            rooms: Gauge::default(),
            quarantined: Gauge::default(),
            live: Gauge::default(),
            slow: Counter::default(),
            rejected: Family::default(),
            responses: Family::default(),
            commit_duration: Histogram::new(exponential_buckets(0.000_25, 2.0, 14)),
            registry: Registry::default(),
        };
        registry.register("turns", "Turns played", metrics.turns.clone());
        registry.register("games_created", "Games created", metrics.created.clone());
        registry.register("games_finished", "Games finished", metrics.finished.clone());
        registry.register("games_loaded", "Games in memory", metrics.rooms.clone());
        registry.register("games_unreadable", "Games that cannot be read", metrics.quarantined.clone());
        registry.register("websocket_connections", "Open WebSocket connections", metrics.live.clone());
        registry.register(
            "websocket_slow_disconnects",
            "WebSocket connections closed because the client was too slow",
            metrics.slow.clone(),
        );
        registry.register(
            "requests_rejected",
            "Rejected requests and commands by error code",
            metrics.rejected.clone(),
        );
        registry.register("http_responses", "HTTP responses by status", metrics.responses.clone());
        registry.register("store_commit_duration_seconds", "Time to store an event", metrics.commit_duration.clone());
        Self { registry, ..metrics }
    }

    /// Counts a rejected request.
    pub(crate) fn rejected(&self, code: ErrorCode) {
        let word = serde_json::to_value(code).ok().and_then(|v| v.as_str().map(String::from)).unwrap_or_default();
        self.rejected.get_or_create(&vec![("code", word)]).inc();
    }

    /// Counts a response by status.
    pub(crate) fn answered(&self, status: u16) {
        self.responses.get_or_create(&vec![("status", status.to_string())]).inc();
    }

    /// Records the time for storing an event.
    pub(crate) fn stored(&self, time: Duration) {
        self.commit_duration.observe(time.as_secs_f64());
    }

    /// Returns all metrics in the text format of Prometheus.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        match encode(&mut text, &self.registry) {
            Ok(()) => text,
            Err(error) => format!("# {error}\n"),
        }
    }
}

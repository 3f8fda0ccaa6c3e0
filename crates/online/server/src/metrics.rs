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
    /// Turns made.
    pub(crate) turns: Counter,
    /// Games created.
    pub(crate) created: Counter,
    /// Games that ended.
    pub(crate) finished: Counter,
    /// Games in memory.
    pub(crate) rooms: Gauge,
    /// Games that cannot be read.
    pub(crate) quarantined: Gauge,
    /// Live connections.
    pub(crate) live: Gauge,
    /// Live connections that were closed because they were too slow.
    pub(crate) slow: Counter,
    refusals: Family<Vec<(&'static str, String)>, Counter>,
    answers: Family<Vec<(&'static str, String)>, Counter>,
    keeping: Histogram,
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
            refusals: Family::default(),
            answers: Family::default(),
            keeping: Histogram::new(exponential_buckets(0.000_25, 2.0, 14)),
            registry: Registry::default(),
        };
        registry.register("turns", "Turns made", metrics.turns.clone());
        registry.register("games_opened", "Games opened", metrics.created.clone());
        registry.register("games_finished", "Games that ended", metrics.finished.clone());
        registry.register("rooms", "Games in memory", metrics.rooms.clone());
        registry.register("unreadable_games", "Games that cannot be read", metrics.quarantined.clone());
        registry.register("live_connections", "Live connections", metrics.live.clone());
        registry.register("slow_clients", "Live connections that did not keep up", metrics.slow.clone());
        registry.register("refusals", "What was asked and not done, by reason", metrics.refusals.clone());
        registry.register("http_answers", "Answers over HTTP, by status", metrics.answers.clone());
        registry.register("keeping_seconds", "From a decision to its being kept", metrics.keeping.clone());
        Self { registry, ..metrics }
    }

    /// Counts a rejected request.
    pub(crate) fn refused(&self, code: ErrorCode) {
        let word = serde_json::to_value(code).ok().and_then(|v| v.as_str().map(String::from)).unwrap_or_default();
        self.refusals.get_or_create(&vec![("code", word)]).inc();
    }

    /// Counts a response by status.
    pub(crate) fn answered(&self, status: u16) {
        self.answers.get_or_create(&vec![("status", status.to_string())]).inc();
    }

    /// Records the time for storing an event.
    pub(crate) fn kept(&self, time: Duration) {
        self.keeping.observe(time.as_secs_f64());
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

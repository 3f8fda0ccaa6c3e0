//! `hexarium solve`: the winner of a position with best play.

use std::time::{Duration, Instant};

use hexarium_engines::solve;
use hexarium_search::{Effort, Limits, Opponent, Stop};
use serde_json::json;

use super::open_position;
use crate::args::Position;
use crate::output::Outcome;

pub(crate) fn run(arguments: &Position, nodes: Option<u64>, megabytes: u32, time: Option<&str>) -> Outcome {
    let time = time.map(parse_time).transpose()?;
    let (game, state) = open_position(arguments)?;
    let limits = Limits { nodes: nodes.unwrap_or(u64::MAX), memory: (megabytes as usize) << 20 };
    let start = Instant::now();
    let mut watch = |_| time.is_none_or(|time| start.elapsed() < time);
    let answer = solve(&*game, &*state, &limits, &mut watch);
    let seconds = start.elapsed().as_secs_f64();
    let stopped = match answer.stop {
        Stop::Nodes => Some(format!("node limit of {}", limits.nodes)),
        Stop::Condition => Some("time limit".to_string()),
        Stop::Depth => Some("limit on the length of a line".to_string()),
        Stop::GameOver => state.verdict().map(|v| format!("the game is over: {}", v.reason)),
        Stop::Proven => None,
    };
    if arguments.json.json {
        return Ok(format!(
            "{}\n",
            json!({"game": game.canonical_id(), "position": state.position(), "value": answer.value.word(),
                   "action": answer.action, "stopped": stopped, "nodes": answer.nodes, "seconds": seconds,
                   "memory": answer.memory})
        ));
    }
    let mut out = format!("value: {}\n", answer.value.word());
    if let Some(action) = answer.action {
        out += &format!("action: {action}\n");
    }
    if let Some(stopped) = stopped {
        out += &format!("stopped: {stopped}\n");
    }
    out += &format!("nodes: {}\nseconds: {seconds:.3}\nmemory: {} bytes\n", answer.nodes, answer.memory);
    Ok(out)
}

/// Parses a duration, in the notation of opponents.
fn parse_time(text: &str) -> Result<Duration, String> {
    match Opponent::parse(&format!("time:{text}"))?.effort {
        Effort::Time(time) => Ok(time),
        _ => Err(format!("invalid time '{}': expected 500ms or 60s", hexarium_kernel::shortened(text))),
    }
}

//! `hexarium perft`: number of legal lines of a depth.

use serde_json::json;

use super::open_position;
use crate::args::Position;
use crate::output::Outcome;

pub(crate) fn run(arguments: &Position, depth: u32) -> Outcome {
    let (game, mut state) = open_position(arguments)?;
    let rows = state.divide(depth);
    let total: u64 = if depth == 0 { 1 } else { rows.iter().map(|(_, count)| count).sum() };
    if arguments.json.json {
        let divide: serde_json::Map<_, _> = rows.into_iter().map(|(a, n)| (a, json!(n))).collect();
        return Ok(format!(
            "{}\n",
            json!({"game": game.canonical_id(), "position": state.position(), "depth": depth, "divide": divide,
                   "total": total})
        ));
    }
    let mut out: String = rows.iter().map(|(action, count)| format!("{action} {count}\n")).collect();
    out += &format!("total {total}\n");
    Ok(out)
}

//! `hexarium moves` and `hexarium state`: legal actions and positions.

use hexarium_kernel::art;
use serde_json::json;

use super::open_position;
use crate::args::Position;
use crate::output::Outcome;

pub(crate) fn moves(arguments: &Position) -> Outcome {
    let (_, state) = open_position(arguments)?;
    let legal = state.legal();
    Ok(if arguments.json.json {
        format!("{}\n", json!(legal))
    } else {
        legal.iter().map(|action| format!("{action}\n")).collect()
    })
}

pub(crate) fn state(arguments: &Position) -> Outcome {
    let (game, state) = open_position(arguments)?;
    let verdict = state.verdict();
    let to_move = game.player_name(state.to_move());
    let result = verdict.as_ref().map_or("none", |v| v.outcome.word());
    if arguments.json.json {
        let reason = verdict.as_ref().map(|v| v.reason.as_str());
        return Ok(format!(
            "{}\n",
            json!({"game": game.canonical_id(), "position": state.position(), "to_move": to_move,
                   "turn": state.turn(), "result": result, "reason": reason})
        ));
    }
    let reason = verdict.as_ref().map_or("-", |v| &v.reason);
    Ok(format!(
        "position: {}\nto move: {to_move}\nturn: {}\nresult: {result}\nreason: {reason}\n\n{}",
        state.position(),
        state.turn(),
        art::draw(&*game, &*state)
    ))
}

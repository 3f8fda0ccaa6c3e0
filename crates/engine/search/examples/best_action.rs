//! Searches for the best first action in Hex on 5×5 with a number of nodes: `best_action NODES`.

use std::sync::Arc;

use hexarium_games::hex::{Hex, SPEC};
use hexarium_kernel::{Game, Match, Notation, Options};
use hexarium_search::{Limits, Opponent, SEED, SearchState};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let nodes = std::env::args().nth(1).unwrap_or("2000".to_string());
    let opponent = Opponent::parse(&format!("nodes:{nodes}"))?;
    let options = Options::new(SPEC.options, [("size", "5")])?;
    let game = Match::new(Arc::new(Hex::<1>::configure(&options)?));
    let report = SearchState::new(SEED).think(&game, &opponent, Limits::MEMORY, &mut |_| true);
    let best = report.best().ok_or("the game is over")?;
    println!("{}", game.rules().action_text(game.state(), best));
    Ok(())
}

//! Two players who have met.

use hexarium_client::{Client, Problem};
use hexarium_wire::http::Opening;
use hexarium_wire::{Act, Clock, Side};

/// A game that has just started, and the two who play it.
pub struct Table {
    /// The game's id.
    pub game: String,
    /// Who begins, and the other one.
    pub players: [Client; 2],
}

/// Two new guests meet over a game.
pub async fn seat(server: &str, game: &str, number: usize) -> Result<Table, Problem> {
    let mut players = [Client::new(server).map_err(Problem::Lost)?, Client::new(server).map_err(Problem::Lost)?];
    for (player, name) in players.iter_mut().zip(["Ada", "Bob"]) {
        player.be_guest(&format!("{name} {number}")).await?;
    }
    let opening = Opening {
        game: game.to_string(),
        start: None,
        draw: true,
        clock: Clock::None,
        side: Some(Side::First),
        rated: false,
        listed: true,
    };
    let id = players[0].open(&opening).await?.id;
    players[1].act(&id, "join", Act::Join).await?;
    Ok(Table { game: id, players })
}

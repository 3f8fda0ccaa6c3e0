//! Games between two new players.

use hexarium_client::{Client, ClientError};
use hexarium_wire::http::NewGame;
use hexarium_wire::{Clock, GameCommand, Side};

/// A started game and its players.
pub struct TestGame {
    /// The game's id.
    pub game: String,
    /// The first and the second player.
    pub players: [Client; 2],
}

/// Creates two guests and a game between them.
pub async fn create_test_game(server: &str, game: &str, number: usize) -> Result<TestGame, ClientError> {
    let mut players = [
        Client::new(server).map_err(ClientError::Disconnected)?,
        Client::new(server).map_err(ClientError::Disconnected)?,
    ];
    for (player, name) in players.iter_mut().zip(["Ada", "Bob"]) {
        player.create_guest(&format!("{name} {number}")).await?;
    }
    let opening = NewGame {
        game: game.to_string(),
        start: None,
        random_setup: true,
        clock: Clock::Unlimited,
        host_side: Some(Side::First),
        rated: false,
        listed: true,
    };
    let id = players[0].create_game(&opening).await?.id;
    players[1].send_command(&id, "join", GameCommand::Join).await?;
    Ok(TestGame { game: id, players })
}

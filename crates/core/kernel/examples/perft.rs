//! Counts the legal lines of a game by their first actions: `perft GAME DEPTH`.

use hexarium_games::registry::Games;
use hexarium_kernel::GameCatalog;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or("hex(size=4)".to_string());
    let depth = arguments.next().map_or(Ok(2), |depth| depth.parse())?;
    for (action, count) in Games.open(&game)?.start().divide(depth) {
        println!("{action} {count}");
    }
    Ok(())
}

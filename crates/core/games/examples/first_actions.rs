//! Plays the first legal action until the game is over, and prints the game: `first_actions GAME`.

use hexarium_games::registry;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or("hex(size=4)".to_string());
    let mut state = registry::open(&text, &[])?.start();
    while state.verdict().is_none() {
        let action = state.legal().swap_remove(0);
        state.play(&action)?;
    }
    println!("{}", state.line().join(" "));
    println!("{}", state.position());
    Ok(())
}

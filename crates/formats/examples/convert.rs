//! Reads a record from standard input and writes it as JSON and as a link.

use std::io::Read;

use hexarium_formats::{json, link, record};
use hexarium_games::registry::Games;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let tree = record::read(&text, &Games)?;
    let end = *tree.main_line().last().ok_or("the record is empty")?;
    println!("{}\n{}", json::write(&tree, &Games)?, link::write(&tree, end, &Games)?);
    Ok(())
}

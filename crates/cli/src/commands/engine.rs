//! `hexarium engine`: the engine protocol on standard input and output.

use std::io::{BufRead, Write};

use hexarium_games::registry;
use hexarium_protocol::Session;

use super::{open, read_text};
use crate::args::Set;
use crate::output::Outcome;

pub(crate) fn run(game: &str, set: &Set) -> Outcome {
    let session = Session::new(|text| registry::open(text, &[]), open(game, set)?);
    let mut session = session.with_files(read_text);
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) => return Err(format!("cannot read standard input: {error}")),
        }
        let answer = session.line(&String::from_utf8_lossy(&line));
        // A controller that has closed its end wants no more answers.
        if output.write_all(answer.text.as_bytes()).and_then(|()| output.flush()).is_err() || answer.quit {
            break;
        }
    }
    Ok(String::new())
}

//! What the games' answers to a touch that leads nowhere have in common.
//!
//! A game is asked with its state alone, and only while the game goes on: the match itself tells how it ended. What only history knows (a
//! position that came back) a game must infer: a touch that the state would allow was refused for such a reason.

use hexarium_kernel::{NoHistory, Present, Touch, legal_actions};

/// The answer where nothing was touched.
pub(crate) const NOTHING: &str = "Nothing was touched.";

/// The answer to a cell that the board does not have.
pub(crate) const NO_CELL: &str = "The board ends here: there is nothing to touch.";

/// The answer to touches that the state allows: only history could forbid them, and only touches before them be in the way.
pub(crate) const ALLOWED: &str = "That can be done: begin with it anew.";

/// A reason as a sentence: with a capital, unless it begins with the name of a cell, and a full stop.
pub(crate) fn sentence(reason: &str) -> String {
    let mut chars = reason.chars();
    let first = chars.next().map(String::from).unwrap_or_default();
    let is_cell = chars.clone().next().is_some_and(|c| c.is_ascii_digit());
    let first = if is_cell { first } else { first.to_uppercase() };
    format!("{first}{}.", chars.as_str())
}

/// Whether the touches begin or make an action that is legal as far as the state tells.
pub(crate) fn leads_on<G: Present>(game: &G, state: &G::State, touched: &[Touch]) -> bool {
    let mut legal = Vec::new();
    legal_actions(game, &NoHistory, state, &game.fresh_memory(state), &mut legal);
    legal.into_iter().any(|action| game.gesture(state, action).starts_with(touched))
}

/// The answer to a button that would do for itself, touched after something else.
pub(crate) fn alone(word: &str, chosen: &str) -> String {
    format!("To {word}, let go of {chosen} first.")
}

/// The answer to anything touched after a button: each of them ends a gesture.
pub(crate) fn ended(touched: &[Touch]) -> Option<String> {
    let (_, before) = touched.split_last()?;
    before.iter().find_map(|touch| match touch {
        Touch::Button(word) => Some(format!("An action ends with {word}: begin anew.")),
        Touch::Cell(_) => None,
    })
}

/// The answer to a cell touched after as many as an action can have.
pub(crate) fn too_many(cell: &str) -> String {
    format!("The action is complete without {cell}: begin anew.")
}

/// The answer to a word that is no button of the game.
pub(crate) fn no_button(word: &str) -> String {
    format!("There is no action called {word} in this game.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_begins_with_a_capital_unless_a_cell_is_named() {
        assert_eq!(sentence("the cell is taken"), "The cell is taken.");
        assert_eq!(sentence("a2 is taken"), "a2 is taken.");
        assert_eq!(sentence("a stone slides"), "A stone slides.");
    }
}

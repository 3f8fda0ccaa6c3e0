//! Messages for illegal input that several games share.
//!
//! A game explains an input from its state alone, and only while the game is in progress; `Match`
//! explains finished games. Restrictions that depend on history (a repeated position) have to be
//! inferred: an input that the state allows can only be illegal for such a reason.

use hexarium_kernel::{Input, Look, NoHistory, legal_actions};

/// The message for an empty input sequence.
pub(crate) const NOTHING: &str = "Nothing is selected.";

/// The message for a cell that is not on the board.
pub(crate) const NO_CELL: &str = "This is not a cell of the board.";

/// The message for inputs that the state allows: only history or the inputs before them can make
/// them illegal.
pub(crate) const ALLOWED: &str = "That is legal on its own: clear the selection first.";

/// Turns a reason into a sentence: adds a full stop, and a capital unless it starts with the name
/// of a cell.
pub(crate) fn sentence(reason: &str) -> String {
    let mut chars = reason.chars();
    let first = chars.next().map(String::from).unwrap_or_default();
    let is_cell = chars.clone().next().is_some_and(|c| c.is_ascii_digit());
    let first = if is_cell { first } else { first.to_uppercase() };
    format!("{first}{}.", chars.as_str())
}

/// Whether the inputs are a prefix of an action, or an action, that is legal according to the state
/// alone.
pub(crate) fn leads_on<G: Look>(game: &G, state: &G::State, inputs: &[Input]) -> bool {
    let mut legal = Vec::new();
    legal_actions(game, &NoHistory, state, &game.fresh_memory(state), &mut legal);
    legal.into_iter().any(|action| game.inputs(state, action).starts_with(inputs))
}

/// The message for a button that is an action of its own, clicked after another input.
pub(crate) fn alone(word: &str, chosen: &str) -> String {
    format!("To {word}, deselect {chosen} first.")
}

/// The message for any input after a button, since every button completes an action.
pub(crate) fn ended(inputs: &[Input]) -> Option<String> {
    let (_, before) = inputs.split_last()?;
    before.iter().find_map(|input| match input {
        Input::Button(word) => Some(format!("The action is complete after {word}: start a new one.")),
        Input::Cell(_) => None,
    })
}

/// The message for a cell clicked after an action has all its cells.
pub(crate) fn too_many(cell: &str) -> String {
    format!("The action is complete without {cell}: start a new one.")
}

/// The message for a button that the game does not have.
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

//! Helpers for the tests of the reference models.

use std::collections::BTreeSet;

use super::{Dice, Options, ReferenceGame, ReferenceModel};

/// Parses option values from `name=value` pairs.
pub fn options(pairs: &str) -> Options {
    pairs
        .split(' ')
        .map(|pair| pair.split_once('=').expect("name=value"))
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect()
}

/// Parses option values from `name=value` pairs and applies changes.
pub fn changed_options(pairs: &str, changes: &[(&str, &str)]) -> Options {
    let mut options = options(pairs);
    for (name, value) in changes {
        assert!(options.insert((*name).to_string(), (*value).to_string()).is_some());
    }
    options
}

/// Splits a text into a set of words.
pub fn names(words: &str) -> BTreeSet<String> {
    words.split_whitespace().map(String::from).collect()
}

/// Returns a random position of the model, after checking its round trip through text.
pub fn scattered(model: &ReferenceModel, options: &Options, dice: &mut dyn Dice) -> Box<dyn ReferenceGame> {
    let text = (model.scatter)(options, dice);
    let game = (model.from_position)(options, &text);
    assert_eq!(game.position(), text);
    game
}

/// Plays random actions until the game is over, which must happen within `most` actions. Every
/// position on the way must survive the round trip through text.
pub fn play_out(
    model: &ReferenceModel,
    options: &Options,
    game: &mut dyn ReferenceGame,
    dice: &mut dyn Dice,
    most: usize,
) {
    for _ in 0..most {
        let text = game.position();
        assert_eq!((model.from_position)(options, &text).position(), text);
        let legal: Vec<String> = game.legal().into_iter().collect();
        assert_eq!(legal.is_empty(), game.result().is_some(), "{text}");
        if legal.is_empty() {
            return;
        }
        let turn = game.turn();
        game.play(&legal[dice.below(legal.len())]);
        assert!(game.turn() == turn || game.turn() == turn + 1);
    }
    panic!("not over after {most} actions: {options:?} {}", game.position());
}

/// Plays random actions until the game is over and returns the reason, with the checks of
/// [`play_by`].
pub fn play_to_the_end(
    model: &ReferenceModel,
    options: &Options,
    game: &mut dyn ReferenceGame,
    dice: &mut dyn Dice,
) -> String {
    play_by(model, options, game, &mut |_, legal| legal[dice.below(legal.len())].clone())
}

/// The choice of an action of a game from its legal actions.
pub type Choice<'a> = dyn FnMut(&dyn ReferenceGame, &[String]) -> String + 'a;

/// Plays chosen actions until the game is over and returns the reason. Every position on the way
/// must survive the round trip through text with its legal actions, so the legal actions must not
/// depend on history.
pub fn play_by(model: &ReferenceModel, options: &Options, game: &mut dyn ReferenceGame, choose: &mut Choice) -> String {
    while game.result().is_none() {
        let text = game.position();
        let legal = game.legal();
        let again = (model.from_position)(options, &text);
        assert_eq!(again.position(), text);
        assert_eq!(again.legal(), legal, "{text}");
        let legal: Vec<String> = legal.into_iter().collect();
        let action = choose(game, &legal);
        game.play(&action);
    }
    assert!(game.legal().is_empty());
    game.result().expect("the game is over").reason
}

//! The list of games.

use hexarium_kernel::{AnyGame, Game, GameCatalog, GameSpec, OptionError, Options, erase};

use crate::{coalesce, fire_ants, harvest, hex, protista};

/// Every game, in the order in which they are shown.
pub const GAMES: &[&GameSpec] = &[&hex::SPEC, &coalesce::SPEC, &harvest::SPEC, &fire_ants::SPEC, &protista::SPEC];

/// Something that is done with a configured game of whatever type; gives typed access where speed matters.
pub trait Visitor {
    /// What comes out.
    type Output;
    /// Does it.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

/// Configures a game and hands it to the visitor.
pub fn visit<V: Visitor>(id: &str, options: &Options, visitor: V) -> Result<V::Output, OptionError> {
    match id {
        "hex" => hex::visit(options, visitor),
        "coalesce" => coalesce::visit(options, visitor),
        "harvest" => harvest::visit(options, visitor),
        "fire-ants" => fire_ants::visit(options, visitor),
        "protista" => protista::visit(options, visitor),
        _ => Err(OptionError::unknown_game(id, GAMES)),
    }
}

/// Configures a game and hands it to the visitor as it is.
pub fn configure<G: Game, V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, OptionError> {
    Ok(visitor.visit(G::configure(options)?))
}

/// Every game of this crate, for everything that opens games without knowing them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Games;

impl GameCatalog for Games {
    fn specs(&self) -> &[&'static GameSpec] {
        GAMES
    }

    fn configure(&self, spec: &'static GameSpec, options: &Options) -> Result<Box<dyn AnyGame>, OptionError> {
        visit(spec.id, options, Erase)
    }
}

/// The spec of the game with this id.
pub fn spec(id: &str) -> Result<&'static GameSpec, OptionError> {
    Games.spec(id)
}

/// The spec and the options of a game text such as `harvest(base=3)`, with further changes.
pub fn parse(text: &str, changes: &[(&str, &str)]) -> Result<(&'static GameSpec, Options), OptionError> {
    Games.parse(text, changes)
}

/// The configured game of a game text, with further changes.
pub fn open(text: &str, changes: &[(&str, &str)]) -> Result<Box<dyn AnyGame>, OptionError> {
    let (spec, options) = parse(text, changes)?;
    Games.configure(spec, &options)
}

struct Erase;

impl Visitor for Erase {
    type Output = Box<dyn AnyGame>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        erase(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_list_opens_under_its_own_id() {
        for spec in GAMES {
            assert_eq!(open(spec.id, &[]).unwrap().canonical_id(), spec.id);
        }
    }

    #[test]
    fn presets_are_canonical_and_samples_can_be_played() {
        for spec in GAMES {
            assert_eq!(spec.presets.first().map(|preset| preset.1), Some(spec.id), "the usual game comes first");
            for (name, text) in spec.presets {
                assert_eq!(open(text, &[]).unwrap().canonical_id(), *text, "{name}");
            }
            let (text, actions) = spec.sample;
            let mut state = open(text, &[]).unwrap().start();
            for action in actions.split_whitespace() {
                state.play(action).unwrap_or_else(|e| panic!("{}: {e}", spec.id));
            }
        }
    }

    #[test]
    fn an_unknown_game_is_answered_with_the_list() {
        let message = open("chess", &[]).err().unwrap().to_string();
        assert!(message.starts_with("unknown game 'chess'; there are hex"), "{message}");
    }
}

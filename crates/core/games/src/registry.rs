//! The list of games.

use hexarium_kernel::{AnyGame, Game, GameCatalog, GameSpec, OptionError, Options, erase};

/// Defines [`GAMES`] and [`visit`] from the modules of the games, in the order in which the games
/// are listed. Each module has a `SPEC` and a function `visit`.
macro_rules! games {
    ($($module:ident),+ $(,)?) => {
        /// Every game, in the order in which they are listed.
        pub const GAMES: &[&GameSpec] = &[$(&crate::$module::SPEC),+];

        /// Configures the game with this id and calls the visitor with it.
        pub fn visit<V: Visitor>(id: &str, options: &Options, visitor: V) -> Result<V::Output, OptionError> {
            $(
                if id == crate::$module::SPEC.id {
                    return crate::$module::visit(options, visitor);
                }
            )+
            Err(OptionError::unknown_game(id, GAMES))
        }
    };
}

games! {
    hex,
    coalesce,
    harvest,
    fire_ants,
    protista,
}

/// A function over a configured game of any type, for typed access where speed matters.
///
/// ```
/// use hexarium_games::registry::{self, Visitor};
/// use hexarium_kernel::{Game, Options};
///
/// /// The number of legal actions at the start.
/// struct Choices;
///
/// impl Visitor for Choices {
///     type Output = usize;
///     fn visit<G: Game>(self, game: G) -> usize {
///         let mut actions = Vec::new();
///         game.pseudo_legal_actions(&game.start(), &mut actions);
///         actions.len()
///     }
/// }
///
/// let (spec, options) = registry::parse("hex(size=5)", &[]).unwrap();
/// assert_eq!(registry::visit(spec.id, &options, Choices), Ok(25));
/// ```
pub trait Visitor {
    /// The result.
    type Output;
    /// Visits the game.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

/// Whether games are compiled for their largest boards only, by the feature `compact`.
pub(crate) const IS_COMPACT: bool = cfg!(feature = "compact");

/// Configures a game of a known type and calls the visitor with it.
pub fn configure<G: Game, V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, OptionError> {
    Ok(visitor.visit(G::configure(options)?))
}

/// Configures the example of `docs/adding-a-game.md` and calls the visitor with it.
#[cfg(debug_assertions)]
pub fn visit_template<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, OptionError> {
    crate::template::visit(options, visitor)
}

/// The catalogue of all games of this crate.
///
/// ```
/// use hexarium_games::registry::Games;
/// use hexarium_kernel::GameCatalog;
///
/// let mut game = Games.open("harvest(base=3)").unwrap().start();
/// let action = game.legal()[0].clone();
/// game.play(&action).unwrap();
/// assert_eq!(game.line(), [action]);
/// ```
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

/// Returns the spec of the game with this id.
///
/// ```
/// use hexarium_games::registry;
/// use hexarium_kernel::lesson::Lesson;
///
/// let spec = registry::spec("hex").unwrap();
/// assert_eq!(spec.presets[1], ("Small", "hex(size=7)"));
/// assert!(Lesson::parse(spec.lesson()).unwrap().steps.len() >= 3);
/// ```
pub fn spec(id: &str) -> Result<&'static GameSpec, OptionError> {
    Games.spec(id)
}

/// Returns the spec and the options of a game text such as `harvest(base=3)`, with further changes.
///
/// ```
/// use hexarium_games::registry;
///
/// let (spec, options) = registry::parse("harvest(base=3)", &[("surround", "six")]).unwrap();
/// assert_eq!((spec.title, options.number("base")), ("Harvest", 3));
/// let error = registry::parse("harvest(base=99)", &[]).unwrap_err();
/// assert!(error.to_string().starts_with("invalid base '99': expected"), "{error}");
/// ```
pub fn parse(text: &str, changes: &[(&str, &str)]) -> Result<(&'static GameSpec, Options), OptionError> {
    Games.parse(text, changes)
}

/// Opens the game of a game text, with further changes.
///
/// ```
/// use hexarium_games::registry::open;
///
/// let mut game = open("hex(size=3)", &[("swap", "true")]).unwrap().start();
/// for action in ["c1", "swap", "b2"] {
///     game.play(action).unwrap();
/// }
/// assert_eq!(game.position(), ".../.B./R.. r");
/// ```
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

    /// Plays 30 random actions and checks that a game compiled for a larger board agrees.
    fn assert_agrees<G: Game>(text: &str) {
        let (spec, options) = parse(text, &[]).unwrap();
        let mut narrow = visit(spec.id, &options, Erase).unwrap().start();
        let mut wide = configure::<G, _>(&options, Erase).unwrap().start();
        for number in 0..30 {
            assert_eq!((wide.position(), wide.legal()), (narrow.position(), narrow.legal()), "{text}");
            if wide.legal().is_empty() {
                break;
            }
            let action = wide.legal()[number * 31 % wide.legal().len()].clone();
            wide.play(&action).unwrap();
            narrow.play(&action).unwrap();
        }
        assert_eq!(wide.verdict(), narrow.verdict(), "{text}");
    }

    #[test]
    fn games_compiled_for_their_largest_boards_play_the_same() {
        for text in ["hex", "hex(size=5,swap=true)"] {
            assert_agrees::<crate::hex::Hex<6>>(text);
        }
        for text in ["protista", "protista(win=king,generation=four)"] {
            assert_agrees::<crate::protista::Protista<5, 320>>(text);
        }
    }

    #[test]
    fn an_unknown_game_is_answered_with_the_list() {
        let message = open("chess", &[]).err().unwrap().to_string();
        assert!(message.starts_with("unknown game 'chess': expected hex"), "{message}");
    }
}

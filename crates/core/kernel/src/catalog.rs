//! The catalogue of games: the one way in which crates open games without knowing them.

use crate::{AnyGame, GameSpec, Interop, OptionError, Options, parse_game_text};

/// The option that names the version of a game's rules, in games whose rules have been corrected.
pub const RULES_OPTION: &str = "rules";

/// The option for the seed of a random setup, in games that have one.
pub const SEED_OPTION: &str = "seed";

/// The rules version of stored texts that name none: they were written before versions existed.
const FIRST_RULES: &str = "1";

/// The games a program knows. The crate with the games implements it, the binary passes it to
/// everything that opens games.
///
/// Two kinds of text name a game. What a person types means the current rules
/// ([`open`](GameCatalog::open)). What was stored means the rules it was played under
/// ([`open_stored`](GameCatalog::open_stored)); a canonical id names the rules version wherever it
/// matters, so both readings agree on every text written today.
///
/// ```
/// use hexarium_games::registry::Games;
/// use hexarium_kernel::GameCatalog;
///
/// // Ruling 4 of this game was corrected after the first version of its rules.
/// let text = "fire-ants(queens_capture=false)";
/// let typed = Games.open(text).unwrap().canonical_id();
/// let stored = Games.open_stored(text).unwrap().canonical_id();
/// assert_eq!(stored, "fire-ants(queens_capture=false,rules=1)");
/// assert_ne!(typed, stored);
/// // A canonical id names the version, so both ways to open it agree.
/// assert_eq!(Games.open(&typed).unwrap().canonical_id(), typed);
/// assert_eq!(Games.open_stored(&typed).unwrap().canonical_id(), typed);
/// ```
pub trait GameCatalog: Send + Sync {
    /// The games, in the order in which they are listed.
    fn specs(&self) -> &[&'static GameSpec];

    /// The game with these options.
    fn configure(&self, spec: &'static GameSpec, options: &Options) -> Result<Box<dyn AnyGame>, OptionError>;

    /// The spec of the game with this id.
    fn spec(&self, id: &str) -> Result<&'static GameSpec, OptionError> {
        let found = self.specs().iter().copied().find(|spec| spec.id == id);
        found.ok_or_else(|| OptionError::unknown_game(id, self.specs()))
    }

    /// The spec of the game with these formats and protocols.
    fn spec_for(&self, interop: Interop) -> Option<&'static GameSpec> {
        self.specs().iter().copied().find(|spec| spec.interop == Some(interop))
    }

    /// The spec and the options of a game text such as `harvest(base=3)`, with further changes.
    fn parse(&self, text: &str, changes: &[(&str, &str)]) -> Result<(&'static GameSpec, Options), OptionError> {
        let (id, inside) = parse_game_text(text)?;
        let spec = self.spec(id)?;
        let options = Options::new(spec.options, inside.iter().chain(changes).copied())?;
        Ok((spec, options))
    }

    /// The game of a typed text, under the current rules unless the text names older ones.
    fn open(&self, text: &str) -> Result<Box<dyn AnyGame>, OptionError> {
        let (spec, options) = self.parse(text, &[])?;
        self.configure(spec, &options)
    }

    /// Whether a typed text means one of the presets of its game, with any seed.
    ///
    /// ```
    /// use hexarium_games::registry::Games;
    /// use hexarium_kernel::GameCatalog;
    ///
    /// assert!(Games.is_preset("hex(size=7)").unwrap());
    /// assert!(!Games.is_preset("hex(size=2)").unwrap());
    /// ```
    fn is_preset(&self, text: &str) -> Result<bool, OptionError> {
        let with_any_seed = |text: &str| {
            let (spec, _) = self.parse(text, &[])?;
            let seeded = spec.options.iter().any(|option| option.name == SEED_OPTION);
            let (_, options) = self.parse(text, if seeded { &[(SEED_OPTION, "1")] } else { &[] })?;
            Ok((spec, self.configure(spec, &options)?.canonical_id()))
        };
        let (spec, wanted) = with_any_seed(text)?;
        Ok(spec.presets.iter().any(|(_, preset)| with_any_seed(preset).is_ok_and(|(_, id)| id == wanted)))
    }

    /// The game of a stored text, under the rules it was stored with.
    fn open_stored(&self, text: &str) -> Result<Box<dyn AnyGame>, OptionError> {
        let (id, inside) = parse_game_text(text)?;
        let spec = self.spec(id)?;
        let versioned = spec.options.iter().any(|option| option.name == RULES_OPTION);
        if versioned && inside.iter().all(|(name, _)| *name != RULES_OPTION) {
            let (_, options) = self.parse(text, &[(RULES_OPTION, FIRST_RULES)])?;
            match self.configure(spec, &options) {
                // The first version of the rules says the same as the current one here.
                Err(OptionError::Conflict(_)) => {}
                opened => return opened,
            }
        }
        self.open(text)
    }
}

//! A game as a whole.

use crate::{Encode, Knowledge, Look, Notation, OptionError, OptionSpec, Options, Setup, Words};

/// A configured game: [rules](crate::Rules), notation, look, words, set-up, search knowledge and
/// encoding together.
pub trait Game: Notation + Look + Words + Setup + Knowledge + Encode {
    /// Returns the description of the game, which does not depend on options.
    fn spec() -> &'static GameSpec;

    /// Creates the game with these options, or returns an error if some values are incompatible.
    fn configure(options: &Options) -> Result<Self, OptionError>;

    /// Returns the options that the game was configured with.
    fn options(&self) -> &Options;

    /// Returns the id with the options that differ from their defaults.
    fn canonical_id(&self) -> String {
        self.options().game_text(Self::spec().id)
    }
}

/// The description of a game before it is configured.
#[derive(Debug)]
pub struct GameSpec {
    /// The id in commands and files.
    pub id: &'static str,
    /// The display name.
    pub title: &'static str,
    /// The goal of the game in one sentence.
    pub tagline: &'static str,
    /// Named variants, the default game first: the name and the game text.
    pub presets: &'static [(&'static str, &'static str)],
    /// A short example game: the game text and the actions.
    pub sample: (&'static str, &'static str),
    /// The options.
    pub options: &'static [OptionSpec],
    /// The option that players expect to find at once, such as the swap rule.
    pub featured_option: Option<&'static str>,
    /// Whether a game can be drawn.
    pub has_draws: bool,
    /// Returns the text of the interactive lesson, in the format of [`lesson`](crate::lesson). A
    /// function, so that a debug build can read the file each time it starts.
    pub lesson: fn() -> &'static str,
    /// Returns the text of the [units](crate::lesson::Unit) on strategy, for a game that has some.
    /// It is empty in the app, which loads the text as a file.
    pub strategy: Option<fn() -> &'static str>,
    /// The established formats and protocols of the game, if it has any.
    pub interop: Option<Interop>,
}

impl GameSpec {
    /// Returns the text of the interactive lesson.
    pub fn lesson(&self) -> &'static str {
        (self.lesson)()
    }

    /// Returns the text of the units on strategy; empty if the game has none, and in the app.
    pub fn strategy(&self) -> &'static str {
        self.strategy.map_or("", |text| text())
    }
}

/// A family of established file formats and protocols, shared with programs of other authors.
///
/// Formats and protocols find their game by this value, so that they need not know its id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interop {
    /// Those of Hex programs: SGF with `GM[11]`, HexWorld links, and the text protocol of HexGui
    /// and Benzene.
    Hex,
}

//! A game as a whole.

use crate::{Encode, Knowledge, Notation, OptionError, OptionSpec, Options, Present};

/// A game: its rules, its notation, its looks, what it knows about good play, itself as numbers, and how to configure it.
pub trait Game: Notation + Present + Knowledge + Encode {
    /// Id, title and options.
    fn spec() -> &'static GameSpec;

    /// The game with these options; refused when values do not go together.
    fn configure(options: &Options) -> Result<Self, OptionError>;

    /// The options it was configured with.
    fn options(&self) -> &Options;

    /// The id with the options that differ from their defaults.
    fn canonical_id(&self) -> String {
        self.options().canonical_id(Self::spec().id)
    }
}

/// What is known of a game before it is configured.
#[derive(Debug)]
pub struct GameSpec {
    /// The id in commands and files.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// One sentence on what it is.
    pub tagline: &'static str,
    /// Variants worth a name, the usual one first: the name and the game text.
    pub presets: &'static [(&'static str, &'static str)],
    /// A short game to look at: the game text and the actions.
    pub sample: (&'static str, &'static str),
    /// The options.
    pub options: &'static [OptionSpec],
    /// The rules to touch, in the form that [`lesson`](crate::lesson) reads.
    pub lesson: &'static str,
    /// The established formats and protocols of the game, if it has any.
    pub interop: Option<Interop>,
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

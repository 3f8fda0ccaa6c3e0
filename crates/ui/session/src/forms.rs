//! The forms of the app, as they were left, and their stored forms.
//!
//! A stored form is a line with its version, followed by the fields, one or more on a line. Before
//! version 1 that line was missing. What is missing or cannot be read has its default.

use hexarium_kernel::{GameCatalog, GameSpec, Options, Player, SEED_OPTION};
use hexarium_search::LEVELS;

/// The start of the line with the version of a [`NewGameForm`].
const NEW_GAME: &str = "hexarium-new-game/";

/// The start of the line with the version of a [`LabForm`].
const LAB: &str = "hexarium-lab-form/";

/// The version of the stored forms.
const VERSION: &str = "1";

/// The word for a random side.
const RANDOM: &str = "random";

/// The level where none is chosen.
const DEFAULT_LEVEL: u8 = 2;

/// The opponent in a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Against {
    /// The engine.
    #[default]
    Computer,
    /// A human at the same screen.
    Friend,
    /// The engine against itself.
    Watch,
}

impl Against {
    /// All opponents.
    pub const ALL: [Self; 3] = [Self::Computer, Self::Friend, Self::Watch];

    fn word(self) -> &'static str {
        match self {
            Self::Computer => "computer",
            Self::Friend => "friend",
            Self::Watch => "watch",
        }
    }
}

/// The form of a new game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGameForm {
    /// The options of the game; the seed is not stored.
    pub options: Options,
    /// The opponent.
    pub against: Against,
    /// The levels of the engine, and of its opponent where it plays itself.
    pub levels: [u8; 2],
    /// The side of the player; `None` is random.
    pub side: Option<Player>,
}

impl NewGameForm {
    /// Reads the stored form of any version: a line with the game, then a line with the opponent,
    /// the levels and the side.
    ///
    /// ```
    /// use hexarium_games::registry::Games;
    /// use hexarium_kernel::GameCatalog;
    /// use hexarium_session::forms::{Against, NewGameForm};
    ///
    /// let text = "hexarium-new-game/1\nhex\nwatch 3 5 first\n";
    /// let form = NewGameForm::from_text(&Games, Games.spec("hex")?, text);
    /// assert_eq!((form.against, form.levels), (Against::Watch, [3, 5]));
    /// # Ok::<(), hexarium_kernel::OptionError>(())
    /// ```
    pub fn from_text(games: &dyn GameCatalog, spec: &'static GameSpec, text: &str) -> Self {
        let mut lines = fields(NEW_GAME, text);
        let options = options(games, spec, lines.next());
        let mut words = lines.next().unwrap_or_default().split_whitespace();
        let word = words.next();
        let against = Against::ALL.into_iter().find(|against| Some(against.word()) == word).unwrap_or_default();
        let levels = [level(words.next()), level(words.next())];
        let side = match words.next() {
            Some(RANDOM) => None,
            word => Some(Player::BOTH.into_iter().find(|side| Some(side.word()) == word).unwrap_or(Player::First)),
        };
        Self { options, against, levels, side }
    }

    /// Returns the stored form.
    pub fn to_text(&self, spec: &GameSpec) -> String {
        let game = without_seed(spec, &self.options);
        let [one, other] = self.levels;
        let (against, side) = (self.against.word(), self.side.map_or(RANDOM, Player::word));
        format!("{NEW_GAME}{VERSION}\n{game}\n{against} {one} {other} {side}\n")
    }
}

/// The form of the lab: two variants of a game that are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabForm {
    /// The options of both variants; the seeds are not stored.
    pub variants: [Options; 2],
    /// The level of both players.
    pub level: u8,
    /// The number of games of each variant.
    pub of_each: u32,
}

impl LabForm {
    /// The selectable numbers of games of each variant.
    pub const GAMES_OF_EACH: [u32; 4] = [50, 100, 200, 500];

    /// Reads the stored form of any version: a line for each variant, the level and the number of
    /// games.
    pub fn from_text(games: &dyn GameCatalog, spec: &'static GameSpec, text: &str) -> Self {
        let mut lines = fields(LAB, text);
        let variants = [(); 2].map(|()| options(games, spec, lines.next()));
        let level = level(lines.next());
        let of_each = lines.next().and_then(|number| number.parse().ok());
        let of_each = of_each.filter(|number| Self::GAMES_OF_EACH.contains(number)).unwrap_or(200);
        Self { variants, level, of_each }
    }

    /// Returns the stored form.
    pub fn to_text(&self, spec: &GameSpec) -> String {
        let [one, other] = self.variants.each_ref().map(|options| without_seed(spec, options));
        format!("{LAB}{VERSION}\n{one}\n{other}\n{}\n{}\n", self.level, self.of_each)
    }
}

/// Returns the game text without its seed, as in presets.
pub fn without_seed(spec: &GameSpec, options: &Options) -> String {
    let mut options = options.clone();
    if let Some(seed) = spec.options.iter().find(|option| option.name == SEED_OPTION) {
        let _ = options.set(spec.options, SEED_OPTION, seed.default);
    }
    options.game_text(spec.id)
}

/// Returns the lines after the one with the version; none of a version that is not known. Text
/// without that line is from before version 1.
fn fields<'a>(header: &str, text: &'a str) -> impl Iterator<Item = &'a str> {
    let version = text.lines().next().and_then(|line| line.strip_prefix(header));
    let known = if version.is_none_or(|version| version == VERSION) { text } else { "" };
    known.lines().skip(usize::from(version.is_some()))
}

/// The options of a line with a game text; the defaults if it is not one of this game.
fn options(games: &dyn GameCatalog, spec: &'static GameSpec, line: Option<&str>) -> Options {
    let parsed = line.and_then(|game| games.parse(game, &[]).ok()).filter(|(parsed, _)| parsed.id == spec.id);
    parsed.map_or_else(|| Options::defaults(spec.options), |(_, options)| options)
}

fn level(word: Option<&str>) -> u8 {
    let level = word.and_then(|word| word.parse().ok());
    level.filter(|level| (1..=LEVELS).contains(level)).unwrap_or(DEFAULT_LEVEL)
}

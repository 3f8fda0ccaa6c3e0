//! Games in which players in turn place a stone on an empty cell, and stones never move.
//!
//! A placement game implements [`Placement`]: its board, its options, its win test and a few texts.
//! [`PlacementGame`] makes a complete [`Game`] of it, with state, key, swap and pass, notation,
//! set-up by hand, explanations, animations, encoding and symmetries. Only
//! [`Knowledge`] is left to the game, since it is about good play; an
//! empty implementation is enough to start with.
//!
//! The swap rule, passes and the choice of the first player are options: a game has them if
//! [`SWAP`], [`PASS`] or [`FIRST`] is in the table of its options.

mod encode;
mod illegal_input;
mod look;
mod notation;
mod playout;
mod rules;
mod setup;
mod state;
mod words;

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::OnceLock;

use hexarium_geometry::{Bits, Board, Cell};
use hexarium_kernel::{
    BoardView, Game, GameSpec, Knowledge, OptionError, OptionSpec, Options, PerPlayer, Player, Raster, Region, Rng,
    Turn, Values, mix, play_out,
};

pub use playout::trace_id;
pub use state::{Action, State};

/// The option of the swap rule.
///
/// ```
/// use hexarium_games::registry;
///
/// // In Hex the goals of the players differ, so the stone is mirrored.
/// let mut state = registry::open("hex(size=3,swap=true)", &[]).unwrap().start();
/// state.play("b1").unwrap();
/// assert!(state.legal().contains(&"swap".to_string()));
/// state.play("swap").unwrap();
/// assert_eq!(state.position(), ".../R../... b");
/// ```
pub const SWAP: OptionSpec = OptionSpec {
    name: "swap",
    doc: "instead of the first reply, the second player may take over the first stone",
    values: Values::Flag,
    default: "false",
};

/// The option that allows passes.
pub const PASS: OptionSpec = OptionSpec {
    name: "pass",
    doc: "a player may pass, but not after a pass; for handicaps, set-ups and files with passes",
    values: Values::Flag,
    default: "false",
};

/// The option that chooses the colour of the first player, for games of Blue and Red.
pub const FIRST: OptionSpec = OptionSpec {
    name: "first",
    doc: "who moves first; in a match the starter changes from game to game",
    values: Values::Choice(&["blue", "red"]),
    default: "blue",
};

/// The tag of a draw on a full board.
pub const BOARD_FULL: &str = "board full";

/// A colour of stones, and the name of the player who has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour {
    /// The player's name: `Blue`.
    pub name: &'static str,
    /// The stone in text art and positions, an upper-case letter; the side to move is written in
    /// lower case.
    pub letter: char,
    /// Other lower-case names of the player in protocols.
    pub aliases: &'static [&'static str],
}

/// Blue and Red, the colours of most placement games.
pub const BLUE_AND_RED: [Colour; 2] =
    [Colour { name: "Blue", letter: 'B', aliases: &["b"] }, Colour { name: "Red", letter: 'R', aliases: &["r"] }];

/// The rules and texts of one placement game, with its options applied. `W` is the number of words
/// of its bit sets.
///
/// Required are the description, the board, the win test and the sentence about a win. Everything
/// else has a default for the usual case.
///
/// ```
/// use hexarium_games::placement::{Placement, PlacementGame, SWAP};
/// use hexarium_geometry::{Bits, Board, Cell, Direction, Shape};
/// use hexarium_kernel::{GameSpec, Match, Notation, OptionError, Options, Player};
///
/// const SPEC: GameSpec = GameSpec {
///     id: "three",
///     title: "Three in a row",
///     tagline: "Place three stones next to each other in a straight line.",
///     presets: &[("Standard", "three")],
///     sample: ("three", "c3 a1 c4"),
///     options: &[SWAP],
///     featured_option: None,
///     has_draws: true,
///     lesson: || "",
///     strategy: None,
///     interop: None,
/// };
///
/// /// Three in a row on a hexagon of side 3.
/// #[derive(Debug)]
/// struct Three(Board<1>);
///
/// impl Placement<1> for Three {
///     type Links = ();
///     const SPEC: &'static GameSpec = &SPEC;
///
///     fn configure(_: &Options) -> Result<Self, OptionError> {
///         Ok(Self(Board::new(Shape::Hexagon { side: 3 })))
///     }
///     fn board(&self) -> &Board<1> {
///         &self.0
///     }
///     fn win_at(&self, stones: Bits<1>, _: Player, cell: Cell) -> Option<&'static str> {
///         let run = |d| self.0.ray(cell, d).take_while(|&next| stones.has(next)).count();
///         let long = |d: Direction| run(d) + 1 + run(d.opposite()) >= 3;
///         Direction::ALL.into_iter().any(long).then_some("three in a row")
///     }
///     fn win_tags(&self) -> Vec<&'static str> {
///         vec!["three in a row"]
///     }
///     fn reason(&self, _tag: &str, _winner: Player, name: &str) -> String {
///         format!("{name} has three stones in a row")
///     }
/// }
///
/// let three = PlacementGame::<Three, 1>::new(&Options::defaults(SPEC.options)).unwrap();
/// let mut game = Match::new(std::sync::Arc::new(three));
/// for text in ["c3", "a1", "c4", "a2", "c5"] {
///     let action = game.rules().parse_action(game.state(), text).unwrap();
///     game.play(action).unwrap();
/// }
/// assert_eq!(game.outcome().unwrap().winner, Some(Player::First));
/// ```
pub trait Placement<const W: usize>: Debug + Send + Sync + Sized + 'static {
    /// Data about the stones that the win test keeps up to date stone by stone. `()` for games that
    /// compute everything from the stones.
    type Links: Copy + Eq + Hash + Debug + Default + Send + Sync;

    /// The description of the game.
    const SPEC: &'static GameSpec;

    /// The colours: that of the first player first, unless the option [`FIRST`] exchanges them.
    const COLOURS: [Colour; 2] = BLUE_AND_RED;

    /// Creates the game with these options, or returns an error if some values are incompatible.
    fn configure(options: &Options) -> Result<Self, OptionError>;

    /// Returns the board.
    fn board(&self) -> &Board<W>;

    /// Returns the tag of the rule by which a stone wins, or `None` if it does not. `stones` are
    /// all stones of the player, including the one on `cell`.
    fn win_at(&self, stones: Bits<W>, player: Player, cell: Cell) -> Option<&'static str>;

    /// Returns the tags of all wins, in the order of the rules page: short phrases that name no
    /// player.
    fn win_tags(&self) -> Vec<&'static str>;

    /// Returns the sentence, without its full stop, about a win. `name` is the winner's.
    fn reason(&self, tag: &str, winner: Player, name: &str) -> String;

    /// Whether the game is drawn when the board is full. A game in which a full board always has a
    /// winner returns `false`.
    fn draws_when_full(&self) -> bool {
        true
    }

    /// Returns the cell of the first stone after a swap. A game whose players have different goals
    /// reflects it.
    fn swapped(&self, cell: Cell) -> Cell {
        cell
    }

    /// Returns the empty board as it is drawn.
    fn board_view(&self) -> BoardView {
        BoardView::of(self.board(), |_| (Region::Plain, '.'))
    }

    /// Returns the stones that decided the game. The default is the group of a winning stone.
    fn deciding(&self, stones: Bits<W>, winner: Player, tag: &str) -> Bits<W> {
        let wins = |cell: &Cell| self.win_at(stones, winner, *cell) == Some(tag);
        stones.iter().find(wins).map_or(Bits::EMPTY, |cell| self.board().group(cell, stones))
    }

    /// Returns the cells that are a goal of one player only, such as that player's edges; they are
    /// a plane of the encoding. `None` if the goals of both players are the same.
    fn goal(&self, _player: Player) -> Option<Bits<W>> {
        None
    }

    /// Whether a symmetry of the board changes nothing about the goals.
    fn keeps_goals(&self, _turn: &Turn) -> bool {
        true
    }

    /// Returns the [`Links`](Placement::Links) of any stones.
    fn links(&self, _stones: &PerPlayer<Bits<W>>) -> Self::Links {
        Self::Links::default()
    }

    /// Updates the [`Links`](Placement::Links) after a stone was placed, and returns whether it
    /// wins.
    #[inline]
    fn placed(&self, state: &mut State<Self::Links, W>, player: Player, cell: Cell) -> bool {
        self.win_at(state.stones[player], player, cell).is_some()
    }

    /// Returns the tag of the rule by which a player has won.
    #[inline]
    fn win(&self, state: &State<Self::Links, W>, player: Player) -> Option<&'static str> {
        let stones = state.stones[player];
        stones.iter().find_map(|cell| self.win_at(stones, player, cell))
    }

    /// Returns the winner after random play to the end. A game may override it with a faster way to
    /// sample from the same distribution.
    fn rollout(
        game: &PlacementGame<Self, W>,
        state: &State<Self::Links, W>,
        rng: &mut Rng,
        limit: u32,
    ) -> Option<Player> {
        play_out(game, state, &(), rng, limit)
    }
}

/// A placement game with everything that its rules share with other placement games.
#[derive(Debug)]
pub struct PlacementGame<G, const W: usize> {
    /// The rules of this game.
    pub(crate) game: G,
    /// Whether the option [`SWAP`] is on.
    pub(crate) swap: bool,
    /// Whether the option [`PASS`] is on.
    pub(crate) pass: bool,
    options: Options,
    colours: PerPlayer<Colour>,
    /// The Zobrist key of each player's stone on each cell.
    keys: PerPlayer<Vec<u64>>,
    /// The location of each cell in the planes, computed on first use.
    raster: OnceLock<Raster>,
}

/// The Zobrist key of the second player to move.
const SIDE_KEY: u64 = mix(1 << 40);

/// The Zobrist key of a state reached by a pass.
const PASS_KEY: u64 = mix(1 << 41);

impl<G: Placement<W>, const W: usize> Game for PlacementGame<G, W>
where
    Self: Knowledge,
{
    fn spec() -> &'static GameSpec {
        G::SPEC
    }

    fn configure(options: &Options) -> Result<Self, OptionError> {
        Self::new(options)
    }

    fn options(&self) -> &Options {
        &self.options
    }
}

impl<G: Placement<W>, const W: usize> PlacementGame<G, W> {
    /// Creates the game with these options, or returns an error if some values are incompatible.
    pub fn new(options: &Options) -> Result<Self, OptionError> {
        let keys = |player: u64| (0..64 * W as u64).map(|cell| mix(player << 32 | cell)).collect();
        let [one, other] = G::COLOURS;
        let exchanged = has::<G, W>(FIRST) && options.text(FIRST.name) == other.name.to_lowercase();
        Ok(Self {
            game: G::configure(options)?,
            swap: has::<G, W>(SWAP) && options.flag(SWAP.name),
            pass: has::<G, W>(PASS) && options.flag(PASS.name),
            options: options.clone(),
            colours: PerPlayer(if exchanged { [other, one] } else { [one, other] }),
            keys: PerPlayer([keys(1), keys(2)]),
            raster: OnceLock::new(),
        })
    }
}

/// Whether a game has an option.
fn has<G: Placement<W>, const W: usize>(option: OptionSpec) -> bool {
    G::SPEC.options.iter().any(|own| own.name == option.name)
}

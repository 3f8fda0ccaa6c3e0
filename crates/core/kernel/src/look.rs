//! The look of a game, for any front end.
//!
//! A front end draws a [`BoardView`] and the [`View`] of a state on it, lets a player choose among
//! the [inputs](Look::inputs) of the legal actions, and shows the [animation](Look::animation) of
//! each action. It never needs to know which game it shows.

use hexarium_geometry::{Board, Cell, Direction, Place};

use crate::{Outcome, Player, Rules};

/// The look of a game: board, pieces, inputs and animations.
pub trait Look: Rules {
    /// Returns the empty board, which is the same for the whole game.
    fn board(&self) -> BoardView;

    /// Returns the pieces, marks and counters of a state, and the prompt.
    fn view(&self, state: &Self::State) -> View;

    /// Returns the cells and buttons that a player clicks, in order, to make this legal action.
    fn inputs(&self, state: &Self::State, action: Self::Action) -> Vec<Input>;

    /// Returns the changes on the board when the action is made: beats one after the other, the
    /// steps of one beat together.
    ///
    /// Carried out on the pieces before the action, an animation gives the pieces after it:
    /// - In a beat, pieces are first hit or removed, then all that move leave their cells, then
    ///   all of them arrive and new ones appear.
    /// - A piece may arrive at a cell whose piece moves on in a later beat. The first to arrive is
    ///   the first to leave.
    /// - Pieces that share a cell at the end are one stack: their heights add, and a king among
    ///   them is its top.
    fn animation(&self, state: &Self::State, action: Self::Action) -> Vec<Vec<AnimationStep>>;

    /// Returns the cells that show why the game is over, in reading order, such as a winning
    /// chain. `last` is the action that ended the game, with the state before it; a position that
    /// is over from the start has none.
    fn deciding(
        &self,
        _state: &Self::State,
        _outcome: &Outcome,
        _last: Option<(&Self::State, Self::Action)>,
    ) -> Vec<Spot> {
        Vec::new()
    }
}

/// The number of a cell in [`BoardView::cells`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Spot(pub u16);

/// An empty board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardView {
    /// The cells; those that can be played on come first, in reading order.
    pub cells: Vec<CellView>,
    /// Coordinates around the board in text art.
    pub rim: Vec<RimLabel>,
    /// The material of the board in pictures.
    pub material: Material,
    /// The shape of the pieces in pictures.
    pub shape: PieceShape,
}

/// The material of a board in pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Material {
    /// Plain card; the default.
    #[default]
    Card,
    /// Glazed tiles.
    Tiles,
    /// Polished wood.
    Wood,
    /// A field with stubble.
    Field,
    /// Sand in a dark gallery.
    Sand,
    /// A dish under a microscope.
    Dish,
}

/// The shape of the pieces in pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PieceShape {
    /// A polished stone; the default.
    #[default]
    Stone,
    /// An enamelled counter with a metal rim.
    Counter,
    /// A sheaf of wheat.
    Sheaf,
    /// An ant.
    Ant,
    /// A living cell with its nucleus.
    Cell,
}

impl BoardView {
    /// Creates the view of a board whose rows are named by letters: the letter to the left of each
    /// row, the number of its last cell to the right. `look` returns the region of a cell and its
    /// character in text art while it is empty.
    ///
    /// ```
    /// use hexarium_geometry::{Board, Shape};
    /// use hexarium_kernel::{BoardView, Region};
    ///
    /// let board = Board::<1>::new(Shape::Hexagon { side: 2 });
    /// let view = BoardView::of(&board, |_| (Region::Plain, '.'));
    /// assert_eq!((view.cells.len(), view.cells[3].label.as_str()), (7, "b2"));
    /// assert_eq!(view.rim[0].text, "a");
    /// ```
    pub fn of<const W: usize>(board: &Board<W>, look: impl Fn(Cell) -> (Region, char)) -> Self {
        let cells = board.cells().iter().map(|&cell| {
            let (region, blank) = look(cell);
            CellView { place: board.place(cell), label: board.name(cell).to_string(), region, blank }
        });
        let rim = board.rows().iter().flat_map(|row| {
            let (first, last) = (row[0], row[row.len() - 1]);
            let (letter, _) = board.name(first).split_at(1);
            let (_, number) = board.name(last).split_at(1);
            let label = |place, text: &str| RimLabel { place, text: text.to_string() };
            [
                label(board.place(first) + Direction::W.step() * 2, letter),
                label(board.place(last) + Direction::E.step() * 2, number),
            ]
        });
        Self { cells: cells.collect(), rim: rim.collect(), ..Self::default() }
    }

    /// Returns the board with another material and other pieces.
    pub fn made_of(self, material: Material, shape: PieceShape) -> Self {
        Self { material, shape, ..self }
    }
}

/// A cell of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellView {
    /// Its place.
    pub place: Place,
    /// Its name; empty for cells that are only drawn.
    pub label: String,
    /// The part of the board it belongs to.
    pub region: Region,
    /// Its character in text art while it is empty.
    pub blank: char,
}

/// A part of the board with a meaning of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// The ordinary board.
    Plain,
    /// Cells in another shade, with the name of such a cell: `buffer space`.
    Shaded(&'static str),
    /// A goal of a player outside the playable board, owned by that player from the start.
    EndZone(Player),
}

/// A coordinate at the rim, at a place outside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RimLabel {
    /// Its place.
    pub place: Place,
    /// The text.
    pub text: String,
}

/// A state to be drawn on the empty board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The pieces, in the order of their spots.
    pub pieces: Vec<(Spot, PieceView)>,
    /// The marks.
    pub marks: Vec<(Spot, Mark)>,
    /// The counters.
    pub counters: Vec<Counter>,
    /// The player to move, the options of that player and the rest of the turn; in the view of a
    /// finished match, the reason of its end.
    pub prompt: String,
}

impl View {
    /// Returns the counters in one line: `Blue groups: 12, Red groups: 12`.
    pub fn counters_text<'a>(&self, name: impl Fn(Player) -> &'a str) -> String {
        let counter = |c: &Counter| match c.owner {
            Some(player) => format!("{} {}: {}", name(player), c.label, c.value),
            None => format!("{}: {}", c.label, c.value),
        };
        self.counters.iter().map(counter).collect::<Vec<_>>().join(", ")
    }
}

/// A piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceView {
    /// The owner; `None` for neutral pieces.
    pub owner: Option<Player>,
    /// The kind.
    pub kind: PieceKind,
    /// The number of stacked pieces.
    pub height: u16,
    /// Its text in text art.
    pub glyph: String,
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceKind {
    /// An ordinary piece.
    Stone,
    /// A queen: drawn with a crown.
    Queen,
    /// A king: drawn with a star.
    King,
}

/// A symbol on a cell, beside a piece or without one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A cell that the player's opponent has to reach.
    Target(Player),
    /// A cell that decided the game; only in the view of a finished match.
    Deciding,
}

/// A number shown beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The player it belongs to, if any.
    pub owner: Option<Player>,
    /// The name of the quantity.
    pub label: &'static str,
    /// The value.
    pub value: i64,
}

/// A click of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Input {
    /// A cell.
    Cell(Spot),
    /// A button beside the board, by its label.
    Button(&'static str),
}

/// One change in an animation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnimationStep {
    /// A piece appears.
    Place {
        /// The cell.
        at: Spot,
        /// The piece.
        piece: PieceView,
    },
    /// A piece appears, produced by others.
    Generate {
        /// The cells of the pieces that produce it.
        by: Vec<Spot>,
        /// The cell.
        at: Spot,
        /// The piece.
        piece: PieceView,
    },
    /// A piece leaves a stack, which becomes one level lower.
    Unstack {
        /// The cell of the stack.
        from: Spot,
        /// The cell that the piece moves to.
        to: Spot,
        /// The piece.
        piece: PieceView,
    },
    /// A piece moves to a neighbouring cell, or along a line through empty cells.
    Slide {
        /// The origin.
        from: Spot,
        /// The destination.
        to: Spot,
    },
    /// A piece jumps over any cells in between.
    Jump {
        /// The origin.
        from: Spot,
        /// The destination.
        to: Spot,
    },
    /// A piece is pushed to the next cell by the piece behind it.
    Push {
        /// The origin.
        from: Spot,
        /// The destination.
        to: Spot,
    },
    /// A piece leaves the board at one end of a line and enters at the other.
    Wrap {
        /// The origin.
        from: Spot,
        /// The destination.
        to: Spot,
    },
    /// A piece is removed from the board.
    Capture {
        /// The cell.
        at: Spot,
    },
    /// A stack loses levels; without levels it is removed.
    Hit {
        /// The cells of the pieces that hit it.
        by: Vec<Spot>,
        /// The cell.
        at: Spot,
        /// The number of levels lost.
        levels: u16,
    },
    /// A group is cut off and removed from the board.
    Split {
        /// The cells of the group.
        cells: Vec<Spot>,
    },
    /// A piece changes sides.
    Recolour {
        /// The cell before.
        from: Spot,
        /// The cell after; the same if only the colour changes.
        to: Spot,
        /// The piece after the change.
        piece: PieceView,
    },
}

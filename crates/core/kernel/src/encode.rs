//! Action ids and feature planes, for machine learning.

use hexarium_geometry::{Bits, Board, Cell, Direction, Symmetry};

use crate::{Player, Rules};

/// Actions as numbers and states as planes.
///
/// An action has an **id** below [`Encode::action_count`], which is fixed once the game is
/// configured. The id follows from the action and the state alone, and the legal actions of a state
/// have different ids, so an id can be the index of an output of a network. An argument that
/// follows from the state (which of two equal groups stays, whether a step hits a stack) is left
/// out.
///
/// A state is a stack of **planes**, one number for each place of a rectangle in each plane, from
/// the view of one player. Everything that the key of a state depends on is visible, so different
/// states have different planes. History is not visible: repetition and the number of the turn are
/// not part of the state either.
///
/// An action is also a short list of **features**: outputs of a network whose sum rates the action.
/// An output belongs to a plane at a place (a stone here, a move from here), or to no place (a
/// pass). The number of planes is small and the same for all options of a game, so the size of a
/// network depends neither on the board nor on the number of ids. The legal actions of a state have
/// different features.
///
/// ```
/// use hexarium_kernel::*;
///
/// # struct Nim;
/// # impl Rules for Nim {
/// #     type State = (u8, Player);
/// #     type Action = u8;
/// #     type Memory = ();
/// #     fn start(&self) -> Self::State { (10, Player::First) }
/// #     fn pseudo_legal_actions(&self, state: &Self::State, out: &mut Vec<u8>) {
/// #         out.extend(1..=state.0.min(2));
/// #     }
/// #     fn apply(&self, state: &mut Self::State, _: &mut (), take: u8) -> Flow {
/// #         *state = (state.0 - take, state.1.other());
/// #         if state.0 == 0 { Flow::GameOver } else { Flow::TurnOver }
/// #     }
/// #     fn to_move(&self, state: &Self::State) -> Player { state.1 }
/// #     fn outcome(&self, state: &Self::State) -> Option<Outcome> {
/// #         (state.0 == 0).then(|| Outcome::win(state.1.other(), "last match"))
/// #     }
/// #     fn key(&self, state: &Self::State) -> u64 {
/// #         mix(u64::from(state.0) * 2 + state.1.index() as u64)
/// #     }
/// # }
/// /// The game of ten matches, of which one or two are taken (see [`Rules`]).
/// impl Encode for Nim {
///     fn action_count(&self) -> usize {
///         2
///     }
///     fn action_id(&self, _: &Self::State, take: u8) -> usize {
///         usize::from(take) - 1
///     }
///     fn action_of(&self, _: &Self::State, id: usize) -> Option<u8> {
///         (id < 2).then(|| id as u8 + 1)
///     }
///     /// The matches that are left, and whether the viewing player is to move.
///     fn planes(&self) -> [usize; 3] {
///         [2, 1, 10]
///     }
///     fn write_planes(&self, &(left, to_move): &Self::State, eye: Player, out: &mut [f32]) {
///         out.fill(0.0);
///         out[..usize::from(left)].fill(1.0);
///         out[10..].fill(f32::from(to_move == eye));
///     }
///     /// The last match that is taken.
///     fn action_planes(&self) -> ActionPlanes {
///         ActionPlanes { planes: 1, globals: 0 }
///     }
///     fn action_features(&self, state: &Self::State, take: u8, out: &mut Vec<ActionFeature>) {
///         out.push(ActionFeature::At { plane: 0, place: (state.0 - take).into() });
///     }
/// }
///
/// let mut seen = [9.0; 20];
/// Nim.write_planes(&(3, Player::Second), Player::First, &mut seen);
/// assert_eq!(seen.iter().sum::<f32>(), 3.0);
/// assert_eq!(Nim.action_of(&Nim.start(), Nim.action_id(&Nim.start(), 2)), Some(2));
///
/// let mut features = Vec::new();
/// Nim.action_features(&Nim.start(), 2, &mut features);
/// assert_eq!(features, [ActionFeature::At { plane: 0, place: 8 }]);
/// ```
pub trait Encode: Rules {
    /// Returns the number of ids.
    fn action_count(&self) -> usize;

    /// Returns the id of a legal action.
    fn action_id(&self, state: &Self::State, action: Self::Action) -> usize;

    /// Returns the action of an id in this state, legal or not, or `None` if the id means none. Any
    /// number may be given.
    fn action_of(&self, state: &Self::State, id: usize) -> Option<Self::Action>;

    /// Returns the number of planes, and the rows and columns of each.
    fn planes(&self) -> [usize; 3];

    /// Writes the planes of a state from the view of a player, plane by plane and row by row; `out`
    /// has the size given by [`Encode::planes`].
    fn write_planes(&self, state: &Self::State, eye: Player, out: &mut [f32]);

    /// Returns whether each place of a plane is a cell of the board. The default is all of them.
    fn cells(&self) -> Vec<bool> {
        let [_, rows, columns] = self.planes();
        vec![true; rows * columns]
    }

    /// Returns the number of features of actions.
    fn action_planes(&self) -> ActionPlanes;

    /// Appends the features of a legal action: 1 to [`MAX_FEATURES`].
    fn action_features(&self, state: &Self::State, action: Self::Action, out: &mut Vec<ActionFeature>);

    /// Returns the image of each place of a plane in the orientation that a network sees from the
    /// view of a player. Where the goals of the players differ, one player's board is reflected, so
    /// that one network serves both: a player to move always has the same goals in the same places.
    /// It commutes with the symmetries. The default is the identity.
    fn orientation(&self, _eye: Player) -> Vec<u32> {
        let [_, rows, columns] = self.planes();
        (0..(rows * columns) as u32).collect()
    }

    /// Returns the rotations and reflections that do not change the rules, the identity first. The
    /// start of the game need not be symmetric.
    fn symmetries(&self) -> Vec<Mapping> {
        let [_, rows, columns] = self.planes();
        vec![Mapping::identity(rows * columns, self.action_count(), self.action_planes().planes)]
    }

    /// Returns the image of a state under a symmetry.
    fn transformed(&self, state: &Self::State, _: &Mapping) -> Self::State {
        *state
    }
}

/// The largest number of features of an action.
pub const MAX_FEATURES: usize = 3;

/// The number of features of the actions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionPlanes {
    /// The number of planes, of the size of the planes of a state.
    pub planes: usize,
    /// The number of features without a place.
    pub globals: usize,
}

/// A part of an action that a network rates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ActionFeature {
    /// A place of an action plane.
    At {
        /// The number of the plane.
        plane: u16,
        /// The place, counted row by row.
        place: u16,
    },
    /// A feature without a place.
    Global(u16),
}

/// The effect of a symmetry on planes and ids: the number at index `i` is the image of `i`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mapping {
    /// The image of each place of a plane, counted row by row; the same in every plane.
    pub places: Vec<u32>,
    /// The image of each id.
    pub actions: Vec<u32>,
    /// The image of each action plane: a rotation changes planes of directions.
    pub action_planes: Vec<u16>,
}

impl Mapping {
    /// Returns the identity.
    pub fn identity(places: usize, actions: usize, action_planes: usize) -> Self {
        Self {
            places: (0..places as u32).collect(),
            actions: (0..actions as u32).collect(),
            action_planes: (0..action_planes as u16).collect(),
        }
    }

    /// Returns the image of a feature of an action.
    pub fn feature(&self, feature: ActionFeature) -> ActionFeature {
        match feature {
            ActionFeature::At { plane, place } => ActionFeature::At {
                plane: self.action_planes[usize::from(plane)],
                place: self.places[usize::from(place)] as u16,
            },
            ActionFeature::Global(n) => ActionFeature::Global(n),
        }
    }
}

/// The places of the cells of a board in a plane: axial coordinates as columns and rows, so that
/// the neighbour in a direction is the same number of places away for every cell, as convolutions
/// require.
#[derive(Debug)]
pub struct Raster {
    rows: usize,
    columns: usize,
    /// The place of each cell, by the cell's index.
    places: Vec<u16>,
    /// The cell of each place, if there is one.
    cells: Vec<Option<Cell>>,
}

impl Raster {
    /// Creates the raster of a board.
    pub fn new<const W: usize>(board: &Board<W>) -> Self {
        let bounds = |coordinate: &dyn Fn(Cell) -> i16| {
            let all = board.cells().iter().map(|&cell| coordinate(cell));
            (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
        };
        let (left, right) = bounds(&|cell| board.place(cell).q);
        let (top, bottom) = bounds(&|cell| board.place(cell).r);
        let (rows, columns) = ((bottom - top + 1) as usize, (right - left + 1) as usize);
        let mut raster = Self { rows, columns, places: vec![u16::MAX; 64 * W], cells: vec![None; rows * columns] };
        for &cell in board.cells() {
            let at = board.place(cell);
            let place = (at.r - top) as usize * columns + (at.q - left) as usize;
            raster.places[cell.index()] = place as u16;
            raster.cells[place] = Some(cell);
        }
        raster
    }

    /// Returns the shape of a number of planes.
    pub fn shape(&self, planes: usize) -> [usize; 3] {
        [planes, self.rows, self.columns]
    }

    /// Returns the place of a cell.
    #[inline]
    pub fn place(&self, cell: Cell) -> usize {
        usize::from(self.places[cell.index()])
    }

    /// Returns the feature of a cell in an action plane.
    pub fn feature(&self, plane: usize, cell: Cell) -> ActionFeature {
        ActionFeature::At { plane: plane as u16, place: self.places[cell.index()] }
    }

    /// Returns whether each place is a cell.
    pub fn cells(&self) -> Vec<bool> {
        self.cells.iter().map(Option::is_some).collect()
    }

    /// Returns the image of each place if cells are exchanged; other places stay where they are.
    pub fn exchanged(&self, to: impl Fn(Cell) -> Cell) -> Vec<u32> {
        let image = |(place, cell): (usize, &Option<Cell>)| cell.map_or(place, |cell| self.place(to(cell))) as u32;
        self.cells.iter().enumerate().map(image).collect()
    }

    /// Creates a writer of planes that starts with the first plane of an array.
    pub fn brush<'a>(&'a self, out: &'a mut [f32]) -> Brush<'a> {
        Brush { raster: self, rest: out }
    }

    /// Returns the symmetries of a board, the identity first.
    pub fn turns<const W: usize>(&self, board: &Board<W>) -> Vec<Turn> {
        Symmetry::all().filter_map(|symmetry| self.turn(board, symmetry)).collect()
    }

    fn turn<const W: usize>(&self, board: &Board<W>, symmetry: Symmetry) -> Option<Turn> {
        let ends = symmetry.on(board)?;
        let mut cells = vec![Cell(0); 64 * W];
        // Places without a cell stay where they are; they are always 0.
        let mut places: Vec<u32> = (0..self.cells.len() as u32).collect();
        for (&from, &to) in board.cells().iter().zip(&ends) {
            cells[from.index()] = to;
            places[self.place(from)] = self.place(to) as u32;
        }
        let turned = |d: Direction| {
            let step = symmetry.place(d.step());
            Direction::ALL.into_iter().find(|other| other.step() == step).unwrap_or(d)
        };
        Some(Turn { mirrored: symmetry.mirrored, cells, directions: Direction::ALL.map(turned), places })
    }

    /// Returns the image of a set.
    pub fn moved<const W: usize>(&self, set: Bits<W>, mapping: &Mapping) -> Bits<W> {
        set.iter().filter_map(|cell| self.cells[mapping.places[self.place(cell)] as usize]).collect()
    }
}

/// A symmetry of a board: a rotation, or a reflection and a rotation.
#[derive(Debug)]
pub struct Turn {
    /// Whether the symmetry contains a reflection.
    pub mirrored: bool,
    cells: Vec<Cell>,
    directions: [Direction; 6],
    places: Vec<u32>,
}

impl Turn {
    /// Returns the image of a cell.
    pub fn cell(&self, cell: Cell) -> Cell {
        self.cells[cell.index()]
    }

    /// Returns the image of a direction.
    pub fn direction(&self, direction: Direction) -> Direction {
        self.directions[direction.index()]
    }

    /// Returns the mapping with these images of the ids 0, 1, 2, … and of the action planes.
    pub fn mapping(self, actions: impl Iterator<Item = usize>, planes: impl Iterator<Item = usize>) -> Mapping {
        Mapping {
            places: self.places,
            actions: actions.map(|id| id as u32).collect(),
            action_planes: planes.map(|plane| plane as u16).collect(),
        }
    }
}

/// Writes planes one after the other.
#[derive(Debug)]
pub struct Brush<'a> {
    raster: &'a Raster,
    rest: &'a mut [f32],
}

impl Brush<'_> {
    fn next(&mut self) -> &mut [f32] {
        let rest = std::mem::take(&mut self.rest);
        let (plane, rest) = rest.split_at_mut(self.raster.cells.len());
        self.rest = rest;
        plane
    }

    /// Writes a plane with ones on the cells of a set.
    pub fn set<const W: usize>(&mut self, set: Bits<W>) {
        let raster = self.raster;
        let plane = self.next();
        plane.fill(0.0);
        for cell in set {
            plane[raster.place(cell)] = 1.0;
        }
    }

    /// Writes a plane with a number on each cell of a set.
    pub fn numbers<const W: usize>(&mut self, set: Bits<W>, number: impl Fn(Cell) -> f32) {
        let raster = self.raster;
        let plane = self.next();
        plane.fill(0.0);
        for cell in set {
            plane[raster.place(cell)] = number(cell);
        }
    }

    /// Writes a plane with the same number everywhere.
    pub fn all(&mut self, number: f32) {
        self.next().fill(number);
    }

    /// Writes a plane of ones or of zeros.
    pub fn flag(&mut self, flag: bool) {
        self.all(if flag { 1.0 } else { 0.0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_geometry::Shape;

    #[test]
    fn a_neighbour_is_the_same_number_of_places_away_everywhere() {
        let board = Board::<1>::padded(Shape::Hexagon { side: 3 });
        let raster = Raster::new(&board);
        assert_eq!(raster.shape(2), [2, 5, 5]);
        for d in Direction::ALL {
            let steps = board
                .cells()
                .iter()
                .filter_map(|&cell| Some(raster.place(board.next(cell, d)?) as i64 - raster.place(cell) as i64));
            let steps: Vec<i64> = steps.collect();
            assert!(steps.windows(2).all(|pair| pair[0] == pair[1]), "{d:?}: {steps:?}");
        }
    }

    #[test]
    fn a_turn_moves_cells_places_and_directions_alike() {
        let board = Board::<1>::dense(Shape::CutHexagon { side: 3 });
        let raster = Raster::new(&board);
        let turns = raster.turns(&board);
        assert_eq!(turns.len(), 12);
        for turn in turns {
            for &cell in board.cells() {
                assert_eq!(turn.places[raster.place(cell)] as usize, raster.place(turn.cell(cell)));
                for d in Direction::ALL {
                    let next = board.next(cell, d).map(|next| turn.cell(next));
                    assert_eq!(next, board.next(turn.cell(cell), turn.direction(d)));
                }
            }
        }
    }

    #[test]
    fn the_brush_writes_plane_after_plane() {
        let board = Board::<1>::new(Shape::Rhombus { size: 2 });
        let raster = Raster::new(&board);
        let mut out = [7.0; 12];
        let mut brush = raster.brush(&mut out);
        brush.set(Bits::<1>::single(board.cells()[1]));
        brush.flag(true);
        brush.numbers(board.all(), |cell| f32::from(cell.0));
        assert_eq!(out, [0., 1., 0., 0., 1., 1., 1., 1., 0., 1., 2., 3.]);
    }
}

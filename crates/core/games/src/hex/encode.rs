//! Action ids and feature planes of Hex. The id of a placement is the index of its cell in reading
//! order; swap and pass follow.

use hexarium_kernel::{Encode, Mapping, PerPlayer, Player, Raster, Turn};

use super::{Action, Hex, State};

/// The viewing player's stones, the opponent's stones, the viewing player's edges, whether the
/// viewing player is to move, whether the last turn was a pass.
const PLANES: usize = 5;

impl<const W: usize> Encode for Hex<W> {
    fn action_count(&self) -> usize {
        self.size * self.size + usize::from(self.swap) + usize::from(self.pass)
    }

    fn action_id(&self, _: &State<W>, action: Action) -> usize {
        let cells = self.size * self.size;
        match action {
            Action::Place(cell) => self.board.order(cell),
            Action::Swap => cells,
            Action::Pass => cells + usize::from(self.swap),
        }
    }

    fn action_of(&self, _: &State<W>, id: usize) -> Option<Action> {
        if let Some(&cell) = self.board.cells().get(id) {
            return Some(Action::Place(cell));
        }
        let words = [self.swap.then_some(Action::Swap), self.pass.then_some(Action::Pass)];
        words.into_iter().flatten().nth(id - self.board.cells().len())
    }

    fn planes(&self) -> [usize; 3] {
        self.raster().shape(PLANES)
    }

    fn write_planes(&self, state: &State<W>, eye: Player, out: &mut [f32]) {
        let mut brush = self.raster().brush(out);
        brush.set(state.stones[eye]);
        brush.set(state.stones[eye.other()]);
        brush.set(self.edges[eye][0] | self.edges[eye][1]);
        brush.flag(state.to_move == eye);
        brush.flag(state.passed);
    }

    /// Rotation by 180° maps every edge to an edge of the same player. Reflections exchange the
    /// players and are left out: the swap rule distinguishes first and second player.
    fn symmetries(&self) -> Vec<Mapping> {
        let keeps = |turn: &Turn| {
            let edges = self.edges[self.blue];
            edges.contains(&edges[0].iter().map(|cell| turn.cell(cell)).collect())
        };
        let cells = self.board.cells();
        let turns = self.raster().turns(&self.board).into_iter().filter(keeps);
        let words = cells.len()..self.action_count();
        turns
            .map(|turn| {
                let moved: Vec<usize> = cells.iter().map(|&cell| self.board.order(turn.cell(cell))).collect();
                turn.mapping(moved.into_iter().chain(words.clone()))
            })
            .collect()
    }

    fn transformed(&self, state: &State<W>, mapping: &Mapping) -> State<W> {
        let stones = PerPlayer(state.stones.0.map(|stones| self.raster().moved(stones, mapping)));
        self.assemble(stones, state.to_move, state.passed)
    }
}

impl<const W: usize> Hex<W> {
    fn raster(&self) -> &Raster {
        self.raster.get_or_init(|| Raster::new(&self.board))
    }
}

//! Action ids and feature planes of placement games. The id of a placement is the index of its cell
//! in reading order; swap and pass follow.

use hexarium_kernel::{ActionFeature, ActionPlanes, Encode, Mapping, PerPlayer, Player, Raster, Turn};

use super::{Action, PASS, Placement, PlacementGame, has};

impl<G: Placement<W>, const W: usize> Encode for PlacementGame<G, W> {
    fn action_count(&self) -> usize {
        self.game.board().cells().len() + usize::from(self.swap) + usize::from(self.pass)
    }

    fn action_id(&self, _: &Self::State, action: Action) -> usize {
        let cells = self.game.board().cells().len();
        match action {
            Action::Place(cell) => self.game.board().order(cell),
            Action::Swap => cells,
            Action::Pass => cells + usize::from(self.swap),
        }
    }

    fn action_of(&self, _: &Self::State, id: usize) -> Option<Action> {
        let cells = self.game.board().cells();
        if let Some(&cell) = cells.get(id) {
            return Some(Action::Place(cell));
        }
        let words = [self.swap.then_some(Action::Swap), self.pass.then_some(Action::Pass)];
        words.into_iter().flatten().nth(id - cells.len())
    }

    /// The viewing player's stones, the opponent's stones, the viewing player's goal if the players
    /// have different ones, whether the viewing player is to move, and, in games with passes,
    /// whether the last turn was a pass.
    fn planes(&self) -> [usize; 3] {
        let goal = usize::from(self.game.goal(Player::First).is_some());
        self.raster().shape(3 + goal + usize::from(has::<G, W>(PASS)))
    }

    fn write_planes(&self, state: &Self::State, eye: Player, out: &mut [f32]) {
        let mut brush = self.raster().brush(out);
        brush.set(state.stones[eye]);
        brush.set(state.stones[eye.other()]);
        if let Some(goal) = self.game.goal(eye) {
            brush.set(goal);
        }
        brush.flag(state.to_move == eye);
        if has::<G, W>(PASS) {
            brush.flag(state.passed);
        }
    }

    fn cells(&self) -> Vec<bool> {
        self.raster().cells()
    }

    /// The placements; swap and pass.
    fn action_planes(&self) -> ActionPlanes {
        ActionPlanes { planes: 1, globals: 2 }
    }

    fn action_features(&self, _: &Self::State, action: Action, out: &mut Vec<ActionFeature>) {
        out.push(match action {
            Action::Place(cell) => self.raster().feature(0, cell),
            Action::Swap => ActionFeature::Global(0),
            Action::Pass => ActionFeature::Global(1),
        });
    }

    /// The colour that is named first sees the board as it is, the other one sees it as after a
    /// swap, which reflects boards with different goals.
    fn orientation(&self, eye: Player) -> Vec<u32> {
        let is_reflected = self.colours[eye] != G::COLOURS[0];
        self.raster().exchanged(|cell| if is_reflected { self.game.swapped(cell) } else { cell })
    }

    /// The symmetries of the board that keep the goals. Those that exchange the players are left
    /// out: the swap rule distinguishes first and second player.
    fn symmetries(&self) -> Vec<Mapping> {
        let board = self.game.board();
        let cells = board.cells();
        let turns = self.raster().turns(board).into_iter().filter(|turn| self.game.keeps_goals(turn));
        let words = cells.len()..self.action_count();
        let mapping = |turn: Turn| {
            let moved: Vec<usize> = cells.iter().map(|&cell| board.order(turn.cell(cell))).collect();
            turn.mapping(moved.into_iter().chain(words.clone()), 0..1)
        };
        turns.map(mapping).collect()
    }

    fn transformed(&self, state: &Self::State, mapping: &Mapping) -> Self::State {
        let stones = PerPlayer(state.stones.0.map(|stones| self.raster().moved(stones, mapping)));
        self.assemble(stones, state.to_move, state.passed)
    }
}

impl<G: Placement<W>, const W: usize> PlacementGame<G, W> {
    fn raster(&self) -> &Raster {
        self.raster.get_or_init(|| Raster::new(self.game.board()))
    }
}

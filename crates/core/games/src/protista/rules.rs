//! The rules of Protista.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{Flow, Outcome, Player, Repetition, Rng, Rules};

use super::state::MAX_HEIGHT;
use super::{Action, Flight, Memory, Protista, State, Win, Zig};

/// The outcome tags of the ways to win.
pub(super) const TARGETS: &str = "two targets reached";
pub(super) const KING: &str = "king captured";
pub(super) const NO_PIECES: &str = "no pieces left";

impl<const W: usize, const N: usize> Rules for Protista<W, N> {
    type State = State<W, N>;
    type Action = Action;
    type Memory = Memory<W>;

    fn start(&self) -> State<W, N> {
        self.start
    }

    fn pseudo_legal_actions(&self, state: &State<W, N>, out: &mut Vec<Action>) {
        let scene = self.scene(state);
        let tall = state.levels[state.to_move] > u32::from(MAX_HEIGHT);
        self.moves(state, &scene, out, |out, set| {
            for from in set.cells {
                let room = (set.around & scene.empty).iter();
                let others = set.cells.iter().filter(|&to| to != from && !(tall && self.too_high(state, from, to)));
                out.extend(room.chain(others).map(|to| Action::Move { from, to }));
            }
        });
    }

    fn apply(&self, state: &mut State<W, N>, memory: &mut Memory<W>, action: Action) -> Flow {
        let player = state.to_move;
        let mut left = 0;
        if action != Action::Done {
            let before = state.pieces[player];
            self.make(state, action);
            if self.has_won(state, player) {
                return self.end_turn(state, memory, Flow::GameOver);
            }
            left = state.extra.saturating_sub(1);
            let earned = self.earn(memory, before, state.pieces[player], left > 0);
            // Extra moves do not accumulate: newly earned ones replace the rest.
            if earned > 0 {
                left = earned;
            }
        }
        if left > 0 {
            state.set_turn(player, left);
            return Flow::SameTurn;
        }
        let over = state.pieces[player.other()].is_empty();
        self.end_turn(state, memory, if over { Flow::GameOver } else { Flow::TurnOver })
    }

    fn to_move(&self, state: &State<W, N>) -> Player {
        state.to_move
    }

    fn outcome(&self, state: &State<W, N>) -> Option<Outcome> {
        let tag = if self.win == Win::King { KING } else { TARGETS };
        if let Some(winner) = Player::BOTH.into_iter().find(|&player| self.has_won(state, player)) {
            return Some(Outcome::win(winner, tag));
        }
        let out_of_pieces = state.extra == 0 && state.pieces[state.to_move].is_empty();
        out_of_pieces.then(|| Outcome::win(state.to_move.other(), NO_PIECES))
    }

    fn key(&self, state: &State<W, N>) -> u64 {
        state.key
    }

    fn repetition(&self) -> Repetition {
        Repetition::DrawnAt(3)
    }

    fn is_turn_start(&self, state: &State<W, N>) -> bool {
        state.extra == 0
    }

    fn turn_limit(&self) -> Option<u32> {
        Some(self.max_turns)
    }

    fn can_finish(&self, state: &State<W, N>) -> Option<bool> {
        // A piece with a neighbour that is not own can step there or hit it.
        let own = state.pieces[state.to_move];
        let free = state.extra > 0 || own.iter().any(|cell| !self.board.around(cell).within(own));
        free.then_some(true)
    }

    fn random_action(&self, state: &State<W, N>, rng: &mut Rng, buffer: &mut Vec<Action>) -> Option<Action> {
        buffer.clear();
        if state.levels[state.to_move] > u32::from(MAX_HEIGHT) {
            self.pseudo_legal_actions(state, buffer);
            return (!buffer.is_empty()).then(|| buffer[rng.below(buffer.len())]);
        }
        // Contiguous moves are numerous and need not be listed: while counting, a set is sampled
        // with probability proportional to its number of moves.
        let scene = self.scene(state);
        let (mut total, mut drawn) = (0, None);
        self.moves(state, &scene, buffer, |_, set| {
            let count = set.count(scene.empty);
            total += count;
            if count > 0 && rng.below(total) < count {
                drawn = Some((set, count));
            }
        });
        if total + buffer.len() == 0 {
            return None;
        }
        let n = rng.below(total + buffer.len());
        match drawn {
            Some((set, count)) if n < total => Some(set.nth(scene.empty, rng.below(count))),
            _ => Some(buffer[n - total]),
        }
    }
}

impl<const W: usize, const N: usize> Protista<W, N> {
    /// Whether the player occupies two enemy targets or has captured the enemy king.
    pub(super) fn has_won(&self, state: &State<W, N>, player: Player) -> bool {
        match self.win {
            Win::Targets => (state.pieces[player] & state.targets[player.other()]).len() >= 2,
            Win::King => !state.kings.meets(state.pieces[player.other()]),
        }
    }

    fn end_turn(&self, state: &mut State<W, N>, memory: &mut Memory<W>, flow: Flow) -> Flow {
        state.set_turn(state.to_move.other(), 0);
        memory.begun = false;
        memory.seen.clear();
        flow
    }

    /// Applies a move to the board; the name need not be canonical.
    pub(super) fn make(&self, state: &mut State<W, N>, action: Action) {
        match action {
            Action::Move { from, to } => self.carry(state, from, to),
            Action::Hit { at, .. } => self.hit(state, at),
            Action::Fly { flight, from, towards, steps, hit } => {
                self.make_flight(state, flight, from, towards, steps, hit);
            }
            Action::Wave { .. } => self.make_wave(state, action),
            Action::Triangle { first, towards } => {
                let pair = self.tables.pair(first, towards).expect("a triangle has two pieces");
                for corner in pair.affected(state.pieces[state.to_move]) {
                    self.generate(state, corner);
                }
            }
            Action::Grow(cell) => self.generate(state, cell),
            Action::Done => {}
        }
    }

    /// Moves a piece, which kills or stacks on the piece it lands on.
    fn carry(&self, state: &mut State<W, N>, from: Cell, to: Cell) {
        let player = state.to_move;
        let height = state.height(from);
        let king = state.kings.has(from);
        state.clear(player, from);
        self.kill(state, to);
        state.put(player, to, state.height(to) + height);
        if king {
            state.flip_king(to);
        }
    }

    /// Kills an enemy piece, if there is one.
    fn kill(&self, state: &mut State<W, N>, cell: Cell) {
        let enemy = state.to_move.other();
        if state.pieces[enemy].has(cell) {
            state.clear(enemy, cell);
        }
    }

    /// Removes levels from an enemy stack.
    fn hit(&self, state: &mut State<W, N>, at: Cell) {
        let enemy = state.to_move.other();
        match state.height(at).saturating_sub(self.stack_loss) {
            0 => state.clear(enemy, at),
            height => state.put(enemy, at, height),
        }
    }

    fn generate(&self, state: &mut State<W, N>, cell: Cell) {
        let player = state.to_move;
        if (state.pieces[player.other()] & state.stacks).has(cell) {
            return self.hit(state, cell);
        }
        self.kill(state, cell);
        state.put(player, cell, 1);
    }

    fn make_flight(&self, state: &mut State<W, N>, flight: Flight, from: Cell, towards: u8, steps: u8, hit: bool) {
        let player = state.to_move;
        let moved = steps - u8::from(hit);
        let mut at = from;
        for _ in 0..moved {
            at = self.flight_step(flight, at, towards);
            self.kill(state, at);
            if flight == Flight::Unstack {
                state.put(player, at, 1);
            }
        }
        if flight == Flight::Unstack {
            let height = state.height(from) - u16::from(moved);
            state.put(player, from, height);
        } else if moved > 0 {
            self.carry(state, from, at);
        }
        if hit {
            self.hit(state, self.flight_step(flight, at, towards));
        }
    }

    /// Returns the next cell of a flight, which must be on the board.
    pub(super) fn flight_step(&self, flight: Flight, at: Cell, towards: u8) -> Cell {
        let line = if flight == Flight::SharpV { &self.tables.diagonal } else { &self.tables.straight };
        line[at.index()][usize::from(towards)].expect("a flight stays on the board")
    }

    /// Returns the cells of a wave from its start; none for any other move.
    pub(super) fn wave_cells(&self, action: Action) -> impl Iterator<Item = Cell> + '_ {
        let (start, zig, length) = match action {
            Action::Wave { start, zig, length, .. } => (Some(start), zig, length),
            _ => (None, Zig::ALL[0], 0),
        };
        let mut next = start;
        (0..usize::from(length)).map_while(move |i| {
            let cell = next?;
            next = self.tables.straight[cell.index()][zig.step(i).index()];
            Some(cell)
        })
    }

    fn make_wave(&self, state: &mut State<W, N>, action: Action) {
        let Action::Wave { towards, .. } = action else { return };
        let player = state.to_move;
        let cells: Bits<W> = self.wave_cells(action).collect();
        let ends = self.board.shift(cells, towards);
        let hits = ends & state.pieces[player.other()] & state.stacks;
        if !hits.is_empty() {
            for at in hits {
                self.hit(state, at);
            }
            return;
        }
        for cell in ends {
            self.kill(state, cell);
        }
        // The foremost pieces move first, so that each destination is free.
        let mut rest = cells;
        while !rest.is_empty() {
            for from in rest & !self.board.shift(rest, towards.opposite()) {
                let to = self.tables.straight[from.index()][towards.index()].expect("a wave stays on the board");
                self.carry(state, from, to);
                rest.remove(from);
            }
        }
    }
}

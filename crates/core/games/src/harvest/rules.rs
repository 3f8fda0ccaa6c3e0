//! The rules of Harvest.

use hexarium_kernel::{Flow, Outcome, PerPlayer, Player, Rng, Rules, mix};

use super::{Action, Harvest, State};

/// The outcome tag of the end by two pieces.
pub(super) const TWO_LEFT: &str = "two pieces left";

impl<const W: usize, const N: usize> Rules for Harvest<W, N> {
    type State = State<W>;
    type Action = Action;
    type Memory = ();

    fn start(&self) -> State<W> {
        State {
            pieces: self.grid.all(),
            scores: PerPlayer([0; 2]),
            to_move: Player::First,
            steps_left: self.opening_steps,
            removed: 0,
        }
    }

    fn pseudo_legal_actions(&self, state: &State<W>, out: &mut Vec<Action>) {
        if state.is_over() {
            return;
        }
        out.extend(self.surrounded(state.pieces).iter().map(Action::Remove));
        self.list_moves(state.pieces, state.must_remove(), out);
        if !state.must_remove() {
            out.push(Action::Pass);
        }
    }

    fn apply(&self, state: &mut State<W>, (): &mut (), action: Action) -> Flow {
        let before = state.pieces.len();
        match action {
            // The neighbours of a surrounded piece are connected with each other, so removing it
            // never splits the group.
            Action::Remove(cell) => state.pieces.remove(cell),
            Action::Move { from, to, keep } => state.pieces = self.groups(state.pieces, from, to).kept(keep),
            Action::Pass => {}
        }
        let after = state.pieces.len();
        let removed = (before - after) as u8;
        state.scores[state.to_move] += removed;
        if after > 2 && state.steps_left == 2 {
            state.steps_left = 1;
            state.removed = removed;
            return Flow::SameTurn;
        }
        state.to_move = state.to_move.other();
        state.steps_left = 2;
        state.removed = 0;
        if after > 2 { Flow::TurnOver } else { Flow::GameOver }
    }

    fn to_move(&self, state: &State<W>) -> Player {
        state.to_move
    }

    fn outcome(&self, state: &State<W>) -> Option<Outcome> {
        state.is_over().then(|| {
            // Never equal: the number of cells minus two is odd.
            let first_wins = state.scores[Player::First] > state.scores[Player::Second];
            Outcome::win(if first_wins { Player::First } else { Player::Second }, TWO_LEFT)
        })
    }

    fn points(&self, state: &State<W>) -> Option<PerPlayer<u32>> {
        Some(PerPlayer(state.scores.0.map(u32::from)))
    }

    fn key(&self, state: &State<W>) -> u64 {
        // The whole state is two or three words: hashing them on demand is simpler than an
        // incremental key, which a split would have to update for every piece.
        let fields =
            [state.scores.0[0], state.scores.0[1], state.to_move.index() as u8, state.steps_left, state.removed];
        let rest = fields.iter().fold(0, |all, &field| all << 8 | u64::from(field));
        state.pieces.0.iter().fold(mix(rest), |key, &word| mix(key ^ word))
    }

    fn is_turn_start(&self, state: &State<W>) -> bool {
        state.steps_left == 2 || self.is_opening(state)
    }

    fn turns_always_finish(&self) -> bool {
        false
    }

    fn can_finish(&self, state: &State<W>) -> Option<bool> {
        let possible = !state.is_over()
            && (state.removed > 0
                || self.can_remove(state.pieces)
                || state.steps_left == 2 && self.can_prepare(state.pieces));
        Some(possible)
    }

    fn random_action(&self, state: &State<W>, rng: &mut Rng, buffer: &mut Vec<Action>) -> Option<Action> {
        self.draw(state, rng, buffer)
    }

    fn length_bound(&self) -> usize {
        // Every turn removes at least one piece.
        2 * self.board.cells().len()
    }
}

impl<const W: usize, const N: usize> Harvest<W, N> {
    /// Whether this is the start of a game that opens with a single step.
    pub(super) fn is_opening(&self, state: &State<W>) -> bool {
        self.opening_steps == 1 && *state == self.start()
    }
}

//! The rules of Coalesce.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{Flow, Outcome, Player, Repetition, Rng, Rules, mix};

use super::{Action, Coalesce, State, groups};

/// The outcome tag of the only way to win.
pub(super) const ONE_GROUP: &str = "all pieces in one group";

impl Rules for Coalesce {
    type State = State;
    type Action = Action;
    type Memory = ();

    fn start(&self) -> State {
        self.start
    }

    fn pseudo_legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        let own = state.pieces[state.to_move];
        out.push(Action::Pass);
        for way in &self.ways {
            out.extend((own & way.steppers).iter().map(|from| Action::Step { from, to: way.next(from) }));
        }
    }

    fn apply(&self, state: &mut State, (): &mut (), action: Action) -> Flow {
        if let Action::Step { from, to } = action {
            self.step(state, from, to);
        }
        state.steps -= 1;
        if state.steps > 0 {
            return Flow::SameTurn;
        }
        state.to_move = state.to_move.other();
        state.steps = 2;
        if winner(state).is_some() { Flow::GameOver } else { Flow::TurnOver }
    }

    fn to_move(&self, state: &State) -> Player {
        state.to_move
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        // Nothing is checked between the two steps of a turn.
        if state.steps == 2 { winner(state).map(|player| Outcome::win(player, ONE_GROUP)) } else { None }
    }

    fn key(&self, state: &State) -> u64 {
        hash(state, state.steps)
    }

    fn repetition(&self) -> Repetition {
        Repetition::Forbidden
    }

    /// Returns a key of the board and the player who made it, ignoring the rest of the turn.
    fn repetition_key(&self, state: &State) -> u64 {
        hash(state, 0)
    }

    fn is_turn_start(&self, state: &State) -> bool {
        state.steps == 2 || *state == self.start
    }

    /// Always true: a pass completes any turn, and only history can forbid it.
    fn can_finish(&self, _: &State) -> Option<bool> {
        Some(true)
    }

    fn likely_legal_action(&self, _: &State) -> Option<Action> {
        Some(Action::Pass)
    }

    fn random_action(&self, state: &State, rng: &mut Rng, _: &mut Vec<Action>) -> Option<Action> {
        let own = state.pieces[state.to_move];
        // The number of steps in the directions before each one. Selected without branches, because
        // the direction is random and would be mispredicted.
        let mut before = [0; 7];
        for (i, way) in self.ways.iter().enumerate() {
            before[i + 1] = before[i] + (own & way.steppers).len();
        }
        let n = rng.below(before[6] + 1);
        let drawn: usize = before[1..].iter().map(|&steps| usize::from(steps <= n)).sum();
        let Some(way) = self.ways.get(drawn) else { return Some(Action::Pass) };
        let from = (own & way.steppers).nth(n - before[drawn]);
        Some(Action::Step { from, to: way.next(from) })
    }
}

impl Coalesce {
    #[inline]
    pub(super) fn step(&self, state: &mut State, from: Cell, to: Cell) {
        let push = self.push(from, to).expect("a pseudo-legal step goes to the next cell of a line");
        let moved = push.moved(state.occupied().0[0]);
        for pieces in &mut state.pieces.0 {
            *pieces = Bits([push.carry(pieces.0[0], moved)]);
        }
    }
}

/// Returns the winner at the end of a turn: if both colours form one group, the player who made the
/// turn.
#[inline]
fn winner(state: &State) -> Option<Player> {
    let maker = state.to_move.other();
    [maker, state.to_move].into_iter().find(|&player| groups::is_one_group(state.pieces[player].0[0]))
}

/// Hashes the state on demand. It is two words and a few bits, so this is simpler than an
/// incremental key.
#[inline]
fn hash(state: &State, steps: u8) -> u64 {
    let [Bits([first]), Bits([second])] = state.pieces.0;
    let turn = state.to_move.index() as u64 | u64::from(steps) << 1;
    mix(mix(first | turn << 56) ^ second)
}

//! The rules of Hex.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{Flow, Outcome, PerPlayer, Player, Rng, Rules, play_out};

use super::{Action, Hex, PASS_KEY, SIDE_KEY, State};

/// The outcome tag of the only way to win.
pub(super) const CONNECTED: &str = "two edges joined";

impl<const W: usize> Rules for Hex<W> {
    type State = State<W>;
    type Action = Action;
    type Memory = ();

    fn start(&self) -> State<W> {
        State {
            stones: PerPlayer([Bits::EMPTY; 2]),
            linked: PerPlayer([[Bits::EMPTY; 2]; 2]),
            to_move: Player::First,
            passed: false,
            key: 0,
        }
    }

    fn pseudo_legal_actions(&self, state: &State<W>, out: &mut Vec<Action>) {
        out.extend(self.empty(state).iter().map(Action::Place));
        if self.may_swap(state) {
            out.push(Action::Swap);
        }
        if self.may_pass(state) {
            out.push(Action::Pass);
        }
    }

    fn is_pseudo_legal(&self, state: &State<W>, action: Action) -> bool {
        match action {
            Action::Place(cell) => self.empty(state).has(cell),
            Action::Swap => self.may_swap(state),
            Action::Pass => self.may_pass(state),
        }
    }

    fn apply(&self, state: &mut State<W>, (): &mut (), action: Action) -> Flow {
        let player = state.to_move;
        state.to_move = player.other();
        state.key ^= SIDE_KEY;
        if state.passed {
            state.passed = false;
            state.key ^= PASS_KEY;
        }
        let won = match action {
            Action::Place(cell) => self.place(state, player, cell),
            Action::Swap => {
                let stone = state.stones[player.other()].first().expect("a swap takes over a stone");
                let side = state.to_move;
                *state = State { to_move: side, ..self.start() };
                self.place(state, player, self.mirrored(stone))
            }
            Action::Pass => {
                state.passed = true;
                state.key ^= PASS_KEY;
                false
            }
        };
        if won { Flow::GameOver } else { Flow::TurnOver }
    }

    fn to_move(&self, state: &State<W>) -> Player {
        state.to_move
    }

    fn outcome(&self, state: &State<W>) -> Option<Outcome> {
        Player::BOTH
            .into_iter()
            .find(|&player| state.linked[player][0].meets(state.linked[player][1]))
            .map(|player| Outcome::win(player, CONNECTED))
    }

    fn key(&self, state: &State<W>) -> u64 {
        state.key
    }

    /// Whether the turn can be finished: an empty cell or a legal pass suffices.
    fn can_finish(&self, state: &State<W>) -> Option<bool> {
        Some(!self.empty(state).is_empty() || self.may_pass(state))
    }

    fn random_action(&self, state: &State<W>, rng: &mut Rng, _: &mut Vec<Action>) -> Option<Action> {
        let empty = self.empty(state);
        let (swap, pass) = (self.may_swap(state), self.may_pass(state));
        let choices = empty.len() + usize::from(swap) + usize::from(pass);
        if choices == 0 {
            return None;
        }
        let n = rng.below(choices);
        Some(match n.checked_sub(empty.len()) {
            None => Action::Place(empty.nth(n)),
            Some(0) if swap => Action::Swap,
            Some(_) => Action::Pass,
        })
    }

    fn rollout(&self, state: &State<W>, (): &(), rng: &mut Rng, limit: u32) -> Option<Player> {
        if self.pass {
            // Passes change the number of stones of each side, so filling the board at random would
            // sample a different distribution.
            return play_out(self, state, &(), rng, limit);
        }
        self.random_winner(state, rng)
    }

    fn length_bound(&self) -> usize {
        let turns = self.size * self.size + 1;
        // Each of these turns may be preceded by one pass.
        if self.pass { 2 * turns } else { turns }
    }
}

impl<const W: usize> Hex<W> {
    pub(super) fn empty(&self, state: &State<W>) -> Bits<W> {
        self.board.all() & !(state.stones.0[0] | state.stones.0[1])
    }

    /// Whether the side to move may pass. Never after a pass, so that every game ends.
    pub(super) fn may_pass(&self, state: &State<W>) -> bool {
        self.pass && !state.passed
    }

    /// Whether the side to move may swap: only in reply to the first stone.
    pub(super) fn may_swap(&self, state: &State<W>) -> bool {
        self.swap
            && !state.passed
            && state.to_move == Player::Second
            && state.stones[Player::Second].is_empty()
            && state.stones[Player::First].len() == 1
    }

    /// Places a stone and returns whether it connects the player's edges.
    pub(super) fn place(&self, state: &mut State<W>, player: Player, cell: Cell) -> bool {
        state.stones[player].insert(cell);
        state.key ^= self.keys[player][cell.index()];
        let (stones, around) = (state.stones[player], self.board.around(cell));
        let mut links = 0;
        for (linked, edge) in state.linked[player].iter_mut().zip(self.edges[player]) {
            if edge.has(cell) || linked.meets(around) {
                *linked |= self.board.flood(Bits::single(cell), stones & !*linked);
                links += 1;
            }
        }
        links == 2
    }
}

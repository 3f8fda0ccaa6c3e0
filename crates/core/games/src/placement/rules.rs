//! The rules that placement games share.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{Flow, Outcome, PerPlayer, Player, Rng, Rules};

use super::{Action, BOARD_FULL, PASS_KEY, Placement, PlacementGame, SIDE_KEY, State};

impl<G: Placement<W>, const W: usize> Rules for PlacementGame<G, W> {
    type State = State<G::Links, W>;
    type Action = Action;
    type Memory = ();

    fn start(&self) -> Self::State {
        State {
            stones: PerPlayer([Bits::EMPTY; 2]),
            links: G::Links::default(),
            to_move: Player::First,
            passed: false,
            key: 0,
        }
    }

    fn pseudo_legal_actions(&self, state: &Self::State, out: &mut Vec<Action>) {
        out.extend(self.empty(state).iter().map(Action::Place));
        if self.may_swap(state) {
            out.push(Action::Swap);
        }
        if self.may_pass(state) {
            out.push(Action::Pass);
        }
    }

    fn is_pseudo_legal(&self, state: &Self::State, action: Action) -> bool {
        match action {
            Action::Place(cell) => self.empty(state).has(cell),
            Action::Swap => self.may_swap(state),
            Action::Pass => self.may_pass(state),
        }
    }

    fn apply(&self, state: &mut Self::State, (): &mut (), action: Action) -> Flow {
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
                self.place(state, player, self.game.swapped(stone))
            }
            Action::Pass => {
                state.passed = true;
                state.key ^= PASS_KEY;
                false
            }
        };
        if won || self.is_draw(state) { Flow::GameOver } else { Flow::TurnOver }
    }

    fn to_move(&self, state: &Self::State) -> Player {
        state.to_move
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        for player in Player::BOTH {
            if let Some(tag) = self.game.win(state, player) {
                return Some(Outcome::win(player, tag));
            }
        }
        self.is_draw(state).then_some(Outcome::draw(BOARD_FULL))
    }

    fn key(&self, state: &Self::State) -> u64 {
        state.key
    }

    /// Whether the turn can be finished: an empty cell or a legal pass suffices.
    fn can_finish(&self, state: &Self::State) -> Option<bool> {
        Some(!self.empty(state).is_empty() || self.may_pass(state))
    }

    fn random_action(&self, state: &Self::State, rng: &mut Rng, _: &mut Vec<Action>) -> Option<Action> {
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

    fn rollout(&self, state: &Self::State, (): &(), rng: &mut Rng, limit: u32) -> Option<Player> {
        G::rollout(self, state, rng, limit)
    }

    fn length_bound(&self) -> usize {
        // Every cell, and one swap.
        let turns = self.game.board().cells().len() + 1;
        // Each of these turns may be preceded by one pass.
        if self.pass { 2 * turns } else { turns }
    }
}

impl<G: Placement<W>, const W: usize> PlacementGame<G, W> {
    /// Returns the empty cells.
    #[inline]
    pub fn empty(&self, state: &State<G::Links, W>) -> Bits<W> {
        self.game.board().all() & !(state.stones.0[0] | state.stones.0[1])
    }

    /// Whether the side to move may pass. Never after a pass, so that every game ends.
    #[inline]
    pub fn may_pass(&self, state: &State<G::Links, W>) -> bool {
        self.pass && !state.passed
    }

    /// Whether the side to move may swap: only in reply to the first stone.
    #[inline]
    pub fn may_swap(&self, state: &State<G::Links, W>) -> bool {
        self.swap
            && !state.passed
            && state.to_move == Player::Second
            && state.stones[Player::Second].is_empty()
            && state.stones[Player::First].len() == 1
    }

    /// Whether the board is full and full boards are drawn; a win is not considered.
    #[inline]
    fn is_draw(&self, state: &State<G::Links, W>) -> bool {
        self.game.draws_when_full() && self.empty(state).is_empty()
    }

    /// Places a stone and returns whether it wins.
    #[inline]
    pub(crate) fn place(&self, state: &mut State<G::Links, W>, player: Player, cell: Cell) -> bool {
        state.stones[player].insert(cell);
        state.key ^= self.keys[player][cell.index()];
        self.game.placed(state, player, cell)
    }

    /// Returns the state with these stones; all derived fields are computed.
    pub(crate) fn assemble(&self, stones: PerPlayer<Bits<W>>, to_move: Player, passed: bool) -> State<G::Links, W> {
        let mut state = State { stones, links: self.game.links(&stones), to_move, passed, key: 0 };
        for player in Player::BOTH {
            for cell in stones[player] {
                state.key ^= self.keys[player][cell.index()];
            }
        }
        if to_move == Player::Second {
            state.key ^= SIDE_KEY;
        }
        if passed {
            state.key ^= PASS_KEY;
        }
        state
    }
}

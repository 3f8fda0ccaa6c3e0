//! The rules of March of the Fire Ants.

use hexarium_geometry::{Bits, Cell, Direction};
use hexarium_kernel::{Flow, NoHistory, Outcome, PerPlayer, Player, Repetition, Rng, Rules, random_legal_action};

use super::{Action, FireAnts, PIECES, SIDE_KEY, Sandwich, State};

/// The tag of a win.
pub(super) const QUEENS_LOST: &str = "both queens captured";

/// The tag of the draw of ruling 1.
pub(super) const ALL_QUEENS_LOST: &str = "last queens of both sides captured at once";

/// After so many draws that met something in the way, the list of actions is cheaper than more
/// luck.
const DRAWS: usize = 24;

impl Rules for FireAnts {
    type State = State;
    type Action = Action;
    type Memory = ();

    fn start(&self) -> State {
        self.assemble(PerPlayer([Bits::EMPTY; 2]), self.throne, Player::First)
    }

    fn pseudo_legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        let before = out.len();
        let (player, occupied) = (state.to_move, state.occupied());
        let landing = self.buffer & !occupied;
        if state.reserve[player] > 0 {
            out.extend(landing.iter().map(Action::Place));
        }
        for from in state.stones[player] {
            if self.buffer_shift && self.buffer.has(from) {
                out.extend(landing.iter().map(|to| Action::Change { from, to }));
            }
            let stops = Direction::ALL.into_iter().filter_map(|d| self.lines.stop(from, d, occupied));
            out.extend(stops.map(|to| Action::Move { from, to }));
        }
        for from in state.queens[player] {
            out.extend(self.lines.queen_reach(from, occupied).iter().map(|to| Action::Move { from, to }));
        }
        // Ruling 2. It takes a position set up by hand: in play, every queen has room to move after
        // each action.
        if out.len() == before {
            out.push(Action::Pass);
        }
    }

    fn apply(&self, state: &mut State, (): &mut (), action: Action) -> Flow {
        let player = state.to_move;
        let closing = self.put(state, action);
        let captured = self.captured(state, player, closing);
        state.to_move = player.other();
        state.key ^= SIDE_KEY;
        if captured.is_empty() {
            return Flow::TurnOver;
        }
        for owner in Player::BOTH {
            let lost = captured & state.queens[owner];
            state.queens[owner] &= !lost;
            for cell in lost {
                state.reserve[owner] += 1;
                state.key ^= self.queen_keys[owner][cell.index()];
            }
        }
        if self.outcome(state).is_some() { Flow::GameOver } else { Flow::TurnOver }
    }

    fn to_move(&self, state: &State) -> Player {
        state.to_move
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        match Player::BOTH.map(|player| state.queens[player].is_empty()) {
            [false, false] => None,
            [true, true] => Some(Outcome::draw(ALL_QUEENS_LOST)),
            [first_lost, _] => {
                let winner = if first_lost { Player::Second } else { Player::First };
                Some(Outcome::win(winner, QUEENS_LOST))
            }
        }
    }

    fn key(&self, state: &State) -> u64 {
        state.key
    }

    fn repetition(&self) -> Repetition {
        Repetition::DrawnAt(3)
    }

    fn turn_limit(&self) -> Option<u32> {
        Some(self.max_turns)
    }

    /// There is always the pass (ruling 2).
    fn can_finish(&self, _: &State) -> Option<bool> {
        Some(true)
    }

    /// Draws from the actions of an emptier board, all equally likely, until nothing stands in the
    /// way of one: that is as uniform as drawing from the list, and no list is made.
    fn random_action(&self, state: &State, rng: &mut Rng, buffer: &mut Vec<Action>) -> Option<Action> {
        let (player, occupied) = (state.to_move, state.occupied());
        let landing = self.buffer & !occupied;
        let waiting = state.stones[player] & self.buffer;
        let marching = state.stones[player] & self.regular;
        let queens = state.queens[player];
        let (room, waiters) = (landing.len(), waiting.len());
        let places = if state.reserve[player] > 0 { room } else { 0 };
        let changes = if self.buffer_shift { waiters * room } else { 0 };
        let reach = |queen: Option<Cell>| queen.map_or(Bits::EMPTY, |cell| self.lines.empty_reach(cell));
        let (one, other) = (queens.first(), queens.last().filter(|&last| queens.first() != Some(last)));
        let (one_reach, other_reach) = (reach(one), reach(other));
        let one_slots = one_reach.len();

        let changes_end = places + changes;
        let waiting_end = changes_end + 2 * waiters;
        let marching_end = waiting_end + 6 * marching.len();
        let end = marching_end + one_slots + other_reach.len();
        let draws = if end == 0 { 0 } else { DRAWS };
        for _ in 0..draws {
            let n = rng.below(end);
            if n < places {
                return Some(Action::Place(landing.nth(n)));
            }
            if n < changes_end {
                let (stone, space) = divided(n - places, room);
                return Some(Action::Change { from: waiting.nth(stone), to: landing.nth(space) });
            }
            if n < marching_end {
                let (from, way) = if n < waiting_end {
                    let n = n - changes_end;
                    (waiting.nth(n / 2), n % 2)
                } else {
                    let n = n - waiting_end;
                    (marching.nth(n / 6), n % 6)
                };
                if let Some(to) = self.lines.stop(from, self.lines.ways(from)[way], occupied) {
                    return Some(Action::Move { from, to });
                }
                continue;
            }
            let n = n - marching_end;
            let (from, to) =
                if n < one_slots { (one, one_reach.nth(n)) } else { (other, other_reach.nth(n - one_slots)) };
            if let Some(from) = from
                && !self.lines.path(from, to).meets(occupied)
            {
                return Some(Action::Move { from, to });
            }
        }
        random_legal_action(self, &NoHistory, state, &(), rng, buffer)
    }
}

/// Quotient and remainder of small numbers; narrow division is several times as fast as wide.
#[inline]
fn divided(n: usize, by: usize) -> (usize, usize) {
    let (n, by) = (n as u32, by as u32);
    ((n / by) as usize, (n % by) as usize)
}

impl FireAnts {
    /// The state with these pieces: reserves and key are worked out anew. In play no player has
    /// more than 12 pieces; while a position is set up by hand, one may.
    pub(super) fn assemble(&self, stones: PerPlayer<Bits<1>>, queens: PerPlayer<Bits<1>>, to_move: Player) -> State {
        let mut state = State { stones, queens, reserve: PerPlayer([0; 2]), to_move, key: 0 };
        for player in Player::BOTH {
            state.reserve[player] = PIECES.saturating_sub(state.pieces(player).len()) as u8;
            for cell in stones[player] {
                state.key ^= self.stone_keys[player][cell.index()];
            }
            for cell in queens[player] {
                state.key ^= self.queen_keys[player][cell.index()];
            }
        }
        if to_move == Player::Second {
            state.key ^= SIDE_KEY;
        }
        state
    }

    /// Carries out what the player does with a piece, captures aside, and returns the cell of the
    /// piece that may now close a sandwich.
    #[inline]
    pub(super) fn put(&self, state: &mut State, action: Action) -> Option<Cell> {
        let player = state.to_move;
        let keys = &self.stone_keys[player];
        match action {
            Action::Place(cell) => {
                state.stones[player].insert(cell);
                state.reserve[player] -= 1;
                state.key ^= keys[cell.index()];
                None
            }
            Action::Change { from, to } => {
                state.stones[player] ^= Bits::single(from) | Bits::single(to);
                state.key ^= keys[from.index()] ^ keys[to.index()];
                None
            }
            Action::Move { from, to } => {
                let is_queen = state.queens[player].has(from);
                let (own, keys) = if is_queen {
                    (&mut state.queens[player], &self.queen_keys[player])
                } else {
                    (&mut state.stones[player], keys)
                };
                *own ^= Bits::single(from) | Bits::single(to);
                state.key ^= keys[from.index()] ^ keys[to.index()];
                // With queens_capture=false the piece that closes a sandwich must be a stone.
                (self.sandwich == Sandwich::AnyPieces || !is_queen).then_some(to)
            }
            Action::Pass => None,
        }
    }

    /// The player's pieces that can stand on the far side of a captured queen (ruling 4).
    #[inline]
    pub(super) fn standing_halves(&self, state: &State, player: Player) -> Bits<1> {
        match self.sandwich {
            Sandwich::Stones => state.stones[player],
            Sandwich::AnyPieces | Sandwich::StoneMoves => state.pieces(player),
        }
    }

    /// The queens that fall after an action of the player, all at once.
    #[inline]
    pub(super) fn captured(&self, state: &State, player: Player, closing: Option<Cell>) -> Bits<1> {
        let occupied = state.occupied();
        let standing = self.standing_halves(state, player);
        let mut captured = match closing {
            Some(cell) => self.lines.sandwiched(cell, state.queens[player.other()], standing),
            None => Bits::EMPTY,
        };
        for queen in state.queens.0[0] | state.queens.0[1] {
            if self.lines.exits(queen).within(occupied) {
                captured.insert(queen);
            }
        }
        captured
    }
}

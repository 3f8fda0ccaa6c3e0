//! Proof techniques for Hex: fill-in, virtual connections, must-play regions and move ordering.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{Knowledge, PerPlayer, Player, mix};

use super::connections::{HSearchLimits, Until};
use super::{Action, Hex, State};

/// The proven value of a state, or the moves left to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook<const W: usize> {
    /// This player wins with best play.
    Won(Player),
    /// The side to move only has to search these cells: every other move loses or is no better than
    /// one of them.
    Open(Bits<W>),
}

impl<const W: usize> Hex<W> {
    /// Whether the swap rule may still change the owner of a stone.
    pub(super) fn before_swap(&self, state: &State<W>) -> bool {
        self.swap && (self.may_swap(state) || (state.stones.0[0] | state.stones.0[1]).is_empty())
    }

    /// Returns the winner, or the cells that the side to move has to search. Before a possible swap
    /// these are all empty cells; after it, the connections of both players are searched, at a cost
    /// that depends on [`HSearchLimits`].
    pub fn outlook(&self, state: &State<W>, limits: HSearchLimits) -> Outlook<W> {
        if self.before_swap(state) {
            return Outlook::Open(self.empty(state));
        }
        self.outlook_of(&self.fill_in(state.stones, self.game.board.all(), self.game.blue), state.to_move, limits)
    }

    /// Like [`Hex::outlook`], for stones that are already filled in.
    fn outlook_of(&self, stones: &PerPlayer<Bits<W>>, me: Player, limits: HSearchLimits) -> Outlook<W> {
        match self.prospect(stones, me, limits) {
            (Some(winner), _) => Outlook::Won(winner),
            (None, cells) => Outlook::Open(cells),
        }
    }

    /// Returns the winner, if it is certain, and the cells to search: if the side to move wins, a
    /// stone on one of them does.
    fn prospect(&self, stones: &PerPlayer<Bits<W>>, me: Player, limits: HSearchLimits) -> (Option<Player>, Bits<W>) {
        let empty = self.game.board.all() & !(stones.0[0] | stones.0[1]);
        if let Some(winner) = Player::BOTH.into_iter().find(|&p| self.joins(stones[p], p)) {
            return (Some(winner), empty);
        }
        let mine = self.links(stones, me, limits, Until::Semi);
        if mine.semi {
            return (Some(me), mine.carrier);
        }
        let theirs = self.links(stones, me.other(), limits, Until::Full);
        let cells = self.undominated(stones, me, theirs.needed);
        ((theirs.full || cells.is_empty()).then_some(me.other()), cells)
    }

    /// Implements [`hexarium_kernel::Knowledge::examine`].
    pub(super) fn examine_state(
        &self,
        state: &State<W>,
        limits: HSearchLimits,
        actions: &mut Vec<Action>,
    ) -> Option<Player> {
        if self.before_swap(state) {
            return None;
        }
        let stones = self.fill_in(state.stones, self.game.board.all(), self.game.blue);
        let me = state.to_move;
        let (winner, mut cells) = self.prospect(&stones, me, limits);
        if winner == Some(me) {
            // The action that wins may have been left out in favour of one that captures its cell.
            let empty = self.game.board.all() & !(stones.0[0] | stones.0[1]);
            let wins = cells;
            cells |= empty.iter().filter(|&cell| self.captured_by(&stones, empty, me, cell).meets(wins)).collect();
        }
        let is_kept = |action: &Action| matches!(action, Action::Place(cell) if cells.has(*cell));
        if actions.iter().any(is_kept) {
            actions.retain(is_kept);
        }
        winner
    }

    /// Removes dead, captured and dominated cells, and all actions other than placements if a
    /// placement remains. At least one action stays.
    pub(super) fn leave_out_inferior(&self, state: &State<W>, actions: &mut Vec<Action>) {
        if self.before_swap(state) {
            return;
        }
        let stones = self.fill_in(state.stones, self.game.board.all(), self.game.blue);
        let cells = self.undominated(&stones, state.to_move, self.game.board.all() & !(stones.0[0] | stones.0[1]));
        if !cells.is_empty() {
            actions.retain(|action| matches!(action, Action::Place(cell) if cells.has(*cell)));
        }
    }

    fn joins(&self, own: Bits<W>, player: Player) -> bool {
        let [from, to] = self.game.edges[player];
        self.game.board.flood(own & from, own).meets(to)
    }

    /// Removes cells dominated by another empty cell, which captures them or makes them dead.
    fn undominated(&self, stones: &PerPlayer<Bits<W>>, me: Player, cells: Bits<W>) -> Bits<W> {
        let empty = self.game.board.all() & !(stones.0[0] | stones.0[1]);
        let mut gone = Bits::EMPTY;
        for cell in empty {
            if gone.has(cell) {
                continue;
            }
            gone |= self.captured_by(stones, empty, me, cell);
        }
        cells & !gone
    }

    /// Returns the empty cells that a stone captures or makes dead. Only own captures count: in
    /// cells that the opponent captures after this move, an own stone could still be useful.
    pub(super) fn captured_by(
        &self,
        stones: &PerPlayer<Bits<W>>,
        empty: Bits<W>,
        player: Player,
        cell: Cell,
    ) -> Bits<W> {
        let mut after = *stones;
        after[player].insert(cell);
        let after = self.fill_in(after, self.game.board.around(cell), player);
        after[player] & empty & !Bits::single(cell)
    }

    /// Returns a key shared by a state and its rotation by 180°.
    pub(super) fn turned_key(&self, state: &State<W>) -> u64 {
        let key = |first: Bits<W>, second: Bits<W>| {
            let turn = state.to_move.index() as u64 + 2 * u64::from(state.passed);
            first.0.iter().chain(&second.0).fold(mix(turn), |key, &word| mix(key ^ word))
        };
        let [first, second] = state.stones.0;
        let turned = |set: Bits<W>| -> Bits<W> {
            let last = self.game.size * self.game.size - 1;
            let mut words = set.0;
            words.reverse();
            let all = Bits(words.map(u64::reverse_bits));
            all.down((64 * W - 1 - last) as u32)
        };
        key(first, second).min(key(turned(first), turned(second)))
    }

    /// Implements [`hexarium_kernel::Knowledge::analyse_for_proof`].
    pub(super) fn analyse_state_for_proof(
        &self,
        state: &State<W>,
        actions: &mut Vec<Action>,
        weights: &mut Vec<f32>,
    ) -> Option<Player> {
        let mut state = *state;
        let mut winner = None;
        if !self.before_swap(&state) {
            state.stones = self.fill_in(state.stones, self.game.board.all(), self.game.blue);
            match self.outlook_of(&state.stones, state.to_move, HSearchLimits::PROOF) {
                Outlook::Won(player) => winner = Some(player),
                Outlook::Open(cells) => {
                    actions.retain(|action| matches!(action, Action::Place(cell) if cells.has(*cell)));
                }
            }
        }
        weights.clear();
        weights.resize(actions.len(), 1.0);
        self.priors(&state, actions, weights);
        winner
    }
}

#[cfg(test)]
mod tests;

//! Uniformly random legal actions, without listing them all.
//!
//! In the last step of a turn that has removed nothing, few actions are legal, and they are listed.
//! Otherwise moves are counted line by line with shifts. Only a [fork](Grid::forks) can leave more
//! than one group, so every move of a fork stands for up to three actions (one for each largest
//! group that may stay) and every other move for exactly one. Rejection sampling from that superset
//! keeps all legal actions equally likely.

use std::ops::ControlFlow;

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{NoHistory, Rng, random_legal_action};

use super::grid::{Axis, Grid};
use super::{Action, Harvest, State};

/// The number of attempts before the legal actions are listed after all: late in the game there may
/// be few or none.
const DRAWS: u32 = 12;

/// Moves of one length along one axis, in both directions, by their end that comes first in reading
/// order.
#[derive(Clone, Copy)]
struct Jumps<const W: usize> {
    /// Moves that start at that end.
    forth: Bits<W>,
    /// Moves that land there.
    back: Bits<W>,
    /// The difference between the numbers of the two ends.
    span: u32,
}

impl<const W: usize, const N: usize> Harvest<W, N> {
    /// Returns a uniformly random legal action, or `None` if there is none.
    pub(super) fn draw(&self, state: &State<W>, rng: &mut Rng, buffer: &mut Vec<Action>) -> Option<Action> {
        let pieces = state.pieces;
        if state.is_over() {
            return None;
        }
        let surrounded = self.surrounded(pieces);
        let removals = surrounded.len();
        if state.must_remove() {
            buffer.clear();
            self.list_moves(pieces, true, buffer);
            let total = removals + buffer.len();
            let n = if total == 0 { return None } else { rng.below(total) };
            return Some(if n < removals { Action::Remove(surrounded.nth(n)) } else { buffer[n - removals] });
        }
        let landings = self.landings(pieces);
        let forks = Grid::<W, N>::forks(pieces);
        let (moves, fork_moves) = self.count_moves(pieces, landings, forks);
        let total = removals + 1 + moves + 2 * fork_moves;
        for _ in 0..DRAWS {
            let mut n = rng.below(total);
            if n < removals {
                return Some(Action::Remove(surrounded.nth(n)));
            }
            n -= removals;
            // The number of the move among those from the origins, and the index of the largest
            // group that stays.
            let (origins, n, choice) = if n == 0 {
                if state.removed > 0 || removals > 0 || self.can_split(pieces) {
                    return Some(Action::Pass);
                }
                continue;
            } else if n <= moves {
                (pieces, n - 1, 0)
            } else {
                (forks, (n - 1 - moves) / 2, 1 + (n - 1 - moves) % 2)
            };
            let (from, to) = self.nth_move(pieces, landings, origins, n);
            if forks.has(from) {
                let groups = self.groups(pieces, from, to);
                if groups.are_split() {
                    let biggest = groups.biggest();
                    let Some(group) = biggest.all().get(choice) else { continue };
                    let keep = if biggest.are_split() { group.first() } else { None };
                    return Some(Action::Move { from, to, keep });
                }
                if choice > 0 {
                    continue;
                }
            }
            let mut moved = pieces;
            moved.remove(from);
            moved.insert(to);
            if state.steps_left == 1 || self.can_remove(moved) {
                return Some(Action::Move { from, to, keep: None });
            }
        }
        random_legal_action(self, &NoHistory, state, &(), rng, buffer)
    }

    /// Returns the number of moves, and of those that start on one of the `forks`.
    #[inline]
    fn count_moves(&self, pieces: Bits<W>, landings: Bits<W>, forks: Bits<W>) -> (usize, usize) {
        let (mut all, mut of_forks) = (0, 0);
        let _: ControlFlow<()> = self.each_jumps(pieces, landings, |jumps| {
            all += jumps.forth.len() + jumps.back.len();
            let far = forks.down(jumps.span);
            of_forks += (jumps.forth & forks).len() + (jumps.back & far).len();
            ControlFlow::Continue(())
        });
        (all, of_forks)
    }

    /// Returns the move from the origins with `n` others before it.
    #[inline]
    fn nth_move(&self, pieces: Bits<W>, landings: Bits<W>, origins: Bits<W>, mut n: usize) -> (Cell, Cell) {
        let found = self.each_jumps(pieces, landings, |jumps| {
            let forth = jumps.forth & origins;
            let count = forth.len();
            if n < count {
                let from = forth.nth(n);
                return ControlFlow::Break((from, Cell(from.0 + jumps.span as u16)));
            }
            n -= count;
            let back = jumps.back & origins.down(jumps.span);
            let count = back.len();
            if n < count {
                let to = back.nth(n);
                return ControlFlow::Break((Cell(to.0 + jumps.span as u16), to));
            }
            n -= count;
            ControlFlow::Continue(())
        });
        match found {
            ControlFlow::Break(pair) => pair,
            ControlFlow::Continue(()) => unreachable!("the moves have been counted"),
        }
    }

    /// Calls `see` with all moves, by axis and length, until it breaks.
    #[inline(always)]
    fn each_jumps<T>(
        &self,
        pieces: Bits<W>,
        landings: Bits<W>,
        mut see: impl FnMut(Jumps<W>) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        self.each_on_axis(Axis::E, pieces, landings, &mut see)?;
        self.each_on_axis(Axis::Sw, pieces, landings, &mut see)?;
        self.each_on_axis(Axis::Se, pieces, landings, &mut see)
    }

    #[inline(always)]
    fn each_on_axis<T>(
        &self,
        axis: Axis,
        pieces: Bits<W>,
        landings: Bits<W>,
        see: &mut impl FnMut(Jumps<W>) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        // The cells with a piece strictly between them and the end of the jump.
        let mut over = Bits::EMPTY;
        let mut far_pieces = pieces.down(Grid::<W, N>::offset(axis));
        for length in 2..=Grid::<W, N>::DIAMETER {
            over |= far_pieces;
            let span = length * Grid::<W, N>::offset(axis);
            far_pieces = pieces.down(span);
            let possible = over & self.grid.room(axis, length);
            let forth = pieces & landings.down(span) & possible;
            let back = landings & far_pieces & possible;
            see(Jumps { forth, back, span })?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harvest::SPEC;
    use hexarium_kernel::{Flow, Game, Options, Rules, legal_actions};
    use std::collections::HashMap;

    fn harvest<const W: usize, const N: usize>(surround: &str) -> Harvest<W, N> {
        let base = N.to_string();
        Harvest::configure(&Options::new(SPEC.options, [("base", base.as_str()), ("surround", surround)]).unwrap())
            .unwrap()
    }

    /// Calls `check` with every state of some random games.
    fn in_random_games<const W: usize, const N: usize>(
        game: &Harvest<W, N>,
        games: usize,
        mut check: impl FnMut(&State<W>, &[Action], &mut Rng),
    ) {
        let mut rng = Rng::new(N as u64);
        let mut legal = Vec::new();
        for _ in 0..games {
            let mut state = game.start();
            loop {
                legal_actions(game, &NoHistory, &state, &(), &mut legal);
                check(&state, &legal, &mut rng);
                if legal.is_empty() {
                    break;
                }
                let action = legal[rng.below(legal.len())];
                if game.apply(&mut state, &mut (), action) == Flow::GameOver {
                    break;
                }
            }
        }
    }

    fn counts_every_move<const W: usize, const N: usize>() {
        let game = harvest::<W, N>("spaces");
        in_random_games(&game, 20, |state, _, _| {
            let pieces = state.pieces;
            let (landings, forks) = (game.landings(pieces), Grid::<W, N>::forks(pieces));
            let listed = |origins: Bits<W>| -> Vec<(Cell, Cell)> {
                let from = |from| game.destinations(pieces, landings, from).iter().map(move |to| (from, to));
                origins.iter().flat_map(from).collect()
            };
            let (moves, fork_moves) = game.count_moves(pieces, landings, forks);
            for (origins, count) in [(pieces, moves), (forks, fork_moves)] {
                let mut found: Vec<_> = (0..count).map(|n| game.nth_move(pieces, landings, origins, n)).collect();
                found.sort_unstable();
                assert_eq!(found, listed(origins));
            }
        });
    }

    #[test]
    fn counting_along_lines_finds_the_moves_that_listing_finds() {
        counts_every_move::<1, 3>();
        counts_every_move::<1, 4>();
        counts_every_move::<2, 5>();
        counts_every_move::<2, 6>();
    }

    #[test]
    fn every_legal_action_is_drawn_equally_often() {
        for surround in ["spaces", "six"] {
            let game = harvest::<1, 3>(surround);
            let mut ties = 0;
            in_random_games(&game, 60, |state, legal, rng| {
                let each = 200;
                let mut drawn: HashMap<Action, usize> = HashMap::new();
                for _ in 0..each * legal.len() {
                    let action = game.draw(state, rng, &mut Vec::new()).unwrap();
                    *drawn.entry(action).or_default() += 1;
                }
                assert!(drawn.keys().all(|a| legal.contains(a)));
                for action in legal {
                    ties += usize::from(matches!(action, Action::Move { keep: Some(_), .. }));
                    // Six standard deviations of a count with mean 200 (and so variance of at most
                    // 200).
                    let count = drawn.get(action).copied().unwrap_or(0);
                    assert!(count.abs_diff(each) < 85, "{action:?} came {count} times in {state:?}");
                }
                assert_eq!(game.draw(state, rng, &mut Vec::new()).is_none(), legal.is_empty());
            });
            assert!(ties > 50, "only {ties} choices between equal groups came up");
        }
    }

    #[test]
    fn the_quick_answer_whether_a_turn_can_be_finished_agrees_with_trying() {
        for surround in ["spaces", "six"] {
            let game = harvest::<1, 3>(surround);
            let mut no_legal_action = 0;
            let cells = game.board.cells();
            for bits in (0..1u32 << 19).step_by(7) {
                let pieces: Bits<1> = (0..19).filter(|i| bits >> i & 1 == 1).map(|i| cells[i]).collect();
                if pieces.len() < 3 || !game.board.is_one_group(pieces) {
                    continue;
                }
                for steps_left in [1, 2] {
                    let state = State { pieces, steps_left, ..game.start() };
                    let mut legal = Vec::new();
                    legal_actions(&game, &NoHistory, &state, &(), &mut legal);
                    assert_eq!(game.can_finish(&state), Some(!legal.is_empty()), "{state:?}");
                    no_legal_action += usize::from(legal.is_empty());
                }
            }
            assert!(no_legal_action > 50, "{no_legal_action}");
        }
    }
}

//! The winner of a random game of Hex, without playing it.
//!
//! A full board has exactly one winner, and it is whoever connected first: so filling the board at random and testing one
//! connection draws from the same distribution as playing random stones one by one.

use hexarium_geometry::Bits;
use hexarium_kernel::{Player, Rng, Rules};

use super::{Hex, State};

impl<const W: usize> Hex<W> {
    /// The winner after random play from here to the end.
    pub(super) fn random_winner(&self, state: &State<W>, rng: &mut Rng) -> Option<Player> {
        if let Some(outcome) = self.outcome(state) {
            return outcome.winner;
        }
        let mut state = *state;
        if self.may_swap(&state) {
            // Whether the swap is taken changes who has the first stone, so this one action is drawn for itself.
            let action = self.random_action(&state, rng, &mut Vec::new())?;
            self.apply(&mut state, &mut (), action);
        }
        let empty = self.empty(&state);
        let share = random_subset(empty, empty.len().div_ceil(2), rng);
        let mover_is_blue = state.to_move == self.blue;
        let blue = state.stones[self.blue] | if mover_is_blue { share } else { empty & !share };
        let blue_wins = self.joins_top_and_bottom(blue);
        Some(if blue_wins { self.blue } else { self.blue.other() })
    }

    /// Whether the stones join the top row with the bottom row, on a board with no empty cell or any other.
    pub(super) fn joins_top_and_bottom(&self, stones: Bits<W>) -> bool {
        let n = self.size;
        let mut rows = [0u32; 19];
        for (r, row) in rows[..n].iter_mut().enumerate() {
            *row = bits_at(&stones.0, r * n) as u32 & ((1 << n) - 1);
        }
        let rows = &rows[..n];
        let mut reached = [0u32; 19];
        reached[0] = rows[0];
        loop {
            for r in 1..n {
                let above = reached[r - 1];
                reached[r] = spread(reached[r] | (above | above >> 1) & rows[r], rows[r]);
            }
            if reached[n - 1] != 0 {
                return true;
            }
            let mut more = 0;
            for r in (0..n - 1).rev() {
                let below = reached[r + 1];
                let new = (below | below << 1) & rows[r] & !reached[r];
                if new != 0 {
                    reached[r] = spread(reached[r] | new, rows[r]);
                    more |= new;
                }
            }
            if more == 0 {
                return false;
            }
        }
    }
}

/// The 64 bits from an index on.
#[inline]
fn bits_at<const W: usize>(words: &[u64; W], from: usize) -> u64 {
    let (word, bit) = (from / 64, from % 64);
    let low = words[word] >> bit;
    if bit > 0 && word + 1 < W { low | words[word + 1] << (64 - bit) } else { low }
}

/// All bits of the runs of `row` that have a bit in `seeds`; rows of at most 31 bits.
#[inline]
fn spread(seeds: u32, row: u32) -> u32 {
    // Upward a carry runs through the whole run at once; downward the reach doubles from step to step.
    let mut out = (((row + seeds) ^ row) & row) | seeds;
    let mut open = row;
    for step in [1, 2, 4, 8, 16] {
        out |= open & (out >> step);
        open &= open >> step;
    }
    out
}

/// A uniformly random subset of the given size: random bits first, then random cells in or out until the size is right.
#[inline]
fn random_subset<const W: usize>(from: Bits<W>, size: usize, rng: &mut Rng) -> Bits<W> {
    let mut subset = Bits::EMPTY;
    for (word, from) in subset.0.iter_mut().zip(from.0) {
        *word = rng.bits() & from;
    }
    let mut have = subset.len();
    while have > size {
        subset.remove(subset.nth(rng.below(have)));
        have -= 1;
    }
    while have < size {
        let rest = from & !subset;
        subset.insert(rest.nth(rng.below(rest.len())));
        have += 1;
    }
    subset
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::SPEC;
    use hexarium_kernel::{Game, Options};

    fn hex(size: &str, swap: &str) -> Hex<2> {
        Hex::configure(&Options::new(SPEC.options, [("size", size), ("swap", swap)]).unwrap()).unwrap()
    }

    #[test]
    fn spread_fills_whole_runs_and_nothing_else() {
        for row in 0..1u32 << 9 {
            for seed in 0..9 {
                let seeds = row & (1 << seed | 1 << (seed / 2));
                let mut slow = seeds;
                for _ in 0..9 {
                    slow |= (slow << 1 | slow >> 1) & row;
                }
                assert_eq!(spread(seeds, row), slow, "row {row:b}, seeds {seeds:b}");
            }
        }
    }

    #[test]
    fn the_quick_connection_test_agrees_with_flooding_the_board() {
        let mut rng = Rng::new(5);
        for size in ["2", "5", "8", "11"] {
            let hex = hex(size, "false");
            for _ in 0..2000 {
                let stones = random_subset(hex.board.all(), rng.below(hex.board.all().len()), &mut rng);
                let [top, bottom] = hex.edges[hex.blue];
                let slow = hex.board.flood(stones & top, stones).meets(bottom);
                assert_eq!(hex.joins_top_and_bottom(stones), slow);
            }
        }
    }

    #[test]
    fn a_rollout_wins_as_often_as_random_play() {
        for swap in ["false", "true"] {
            let hex = hex("4", swap);
            let mut rng = Rng::new(9);
            let (mut quick, mut played) = (0, 0);
            let games = 40_000;
            for _ in 0..games {
                quick += i32::from(hex.random_winner(&hex.start(), &mut rng) == Some(Player::First));
                let mut state = hex.start();
                while hex.outcome(&state).is_none() {
                    let action = hex.random_action(&state, &mut rng, &mut Vec::new()).unwrap();
                    hex.apply(&mut state, &mut (), action);
                }
                played += i32::from(hex.outcome(&state).unwrap().winner == Some(Player::First));
            }
            // Five standard deviations of the difference of two shares.
            assert!((quick - played).abs() < 5 * 142, "{quick} and {played} of {games}");
        }
    }

    #[test]
    fn a_random_subset_has_its_size_and_every_cell_its_chance() {
        let hex = hex("5", "false");
        let mut rng = Rng::new(1);
        let mut seen = [0; 128];
        for _ in 0..10_000 {
            let subset = random_subset(hex.board.all(), 10, &mut rng);
            assert_eq!(subset.len(), 10);
            for cell in subset {
                seen[cell.index()] += 1;
            }
        }
        assert!(seen[..25].iter().all(|n| (3750..4250).contains(n)), "{seen:?}");
    }
}

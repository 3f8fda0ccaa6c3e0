//! The winner of a random game of Hex, without playing it move by move.
//!
//! A full board has exactly one winner, who is also the player that connected first. Filling the
//! board at random and testing one connection therefore samples the same distribution as random
//! play.

use hexarium_geometry::Bits;
use hexarium_kernel::{Player, Rng, Rules};

use super::{Hex, State};

impl<const W: usize> Hex<W> {
    /// Returns the winner after random play to the end.
    pub(super) fn random_winner(&self, state: &State<W>, rng: &mut Rng) -> Option<Player> {
        if let Some(outcome) = self.outcome(state) {
            return outcome.winner;
        }
        let mut state = *state;
        if self.may_swap(&state) {
            // Taking the swap changes the owner of the first stone, so this action is sampled
            // separately.
            let action = self.random_action(&state, rng, &mut Vec::new())?;
            self.apply(&mut state, &mut (), action);
        }
        let empty = self.empty(&state);
        let share = random_subset(empty, empty.len().div_ceil(2), rng);
        let mover_is_blue = state.to_move == self.game.blue;
        let blue = state.stones[self.game.blue] | if mover_is_blue { share } else { empty & !share };
        let blue_wins = self.joins_top_and_bottom(blue);
        Some(if blue_wins { self.game.blue } else { self.game.blue.other() })
    }

    /// Whether the stones connect the top row with the bottom row; the board need not be full.
    pub(super) fn joins_top_and_bottom(&self, stones: Bits<W>) -> bool {
        let n = self.game.size;
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

/// Returns 64 bits, starting at an index.
#[inline]
fn bits_at<const W: usize>(words: &[u64; W], from: usize) -> u64 {
    let (word, bit) = (from / 64, from % 64);
    let low = words[word] >> bit;
    if bit > 0 && word + 1 < W { low | words[word + 1] << (64 - bit) } else { low }
}

/// Returns all runs of set bits in `row` that have a bit in `seeds`; rows have at most 31 bits.
#[inline]
fn spread(seeds: u32, row: u32) -> u32 {
    // Upwards, the carry of an addition fills a whole run at once; downwards, the distance doubles
    // with each step.
    let mut out = (((row + seeds) ^ row) & row) | seeds;
    let mut open = row;
    for step in [1, 2, 4, 8, 16] {
        out |= open & (out >> step);
        open &= open >> step;
    }
    out
}

/// Returns a uniformly random subset of the given size: random bits first, then random cells added
/// or removed until the size is right.
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

    fn hex(size: &str, swap: &str, pass: &str) -> Hex<2> {
        let options = [("size", size), ("swap", swap), ("pass", pass)];
        Hex::configure(&Options::new(SPEC.options, options).unwrap()).unwrap()
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
            let hex = hex(size, "false", "false");
            for _ in 0..2000 {
                let stones = random_subset(hex.game.board.all(), rng.below(hex.game.board.all().len()), &mut rng);
                let [top, bottom] = hex.game.edges[hex.game.blue];
                let slow = hex.game.board.flood(stones & top, stones).meets(bottom);
                assert_eq!(hex.joins_top_and_bottom(stones), slow);
            }
        }
    }

    #[test]
    fn a_rollout_wins_as_often_as_random_play() {
        for (swap, pass) in [("false", "false"), ("true", "false"), ("false", "true"), ("true", "true")] {
            let hex = hex("4", swap, pass);
            let mut rng = Rng::new(9);
            let (mut quick, mut played) = (0, 0);
            let games = 40_000;
            for _ in 0..games {
                quick += i32::from(hex.rollout(&hex.start(), &(), &mut rng, 100) == Some(Player::First));
                let mut state = hex.start();
                while hex.outcome(&state).is_none() {
                    let action = hex.random_action(&state, &mut rng, &mut Vec::new()).unwrap();
                    hex.apply(&mut state, &mut (), action);
                }
                played += i32::from(hex.outcome(&state).unwrap().winner == Some(Player::First));
            }
            // Five standard deviations of the difference between two proportions.
            assert!((quick - played).abs() < 5 * 142, "{quick} and {played} of {games}");
        }
    }

    #[test]
    fn a_random_subset_has_its_size_and_every_cell_its_chance() {
        let hex = hex("5", "false", "false");
        let mut rng = Rng::new(1);
        let mut seen = [0; 128];
        for _ in 0..10_000 {
            let subset = random_subset(hex.game.board.all(), 10, &mut rng);
            assert_eq!(subset.len(), 10);
            for cell in subset {
                seen[cell.index()] += 1;
            }
        }
        assert!(seen[..25].iter().all(|n| (3750..4250).contains(n)), "{seen:?}");
    }
}

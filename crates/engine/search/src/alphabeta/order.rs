//! Move ordering: tags of actions, the history table and the selection of the next action.

use std::hash::{Hash, Hasher};

use hexarium_kernel::{PerPlayer, Player, mix};

/// Returns a hash that identifies an action independently of the game; never 0. A collision between
/// two actions of a position only costs move ordering.
pub(super) fn tag<A: Hash>(action: A) -> u16 {
    let mut hasher = Mixer(0);
    action.hash(&mut hasher);
    (mix(hasher.0) as u16).max(1)
}

/// A hasher with the same results on every platform: all integers are widened to 64 bits.
struct Mixer(u64);

impl Mixer {
    fn add(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(7) ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }
    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n));
    }
    fn write_u16(&mut self, n: u16) {
        self.add(u64::from(n));
    }
    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n));
    }
    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }
    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }
    fn write_isize(&mut self, n: isize) {
        self.add(n as i64 as u64);
    }
}

/// The history table: how often each action of a player has caused a cutoff.
#[derive(Debug)]
pub(super) struct History {
    counts: PerPlayer<Vec<i16>>,
}

const SLOTS: usize = 1 << 12;

/// The limit of a history value.
pub(super) const MOST: i32 = 8192;

impl History {
    pub(super) fn new() -> Self {
        Self { counts: PerPlayer([vec![0; SLOTS], vec![0; SLOTS]]) }
    }

    pub(super) fn get(&self, player: Player, tag: u16) -> i32 {
        i32::from(self.counts[player][usize::from(tag) % SLOTS])
    }

    /// Adds a bonus or a penalty to an action, scaled down as the value approaches the limit.
    pub(super) fn add(&mut self, player: Player, tag: u16, bonus: i32) {
        let count = &mut self.counts[player][usize::from(tag) % SLOTS];
        let old = i32::from(*count);
        *count = (old + bonus - old * bonus.abs() / MOST) as i16;
    }

    /// Ages all values.
    pub(super) fn fade(&mut self) {
        for count in self.counts.0.iter_mut().flatten() {
            *count /= 4;
        }
    }
}

/// An action with its rank in the move ordering.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<A> {
    pub(super) action: A,
    pub(super) tag: u16,
    pub(super) rank: i32,
}

/// Moves the best of the choices from `i` on to index `i`. The first few are selected one by one,
/// because they often cause a cutoff; then the rest is sorted.
pub(super) fn pick<A: Copy>(choices: &mut [Choice<A>], i: usize) -> Choice<A> {
    const PICKED: usize = 3;
    if i < PICKED {
        let mut best = i;
        for j in i + 1..choices.len() {
            if choices[j].rank > choices[best].rank {
                best = j;
            }
        }
        // The rotation is stable: equal ranks stay in the order in which the game generates them.
        choices[i..=best].rotate_right(1);
    } else if i == PICKED {
        choices[i..].sort_by_key(|choice| -choice.rank);
    }
    choices[i]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_come_by_rank_and_equal_ones_as_they_were_listed() {
        let ranks = [3, 9, 1, 9, 4, 4, 0, 9, 2];
        let mut choices: Vec<_> =
            ranks.iter().enumerate().map(|(action, &rank)| Choice { action, tag: 1, rank }).collect();
        let order: Vec<_> = (0..choices.len()).map(|i| pick(&mut choices, i).action).collect();
        assert_eq!(order, [1, 3, 7, 4, 5, 0, 8, 2, 6]);
    }

    #[test]
    fn a_count_stays_within_its_limits() {
        let mut history = History::new();
        for _ in 0..10_000 {
            history.add(Player::First, 5, 700);
            history.add(Player::Second, 5, -700);
        }
        assert!(history.get(Player::First, 5) > MOST * 8 / 10 && history.get(Player::First, 5) <= MOST);
        assert!(history.get(Player::Second, 5) >= -MOST);
        assert_eq!(history.get(Player::First, 6), 0);
    }

    #[test]
    fn tags_are_the_same_on_every_machine() {
        #[derive(Hash)]
        enum Action {
            Step { from: u16, to: u16 },
            Pass,
        }
        assert_ne!(tag(Action::Step { from: 1, to: 2 }), tag(Action::Step { from: 2, to: 1 }));
        assert_eq!(tag(Action::Step { from: 1, to: 2 }), 47015);
        assert_eq!(tag(Action::Pass), 26100);
    }
}

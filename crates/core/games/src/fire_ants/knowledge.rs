//! Search knowledge of March of the Fire Ants.
//!
//! The evaluation centres on the queens: the free spaces around each, the sides from which it is
//! already held, and whether the missing piece of a sandwich can arrive with one action.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{Knowledge, PerPlayer, Player, Rng, Rules, Trace, win_chance};

use super::{Action, FireAnts, Sandwich, State};

/// The value of a queen, and the penalties if the opponent can capture it now, or could capture it
/// with the next action.
const QUEEN: i32 = 300;
const FALLS: i32 = 220;
const HANGS: i32 = 25;
/// The penalty for two hanging queens, which cannot both be saved with one action.
const BOTH_HANG: i32 = 90;

/// The value of a queen's mobility, by the number of empty regular spaces next to it.
const ROOM: [i32; 7] = [-150, -60, -22, -8, 0, 4, 6];

/// The penalty for a queen held from one side of a line whose other side is empty.
const HELD: i32 = 9;

/// The values of stones on regular spaces and in the buffer, relative to those in reserve.
const ON_BOARD: i32 = 5;
const IN_BUFFER: i32 = 3;

/// The value of each space on which a piece can land.
const MOBILITY: i32 = 1;

/// The value of being to move.
const TEMPO: i32 = 6;

/// The spaces where a player's pieces can land with one action.
#[derive(Clone, Copy)]
struct Landings {
    /// Landings of pieces that can close a sandwich.
    closing: Bits<1>,
    /// Landings of any piece.
    any: Bits<1>,
}

impl Knowledge for FireAnts {
    fn nodes_a_second(&self) -> u64 {
        420_000
    }

    fn evaluate(&self, state: &State) -> i32 {
        let landings = PerPlayer(Player::BOTH.map(|player| self.landings(state, player)));
        let tempo = if state.to_move == Player::First { TEMPO } else { -TEMPO };
        let [first, second] = Player::BOTH.map(|player| self.standing(state, player, &landings));
        first - second + tempo
    }

    fn priors(&self, state: &State, actions: &[Action], weights: &mut [f32]) {
        let (me, enemy) = (state.to_move, state.to_move.other());
        let occupied = state.occupied();
        let theirs = self.landings(state, enemy);
        let near: Bits<1> = state.queens[enemy].iter().fold(Bits::EMPTY, |all, q| all | self.lines.exits(q));
        let hanging: Bits<1> = state.queens[me]
            .iter()
            .filter(|&q| self.hangs(q, self.standing_halves(state, enemy), theirs, occupied))
            .collect();
        for (action, weight) in actions.iter().zip(weights) {
            *weight = match *action {
                Action::Place(_) => 1.0,
                Action::Change { .. } => 0.3,
                Action::Pass => 1.0,
                Action::Move { from, to } => {
                    let queen = state.queens[me].has(from);
                    let standing = self.standing_halves(state, me) & !Bits::single(from);
                    let takes = !self.lines.sandwiched(to, state.queens[enemy], standing).is_empty()
                        && (self.sandwich == Sandwich::AnyPieces || !queen);
                    let shuts =
                        state.queens[enemy].iter().any(|q| (self.lines.exits(q) & !occupied).within(Bits::single(to)));
                    let mut weight = if queen { 0.8 } else { 1.2 };
                    if takes || shuts {
                        weight += 30.0;
                    }
                    if hanging.has(from) {
                        weight += 6.0;
                    } else if !hanging.is_empty() {
                        weight += 1.0;
                    }
                    if near.has(to) {
                        weight += if queen { 0.5 } else { 2.0 };
                    }
                    weight
                }
            };
        }
    }

    fn may_win_this_turn(&self, state: &State) -> bool {
        let (me, occupied) = (state.to_move, state.occupied());
        let landings = self.landings(state, me);
        state.queens[me.other()].iter().all(|q| self.hangs(q, self.standing_halves(state, me), landings, occupied))
    }

    fn playout(&self, state: &State, (): &(), _: &mut Rng, _: &mut Trace) -> f32 {
        match self.outcome(state) {
            Some(outcome) => hexarium_kernel::share(outcome.winner),
            None => win_chance(self.evaluate(state)),
        }
    }
}

impl FireAnts {
    fn landings(&self, state: &State, player: Player) -> Landings {
        let occupied = state.occupied();
        let stones = self.lines.stops(state.stones[player], occupied);
        let queens = state.queens[player].iter().fold(Bits::EMPTY, |all, q| all | self.lines.queen_reach(q, occupied));
        let closing = match self.sandwich {
            Sandwich::AnyPieces => stones | queens,
            Sandwich::Stones | Sandwich::StoneMoves => stones,
        };
        Landings { closing, any: stones | queens }
    }

    /// Whether an enemy with these pieces and landings can capture the queen with one action. No
    /// capture is missed, but there are rare false positives: the only piece that could close the
    /// sandwich may also be the one on its other side.
    fn hangs(&self, queen: Cell, enemy: Bits<1>, landings: Landings, occupied: Bits<1>) -> bool {
        let exits = self.lines.exits(queen) & !occupied;
        let shut = exits.is_empty() || exits.len() == 1 && exits.within(landings.any);
        shut || self.lines.sides(queen).iter().any(|&[one, other]| {
            one.meets(enemy) && other.meets(landings.closing) || other.meets(enemy) && one.meets(landings.closing)
        })
    }

    /// Returns the value of a player's queens and stones.
    fn standing(&self, state: &State, player: Player, landings: &PerPlayer<Landings>) -> i32 {
        let enemy = player.other();
        let (occupied, enemies) = (state.occupied(), state.pieces(enemy));
        let mut score = 0;
        let mut hanging = 0;
        for queen in state.queens[player] {
            score += QUEEN + ROOM[(self.lines.exits(queen) & !occupied).len()];
            for &[one, other] in self.lines.sides(queen) {
                let held = one.meets(enemies) && !other.meets(occupied) || other.meets(enemies) && !one.meets(occupied);
                score -= if held { HELD } else { 0 };
            }
            hanging += i32::from(self.hangs(queen, enemies, landings[enemy], occupied));
        }
        score -= match hanging {
            0 => 0,
            _ if state.to_move == enemy => FALLS + (hanging - 1) * BOTH_HANG,
            1 => HANGS,
            _ => HANGS + BOTH_HANG,
        };
        let marching = (state.stones[player] & self.regular).len() as i32;
        let waiting = (state.stones[player] & self.buffer).len() as i32;
        score + ON_BOARD * marching + IN_BUFFER * waiting + MOBILITY * landings[player].any.len() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fire_ants::SPEC;
    use hexarium_kernel::{Flow, Game, Options};

    fn fire_ants(changes: &[(&str, &str)]) -> FireAnts {
        FireAnts::configure(&Options::new(SPEC.options, changes.iter().copied()).unwrap()).unwrap()
    }

    /// Visits states of random games, with and without captures by queens.
    fn each_state(rounds: u64, mut visit: impl FnMut(&FireAnts, &State)) {
        for (queens_capture, rules) in [("true", "2"), ("false", "2"), ("false", "1")] {
            let game = fire_ants(&[("queens_capture", queens_capture), ("rules", rules)]);
            for seed in 0..rounds {
                let mut rng = Rng::new(seed);
                let mut state = game.start();
                let mut buffer = Vec::new();
                while let Some(action) = game.random_action(&state, &mut rng, &mut buffer) {
                    visit(&game, &state);
                    if game.apply(&mut state, &mut (), action) == Flow::GameOver {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn a_win_within_the_turn_is_never_ruled_out() {
        let (mut wins, mut ruled_out, mut all) = (0, 0, 0);
        each_state(60, |game, state| {
            let mut actions = Vec::new();
            game.pseudo_legal_actions(state, &mut actions);
            let wins_now = actions.iter().any(|&action| {
                let mut next = *state;
                game.apply(&mut next, &mut (), action);
                game.outcome(&next).is_some_and(|o| o.winner == Some(state.to_move))
            });
            let may = game.may_win_this_turn(state);
            assert!(may || !wins_now, "{state:?}");
            wins += usize::from(wins_now);
            ruled_out += usize::from(!may);
            all += 1;
        });
        assert!(wins > 100, "{wins} wins in {all} states are no test");
        assert!(ruled_out * 10 > all * 8, "{ruled_out} of {all} ruled out: no saving");
    }

    #[test]
    fn the_evaluation_is_the_same_for_both_sides() {
        each_state(5, |game, state| {
            let swapped = game.assemble(
                PerPlayer([state.stones.0[1], state.stones.0[0]]),
                PerPlayer([state.queens.0[1], state.queens.0[0]]),
                state.to_move.other(),
            );
            assert_eq!(game.evaluate(&swapped), -game.evaluate(state));
        });
    }

    #[test]
    fn a_queen_that_can_be_taken_counts_as_nearly_lost() {
        let game = fire_ants(&[]);
        // White stones on c4 and g6, a black queen on c5: g6-c6 closes the sandwich.
        let cell = |name: &str| Bits::single(game.board.named(name).unwrap());
        let white = PerPlayer([cell("c4") | cell("g6"), cell("a2")]);
        let queens = PerPlayer([cell("h3") | cell("h5"), cell("c5") | cell("g2")]);
        let on_move = |player| game.evaluate(&game.assemble(white, queens, player));
        assert!(on_move(Player::First) > on_move(Player::Second) + 100);
    }
}

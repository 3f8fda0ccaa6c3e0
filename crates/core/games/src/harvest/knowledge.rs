//! Search knowledge of Harvest.
//!
//! The score alone says little. More important is how many pieces the side to move can take at
//! once, because a thin group falls apart and its halves are worth more than all single pieces
//! before. [`exact`](super::exact) solves the endgame; until then, the maximum that one step can
//! take is the best cheap feature.

use hexarium_geometry::Bits;
use hexarium_kernel::{Flow, Knowledge, Player, Rng, Rules, Trace, win_chance};

use super::exact::{Solver, TurnPhase};
use super::steps::Step;
use super::{Action, Harvest, State};

/// The value of a lead of one piece.
const PIECE: i32 = 100;

/// The magnitude of the score of a decided game.
const LOST: i32 = 40 * PIECE;

impl<const W: usize, const N: usize> Knowledge for Harvest<W, N> {
    fn nodes_a_second(&self) -> u64 {
        match N {
            3 => 140_000,
            4 => 60_000,
            5 => 8_000,
            _ => 4_000,
        }
    }

    fn evaluate(&self, state: &State<W>) -> i32 {
        let value = self.prospect(state);
        if state.to_move == Player::First { value } else { -value }
    }

    fn priors(&self, state: &State<W>, actions: &[Action], weights: &mut [f32]) {
        let me = state.to_move;
        let values: Vec<i32> = actions.iter().map(|&action| self.value_after(state, action, me)).collect();
        let best = values.iter().copied().max().unwrap_or(0);
        for (weight, value) in weights.iter_mut().zip(values) {
            let worse = (best - value) as f32 / PIECE as f32;
            *weight = 1.0 / (1.0 + worse * worse);
        }
    }

    fn prune(&self, state: &State<W>, actions: &mut Vec<Action>) {
        // Taking first and passing then reaches everything that passing first and taking then does.
        if state.steps_left == 2 {
            actions.retain(|&action| action != Action::Pass);
        }
    }

    fn solve(&self, state: &State<W>, budget: u64) -> Option<(Option<Player>, Action)> {
        Solver::new(self, budget).best_action(state)
    }

    fn may_win_this_turn(&self, state: &State<W>) -> bool {
        self.wins_this_turn(state.phase(), state.pieces, state.lead(state.to_move))
    }

    fn playout(&self, state: &State<W>, (): &(), _rng: &mut Rng, _trace: &mut Trace) -> f32 {
        win_chance(self.evaluate(state))
    }
}

impl<const W: usize, const N: usize> Harvest<W, N> {
    /// Returns the evaluation for the side to move.
    fn prospect(&self, state: &State<W>) -> i32 {
        let lead = i32::from(state.lead(state.to_move));
        match state.phase() {
            TurnPhase::Begin => PIECE * lead + self.turn_worth(state.pieces),
            phase => self.finished_turn(phase, state.pieces).map_or(-LOST, |step| {
                let lead = PIECE * (lead + i32::from(step.taken));
                match step.pieces.len() {
                    ..=2 => lead.signum() * LOST,
                    _ => lead - self.turn_worth(step.pieces),
                }
            }),
        }
    }

    /// Returns the value of having a whole turn, apart from the lead.
    fn turn_worth(&self, pieces: Bits<W>) -> i32 {
        105 * self.best_turn(pieces) as i32 - 5 * pieces.len() as i32 - 140
    }

    /// Returns a last step of the turn that takes many pieces and leaves few to take, or `None` if
    /// the turn cannot be completed.
    fn finished_turn(&self, phase: TurnPhase, pieces: Bits<W>) -> Option<Step<W>> {
        let pass = Step { pieces, taken: 0 };
        let mut best = (phase == TurnPhase::Free).then(|| (-8 * self.best_take(pieces) as i32, pass));
        self.each_step(pieces, phase == TurnPhase::Owing, |step| {
            let order_score = 9 * i32::from(step.taken) - 8 * self.best_take(step.pieces) as i32;
            if best.is_none_or(|(most, _)| order_score > most) {
                best = Some((order_score, step));
            }
        });
        best.map(|(_, step)| step)
    }

    /// Returns a cheap evaluation for the side to move.
    fn glance(&self, state: &State<W>) -> i32 {
        let (size, take) = (state.pieces.len() as i32, self.best_take(state.pieces) as i32);
        let worth = match state.phase() {
            TurnPhase::Begin => 47 * take + 28 * size - 230,
            TurnPhase::Owing if take == 0 => -LOST,
            TurnPhase::Owing => 160 * take - 18 * size - 310,
            TurnPhase::Free => 96 * take - 13 * size - 70,
        };
        PIECE * i32::from(state.lead(state.to_move)) + worth
    }

    /// Returns the evaluation for a player of the state after an action.
    fn value_after(&self, state: &State<W>, action: Action, me: Player) -> i32 {
        let mut after = *state;
        if self.apply(&mut after, &mut (), action) == Flow::GameOver {
            return if after.lead(me) > 0 { LOST } else { -LOST };
        }
        let value = self.glance(&after);
        if after.to_move == me { value } else { -value }
    }

    /// Whether the side to move can win within the turn: with the last pieces, or by leaving none
    /// that can be taken.
    fn wins_this_turn(&self, phase: TurnPhase, pieces: Bits<W>, lead: i8) -> bool {
        let mut won = false;
        if phase == TurnPhase::Free {
            won = self.has_no_legal_turn(pieces);
        }
        self.each_step(pieces, phase == TurnPhase::Owing, |step| {
            if won {
                return;
            }
            let after = lead + step.taken as i8;
            won = if step.pieces.len() <= 2 {
                after > 0
            } else {
                match phase.after(step.taken) {
                    TurnPhase::Begin => self.has_no_legal_turn(step.pieces),
                    same_turn => self.wins_this_turn(same_turn, step.pieces, after),
                }
            };
        });
        won
    }

    /// Whether no turn can take anything from these pieces, three or more.
    fn has_no_legal_turn(&self, pieces: Bits<W>) -> bool {
        !self.can_remove(pieces) && !self.can_prepare(pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{game, small_states};
    use super::*;
    use hexarium_kernel::{Cursor, NoHistory, Notation, legal_actions};

    /// Visits the states of random games that are not over.
    fn each_state<const W: usize, const N: usize>(
        rules: &Harvest<W, N>,
        most: usize,
        games: u64,
        mut see: impl FnMut(State<W>),
    ) {
        for seed in 0..games {
            let states = small_states(rules, &mut Rng::new(seed), most);
            states.into_iter().filter(|state| rules.has_action(state)).for_each(&mut see);
        }
    }

    fn wins_now<const W: usize, const N: usize>(
        rules: &Harvest<W, N>,
        cursor: &mut Cursor<Harvest<W, N>>,
        me: Player,
    ) -> bool {
        let mark = cursor.undo_point();
        let mut actions = Vec::new();
        cursor.legal_actions(rules, &mut actions);
        actions.into_iter().any(|action| {
            let (_, outcome) = cursor.play(rules, action);
            let won = match outcome {
                Some(outcome) => outcome.winner == Some(me),
                None => cursor.state.to_move == me && wins_now(rules, cursor, me),
            };
            cursor.undo_to(&mark);
            won
        })
    }

    fn wins_are_seen<const W: usize, const N: usize>(changes: &[(&str, &str)], most: usize, games: u64) {
        let rules = game::<W, N>(changes);
        let (mut yes, mut no) = (0, 0);
        each_state(&rules, most, games, |state| {
            let expected = wins_now(&rules, &mut Cursor::new(&rules, state), state.to_move);
            assert_eq!(rules.may_win_this_turn(&state), expected, "{}", rules.position_text(&state));
            *(if expected { &mut yes } else { &mut no }) += 1;
        });
        assert!(yes > 5 && no > 5, "{yes} {no}");
    }

    #[test]
    fn a_win_within_the_turn_is_seen_exactly_where_there_is_one() {
        wins_are_seen::<1, 3>(&[], 19, 40);
        wins_are_seen::<1, 3>(&[("surround", "six")], 19, 40);
        wins_are_seen::<1, 4>(&[], 37, 20);
        wins_are_seen::<1, 4>(&[("surround", "six")], 14, 40);
        wins_are_seen::<2, 5>(&[], 12, 20);
    }

    #[test]
    fn what_is_left_out_is_never_needed_to_win() {
        let rules = game::<1, 3>(&[]);
        let (mut narrowed, mut won) = (0, 0);
        each_state(&rules, 12, 30, |state| {
            let mut all = Vec::new();
            legal_actions(&rules, &NoHistory, &state, &(), &mut all);
            let mut actions = all.clone();
            rules.prune(&state, &mut actions);
            assert!(!actions.is_empty());
            if actions.len() == all.len() || rules.solve(&state, u64::MAX).unwrap().0 != Some(state.to_move) {
                return;
            }
            let wins = |&action: &Action| {
                let mut after = state;
                let over = rules.apply(&mut after, &mut (), action) == Flow::GameOver;
                let mut solver = Solver::new(&rules, u64::MAX);
                let (mover, lead) = (after.to_move, after.lead(after.to_move));
                let mover_wins = if over { lead > 0 } else { solver.wins(after.phase(), after.pieces, lead).unwrap() };
                mover_wins == (mover == state.to_move)
            };
            assert!(actions.iter().any(wins), "{}", rules.position_text(&state));
            narrowed += all.len() - actions.len();
            won += 1;
        });
        assert!(narrowed > 20 && won > 20, "{narrowed} {won}");
    }

    #[test]
    fn the_evaluation_foretells_the_winner_better_than_the_score() {
        let rules = game::<1, 4>(&[]);
        let (mut by_score, mut by_value, mut count) = (0, 0, 0);
        each_state(&rules, 11, 60, |state| {
            let winner = rules.solve(&state, u64::MAX).unwrap().0;
            let guess = |first: bool| winner == Some(if first { Player::First } else { Player::Second });
            by_score += u32::from(guess(state.lead(Player::First) > 0));
            by_value += u32::from(guess(rules.evaluate(&state) > 0));
            count += 1;
        });
        assert!(by_value > by_score && by_value * 100 > count * 80, "{by_score} and {by_value} of {count}");
    }

    #[test]
    fn the_evaluation_changes_its_sign_with_the_players() {
        let rules = game::<1, 4>(&[]);
        each_state(&rules, 37, 5, |state| {
            let [first, second] = state.scores.0;
            let scores = hexarium_kernel::PerPlayer([second, first]);
            let swapped = State { scores, to_move: state.to_move.other(), ..state };
            assert_eq!(rules.evaluate(&swapped), -rules.evaluate(&state));
        });
    }
}

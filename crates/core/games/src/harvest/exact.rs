//! Exact solver.
//!
//! All pieces are alike and every turn takes at least one, so no position repeats, and a larger
//! lead is never worse. The value of the pieces and the rest of the turn is therefore a single
//! number: the smallest lead with which the side to move wins. If the player cannot take a piece,
//! no lead wins; if the player can leave the opponent without one to take, every lead does. The
//! search asks whether a given lead wins and stores the resulting bounds on that number in a table,
//! so that a set of pieces is searched once rather than once for each score.

use hexarium_geometry::Bits;
use hexarium_kernel::{NoHistory, Player, Rules, legal_actions};

use super::bounds::Table;
use super::mirror::Mirror;
use super::{Action, Harvest, State};

/// The rest of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TurnPhase {
    /// Two steps.
    Begin,
    /// One step, with no piece taken yet.
    Owing,
    /// One step, with a piece taken.
    Free,
}

/// A step to search.
#[derive(Clone, Copy, Debug)]
struct Child<const W: usize> {
    pieces: Bits<W>,
    taken: u8,
    order_score: i16,
}

/// A solver with its transposition table.
pub(super) struct Solver<'a, const W: usize, const N: usize> {
    game: &'a Harvest<W, N>,
    mirror: Mirror<W>,
    table: Table<W>,
    children: Vec<Child<W>>,
    /// The number of positions that may still be searched.
    budget: u64,
}

impl<'a, const W: usize, const N: usize> Solver<'a, W, N> {
    pub(super) fn new(game: &'a Harvest<W, N>, budget: u64) -> Self {
        Self { game, mirror: Mirror::new(&game.board), table: Table::new(budget), children: Vec::new(), budget }
    }

    /// Returns whether the side to move wins with a lead, or `None` if the budget is exhausted.
    pub(super) fn wins(&mut self, phase: TurnPhase, pieces: Bits<W>, lead: i8) -> Option<bool> {
        if pieces.len() <= 2 {
            return Some(lead > 0);
        }
        let pieces = self.mirror.canonical(pieces);
        match self.table.get(phase, pieces).answer(lead) {
            Some(answer) => Some(answer),
            None => self.search(phase, pieces, lead),
        }
    }

    /// Returns the winner and a winning action or, in a lost position, an action that takes many
    /// pieces and leaves few to take.
    pub(super) fn best_action(&mut self, state: &State<W>) -> Option<(Option<Player>, Action)> {
        let me = state.to_move;
        let mut actions = Vec::new();
        legal_actions(self.game, &NoHistory, state, &(), &mut actions);
        let mut choices: Vec<(i16, Action, State<W>)> = Vec::new();
        for action in actions {
            let mut after = *state;
            self.game.apply(&mut after, &mut (), action);
            let child =
                Child { pieces: after.pieces, taken: (state.pieces.len() - after.pieces.len()) as u8, order_score: 0 };
            choices.push((self.order_score(state.phase(), &child), action, after));
        }
        choices.sort_by_key(|&(order_score, ..)| -order_score);
        for (_, action, after) in &choices {
            let wins = self.wins(after.phase(), after.pieces, after.lead(after.to_move))?;
            if wins == (after.to_move == me) {
                return Some((Some(me), *action));
            }
        }
        choices.first().map(|&(_, action, _)| (Some(me.other()), action))
    }

    fn search(&mut self, phase: TurnPhase, pieces: Bits<W>, lead: i8) -> Option<bool> {
        if self.budget == 0 {
            return None;
        }
        self.budget -= 1;
        let before = self.budget;
        let first = self.children.len();
        let answer = self.any_wins(phase, pieces, lead, first);
        self.children.truncate(first);
        if let Some(answer) = answer {
            self.table.insert(phase, pieces, lead, answer, before - self.budget);
        }
        answer
    }

    fn any_wins(&mut self, phase: TurnPhase, pieces: Bits<W>, lead: i8, first: usize) -> Option<bool> {
        self.list(phase, pieces);
        // The table may already decide the result.
        let mut kept = first;
        for i in first..self.children.len() {
            let mut child = self.children[i];
            child.pieces = self.mirror.canonical(child.pieces);
            match self.known(phase, &child, lead) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => {
                    child.order_score = self.order_score(phase, &child);
                    self.children[kept] = child;
                    kept += 1;
                }
            }
        }
        self.children.truncate(kept);
        self.children[first..].sort_by_key(|child| -child.order_score);
        for i in first..kept {
            let child = self.children[i];
            let after = lead + child.taken as i8;
            let won = match phase.after(child.taken) {
                TurnPhase::Begin => !self.wins(TurnPhase::Begin, child.pieces, -after)?,
                same_turn => self.wins(same_turn, child.pieces, after)?,
            };
            if won {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Adds all steps. At the start of a turn the pass is left out: taking first and passing then
    /// is equivalent.
    fn list(&mut self, phase: TurnPhase, pieces: Bits<W>) {
        let children = &mut self.children;
        if phase == TurnPhase::Free {
            children.push(Child { pieces, taken: 0, order_score: 0 });
        }
        self.game.each_step(pieces, phase == TurnPhase::Owing, |step| {
            children.push(Child { pieces: step.pieces, taken: step.taken, order_score: 0 });
        });
    }

    /// Returns whether a step wins, if known.
    fn known(&self, phase: TurnPhase, child: &Child<W>, lead: i8) -> Option<bool> {
        let after = lead + child.taken as i8;
        if child.pieces.len() <= 2 {
            return Some(after > 0);
        }
        match phase.after(child.taken) {
            TurnPhase::Begin => self.table.get(TurnPhase::Begin, child.pieces).answer(-after).map(|won| !won),
            same_turn => self.table.get(same_turn, child.pieces).answer(after),
        }
    }

    /// Returns the move-ordering score of a step.
    fn order_score(&self, phase: TurnPhase, child: &Child<W>) -> i16 {
        let (taken, take) = (i16::from(child.taken), self.game.best_take(child.pieces) as i16);
        match phase.after(child.taken) {
            TurnPhase::Begin => 9 * taken - 8 * take,
            _ => 9 * taken + 8 * take,
        }
    }
}

impl TurnPhase {
    /// Returns the rest of the turn after a step.
    pub(super) fn after(self, taken: u8) -> Self {
        match (self, taken) {
            (Self::Begin, 0) => Self::Owing,
            (Self::Begin, _) => Self::Free,
            _ => Self::Begin,
        }
    }
}

impl<const W: usize> State<W> {
    /// Returns the rest of the turn.
    pub(super) fn phase(&self) -> TurnPhase {
        match (self.steps_left, self.removed) {
            (2, _) => TurnPhase::Begin,
            (_, 0) => TurnPhase::Owing,
            _ => TurnPhase::Free,
        }
    }

    /// Returns the lead of a player.
    pub(super) fn lead(&self, player: Player) -> i8 {
        self.scores[player] as i8 - self.scores[player.other()] as i8
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::samples::{game, small_states};
    use super::*;
    use hexarium_kernel::{Cursor, Knowledge, Notation, Rng};

    /// Returns the winner by exhaustive search with the rules alone.
    fn winner<const W: usize, const N: usize>(
        rules: &Harvest<W, N>,
        cursor: &mut Cursor<Harvest<W, N>>,
        known: &mut HashMap<State<W>, Player>,
    ) -> Player {
        if let Some(&player) = known.get(&cursor.state) {
            return player;
        }
        let (state, mark) = (cursor.state, cursor.undo_point());
        let me = state.to_move;
        let mut actions = Vec::new();
        cursor.legal_actions(rules, &mut actions);
        let mut best = me.other();
        for action in actions {
            let (_, outcome) = cursor.play(rules, action);
            let won = match outcome {
                Some(outcome) => outcome.winner.unwrap(),
                None => winner(rules, cursor, known),
            };
            cursor.undo_to(&mark);
            if won == me {
                best = me;
                break;
            }
        }
        known.insert(state, best);
        best
    }

    fn agrees_with_brute_force<const W: usize, const N: usize>(changes: &[(&str, &str)], most: usize, games: u64) {
        let rules = game::<W, N>(changes);
        let mut known = HashMap::new();
        // With a table that is much too small, entries are lost but results stay correct.
        let mut forgetful = Solver::new(&rules, u64::MAX);
        forgetful.table = Table::new(16);
        let (mut checked, mut moments, mut won) = (0, [0; 3], 0);
        for seed in 0..games {
            for state in small_states(&rules, &mut Rng::new(seed), most) {
                let mut cursor = Cursor::new(&rules, state);
                if cursor.verdict(&rules).is_some() {
                    continue;
                }
                let expected = winner(&rules, &mut cursor, &mut known);
                let text = rules.position_text(&state);
                let (solved, action) = rules.solve(&state, u64::MAX).unwrap();
                assert_eq!(solved, Some(expected), "{text}");
                let (_, outcome) = cursor.play(&rules, action);
                let after = match outcome {
                    Some(outcome) => outcome.winner.unwrap(),
                    None => winner(&rules, &mut cursor, &mut known),
                };
                assert_eq!(after, expected, "{text}: {}", rules.action_text(&state, action));
                let lead = state.lead(state.to_move);
                let wins = forgetful.wins(state.phase(), state.pieces, lead);
                assert_eq!(wins, Some(expected == state.to_move), "{text}");
                checked += 1;
                moments[state.phase() as usize] += 1;
                won += u32::from(expected == state.to_move);
            }
        }
        assert!(checked > 40 && moments.iter().all(|&n| n > 5), "{checked} {moments:?}");
        assert!(won > checked / 10 && won < checked * 9 / 10, "{won} of {checked}");
    }

    #[test]
    fn the_solver_agrees_with_trying_everything() {
        agrees_with_brute_force::<1, 3>(&[], 8, 60);
        agrees_with_brute_force::<1, 3>(&[("surround", "six")], 8, 60);
        agrees_with_brute_force::<1, 4>(&[], 7, 60);
        agrees_with_brute_force::<1, 4>(&[("surround", "six")], 7, 60);
        agrees_with_brute_force::<2, 5>(&[], 6, 40);
    }

    #[test]
    fn a_budget_that_does_not_last_gives_no_answer() {
        let rules = game::<1, 4>(&[]);
        assert_eq!(rules.solve(&rules.start(), 50), None);
        assert_eq!(rules.solve(&rules.start(), 0), None);
    }

    /// Returns the winning opening actions on the board of side 3.
    fn winning_openings(changes: &[(&str, &str)]) -> Vec<String> {
        let rules = game::<1, 3>(changes);
        let start = rules.start();
        let (solved, action) = rules.solve(&start, 1_000_000).unwrap();
        let mut actions = Vec::new();
        legal_actions(&rules, &NoHistory, &start, &(), &mut actions);
        let mut solver = Solver::new(&rules, 10_000_000);
        let mut wins = |&action: &Action| {
            let mut state = start;
            rules.apply(&mut state, &mut (), action);
            let mover = solver.wins(state.phase(), state.pieces, state.lead(state.to_move)).unwrap();
            mover == (state.to_move == Player::First)
        };
        assert!(wins(&action) == (solved == Some(Player::First)));
        actions.retain(|action| wins(action));
        actions.iter().map(|&action| rules.action_text(&start, action)).collect()
    }

    #[test]
    fn the_first_player_wins_the_board_of_side_three() {
        let openings = [
            winning_openings(&[]),
            winning_openings(&[("surround", "six")]),
            winning_openings(&[("opening_steps", "2")]),
            winning_openings(&[("opening_steps", "2"), ("surround", "six")]),
        ];
        let all = "xa1 xa2 xa3 xb1 xb2 xb3 xb4 xc1 xc2 xc3 xc4 xc5 xd1 xd2 xd3 xd4 xe1 xe2 xe3 pass";
        let inside = "xb2 xb3 xc2 xc3 xc4 xd2 xd3";
        // With the default rules only one opening wins; with an opening turn of two steps all of
        // them do.
        let expected = ["xc3", inside, all, &format!("{inside} pass")];
        assert_eq!(openings.map(|actions| actions.join(" ")), expected);
    }
}

//! Whole turns and forced wins: exhaustive search with the rules that players see, within a budget
//! of actions.
//!
//! Nothing is shared between lines, so results hold with their history: repetition rules and turn
//! limits are those of the cursor. The only knowledge used is
//! [`may_win_this_turn`](Knowledge::may_win_this_turn), which is exact where it says no.

use std::collections::HashMap;

use hexarium_kernel::{Cursor, Flow, Knowledge, Outcome, Player};

use crate::tactics::winning_line;

/// A way to complete the current turn.
#[derive(Debug)]
pub struct CompleteTurn<G: Knowledge> {
    /// The actions.
    pub actions: Vec<G::Action>,
    /// The state after them.
    pub state: G::State,
    /// The result, if they end the game.
    pub outcome: Option<Outcome>,
}

impl<G: Knowledge> Clone for CompleteTurn<G> {
    fn clone(&self) -> Self {
        Self { actions: self.actions.clone(), state: self.state, outcome: self.outcome }
    }
}

/// Returns the ways to complete the turn at the cursor: of those that lead to the same position the
/// shortest, of these the first in the order of the legal actions. `None` if `budget` actions are
/// not enough. The game must be in progress.
///
/// ```
/// use hexarium_games::hex::{Hex, SPEC};
/// use hexarium_kernel::{Cursor, Game, Notation, Options};
/// use hexarium_search::complete_turns;
///
/// let rules = Hex::<1>::configure(&Options::new(SPEC.options, [("size", "3")])?)?;
/// let mut cursor = Cursor::new(&rules, rules.parse_position("RB./.B./..R b")?);
/// let turns = complete_turns(&rules, &mut cursor, &mut 1000).unwrap();
/// assert_eq!(turns.len(), 5);
/// assert_eq!(turns.iter().filter(|turn| turn.outcome.is_some()).count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn complete_turns<G: Knowledge>(
    rules: &G,
    cursor: &mut Cursor<G>,
    budget: &mut u64,
) -> Option<Vec<CompleteTurn<G>>> {
    let mut turns = Turns { rules, found: Vec::new(), places: HashMap::new(), line: Vec::new() };
    turns.extend(cursor, budget)?;
    Some(turns.found)
}

struct Turns<'a, G: Knowledge> {
    rules: &'a G,
    found: Vec<CompleteTurn<G>>,
    /// The index of the turn that leads to a state.
    places: HashMap<G::State, usize>,
    line: Vec<G::Action>,
}

impl<G: Knowledge> Turns<'_, G> {
    fn extend(&mut self, cursor: &mut Cursor<G>, budget: &mut u64) -> Option<()> {
        let mut actions = Vec::new();
        cursor.legal_actions(self.rules, &mut actions);
        let before = cursor.undo_point();
        for action in actions {
            *budget = budget.checked_sub(1)?;
            self.line.push(action);
            let (flow, outcome) = cursor.play(self.rules, action);
            let done = if flow == Flow::SameTurn {
                self.extend(cursor, budget)
            } else {
                self.add(cursor, outcome);
                Some(())
            };
            cursor.undo_to(&before);
            self.line.pop();
            done?;
        }
        Some(())
    }

    fn add(&mut self, cursor: &Cursor<G>, outcome: Option<Outcome>) {
        let turn = || CompleteTurn { actions: self.line.clone(), state: cursor.state, outcome };
        match self.places.get(&cursor.state) {
            Some(&place) if self.found[place].actions.len() <= self.line.len() => {}
            Some(&place) => self.found[place] = turn(),
            None => {
                self.found.push(turn());
                self.places.insert(cursor.state, self.found.len() - 1);
            }
        }
    }
}

/// A search for wins that a player can force within a number of turns.
///
/// ```
/// use hexarium_games::hex::{Hex, SPEC};
/// use hexarium_kernel::{Cursor, Game, Notation, Options, Player};
/// use hexarium_search::ForcedWin;
///
/// let rules = Hex::<1>::configure(&Options::new(SPEC.options, [("size", "3")])?)?;
/// let mut cursor = Cursor::new(&rules, rules.parse_position(".B./.../..R b")?);
/// // After b2, Red can stop only one of a3 and b3.
/// let mut search = ForcedWin::new(&rules, Player::First, 100_000);
/// assert_eq!(search.wins(&mut cursor, 1), Some(false));
/// assert_eq!(search.wins(&mut cursor, 2), Some(true));
/// // Without actions to try, nothing is known.
/// assert_eq!(ForcedWin::new(&rules, Player::First, 0).wins(&mut cursor, 2), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ForcedWin<'a, G: Knowledge> {
    rules: &'a G,
    attacker: Player,
    budget: u64,
    /// The replies that refuted most recently, by the number of turns left. They are tried first.
    killers: Vec<Vec<Vec<G::Action>>>,
    /// The turns that won most recently: most replies do not stop a threat.
    threats: Vec<Vec<G::Action>>,
}

/// The number of turns that are remembered.
const REMEMBERED: usize = 6;

impl<'a, G: Knowledge> ForcedWin<'a, G> {
    /// Creates a search that tries at most `budget` actions in all.
    pub fn new(rules: &'a G, attacker: Player, budget: u64) -> Self {
        Self { rules, attacker, budget, killers: Vec::new(), threats: Vec::new() }
    }

    /// Returns the number of actions that may still be tried.
    pub fn budget(&self) -> u64 {
        self.budget
    }

    /// Whether the attacker wins within this number of the attacker's own turns, the current one
    /// included if the attacker is to move; `None` if the budget was exhausted. The game must be in
    /// progress, and the cursor at the start of a turn.
    pub fn wins(&mut self, cursor: &mut Cursor<G>, turns: u32) -> Option<bool> {
        if turns == 0 {
            return Some(false);
        }
        if self.rules.to_move(&cursor.state) == self.attacker {
            Some(self.winning_turn(cursor, turns)?.is_some())
        } else {
            Some(self.refutation(cursor, turns)?.is_none())
        }
    }

    /// Returns a turn with which the attacker, who is to move, begins to win within this number of
    /// turns, if there is one; `None` if the budget was exhausted.
    pub fn winning_turn(&mut self, cursor: &mut Cursor<G>, turns: u32) -> Option<Option<Vec<G::Action>>> {
        if turns == 0 {
            return Some(None);
        }
        if let Some(line) = self.win_at_once(cursor)? {
            return Some(Some(line));
        }
        if turns == 1 {
            return Some(None);
        }
        for turn in complete_turns(self.rules, cursor, &mut self.budget)? {
            if self.is_winning(cursor, &turn, turns)? {
                return Some(Some(turn.actions));
            }
        }
        Some(None)
    }

    /// Returns a turn with which the attacker, who is to move, wins at once, if there is one;
    /// `None` if the budget was exhausted.
    fn win_at_once(&mut self, cursor: &mut Cursor<G>) -> Option<Option<Vec<G::Action>>> {
        if !self.rules.may_win_this_turn(&cursor.state) {
            return Some(None);
        }
        let before = cursor.undo_point();
        for threat in self.threats.clone() {
            let played = self.play_turn(cursor, &threat);
            cursor.undo_to(&before);
            if matches!(played?, Played::Over(outcome) if outcome.winner == Some(self.attacker)) {
                return Some(Some(threat));
            }
        }
        let line = winning_line(self.rules, cursor, &mut self.budget);
        match &line {
            Some(line) => remember(&mut self.threats, line),
            None if self.budget == 0 => return None,
            None => {}
        }
        Some(line)
    }

    /// Whether the attacker wins with this complete turn, within this number of turns that includes
    /// it; `None` if the budget was exhausted.
    pub fn is_winning(&mut self, cursor: &mut Cursor<G>, turn: &CompleteTurn<G>, turns: u32) -> Option<bool> {
        if let Some(outcome) = turn.outcome {
            return Some(outcome.winner == Some(self.attacker));
        }
        let before = cursor.undo_point();
        play(self.rules, cursor, &turn.actions);
        let refutation = self.refutation(cursor, turns - 1);
        cursor.undo_to(&before);
        Some(refutation?.is_none())
    }

    /// Returns a turn of the opponent, who is to move, after which the attacker does not win within
    /// this number of turns, if there is one; `None` if the budget was exhausted.
    pub fn refutation(&mut self, cursor: &mut Cursor<G>, turns: u32) -> Option<Option<Vec<G::Action>>> {
        for killer in self.killers.get(turns as usize).cloned().unwrap_or_default() {
            if self.refutes(cursor, &killer, turns)? {
                return Some(Some(killer));
            }
        }
        let replies = complete_turns(self.rules, cursor, &mut self.budget)?;
        let saves = |reply: &&CompleteTurn<G>| reply.outcome.is_some_and(|o| o.winner != Some(self.attacker));
        if let Some(reply) = replies.iter().find(saves) {
            return Some(Some(reply.actions.clone()));
        }
        for reply in replies.into_iter().filter(|reply| reply.outcome.is_none()) {
            if self.refutes(cursor, &reply.actions, turns)? {
                let turns = turns as usize;
                if self.killers.len() <= turns {
                    self.killers.resize(turns + 1, Vec::new());
                }
                remember(&mut self.killers[turns], &reply.actions);
                return Some(Some(reply.actions));
            }
        }
        Some(None)
    }

    /// Whether a reply is a legal turn and refutes; `None` if the budget was exhausted.
    fn refutes(&mut self, cursor: &mut Cursor<G>, reply: &[G::Action], turns: u32) -> Option<bool> {
        let before = cursor.undo_point();
        let refutes = self.play_turn(cursor, reply).and_then(|played| match played {
            Played::Illegal => Some(false),
            Played::Over(outcome) => Some(outcome.winner != Some(self.attacker)),
            Played::Continues => Some(!self.wins(cursor, turns)?),
        });
        cursor.undo_to(&before);
        refutes
    }

    /// Plays a turn, as far as it is one; `None` if the budget was exhausted.
    fn play_turn(&mut self, cursor: &mut Cursor<G>, turn: &[G::Action]) -> Option<Played> {
        let Some((&last, first)) = turn.split_last() else { return Some(Played::Illegal) };
        for &action in first {
            self.budget = self.budget.checked_sub(1)?;
            if !cursor.is_legal(self.rules, action) || cursor.play(self.rules, action).0 != Flow::SameTurn {
                return Some(Played::Illegal);
            }
        }
        self.budget = self.budget.checked_sub(1)?;
        if !cursor.is_legal(self.rules, last) {
            return Some(Played::Illegal);
        }
        Some(match cursor.play(self.rules, last) {
            (Flow::SameTurn, _) => Played::Illegal,
            (_, Some(outcome)) => Played::Over(outcome),
            (_, None) => Played::Continues,
        })
    }
}

/// The effect of a turn that was legal in another position.
enum Played {
    /// It is not a complete turn here.
    Illegal,
    /// It ends the game.
    Over(Outcome),
    /// The opponent is to move.
    Continues,
}

/// Puts a turn first and forgets the oldest.
fn remember<A: Copy>(turns: &mut Vec<Vec<A>>, turn: &[A]) {
    turns.insert(0, turn.to_vec());
    turns.truncate(REMEMBERED);
}

/// Plays legal actions.
fn play<G: Knowledge>(rules: &G, cursor: &mut Cursor<G>, actions: &[G::Action]) {
    for &action in actions {
        cursor.play(rules, action);
    }
}

//! Refutations of wrong turns, and lines that show solutions.

use std::sync::Arc;

use hexarium_games::registry::Visitor;
use hexarium_kernel::{Cursor, Game, Match, Player};
use hexarium_puzzles::{Puzzle, Reason, Refutation, Theme};
use hexarium_search::{CompleteTurn, ForcedWin, complete_turns, winning_line};

use super::proof::{ACTIONS, solved};
use super::{play, start, turn_text};

/// The largest number of actions tried to find a win of the opponent in the next turn.
const TURN_ACTIONS: u64 = 200_000;

/// Answers a wrong turn.
pub(super) struct Refute<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) turn: &'a [String],
}

impl Visitor for Refute<'_> {
    type Output = Result<Refutation, String>;

    fn visit<G: Game>(self, rules: G) -> Self::Output {
        let rules = Arc::new(rules);
        let start = start(&rules, self.puzzle)?;
        let after = play(&start, self.turn)?;
        let me = start.to_move();
        let unknown = || "no refutation within the limits".to_string();
        let found = |reason, line: Vec<G::Action>| {
            Ok(Refutation { reason, line: turn_text(&*rules, after.cursor(), &line), is_better: false })
        };
        if let Theme::BiggestTake = self.puzzle.theme {
            let points = |game: &Match<G>| rules.points(game.state()).map_or(0, |points| points[me]);
            let solution = self.puzzle.solutions.first().ok_or_else(unknown)?;
            let gained = |game: &Match<G>| points(game) - points(&start);
            let (taken, most) = (gained(&after), gained(&play(&start, solution)?));
            let line = better_take(&*rules, &start, points(&after)).unwrap_or_else(|| solution.clone());
            return Ok(Refutation { reason: Reason::TakesLess { taken, most }, line, is_better: true });
        }
        if let Some(outcome) = after.outcome() {
            let reason = if outcome.winner == Some(me.other()) { Reason::Loses } else { Reason::NoWin };
            return found(reason, Vec::new());
        }
        let mut cursor = after.cursor().clone();
        if let Some(line) = winning_line(&*rules, &mut cursor, &mut TURN_ACTIONS.clone()) {
            return found(Reason::Loses, line);
        }
        match self.puzzle.theme {
            Theme::Win(1) => {
                let mut forced = ForcedWin::new(&*rules, me, TURN_ACTIONS);
                // If no reply saves the opponent, or none is found, the reason is enough.
                let reply = forced.refutation(&mut cursor, 1).flatten();
                found(Reason::NoWin, reply.unwrap_or_default())
            }
            Theme::Win(turns) => {
                let mut forced = ForcedWin::new(&*rules, me, ACTIONS);
                let reply = forced.refutation(&mut cursor, u32::from(turns) - 1).ok_or_else(unknown)?;
                found(Reason::TooSlow, reply.ok_or("the turn is a solution")?)
            }
            Theme::Defence => Err("the turn is a solution".to_string()),
            Theme::WinningMove | Theme::Connected => match winning_turn(after.clone(), me.other()) {
                Some(line) => found(Reason::Loses, line),
                None if self.puzzle.theme == Theme::Connected => {
                    let line = self.puzzle.solutions.first().cloned().ok_or_else(unknown)?;
                    Ok(Refutation { reason: Reason::PassWins, line, is_better: true })
                }
                None => Err(unknown()),
            },
            Theme::BiggestTake => Err(unknown()),
        }
    }
}

/// Returns the turn that takes least of those after which the player has more than `points`, so
/// that the biggest take remains to be found where it can.
fn better_take<G: Game>(rules: &G, start: &Match<G>, points: u32) -> Option<Vec<String>> {
    let me = start.to_move();
    let mut cursor = start.cursor().clone();
    let turns = complete_turns(rules, &mut cursor, &mut TURN_ACTIONS.clone())?;
    let after = |turn: &CompleteTurn<G>| rules.points(&turn.state).map_or(0, |points| points[me]);
    let better = turns.into_iter().filter(|turn| after(turn) > points).min_by_key(after)?;
    Some(turn_text(rules, start.cursor(), &better.actions))
}

/// Returns the next turn of a player who is to move and wins with best play.
fn winning_turn<G: Game>(mut game: Match<G>, player: Player) -> Option<Vec<G::Action>> {
    let (mut line, turn) = (Vec::new(), game.turn());
    while game.outcome().is_none() && game.turn() == turn {
        let (winner, action) = solved(&game)?;
        if winner != Some(player) {
            return None;
        }
        line.push(action);
        game.play_legal(action);
    }
    Some(line)
}

/// Shows a solution.
pub(super) struct Show<'a> {
    pub(super) puzzle: &'a Puzzle,
}

impl Visitor for Show<'_> {
    type Output = Result<Vec<String>, String>;

    fn visit<G: Game>(self, rules: G) -> Self::Output {
        let rules = Arc::new(rules);
        let start = start(&rules, self.puzzle)?;
        let mut line = self.puzzle.solutions.first().cloned().unwrap_or_default();
        let mut game = play(&start, &line)?;
        let Theme::Win(turns) = self.puzzle.theme else { return Ok(line) };
        let me = start.to_move();
        let mut forced = ForcedWin::new(&*rules, me, ACTIONS);
        for left in (1..u32::from(turns)).rev() {
            for player in [me.other(), me] {
                if game.outcome().is_some() {
                    return Ok(line);
                }
                let mut cursor = game.cursor().clone();
                let actions = match player == me {
                    true => forced.winning_turn(&mut cursor, left).flatten(),
                    false => longest_defence(&*rules, &mut forced, &mut cursor, left),
                };
                let Some(actions) = actions else { return Ok(line) };
                line.extend(turn_text(&*rules, game.cursor(), &actions));
                actions.into_iter().for_each(|action| _ = game.play_legal(action));
            }
        }
        Ok(line)
    }
}

/// Returns a turn after which the win takes as many turns as it can.
fn longest_defence<G: Game>(
    rules: &G,
    forced: &mut ForcedWin<G>,
    cursor: &mut Cursor<G>,
    turns: u32,
) -> Option<Vec<G::Action>> {
    if let Some(Some(reply)) = forced.refutation(cursor, turns - 1) {
        return Some(reply);
    }
    complete_turns(rules, cursor, &mut TURN_ACTIONS.clone())?.into_iter().next().map(|turn| turn.actions)
}

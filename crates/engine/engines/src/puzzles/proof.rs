//! Proofs: all solutions of a position for a theme, and that there are no others.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use hexarium_kernel::{Cursor, Flow, Game, Match, Player, Repetition};
use hexarium_puzzles::{ProofKind, Theme};
use hexarium_search::{CompleteTurn, ForcedWin, Limits, Value, complete_turns, solve};

/// The largest number of solutions of a puzzle.
pub(super) const MOST_SOLUTIONS: usize = 8;

/// The largest number of actions that a proof by exhaustive search tries.
pub(super) const ACTIONS: u64 = 600_000;

/// The largest number of ways to complete a turn, in actions tried.
const TURN_ACTIONS: u64 = 40_000;

/// The limits of the solver for one position.
const SOLVER: Limits = Limits { nodes: 1 << 15, memory: 64 << 20 };

/// The largest number of turns to solve, one by one.
const SOLVED_TURNS: usize = 400;

/// The largest number of nodes of the proof-number search for one position. They cost far more than
/// those of a game's own solver, which the stop condition does not count.
const PROOF_NODES: u64 = 600;

/// The text of a pass.
pub(super) const PASS: &str = "pass";

/// The solutions of a position for a theme.
pub(super) struct Proven<G: Game> {
    pub(super) solutions: Vec<CompleteTurn<G>>,
    /// The number of turns to choose from.
    pub(super) turns: usize,
    pub(super) nodes: u64,
    pub(super) proof: ProofKind,
}

/// The reason why a position is no puzzle of a theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unproven {
    Budget,
    Faster,
    NoSolution,
    TooMany,
    NoPass,
    NoPoints,
    NoSolver,
    NothingElse,
}

impl fmt::Display for Unproven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Budget => "not proven within the limits",
            Self::Faster => "there is a faster win",
            Self::NoSolution => "no turn solves it",
            Self::TooMany => "too many turns solve it",
            Self::NoPass => "a pass is not a turn here",
            Self::NoPoints => "the game has no points",
            Self::NoSolver => "the winner depends on the history of the game",
            Self::NothingElse => "every turn solves it",
        })
    }
}

/// Finds and proves all solutions at the start of a turn, at most `most`.
pub(super) fn prove<G: Game>(
    rules: &Arc<G>,
    state: &G::State,
    theme: Theme,
    most: usize,
) -> Result<Proven<G>, Unproven> {
    let mut cursor = Cursor::new(&**rules, *state);
    let me = rules.to_move(state);
    let mut forced = ForcedWin::new(&**rules, me, ACTIONS);
    let mut opponent = ForcedWin::new(&**rules, me.other(), ACTIONS);
    match theme {
        Theme::Win(turns) => {
            if forced.wins(&mut cursor, u32::from(turns) - 1).ok_or(Unproven::Budget)? {
                return Err(Unproven::Faster);
            }
        }
        Theme::Defence => {
            if forced.wins(&mut cursor, 1).ok_or(Unproven::Budget)? {
                return Err(Unproven::Faster);
            }
        }
        Theme::WinningMove | Theme::Connected if !has_solver(&**rules) => return Err(Unproven::NoSolver),
        Theme::Connected if !may_pass(&**rules, state) => return Err(Unproven::NoPass),
        Theme::WinningMove | Theme::Connected => {}
        Theme::BiggestTake => {
            rules.points(state).ok_or(Unproven::NoPoints)?;
        }
    }
    let turns = complete_turns(&**rules, &mut cursor, &mut TURN_ACTIONS.clone()).ok_or(Unproven::Budget)?;
    let turns = ordered(&**rules, &cursor, turns);
    if theme == Theme::Connected {
        let pass = turns.iter().find(|turn| is_pass(&**rules, state, turn)).ok_or(Unproven::NoPass)?;
        let (winner, _) = winner_after(rules, pass)?;
        if winner == Some(me) {
            let (solutions, proof) = (vec![pass.clone()], ProofKind::Solver);
            let nodes = nodes_of_replies(rules, pass, me)?;
            return Ok(Proven { solutions, turns: turns.len(), nodes, proof });
        }
    }
    if theme == Theme::WinningMove {
        if turns.len() > SOLVED_TURNS {
            return Err(Unproven::Budget);
        }
        let (winner, _) = solved(&Match::from_state(rules.clone(), *state)).ok_or(Unproven::Budget)?;
        if winner != Some(me) {
            return Err(Unproven::NoSolution);
        }
    }
    let gained = |turn: &CompleteTurn<G>| rules.points(&turn.state).map_or(0, |points| points[me]);
    let most_gained = turns.iter().map(gained).max().unwrap_or(0);
    let (mut solutions, mut nodes, mut needed) = (Vec::new(), 0, None);
    for turn in &turns {
        let before = forced.budget();
        nodes += 1;
        let solves = match theme {
            Theme::Win(turns) => forced.is_winning(&mut cursor, turn, turns.into()).ok_or(Unproven::Budget)?,
            Theme::Defence => !loses_at_once(&**rules, &mut opponent, &mut cursor, turn)?,
            Theme::WinningMove | Theme::Connected => {
                let (winner, searched) = winner_after(rules, turn)?;
                nodes += searched;
                winner == Some(me)
            }
            Theme::BiggestTake => gained(turn) == most_gained,
        };
        nodes += before - forced.budget();
        if solves {
            needed.get_or_insert(nodes);
            solutions.push(turn.clone());
            if solutions.len() > most {
                return Err(Unproven::TooMany);
            }
        }
    }
    let needed = needed.ok_or(Unproven::NoSolution)?;
    if solutions.len() == turns.len() {
        return Err(Unproven::NothingElse);
    }
    let (nodes, proof) = match theme {
        Theme::WinningMove | Theme::Connected => (nodes, ProofKind::Solver),
        Theme::Win(2..) => (needed, ProofKind::Exhaustive),
        // A search without knowledge meets a solution after this many turns.
        Theme::Win(_) | Theme::Defence | Theme::BiggestTake => {
            (turns.len().div_ceil(solutions.len()) as u64, ProofKind::Exhaustive)
        }
    };
    Ok(Proven { solutions, turns: turns.len(), nodes, proof })
}

/// Returns the nodes that prove a player's win against each reply to a turn.
fn nodes_of_replies<G: Game>(rules: &Arc<G>, turn: &CompleteTurn<G>, player: Player) -> Result<u64, Unproven> {
    let mut cursor = Cursor::new(&**rules, turn.state);
    let replies = complete_turns(&**rules, &mut cursor, &mut TURN_ACTIONS.clone()).ok_or(Unproven::Budget)?;
    let mut nodes = 0;
    for reply in &replies {
        let (winner, searched) = winner_after(rules, reply)?;
        if winner != Some(player) {
            return Err(Unproven::NoSolution);
        }
        nodes += 1 + searched;
    }
    Ok(nodes)
}

/// Whether results follow from the state alone, as the solver needs for more than the last turns.
pub(super) fn has_solver<G: Game>(rules: &G) -> bool {
    rules.repetition() == Repetition::Free && rules.turn_limit().is_none()
}

/// Whether a pass is a turn of its own.
pub(super) fn may_pass<G: Game>(rules: &G, state: &G::State) -> bool {
    let cursor = Cursor::new(rules, *state);
    let mut actions = Vec::new();
    cursor.legal_actions(rules, &mut actions);
    let pass = actions.into_iter().find(|&action| rules.action_text(state, action) == PASS);
    pass.is_some_and(|pass| cursor.clone().play(rules, pass).0 != Flow::SameTurn)
}

/// Whether a turn is a pass and nothing else.
fn is_pass<G: Game>(rules: &G, state: &G::State, turn: &CompleteTurn<G>) -> bool {
    matches!(turn.actions[..], [action] if rules.action_text(state, action) == PASS)
}

/// Returns the winner after a turn with best play, and the nodes of the search.
fn winner_after<G: Game>(rules: &Arc<G>, turn: &CompleteTurn<G>) -> Result<(Option<Player>, u64), Unproven> {
    if let Some(outcome) = turn.outcome {
        return Ok((outcome.winner, 0));
    }
    let solution = solve(&Match::from_state(rules.clone(), turn.state), &SOLVER, &mut |nodes| nodes < PROOF_NODES);
    match solution.value {
        Value::Won(player) => Ok((Some(player), solution.nodes)),
        Value::Drawn => Ok((None, solution.nodes)),
        Value::Unknown => Err(Unproven::Budget),
    }
}

/// Returns the winner of a match and an action that preserves the result.
pub(super) fn solved<G: Game>(game: &Match<G>) -> Option<(Option<Player>, G::Action)> {
    let solution = solve(game, &SOLVER, &mut |nodes| nodes < 4 * PROOF_NODES);
    match solution.value {
        Value::Won(player) => Some((Some(player), solution.action?)),
        Value::Drawn => Some((None, solution.action?)),
        Value::Unknown => None,
    }
}

/// Whether the opponent wins with the next turn, or has won with this one.
fn loses_at_once<G: Game>(
    rules: &G,
    opponent: &mut ForcedWin<G>,
    cursor: &mut Cursor<G>,
    turn: &CompleteTurn<G>,
) -> Result<bool, Unproven> {
    if let Some(outcome) = turn.outcome {
        return Ok(outcome.winner == Some(rules.to_move(&cursor.state).other()));
    }
    let before = cursor.undo_point();
    turn.actions.iter().for_each(|&action| _ = cursor.play(rules, action));
    let loses = opponent.wins(cursor, 1);
    cursor.undo_to(&before);
    loses.ok_or(Unproven::Budget)
}

/// Sorts turns by the game's priors: a search tries likely turns first, as a player does.
fn ordered<G: Game>(rules: &G, cursor: &Cursor<G>, turns: Vec<CompleteTurn<G>>) -> Vec<CompleteTurn<G>> {
    let mut shares: HashMap<Vec<G::Action>, HashMap<G::Action, f32>> = HashMap::new();
    let mut weighted: Vec<(f32, CompleteTurn<G>)> = Vec::new();
    for turn in turns {
        let weight = (0..turn.actions.len()).map(|i| {
            let before = &turn.actions[..i];
            let known = shares.entry(before.to_vec()).or_insert_with(|| priors(rules, cursor, before));
            known.get(&turn.actions[i]).copied().unwrap_or(0.0)
        });
        weighted.push((weight.product(), turn));
    }
    weighted.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    weighted.into_iter().map(|(_, turn)| turn).collect()
}

/// Returns the shares of the actions after some actions.
fn priors<G: Game>(rules: &G, cursor: &Cursor<G>, line: &[G::Action]) -> HashMap<G::Action, f32> {
    let mut cursor = cursor.clone();
    for &action in line {
        cursor.play(rules, action);
    }
    let mut actions = Vec::new();
    cursor.legal_actions(rules, &mut actions);
    let mut weights = vec![1.0; actions.len()];
    rules.priors(&cursor.state, &actions, &mut weights);
    let total: f32 = weights.iter().sum();
    actions.into_iter().zip(weights).map(|(action, weight)| (action, weight / total)).collect()
}

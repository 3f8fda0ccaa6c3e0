//! Tactical test positions: either the side to move can win within the current turn, or only one
//! action does not lose to the opponent's next turn.
//!
//! The positions are data files, found in random games and proven by exhaustive search. This module
//! does not use the engines that are tested with them.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use hexarium_games::registry::{self, Visitor};
use hexarium_kernel::{Game, GameSpec, Match, Outcome, Rng};

/// A test position with its expected solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tactic {
    /// The canonical id of the game.
    pub game: String,
    /// The kind of solution.
    pub kind: Kind,
    /// The position.
    pub position: String,
}

/// The kind of solution of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any action after which the current turn can still be won; there may be several.
    Win,
    /// The only action after which the opponent cannot win with the next turn.
    Save(String),
}

/// The number of positions of each kind per game.
pub const OF_EACH: usize = 20;

/// The maximum number of lines tried to prove a position.
const MAX_LINES: u64 = 1_000_000;

/// Returns the path of the test positions of a game.
pub fn file(spec: &GameSpec) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tactics").join(format!("{}.txt", spec.id))
}

/// Formats the positions, one per line: the game, `win` or `save ACTION`, and the position.
pub fn write(tactics: &[Tactic]) -> String {
    tactics.iter().fold(String::new(), |mut text, Tactic { game, kind, position }| {
        let _ = match kind {
            Kind::Win => writeln!(text, "{game} win {position}"),
            Kind::Save(action) => writeln!(text, "{game} save {action} {position}"),
        };
        text
    })
}

/// Parses the text written by [`write()`].
pub fn read(text: &str) -> Result<Vec<Tactic>, String> {
    let one = |line: &str| {
        let (game, rest) = line.split_once(' ')?;
        let (kind, position) = match rest.split_once(' ')? {
            ("win", position) => (Kind::Win, position),
            ("save", rest) => {
                let (action, position) = rest.split_once(' ')?;
                (Kind::Save(action.to_string()), position)
            }
            _ => return None,
        };
        Some(Tactic { game: game.to_string(), kind, position: position.to_string() })
    };
    text.lines().map(|line| one(line).ok_or_else(|| format!("not a position: {line}"))).collect()
}

/// Finds positions of both kinds in random games.
pub fn find(game: &str) -> Result<Vec<Tactic>, String> {
    let (spec, options) = registry::parse(game, &[]).map_err(|e| e.to_string())?;
    registry::visit(spec.id, &options, Find(game.to_string())).map_err(|e| e.to_string())
}

/// Checks that a position has the stated solution.
pub fn check(tactic: &Tactic) -> Result<(), String> {
    let (spec, options) = registry::parse(&tactic.game, &[]).map_err(|e| e.to_string())?;
    registry::visit(spec.id, &options, Check(tactic)).map_err(|e| e.to_string())?
}

/// Whether an action solves a position.
pub fn solves(tactic: &Tactic, action: &str) -> Result<bool, String> {
    match &tactic.kind {
        Kind::Save(only) => Ok(only == action),
        Kind::Win => {
            let (spec, options) = registry::parse(&tactic.game, &[]).map_err(|e| e.to_string())?;
            registry::visit(spec.id, &options, Wins(tactic, action)).map_err(|e| e.to_string())?
        }
    }
}

struct Find(String);

impl Visitor for Find {
    type Output = Vec<Tactic>;

    fn visit<G: Game>(self, game: G) -> Vec<Tactic> {
        let rules = Arc::new(game);
        let mut found: Vec<Tactic> = Vec::new();
        let count = |found: &[Tactic], win| found.iter().filter(|t| (t.kind == Kind::Win) == win).count();
        for seed in 0.. {
            let mut rng = Rng::new(seed);
            let mut game = Match::new(rules.clone());
            // At most one position of each kind per game, for variety.
            let mut wanted = [true, false].map(|win| count(&found, win) < OF_EACH);
            if wanted == [false, false] {
                break;
            }
            while game.outcome().is_none() {
                let here = Match::from_state(rules.clone(), *game.state());
                for (i, win) in [true, false].into_iter().enumerate() {
                    let kind = if !wanted[i] { None } else { kind(&here, win) };
                    if let Some(kind) = kind {
                        let position = rules.position_text(here.state());
                        found.push(Tactic { game: self.0.clone(), kind, position });
                        wanted[i] = false;
                    }
                }
                let actions = game.legal_actions();
                game.play_legal(actions[rng.below(actions.len())]);
            }
        }
        found.sort_by_key(|t| t.kind != Kind::Win);
        found
    }
}

/// Returns the solution of a position, if it is of the requested kind and not trivial.
fn kind<G: Game>(game: &Match<G>, win: bool) -> Option<Kind> {
    let actions = game.legal_actions();
    if actions.len() < 2 {
        return None;
    }
    let mut lines = MAX_LINES;
    let mut game = game.clone();
    if win {
        let winning = actions.iter().filter(|&&a| wins_with(&mut game, a, &mut lines) == Some(true)).count();
        return (winning > 0 && winning * 2 <= actions.len() && lines > 0).then_some(Kind::Win);
    }
    let mut safe = Vec::new();
    for action in actions {
        if is_safe(&mut game, action, &mut lines)? {
            safe.push(action);
        }
        if safe.len() > 1 {
            return None;
        }
    }
    let [only] = safe[..] else { return None };
    (wins(&mut game, &mut lines) == Some(false)).then(|| Kind::Save(game.rules().action_text(game.state(), only)))
}

struct Check<'a>(&'a Tactic);

impl Visitor for Check<'_> {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let state = game.parse_position(&self.0.position).map_err(|e| e.to_string())?;
        let found = kind(&Match::from_state(Arc::new(game), state), self.0.kind == Kind::Win);
        if found.as_ref() == Some(&self.0.kind) { Ok(()) } else { Err(format!("{:?} is really {found:?}", self.0)) }
    }
}

struct Wins<'a>(&'a Tactic, &'a str);

impl Visitor for Wins<'_> {
    type Output = Result<bool, String>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let state = game.parse_position(&self.0.position).map_err(|e| e.to_string())?;
        let mut game = Match::from_state(Arc::new(game), state);
        let action = game.find(self.1).map_err(|e| e.to_string())?;
        Ok(wins_with(&mut game, action, &mut { MAX_LINES }) == Some(true))
    }
}

/// Whether the side to move wins within the turn; `None` if there are too many lines to try.
fn wins<G: Game>(game: &mut Match<G>, lines: &mut u64) -> Option<bool> {
    for action in game.legal_actions() {
        if wins_with(game, action, lines)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Like [`wins`], after an action.
fn wins_with<G: Game>(game: &mut Match<G>, action: G::Action, lines: &mut u64) -> Option<bool> {
    let player = game.to_move();
    after(game, action, lines, |game, lines| match game.outcome() {
        Some(Outcome { winner, .. }) => Some(winner == Some(player)),
        None if game.to_move() == player => wins(game, lines),
        None => Some(false),
    })
}

/// Whether the side to move can complete the turn after an action so that the opponent does not win
/// with the next one; `None` if there are too many lines to try.
fn is_safe<G: Game>(game: &mut Match<G>, action: G::Action, lines: &mut u64) -> Option<bool> {
    let player = game.to_move();
    after(game, action, lines, |game, lines| match game.outcome() {
        Some(Outcome { winner, .. }) => Some(winner != Some(player.other())),
        None if game.to_move() == player => {
            for action in game.legal_actions() {
                if is_safe(game, action, lines)? {
                    return Some(true);
                }
            }
            Some(false)
        }
        None => wins(game, lines).map(|lost| !lost),
    })
}

fn after<G: Game>(
    game: &mut Match<G>,
    action: G::Action,
    lines: &mut u64,
    look: impl FnOnce(&mut Match<G>, &mut u64) -> Option<bool>,
) -> Option<bool> {
    *lines = lines.checked_sub(1)?;
    game.play_legal(action);
    let found = look(game, lines);
    game.undo();
    found
}

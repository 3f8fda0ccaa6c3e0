//! Puzzles from games.

use std::sync::Arc;

use hexarium_games::registry::{self, Visitor};
use hexarium_kernel::{AnyGame, AnyMatch, Cursor, Game, Rng, SEED_OPTION, mix};
use hexarium_puzzles::{Puzzle, Theme};
use hexarium_search::{ForcedWin, Opponent, complete_turns};

use super::proof::{MOST_SOLUTIONS, Proven, Unproven, has_solver, may_pass, prove};
use super::{puzzle_id, turn_text, visit};
use crate::{engine_factory, opening_generator};

/// The longest game, in actions.
const LONGEST: usize = 300;

/// The turns at the start of a game that give no puzzles.
const OPENING: usize = 5;

/// The last turns of a game, all of which are examined.
const LAST: usize = 6;

/// The number of earlier turns that are examined.
const EARLIER: usize = 3;

/// The number of turns between two puzzles of one game.
const APART: usize = 3;

/// The longest forced win, in turns, with up to this number of turns to choose from. With more, a
/// proof of a win in two turns takes millions of actions.
const FORCED: [(usize, u8); 3] = [(150, 3), (1200, 2), (usize::MAX, 1)];

/// The smallest number of turns to choose from.
const CHOICE: usize = 10;

/// The same for a win in one turn, which is easy to find among few.
const WIDE_CHOICE: usize = 40;

/// The number of solutions above which they must be one in a hundred turns.
const FEW_SOLUTIONS: usize = 2;

/// The smallest biggest take.
const TAKE: u32 = 4;

/// The actions tried to find out whether a defence loses a turn later.
const SURVIVAL: u64 = 200_000;

/// The option by which a pass is allowed.
const PASS_OPTION: &str = "pass";

/// Plays a game of two engines of low levels from a random opening; all of it follows from the
/// seed. A random setup is drawn too.
pub fn play_game(game: &dyn AnyGame, seed: u64) -> Box<dyn AnyMatch> {
    let mut rng = Rng::new(mix(seed));
    let drawn = rng.below(1 << 20).to_string();
    let seeded = game.spec().options.iter().any(|option| option.name == SEED_OPTION);
    let changes: &[(&str, &str)] = if seeded { &[(SEED_OPTION, &drawn)] } else { &[] };
    let game = registry::open(&game.canonical_id(), changes).expect("any seed is a value of the option");
    let mut state = game.start();
    for action in opening_generator(&*game)(&*state, 1 + rng.below(3) as u32, rng.bits()) {
        state.play(&action).expect("openings are legal");
    }
    let levels = [0; 2].map(|_: u8| Opponent::level(1 + rng.below(4) as u8));
    let mut engine = engine_factory(&*game)(rng.bits());
    while state.verdict().is_none() && state.line().len() < LONGEST {
        let analysis = engine.think(&*state, &levels[state.to_move().index()], &mut |_| true);
        let Some(action) = analysis.best() else { break };
        state.play(action).expect("engines play legal actions");
    }
    state
}

/// Finds puzzles in the line of a match, at most one of each theme. They are puzzles of a game in
/// which all of its positions exist: its own, or the same with another seed of its setup.
pub fn find_puzzles(played: &dyn AnyMatch, game: &dyn AnyGame, seed: u64) -> Vec<Puzzle> {
    let positions = turn_starts(played);
    let passing = game.spec().options.iter().any(|option| option.name == PASS_OPTION);
    let passing = passing.then(|| registry::open(&game.canonical_id(), &[(PASS_OPTION, "true")]).ok()).flatten();
    let mut puzzles: Vec<(usize, Puzzle)> = Vec::new();
    for place in places(positions.len(), seed) {
        if puzzles.iter().any(|(other, _)| other.abs_diff(place) < APART) {
            continue;
        }
        for game in [Some(game), passing.as_deref()].into_iter().flatten() {
            let found: Vec<Theme> = puzzles.iter().map(|(_, puzzle)| puzzle.theme).collect();
            if let Some(puzzle) = classify(game, &positions[place], &found) {
                puzzles.push((place, puzzle));
                break;
            }
        }
    }
    puzzles.into_iter().map(|(_, puzzle)| puzzle).collect()
}

/// Returns the positions at the start of each turn.
fn turn_starts(played: &dyn AnyMatch) -> Vec<String> {
    let mut state = played.copy();
    let mut positions: Vec<(u32, String)> = Vec::new();
    while state.undo().is_some() {
        // The earliest position of a turn comes last.
        match positions.last_mut() {
            Some((turn, position)) if *turn == state.turn() => *position = state.position(),
            _ => positions.push((state.turn(), state.position())),
        }
    }
    positions.into_iter().rev().map(|(_, position)| position).collect()
}

/// Returns the turns to examine in random order.
fn places(turns: usize, seed: u64) -> Vec<usize> {
    let mut rng = Rng::new(mix(seed ^ 1));
    let last = turns.saturating_sub(LAST).max(OPENING);
    let mut earlier: Vec<usize> = (OPENING..last).collect();
    let count = earlier.len().min(EARLIER);
    let mut places = rng.draw(&mut earlier, count).to_vec();
    places.extend(last..turns);
    let count = places.len();
    rng.draw(&mut places, count).to_vec()
}

/// Returns the puzzle at a position, of a theme other than these, if there is one that is worth
/// solving. Where a pass is a turn, the question is whether to pass.
pub fn classify(game: &dyn AnyGame, position: &str, except: &[Theme]) -> Option<Puzzle> {
    visit(game, Classify { position, except })
}

struct Classify<'a> {
    position: &'a str,
    except: &'a [Theme],
}

impl Visitor for Classify<'_> {
    type Output = Option<Puzzle>;

    fn visit<G: Game>(self, rules: G) -> Option<Puzzle> {
        let state = rules.parse_position(self.position).ok()?;
        if !rules.is_turn_start(&state) || rules.outcome(&state).is_some() || !rules.has_action(&state) {
            return None;
        }
        let rules = Arc::new(rules);
        let candidate = |theme: Theme| prove(&rules, &state, theme, MOST_SOLUTIONS);
        let mut found = None;
        if may_pass(&*rules, &state) && has_solver(&*rules) {
            found = self.accept(&rules, &state, Theme::Connected, candidate(Theme::Connected));
        } else {
            for turns in 1..=self.longest_win(&rules, &state) {
                let proven = candidate(Theme::Win(turns));
                let slower = matches!(proven, Err(Unproven::NoSolution));
                found = self.accept(&rules, &state, Theme::Win(turns), proven);
                if found.is_some() || !slower {
                    break;
                }
            }
            for theme in [Theme::BiggestTake, Theme::Defence, Theme::WinningMove] {
                if found.is_none() && !self.except.contains(&theme) {
                    found = self.accept(&rules, &state, theme, candidate(theme));
                }
            }
        }
        let (theme, proven) = found?;
        let cursor = Cursor::new(&*rules, state);
        let solutions = proven.solutions.iter().map(|turn| turn_text(&*rules, &cursor, &turn.actions));
        Some(Puzzle {
            id: puzzle_id(&*rules, &state),
            game: rules.canonical_id(),
            position: self.position.to_string(),
            theme,
            solutions: solutions.collect(),
            nodes: proven.nodes,
            proof: proven.proof,
        })
    }
}

impl Classify<'_> {
    /// Returns the number of turns up to which a forced win can be found at little cost. A game
    /// with a solver has the winning move instead.
    fn longest_win<G: Game>(&self, rules: &Arc<G>, state: &G::State) -> u8 {
        let turns = complete_turns(&**rules, &mut Cursor::new(&**rules, *state), &mut 10_000);
        let longest = |turns: usize| FORCED.into_iter().find(|(most, _)| turns <= *most).map_or(1, |(_, win)| win);
        match turns.map_or(1, |turns| longest(turns.len())) {
            2 if has_solver(&**rules) => 1,
            longest => longest,
        }
    }

    /// Returns the proof if the theme is wanted and the puzzle is neither trivial nor dull.
    fn accept<G: Game>(
        &self,
        rules: &Arc<G>,
        state: &G::State,
        theme: Theme,
        proven: Result<Proven<G>, Unproven>,
    ) -> Option<(Theme, Proven<G>)> {
        let proven = proven.ok().filter(|_| !self.except.contains(&theme))?;
        let solutions = proven.solutions.len();
        let choice = if theme == Theme::Win(1) { WIDE_CHOICE } else { CHOICE };
        let rare = if solutions <= FEW_SOLUTIONS { 8 } else { 100 };
        if proven.turns < choice || proven.turns < rare * solutions {
            return None;
        }
        let good = match theme {
            // One action that wins is no riddle where the winning move can be found long before.
            Theme::Win(1) => !has_solver(&**rules) || proven.solutions.iter().all(|turn| turn.actions.len() > 1),
            Theme::Win(_) => true,
            Theme::Defence => survives(rules, state, &proven),
            Theme::WinningMove => solutions <= 2,
            // Some reply takes more than a glance.
            Theme::Connected => solutions == 1 && proven.nodes >= 3 * proven.turns as u64,
            Theme::BiggestTake => solutions == 1 && taken(rules, state, &proven) >= TAKE,
        };
        good.then_some((theme, proven))
    }
}

/// Returns the points of a solution.
fn taken<G: Game>(rules: &Arc<G>, state: &G::State, proven: &Proven<G>) -> u32 {
    let me = rules.to_move(state);
    let points = |state: &G::State| rules.points(state).map_or(0, |points| points[me]);
    proven.solutions.first().map_or(0, |turn| points(&turn.state) - points(state))
}

/// Whether no forced win of the opponent in two turns is found after the solution.
fn survives<G: Game>(rules: &Arc<G>, state: &G::State, proven: &Proven<G>) -> bool {
    let mut forced = ForcedWin::new(&**rules, rules.to_move(state).other(), SURVIVAL);
    proven.solutions.iter().all(|turn| {
        turn.outcome.is_some() || {
            let mut cursor = Cursor::new(&**rules, *state);
            turn.actions.iter().for_each(|&action| _ = cursor.play(&**rules, action));
            forced.wins(&mut cursor, 2) != Some(true)
        }
    })
}

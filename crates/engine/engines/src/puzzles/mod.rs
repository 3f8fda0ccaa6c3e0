//! Puzzles: found in games, proven, verified and refuted.
//!
//! A theme is available where a game allows its proof: forced wins and defences everywhere, by
//! exhaustive search; the winning move where results do not depend on history, by the solver; the
//! biggest take where there are points; the question whether a pass wins where a pass is a turn.

mod collection;
mod mine;
mod proof;
mod refute;

use std::sync::Arc;

use hexarium_games::registry::{self, Games, Visitor};
use hexarium_kernel::{AnyGame, Cursor, Game, Match, mix};
use hexarium_puzzles::{OpenPuzzle, Puzzle, PuzzleError, PuzzleId, Refutation};

pub use collection::Collection;
pub use mine::{classify, find_puzzles, play_game};
use proof::{MOST_SOLUTIONS, prove};

/// Verifies a puzzle: position and solutions are legal, each solution is proven, all other turns
/// are proven wrong, and the id is that of the position. An error names the part.
pub fn verify(puzzle: &Puzzle) -> Result<(), PuzzleError> {
    let open = OpenPuzzle::open(puzzle, &Games)?;
    visit(open.game(), Verify(puzzle))
}

/// Returns the answer to a wrong turn, or an error if the turn is not legal or no answer is found
/// within the limits.
pub fn refute(puzzle: &Puzzle, turn: &[String]) -> Result<Refutation, String> {
    let open = OpenPuzzle::open(puzzle, &Games).map_err(|e| e.to_string())?;
    open.play(turn)?;
    visit(open.game(), refute::Refute { puzzle, turn })
}

/// Returns a line that shows a solution: the turn, and in forced wins the longest defence and the
/// turns that win.
pub fn solution_line(puzzle: &Puzzle) -> Result<Vec<String>, String> {
    let open = OpenPuzzle::open(puzzle, &Games).map_err(|e| e.to_string())?;
    visit(open.game(), refute::Show { puzzle })
}

/// Returns the id of the puzzle at a position of a game.
pub fn puzzle_id<G: Game>(rules: &G, state: &G::State) -> PuzzleId {
    let images = rules.symmetries().into_iter().map(|mapping| rules.position_text(&rules.transformed(state, &mapping)));
    let least = images.min().unwrap_or_else(|| rules.position_text(state));
    PuzzleId::new(&rules.canonical_id(), &least)
}

/// Returns a hash of the position of a puzzle as the player to move sees it: the same for all
/// images under the symmetries of the game, with players and goals exchanged, and with other
/// points.
pub fn puzzle_key(puzzle: &Puzzle) -> Result<u64, PuzzleError> {
    let open = OpenPuzzle::open(puzzle, &Games)?;
    let error = |problem| PuzzleError { line: 0, part: "position", problem };
    visit(open.game(), Key(puzzle)).map_err(error)
}

struct Key<'a>(&'a Puzzle);

impl Visitor for Key<'_> {
    type Output = Result<u64, String>;

    fn visit<G: Game>(self, rules: G) -> Self::Output {
        let state = rules.parse_position(&self.0.position).map_err(|e| e.to_string())?;
        let images = rules.symmetries().into_iter().map(|mapping| seen(&rules, &rules.transformed(&state, &mapping)));
        let least = images.min().unwrap_or_else(|| seen(&rules, &state));
        let bytes = rules.canonical_id().into_bytes().into_iter().map(u64::from);
        let planes = least.into_iter().map(u64::from);
        Ok(bytes.chain(planes).fold(0, |hash, part| mix(hash ^ part)))
    }
}

/// Returns the planes of a state from the view of the player to move, in the orientation in which
/// that player has the same goals in the same places as the opponent in theirs. In a game with
/// points, planes that have one value are left out: the points, and what all puzzles have in
/// common.
fn seen<G: Game>(rules: &G, state: &G::State) -> Vec<u32> {
    let [planes, rows, columns] = rules.planes();
    let (size, eye) = (rows * columns, rules.to_move(state));
    let mut values = vec![0.0; planes * size];
    rules.write_planes(state, eye, &mut values);
    let (images, cells) = (rules.orientation(eye), rules.cells());
    let has_points = rules.points(state).is_some();
    let mut turned = vec![0; values.len()];
    for (plane, values) in values.chunks(size).enumerate() {
        let mut on_board = values.iter().zip(&cells).filter_map(|(value, is_cell)| is_cell.then_some(value));
        let first = on_board.next();
        if has_points && on_board.all(|value| Some(value) == first) {
            continue;
        }
        for (value, &image) in values.iter().zip(&images) {
            turned[plane * size + image as usize] = value.to_bits();
        }
    }
    turned
}

struct Verify<'a>(&'a Puzzle);

impl Visitor for Verify<'_> {
    type Output = Result<(), PuzzleError>;

    fn visit<G: Game>(self, rules: G) -> Self::Output {
        let puzzle = self.0;
        let error = |part, problem| PuzzleError { line: 0, part, problem };
        let rules = Arc::new(rules);
        let start = start(&rules, puzzle).map_err(|e| error("position", e))?;
        if !rules.is_turn_start(start.state()) {
            return Err(error("position", "a turn is under way".to_string()));
        }
        let id = puzzle_id(&*rules, start.state());
        if id != puzzle.id {
            return Err(error("id", format!("{} does not belong to the position: expected {id}", puzzle.id)));
        }
        let proven =
            prove(&rules, start.state(), puzzle.theme, MOST_SOLUTIONS).map_err(|e| error("theme", e.to_string()))?;
        if proven.proof != puzzle.proof {
            return Err(error("proof", format!("expected {}", proven.proof.word())));
        }
        let mut listed = Vec::new();
        for turn in &puzzle.solutions {
            let state = *play(&start, turn).map_err(|e| error("solutions", e))?.state();
            if proven.solutions.iter().all(|solution| solution.state != state) {
                return Err(error("solutions", format!("'{}' does not solve it", turn.join(","))));
            }
            listed.push(state);
        }
        match proven.solutions.iter().find(|solution| !listed.contains(&solution.state)) {
            Some(missing) => {
                let text = turn_text(&*rules, start.cursor(), &missing.actions).join(",");
                Err(error("solutions", format!("'{text}' solves it too")))
            }
            None => Ok(()),
        }
    }
}

/// Returns a match at the position of a puzzle.
fn start<G: Game>(rules: &Arc<G>, puzzle: &Puzzle) -> Result<Match<G>, String> {
    let state = rules.parse_position(&puzzle.position).map_err(|e| e.to_string())?;
    Ok(Match::from_state(rules.clone(), state))
}

/// Returns the match after some actions.
fn play<G: Game>(start: &Match<G>, actions: &[String]) -> Result<Match<G>, String> {
    let mut game = start.clone();
    for text in actions {
        let action = game.find(text).map_err(|e| e.to_string())?;
        game.play_legal(action);
    }
    Ok(game)
}

/// Returns the texts of legal actions.
fn turn_text<G: Game>(rules: &G, cursor: &Cursor<G>, actions: &[G::Action]) -> Vec<String> {
    let mut cursor = cursor.clone();
    let text = |&action: &G::Action| {
        let text = rules.action_text(&cursor.state, action);
        cursor.play(rules, action);
        text
    };
    actions.iter().map(text).collect()
}

fn visit<V: Visitor>(game: &dyn AnyGame, visitor: V) -> V::Output {
    registry::visit(game.spec().id, game.options(), visitor).expect("the game was opened with these options")
}

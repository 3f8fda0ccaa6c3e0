//! The claims of lessons: who wins, and which turns are all solutions of a task.

use std::collections::BTreeSet;

use hexarium_engines::puzzles::{puzzle_id, verify};
use hexarium_engines::solve;
use hexarium_games::registry::{self, GAMES, Visitor};
use hexarium_kernel::lesson::{Accepted, Expected, Lesson, Step, Task, Unit};
use hexarium_kernel::{AnyGame, AnyMatch, Game, Player};
use hexarium_puzzles::{ProofKind, Puzzle, PuzzleId, Theme};
use hexarium_search::{Limits, Value};

/// The steps of all lessons, with a name for messages.
fn steps() -> Vec<(String, Step<'static>)> {
    let mut steps = Vec::new();
    for spec in GAMES {
        let rules = Lesson::parse(spec.lesson()).unwrap().steps;
        let strategy = Unit::parse_all(spec.strategy()).unwrap().into_iter().flat_map(|unit| unit.steps);
        let name = |step: Step<'static>| (format!("{}, '{}'", spec.id, step.title), step);
        steps.extend(rules.into_iter().chain(strategy).map(name));
    }
    steps
}

/// Returns the winner with best play.
fn winner(game: &dyn AnyGame, state: &dyn AnyMatch) -> Option<Player> {
    match (state.verdict(), solve(game, state, &Limits::UNTIL_STOPPED, &mut |nodes| nodes < 200_000).value) {
        (Some(verdict), _) => verdict.outcome.winner,
        (None, Value::Won(player)) => Some(player),
        (None, Value::Drawn | Value::Unknown) => None,
    }
}

/// Returns the solutions that a task names; none if it accepts any action somewhere, or any win.
fn named_solutions(task: &Task) -> Vec<Vec<String>> {
    let Accepted::Solutions(solutions) = &task.accepted else { return Vec::new() };
    let action = |expected: &Expected| match expected {
        Expected::Action(action) => Some((*action).to_string()),
        Expected::Any => None,
    };
    solutions.iter().filter_map(|solution| solution.iter().map(action).collect()).collect()
}

fn play(state: &dyn AnyMatch, actions: &[impl AsRef<str>]) -> Box<dyn AnyMatch> {
    let mut state = state.copy();
    actions.iter().for_each(|action| _ = state.play(action.as_ref()).unwrap());
    state
}

/// Checks that a learner who should win still wins after every solution and the reply to it.
fn check_that_solutions_keep_the_win(name: &str, game: &dyn AnyGame, state: &dyn AnyMatch, tasks: &[Task]) -> usize {
    let Some((task, rest)) = tasks.split_first() else { return 0 };
    let learner = state.to_move();
    let mut checked = 0;
    for solution in named_solutions(task) {
        let after = play(&*play(state, &solution), &task.reply);
        assert_eq!(winner(game, &*after), Some(learner), "{name}: {solution:?} gives the win away");
        checked += 1 + check_that_solutions_keep_the_win(name, game, &*after, rest);
    }
    checked
}

#[test]
fn the_player_who_should_win_wins() {
    let (mut claims, mut solutions) = (0, 0);
    for (name, step) in steps().into_iter().filter(|(_, step)| !step.winner.is_empty()) {
        let game = registry::open(step.game, &[]).unwrap();
        let state = step.start(&*game).unwrap();
        let claimed = Player::BOTH.into_iter().find(|player| game.player_name(*player) == step.winner);
        assert!(claimed.is_some(), "{name}: there is no player {}", step.winner);
        assert_eq!(winner(&*game, &*state), claimed, "{name}");
        claims += 1;
        if claimed == Some(state.to_move()) {
            solutions += check_that_solutions_keep_the_win(&name, &*game, &*state, &step.tasks);
        }
    }
    assert!(claims >= 8 && solutions >= 12, "{claims} claims, {solutions} solutions");
}

struct Id(String);

impl Visitor for Id {
    type Output = PuzzleId;
    fn visit<G: Game>(self, rules: G) -> Self::Output {
        puzzle_id(&rules, &rules.parse_position(&self.0).unwrap())
    }
}

#[test]
fn the_accepted_turns_are_all_solutions_and_proven() {
    let mut proofs = 0;
    for (name, step) in steps() {
        let game = registry::open(step.game, &[]).unwrap();
        let mut state = step.start(&*game).unwrap();
        let learner = state.to_move();
        for task in &step.tasks {
            if !task.proof.is_empty() {
                let theme = Theme::parse(task.proof).unwrap_or_else(|| panic!("{name}: no theme {}", task.proof));
                let proof = match theme {
                    Theme::WinningMove | Theme::Connected => ProofKind::Solver,
                    Theme::Win(_) | Theme::Defence | Theme::BiggestTake => ProofKind::Exhaustive,
                };
                let position = state.position();
                let id = registry::visit(game.spec().id, game.options(), Id(position.clone())).unwrap();
                let accepted = named_solutions(task);
                let solutions = distinct(&*state, &accepted);
                let puzzle = Puzzle { id, game: game.canonical_id(), position, theme, solutions, nodes: 1, proof };
                verify(&puzzle).unwrap_or_else(|e| panic!("{name}, '{}': {e}", task.ask));
                check_other_orders(&name, &*state, &accepted);
                proofs += 1;
            }
            let made = task.completion::<&str>(&[], &*state, learner);
            state = play(&*play(&*state, &made), &task.reply);
        }
    }
    assert!(proofs >= 25, "{proofs} proofs");
}

/// Returns one solution for each position after a solution.
fn distinct(state: &dyn AnyMatch, solutions: &[Vec<String>]) -> Vec<Vec<String>> {
    let mut ends = BTreeSet::new();
    solutions.iter().filter(|solution| ends.insert(play(state, solution).position())).cloned().collect()
}

/// Checks that every line to the position after a solution is a solution.
fn check_other_orders(name: &str, state: &dyn AnyMatch, solutions: &[Vec<String>]) {
    let ends: Vec<String> = solutions.iter().map(|solution| play(state, solution).position()).collect();
    let mut lines = vec![Vec::new()];
    while let Some(line) = lines.pop() {
        let after = play(state, &line);
        if !line.is_empty() && ends.contains(&after.position()) {
            assert!(solutions.contains(&line), "{name}: {line:?} leads to the same position as a solution");
        } else if after.verdict().is_none() && after.to_move() == state.to_move() {
            lines.extend(after.legal().into_iter().map(|action| [&line[..], &[action]].concat()));
        }
    }
}

#[test]
fn every_test_on_strategy_is_proven_or_asks_for_a_win_at_once() {
    for spec in GAMES {
        for unit in Unit::parse_all(spec.strategy()).unwrap() {
            for step in unit.steps.iter().filter(|step| step.is_test) {
                let task = &step.tasks[0];
                let is_proven = !task.proof.is_empty() || task.accepted == Accepted::Win;
                assert!(is_proven, "{}, {}, '{}' is not proven", spec.id, unit.id, step.title);
            }
        }
    }
}

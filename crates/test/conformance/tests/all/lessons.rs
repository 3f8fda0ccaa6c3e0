//! Checks that every lesson can be completed and that its statements are correct.

use std::collections::BTreeSet;

use hexarium_conformance::games;
use hexarium_games::registry;
use hexarium_kernel::lesson::{Accepted, Expected, Feedback, Lesson, Step, Task, Unit};
use hexarium_kernel::{AnimationStep, AnyMatch, GameSpec, Player, Rng};

/// The longest text that fits beside a board on a phone.
const LONGEST_TEXT: usize = 180;

fn lesson(spec: &'static GameSpec) -> Lesson<'static> {
    assert!(!spec.lesson().trim().is_empty(), "{} has no lesson", spec.id);
    Lesson::parse(spec.lesson()).unwrap_or_else(|e| panic!("{}: {e}", spec.id))
}

fn units(spec: &'static GameSpec) -> Vec<Unit<'static>> {
    Unit::parse_all(spec.strategy()).unwrap_or_else(|e| panic!("{}, strategy: {e}", spec.id))
}

/// Returns every step of every game, with a name for messages: of the lesson on the rules and of
/// the units on strategy.
fn steps() -> Vec<(&'static GameSpec, String, Step<'static>)> {
    let of_game = |spec: &'static GameSpec| {
        let steps = lesson(spec).steps.into_iter().chain(units(spec).into_iter().flat_map(|unit| unit.steps));
        steps.map(move |step| (spec, format!("{}, '{}'", spec.id, step.title), step))
    };
    games().into_iter().flat_map(of_game).collect()
}

fn start(name: &str, step: &Step) -> Box<dyn AnyMatch> {
    let game = registry::open(step.game, &[]).unwrap_or_else(|e| panic!("{name}: {e}"));
    step.start(&*game).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The results of trying the tasks of a step in every possible way.
#[derive(Default)]
struct Tried {
    /// The lines that solve each task.
    lines: Vec<BTreeSet<Vec<String>>>,
    /// The wrong actions of each task, with the feedback shown.
    wrong: Vec<BTreeSet<(String, String)>>,
    /// The winner, if any, at the end of each path through the whole step.
    ends: Vec<Option<Player>>,
    /// The kinds of animation steps that the learner is guided to; those that occur only during
    /// free play do not count.
    animation_steps: BTreeSet<String>,
}

impl Tried {
    fn step(name: &str, step: &Step) -> Self {
        let mut table = start(name, step);
        let n = step.tasks.len();
        let mut tried = Self { lines: vec![BTreeSet::new(); n], wrong: vec![BTreeSet::new(); n], ..Self::default() };
        for action in &step.shows {
            let animation = table.animation(action).unwrap_or_else(|e| panic!("{name}: {e}"));
            tried.animation_steps.extend(animation.iter().flatten().map(kind));
        }
        let learner = table.to_move();
        if n > 0 {
            assert!(table.verdict().is_none(), "{name}: the game is over before anything is done");
            tried.task(name, &step.tasks, 0, &mut *table, learner);
        }
        tried
    }

    fn task(&mut self, name: &str, tasks: &[Task], i: usize, table: &mut dyn AnyMatch, learner: Player) {
        let Some(task) = tasks.get(i) else {
            self.ends.push(table.verdict().and_then(|verdict| verdict.outcome.winner));
            return;
        };
        assert_eq!(table.to_move(), learner, "{name}: '{}' is a task for the wrong player", task.ask);
        self.actions(name, tasks, i, table, learner, &mut Vec::new());
    }

    /// Tries every legal action after those played.
    fn actions(
        &mut self,
        name: &str,
        tasks: &[Task],
        i: usize,
        table: &mut dyn AnyMatch,
        learner: Player,
        made: &mut Vec<String>,
    ) {
        // Several ways to the same position have the same lines after it.
        let mut is_fulfilled = false;
        for action in table.legal() {
            let animation = table.animation(&action).unwrap();
            table.play(&action).unwrap();
            made.push(action.clone());
            let answer = tasks[i].check(made, table, learner);
            if !matches!(answer, Feedback::Wrong(_)) && is_named(&tasks[i], made.len() - 1, &action) {
                self.animation_steps.extend(animation.iter().flatten().map(kind));
            }
            match answer {
                Feedback::Wrong(text) => {
                    assert!(!text.is_empty(), "{name}: no feedback to {action}");
                    self.wrong[i].insert((action, text.to_string()));
                }
                Feedback::Partial => {
                    self.actions(name, tasks, i, table, learner, made);
                    is_fulfilled = true;
                }
                Feedback::Done => {
                    is_fulfilled = true;
                    self.lines[i].insert(made.clone());
                    self.reply(name, tasks, i, table, learner);
                }
            }
            made.pop();
            table.undo();
        }
        assert!(is_fulfilled, "{name}: '{}' cannot be fulfilled after {made:?}", tasks[i].ask);
    }

    fn reply(&mut self, name: &str, tasks: &[Task], i: usize, table: &mut dyn AnyMatch, learner: Player) {
        let reply = &tasks[i].reply;
        for action in reply {
            assert_ne!(table.to_move(), learner, "{name}: {action} is a reply in the learner's own turn");
            let animation = table.animation(action).unwrap_or_else(|e| panic!("{name}: {e}"));
            self.animation_steps.extend(animation.iter().flatten().map(kind));
            table.play(action).unwrap();
        }
        self.task(name, tasks, i + 1, table, learner);
        for _ in reply {
            table.undo();
        }
    }
}

/// Whether a task asks for exactly this action at this point of one of its lines.
fn is_named(task: &Task, place: usize, action: &str) -> bool {
    let Accepted::Solutions(solutions) = &task.accepted else { return false };
    solutions.iter().any(|solution| solution.get(place) == Some(&Expected::Action(action)))
}

/// Returns the name of the variant of an animation step.
fn kind(step: &AnimationStep) -> String {
    format!("{step:?}").split(' ').next().unwrap_or_default().to_string()
}

/// Returns the words that look like a cell: a letter and a number.
fn cells_named(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| {
        let mut letters = word.chars();
        letters.next().is_some_and(|c| c.is_ascii_lowercase())
            && (1..=2).contains(&letters.as_str().len())
            && letters.all(|c| c.is_ascii_digit())
    })
}

#[test]
fn every_game_has_a_lesson_of_a_few_steps_that_ends_with_something_to_win() {
    for spec in games() {
        let steps = lesson(spec).steps;
        assert!((3..=10).contains(&steps.len()), "{}: {} steps", spec.id, steps.len());
        let last = steps.last().and_then(|step| step.tasks.last());
        assert!(last.is_some_and(|task| task.accepted == Accepted::Win), "{} ends without a win", spec.id);
        for step in &steps {
            let (game, _) = registry::parse(step.game, &[]).unwrap();
            assert_eq!(game.id, spec.id, "'{}' is about another game", step.title);
        }
    }
}

#[test]
fn strategy_is_taught_in_several_short_units_that_end_with_a_test() {
    for spec in games().into_iter().filter(|spec| spec.strategy.is_some()) {
        let units = units(spec);
        assert!(units.len() >= 3, "{}: {} units", spec.id, units.len());
        for unit in units {
            let name = format!("{}, {}", spec.id, unit.id);
            assert!((2..=6).contains(&unit.steps.len()), "{name}: {} steps", unit.steps.len());
            assert!(unit.steps.iter().any(|step| !step.is_test), "{name} shows nothing");
            assert!(unit.steps.last().is_some_and(|step| step.is_test), "{name} does not end with a test");
            for step in &unit.steps {
                let (game, _) = registry::parse(step.game, &[]).unwrap();
                assert_eq!(game.id, spec.id, "'{}' is about another game", step.title);
            }
            for text in [unit.title, unit.about] {
                assert!(text.chars().count() <= LONGEST_TEXT, "{name}: too long: {text}");
            }
        }
    }
}

#[test]
fn every_task_can_be_completed_as_it_is_shown() {
    for (_, name, step) in steps() {
        let mut table = start(&name, &step);
        let learner = table.to_move();
        for task in &step.tasks {
            let line = task.completion::<&str>(&[], &*table, learner);
            let mut made = Vec::new();
            for action in line {
                let rest = task.completion(&made, &*table, learner);
                assert_eq!(rest.first(), Some(&action), "{name}: '{}' after {made:?}", task.ask);
                table.play(&action).unwrap();
                made.push(action);
            }
            assert_eq!(task.check(&made, &*table, learner), Feedback::Done, "{name}: '{}' by {made:?}", task.ask);
            task.reply.iter().for_each(|action| _ = table.play(action).unwrap());
        }
    }
}

#[test]
fn every_task_can_be_fulfilled_in_all_its_ways_and_no_other() {
    for (_, name, step) in steps() {
        let tried = Tried::step(&name, &step);
        for (task, lines) in step.tasks.iter().zip(&tried.lines) {
            let Accepted::Solutions(solutions) = &task.accepted else { continue };
            let walks = |solution: &[Expected], line: &[String]| {
                solution.len() == line.len()
                    && solution.iter().zip(line).all(|(expected, made)| match expected {
                        Expected::Any => true,
                        Expected::Action(action) => action == made,
                    })
            };
            for solution in solutions {
                assert!(lines.iter().any(|line| walks(solution, line)), "{name}: {solution:?} cannot be played");
            }
            for line in lines {
                assert!(
                    solutions.iter().any(|solution| walks(solution, line)),
                    "{name}: {line:?} is no solution of the task"
                );
            }
        }
    }
}

#[test]
fn the_last_step_is_won_whichever_way_is_taken() {
    for spec in games() {
        let steps = lesson(spec).steps;
        let last = steps.last().unwrap();
        let learner = start(spec.id, last).to_move();
        let ends = Tried::step(spec.id, last).ends;
        assert!(!ends.is_empty() && ends.iter().all(|&end| end == Some(learner)), "{}: {ends:?}", spec.id);
    }
}

#[test]
fn every_feedback_to_a_wrong_action_can_occur() {
    for (_, name, step) in steps() {
        let tried = Tried::step(&name, &step);
        for (task, wrong) in step.tasks.iter().zip(&tried.wrong) {
            for (actions, text) in &task.wrongs {
                for action in actions {
                    let answer = (action.to_string(), text.to_string());
                    assert!(wrong.contains(&answer), "{name}: the feedback '{text}' to {action} never occurs");
                }
            }
            assert!(
                task.wrong.is_empty() || wrong.iter().any(|(_, text)| text == task.wrong),
                "{name}: '{}' is never shown",
                task.wrong
            );
        }
    }
}

#[test]
fn every_kind_of_movement_of_a_game_is_met_in_its_lesson() {
    for spec in games() {
        let met: BTreeSet<String> =
            lesson(spec).steps.iter().flat_map(|step| Tried::step(spec.id, step).animation_steps).collect();
        let possible = possible_movements(spec);
        let missing: Vec<&String> = possible.difference(&met).collect();
        assert!(missing.is_empty(), "the lesson of {} never shows {missing:?}", spec.id);
    }
}

#[test]
fn random_games_find_every_kind_of_movement() {
    // A new game needs no entry: these five show that six random games are enough to find the kinds
    // of games with many of them.
    let known = [
        ("hex", "Place"),
        ("coalesce", "Push Slide Wrap"),
        ("harvest", "Capture Jump Split"),
        ("fire-ants", "Capture Jump Place Slide"),
        ("protista", "Capture Generate Hit Jump Slide Unstack"),
    ];
    for spec in games() {
        let found = possible_movements(spec).into_iter().collect::<Vec<_>>().join(" ");
        assert!(!found.is_empty(), "{}: no action has an animation", spec.id);
        if let Some((_, kinds)) = known.iter().find(|(id, _)| *id == spec.id) {
            assert_eq!(found, *kinds, "{}", spec.id);
        }
    }
}

/// Returns the kinds of animation steps that occur in random games with the default options.
fn possible_movements(spec: &GameSpec) -> BTreeSet<String> {
    let game = registry::open(spec.id, &[]).unwrap();
    let mut rng = Rng::new(1);
    let mut kinds = BTreeSet::new();
    for _ in 0..6 {
        let mut table = game.start();
        for n in 0.. {
            let legal = table.legal();
            if legal.is_empty() {
                break;
            }
            let action = &legal[rng.below(legal.len())];
            // Some kinds are rare among the actions played but common among the legal ones.
            let looked_at = if n % 8 == 0 { &legal[..] } else { std::slice::from_ref(action) };
            for action in looked_at {
                kinds.extend(table.animation(action).unwrap().iter().flatten().map(kind));
            }
            table.play(action).unwrap();
        }
    }
    kinds
}

#[test]
fn texts_are_short_single_sentences_and_name_only_cells_that_exist() {
    for (_, name, step) in steps() {
        let board = registry::open(step.game, &[]).unwrap().board();
        let exists = |cell: &str| board.cells.iter().any(|c| c.label == cell);
        for text in step.words() {
            assert!(text.chars().count() <= LONGEST_TEXT, "{name}: too long: {text}");
            for cell in cells_named(text) {
                assert!(exists(cell), "{name}: there is no {cell}: {text}");
            }
        }
        for text in &step.text {
            let ends = text.matches(['.', '!', '?']).count();
            assert!(ends == 1 && text.ends_with(['.', '!', '?']), "{name}: not one sentence: {text}");
        }
        for cell in &step.marks {
            assert!(exists(cell), "{name}: there is no {cell} to mark");
        }
    }
}

#[test]
fn an_action_named_in_a_text_is_not_needed_to_read_it() {
    // Lesson texts name cells, not notation: `d3-d4` and `@a3` belong in the accept line.
    for (_, name, step) in steps() {
        for text in step.words() {
            let notation = |word: &str| word.contains('@') || word.contains('=') || word.contains('+');
            assert!(!text.split_whitespace().any(notation), "{name}: notation in '{text}'");
        }
    }
}

#[test]
fn a_lesson_cut_short_or_without_one_of_its_lines_is_read_or_refused() {
    for spec in games() {
        let text = spec.lesson();
        for (end, _) in text.char_indices() {
            if let Err(error) = Lesson::parse(&text[..end]) {
                assert!((1..=text.lines().count()).contains(&error.line), "{}: {error}", spec.id);
            }
        }
        let lines: Vec<&str> = text.lines().collect();
        for left_out in 0..lines.len() {
            let rest: Vec<&str> = lines.iter().enumerate().filter(|(n, _)| *n != left_out).map(|(_, l)| *l).collect();
            let rest = rest.join("\n");
            let line = lines[left_out];
            let needed = line.starts_with("accept:") || line.starts_with("done:");
            assert!(Lesson::parse(&rest).is_err() || !needed, "{} without line {}", spec.id, left_out + 1);
        }
    }
}

#[test]
fn units_cut_short_are_read_or_refused() {
    for spec in games() {
        let text = spec.strategy();
        for (end, _) in text.match_indices(['\n', ':']) {
            if let Err(error) = Unit::parse_all(&text[..end]) {
                assert!((1..=text.lines().count()).contains(&error.line), "{}: {error}", spec.id);
            }
        }
    }
}

#[test]
fn cells_are_found_in_a_sentence() {
    assert_eq!(cells_named("Push d4 to d10 (a1), not x or 18 to row e.").collect::<Vec<_>>(), ["d4", "d10", "a1"]);
}

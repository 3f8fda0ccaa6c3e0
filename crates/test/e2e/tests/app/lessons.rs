//! Every lesson, from its first step to its end.

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, for_every_game};
use hexarium_games::registry;
use hexarium_games::registry::Games;
use hexarium_kernel::Player;
use hexarium_kernel::lesson::{Accepted, Expected, Feedback, Lesson, Step, Task};
use hexarium_session::GameSession;

use crate::start;

/// Returns actions that complete a task.
fn solution(task: &Task, session: &GameSession, learner: Player) -> Vec<String> {
    let action_of = |expected: &Expected, session: &GameSession| match expected {
        Expected::Action(action) => (*action).to_string(),
        Expected::Any => session.state().legal()[0].clone(),
    };
    match &task.accepted {
        Accepted::Solutions(solutions) => {
            let mut state = session.state().copy();
            let mut actions = Vec::new();
            for expected in &solutions[0] {
                let action = match expected {
                    Expected::Any => state.legal()[0].clone(),
                    Expected::Action(_) => action_of(expected, session),
                };
                state.play(&action).expect("a lesson asks for what is legal");
                actions.push(action);
            }
            actions
        }
        Accepted::Win => winning(task, session, learner, &mut Vec::new()).expect("the task can be completed"),
    }
}

/// Returns the first sequence of actions that a lesson accepts as a win.
fn winning(task: &Task, session: &GameSession, learner: Player, made: &mut Vec<String>) -> Option<Vec<String>> {
    let mut state = session.state().copy();
    for action in &*made {
        state.play(action).ok()?;
    }
    for action in state.legal() {
        let mut after = state.copy();
        after.play(&action).ok()?;
        made.push(action);
        let found = match task.check(made, &*after, learner) {
            Feedback::Done => Some(made.clone()),
            Feedback::Partial => winning(task, session, learner, made),
            Feedback::Wrong(_) => None,
        };
        if found.is_some() {
            return found;
        }
        made.pop();
    }
    None
}

/// Returns the board of a step before its tasks.
fn board_of(step: &Step) -> GameSession {
    let session = step.position.map_or_else(
        || GameSession::new(&Games, step.game),
        |position| GameSession::at_position(&Games, step.game, position),
    );
    let mut session = session.expect("the board of a step can be set up");
    for action in &step.play {
        session.play(action).expect("what was played is legal");
    }
    session
}

fn do_step(browser: &Browser, step: &Step) {
    browser.assert_text("h2", step.title);
    let mut expected = ExpectedGame { session: board_of(step) };
    expected.assert_shown(browser);
    let learner = expected.session.state().to_move();
    for task in &step.tasks {
        browser.assert_text(".lesson-text .ask", task.ask);
        let solution = solution(task, &expected.session, learner);
        for (number, action) in solution.iter().enumerate() {
            for selector in expected.selectors(action) {
                browser.click(&selector);
            }
            let choice = format!(".chooser [data-action={}]", serde_json::json!(action));
            if browser.has(&choice) {
                browser.click(&choice);
            }
            expected.session.play(action).expect("it is legal");
            // The board before a reply is shown for a moment only.
            if number + 1 < solution.len() || task.reply.is_empty() {
                expected.assert_shown(browser);
            }
        }
        for action in &task.reply {
            expected.session.play(action).expect("the reply is legal");
        }
        expected.assert_shown(browser);
    }
    if !step.tasks.is_empty() {
        browser.assert_text(".lesson-text .done", step.done);
    }
    browser.click("#next");
}

#[test]
fn every_lesson_from_its_first_step_to_its_last() {
    for_every_game(|spec| {
        let (site, browser) = start(&BrowserOptions::default());
        let lesson = Lesson::parse(spec.lesson()).expect("a lesson can be read");
        browser.open(&site.address(&format!("#/learn/{}", spec.id)));
        for step in &lesson.steps {
            do_step(&browser, step);
        }
        assert_eq!(browser.text_of(".ask"), format!("You have finished the {} lesson.", spec.title));
        browser.assert_no_errors();
    });
}

#[test]
fn a_wrong_answer_is_explained_and_undone() {
    let (site, browser) = start(&BrowserOptions::default());
    for spec in registry::GAMES {
        let lesson = Lesson::parse(spec.lesson()).expect("a lesson can be read");
        let place = lesson.steps.iter().position(|step| step.tasks.first().is_some_and(|task| !task.wrong.is_empty()));
        let place = place.expect("every lesson has something that can be done wrongly");
        browser.open(&site.address(&format!("#/learn/{}", spec.id)));
        for step in &lesson.steps[..place] {
            do_step(&browser, step);
        }
        let step = &lesson.steps[place];
        let mut expected = ExpectedGame { session: board_of(step) };
        let learner = expected.session.state().to_move();
        let found = expected.session.state().legal().into_iter().find_map(|action| {
            // Only unambiguous inputs: a lesson picks the action that it wants among several.
            let inputs = expected.session.state().inputs(&action).ok()?;
            let alone =
                expected.session.state().legal_inputs().iter().filter(|(_, other)| other.starts_with(&inputs)).count()
                    == 1;
            let mut after = expected.session.state().copy();
            after.play(&action).ok()?;
            match step.tasks[0].check(&[&action], &*after, learner) {
                Feedback::Wrong(words) if alone => Some((action, words)),
                _ => None,
            }
        });
        let (action, words) = found.unwrap_or_else(|| panic!("{}: unexpected state in '{}'", spec.id, step.title));
        for selector in expected.selectors(&action) {
            browser.click(&selector);
        }
        assert_eq!(browser.text_of(".lesson-text .notice"), words, "{}", spec.id);
        expected.session.clear();
        expected.assert_shown(&browser);
    }
    browser.assert_no_errors();
}

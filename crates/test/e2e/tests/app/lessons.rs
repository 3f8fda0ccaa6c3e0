//! Every lesson, from its first step to its end.

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice, Key, for_every_game};
use hexarium_games::registry;
use hexarium_games::registry::Games;
use hexarium_kernel::lesson::{Feedback, Lesson, Step, Unit};
use hexarium_kernel::{GameSpec, Spot};
use hexarium_session::{GameSession, words};

use crate::start;

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
        let solution = task.completion::<&str>(&[], expected.session.state(), learner);
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
        browser.open(&site.address(&format!("#/learn/{}/rules", spec.id)));
        for step in &lesson.steps {
            do_step(&browser, step);
        }
        assert_eq!(browser.text_of(".ask"), format!("You have finished the {} lesson.", spec.title));
        browser.assert_no_errors();
    });
}

fn units(spec: &'static GameSpec) -> Vec<Unit<'static>> {
    Unit::parse_all(spec.strategy()).expect("the units can be read")
}

#[test]
fn every_unit_on_strategy_from_its_first_step_to_its_last() {
    for_every_game(|spec| {
        let (site, browser) = start(&BrowserOptions::default());
        browser.open(&site.address(&format!("#/learn/{}", spec.id)));
        browser.assert_text("h1", &format!("Learn {}", spec.title));
        for (i, unit) in units(spec).iter().enumerate() {
            let listed = format!("[data-unit='{}']", unit.id);
            browser.assert_text(&format!("{listed} .unit-title"), unit.title);
            browser.assert_text(&format!("{listed} .unit-state"), "");
            if i == 0 {
                browser.click(&format!("{listed} .unit"));
            } else {
                browser.go(&format!("/learn/{}/{}", spec.id, unit.id));
            }
            browser.assert_text("h1", &format!("{}: {}", spec.title, unit.title));
            for step in &unit.steps {
                do_step(&browser, step);
            }
            assert_eq!(browser.text_of(".ask"), format!("You have finished “{}”.", unit.title));
            browser.click("#all-lessons");
            browser.assert_text(&format!("{listed} .unit-state"), "Done");
        }
        browser.assert_no_errors();
    });
}

/// Completes a step with the keyboard or the touchscreen alone.
fn do_step_with(browser: &Browser, step: &Step, device: InputDevice) {
    browser.assert_text("h2", step.title);
    let mut expected = ExpectedGame { session: board_of(step) };
    let learner = expected.session.state().to_move();
    for task in &step.tasks {
        expected.assert_shown(browser);
        for action in task.completion::<&str>(&[], expected.session.state(), learner) {
            expected.play_unconfirmed(browser, &action, device);
        }
        for action in &task.reply {
            expected.session.play(action).expect("the reply is legal");
        }
    }
    expected.assert_shown(browser);
    if let InputDevice::Touchscreen = device {
        browser.assert_fits();
        browser.tap("#next");
    } else {
        browser.tab_to("#next");
        browser.press(Key::Enter);
    }
}

#[test]
fn a_unit_is_completed_by_keyboard_and_progress_is_kept() {
    let (site, browser) = start(&BrowserOptions::default());
    let spec = registry::spec("hex").expect("a game");
    let unit = units(spec).swap_remove(0);
    let list = site.address("#/learn/hex");
    let state = format!("[data-unit='{}'] .unit-state", unit.id);
    browser.open(&list);
    let link = format!("[data-unit='{}'] .unit", unit.id);
    browser.tab_to(&link);
    browser.press(Key::Enter);
    let (first, rest) = unit.steps.split_first().expect("a step");
    do_step_with(&browser, first, InputDevice::Keyboard);
    browser.assert_text("h2", rest[0].title);
    // The board is the next element in the tab order.
    browser.wait_until("the focus on the step", "document.activeElement.matches('.lesson')");
    browser.press(Key::Tab);
    assert!(browser.is("document.activeElement.matches('#board .hit')"), "the board is not next");

    // A unit goes on where it was left, and the list shows how far it is done.
    browser.reload();
    browser.assert_text("h2", rest[0].title);
    browser.open(&list);
    browser.assert_text(&state, &format!("1 of {}", unit.steps.len()));
    browser.tab_to(&link);
    browser.press(Key::Enter);
    for step in rest {
        do_step_with(&browser, step, InputDevice::Keyboard);
    }
    browser.assert_text(".ask", &format!("You have finished “{}”.", unit.title));
    browser.tab_to("#next-unit");
    browser.press(Key::Enter);
    browser.assert_text("h1", "Hex: Ladders");
    browser.open(&list);
    browser.reload();
    browser.assert_text(&state, "Done");
    let stored = browser.stored("lessons").expect("the progress is stored");
    assert_eq!(stored, format!("hexarium-lessons/1\nhex/{} done\n", unit.id));
    browser.assert_no_errors();
}

#[test]
fn a_unit_is_completed_by_touch_on_a_phone() {
    let record = "addEventListener('pointerdown', event => { window.device = event.pointerType; }, true);";
    let (site, browser) = start(&BrowserOptions::phone(390, 844).with_script(record));
    let unit = units(registry::spec("hex").expect("a game")).swap_remove(0);
    browser.open(&site.address("#/learn/hex"));
    browser.tap(&format!("[data-unit='{}'] .unit", unit.id));
    for step in &unit.steps {
        do_step_with(&browser, step, InputDevice::Touchscreen);
    }
    browser.assert_text(".ask", &format!("You have finished “{}”.", unit.title));
    browser.assert_fits();
    browser.tap("#all-lessons");
    browser.assert_text(&format!("[data-unit='{}'] .unit-state", unit.id), "Done");
    browser.assert_value("window.device", "touch");
    browser.assert_no_errors();
}

/// Notes every board that is shown from now on, by the names of its cells.
const NOTE_BOARDS: &str = "window.boards = new Set(); \
    const note = () => window.boards.add([...document.querySelectorAll('#board .hit')] \
        .map(cell => cell.getAttribute('aria-label')).join('|')); \
    new MutationObserver(note).observe(document.querySelector('#board'), { subtree: true, attributes: true });";

/// Returns the names of the cells of a board.
fn cells(session: &GameSession) -> String {
    let (board, view) = (session.board(), session.state().view());
    let name = |i: usize| words::describe_cell(session.game(), board, &view, Spot(i as u16));
    let shown = (0..board.cells.len()).filter(|i| !board.cells[*i].label.is_empty());
    shown.map(name).collect::<Vec<_>>().join("|")
}

#[test]
fn a_solution_is_shown_on_the_board_and_taken_back() {
    for settings in ["", "motion=false\n"] {
        let (site, browser) = start(&BrowserOptions::default().with_settings(settings));
        for (game, id) in [("fire-ants", "sandwiches"), ("harvest", "parity")] {
            let spec = registry::spec(game).expect("a game");
            let unit = units(spec).into_iter().find(|unit| unit.id == id).expect("the unit");
            browser.open(&site.address(&format!("#/learn/{game}/{id}")));
            let is_tried = |step: &&Step| !step.is_test && !step.tasks.is_empty();
            let place = unit.steps.iter().position(|step| is_tried(&step)).expect("a step with a task");
            for step in &unit.steps[..place] {
                do_step(&browser, step);
            }
            let step = &unit.steps[place];
            let mut expected = ExpectedGame { session: board_of(step) };
            expected.assert_shown(&browser);
            browser.assert_absent("#show-me");
            browser.click("#lesson-hint");
            browser.assert_text(".lesson-text .notice", step.tasks[0].hint);
            browser.assert_absent("#lesson-hint");
            browser.run(NOTE_BOARDS, Vec::new());
            browser.click("#show-me");
            let learner = expected.session.state().to_move();
            for action in step.tasks[0].completion::<&str>(&[], expected.session.state(), learner) {
                expected.session.play(&action).expect("what is shown is legal");
            }
            browser.assert_text(".lesson-text .notice", "Now you try.");
            let shown = serde_json::json!(cells(&expected.session));
            assert!(browser.is(&format!("window.boards.has({shown})")), "{game}: the solution was not on the board");
            ExpectedGame { session: board_of(step) }.assert_shown(&browser);
            browser.assert_absent(".lesson-text .done");
            do_step(&browser, step);
        }
        browser.assert_no_errors();
    }
}

#[test]
fn a_test_offers_help_after_a_wrong_answer_only() {
    let (site, browser) = start(&BrowserOptions::default().with_settings("motion=false\n"));
    let spec = registry::spec("fire-ants").expect("a game");
    let unit = units(spec).into_iter().find(|unit| unit.id == "sandwiches").expect("the unit");
    browser.open(&site.address("#/learn/fire-ants/sandwiches"));
    let place = unit.steps.iter().position(|step| step.is_test).expect("a test");
    for step in &unit.steps[..place] {
        do_step(&browser, step);
    }
    let step = &unit.steps[place];
    browser.assert_text(".test-badge", "Test yourself");
    browser.assert_absent("#lesson-hint, #show-me");
    // Any buffer space: that catches nothing.
    browser.click_cell("a2");
    browser.assert_text(".lesson-text .notice", step.tasks[0].wrong);
    browser.assert_present("#lesson-hint");
    // A click at once takes the wrong action back first.
    do_step(&browser, step);
    browser.assert_no_errors();
}

#[test]
fn lessons_that_cannot_be_loaded_leave_those_on_the_rules() {
    let broken = "const load = window.fetch; \
        window.fetch = (address, ...rest) => String(address.url ?? address).includes('lessons/') \
            ? Promise.reject(new TypeError('no network')) : load(address, ...rest);";
    let (site, browser) = start(&BrowserOptions::default().with_script(broken));
    browser.open(&site.address("#/learn/hex"));
    browser.assert_contains(".problem", "Cannot load the lessons on strategy.");
    browser.assert_value("document.querySelectorAll('.units li').length", 1);
    browser.click("[data-unit=rules] .unit");
    browser.assert_present("#board > .hit");
    browser.open(&site.address("#/learn/hex/bridges"));
    browser.assert_contains("main", "Cannot load the lessons on strategy.");
}

#[test]
fn a_wrong_answer_is_explained_and_undone() {
    let (site, browser) = start(&BrowserOptions::default());
    for spec in registry::GAMES {
        let lesson = Lesson::parse(spec.lesson()).expect("a lesson can be read");
        let place = lesson.steps.iter().position(|step| step.tasks.first().is_some_and(|task| !task.wrong.is_empty()));
        let place = place.expect("every lesson has something that can be done wrongly");
        browser.open(&site.address(&format!("#/learn/{}/rules", spec.id)));
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

#[test]
fn a_unit_on_strategy_works_without_a_network() {
    let (mut site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address(""));
    let kept = "return navigator.serviceWorker.ready.then(() => caches.keys()).then(names => names.length)";
    assert_eq!(browser.run(kept, Vec::new()), serde_json::json!(1), "the app is cached");
    site.stop();
    browser.reload();
    let spec = registry::spec("hex").expect("a game");
    let unit = units(spec).swap_remove(0);
    browser.go(&format!("/learn/{}/{}", spec.id, unit.id));
    for step in &unit.steps {
        do_step(&browser, step);
    }
    assert_eq!(browser.text_of(".ask"), format!("You have finished “{}”.", unit.title));
    browser.click("#all-lessons");
    browser.assert_text(&format!("[data-unit='{}'] .unit-state", unit.id), "Done");
}

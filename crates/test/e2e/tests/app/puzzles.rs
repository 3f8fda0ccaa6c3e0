//! Puzzles: solved, failed and tried again; the puzzle of the day; stored progress.

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice, Key, Site, for_every_game};
use hexarium_engines::puzzles::{refute, solution_line};
use hexarium_games::registry::{GAMES, Games};
use hexarium_kernel::AnyMatch;
use hexarium_puzzles::{
    Judgement, OpenPuzzle, Progress, Puzzle, PuzzleList, PuzzleResult, Reason, Refutation, Theme, daily_list,
    daily_puzzle, shipped,
};
use hexarium_session::GameSession;
use serde_json::json;

use crate::layout::in_sight;
use crate::start;

/// The id of the puzzle on the page.
const SHOWN: &str = "document.querySelector('#puzzle')?.dataset.puzzle";

/// Progress of a player, as the terminal and earlier versions of the app store it.
const GOLDEN: &str = include_str!("../../../../puzzles/tests/golden/progress.txt");

/// Opens a puzzle on the page, and returns the game that the page should show.
fn open(browser: &Browser, site: &Site, puzzle: &Puzzle) -> ExpectedGame {
    browser.open(&site.address(&format!("#/puzzle/{}", puzzle.id)));
    at_start(browser, puzzle)
}

/// Waits for a puzzle, and returns the game that the page should show.
fn at_start(browser: &Browser, puzzle: &Puzzle) -> ExpectedGame {
    browser.assert_value(SHOWN, puzzle.id.to_string());
    let session = GameSession::at_position(&Games, &puzzle.game, &puzzle.position).expect("a puzzle can be opened");
    let expected = ExpectedGame { session };
    expected.assert_shown(browser);
    expected
}

fn enter(browser: &Browser, expected: &mut ExpectedGame, turn: &[String], device: InputDevice) {
    for action in turn {
        expected.play(browser, action, device);
    }
}

/// Returns a wrong turn that is answered by a reply.
fn wrong_turn(puzzle: &Puzzle) -> Option<(Vec<String>, Refutation)> {
    let open = OpenPuzzle::open(puzzle, &Games).expect("a puzzle can be opened");
    open.start().legal().into_iter().take(12).find_map(|first| {
        let mut state = open.start();
        let mut turn = vec![first];
        state.play(&turn[0]).expect("it is legal");
        while open.judge(&*state) == Judgement::Unfinished {
            let next = state.legal().swap_remove(0);
            state.play(&next).expect("it is legal");
            turn.push(next);
        }
        let is_wrong = open.judge(&*state) == Judgement::Wrong && !is_over(&*state);
        let refutation = is_wrong.then(|| refute(puzzle, &turn).ok()).flatten()?;
        (!refutation.line.is_empty()).then_some((turn, refutation))
    })
}

fn is_over(state: &dyn AnyMatch) -> bool {
    state.verdict().is_some()
}

/// Returns a puzzle of a game, a wrong turn, and the reply to it.
fn refutable(game: &str) -> (Puzzle, Vec<String>, Refutation) {
    let find = |puzzle: &Puzzle| wrong_turn(puzzle).map(|(turn, reply)| (puzzle.clone(), turn, reply));
    let themes = [Theme::Win(2), Theme::Defence];
    let list = shipped(game);
    let found = list.puzzles().iter().filter(|puzzle| themes.contains(&puzzle.theme)).find_map(find);
    found.expect("some wrong turn is refuted by a reply")
}

fn stored_progress(browser: &Browser) -> Progress {
    Progress::parse(&browser.stored("puzzles").expect("progress is stored")).expect("it can be read")
}

#[test]
fn a_puzzle_of_each_game_is_failed_tried_again_and_solved() {
    for_every_game(|spec| {
        let (puzzle, wrong, refutation) = refutable(spec.id);
        let (site, browser) = start(&BrowserOptions::default());
        let mut expected = open(&browser, &site, &puzzle);
        let task = OpenPuzzle::open(&puzzle, &Games).expect("a puzzle can be opened").task();
        browser.assert_text(".talk .ask", &task);
        // A wrong turn is answered on the board.
        enter(&browser, &mut expected, &wrong, InputDevice::Mouse);
        browser.assert_contains(".response", &refutation.reason.sentence());
        browser.assert_contains(".response", &refutation.line.join(" "));
        for action in &refutation.line {
            expected.session.play(action).expect("the reply is legal");
        }
        expected.assert_shown(&browser);
        let mut progress = Progress::default();
        progress.record(&puzzle, false);
        assert_eq!(stored_progress(&browser), progress);
        // The board is locked until the next try.
        browser.click("#board > .hit");
        expected.assert_shown(&browser);

        browser.click("#try-again");
        let mut expected = at_start(&browser, &puzzle);
        enter(&browser, &mut expected, &puzzle.solutions[0], InputDevice::Mouse);
        browser.assert_text(".response.done", "Solved, after a wrong try.");
        expected.assert_shown(&browser);
        progress.record(&puzzle, true);
        assert_eq!(stored_progress(&browser), progress);
        assert_eq!(progress.rating(spec.id).puzzles, 1, "only the first try is rated");

        // The next one is near the rating, and solved at once.
        browser.click("#next-puzzle");
        let list = shipped(spec.id);
        let before = progress.rating(spec.id).rating;
        let next = list.next(&progress, before, None).expect("there are more").clone();
        let mut expected = at_start(&browser, &next);
        enter(&browser, &mut expected, &next.solutions[0], InputDevice::Mouse);
        progress.record(&next, true);
        let after = progress.rating(spec.id).rating;
        browser.assert_text(".response.done", &format!("Solved. Rating {before:.0} → {after:.0}. 1 in a row."));
        assert_eq!(stored_progress(&browser), progress);

        // Everything is there after a reload.
        browser.open(&site.address("#/puzzles"));
        let card = format!(".saved-game[data-game={}]", spec.id);
        browser.assert_contains(&format!("{card} .rating"), &format!("Your rating: {after:.0} ±"));
        browser.assert_text(&format!("{card} .solved"), &format!("2 of {} solved", list.puzzles().len()));
        browser.assert_contains("main", "Solved in a row: 1, best 1.");
        browser.assert_no_errors();
    });
}

#[test]
fn a_solution_is_shown_on_the_board_and_counts_as_failed() {
    let (site, browser) = start(&BrowserOptions::default());
    let list = shipped("fire-ants");
    let puzzle = list.puzzles().iter().find(|puzzle| puzzle.theme == Theme::Win(2)).expect("there is one");
    let mut expected = open(&browser, &site, puzzle);
    browser.click("#solution");
    let line = solution_line(puzzle).expect("it has a solution");
    assert!(line.len() > puzzle.solutions[0].len(), "the whole win is shown");
    for action in &line {
        expected.session.play(action).expect("it is legal");
    }
    browser.assert_text(".response", &format!("Solution: {}", line.join(" ")));
    expected.assert_shown(&browser);
    assert_eq!(stored_progress(&browser).result(puzzle.id), Some(PuzzleResult::Failed));
    browser.assert_present("#next-puzzle:not([hidden])");
    browser.click("#try-again");
    at_start(&browser, puzzle);
    browser.assert_no_errors();
}

#[test]
fn a_pass_is_an_answer_and_shown_after_a_needless_stone() {
    let (site, browser) = start(&BrowserOptions::default());
    let list = shipped("hex");
    let passes = |puzzle: &&Puzzle| puzzle.theme == Theme::Connected && puzzle.solutions == [["pass"]];
    let puzzle = list.puzzles().iter().find(passes).expect("one is already connected");
    let mut expected = open(&browser, &site, puzzle);
    let keeps = |action: &&String| {
        refute(puzzle, &[(*action).clone()]).is_ok_and(|refutation| refutation.reason == Reason::PassWins)
    };
    let legal = expected.session.state().legal();
    let needless = legal.iter().find(keeps).expect("a stone that changes nothing").clone();
    enter(&browser, &mut expected, &[needless], InputDevice::Mouse);
    browser.assert_contains(".response", "Not needed: a pass wins too. Better: pass");
    let mut expected = at_start(&browser, puzzle);
    expected.session.play("pass").expect("it is legal");
    expected.assert_shown(&browser);
    browser.click("#try-again");
    at_start(&browser, puzzle);
    browser.click("[data-button=pass]");
    browser.assert_contains(".response.done", "Solved, after a wrong try.");
    browser.assert_no_errors();
}

/// Returns the puzzle of a day, as the core computes it.
fn daily(day: u64) -> Puzzle {
    let lists: Vec<PuzzleList> = GAMES.iter().map(|spec| shipped(spec.id)).collect();
    let lists: Vec<PuzzleList> = lists.into_iter().filter(|list| !list.puzzles().is_empty()).collect();
    daily_puzzle(day, &lists[daily_list(day, lists.len())]).expect("every day has a puzzle").clone()
}

#[test]
fn the_puzzle_of_the_day_is_that_of_the_core() {
    let clock = "const day = Number(localStorage.getItem('test.day') ?? 20700); Date.now = () => day * 864e5 + 6e4;";
    let (site, browser) = start(&BrowserOptions::default().with_script(clock));
    for day in 20_700..20_706_u64 {
        browser.open(&site.address(""));
        browser.run("localStorage.setItem('test.day', arguments[0])", vec![json!(day.to_string())]);
        browser.reload();
        let streak = day - 20_700;
        browser.assert_contains(".daily", &format!("Days in a row: {streak}, best {streak}"));
        browser.assert_present(".daily .picture");
        browser.assert_text("#daily-puzzle", "Solve");
        browser.click("#daily-puzzle");
        let puzzle = daily(day);
        let mut expected = at_start(&browser, &puzzle);
        assert!(browser.address().ends_with(&format!("#/puzzle/{}", puzzle.id)), "it can be linked to");
        browser.assert_text("h1", "Puzzle of the day");
        enter(&browser, &mut expected, &puzzle.solutions[0], InputDevice::Mouse);
        browser.assert_contains(".response.done", "Solved.");
        browser.go("/puzzles");
        browser.assert_text("#daily-puzzle", "Solved today");
    }
    browser.assert_no_errors();
}

#[test]
fn puzzles_work_without_a_network() {
    let (mut site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address(""));
    let kept = "return navigator.serviceWorker.ready.then(() => caches.keys()).then(names => names.length)";
    assert_eq!(browser.run(kept, Vec::new()), json!(1), "the app is cached");
    site.stop();
    let (puzzle, wrong, refutation) = refutable("coalesce");
    browser.reload();
    browser.go(&format!("/puzzle/{}", puzzle.id));
    let mut expected = at_start(&browser, &puzzle);
    enter(&browser, &mut expected, &wrong, InputDevice::Mouse);
    browser.assert_contains(".response", &refutation.line.join(" "));
    browser.click("#try-again");
    let mut expected = at_start(&browser, &puzzle);
    enter(&browser, &mut expected, &puzzle.solutions[0], InputDevice::Mouse);
    browser.assert_contains(".response.done", "Solved");
}

#[test]
fn everything_is_in_sight_on_a_small_phone() {
    let (site, browser) = start(&BrowserOptions::phone(360, 640));
    for spec in GAMES {
        let (puzzle, wrong, _) = refutable(spec.id);
        let mut expected = open(&browser, &site, &puzzle);
        browser.assert_fits();
        for part in ["#board", ".talk .ask", "#solution"] {
            browser.wait_until(&format!("{}: {part}", spec.id), &in_sight(part));
        }
        enter(&browser, &mut expected, &wrong, InputDevice::Touchscreen);
        browser.assert_contains(".response", "Reply:");
        for part in ["#board", ".talk .ask", "#try-again", "#solution"] {
            browser.wait_until(&format!("{}, wrong: {part}", spec.id), &in_sight(part));
        }
        browser.assert_fits();
        browser.tap("#try-again");
        let mut expected = at_start(&browser, &puzzle);
        enter(&browser, &mut expected, &puzzle.solutions[0], InputDevice::Touchscreen);
        browser.assert_contains(".response.done", "Solved");
        for part in ["#board", ".talk .ask", "#next-puzzle"] {
            browser.wait_until(&format!("{}, solved: {part}", spec.id), &in_sight(part));
        }
    }
    browser.assert_no_errors();
}

#[test]
fn a_puzzle_is_solved_by_keyboard_and_announced() {
    let record = "addEventListener('pointerdown', () => { window.pointed = true; }, true);";
    let (site, browser) = start(&BrowserOptions::default().with_script(record));
    let (puzzle, wrong, _) = refutable("harvest");
    let mut expected = open(&browser, &site, &puzzle);
    enter(&browser, &mut expected, &wrong, InputDevice::Keyboard);
    browser.assert_value("document.activeElement.id", "try-again");
    browser.press(Key::Enter);
    let mut expected = at_start(&browser, &puzzle);
    let task = OpenPuzzle::open(&puzzle, &Games).expect("a puzzle can be opened").task();
    browser.assert_text("[role=status].unseen", &task);
    enter(&browser, &mut expected, &puzzle.solutions[0], InputDevice::Keyboard);
    browser.assert_text("[role=status].unseen", "Solved, after a wrong try.");
    browser.assert_value("document.activeElement.id", "next-puzzle");
    browser.press(Key::Enter);
    browser.wait_until("another puzzle", &format!("{SHOWN} && {SHOWN} !== '{}'", puzzle.id));
    assert!(!browser.is("window.pointed"), "the pointer was used");
    browser.assert_no_errors();
}

#[test]
fn a_theme_is_kept_from_puzzle_to_puzzle_and_over_reloads() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/puzzles"));
    browser.click("[data-game=protista] .chip[href$=win-1]");
    let (list, mut progress) = (shipped("protista"), Progress::default());
    for _ in 0..2 {
        let rating = progress.rating("protista").rating;
        let puzzle = list.next(&progress, rating, Some(Theme::Win(1))).expect("there are some").clone();
        at_start(&browser, &puzzle);
        // It survives a reload, too.
        browser.reload();
        let mut expected = at_start(&browser, &puzzle);
        enter(&browser, &mut expected, &puzzle.solutions[0], InputDevice::Mouse);
        browser.assert_contains(".response.done", "Solved.");
        progress.record(&puzzle, true);
        browser.click("#next-puzzle");
    }
    browser.assert_no_errors();
}

#[test]
fn unknown_puzzles_games_and_themes_are_reported() {
    let (site, browser) = start(&BrowserOptions::default());
    for (page, problem) in [
        ("#/puzzle/000000000000", "There is no puzzle 000000000000 in this version."),
        ("#/puzzle/xyz", "There is no puzzle xyz in this version."),
        ("#/puzzles/chess", "chess"),
        ("#/puzzles/hex/win-9", "There are no puzzles of Hex with the theme win-9."),
        ("#/puzzles/hex/nonsense", "There are no puzzles of Hex with the theme nonsense."),
    ] {
        browser.open(&site.address(page));
        browser.assert_contains("main .problem", problem);
    }
}

#[test]
fn stored_progress_of_earlier_versions_is_read_and_extended() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut progress = Progress::parse(GOLDEN).expect("stored progress can be read");
    browser.open(&site.address(""));
    browser.store("puzzles", GOLDEN);
    browser.open(&site.address("#/puzzles/hex"));
    let before = progress.rating("hex");
    browser.assert_text(".panel .rating", &format!("Your rating: {:.0} ± {:.0}", before.rating, before.deviation));
    let puzzle = shipped("hex").next(&progress, before.rating, None).expect("there are some").clone();
    let mut expected = at_start(&browser, &puzzle);
    enter(&browser, &mut expected, &puzzle.solutions[0], InputDevice::Mouse);
    browser.assert_contains(".response.done", "Solved.");
    progress.record(&puzzle, true);
    assert_eq!(browser.stored("puzzles"), Some(progress.write()));
    browser.assert_no_errors();
}

#[test]
fn unreadable_progress_is_reported_and_kept() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address(""));
    let newer = GOLDEN.replace("progress/1", "progress/2");
    browser.store("puzzles", &newer);
    browser.open(&site.address("#/puzzles/coalesce"));
    browser.assert_contains(".progress-problem", "is newer than this program");
    let rating = Progress::default().rating("coalesce").rating;
    let puzzle = shipped("coalesce").next(&Progress::default(), rating, None).expect("there are some").clone();
    let mut expected = at_start(&browser, &puzzle);
    enter(&browser, &mut expected, &puzzle.solutions[0], InputDevice::Mouse);
    browser.assert_contains(".response.done", "Solved.");
    assert_eq!(browser.stored("puzzles"), Some(newer), "nothing is lost");
    browser.go("/puzzles");
    browser.click(".progress-problem .ask");
    browser.click(".progress-problem .danger");
    browser.assert_absent(".progress-problem");
    assert_eq!(browser.stored("puzzles"), None);
    browser.assert_no_errors();
}

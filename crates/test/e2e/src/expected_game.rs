//! The game that a page is expected to show, and the inputs that make an action.

use hexarium_games::registry::Games;
use hexarium_kernel::{Flow, Input, Spot};
use hexarium_pictures::{BoardTheme, Canvas, Orientation, Style, Theme};
use hexarium_session::storage::{KeyValue, MemoryStorage, SaveSlot};
use hexarium_session::{ClickOutcome, GameSession, autosave, words};
use serde_json::{Value, json};

use crate::browser::cell;
use crate::{Browser, Key, Site};

/// Returns the stored parts of the local game of the page.
const SAVED: &str = "const id = location.hash.split('/play/')[1]; return id ? hexariumTexts.read('save/' + id) : null";

/// The device with which cells and buttons are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputDevice {
    /// A mouse.
    Mouse,
    /// A touchscreen.
    Touchscreen,
    /// The keyboard alone.
    Keyboard,
}

/// The game that a page is expected to show, in the core.
pub struct ExpectedGame {
    /// The game.
    pub session: GameSession,
}

impl ExpectedGame {
    /// Returns the local game of the page as it is saved.
    #[track_caller]
    pub fn saved_by(browser: &Browser) -> Self {
        browser.eventually("a saved game", || {
            let parts = browser.send(browser.client().execute(SAVED, Vec::new()))?;
            let store = MemoryStorage::default();
            for part in parts.as_array().ok_or("no local game")? {
                store.set(part[0].as_str().unwrap_or_default(), part[1].as_str().unwrap_or_default());
            }
            let keys = store.keys();
            let saved = SaveSlot::new(store, keys.first().ok_or("no saved game")?).load().unwrap_or_default();
            let game = autosave::load(&Games, &saved).map_err(|problem| format!("{problem} in\n{saved}"))?;
            Ok(Self { session: game.session })
        })
    }

    /// Starts a local game of two players.
    #[track_caller]
    pub fn of_two_players(browser: &Browser, site: &Site, game: &str) -> Self {
        browser.visit(&site.address(&format!("#/new/{game}")));
        browser.click(".choices .choice:nth-of-type(2) input[name=against]");
        browser.click("#start");
        browser.assert_present("#board > .hit");
        Self::saved_by(browser)
    }

    /// Starts a game against the engine, in which the player moves first.
    #[track_caller]
    pub fn against_level(browser: &Browser, site: &Site, game: &str, level: u8) -> Self {
        browser.visit(&site.address(&format!("#/new/{game}")));
        browser.click(&format!("select.level option[value='{level}']"));
        browser.click("#start");
        browser.assert_present("#board > .hit");
        Self::saved_by(browser)
    }

    /// Waits until the page shows this game: the description of every cell, the pieces as they are
    /// drawn, and the counters.
    #[track_caller]
    pub fn assert_shown(&self, browser: &Browser) {
        let actions = self.session.actions().join(" ");
        let what = format!("the board of {} after {actions}", self.session.game().canonical_id());
        browser.eventually(&what, || {
            let differences = self.differences(browser)?;
            if differences.is_empty() { Ok(()) } else { Err(differences.join("\n")) }
        });
    }

    fn differences(&self, browser: &Browser) -> Result<Vec<String>, String> {
        let (game, board, view) = (self.session.game(), self.session.board(), self.session.state().view());
        let canvas = self.canvas(browser);
        let describe = |i: usize| words::describe_cell(game, board, &view, Spot(i as u16));
        let cells: Vec<Value> = (0..board.cells.len())
            .filter(|i| !board.cells[*i].label.is_empty())
            .map(|i| json!([board.cells[i].label, describe(i)]))
            .collect();
        let counters = view.counters.iter().map(|c| format!("{} {}", c.label, c.value));
        let counters: Vec<String> = counters.collect();
        let arguments = vec![json!(cells), json!(canvas.pieces(&view)), json!(counters)];
        let found = browser.send(browser.client().execute(COMPARE, arguments))?;
        serde_json::from_value(found).map_err(|problem| problem.to_string())
    }

    /// Returns the canvas that the page should use: its theme, in the orientation of its board.
    fn canvas(&self, browser: &Browser) -> Canvas {
        let page = browser.value(
            "[document.documentElement.dataset.theme === 'dark', \
            document.documentElement.dataset.contrast === 'high', \
            parseInt(document.querySelector('#board')?.dataset.orientation ?? 0), \
            !!document.querySelector('#board')?.dataset.orientation.endsWith('m')]",
        );
        let is = |i: usize| page[i] == json!(true);
        let theme = if is(0) { Theme::Dark } else { Theme::Light };
        let board = if is(1) { BoardTheme::Contrast } else { BoardTheme::Material };
        let orientation = Orientation { steps: page[2].as_u64().unwrap_or(0) as u8, flipped: is(3) };
        Canvas::new(self.session.board(), &Style { theme, board, orientation, ..Style::of(self.session.game()) })
    }

    /// Makes an action on the page and here, and confirms the turn if the page asks for it.
    #[track_caller]
    pub fn play(&mut self, browser: &Browser, action: &str, device: InputDevice) -> Flow {
        let flow = self.play_unconfirmed(browser, action, device);
        if browser.has("#confirm") {
            activate(browser, "#confirm", device);
        }
        flow
    }

    /// Makes an action on the page and here, without confirming the turn.
    #[track_caller]
    pub fn play_unconfirmed(&mut self, browser: &Browser, action: &str, device: InputDevice) -> Flow {
        let inputs = self.session.state().inputs(action);
        let inputs = inputs.unwrap_or_else(|problem| panic!("{action}: {problem}"));
        for (i, &next) in inputs.iter().enumerate() {
            let step = format!("step {} of {inputs:?}", i + 1);
            activate(browser, &self.selector(next), device);
            match self.session.click(next) {
                ClickOutcome::Act(made) => {
                    let made = self.session.state().action_text(made).expect("the action of this position");
                    assert_eq!(made, action, "{step} completes another action");
                }
                ClickOutcome::Choose(choices) if i + 1 == inputs.len() => {
                    let choice = choices.iter().find(|choice| choice.text == action);
                    let choice = choice.unwrap_or_else(|| panic!("{action} is not a choice"));
                    let button = format!(".chooser [data-action={}]", json!(action));
                    browser.assert_text(&button, &choice.words);
                    activate(browser, &button, device);
                }
                ClickOutcome::Selected | ClickOutcome::Choose(_) => {}
                ClickOutcome::Cleared => panic!("{step} clears the selection"),
                ClickOutcome::Rejected(why) => panic!("{step} is rejected: {why}"),
            }
        }
        let played = self.session.play(action);
        played.unwrap_or_else(|problem| panic!("{action}: {problem}")).flow
    }

    /// Returns the selectors of an action's inputs on the page, in order.
    #[track_caller]
    pub fn selectors(&self, action: &str) -> Vec<String> {
        let inputs = self.session.state().inputs(action);
        let inputs = inputs.unwrap_or_else(|problem| panic!("{action}: {problem}"));
        inputs.iter().map(|input| self.selector(*input)).collect()
    }

    fn selector(&self, input: Input) -> String {
        match input {
            Input::Cell(spot) => cell(&self.session.board().cells[usize::from(spot.0)].label),
            Input::Button(word) => format!("[data-button='{word}']"),
        }
    }

    /// Waits until the engine has moved, and makes its actions here.
    #[track_caller]
    pub fn follow_engine(&mut self, browser: &Browser) {
        let idle = "!/is thinking/.test(document.querySelector('#prompt').innerText)";
        browser.wait_until("the engine's turn to end", idle);
        let saved = Self::saved_by(browser);
        let (before, after) = (self.session.actions(), saved.session.actions());
        assert!(after.starts_with(&before), "the page has played {after:?} after {before:?}");
        for action in &after[before.len()..] {
            let played = self.session.play(action);
            played.unwrap_or_else(|problem| panic!("the engine's {action}: {problem}"));
        }
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.session.ending().is_some()
    }
}

/// Clicks or taps an element, or presses Enter on it.
#[track_caller]
fn activate(browser: &Browser, selector: &str, device: InputDevice) {
    match device {
        InputDevice::Mouse => browser.click(selector),
        InputDevice::Touchscreen => {
            browser.tap(selector);
            // The first tap on a button of the game shows its effect.
            if selector.starts_with("[data-button") && browser.has(&format!("{selector}.shown")) {
                browser.tap(selector);
            }
        }
        InputDevice::Keyboard => {
            if selector.starts_with("#board ") {
                walk_to(browser, selector);
            } else {
                browser.tab_to(selector);
            }
            browser.press(Key::Enter);
        }
    }
}

/// Moves the focus to a cell by the arrow keys: first to its row, then along it.
#[track_caller]
fn walk_to(browser: &Browser, cell: &str) {
    browser.tab_to("#board > .hit");
    for _ in 0..80 {
        let step = browser.run(DIRECTION, vec![json!(cell)]);
        match step.as_str() {
            Some("here") => return,
            Some("up") => browser.press(Key::Up),
            Some("down") => browser.press(Key::Down),
            Some("left") => browser.press(Key::Left),
            Some("right") => browser.press(Key::Right),
            other => panic!("the focus has left the board: {other:?}"),
        }
    }
    panic!("the arrow keys do not reach {cell}");
}

/// The direction from the focused cell to another one.
const DIRECTION: &str = "
    const target = document.querySelector(arguments[0]), here = document.activeElement;
    if (target === here) return 'here';
    if (!here.matches('#board > .hit')) return here.outerHTML.slice(0, 100);
    const middle = element => {
        const box = element.getBBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [[x, y], [tx, ty]] = [middle(here), middle(target)];
    if (Math.abs(ty - y) > 1) return ty < y ? 'up' : 'down';
    return tx < x ? 'left' : 'right';";

/// The differences between the board on the page and the expected one.
const COMPARE: &str = "
    const [cells, pieces, counters] = arguments, out = [];
    const hits = [...document.querySelectorAll('#board > .hit')];
    if (hits.length !== cells.length) out.push(`${hits.length} cells instead of ${cells.length}`);
    const names = new Map(hits.map(hit => [hit.dataset.cell, hit.getAttribute('aria-label')]));
    for (const [label, name] of cells)
        if (names.get(label) !== name)
            out.push(`${label} is called '${names.get(label)}' instead of '${name}'`);
    const wanted = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    wanted.innerHTML = pieces;
    const drawn = document.querySelector('#board .pieces').innerHTML.replaceAll('<!---->', '');
    if (drawn !== wanted.innerHTML)
        out.push(`pieces are drawn as\\n${drawn}\\ninstead of\\n${wanted.innerHTML}`);
    const shown = [...document.querySelectorAll('.strip .counter')]
        .map(counter => counter.textContent.trim()).sort().join();
    if (document.querySelector('.strip') && shown !== counters.sort().join())
        out.push(`counters ${shown} instead of ${counters}`);
    return out;";

//! The game on the page, once more in the core: what the page must show, and what must be touched for an action.

use std::time::{Duration, Instant};

use hexarium_formats::GameTree;
use hexarium_kernel::{Flow, Spot, Touch};
use hexarium_pictures::{Canvas, Style, Theme};
use hexarium_table::{Table, Touched, import, words};
use serde_json::{Value, json};

use crate::browser::cell;
use crate::{Browser, Key, Site};

/// What cells and buttons are touched with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// A mouse.
    Mouse,
    /// A finger.
    Finger,
    /// The keyboard alone.
    Keys,
}

/// How long the engine may think in these tests.
const THINKING: Duration = Duration::from_secs(40);

/// How long the page may take to show something.
const PATIENCE: Duration = Duration::from_secs(10);

/// The core's copy of the game that a page shows.
pub struct Mirror {
    /// The game.
    pub table: Table,
}

impl Mirror {
    /// The game that the page keeps for its next visit.
    #[track_caller]
    pub fn of(browser: &Browser) -> Self {
        let kept = browser.kept("game").expect("the page keeps its game");
        let (head, record) = kept.split_once('\n').expect("a line about the players comes before the record");
        let tree = import(record).unwrap_or_else(|problem| panic!("{problem} in\n{record}")).tree;
        let branches = head.rsplit(' ').next().unwrap_or_default().split('.').filter(|branch| *branch != "-");
        let cursor = branches.fold(GameTree::ROOT, |id, branch| {
            let branch: usize = branch.parse().expect("the place in the tree is made of numbers");
            tree.children(id)[branch]
        });
        Self { table: Table::from_tree(tree, cursor).expect("the page keeps legal games") }
    }

    /// Begins a game between two friends.
    #[track_caller]
    pub fn between_friends(browser: &Browser, site: &Site, game: &str) -> Self {
        browser.open(&site.address(&format!("#/new/{game}")));
        browser.click(".choices .choice:nth-of-type(2) input[name=against]");
        browser.click("#start");
        browser.wait_until("the board", "document.querySelector('#board > .hit')");
        Self::of(browser)
    }

    /// Begins a game against the engine; the page's player has the first turn.
    #[track_caller]
    pub fn against_level(browser: &Browser, site: &Site, game: &str, level: u8) -> Self {
        browser.open(&site.address(&format!("#/new/{game}")));
        let choose = format!("select.level option[value='{level}']");
        browser.click(&choose);
        browser.click("#start");
        browser.wait_until("the board", "document.querySelector('#board > .hit')");
        Self::of(browser)
    }

    /// The page must show what the core says: every cell in words, the pieces as they are drawn, the counters.
    #[track_caller]
    pub fn check(&self, browser: &Browser) {
        let differences = self.differences(browser);
        assert!(
            differences.is_empty(),
            "after {}, in {}, the page differs from the core:\n{}",
            self.table.actions().join(" "),
            self.table.game().canonical_id(),
            differences.join("\n")
        );
    }

    /// Waits until the page shows what the core says.
    #[track_caller]
    pub fn wait_for(&self, browser: &Browser) {
        let start = Instant::now();
        while !self.differences(browser).is_empty() && start.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(20));
        }
        self.check(browser);
    }

    fn differences(&self, browser: &Browser) -> Vec<String> {
        let (game, board, view) = (self.table.game(), self.table.board(), self.table.state().view());
        let canvas = self.canvas(browser);
        let cells: Vec<Value> = (0..board.cells.len())
            .filter(|i| !board.cells[*i].label.is_empty())
            .map(|i| json!([board.cells[i].label, words::describe_cell(game, board, &view, Spot(i as u16))]))
            .collect();
        let counters: Vec<String> = view.counters.iter().map(|c| format!("{} {}", c.label, c.value)).collect();
        let arguments = vec![json!(cells), json!(canvas.pieces(&view)), json!(counters)];
        let found = browser.run(COMPARE, arguments);
        found.as_array().expect("a list").iter().map(|line| line.as_str().unwrap_or_default().to_string()).collect()
    }

    /// The canvas that the page should use: its colours, and turned where a wide board would be too small.
    fn canvas(&self, browser: &Browser) -> Canvas {
        let page = "[document.documentElement.dataset.theme === 'dark', document.documentElement.dataset.contrast === 'high', \
            innerWidth <= 700 && innerHeight >= innerWidth]";
        let page = browser.value(page);
        let is = |i: usize| page[i] == json!(true);
        let (theme, contrast, narrow) = (if is(0) { Theme::Dark } else { Theme::Light }, is(1), is(2));
        let style = Style { theme, contrast, ..Style::of(self.table.game()) };
        let canvas = Canvas::new(self.table.board(), &style);
        let (width, height) = canvas.size();
        if width > 1.3 * height && narrow {
            return Canvas::new(self.table.board(), &Style { turned: true, ..style });
        }
        canvas
    }

    /// Makes an action on the page by its gesture, and here; confirms the turn if the page asks.
    #[track_caller]
    pub fn play(&mut self, browser: &Browser, action: &str, means: Means) -> Flow {
        let flow = self.play_unconfirmed(browser, action, means);
        if browser.has("#confirm") {
            touch(browser, "#confirm", means);
        }
        flow
    }

    /// The same, but a turn that waits for a last word goes on waiting.
    #[track_caller]
    pub fn play_unconfirmed(&mut self, browser: &Browser, action: &str, means: Means) -> Flow {
        let gesture = self.table.state().gesture(action).unwrap_or_else(|problem| panic!("{action}: {problem}"));
        for (i, &next) in gesture.iter().enumerate() {
            touch(browser, &self.selector(next), means);
            match self.table.touch(next) {
                Touched::Act(made) => {
                    assert_eq!(made, action, "touch {} of {gesture:?} completes another action", i + 1)
                }
                Touched::Choose(choices) if i + 1 == gesture.len() => {
                    let choice = choices.iter().find(|choice| choice.action == action);
                    let choice = choice.unwrap_or_else(|| panic!("{action} is not among the choices"));
                    let button = format!(".chooser [data-action={}]", json!(action));
                    assert_eq!(browser.text_of(&button), choice.words, "the chooser says what {action} does");
                    touch(browser, &button, means);
                }
                Touched::Selected | Touched::Choose(_) => {}
                Touched::Cleared => panic!("touch {} of {gesture:?} lets go", i + 1),
                Touched::Refused(why) => panic!("touch {} of {gesture:?} is refused: {why}", i + 1),
            }
        }
        self.table.play(action).unwrap_or_else(|problem| panic!("{action}: {problem}")).flow
    }

    /// What must be touched on the page for an action, in order.
    #[track_caller]
    pub fn selectors(&self, action: &str) -> Vec<String> {
        let gesture = self.table.state().gesture(action).unwrap_or_else(|problem| panic!("{action}: {problem}"));
        gesture.iter().map(|touch| self.selector(*touch)).collect()
    }

    fn selector(&self, touch: Touch) -> String {
        match touch {
            Touch::Cell(spot) => cell(&self.table.board().cells[usize::from(spot.0)].label),
            Touch::Button(word) => format!("[data-button='{word}']"),
        }
    }

    /// Waits for the engine's turn to be over, and follows it.
    #[track_caller]
    pub fn follow(&mut self, browser: &Browser) {
        let idle = "!/is thinking/.test(document.querySelector('#prompt').innerText)";
        browser.wait_long("the engine to move", idle, THINKING);
        let there = Self::of(browser);
        let (before, after) = (self.table.actions(), there.table.actions());
        assert!(after.starts_with(&before), "the page has played {after:?} where {before:?} had been played");
        for action in &after[before.len()..] {
            self.table.play(action).unwrap_or_else(|problem| panic!("the engine's {action}: {problem}"));
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.table.ending().is_some()
    }
}

#[track_caller]
fn touch(browser: &Browser, selector: &str, means: Means) {
    match means {
        Means::Mouse => browser.click(selector),
        Means::Finger => browser.tap(selector),
        Means::Keys => {
            if selector.starts_with("#board ") {
                walk_to(browser, selector);
            } else {
                browser.tab_to(selector);
            }
            browser.press(Key::Enter);
        }
    }
}

/// Goes to a cell by the arrow keys: first to its row, then along it.
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
            other => panic!("the arrow keys have left the board: {other:?}"),
        }
    }
    panic!("{cell} cannot be reached by the arrow keys");
}

/// Where to go from the cell with the focus to reach another.
const DIRECTION: &str = "
    const target = document.querySelector(arguments[0]), here = document.activeElement;
    if (target === here) return 'here';
    if (!here.matches('#board > .hit')) return here.outerHTML.slice(0, 100);
    const middle = element => { const box = element.getBBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [[x, y], [tx, ty]] = [middle(here), middle(target)];
    if (Math.abs(ty - y) > 1) return ty < y ? 'up' : 'down';
    return tx < x ? 'left' : 'right';";

/// What differs between the board on the page and what the core says.
const COMPARE: &str = "
    const [cells, pieces, counters] = arguments, out = [];
    const hits = [...document.querySelectorAll('#board > .hit')];
    if (hits.length !== cells.length) out.push(`${hits.length} cells instead of ${cells.length}`);
    const names = new Map(hits.map(hit => [hit.dataset.cell, hit.getAttribute('aria-label')]));
    for (const [label, name] of cells)
        if (names.get(label) !== name) out.push(`${label} is called '${names.get(label)}' instead of '${name}'`);
    const wanted = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    wanted.innerHTML = pieces;
    const drawn = document.querySelector('#board .pieces').innerHTML.replaceAll('<!---->', '');
    if (drawn !== wanted.innerHTML) out.push(`pieces are drawn as\\n${drawn}\\ninstead of\\n${wanted.innerHTML}`);
    const shown = [...document.querySelectorAll('.strip .counter')].map(counter => counter.textContent.trim()).sort();
    if (document.querySelector('.strip') && shown.join() !== counters.sort().join()) out.push(`counters ${shown} instead of ${counters}`);
    return out;";

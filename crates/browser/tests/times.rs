//! How quick the app is, in the browser and as it is shipped: `cargo xtask times`.
//!
//! Machines are noisy and this one may be busy, so whatever is timed is timed several times and the best counts. A site built with
//! `--quick` is measured too, but nothing is asked of it.

use std::time::Instant;

use hexarium_browser::{Browser, Means, Mirror, Site, Wishes};
use hexarium_games::registry::{self, GAMES};
use hexarium_kernel::{AnyGame, Game, Player};
use hexarium_search::{LEVELS, Level, Opponent};
use serde_json::json;

/// The most that the app may weigh, compressed.
const BYTES: f64 = 900_000.0;
/// From the start of a cold load to a board that can be touched.
const LOADING: f64 = 1_500.0;
/// From a touch to the answer of level 3.
const ANSWER: f64 = 1_000.0;
/// The longest frame while the engine thinks.
const FRAME: f64 = 50.0;
/// The share of the native speed that the engine has in the browser; among the checks, where the machine is busy, half of that will do.
const SHARE: f64 = if cfg!(debug_assertions) { 0.25 } else { 0.5 };

const ROUNDS: usize = 3;

/// What was measured, and what fell short.
#[derive(Default)]
struct Report {
    misses: Vec<String>,
}

impl Report {
    fn line(&mut self, what: &str, value: f64, unit: &str, holds: bool, aim: &str) {
        let mark = if holds { "" } else { "   missed" };
        println!("{what:<44} {value:>10.1} {unit:<8} {aim}{mark}");
        if !holds {
            self.misses.push(format!("{what}: {value:.1} {unit}, {aim}"));
        }
    }

    fn at_most(&mut self, what: &str, value: f64, unit: &str, limit: f64) {
        self.line(what, value, unit, value <= limit, &format!("at most {limit}"));
    }
}

/// The best of several rounds: the least.
fn least(mut measure: impl FnMut() -> f64) -> f64 {
    (0..ROUNDS).map(|_| measure()).fold(f64::INFINITY, f64::min)
}

/// The best of as many rounds as it takes to be good enough.
fn least_within(limit: f64, mut measure: impl FnMut() -> f64) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        best = best.min(measure());
        if best <= limit {
            break;
        }
    }
    best
}

fn number(value: &serde_json::Value) -> f64 {
    value.as_f64().unwrap_or(f64::INFINITY)
}

/// Remembers when the first of something is on the page.
fn moment_of(selector: &str) -> Wishes {
    let script = format!(
        "new MutationObserver(() => {{ \
            if (!window.seen && document.querySelector({})) window.seen = performance.now(); \
        }}).observe(document, {{ childList: true, subtree: true }});",
        json!(selector)
    );
    Wishes::default().with_script(&script)
}

/// Milliseconds of a cold load, with a profile that has never seen the app.
fn loading(site: &Site, part: &str, selector: &str) -> f64 {
    least(|| {
        let browser = Browser::start(&moment_of(selector));
        browser.open(&site.address(part));
        browser.wait_until("the page", "window.seen");
        number(&browser.value("window.seen"))
    })
}

/// Remembers when the player last touched something, and when the prompt last was a person's.
const STOPWATCH: &str = "
    addEventListener('click', () => { window.touched = performance.now(); }, true);
    new MutationObserver(() => {
        const prompt = document.querySelector('#prompt')?.innerText ?? '';
        if (!/is thinking/.test(prompt)) window.answered = performance.now();
    }).observe(document.querySelector('#prompt'), { childList: true, characterData: true, subtree: true });";

/// Milliseconds from a touch to the end of the engine's turn, the worst of some turns.
fn answering(browser: &Browser, site: &Site, game: &str) -> f64 {
    let mut mirror = Mirror::against_level(browser, site, game, 3);
    browser.run(STOPWATCH, Vec::new());
    let mut worst: f64 = 0.0;
    for _ in 0..3 {
        while mirror.table.state().to_move() == Player::First {
            let legal = mirror.table.state().legal();
            mirror.play(browser, &legal[legal.len() / 2], Means::Mouse);
        }
        mirror.follow(browser);
        worst = worst.max(number(&browser.value("window.answered - window.touched")));
    }
    worst
}

/// Milliseconds between the two frames that were furthest apart while level 8 thought.
fn frames(browser: &Browser, site: &Site, game: &str) -> f64 {
    let mut mirror = Mirror::against_level(browser, site, game, 8);
    while mirror.table.state().to_move() == Player::First {
        let legal = mirror.table.state().legal();
        mirror.play(browser, &legal[legal.len() / 2], Means::Mouse);
    }
    let watch = "return new Promise(done => { \
            let last = performance.now(), longest = 0, frames = 0; const start = last; \
            const step = () => { \
                const now = performance.now(); \
                if (frames++ > 1) longest = Math.max(longest, now - last); \
                last = now; \
                const thinks = /is thinking/.test(document.querySelector('#prompt').textContent); \
                if (thinks && now - start < 1500) requestAnimationFrame(step); else done([longest, frames]); \
            }; \
            requestAnimationFrame(step); \
        })";
    let found = browser.run(watch, Vec::new());
    assert!(number(&found[1]) > 5.0, "{game}: level 8 thinks for a while, {found}");
    number(&found[0])
}

/// As many nodes as level 8 looks at: fixed costs, such as those of a fresh table, weigh as much as they do in a game.
struct Nodes;

impl registry::Visitor for Nodes {
    type Output = u64;
    fn visit<G: Game>(self, game: G) -> u64 {
        Level::new(&game, LEVELS).expect("there is such a level").nodes
    }
}

/// Seconds that this machine takes for so many nodes, and what it would play.
fn native_choice(game: &dyn AnyGame, nodes: u64) -> (f64, String) {
    let mut thinker = hexarium_minds::thinker(game);
    let opponent = Opponent::parse(&format!("nodes:{nodes}")).expect("an opponent");
    let state = game.start();
    let start = Instant::now();
    let thought = thinker.think(&*state, &opponent, &mut |_| true);
    assert!(thought.nodes * 10 >= nodes * 9, "{}: {} of {nodes} nodes", game.spec().id, thought.nodes);
    (start.elapsed().as_secs_f64(), thought.best().unwrap_or_default().to_string())
}

/// Seconds that a worker of the page takes for so many nodes, and what it would play.
fn browser_choice(browser: &Browser, game: &dyn AnyGame, nodes: u64) -> (f64, String) {
    let player = game.player_name(Player::First).to_lowercase();
    let question =
        format!("1\nhexarium-game {}\nhexarium-level nodes:{nodes}\nreg_genmove {player}", game.canonical_id());
    let ask = "return new Promise((done, failed) => { \
            const worker = new Worker('./worker.js', { type: 'module' }); \
            let start = 0; \
            worker.onerror = () => failed(new Error('the worker does not start')); \
            worker.onmessage = event => { \
                if (!start) { start = performance.now(); worker.postMessage(arguments[0]); return; } \
                done([performance.now() - start, event.data]); \
                worker.terminate(); \
            }; \
        })";
    let found = browser.run(ask, vec![json!(question)]);
    let action = found[1].as_str().and_then(|answer| answer.strip_prefix("1\n= "));
    (number(&found[0]) / 1000.0, action.unwrap_or_else(|| panic!("{found}")).trim().to_string())
}

#[test]
fn the_app_is_quick_enough() {
    let site = Site::start();
    let browser = Browser::start(&Wishes::default());
    browser.open(&site.address(""));
    let built = browser.run("return fetch('./built.txt').then(answer => answer.text())", Vec::new());
    let shipped = built.as_str().is_some_and(|profile| profile.trim() == "web");
    let mut report = Report::default();

    let sizes = hexarium_server::sizes();
    let total: usize = sizes.iter().map(|(_, size)| size).sum();
    for (name, size) in sizes.iter().filter(|(_, size)| *size >= 5_000) {
        println!("{name:<44} {size:>10} bytes");
    }
    report.at_most("the whole app, compressed", total as f64, "bytes", BYTES);

    for (what, part, selector) in
        [("first board", "#/play", "#board > .hit"), ("first form", "#/new/hex", "#start"), ("home", "", ".card img")]
    {
        report.at_most(&format!("{what}, cold load"), loading(&site, part, selector), "ms", LOADING);
    }
    for spec in GAMES {
        let time = least_within(ANSWER, || answering(&browser, &site, spec.id));
        report.at_most(&format!("{}: answer of level 3", spec.id), time, "ms", ANSWER);
    }
    for spec in GAMES {
        let time = least_within(FRAME, || frames(&browser, &site, spec.id));
        report.at_most(&format!("{}: longest frame while level 8 thinks", spec.id), time, "ms", FRAME);
    }
    // Pages that think in the background would spoil the comparison.
    browser.open(&site.address("#/settings"));
    for spec in GAMES {
        let game = registry::open(spec.id, &[]).expect("a game opens under its id");
        let nodes = registry::visit(spec.id, game.options(), Nodes).expect("the game is open");
        let (mut native, mut inside) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..ROUNDS {
            let ((here, chosen), (there, action)) =
                (native_choice(&*game, nodes), browser_choice(&browser, &*game, nodes));
            assert_eq!(action, chosen, "{}: the highest level plays the same in the browser", spec.id);
            (native, inside) = (native.min(here), inside.min(there));
        }
        println!("{:<44} {:>10.0} nodes/s", format!("{}: native", spec.id), nodes as f64 / native);
        println!("{:<44} {:>10.0} nodes/s", format!("{}: in the browser", spec.id), nodes as f64 / inside);
        let share = native / inside;
        let holds = share >= SHARE;
        let aim = format!("at least {:.0}", SHARE * 100.0);
        report.line(&format!("{}: share of the native speed", spec.id), share * 100.0, "%", holds, &aim);
    }
    browser.assert_quiet();
    if !shipped {
        println!("note: this site was built quickly ({built}), so nothing is asked of it");
    } else if cfg!(debug_assertions) {
        println!(
            "note: the native engine was built with checks, so its speed says little; `cargo xtask times` does it right"
        );
    }
    assert!(!shipped || report.misses.is_empty(), "too slow or too large:\n{}", report.misses.join("\n"));
}

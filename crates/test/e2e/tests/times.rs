//! The speed of the app in the browser, as it is shipped: `cargo xtask times`.
//!
//! These are measurements on an idle machine and not part of the checks. Every time is the best of
//! several rounds. A site built with `--quick` is measured without limits. `cargo xtask times NAME`
//! runs the measurements with that text in their names.

use std::time::{Duration, Instant};

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice, Site, search_in_worker};
use hexarium_games::registry::{self, GAMES};
use hexarium_kernel::{AnyGame, Player};
use hexarium_search::{LEVELS, Opponent};
use hexarium_session::{Form, GameSession};
use serde_json::json;

/// The size limit of what the first visit loads, in bytes, compressed.
const BYTES: f64 = 900_000.0;
/// The limit in milliseconds from a cold load to a board that can be used.
const LOADING: f64 = 1_500.0;
/// The limit in milliseconds from a click to the reply of level 3.
const REPLY: f64 = 1_000.0;
/// The limit in milliseconds of a frame while turns are animated and the engine searches.
const FRAME: f64 = 32.0;
/// The limit in milliseconds of the review of a long game.
const REVIEW: f64 = 20_000.0;
/// The limit in milliseconds of a frame during a review: below it, a page seems to respond at once.
const RESPONSE: f64 = 100.0;
/// The number of actions of the reviewed game.
const REVIEWED: usize = 60;
/// The least share of the native speed that the engine has in the browser.
const SHARE: f64 = 0.5;

const ROUNDS: usize = 3;

/// The measurements that missed their limits.
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

    /// Fails if a shipped site misses a limit.
    fn check(&self, browser: &Browser, site: &Site) {
        browser.assert_no_errors();
        browser.open(&site.address(""));
        let built = browser.run("return fetch('./built.txt').then(answer => answer.text())", Vec::new());
        let is_shipped = built.as_str().is_some_and(|profiles| profiles.trim() == "release");
        if !is_shipped {
            println!("note: this site was built with --quick ({built}), so no limits apply");
        }
        assert!(!is_shipped || self.misses.is_empty(), "too slow or too large:\n{}", self.misses.join("\n"));
    }

    fn at_most(&mut self, what: &str, value: f64, unit: &str, limit: f64) {
        self.line(what, value, unit, value <= limit, &format!("at most {limit}"));
    }
}

/// The least of several measurements.
fn least(mut measure: impl FnMut() -> f64) -> f64 {
    (0..ROUNDS).map(|_| measure()).fold(f64::INFINITY, f64::min)
}

/// The least of several measurements, which end when one is within the limit.
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

/// Records the time at which an element is on the page first.
fn record_time_of(selector: &str) -> BrowserOptions {
    let script = format!(
        "new MutationObserver(() => {{ \
            if (!window.seen && document.querySelector({})) window.seen = performance.now(); \
        }}).observe(document, {{ childList: true, subtree: true }});",
        json!(selector)
    );
    BrowserOptions::default().with_script(&script)
}

/// Returns the milliseconds of a cold load with an empty profile.
fn loading(site: &Site, part: &str, selector: &str) -> f64 {
    least(|| {
        let browser = Browser::start(&record_time_of(selector));
        browser.open(&site.address(part));
        browser.wait_until("the page", "window.seen");
        number(&browser.value("window.seen"))
    })
}

/// Records the times of the last click and of the end of the engine's last turn.
const STOPWATCH: &str = "
    addEventListener('click', () => { window.clicked = performance.now(); }, true);
    new MutationObserver(() => {
        const prompt = document.querySelector('#prompt')?.innerText ?? '';
        if (!/is thinking/.test(prompt)) window.answered = performance.now();
    }).observe(document.querySelector('#prompt'), { childList: true, characterData: true, subtree: true });";

/// Returns the milliseconds from a click to the end of the engine's turn, the most of some turns.
fn replying(browser: &Browser, site: &Site, game: &str) -> f64 {
    let mut expected = ExpectedGame::against_level(browser, site, game, 3);
    browser.run(STOPWATCH, Vec::new());
    let mut worst: f64 = 0.0;
    for _ in 0..3 {
        while expected.session.state().to_move() == Player::First {
            let legal = expected.session.state().legal();
            expected.play(browser, &legal[legal.len() / 2], InputDevice::Mouse);
        }
        expected.follow_engine(browser);
        worst = worst.max(number(&browser.value("window.answered - window.clicked")));
    }
    worst
}

/// Records the longest frame from now on.
const FRAME_RECORDER: &str = "
    window.frames = { count: 0, longest: 0 };
    let last;
    const step = now => {
        if (last) frames.longest = Math.max(frames.longest, now - last);
        last = now;
        frames.count += 1;
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);";

/// Returns the milliseconds of the longest frame of a turn against level 8: the player's actions,
/// the search and the reply, all animated.
fn longest_frame(browser: &Browser, site: &Site, game: &str) -> f64 {
    let mut expected = ExpectedGame::against_level(browser, site, game, 8);
    // No player acts before the page has prepared for it.
    std::thread::sleep(Duration::from_secs(1));
    browser.run(FRAME_RECORDER, Vec::new());
    while expected.session.state().to_move() == Player::First {
        let legal = expected.session.state().legal();
        expected.play(browser, &legal[legal.len() / 2], InputDevice::Mouse);
    }
    browser.wait_until("the end of the search", "!/is thinking/.test(document.querySelector('#prompt').innerText)");
    let animated = "return new Promise(done => setTimeout(() => done([frames.longest, frames.count]), 800))";
    let found = browser.run(animated, Vec::new());
    assert!(number(&found[1]) > 30.0, "{game}: the turn is too quick to measure: {found}");
    number(&found[0])
}

/// Returns the nodes that level 8 searches, so that fixed costs have the same weight as in a game.
fn nodes_of_the_highest_level(game: &dyn AnyGame) -> u64 {
    hexarium_engines::engine(game).think(&*game.start(), &Opponent::level(LEVELS), &mut |_| true).nodes
}

/// Returns the seconds of a native search of so many nodes, and its choice.
fn native_choice(game: &dyn AnyGame, nodes: u64) -> (f64, String) {
    let mut engine = hexarium_engines::engine(game);
    let opponent = Opponent::parse(&format!("nodes:{nodes}")).expect("an opponent");
    let state = game.start();
    let start = Instant::now();
    let analysis = engine.think(&*state, &opponent, &mut |_| true);
    assert!(analysis.nodes * 10 >= nodes * 9, "{}: {} of {nodes} nodes", game.spec().id, analysis.nodes);
    (start.elapsed().as_secs_f64(), analysis.best().unwrap_or_default().to_string())
}

/// Returns the link of a Hex game of two engines with so many actions and no result.
fn long_game() -> String {
    let game = registry::open("hex", &[]).expect("a game opens under its id");
    let opponent = Opponent::parse("nodes:500").expect("an opponent");
    for seed in 1..20 {
        let mut session = GameSession::new(&registry::Games, "hex").expect("a game opens under its id");
        for action in hexarium_engines::opening_generator(&*game)(&*game.start(), 6, seed) {
            session.play(&action).expect("an opening is legal");
        }
        let mut engine = hexarium_engines::engine(&*game);
        while session.action_count() < REVIEWED && !session.is_over() {
            let analysis = engine.think(session.state(), &opponent, &mut |_| true);
            session.play(analysis.best().expect("the game is not over")).expect("a choice is legal");
        }
        if session.action_count() == REVIEWED {
            return session.export(Form::Link).expect("every game has a link");
        }
    }
    panic!("no game is so long");
}

/// Returns the milliseconds of the review of a game, and those of the longest frame meanwhile.
fn reviewing(browser: &Browser, site: &Site, link: &str) -> (f64, f64) {
    browser.open(&site.address("#/settings"));
    browser.open(&site.address(link));
    browser.assert_present("#board > .hit");
    browser.run(FRAME_RECORDER, Vec::new());
    let review = "return new Promise(done => {
        const start = performance.now();
        document.querySelector('#review-game').click();
        const look = () => {
            const is_done = document.querySelector('.review') && document.querySelector('#review-game');
            if (is_done) done([performance.now() - start, frames.longest]); else setTimeout(look, 50);
        };
        setTimeout(look, 500);
    })";
    let found = browser.run(review, Vec::new());
    (number(&found[0]), number(&found[1]))
}

#[test]
fn size_and_loading() {
    let (site, mut report) = (Site::start(), Report::default());
    let sizes = hexarium_server::sizes();
    let lazy = ["engine", "icon-512", "lang/", "lessons/", "networks/", "puzzles/", "rules/"];
    let is_lazy = |name: &str| lazy.iter().any(|lazy| name.starts_with(lazy));
    let first = sizes.iter().filter(|(name, _)| !is_lazy(name));
    let total: usize = first.map(|(_, size)| size).sum();
    for (name, size) in sizes.iter().filter(|(_, size)| *size >= 5_000) {
        println!("{name:<44} {size:>10} bytes");
    }
    report.at_most("loaded by the first visit, compressed", total as f64, "bytes", BYTES);

    let start = GameSession::new(&registry::Games, "hex").expect("a game opens under its id");
    let link = start.export(Form::Link).expect("every game has a link");
    for (what, part, selector) in
        [("first board", &*link, "#board > .hit"), ("first form", "#/new/hex", "#start"), ("home", "", ".card img")]
    {
        report.at_most(&format!("{what}, cold load"), loading(&site, part, selector), "ms", LOADING);
    }
    report.check(&Browser::start(&BrowserOptions::default()), &site);
}

#[test]
fn replies() {
    let (site, mut report) = (Site::start(), Report::default());
    let browser = Browser::start(&BrowserOptions::default());
    for spec in GAMES {
        let time = least_within(REPLY, || replying(&browser, &site, spec.id));
        report.at_most(&format!("{}: reply of level 3", spec.id), time, "ms", REPLY);
    }
    report.check(&browser, &site);
}

#[test]
fn frames() {
    let (site, mut report) = (Site::start(), Report::default());
    let browser = Browser::start(&BrowserOptions::default().with_settings("motion=true\nconfirm=false\n"));
    for spec in GAMES {
        let time = least_within(FRAME, || longest_frame(&browser, &site, spec.id));
        report.at_most(&format!("{}: longest frame of a turn against level 8", spec.id), time, "ms", FRAME);
    }
    report.check(&browser, &site);
}

#[test]
fn review() {
    let (site, mut report) = (Site::start(), Report::default());
    let browser = Browser::start(&BrowserOptions::default());
    let link = long_game();
    let mut frame = f64::INFINITY;
    let time = least_within(REVIEW, || {
        let (time, longest) = reviewing(&browser, &site, &link);
        frame = frame.min(longest);
        time
    });
    report.at_most(&format!("hex: review of {REVIEWED} actions"), time, "ms", REVIEW);
    report.at_most("hex: longest frame of the review", frame, "ms", RESPONSE);
    report.check(&browser, &site);
}

#[test]
fn speed_of_engines() {
    let (site, mut report) = (Site::start(), Report::default());
    let browser = Browser::start(&BrowserOptions::default());
    // A page without an engine does not disturb the comparison.
    browser.open(&site.address("#/settings"));
    for spec in GAMES {
        let game = registry::open(spec.id, &[]).expect("a game opens under its id");
        let nodes = nodes_of_the_highest_level(&*game);
        let (mut native, mut inside) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..ROUNDS {
            let ((here, chosen), (there, action)) =
                (native_choice(&*game, nodes), search_in_worker(&browser, &*game, nodes));
            assert_eq!(action, chosen, "{}: the browser chooses another action", spec.id);
            (native, inside) = (native.min(here), inside.min(there));
        }
        println!("{:<44} {:>10.0} nodes/s", format!("{}: native", spec.id), nodes as f64 / native);
        println!("{:<44} {:>10.0} nodes/s", format!("{}: in the browser", spec.id), nodes as f64 / inside);
        let share = native / inside;
        let holds = share >= SHARE;
        let aim = format!("at least {:.0}", SHARE * 100.0);
        report.line(&format!("{}: share of the native speed", spec.id), share * 100.0, "%", holds, &aim);
    }
    report.check(&browser, &site);
}

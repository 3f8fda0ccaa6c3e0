//! Screenshots of every screen of the app, at five sizes, light and dark: `cargo xtask screens`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, Site, positions};
use hexarium_games::registry::{GAMES, Games};
use hexarium_kernel::Rng;
use hexarium_kernel::lesson::Unit;
use hexarium_session::{Form, GameSession};

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).expect("the folder for the pictures is named"));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let site = Site::start();
    let screens = Screens::prepare();
    for (size, phone, device) in [
        ((1280, 800), false, "desktop"),
        ((390, 844), true, "phone"),
        ((1920, 1080), false, "large"),
        ((360, 640), true, "small"),
        ((844, 390), true, "landscape"),
    ] {
        for look in ["light", "dark"] {
            let options = BrowserOptions { size, phone, ..BrowserOptions::default() };
            // The puzzle of the day is the same in all pictures.
            let options = options.with_script("Date.now = () => Date.UTC(2026, 10, 18)");
            let browser =
                Browser::start(&options.with_settings(&format!("look={look}\nmotion=false\nconfirm=always\n")));
            let camera = Camera { browser, site: &site, folder: &folder, kind: format!("{device}-{look}") };
            screens.take(&camera);
            camera.browser.assert_no_errors();
        }
    }
}

/// A browser with the app whose screenshots are written to a folder.
struct Camera<'a> {
    browser: Browser,
    site: &'a Site,
    folder: &'a Path,
    /// The device and theme, such as `phone-dark`.
    kind: String,
}

impl Camera<'_> {
    fn open(&self, part: &str) {
        self.browser.open(&self.site.address(part));
    }

    /// Opens a game at its last action.
    fn show(&self, session: &GameSession) {
        let link = session.export(Form::Link).expect("every game has a link");
        self.open(link.find('#').map_or(&*link, |i| &link[i..]));
        self.browser.assert_present("#board > .hit");
    }

    fn shoot(&self, name: &str) {
        let path = self.folder.join(format!("{name}-{}.png", self.kind));
        self.browser.screenshot(&path);
        println!("{}", path.display());
    }
}

/// The games on the screenshots.
struct Screens {
    /// Each game in the middle of its sample.
    middles: Vec<GameSession>,
    /// A position and the selectors of an ambiguous input.
    ambiguous: (GameSession, Vec<String>),
    /// A finished game.
    ended: GameSession,
}

impl Screens {
    fn prepare() -> Self {
        let middles: Vec<GameSession> = GAMES.iter().map(|spec| sample(spec.sample, 2, 3)).collect();
        let whole = GAMES.iter().map(|spec| sample(spec.sample, 1, 1));
        let ended =
            whole.into_iter().find(|session| session.ending().is_some()).unwrap_or_else(|| random_game(GAMES[0].id));
        let (session, action) = positions::ambiguous();
        let ambiguous = ExpectedGame { session };
        let selectors = ambiguous.selectors(&action);
        Self { middles, ambiguous: (ambiguous.session, selectors), ended }
    }

    fn take(&self, camera: &Camera) {
        let browser = &camera.browser;
        camera.open("");
        camera.shoot("home");
        for (spec, middle) in GAMES.iter().zip(&self.middles) {
            camera.show(middle);
            camera.shoot(&format!("play-{}", spec.id));
        }
        let last = GAMES[GAMES.len() - 1].id;
        for (page, name) in [("new", "new-game"), ("learn", "learn"), ("rules", "rules")] {
            camera.open(&format!("#/{page}/{last}"));
            browser.assert_present("#start, .unit, .prose h1");
            camera.shoot(name);
        }
        camera.open("#/puzzles");
        browser.wait_until("all lists of puzzles", "document.querySelectorAll('.themes:has(.chip)').length == 5");
        camera.shoot("puzzles");
        for spec in GAMES {
            camera.open(&format!("#/puzzles/{}", spec.id));
            browser.assert_present("#puzzle");
            camera.shoot(&format!("puzzle-{}", spec.id));
        }
        let strategy = Unit::parse_all(GAMES[GAMES.len() - 1].strategy()).expect("the units can be read");
        for (unit, name) in [(Unit::RULES, "lesson"), (strategy[0].id, "strategy")] {
            camera.open(&format!("#/learn/{last}/{unit}"));
            browser.assert_present("#board > .hit");
            camera.shoot(name);
        }
        for (page, name) in [
            ("settings", "settings"),
            ("lab", "lab"),
            ("insights", "insights"),
            ("puzzle/today", "puzzle-of-the-day"),
            ("online", "lobby"),
            ("online/new", "new-online-game"),
            ("account", "account"),
            ("no-such-page", "unknown-page"),
        ] {
            camera.open(&format!("#/{page}"));
            browser.assert_present("main h1, #puzzle");
            camera.shoot(name);
        }
        Self::take_online(camera, last);
        camera.show(&self.middles[0]);
        let turn = ExpectedGame { session: self.middles[0].at_node(self.middles[0].cursor()).expect("the same game") };
        let action = turn.session.state().legal()[0].clone();
        for selector in turn.selectors(&action) {
            browser.click(&selector);
        }
        browser.assert_present("#confirm");
        camera.shoot("confirm");
        browser.go("/new/hex");
        browser.click(".choices .choice:nth-of-type(3) input[name=against]");
        browser.click("#start");
        browser.wait_until("some turns", "document.querySelectorAll('.rows .move').length > 3");
        browser.click("#pause");
        camera.shoot("watching");

        camera.show(&self.middles[0]);
        browser.go("/setup");
        browser.assert_present("#setup-play");
        camera.shoot("set-up");

        camera.show(&self.ambiguous.0);
        for selector in &self.ambiguous.1 {
            browser.click(selector);
        }
        browser.run("document.querySelector('.chooser').scrollIntoView({ block: 'end' })", Vec::new());
        camera.shoot("chooser");
        camera.show(&self.ended);
        camera.shoot("result");
        ExpectedGame::of_two_players(browser, camera.site, GAMES[1].id);
        camera.open("#/games");
        browser.assert_present(".saved-game");
        camera.shoot("games");

        camera.show(&self.middles[0]);
        // The bar of a phone may cover it.
        browser.run("document.querySelector('#review-game').scrollIntoView({ block: 'center' })", Vec::new());
        browser.click("#review-game");
        let done = "document.querySelector('.graph .curve') && !document.querySelector('.talk .notice')";
        browser.wait_until("the graph", done);
        browser.click("#engine");
        browser.wait_until("the engine's lines", "document.querySelectorAll('.lines li').length >= 1");
        // Deeper lines make a better screenshot.
        std::thread::sleep(Duration::from_millis(1500));
        browser.run("scrollTo(0, 0)", Vec::new());
        camera.shoot("study");
        browser.go("/mistakes");
        browser.assert_present("main");
        camera.shoot("mistakes");
    }

    /// The pages of a guest who plays a game against the engine of the browser.
    fn take_online(camera: &Camera, game: &str) {
        let browser = &camera.browser;
        camera.open("#/online");
        browser.fill("#name", "Ada");
        browser.click("#be-guest");
        browser.assert_text("#me", "Ada");
        browser.go(&format!("/online/new/{game}"));
        browser.click("input[name=other][value=browser]");
        browser.click(".choice:nth-of-type(1) input[name=side]");
        browser.click("#open-it");
        browser.wait_until("the turn", "/^Your turn/.test(document.querySelector('#prompt').innerText)");
        camera.shoot("online-game");
        let game = browser.value("location.hash.slice(1)");
        browser.go("/online");
        browser.assert_present("#my-games .game");
        camera.shoot("lobby-with-a-game");
        browser.go(game.as_str().expect("an address"));
        browser.click("#resign");
        browser.click("[data-yes=resign]");
        browser.assert_present("#prompt.result");
        camera.shoot("online-result");
        browser.go("/account");
        browser.click("a[href^='#/player/']");
        browser.assert_present("#finished-games .game");
        camera.shoot("player");
    }
}

/// Plays a part of a game's sample.
fn sample((game, actions): (&str, &str), part: usize, of: usize) -> GameSession {
    let mut session = GameSession::new(&Games, game).expect("samples can be opened");
    let actions: Vec<&str> = actions.split_whitespace().collect();
    for action in &actions[..actions.len() * part / of] {
        session.play(action).expect("samples can be played");
    }
    session
}

/// Plays a random game to its end.
fn random_game(game: &str) -> GameSession {
    let mut session = GameSession::new(&Games, game).expect("a game opens under its id");
    let mut rng = Rng::new(6);
    while session.ending().is_none() {
        let legal = session.state().legal();
        session.play(&legal[rng.below(legal.len())]).expect("it is legal");
    }
    session
}

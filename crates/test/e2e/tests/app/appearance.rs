//! Dark theme, high contrast, reduced motion, sound.

use hexarium_e2e::{BrowserOptions, ExpectedGame, InputDevice};
use hexarium_pictures::{BoardTheme, Canvas, Orientation, PieceSet, Style};
use hexarium_session::settings::{Confirmation, Motion};
use serde_json::json;

use crate::start;

/// The brightness of the page, from 0 to 255.
const BRIGHTNESS: &str = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3) \
    .reduce((sum, part) => sum + Number(part) / 3, 0)";

#[test]
fn the_theme_follows_the_system_until_one_is_chosen() {
    let dark = BrowserOptions { media: vec![("prefers-color-scheme", "dark")], ..BrowserOptions::default() };
    let (site, browser) = start(&dark);
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "protista");
    browser.assert_attribute("html", "data-theme", "dark");
    browser.wait_until("a dark page", &format!("{BRIGHTNESS} < 60"));
    let action = expected.session.state().legal()[0].clone();
    expected.play(&browser, &action, InputDevice::Mouse);
    expected.assert_shown(&browser);
    browser.go("/settings");
    browser.click(".choices .choice:nth-of-type(2) input");
    browser.assert_attribute("html", "data-theme", "light");
    browser.wait_until("a light page", &format!("{BRIGHTNESS} > 200"));
    browser.go("/play");
    browser.assert_present("#board > .hit");
    expected.assert_shown(&browser);
    browser.reload();
    browser.assert_attribute("html", "data-theme", "light");
    browser.assert_no_errors();
}

#[test]
fn a_theme_is_there_at_once_without_animations() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/lab"));
    browser.assert_present("main .quiet");
    // Transitions would change the colours level by level, a frame each.
    let change = "document.documentElement.dataset.theme = 'dark'; \
        const quiet = document.querySelector('main .quiet'); \
        return [getComputedStyle(quiet).color, document.getAnimations().length]";
    assert_eq!(browser.run(change, Vec::new()), json!(["rgb(154, 161, 171)", 0]));
}

#[test]
fn high_contrast_is_applied_and_saved() {
    let ink = "getComputedStyle(document.body).color";
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/settings"));
    let normal = browser.value(ink);
    browser.click(".check input");
    browser.assert_attribute("html", "data-contrast", "high");
    assert_eq!(browser.value(ink), json!("rgb(0, 0, 0)"));
    assert_ne!(normal, json!("rgb(0, 0, 0)"));
    browser.reload();
    browser.assert_attribute("html", "data-contrast", "high");
    browser.assert_no_errors();
}

#[test]
fn pieces_are_animated_unless_reduced_motion_is_preferred() {
    for (system, moves) in [("no-preference", true), ("reduce", false)] {
        let options = BrowserOptions { media: vec![("prefers-reduced-motion", system)], ..BrowserOptions::default() };
        let (site, browser) = start(&options.with_settings("motion=true\n"));
        let mut expected = ExpectedGame::of_two_players(&browser, &site, "coalesce");
        let watch = "window.moved = false; new MutationObserver(() => { \
                if (document.querySelector('#board .pieces').getAnimations({ subtree: true }).length) window.moved = true; \
            }).observe(document.querySelector('#board .pieces'), { childList: true, subtree: true });";
        browser.run(watch, Vec::new());
        let action = expected.session.state().legal()[0].clone();
        expected.play(&browser, &action, InputDevice::Mouse);
        expected.assert_shown(&browser);
        browser.assert_value("window.moved", moves);
        browser.assert_no_errors();
    }
}

#[test]
fn clicks_during_an_animation_are_accepted() {
    let (site, browser) = start(&BrowserOptions::default().with_settings("motion=true\nconfirm=false\n"));
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "coalesce");
    for i in 0..12 {
        let legal = expected.session.state().legal();
        expected.play(&browser, &legal[i * 5 % legal.len()], InputDevice::Mouse);
    }
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn audio_runs_only_while_there_is_a_sound() {
    let record = "window.states = []; window.AudioContext = class extends AudioContext { \
        constructor() { super(); this.onstatechange = () => states.push(this.state); } };";
    let (site, browser) = start(&BrowserOptions::default().with_settings("motion=true\n").with_script(record));
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=5)");
    for action in ["c3", "b2"] {
        browser.wait_until("silence", "states.at(-1) === 'suspended'");
        browser.run("states.length = 0", Vec::new());
        expected.play(&browser, action, InputDevice::Mouse);
        browser.wait_until("a sound", "states.includes('running')");
    }
    browser.assert_no_errors();
}

/// Compares a layer of the board with a picture.
const IS_DRAWN: &str =
    "const [layer, picture] = arguments, wanted = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    wanted.innerHTML = picture;
    return document.querySelector(`#board .${layer}`).innerHTML.replaceAll('<!---->', '') === wanted.innerHTML;";

#[test]
fn boards_and_pieces_are_drawn_as_chosen() {
    let (site, browser) = start(&BrowserOptions::default());
    let expected = ExpectedGame::of_two_players(&browser, &site, "fire-ants");
    let session = &expected.session;
    let orientation = browser.attribute("#board", "data-orientation").parse().expect("a number of steps");
    let mut style = Style { orientation: Orientation::rotated(orientation), ..Style::of(session.game()) };
    for (board, pieces, coordinates) in
        [(BoardTheme::Wood, PieceSet::Letters, false), (BoardTheme::Contrast, PieceSet::Discs, true)]
    {
        browser.go("/settings");
        let place = |i: Option<usize>| i.expect("it can be chosen");
        let theme = place(BoardTheme::ALL.iter().position(|other| *other == board));
        let set = place(PieceSet::ALL.iter().position(|other| *other == pieces));
        browser.click(&format!("#board-theme option[value='{theme}']"));
        browser.click(&format!("#piece-set option[value='{set}']"));
        browser.click(".field:has(#piece-set) + .check input");
        browser.go("/play");
        browser.assert_present("#board > .hit");
        style = Style { board, pieces, coordinates, ..style };
        let canvas = Canvas::new(session.board(), &style);
        for (layer, picture) in [("ground", canvas.ground().to_string()), ("pieces", canvas.pieces(session.view()))] {
            let is_drawn = browser.run(IS_DRAWN, vec![json!(layer), json!(picture)]);
            assert_eq!(is_drawn, json!(true), "{layer}, {board:?}, {pieces:?}");
        }
    }
    browser.assert_no_errors();
}

#[test]
fn animations_and_confirmation_are_as_chosen() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "coalesce");
    let watch = "window.beats = []; new MutationObserver(() => { \
            const moving = document.querySelector('#board .pieces').getAnimations({ subtree: true }); \
            beats.push(...moving.map(piece => piece.effect.getTiming().duration)); \
        }).observe(document.querySelector('.lens'), { childList: true, subtree: true });";
    let mut longest = Vec::new();
    for (motion, confirm) in [(Motion::Slow, Confirmation::Always), (Motion::Fast, Confirmation::Never)] {
        browser.go("/settings");
        let place = |i: Option<usize>| i.expect("it can be chosen");
        let motion = place(Motion::ALL.iter().position(|other| *other == motion));
        let asks = confirm == Confirmation::Always;
        let confirm = place(Confirmation::ALL.iter().position(|other| *other == confirm));
        browser.click(&format!("#motion option[value='{motion}']"));
        browser.click(&format!("#confirm-turns option[value='{confirm}']"));
        browser.go("/play");
        browser.assert_present("#board > .hit");
        browser.run(watch, Vec::new());
        let moves = |action: &String| action != "pass";
        let action = expected.session.state().legal().into_iter().find(moves).expect("a move");
        expected.play_unconfirmed(&browser, &action, InputDevice::Mouse);
        if asks {
            browser.click("#confirm");
        }
        expected.assert_shown(&browser);
        browser.assert_absent("#confirm");
        longest.push(browser.value("Math.max(...beats)").as_f64().expect("a duration"));
    }
    assert!(longest[0] > 3.0 * longest[1] && longest[1] > 0.0, "slow and fast: {longest:?} ms");
    browser.assert_no_errors();
}

//! The board has one place, whatever is said, asked or chosen; what a player needs is in sight.

use hexarium_e2e::positions::ambiguous;
use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice};
use hexarium_games::registry::GAMES;
use hexarium_kernel::{Flow, Input, Rng, Spot};
use hexarium_session::ClickOutcome;
use serde_json::json;

use crate::defects::show;
use crate::start;

const SIZES: [(u32, u32, bool); 4] = [(1280, 800, false), (1920, 1080, false), (390, 844, true), (360, 640, true)];

fn options((width, height, phone): (u32, u32, bool)) -> BrowserOptions {
    let desktop = BrowserOptions { size: (width, height), ..BrowserOptions::default() };
    if phone { BrowserOptions::phone(width, height) } else { desktop }
}

/// The rectangle of the board on the page, and how far the page is scrolled.
fn place(browser: &Browser) -> String {
    browser
        .value(
            "(() => { const { x, y, width, height } = document.querySelector('#board').getBoundingClientRect(); \
            return [x, y, width, height, scrollY].map(Math.round).join(' '); })()",
        )
        .to_string()
}

fn assert_still(browser: &Browser, before: &str, what: &str) {
    assert_eq!(place(browser), before, "the board has moved: {what}");
}

#[test]
fn the_board_stays_where_it_is() {
    for size in SIZES {
        let (site, browser) = start(&options(size));
        let device = if size.2 { InputDevice::Touchscreen } else { InputDevice::Mouse };
        for spec in GAMES {
            let mut expected = ExpectedGame::of_two_players(&browser, &site, spec.id);
            let before = place(&browser);
            let still = |what: &str| assert_still(&browser, &before, &format!("{}, {size:?}, {what}", spec.id));
            let mut rng = Rng::new(7);
            // Every cell: selections, rejections and choosers.
            let cells = expected.session.board().cells.iter().filter(|cell| !cell.label.is_empty());
            let labels: Vec<String> = cells.map(|cell| cell.label.clone()).collect();
            for _ in 0..12 {
                let label = &labels[rng.below(labels.len())];
                browser.run(
                    "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', { bubbles: true }))",
                    vec![format!("#board [data-cell='{label}']").into()],
                );
                still(&format!("a click on {label}"));
                if browser.has("#confirm") || !browser.has("#undo:disabled") {
                    break;
                }
            }
            expected = ExpectedGame::of_two_players(&browser, &site, spec.id);
            still("a new game");
            browser.click("#hint");
            browser.assert_contains(".talk .notice", "Hint:");
            still("a hint");
            let switch = "document.querySelector('#engine').click()";
            browser.run(switch, Vec::new());
            browser.assert_present(".win-bar");
            still("the engine");
            browser.run(switch, Vec::new());
            browser.assert_absent(".win-bar");
            for _ in 0..6 {
                let legal = expected.session.state().legal();
                let flow = expected.play_unconfirmed(&browser, &legal[rng.below(legal.len())], device);
                still("an action");
                if browser.has("#confirm") {
                    browser.click("#confirm");
                    still("a confirmed turn");
                }
                if flow == Flow::GameOver {
                    break;
                }
            }
        }
        // A chooser for certain.
        let (session, action) = ambiguous();
        let expected = show(&browser, &site, session);
        let before = place(&browser);
        for selector in expected.selectors(&action) {
            browser.click(&selector);
            assert_still(&browser, &before, &format!("{size:?}, an input of a choice"));
        }
        browser.assert_present(".chooser");
        assert_still(&browser, &before, &format!("{size:?}, a choice"));
        browser.click(".chooser > :last-child");
        browser.assert_absent(".chooser");
        assert_still(&browser, &before, &format!("{size:?}, no choice"));
    }
}

/// Returns a script that tests whether an element is wholly in the window, with nothing of it
/// covered.
pub(crate) fn in_sight(selector: &str) -> String {
    format!(
        "(() => {{ const found = document.querySelector(\"{selector}\"); if (!found) return false; \
        const {{ left, right, top, bottom }} = found.getBoundingClientRect(); \
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2); \
        return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && found.contains(there); }})()"
    )
}

#[test]
fn what_a_player_needs_is_in_sight_on_a_small_phone() {
    let (site, browser) = start(&BrowserOptions::phone(360, 640));
    for spec in GAMES {
        browser.open(&site.address(&format!("#/new/{}", spec.id)));
        browser.wait_until("the start button", &in_sight("#start"));
        let mut expected = ExpectedGame::of_two_players(&browser, &site, spec.id);
        for selector in ["#undo", "#hint", "#menu"] {
            browser.wait_until(selector, &in_sight(selector));
        }
        while !browser.has("#confirm") {
            let legal = expected.session.state().legal();
            expected.play_unconfirmed(&browser, &legal[0], InputDevice::Touchscreen);
        }
        browser.wait_until("the confirm button", &in_sight("#confirm"));
        browser.assert_value("scrollY", 0);
    }
    browser.assert_no_errors();
}

/// Whether nothing of an element is cut off.
fn is_whole(selector: &str) -> String {
    format!(
        "(() => {{ const it = document.querySelector('{selector}'); return it.scrollHeight <= it.clientHeight + 1; }})()"
    )
}

#[test]
fn rejections_are_read_without_scrolling_on_a_small_phone() {
    let (site, browser) = start(&BrowserOptions::phone(360, 640));
    for spec in GAMES {
        let expected = ExpectedGame::of_two_players(&browser, &site, spec.id);
        // The longest explanation of a single click.
        let state = expected.session.state();
        let cells = expected.session.board().cells.iter().enumerate().filter(|(_, cell)| !cell.label.is_empty());
        let rejections = cells.filter_map(|(i, cell)| {
            let mut session = hexarium_session::GameSession::new(&hexarium_games::registry::Games, spec.id).ok()?;
            match session.click(Input::Cell(Spot(i as u16))) {
                ClickOutcome::Rejected(reason) => Some((reason.len(), cell.label.clone())),
                _ => None,
            }
        });
        let Some((_, label)) = rejections.max() else {
            assert!(state.legal().len() > 1, "{}: nothing is rejected", spec.id);
            continue;
        };
        browser.tap(&format!("#board [data-cell='{label}']"));
        browser.assert_present(".talk .notice");
        browser.wait_until(spec.id, &is_whole(".talk"));
    }
    browser.assert_no_errors();
}

#[test]
fn a_phone_on_its_side_and_a_zoomed_window_have_a_usable_board() {
    // The last one is a window of 1280 by 800 at 200 % zoom.
    for (width, height, phone) in [(844, 390, true), (667, 375, true), (640, 400, false)] {
        let (site, browser) = start(&options((width, height, phone)));
        for spec in GAMES {
            // The bar of the form may cover the choice of the opponent.
            browser.resize((1280, 800), phone);
            let mut expected = ExpectedGame::of_two_players(&browser, &site, spec.id);
            browser.resize((width, height), phone);
            // The board fills what it has in one direction, and that is most of the window.
            let used = "(() => { const room = document.querySelector('.board-room').getBoundingClientRect(); \
                return room.height > 0.8 * innerHeight && room.width > 0.5 * innerWidth && \
                document.querySelector('#board').getBoundingClientRect().height > 0.95 * room.height; })()";
            browser.wait_until(&format!("a large board of {}", spec.id), used);
            for selector in ["#undo", "#hint", "#menu"] {
                browser.wait_until(&format!("{selector} of {}", spec.id), &in_sight(selector));
            }
            let device = if phone { InputDevice::Touchscreen } else { InputDevice::Mouse };
            for _ in 0..4 {
                let legal = expected.session.state().legal();
                expected.play_unconfirmed(&browser, &legal[0], device);
                if browser.has("#confirm") {
                    browser.wait_until("the confirm button", &in_sight("#confirm"));
                    break;
                }
            }
            browser.assert_value("document.documentElement.scrollHeight <= innerHeight && scrollY === 0", true);
        }
        browser.click("#menu");
        for selector in ["#redo", "#rotate-board"] {
            browser.wait_until(selector, &in_sight(selector));
        }
        browser.assert_no_errors();
    }
}

#[test]
fn the_end_of_a_game_offers_what_follows_on_a_small_phone() {
    let (site, browser) = start(&BrowserOptions::phone(360, 640));
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=3)");
    for action in ["b2", "a1", "b1", "a2", "b3"] {
        expected.play(&browser, action, InputDevice::Touchscreen);
    }
    browser.assert_present("#prompt.result");
    for selector in ["#again", "#review", "#new-game", "#menu"] {
        browser.wait_until(selector, &in_sight(selector));
    }
    browser.tap("#review");
    browser.assert_present(".review");
    browser.wait_until(
        "the review in sight",
        "document.querySelector('.study').getBoundingClientRect().top < innerHeight",
    );
    browser.assert_no_errors();
}

#[test]
fn cells_are_large_enough_for_a_finger() {
    let (site, browser) = start(&BrowserOptions::phone(390, 844));
    let mut is_zoomed = false;
    for spec in GAMES {
        ExpectedGame::of_two_players(&browser, &site, spec.id);
        let least = "Math.min(...[...document.querySelectorAll('#board > .hit')].map(cell => { \
            const { width, height } = cell.getBoundingClientRect(); return Math.min(width, height); }))";
        if browser.is(&format!("{least} < 30")) {
            browser.tap("#zoom");
            browser.assert_present(".lens.zoomed");
            if !std::mem::replace(&mut is_zoomed, true) {
                browser.assert_accessible("a zoomed board");
            }
        }
        browser.wait_until(spec.id, &format!("{least} >= 30"));
    }
}

#[test]
fn nothing_is_behind_the_notch_of_a_phone_on_its_side() {
    let (site, browser) = start(&BrowserOptions::phone(932, 430));
    browser.devtools("Emulation.setSafeAreaInsetsOverride", json!({ "insets": { "left": 50, "right": 50 } }));
    let outside = "[...document.querySelectorAll('body :is(a, button, input, select, summary, h1, h2, p, #board)')]
        .filter(part => part.checkVisibility() && !part.matches('.skip, .start-bar')).filter(part => {
            const { left, right, width } = part.getBoundingClientRect();
            return width && (left < 50 || right > innerWidth - 50);
        }).map(part => part.outerHTML.slice(0, 80))";
    for size in [(932, 430), (844, 390)] {
        browser.resize(size, true);
        for page in ["", "#/new/hex", "#/learn/hex/rules", "#/settings", "#/online"] {
            browser.open(&site.address(page));
            browser.assert_present("main h1");
            println!("{page} at {size:?}");
            browser.assert_value(outside, json!([]));
        }
    }
    browser.resize((1280, 800), true);
    ExpectedGame::of_two_players(&browser, &site, "hex");
    for size in [(932, 430), (844, 390)] {
        browser.resize(size, true);
        browser.assert_value(outside, json!([]));
    }
}

#[test]
fn your_side_is_at_the_bottom_and_boards_can_be_turned() {
    let (site, browser) = start(&BrowserOptions::default());
    for (side, orientation, own, other) in [(1, "6", "c3", "g5"), (2, "0", "g5", "c3")] {
        browser.open(&site.address("#/new/fire-ants"));
        browser.click(&format!(".choice:nth-of-type({side}) input[name=side]"));
        browser.click("#start");
        browser.assert_attribute("#board", "data-orientation", orientation);
        let height = |cell| format!("document.querySelector('#board [data-cell={cell}]').getBoundingClientRect().y");
        browser.wait_until("your queens at the bottom", &format!("{} > {}", height(own), height(other)));
    }
    ExpectedGame::of_two_players(&browser, &site, "hex");
    browser.assert_attribute("#board", "data-orientation", "0");
    for (click, shown) in [("#rotate-board", "1"), ("#rotate-board", "2"), ("#mirror-board", "10m")] {
        browser.click(click);
        browser.assert_attribute("#board", "data-orientation", shown);
    }
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex");
    browser.assert_attribute("#board", "data-orientation", "10m");
    expected.play(&browser, "c3", InputDevice::Mouse);
    expected.assert_shown(&browser);
}

#[test]
fn the_parts_of_the_panel_do_not_overlap() {
    let parts = "[...document.querySelectorAll('.panel > *, .moves > *')].filter(part => part.offsetHeight)";
    let overlaps = format!(
        "{parts}.some(part => {parts}.some(other => !part.contains(other) && !other.contains(part) && \
         part.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING && \
         part.getBoundingClientRect().bottom > other.getBoundingClientRect().top + 1))"
    );
    for size in SIZES {
        let (site, browser) = start(&options(size));
        ExpectedGame::of_two_players(&browser, &site, "hex");
        browser.assert_value(&overlaps, false);
    }
}

#[test]
fn the_board_uses_the_height_of_a_large_window() {
    let (site, browser) = start(&options(SIZES[1]));
    for spec in GAMES {
        ExpectedGame::of_two_players(&browser, &site, spec.id);
        let height = "document.querySelector('#board').getBoundingClientRect().height > 0.9 * innerHeight";
        browser.wait_until(spec.id, height);
    }
}

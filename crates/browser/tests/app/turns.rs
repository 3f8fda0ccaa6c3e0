//! Touches that lead nowhere, and turns of several actions.

use hexarium_browser::{Browser, Means, Mirror, Site, Wishes};
use hexarium_games::registry::GAMES;
use hexarium_kernel::{Flow, Rng, Spot, Touch};
use hexarium_table::{Form, Table, Touched};

use crate::visit;

#[test]
fn an_impossible_click_says_why() {
    let (site, browser) = visit(&Wishes::default());
    for spec in GAMES {
        let mut mirror = Mirror::between_friends(&browser, &site, spec.id);
        let first = mirror.table.state().legal()[0].clone();
        mirror.play(&browser, &first, Means::Mouse);
        let labels: Vec<String> = mirror.table.board().cells.iter().map(|cell| cell.label.clone()).collect();
        let refused = (0..labels.len()).filter(|i| !labels[*i].is_empty()).find_map(|i| {
            match mirror.table.touch(Touch::Cell(Spot(i as u16))) {
                Touched::Refused(why) => Some((labels[i].clone(), why)),
                _ => {
                    mirror.table.clear();
                    None
                }
            }
        });
        let (label, why) = refused.unwrap_or_else(|| panic!("{}: something is impossible", spec.id));
        browser.click_cell(&label);
        assert_eq!(browser.text_of(".talk .notice"), why, "{}: {label}", spec.id);
        assert_eq!(browser.text_of("[aria-live=polite]"), why, "it is read out too");
        mirror.check(&browser);
    }
    browser.assert_quiet();
}

/// A position in which a turn can be made of several actions, opened on the page, with the turn's first action.
fn turn_of_several_actions(browser: &Browser, site: &Site) -> (Mirror, String) {
    let mut rng = Rng::new(12);
    for spec in GAMES {
        let mut table = Table::new(spec.id).expect("a game opens under its id");
        while table.ending().is_none() {
            let legal = table.state().legal();
            let action = legal[rng.below(legal.len())].clone();
            let starts = !table.turn_in_progress();
            let flow = table.play(&action).expect("it is legal").flow;
            if starts && flow == Flow::SameTurn {
                table.back();
                table.remove(*table.tree().children(table.cursor()).last().expect("the action")).expect("it is there");
                let link = table.export(Form::Link).expect("every game has a link");
                browser.open(
                    &site.address(&format!("#{}", link.split_once('#').map_or(&*link, |(_, fragment)| fragment))),
                );
                let mirror = Mirror::of(browser);
                mirror.check(browser);
                return (mirror, action);
            }
        }
    }
    panic!("no game has turns of several actions");
}

/// Goes on with the turn to its end.
fn finish_turn(mirror: &mut Mirror, browser: &Browser) {
    loop {
        let legal = mirror.table.state().legal();
        if mirror.play_unconfirmed(browser, &legal[0], Means::Mouse) != Flow::SameTurn {
            return;
        }
    }
}

#[test]
fn a_turn_of_several_actions_is_confirmed_or_taken_back() {
    let (site, browser) = visit(&Wishes::default());
    let (mut mirror, first) = turn_of_several_actions(&browser, &site);
    let start = mirror.table.actions();
    for last_word in ["#take-back", "#confirm"] {
        mirror.play_unconfirmed(&browser, &first, Means::Mouse);
        mirror.check(&browser);
        assert!(browser.has("#take-back") && !browser.has("#confirm"), "the turn is under way");
        finish_turn(&mut mirror, &browser);
        assert!(browser.has("#take-back") && browser.has("#confirm"), "the turn waits for a last word");
        mirror.check(&browser);
        browser.click("#board > .hit");
        assert!(browser.text_of(".talk .notice").contains("Confirm"), "{}", browser.text_of(".talk .notice"));
        browser.click(last_word);
        assert!(!browser.has("#confirm"));
        if last_word == "#take-back" {
            mirror = Mirror::of(&browser);
            assert_eq!(mirror.table.actions(), start);
            assert!(!mirror.table.can_forward(), "nothing is left of the turn");
        }
        mirror.check(&browser);
    }
    let legal = mirror.table.state().legal();
    mirror.play_unconfirmed(&browser, &legal[0], Means::Mouse);
    mirror.check(&browser);
    browser.assert_quiet();
}

#[test]
fn a_turn_under_way_is_taken_back_too() {
    let (site, browser) = visit(&Wishes::default());
    let (mut mirror, first) = turn_of_several_actions(&browser, &site);
    let start = mirror.table.actions();
    mirror.play_unconfirmed(&browser, &first, Means::Mouse);
    browser.click("#take-back");
    let mirror = Mirror::of(&browser);
    assert_eq!(mirror.table.actions(), start);
    mirror.check(&browser);
    browser.assert_quiet();
}

#[test]
fn escape_lets_go_of_what_is_in_hand() {
    let (site, browser) = visit(&Wishes::default());
    let mirror = Mirror::between_friends(&browser, &site, "coalesce");
    let action = mirror.table.state().legal()[0].clone();
    let selectors = mirror.selectors(&action);
    let drawn =
        "[...document.querySelectorAll('#board .below *, #board .above *')].map(shape => shape.outerHTML).join()";
    // The pointer away from the board, so that no preview is drawn.
    browser.run("document.activeElement.blur()", Vec::new());
    let before = browser.value(drawn);
    browser.click(&selectors[0]);
    assert_ne!(browser.value(drawn), before, "a piece in hand is seen, and where it can go");
    browser.press(hexarium_browser::Key::Escape);
    browser.click("#prompt");
    assert_eq!(browser.value(drawn), before);
    browser.assert_quiet();
}

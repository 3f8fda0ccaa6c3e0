//! Two hundred random legal actions per game, with the board compared after each.

use hexarium_e2e::{BrowserOptions, ExpectedGame, InputDevice};
use hexarium_kernel::Rng;

use crate::start;

const ACTIONS: usize = 200;

fn two_hundred_actions(game: &str) {
    let (site, browser) = start(&BrowserOptions::default().with_settings("motion=false\nconfirm=false\n"));
    let mut expected = ExpectedGame::of_two_players(&browser, &site, game);
    let mut rng = Rng::new(200);
    for _ in 0..ACTIONS {
        if expected.is_over() {
            browser.click("#again");
            expected = ExpectedGame::saved_by(&browser);
            expected.assert_shown(&browser);
        }
        let legal = expected.session.state().legal();
        expected.play(&browser, &legal[rng.below(legal.len())], InputDevice::Mouse);
        expected.assert_shown(&browser);
    }
    browser.assert_no_errors();
}

#[test]
fn hex_two_hundred_actions() {
    two_hundred_actions("hex");
}

#[test]
fn coalesce_two_hundred_actions() {
    two_hundred_actions("coalesce");
}

#[test]
fn harvest_two_hundred_actions() {
    two_hundred_actions("harvest");
}

#[test]
fn fire_ants_two_hundred_actions() {
    two_hundred_actions("fire-ants");
}

#[test]
fn protista_two_hundred_actions() {
    two_hundred_actions("protista(seed=7)");
}

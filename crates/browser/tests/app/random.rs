//! Two hundred random legal gestures a game, and the board equal to the core's state after each.

use hexarium_browser::{Means, Mirror, Wishes};
use hexarium_kernel::Rng;

use crate::visit;

const GESTURES: usize = 200;

fn two_hundred_gestures(game: &str) {
    let (site, browser) = visit(&Wishes::default().with_settings("motion=false\nconfirm=false\n"));
    let mut mirror = Mirror::between_friends(&browser, &site, game);
    let mut rng = Rng::new(200);
    for _ in 0..GESTURES {
        if mirror.is_over() {
            browser.click("#again");
            mirror = Mirror::of(&browser);
            mirror.check(&browser);
        }
        let legal = mirror.table.state().legal();
        mirror.play(&browser, &legal[rng.below(legal.len())], Means::Mouse);
        mirror.check(&browser);
    }
    browser.assert_quiet();
}

#[test]
fn hex_two_hundred_gestures() {
    two_hundred_gestures("hex");
}

#[test]
fn coalesce_two_hundred_gestures() {
    two_hundred_gestures("coalesce");
}

#[test]
fn harvest_two_hundred_gestures() {
    two_hundred_gestures("harvest");
}

#[test]
fn fire_ants_two_hundred_gestures() {
    two_hundred_gestures("fire-ants");
}

#[test]
fn protista_two_hundred_gestures() {
    two_hundred_gestures("protista(seed=7)");
}

//! Eighty random legal actions per game, with the board compared after each.

use hexarium_e2e::{BrowserOptions, ExpectedGame, InputDevice, for_every_game};
use hexarium_kernel::Rng;

use crate::start;

const ACTIONS: usize = 80;

#[test]
fn every_game_eighty_actions() {
    for_every_game(|spec| {
        let (site, browser) = start(&BrowserOptions::default().with_settings("motion=false\nconfirm=false\n"));
        let mut expected = ExpectedGame::of_two_players(&browser, &site, spec.id);
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
    });
}

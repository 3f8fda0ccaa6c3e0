//! Defects of version 0.1 that users saw on the page of a game: blind choices, wrong words, half of
//! a turn, a move list that stays behind.

use hexarium_e2e::positions::{ambiguous, before};
use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice, Key, Site};
use hexarium_games::registry::{GAMES, Games};
use hexarium_kernel::{AnyMatch, Flow, Input, Rng};
use hexarium_session::{Form, GameSession};

use crate::{fragment, start};

/// The layer above the pieces.
const ABOVE: &str = "document.querySelector('#board .above').innerHTML";

/// Opens a position, and returns the game that the page should show.
pub(crate) fn show(browser: &Browser, site: &Site, session: GameSession) -> ExpectedGame {
    let link = session.export(Form::Link).expect("every game has a link");
    browser.open(&site.address(fragment(&link)));
    let expected = ExpectedGame { session };
    expected.assert_shown(browser);
    expected
}

#[test]
fn every_choice_is_shown_on_the_board_before_it_is_made() {
    let (site, browser) = start(&BrowserOptions::phone(390, 844));
    let (session, action) = ambiguous();
    let expected = show(&browser, &site, session);
    for selector in expected.selectors(&action) {
        browser.tap(&selector);
    }
    browser.assert_present(".chooser");
    browser.assert_present("#board .touched");
    browser.assert_accessible("a choice");
    // The first tap shows an option, each another one; the second tap takes it.
    let count = browser.value("document.querySelectorAll('.choose').length").as_u64().expect("a number");
    let mut shown = Vec::new();
    for number in 1..=count {
        let option = format!(".choose:nth-of-type({number})");
        browser.tap(&option);
        browser.assert_present(&format!("{option}.shown"));
        browser.assert_present("#board .preview");
        shown.push(browser.value(ABOVE).to_string());
        assert_eq!(browser.value("document.querySelectorAll('.chooser').length"), 1, "nothing is chosen yet");
    }
    shown.sort();
    shown.dedup();
    assert_eq!(shown.len() as u64, count, "every option has a picture of its own");
    browser.tap(&format!(".choose:nth-of-type({count})"));
    browser.assert_absent(".chooser");
    browser.assert_no_errors();
}

/// Returns the same game again.
fn copy(session: &GameSession) -> GameSession {
    GameSession::from_tree(&Games, session.tree().clone(), session.cursor()).expect("it is a game")
}

#[test]
fn a_button_shows_its_effect_before_it_is_pressed() {
    let ends_with_button = |session: &GameSession, action: &str| {
        let inputs = session.state().inputs(action).expect("it is legal");
        matches!(inputs[..], [.., Input::Cell(_), Input::Button("generate")])
    };
    let (session, action) = before("protista", 4, ends_with_button);
    let (site, browser) = start(&BrowserOptions::phone(390, 844));
    let mut expected = show(&browser, &site, copy(&session));
    let selectors = expected.selectors(&action);
    let (button, cells) = selectors.split_last().expect("an action has inputs");
    for cell in cells {
        browser.tap(cell);
    }
    browser.tap(button);
    browser.assert_present(&format!("{button}.shown"));
    browser.assert_present("#board .preview");
    browser.assert_value("document.querySelectorAll('#board .touched').length", cells.len());
    browser.tap(button);
    expected.session.play(&action).expect("it is legal");
    expected.assert_shown(&browser);
    browser.assert_no_errors();
    // With a pointer it is shown without a click.
    let browser = Browser::start(&BrowserOptions::default());
    show(&browser, &site, session);
    for cell in cells {
        browser.click(cell);
    }
    let enter = "document.querySelector(arguments[0]).dispatchEvent(new PointerEvent('pointerenter'))";
    browser.run(enter, vec![button.clone().into()]);
    browser.assert_present("#board .preview");
    browser.assert_no_errors();
}

#[test]
fn an_action_that_earns_another_sounds_different() {
    let earns = |session: &GameSession, action: &str| {
        let mut next = session.state().copy();
        let is_counted = |state: &dyn AnyMatch| state.view().counters.iter().any(|c| c.label == "extra moves left");
        !is_counted(session.state()) && next.play(action).is_ok() && is_counted(&*next)
    };
    let (session, action) = before("protista", 6, earns);
    let other = session.state().legal().into_iter().find(|other| !earns(&session, other)).expect("another action");
    let (site, browser) = start(&BrowserOptions::default().with_settings("motion=true\nconfirm=false\n"));
    for (action, sound) in [(action, "bonus"), (other, "")] {
        let mut expected = show(&browser, &site, copy(&session));
        expected.play(&browser, &action, InputDevice::Mouse);
        expected.assert_shown(&browser);
        browser.assert_value("document.documentElement.dataset.sound === 'bonus'", sound == "bonus");
        browser.run("delete document.documentElement.dataset.sound", Vec::new());
    }
    browser.assert_no_errors();
}

#[test]
fn an_action_is_shown_under_the_pointer_and_with_the_focus() {
    let (site, browser) = start(&BrowserOptions::default());
    for spec in GAMES {
        let expected = ExpectedGame::of_two_players(&browser, &site, spec.id);
        // The first action of the game that takes board cells only.
        let on_board = |inputs: &[Input]| inputs.iter().all(|input| matches!(input, Input::Cell(_)));
        let legal = expected.session.state().legal_inputs();
        let (action, _) = legal.into_iter().find(|(_, inputs)| on_board(inputs)).expect("there is one");
        let selectors = expected.selectors(&action);
        let (last, first) = selectors.split_last().expect("an action has inputs");
        for selector in first {
            browser.click(selector);
            browser.assert_present("#board .touched");
        }
        browser.run("document.querySelector(arguments[0]).focus()", vec![last.clone().into()]);
        browser.assert_present("#board .preview");
        browser.run("document.activeElement.blur()", Vec::new());
        let enter = "document.querySelector(arguments[0]).dispatchEvent(new PointerEvent('pointerenter'))";
        browser.run(enter, vec![last.clone().into()]);
        browser.assert_present("#board .preview");
    }
    browser.assert_no_errors();
}

#[test]
fn a_second_click_on_a_piece_removes_it_where_pieces_are_removed() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut session = GameSession::new(&Games, "harvest(base=3)").expect("a game");
    let mut rng = Rng::new(3);
    let removal = loop {
        let twice = |inputs: &[Input]| matches!(inputs, [one, other] if one == other);
        if let Some((action, _)) = session.state().legal_inputs().into_iter().find(|(_, inputs)| twice(inputs)) {
            break action;
        }
        let legal = session.state().legal();
        session.play(&legal[rng.below(legal.len())]).expect("it is legal");
        assert!(session.ending().is_none(), "no piece can be removed in this game");
    };
    let removable = session.removable().len();
    let mut expected = show(&browser, &site, session);
    let selectors = expected.selectors(&removal);
    browser.assert_value("document.querySelectorAll('#board .removable > *').length", removable);
    browser.click(&selectors[0]);
    browser.assert_absent("#board .removable");
    browser.assert_present("#board .touched");
    // What will be removed is shown while the pointer is on it.
    browser.assert_present("#board .preview");
    browser.click(&selectors[0]);
    expected.session.play(&removal).expect("it is legal");
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn any_piece_of_a_group_keeps_it() {
    let is_equal_split = |session: &GameSession, action: &str| {
        let inputs = session.state().inputs(action).expect("it is legal");
        matches!(inputs[..], [_, to, kept] if to != kept)
    };
    let (session, split) = before("harvest(base=3)", 1, is_equal_split);
    let inputs = session.state().inputs(&split).expect("it is legal");
    let mut after = copy(&session);
    after.play(&split).expect("it is legal");
    // Not the piece by which the group is named in the notation, nor the moved one.
    let mut kept = after.view().pieces.iter().map(|(at, _)| *at).filter(|at| !inputs.contains(&Input::Cell(*at)));
    let piece = kept.next_back().expect("the group has several pieces");
    let piece = format!("#board [data-cell='{}']", after.board().cells[usize::from(piece.0)].label);
    let (site, browser) = start(&BrowserOptions::phone(390, 844));
    let mut expected = show(&browser, &site, session);
    let selectors = expected.selectors(&split);
    browser.tap(&selectors[0]);
    browser.tap(&selectors[1]);
    browser.assert_text("#prompt", "Choose the group that stays.");
    browser.assert_value("document.querySelectorAll('#board .touched').length", 2);
    // The moved piece is shown where it will be.
    browser.assert_present("#board .preview");
    let picture = browser.value(ABOVE);
    let enter = "document.querySelector(arguments[0]).dispatchEvent(new PointerEvent('pointerenter'))";
    browser.run(enter, vec![piece.clone().into()]);
    browser.wait_until("the other group to be crossed out", &format!("{ABOVE} !== {picture}"));
    browser.tap(&piece);
    if browser.has("#confirm") {
        browser.tap("#confirm");
    }
    expected.session.play(&split).expect("it is legal");
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn words_belong_to_the_player_until_the_turn_is_confirmed() {
    let (site, browser) = start(&BrowserOptions::default().with_settings("confirm=always\n"));
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=3)");
    for (action, player) in [("b2", "Blue"), ("a1", "Red"), ("a3", "Blue"), ("a2", "Red")] {
        let flow = expected.play_unconfirmed(&browser, action, InputDevice::Mouse);
        assert_eq!(flow, Flow::TurnOver);
        browser.assert_text("#prompt", "Submit this turn?");
        browser.assert_attribute(".strip.to-move", "data-player", player);
        browser.assert_present("#hint:disabled");
        browser.click("#confirm");
        browser.assert_absent("#confirm");
    }
    // A turn that ends the game is confirmed, too.
    let wins = |action: &&String| expected.session.state().copy().play(action).is_ok_and(|flow| flow == Flow::GameOver);
    let winning = expected.session.state().legal().iter().find(wins).expect("Blue wins").clone();
    expected.play_unconfirmed(&browser, &winning, InputDevice::Mouse);
    browser.assert_text("#prompt", "Submit this turn?");
    browser.assert_absent("#prompt.result");
    browser.click("#confirm");
    browser.assert_present("#prompt.result");
    browser.assert_contains("#prompt .headline", "Blue");
    browser.assert_no_errors();
}

#[test]
fn play_asks_for_the_game_on_a_first_visit_and_analysis_leads_back() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/play"));
    browser.assert_present("#start");
    let mut expected = ExpectedGame::against_level(&browser, &site, "hex(size=5)", 1);
    expected.play(&browser, "c3", InputDevice::Mouse);
    expected.follow_engine(&browser);
    let address = browser.address();
    browser.assert_absent("#back-to-game");
    for back in ["history.back()", "document.querySelector('#back-to-game').click()"] {
        browser.click("#study");
        browser.wait_until("a game of its own", &format!("location.href !== {address:?}"));
        browser.reload();
        browser.assert_present("#back-to-game");
        browser.run(back, Vec::new());
        browser.wait_until("the game", &format!("location.href === {address:?}"));
        expected.assert_shown(&browser);
        browser.assert_absent("#back-to-game");
    }
    browser.assert_no_errors();
}

#[test]
fn a_game_between_engines_can_be_paused_stepped_and_slowed_down() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/new/hex"));
    browser.click(".choices .choice:nth-of-type(3) input[name=against]");
    browser.click("#start");
    browser.click("#pause");
    browser.assert_absent("#resign");
    browser.assert_accessible("a game between engines");
    let turns = "document.querySelectorAll('.rows .move').length";
    browser.wait_until("the end of the turn", "!document.querySelector('#step').disabled");
    browser.wait_until("no search", "!/is thinking/.test(document.querySelector('#prompt').innerText)");
    let before = browser.value(turns).as_u64().expect("a number");
    browser.click("#speed option[value='0']");
    browser.click("#step");
    browser.assert_value(turns, before + 1);
    browser.assert_value("document.querySelector('#step').disabled", false);
    browser.assert_value(turns, before + 1);
    browser.click("#pause");
    browser.wait_until("more turns", &format!("{turns} > {before} + 3"));
    browser.assert_no_errors();
}

#[test]
fn the_swap_rule_is_one_switch_that_is_remembered() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/new/hex"));
    let switch = ".featured [data-option=swap] input";
    browser.assert_value(&format!("document.querySelector('{switch}').checked"), false);
    browser.click(switch);
    browser.click("#start");
    browser.assert_present("#board > .hit");
    assert_eq!(ExpectedGame::saved_by(&browser).session.game().canonical_id(), "hex(swap=true)");
    browser.open(&site.address("#/new/hex"));
    browser.assert_value(&format!("document.querySelector('{switch}').checked"), true);
    browser.assert_no_errors();
}

#[test]
fn the_whole_last_turn_is_shown_and_can_be_replayed() {
    let (site, browser) = start(&BrowserOptions::default().with_settings("motion=true\n"));
    let mut session = GameSession::new(&Games, "coalesce").expect("a game");
    let mut rng = Rng::new(2);
    // The second turn of the game has two actions.
    let last = session.state().turn() + 2;
    while session.state().turn() < last {
        let steps: Vec<String> = session.state().legal().into_iter().filter(|action| action != "pass").collect();
        session.play(&steps[rng.below(steps.len())]).expect("it is legal");
    }
    let expected = show(&browser, &site, session);
    browser.assert_value("document.querySelectorAll('#board .last .step').length", 2);
    let pieces = "document.querySelector('#board .pieces').innerHTML";
    let before = browser.value(pieces);
    browser.click("#replay");
    browser.wait_until("moving pieces", &format!("{pieces} !== {before}"));
    expected.assert_shown(&browser);
    browser.assert_value("document.querySelectorAll('#board .last .step').length", 2);
    browser.assert_no_errors();
}

#[test]
fn the_move_list_follows_the_game() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut session = GameSession::new(&Games, "hex").expect("a game");
    let mut rng = Rng::new(5);
    while session.action_count() < 70 {
        let legal = session.state().legal();
        session.play(&legal[rng.below(legal.len())]).expect("it is legal");
    }
    show(&browser, &site, session);
    let in_list = "(() => { const list = document.querySelector('.rows').getBoundingClientRect(), \
        move = document.querySelector('.move[aria-current]').getBoundingClientRect(); \
        return move.top >= list.top - 1 && move.bottom <= list.bottom + 1; })()";
    browser.assert_value(
        "document.querySelector('.rows').scrollHeight > document.querySelector('.rows').clientHeight",
        true,
    );
    browser.wait_until("the last move in sight", in_list);
    browser.press(Key::Home);
    browser.press(Key::Right);
    browser.wait_until("the first move in sight", in_list);
    for _ in 0..40 {
        browser.press(Key::Right);
    }
    browser.wait_until("move 41 in sight", in_list);
    // The players have columns of their own.
    let left = |of: &str| format!("document.querySelector('.rows li{of} .move').getBoundingClientRect().left");
    browser.wait_until("two columns", &format!("{} > {} + 20", left(".second"), left(":not(.second)")));
    browser.assert_no_errors();
}

#[test]
fn files_are_named_after_the_game_and_forms_stay_as_they_were() {
    let record = "window.names = []; HTMLAnchorElement.prototype.click = function () { names.push(this.download); };";
    let (site, browser) = start(&BrowserOptions::default().with_script(record));
    ExpectedGame::of_two_players(&browser, &site, "hex(size=5)");
    // Engines neither offer draws nor resign, and Hex has no draws.
    browser.assert_absent("#offer-draw");
    browser.run("document.querySelector('[data-form=sgf]').click()", Vec::new());
    browser.wait_until("a file", "names.length == 1 && /^hex-\\d{4}-\\d\\d-\\d\\d\\.sgf$/.test(names[0])");

    browser.open(&site.address("#/lab/harvest"));
    let choose = "const list = document.querySelector('#lab-games'); list.value = '50'; \
        list.dispatchEvent(new Event('change', { bubbles: true }))";
    browser.assert_present("#lab-games");
    browser.run(choose, Vec::new());
    browser.go("/settings");
    browser.go("/lab/harvest");
    browser.assert_value("document.querySelector('#lab-games').value", "50");
    browser.assert_no_errors();
}

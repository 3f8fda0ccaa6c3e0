//! Guests, accounts and personal data.

use hexarium_e2e::{Browser, BrowserOptions, Site};

use crate::players::{Visibility, assert_prompt, begin, create_game, play_all, players, sign_in_as_guest};

#[test]
fn an_account_made_from_a_guest_keeps_the_games() {
    let site = Site::start();
    let [ada, grace] = players(&site, ["Ada", "Grace"]);
    let (id, mut expected) = begin(&ada, &grace, "hex(size=5)");
    play_all(&mut expected, &ada, &grace, &["c3", "b2"]);
    let row = format!("#my-games [data-game='{id}'].mine a");
    ada.assert_accessible("an online game");
    ada.go("/online");
    ada.assert_present(&row);
    ada.assert_value("document.title", "Online games – Hexarium");
    ada.assert_accessible("the lobby");
    ada.go("/account");
    ada.assert_contains("#myself", "Ada, a guest");
    ada.assert_accessible("the account of a guest");
    ada.fill("#make-account [name=password]", "analytical engine");
    ada.click("#make-account button");
    ada.assert_present("#sign-out");
    ada.assert_text("#myself", "You are Ada.");
    ada.assert_accessible("the account");
    ada.go("/online");
    ada.click(&row);
    play_all(&mut expected, &ada, &grace, &["d3"]);
    // After signing out and in again, Ada has her games.
    ada.go("/account");
    ada.click("#sign-out");
    send_credentials(&ada, "#sign-in", "ada", "wrong password");
    ada.assert_contains("#sign-in .problem", "Wrong name or password.");
    send_credentials(&ada, "#sign-in", "ada", "analytical engine");
    ada.assert_present("#sign-out");
    ada.go("/online");
    ada.assert_present(&format!("#my-games [data-game='{id}']"));
    ada.go(&format!("/game/{id}"));
    expected.assert_shown(&ada);
    grace.click("#resign");
    grace.click("[data-yes=resign]");
    assert_prompt(&ada, "Blue (Ada) wins: Red resigned.");
    // Her page shows the finished game. It was private, so only its players see it.
    ada.go("/account");
    ada.click("a[href^='#/player/']");
    ada.assert_present("#results td");
    ada.assert_present(&format!("#finished-games [data-game='{id}']"));
    ada.assert_value("document.title", "Ada – Hexarium");
    ada.assert_accessible("the page of a player");
}

/// Sends a form with a name and a password.
#[track_caller]
pub(crate) fn send_credentials(browser: &Browser, form: &str, name: &str, password: &str) {
    browser.fill(&format!("{form} [name=name]"), name);
    browser.fill(&format!("{form} [name=password]"), password);
    browser.click(&format!("{form} button"));
}

#[test]
fn a_changed_password_signs_out_other_browsers() {
    let site = Site::start();
    let [here, there] = Browser::several::<2>(&BrowserOptions::default());
    here.open(&site.address("#/account"));
    send_credentials(&here, "#make-account", "Emmy", "the old password");
    here.assert_present("#sign-out");
    there.open(&site.address("#/account"));
    send_credentials(&there, "#sign-in", "Emmy", "the old password");
    there.assert_present("#sign-out");
    let change = |current: &str, new: &str| {
        here.fill("#change-password [name=current]", current);
        here.fill("#change-password [name=new]", new);
        here.click("#change-password button");
    };
    change("a wrong password", "the new password");
    here.assert_contains("#change-password .problem", "Wrong current password.");
    change("the old password", "short");
    here.assert_contains("#change-password .problem", "Invalid password: expected");
    change("the old password", "the new password");
    here.assert_contains("#change-password", "Your password was changed.");
    here.assert_text("#myself", "You are Emmy.");
    there.reload();
    send_credentials(&there, "#sign-in", "Emmy", "the old password");
    there.assert_contains("#sign-in .problem", "Wrong name or password.");
    send_credentials(&there, "#sign-in", "Emmy", "the new password");
    there.assert_present("#sign-out");
}

#[test]
fn only_members_rate_games_and_only_presets() {
    let site = Site::start();
    let browser = Browser::start(&BrowserOptions::default());
    sign_in_as_guest(&browser, &site, "Emmy");
    let assert_hint = |page: &str, hint: &str| {
        browser.go(page);
        browser.assert_present("#open-it");
        let shown = "[document.querySelector('#rated').disabled, \
            [...document.querySelectorAll('.check ~ small:not([hidden])')].map(hint => hint.innerText).join('')]";
        browser.assert_value(shown, serde_json::json!([!hint.is_empty(), hint]));
    };
    assert_hint("/online/new/hex", "Rated games need an account.");
    browser.go("/account");
    browser.fill("#make-account [name=password]", "long enough to be valid");
    browser.click("#make-account button");
    browser.assert_present("#sign-out");
    assert_hint("/online/new/hex", "");
    assert_hint("/online/new/hex(size=6)", "Rated games need a preset without changed options.");
    browser.assert_no_errors();
}

#[test]
fn a_member_has_tokens_and_can_delete_the_account() {
    let site = Site::start();
    let browser = Browser::start(&BrowserOptions::default());
    browser.open(&site.address("#/account"));
    send_credentials(&browser, "#make-account", "Emmy", "short");
    browser.wait_until("the error", "document.querySelector('#make-account .problem').innerText");
    send_credentials(&browser, "#make-account", "Emmy", "long enough to be valid");
    browser.fill("#tokens [name=label]", "my bot");
    browser.click("#tokens form button");
    browser.wait_until("the token", "document.querySelector('#token').value.length > 20");
    let token = browser.attribute("#token", ".value");
    let owner = "const headers = { authorization: 'Bearer ' + arguments[0] }; \
        return fetch('./api/v2/me', { headers, credentials: 'omit' }) \
            .then(answer => answer.json()).then(me => me.user?.name ?? me.code)";
    assert_eq!(browser.run(owner, vec![token.clone().into()]), "Emmy");
    browser.click("#tokens .games button");
    browser.assert_absent("#tokens .games li");
    assert_eq!(browser.run(owner, vec![token.into()]), "unauthenticated");
    let _ = browser.console();
    browser.click("#delete");
    browser.click("[data-yes=delete]");
    browser.assert_contains(".account", "Your data was deleted.");
    assert_eq!(
        browser.run("return fetch('./api/v2/me').then(answer => answer.json()).then(me => me.user)", Vec::new()),
        serde_json::Value::Null
    );
    browser.assert_no_errors();
}

#[test]
fn the_online_pages_fit_a_phone() {
    let site = Site::start();
    for (width, height) in [(390, 844), (320, 640)] {
        let browser = Browser::start(&BrowserOptions::phone(width, height));
        sign_in_as_guest(&browser, &site, "A user with a long name");
        browser.assert_fits();
        for page in ["/online/new/protista", "/account", "/online"] {
            browser.go(page);
            browser.assert_present("main h1");
            browser.assert_fits();
        }
        create_game(&browser, "fire-ants", Visibility::Lobby);
        browser.assert_fits();
        browser.assert_no_errors();
    }
}

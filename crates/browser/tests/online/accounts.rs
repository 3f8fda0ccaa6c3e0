//! Guests, accounts and what is kept about people.

use hexarium_browser::{Browser, Site, Wishes};

use crate::people::{begin, people, play_all, prompt_says, says};

#[test]
fn an_account_made_from_a_guest_keeps_the_games() {
    let site = Site::start();
    let [ada, grace] = people(&site, ["Ada", "Grace"]);
    let (id, mut mirror) = begin(&ada, &grace, "hex(size=5)");
    play_all(&mut mirror, &ada, &grace, &["c3", "b2"]);
    let row = format!("#my-games [data-game='{id}'].mine a");
    ada.go("/online");
    ada.wait_until("my game", &format!("document.querySelector(\"{row}\")"));
    ada.go("/account");
    says(&ada, "#myself", "Ada, a guest");
    ada.fill("#make-account [name=password]", "analytical engine");
    ada.click("#make-account button");
    ada.wait_until("the account", "document.querySelector('#sign-out')");
    assert_eq!(ada.text_of("#myself"), "You are Ada.");
    ada.go("/online");
    ada.click(&row);
    play_all(&mut mirror, &ada, &grace, &["d3"]);
    // Signed out, the browser is nobody's; signed in, it is Ada's again, with her games.
    ada.go("/account");
    ada.click("#sign-out");
    ada.fill("#sign-in [name=name]", "ada");
    ada.fill("#sign-in [name=password]", "wrong password");
    ada.click("#sign-in button");
    says(&ada, "#sign-in .problem", "Name and password do not fit.");
    ada.fill("#sign-in [name=password]", "analytical engine");
    ada.click("#sign-in button");
    ada.wait_until("the account", "document.querySelector('#sign-out')");
    ada.go("/online");
    ada.wait_until("my game", &format!("document.querySelector(\"#my-games [data-game='{id}']\")"));
    play_all_by_grace_and_end(&mut mirror, &ada, &grace, &id);
    // Her page shows the finished game. It was opened by link, so only those who played it see it.
    ada.go("/account");
    ada.click("a[href^='#/player/']");
    ada.wait_until("the results", "document.querySelector('#results td')");
    ada.wait_until("the game", &format!("document.querySelector(\"#finished-games [data-game='{id}']\")"));
}

fn play_all_by_grace_and_end(mirror: &mut hexarium_browser::Mirror, ada: &Browser, grace: &Browser, id: &str) {
    ada.go(&format!("/game/{id}"));
    mirror.wait_for(ada);
    grace.click("#resign");
    grace.click("[data-yes=resign]");
    prompt_says(ada, "Blue (Ada) wins. Red resigned.");
}

#[test]
fn a_member_has_tokens_and_can_delete_everything() {
    let site = Site::start();
    let browser = Browser::start(&Wishes::default());
    browser.open(&site.address("#/account"));
    browser.fill("#make-account [name=name]", "Emmy");
    browser.fill("#make-account [name=password]", "short");
    browser.click("#make-account button");
    browser.wait_until("the refusal", "document.querySelector('#make-account .problem').innerText");
    browser.fill("#make-account [name=password]", "long enough for anybody");
    browser.click("#make-account button");
    browser.fill("#tokens [name=label]", "my bot");
    browser.click("#tokens form button");
    browser.wait_until("the token", "document.querySelector('#token')?.value.length > 20");
    let token = browser.attribute("#token", ".value");
    let asked = "return fetch('./api/me', { headers: { authorization: 'Bearer ' + arguments[0] }, credentials: 'omit' })\
        .then(answer => answer.json()).then(me => me.you?.name ?? me.code)";
    assert_eq!(browser.run(asked, vec![token.clone().into()]), "Emmy");
    browser.click("#tokens .games button");
    browser.wait_until("no token", "!document.querySelector('#tokens .games li')");
    assert_eq!(browser.run(asked, vec![token.into()]), "sign-in");
    let _ = browser.console();
    browser.click("#delete");
    browser.click("[data-yes=delete]");
    says(&browser, ".account", "Everything about you is deleted.");
    assert_eq!(
        browser.run("return fetch('./api/me').then(answer => answer.json()).then(me => me.you)", Vec::new()),
        serde_json::Value::Null
    );
    browser.assert_quiet();
}

#[test]
fn the_online_pages_fit_a_phone() {
    let site = Site::start();
    for (width, height) in [(390, 844), (320, 640)] {
        let browser = Browser::start(&Wishes::phone(width, height));
        crate::people::introduce(&browser, &site, "Anybody with a long name");
        browser.assert_fits();
        for page in ["/online/new/protista", "/account", "/online"] {
            browser.go(page);
            browser.wait_until("the page", "document.querySelector('main h1')");
            browser.assert_fits();
        }
        crate::people::open_game(&browser, "fire-ants", crate::people::Found::InLobby);
        browser.assert_fits();
        browser.assert_quiet();
    }
}

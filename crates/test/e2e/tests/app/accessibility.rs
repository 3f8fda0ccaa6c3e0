//! Names, labels, contrast and sizes, by the rules of WCAG 2.2 AA.

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice};
use hexarium_games::registry::GAMES;
use hexarium_kernel::Flow;
use serde_json::json;

use crate::pages::pages;
use crate::start;

/// Sets the colour scheme of the page.
const SCHEMES: [(&str, &str); 4] = [("light", "normal"), ("dark", "normal"), ("light", "high"), ("dark", "high")];

/// Returns the violations of the page as a list of sentences.
const VIOLATIONS: &str = r#"
    // The colours of a transition under way are not those of the page.
    getComputedStyle(document.body).color;
    for (const animation of document.getAnimations()) try { animation.finish(); } catch { /* It has no end. */ }
    const found = [];
    const report = (rule, element) => found.push(`${rule}: ${element.outerHTML.slice(0, 140)}`);
    const all = selector => [...document.querySelectorAll(selector)].filter(element => element.checkVisibility());
    const name = element => element.getAttribute('aria-label')?.trim() || element.labels?.[0]?.textContent.trim()
        || element.textContent.trim() || element.querySelector('img[alt]')?.alt || element.title;
    const CONTROLS = 'button, a[href], input, select, textarea, summary, [role=button]';
    for (const control of all(CONTROLS).filter(control => !control.closest('[aria-hidden=true]'))) {
        if (!name(control)) report('a control without a name', control);
        if (control.parentElement.closest('button, a[href]')) report('a control within a control', control);
        const box = (control.labels?.[0] ?? control).getBoundingClientRect();
        const inline = getComputedStyle(control).display === 'inline' || control.matches('.hit, .skip');
        if (!inline && (box.width < 24 || box.height < 24)) report(`a small control, ${box.width} x ${box.height}`, control);
    }
    for (const image of all('img:not([alt]), [role=img]:not([aria-label])')) report('a picture without a text', image);
    for (const element of all('[tabindex]')) if (element.tabIndex > 0) report('an order of its own', element);
    const ids = [...document.querySelectorAll('[id]')];
    for (const element of ids) if (ids.some(other => other !== element && other.id === element.id)) report('an id used twice', element);
    for (const kind of ['controls', 'labelledby', 'describedby', 'owns'])
        for (const element of all(`[aria-${kind}]`))
            for (const id of element.getAttribute(`aria-${kind}`).split(' '))
                if (!document.getElementById(id)) report(`an unknown id in aria-${kind}`, element);
    if (!document.documentElement.lang) found.push('the page has no language');
    if (!document.title) found.push('the page has no title');
    if (all('main').length !== 1) found.push('there is not one main part');
    if (all('h1').length > 1) found.push('there are several main headings');
    let level = 1;
    for (const heading of all('h1, h2, h3, h4')) {
        const next = Number(heading.tagName[1]);
        if (next > level + 1) report('a heading that skips a level', heading);
        level = next;
    }

    const colour = text => { const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number); return { r, g, b, a }; };
    const over = (top, below) => {
        const mix = part => top[part] * top.a + below[part] * (1 - top.a);
        return { r: mix('r'), g: mix('g'), b: mix('b'), a: 1 };
    };
    const luminance = ({ r, g, b }) => {
        const [x, y, z] = [r, g, b].map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
        return .2126 * x + .7152 * y + .0722 * z;
    };
    const ground = element => {
        const layers = [];
        for (let at = element; at; at = at.parentElement) layers.push(colour(getComputedStyle(at).backgroundColor));
        return layers.reverse().reduce((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !element.checkVisibility({ opacityProperty: true }) || element.closest('svg, :disabled, .unseen, option')) continue;
        const style = getComputedStyle(element);
        let opacity = 1;
        for (let at = element; at; at = at.parentElement) opacity *= getComputedStyle(at).opacity;
        const below = ground(element);
        const ink = colour(style.color);
        const [a, b] = [luminance(over({ ...ink, a: ink.a * opacity }, below)), luminance(below)].sort((a, b) => b - a);
        const ratio = (a + .05) / (b + .05);
        const size = parseFloat(style.fontSize);
        const least = size >= 24 || size >= 18.66 && style.fontWeight >= 700 ? 3 : 4.5;
        if (ratio < least) report(`contrast ${ratio.toFixed(2)}`, element);
    }
    return found;
"#;

/// Fails if the page breaks a rule in one of the colour schemes.
#[track_caller]
fn assert_accessible(browser: &Browser, page: &str) {
    for (theme, contrast) in SCHEMES {
        let set = "Object.assign(document.documentElement.dataset, { theme: arguments[0], contrast: arguments[1] })";
        browser.run(set, vec![json!(theme), json!(contrast)]);
        let found = browser.run(VIOLATIONS, Vec::new());
        let found = found.as_array().cloned().unwrap_or_else(|| vec![found]);
        assert!(
            found.is_empty(),
            "{page}, {theme}, {contrast} contrast:\n{}",
            json!(found).to_string().replace("\",\"", "\n")
        );
    }
}

#[test]
fn every_page_is_accessible() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut titles = Vec::new();
    for (page, content) in pages() {
        browser.open(&site.address(&page));
        browser.assert_present(content);
        assert_accessible(&browser, &page);
        titles.push((browser.value("document.title").to_string(), page));
    }
    titles.sort();
    for pair in titles.windows(2) {
        // The first visit of “Play” leads to a new game.
        let is_redirected = pair.iter().any(|(_, page)| page == "#/play");
        assert!(is_redirected || pair[0].0 != pair[1].0, "two pages have the title {pair:?}");
    }
}

#[test]
fn every_board_is_accessible_during_a_game() {
    let (site, browser) = start(&BrowserOptions::default());
    for spec in GAMES {
        let mut expected = ExpectedGame::of_two_players(&browser, &site, spec.id);
        assert_accessible(&browser, spec.id);
        for _ in 0..3 {
            let legal = expected.session.state().legal();
            if expected.play(&browser, &legal[legal.len() / 2], InputDevice::Mouse) == Flow::GameOver {
                break;
            }
        }
        browser.click("#hint");
        browser.assert_contains(".talk .notice", "Hint:");
        assert_accessible(&browser, &format!("{} after some actions", spec.id));
        browser.click("#resign");
        browser.assert_present(".prompt.result");
        assert_accessible(&browser, &format!("{} after its end", spec.id));
    }
}

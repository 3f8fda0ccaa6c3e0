//! Names, labels, contrast and sizes, by the rules of WCAG 2.2 AA.

use serde_json::json;

use crate::Browser;

/// The colour schemes of the page.
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
    const ROLES = ['alert', 'button', 'group', 'img', 'list', 'listitem', 'region', 'status', 'switch', 'timer', 'toolbar'];
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
    for (const element of all('[role]'))
        if (!ROLES.includes(element.getAttribute('role'))) report('an unknown role', element);
    for (const item of all('li')) if (!item.parentElement.matches('ul, ol')) report('an item without a list', item);
    for (const item of all('ul > *, ol > *')) if (!item.matches('li')) report('not an item of its list', item);
    for (const element of all('main, main *')) {
        const { overflowX, overflowY } = getComputedStyle(element);
        const scrolls = /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 2
            || /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 2;
        if (scrolls && element.tabIndex < 0 && !element.querySelector(`${CONTROLS}, [tabindex="0"]`))
            report('a part that only a pointer scrolls', element);
    }
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

/// The attributes of the root that set the colour scheme, which the rules change.
const SCHEME: &str = "const { theme, contrast } = document.documentElement.dataset; return [theme, contrast]";

impl Browser {
    /// Fails if the page, as it is now, breaks a rule in one of the colour schemes.
    #[track_caller]
    pub fn assert_accessible(&self, page: &str) {
        let set = "Object.assign(document.documentElement.dataset, { theme: arguments[0], contrast: arguments[1] })";
        let before = self.run(SCHEME, Vec::new());
        for (theme, contrast) in SCHEMES {
            self.run(set, vec![json!(theme), json!(contrast)]);
            let found = self.run(VIOLATIONS, Vec::new());
            let found = found.as_array().cloned().unwrap_or_else(|| vec![found]);
            assert!(
                found.is_empty(),
                "{page}, {theme}, {contrast} contrast:\n{}",
                json!(found).to_string().replace("\",\"", "\n")
            );
        }
        self.run(set, vec![before[0].clone(), before[1].clone()]);
    }
}

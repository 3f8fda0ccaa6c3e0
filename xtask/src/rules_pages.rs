//! The rules pages for the app: `docs/rules/*.md` as HTML fragments, with their pictures.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::files::{children, file_name};

/// The route of the page about all games; the page of a game follows after a slash.
const ROUTE: &str = "#/rules";

/// The page about all games.
const SHARED: &str = "README";

/// Writes `out/<game>.html` for every rules page, `out/README.html` about all games, and their
/// pictures to `out/pictures`.
pub(crate) fn write(root: &Path, out: &Path) -> Result<(), String> {
    let pictures = out.join("pictures");
    fs::create_dir_all(&pictures).map_err(|e| format!("{}: {e}", pictures.display()))?;
    let mut files = children(&root.join("docs/rules"));
    files.retain(|file| file.extension().is_some_and(|e| e == "md"));
    if files.is_empty() {
        return Err(format!("no rules pages in {}", root.join("docs/rules").display()));
    }
    let pages: Vec<String> = files.iter().map(|file| stem(&file_name(file)).to_string()).collect();
    let mut shown = BTreeSet::new();
    for (file, page) in files.iter().zip(&pages) {
        let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let target = out.join(format!("{page}.html"));
        let html = fragment(&text, &pages, &mut shown);
        fs::write(&target, html).map_err(|e| format!("{}: {e}", target.display()))?;
    }
    for name in &shown {
        let from = root.join("docs/pictures").join(name);
        fs::copy(&from, pictures.join(name)).map_err(|e| format!("{}: {e}", from.display()))?;
    }
    println!("rules: {} pages and {} pictures written to {}", pages.len(), shown.len(), out.display());
    Ok(())
}

/// Returns a page as HTML. `pages` are the names of all pages; the names of its pictures are added
/// to `shown`.
fn fragment(text: &str, pages: &[String], shown: &mut BTreeSet<String>) -> String {
    // For each open link or picture, whether it is written or only its text.
    let mut written = Vec::new();
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = address(&dest_url, pages).map(CowStr::from);
            written.push(dest_url.is_some());
            dest_url.map(|dest_url| Event::Start(Tag::Link { link_type, dest_url, title, id }))
        }
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let dest_url = picture(&dest_url, shown).map(CowStr::from);
            written.push(dest_url.is_some());
            dest_url.map(|dest_url| Event::Start(Tag::Image { link_type, dest_url, title, id }))
        }
        Event::End(TagEnd::Link | TagEnd::Image) => written.pop().unwrap_or(true).then_some(event),
        // HTML in a page is shown as text.
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        other => Some(other),
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out
}

/// Returns the address of a link in the app; `None` if it has none.
fn address(link: &str, pages: &[String]) -> Option<String> {
    if link.starts_with("https://") || link.starts_with("http://") {
        return Some(link.to_string());
    }
    // The app uses the fragment for its routes, so headings are dropped.
    let file = link.split('#').next().unwrap_or_default();
    let page = file.strip_suffix(".md").filter(|page| pages.iter().any(|p| p == page))?;
    Some(if page == SHARED { ROUTE.to_string() } else { format!("{ROUTE}/{page}") })
}

/// Returns the address of a picture of `docs/pictures` in the app.
fn picture(link: &str, shown: &mut BTreeSet<String>) -> Option<String> {
    let name = link.strip_prefix("../pictures/").filter(|name| name.ends_with(".svg") && !name.contains('/'))?;
    shown.insert(name.to_string());
    Some(format!("rules/pictures/{name}"))
}

fn stem(file: &str) -> &str {
    file.strip_suffix(".md").unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> (String, Vec<String>) {
        let mut shown = BTreeSet::new();
        let html = fragment(text, &["nim".to_string(), SHARED.to_string()], &mut shown);
        (html, shown.into_iter().collect())
    }

    #[test]
    fn a_table_is_a_table() {
        let (html, _) = page("| a | b |\n|---|---|\n| 1 | 2 |\n");
        assert!(html.contains("<table>") && html.contains("<td>2</td>"), "{html}");
    }

    #[test]
    fn a_diagram_keeps_its_lines() {
        assert_eq!(page("```\na  . b\n b  <.\n```\n").0, "<pre><code>a  . b\n b  &lt;.\n</code></pre>\n");
    }

    #[test]
    fn a_picture_gets_its_address_in_the_app() {
        let (html, shown) = page("![One & two](../pictures/one.svg)");
        assert_eq!(html, "<p><img src=\"rules/pictures/one.svg\" alt=\"One &amp; two\" /></p>\n");
        assert_eq!(shown, ["one.svg"]);
    }

    #[test]
    fn a_link_to_a_rules_page_leads_to_it_in_the_app() {
        for (link, address) in [("nim.md", "#/rules/nim"), ("nim.md#rulings", "#/rules/nim"), ("README.md", "#/rules")]
        {
            assert_eq!(page(&format!("[x]({link})")).0, format!("<p><a href=\"{address}\">x</a></p>\n"));
        }
        assert_eq!(page("[x](https://a.b/c)").0, "<p><a href=\"https://a.b/c\">x</a></p>\n");
    }

    #[test]
    fn a_link_that_leads_nowhere_in_the_app_is_only_its_text() {
        for link in ["../solving.md", "chess.md", "#rulings", "javascript:alert(1)"] {
            assert_eq!(page(&format!("a [b *c*]({link}) d")).0, "<p>a b <em>c</em> d</p>\n");
        }
    }

    #[test]
    fn a_picture_from_elsewhere_is_only_its_text() {
        for link in ["../screens/one.png", "../pictures/../one.svg", "https://a.b/c.svg"] {
            assert_eq!(page(&format!("a [![b]({link})](nim.md)")).0, "<p>a <a href=\"#/rules/nim\">b</a></p>\n");
        }
    }

    #[test]
    fn html_in_a_page_is_shown_as_it_is_written() {
        assert_eq!(page("a <b> c").0, "<p>a &lt;b&gt; c</p>\n");
    }

    #[test]
    fn every_rules_page_is_written_with_its_pictures() {
        let root = crate::root();
        // The app has the pages in `rules`; the addresses of pictures start at the folder above.
        let site = std::env::temp_dir().join(format!("hexarium-rules-{}", std::process::id()));
        let out = site.join("rules");
        write(&root, &out).unwrap();
        let pages = children(&root.join("docs/rules")).len();
        let written = children(&out);
        assert_eq!(written.iter().filter(|f| f.extension().is_some_and(|e| e == "html")).count(), pages);
        for file in written.iter().filter(|f| f.is_file()) {
            let html = fs::read_to_string(file).unwrap();
            assert!(html.starts_with("<h1>"), "{}", file.display());
            for source in html.split("src=\"").skip(1) {
                let name = source.split('"').next().unwrap();
                assert!(site.join(name).is_file(), "{} shows {name}", file.display());
            }
        }
        fs::remove_dir_all(&site).unwrap();
    }
}

//! The documentation site: all documents as a searchable book, without dead links.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::files::{files_below, relative};
use crate::{run, tools};

/// The parts of the book and their documents, in order.
const PARTS: [(&str, &[&str]); 5] = [
    (
        "Players",
        &[
            "docs/app.md",
            "docs/terminal.md",
            "docs/puzzles.md",
            "docs/rules/README.md",
            "docs/rules/hex.md",
            "docs/rules/coalesce.md",
            "docs/rules/harvest.md",
            "docs/rules/fire-ants.md",
            "docs/rules/protista.md",
        ],
    ),
    ("Inventors", &["docs/lab.md", "docs/lab/README.md", "docs/adding-a-game.md", "docs/solving.md"]),
    ("Operators", &["docs/operations.md", "docs/api.md"]),
    (
        "Engine authors and researchers",
        &[
            "docs/matches.md",
            "docs/strength.md",
            "docs/strength/hex.md",
            "docs/strength/coalesce.md",
            "docs/strength/harvest.md",
            "docs/strength/fire-ants.md",
            "docs/strength/protista.md",
            "docs/strength/alphabeta.md",
            "docs/performance.md",
            "docs/python.md",
            "docs/training.md",
            "docs/formats/README.md",
            "docs/formats/record.md",
            "docs/formats/json.md",
            "docs/formats/sgf.md",
            "docs/formats/hexworld.md",
            "docs/formats/link.md",
            "docs/formats/protocol.md",
            "docs/formats/pictures.md",
            "docs/formats/puzzles.md",
            "docs/formats/lab.md",
            "docs/formats/network.md",
        ],
    ),
    ("Contributors", &["CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md"]),
];

/// The first page.
const FIRST: &str = "README.md";

const CONFIGURATION: &str = r#"[book]
title = "Hexarium"
description = "Hexagonal strategy games: play, analyse and design them"
language = "en"
src = "src"

[output.html]
no-section-label = true

[output.html.fold]
enable = true
level = 0
"#;

/// Builds the book into `target/book` and checks its links.
pub(crate) fn build(root: &Path) -> Result<(), String> {
    let folder = crate::target(root).join("book-source");
    let out = folder_of_pages(root);
    let _ = fs::remove_dir_all(&folder);
    let pages = pages(root)?;
    let mut files: BTreeSet<String> = pages.iter().cloned().collect();
    for page in &pages {
        let text = fs::read_to_string(root.join(page)).map_err(|e| format!("{page}: {e}"))?;
        let (text, pictures) = with_known_links(root, page, &text, &pages);
        write(&folder.join("src").join(staged(page)), text.as_bytes())?;
        files.extend(pictures);
    }
    for picture in files.iter().filter(|file| !pages.contains(file)) {
        let bytes = fs::read(root.join(picture)).map_err(|e| format!("{picture}: {e}"))?;
        write(&folder.join("src").join(picture), &bytes)?;
    }
    write(&folder.join("src/SUMMARY.md"), summary(root)?.as_bytes())?;
    write(&folder.join("book.toml"), CONFIGURATION.as_bytes())?;
    let mut mdbook = tools::tool(root, tools::MDBOOK)?;
    run(mdbook.arg("build").arg(&folder).arg("--dest-dir").arg(&out))?;
    let links = check_links(&out)?;
    println!("book: {} pages and {links} links in {}", pages.len(), out.display());
    Ok(())
}

/// The folder of the built book.
pub(crate) fn folder_of_pages(root: &Path) -> PathBuf {
    crate::target(root).join("book")
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = file.parent().unwrap_or(file);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(file, bytes));
    written.map_err(|e| format!("{}: {e}", file.display()))
}

/// Returns the documents of the book, the first page included.
///
/// # Errors
/// If a document in `docs` is in no part.
fn pages(root: &Path) -> Result<Vec<String>, String> {
    let listed: Vec<String> = PARTS.iter().flat_map(|(_, pages)| pages.iter().map(|page| page.to_string())).collect();
    for file in files_below(&root.join("docs"), "md") {
        let name = relative(root, &file);
        if !listed.contains(&name) {
            return Err(format!("{name} is in no part of the book: add it to PARTS of xtask/src/book.rs"));
        }
    }
    Ok(std::iter::once(FIRST.to_string()).chain(listed).collect())
}

/// Returns the name of a document in the book, where the page of a folder is its index.
fn staged(page: &str) -> String {
    page.replace("README.md", "index.md")
}

/// Returns the table of contents.
fn summary(root: &Path) -> Result<String, String> {
    let mut text = format!("# Summary\n\n[Hexarium]({})\n", staged(FIRST));
    for (part, pages) in PARTS {
        text.push_str(&format!("\n# {part}\n\n"));
        for page in pages {
            let content = fs::read_to_string(root.join(page)).map_err(|e| format!("{page}: {e}"))?;
            let title = content.lines().find_map(|line| line.strip_prefix("# "));
            let title = title.ok_or_else(|| format!("{page} has no title"))?;
            text.push_str(&format!("- [{title}]({})\n", staged(page)));
        }
    }
    Ok(text)
}

/// Returns a document in which links lead to pages of the book or are plain text, and the files
/// that it shows.
fn with_known_links(root: &Path, page: &str, text: &str, pages: &[String]) -> (String, BTreeSet<String>) {
    let mut changed = text.to_string();
    let mut pictures = BTreeSet::new();
    let events: Vec<_> = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter().collect();
    // From the end, so that earlier offsets stay right.
    for (event, range) in events.into_iter().rev() {
        match event {
            Event::Start(Tag::Image { dest_url, .. }) => {
                pictures.extend(target(page, &dest_url).filter(|file| root.join(file).is_file()));
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let Some(file) = target(page, &dest_url) else { continue };
                if pages.contains(&file) {
                    let link = text[range.clone()].replace(&*dest_url, &staged(&dest_url));
                    changed.replace_range(range, &link);
                } else if root.join(&file).is_file() && is_shown(&file) {
                    pictures.insert(file);
                } else if root.join(&file).exists()
                    && let Some(end) = text[range.clone()].rfind("](")
                {
                    let inner = text[range.start + 1..range.start + end].to_string();
                    changed.replace_range(range, &inner);
                }
            }
            _ => {}
        }
    }
    (changed, pictures)
}

/// Whether a browser shows a file by itself.
fn is_shown(file: &str) -> bool {
    [".svg", ".png", ".html", ".txt", ".csv"].iter().any(|end| file.ends_with(end))
}

/// Returns the path of the file that a link of a page leads to, from the root of the workspace.
fn target(page: &str, link: &str) -> Option<String> {
    let link = link.split('#').next().unwrap_or_default();
    if link.is_empty() || link.contains(':') {
        return None;
    }
    let folder = Path::new(page).parent().unwrap_or(Path::new(""));
    Some(normal(&folder.join(link)))
}

/// Returns a path without `.` and `..`.
fn normal(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path.components() {
        match part {
            Component::ParentDir if parts.last().is_some_and(|last| last != "..") => {
                parts.pop();
            }
            Component::ParentDir => parts.push("..".to_string()),
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    parts.join("/")
}

/// Checks that every link of the pages in a folder leads to a file there, and to a place in it.
/// Returns the number of links.
fn check_links(folder: &Path) -> Result<usize, String> {
    let mut html = BTreeMap::new();
    for file in files_below(folder, "html") {
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        html.insert(relative(folder, &file), text);
    }
    let anchors: BTreeMap<&String, BTreeSet<&str>> =
        html.iter().map(|(name, text)| (name, values(text, "id").collect())).collect();
    let (mut problems, mut count) = (BTreeSet::new(), 0);
    // The page for printing repeats all others, and the page of errors has no place of its own.
    for (name, text) in html.iter().filter(|(name, _)| !["print.html", "404.html"].contains(&file_name_of(name))) {
        for link in values(text, "href").chain(values(text, "src")) {
            let link = link.replace("&amp;", "&");
            if link.contains("://") || link.starts_with("mailto:") || link.starts_with("data:") || link == "#" {
                continue;
            }
            count += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let base = Path::new(name).parent().unwrap_or(Path::new(""));
            let mut file = if path.is_empty() { name.clone() } else { normal(&base.join(path)) };
            if path.ends_with('/') || file.is_empty() {
                file = normal(&Path::new(&file).join("index.html"));
            }
            if !folder.join(&file).is_file() {
                problems.insert(format!("{name}: there is no {link}"));
            } else if !anchor.is_empty() && !anchors.get(&file).is_some_and(|ids| ids.contains(anchor)) {
                problems.insert(format!("{name}: there is no #{anchor} in {file}"));
            }
        }
    }
    let problems: Vec<String> = problems.into_iter().collect();
    if problems.is_empty() { Ok(count) } else { Err(format!("dead links:\n{}", problems.join("\n"))) }
}

fn file_name_of(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Returns the values of an attribute in a page.
fn values<'a>(html: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    let start = format!(" {attribute}=\"");
    let parts: Vec<&str> = html.split(&start).skip(1).collect();
    parts.into_iter().filter_map(|part| part.split('"').next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn every_document_is_in_the_book() {
        let pages = pages(&root()).unwrap();
        assert!(pages.iter().all(|page| root().join(page).is_file()), "{pages:?}");
        assert!(summary(&root()).unwrap().contains("- [The rules](docs/rules/index.md)"));
    }

    #[test]
    fn links_out_of_the_book_become_text_and_others_stay() {
        let pages = ["docs/app.md", "docs/api.md", "docs/rules/README.md"].map(str::to_string);
        let text = "See [the `API`](api.md#limits), [rules](rules/README.md), [code](../xtask/Cargo.toml), [x](https://example.com) and\n\
                    ![a picture](pictures/hex.svg).\n";
        let (changed, pictures) = with_known_links(&root(), "docs/app.md", text, &pages);
        let kept = "See [the `API`](api.md#limits), [rules](rules/index.md), code, [x](https://example.com) and\n![a picture](pictures/hex.svg).\n";
        assert_eq!(changed, kept);
        assert_eq!(Vec::from_iter(pictures), ["docs/pictures/hex.svg"]);
    }

    #[test]
    fn dead_links_are_found() {
        let folder = std::env::temp_dir().join(format!("hexarium-book-{}", std::process::id()));
        fs::create_dir_all(folder.join("a")).unwrap();
        fs::write(folder.join("index.html"), r##"<a href="a/b.html#x">b</a> <a href="#top">t</a>"##).unwrap();
        fs::write(folder.join("a/b.html"), r#"<p id="x"><a href="../index.html">i</a><img src="c.png">"#).unwrap();
        let outcome = check_links(&folder);
        fs::remove_dir_all(&folder).unwrap();
        let problems = "dead links:\na/b.html: there is no c.png\nindex.html: there is no #top in index.html";
        assert_eq!(outcome, Err(problems.to_string()));
    }
}

//! Everything about one game: its template, its golden files and its checks.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{cargo, run};

/// The folder of the template, and the id and type names in its files.
const TEMPLATE: &str = "crates/core/games/template";
const TEMPLATE_ID: &str = "quartet";
const TEMPLATE_TYPE: &str = "Quartet";

/// The arguments of cargo to run tests of the package that follows. Unlike the profile of tests,
/// that of development compiles incrementally, which saves more after a change of the game than the
/// slower code of one game costs.
const TEST: [&str; 5] = ["test", "--quiet", "--profile", "dev", "--package"];

/// The variable that restricts the conformance tests to one game.
const ONE_GAME: &str = "HEXARIUM_GAME";

/// Creates a placement game from the template, registers it and writes its golden files.
pub(crate) fn create(root: &Path, id: &str) -> Result<(), String> {
    for file in scaffold(root, id)? {
        println!("wrote {file}");
    }
    cargo(&["fmt", "--package", "hexarium-games", "--package", "hexarium-conformance"])?;
    write_golden(root, id)?;
    println!("\n{id} is a copy of the template. Change its rules, then run:");
    println!("  cargo xtask golden {id}");
    println!("  cargo xtask game {id}");
    Ok(())
}

/// The tests that write golden files if a variable is `write`: package, target, name, variable.
const WRITERS: [(&str, &[&str], &str, &str); 3] = [
    (
        "hexarium-gtp",
        &["--test", "all"],
        "scripts::there_is_a_script_of_hexgui_with_forty_lines_and_one_of_gogui_for_every_other_game",
        "HEXARIUM_GOLDEN",
    ),
    ("hexarium-formats", &["--test", "all"], "link::golden_links_are_read_and_written_unchanged", "HEXARIUM_GOLDEN"),
    ("hexarium-terminal", &["--lib"], "screen::tests::documented_screens_are_current", "HEXARIUM_SCREENS"),
];

/// Writes the golden files of one game anew: perft counts, play-throughs, tactics, GTP script,
/// links and the screen of the terminal. Deletes play-throughs of options that are gone.
pub(crate) fn write_golden(root: &Path, id: &str) -> Result<(), String> {
    require_game(root, id)?;
    cargo(&tool("golden", &[id]))?;
    cargo(&tool("tactics", &[id]))?;
    for (package, target, test, variable) in WRITERS {
        let mut command = Command::new("cargo");
        command.current_dir(root).args(TEST).args([package]).args(target);
        // Other tests of the target could read a file while it is written.
        command.args(["--", "--exact", test]).env(ONE_GAME, id);
        run(command.env(variable, "write"))?;
    }
    Ok(())
}

/// Fails if there is no game with this id.
fn require_game(root: &Path, id: &str) -> Result<(), String> {
    if root.join("crates/core/games/src").join(module(id)).join("lesson.txt").is_file() {
        return Ok(());
    }
    Err(format!("there is no game '{id}'; cargo xtask new-game {id} creates it"))
}

/// Runs every check of one game: laws, comparison with the reference model, perft, play-throughs,
/// lesson, tactics, parsers, tests of its rules, links, GTP scripts, encoding, terminal and
/// translation.
pub(crate) fn check(root: &Path, id: &str) -> Result<(), String> {
    require_game(root, id)?;
    let module = module(id);
    let tests: [(&str, &[&str]); 7] = [
        ("hexarium-games", &["--lib", "--tests", "--", module.as_str(), "registry"]),
        ("hexarium-conformance", &["--test", "all", "--", "--skip", "template"]),
        ("hexarium-formats", &["--test", "all", "--", "link"]),
        ("hexarium-gtp", &["--test", "all", "--", "scripts"]),
        ("hexarium-learn", &["--test", "all", "--", "numbers"]),
        ("hexarium-terminal", &["--lib", "--", "screen::tests"]),
        ("hexarium-session", &["--test", "all", "--", "translation"]),
    ];
    for (package, arguments) in tests {
        let mut command = Command::new("cargo");
        command.current_dir(root).args(TEST).args([package]).args(arguments);
        run(command.env(ONE_GAME, id))?;
    }
    Ok(())
}

/// The arguments of cargo to run a tool of the conformance tests.
pub(crate) fn tool<'a>(name: &'a str, arguments: &[&'a str]) -> Vec<&'a str> {
    let mut all = vec!["run", "--profile", "quick", "--quiet", "--package", "hexarium-conformance", "--bin", name];
    all.push("--");
    all.extend(arguments);
    all
}

/// The module of a game: its id with underscores.
fn module(id: &str) -> String {
    id.replace('-', "_")
}

/// The title of a game: its id in words.
fn title(id: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    };
    id.split('-').map(capital).collect::<Vec<String>>().join(" ")
}

/// Copies the template and adds the game to the lists. Returns the files that were written.
fn scaffold(root: &Path, id: &str) -> Result<Vec<String>, String> {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    if !id.split('-').all(is_word) {
        return Err(format!("'{id}' is not an id: expected lower-case words joined by hyphens, as in fire-ants"));
    }
    let module = module(id);
    let folder = format!("crates/core/games/src/{module}");
    if root.join(&folder).exists() || root.join(format!("crates/core/games/src/{module}.rs")).exists() {
        return Err(format!("{folder} exists already"));
    }
    let copies = [
        ("game.rs", format!("{folder}/mod.rs")),
        ("lesson.txt", format!("{folder}/lesson.txt")),
        ("reference.rs", format!("crates/test/conformance/src/reference/{module}.rs")),
        ("test.rs", format!("crates/core/games/tests/all/{module}.rs")),
        ("rules.md", format!("docs/rules/{id}.md")),
    ];
    let mut written = Vec::new();
    for (from, to) in copies {
        let text = read(root, &format!("{TEMPLATE}/{from}"))?;
        write(root, &to, &renamed(&text, id))?;
        written.push(to);
    }
    let title = title(id);
    let mut edit = |file: &str, changes: &[(&str, String)]| -> Result<(), String> {
        let mut text = read(root, file)?;
        for (after, line) in changes {
            text = added(&text, after, line).ok_or_else(|| format!("{file} has no line '{after}'"))?;
        }
        write(root, file, &text)?;
        written.push(file.to_string());
        Ok(())
    };
    edit("crates/core/games/src/lib.rs", &[("pub mod hex;", format!("pub mod {module};"))])?;
    edit("crates/core/games/src/registry.rs", &[("    protista,", format!("    {module},"))])?;
    edit("crates/core/games/tests/all/main.rs", &[("mod hex;", format!("mod {module};"))])?;
    let models =
        [("pub mod hex;", format!("pub mod {module};")), ("    protista::MODEL,", format!("    {module}::MODEL,"))];
    edit("crates/test/conformance/src/reference/mod.rs", &models)?;
    let summary = "Place four stones in a straight line.";
    let rows = [
        ("| [Protista]", format!("| [{title}]({id}.md) | `{id}` | {summary} | hexagon, side 5 | Blue, Red |")),
        ("| Protista | one move", format!("| {title} | place a stone, or `swap` | one action |")),
        ("| Protista | `w` `b`", format!("| {title} | `B` `R` | `b` `r` | none |")),
    ];
    edit("docs/rules/README.md", &rows)?;
    edit("xtask/src/book.rs", &[("            \"docs/rules/", format!("            \"docs/rules/{id}.md\","))])?;
    edit("crates/ui/session/tests/all/untranslated.txt", &[("#", id.to_string())])?;
    Ok(written)
}

/// The text of a template file with the names of another game.
fn renamed(text: &str, id: &str) -> String {
    let title = title(id);
    let in_line = |line: &str| {
        // In prose the title, in code the name of the type.
        let prose = ["//", "#", "title: "].iter().any(|start| line.trim_start().starts_with(start));
        let name = if prose { title.clone() } else { title.replace(' ', "") };
        line.replace(TEMPLATE_TYPE, &name).replace(TEMPLATE_ID, id) + "\n"
    };
    text.lines().map(in_line).collect()
}

/// The text with a line added after the last one that starts with `after`.
fn added(text: &str, after: &str, line: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|line| line.starts_with(after))?;
    let (before, rest) = lines.split_at(last + 1);
    let all: Vec<&str> = before.iter().copied().chain([line]).chain(rest.iter().copied()).collect();
    Some(all.join("\n") + "\n")
}

fn read(root: &Path, file: &str) -> Result<String, String> {
    fs::read_to_string(root.join(file)).map_err(|e| format!("{file}: {e}"))
}

fn write(root: &Path, file: &str, text: &str) -> Result<(), String> {
    let path = root.join(file);
    let folder = path.parent().unwrap_or(root);
    fs::create_dir_all(folder).and_then(|()| fs::write(&path, text)).map_err(|e| format!("{file}: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
    }

    #[test]
    fn an_existing_or_invalid_id_is_rejected() {
        for id in ["", "Hex", "my game", "-", "a-", "1st", "a_b"] {
            assert!(scaffold(workspace(), id).unwrap_err().contains("is not an id"), "{id}");
        }
        for id in ["hex", "fire-ants", "placement"] {
            assert!(scaffold(workspace(), id).unwrap_err().ends_with("exists already"), "{id}");
        }
    }

    #[test]
    fn a_copy_of_the_template_is_registered_everywhere() {
        let root = std::env::temp_dir().join(format!("hexarium-new-game-{}", std::process::id()));
        let lists = [
            "crates/core/games/src/lib.rs",
            "crates/core/games/src/registry.rs",
            "crates/core/games/tests/all/main.rs",
            "crates/test/conformance/src/reference/mod.rs",
            "docs/rules/README.md",
            "xtask/src/book.rs",
            "crates/ui/session/tests/all/untranslated.txt",
        ];
        let template = ["game.rs", "lesson.txt", "reference.rs", "test.rs", "rules.md"];
        for file in template.map(|file| format!("{TEMPLATE}/{file}")).iter().map(String::as_str).chain(lists) {
            write(&root, file, &read(workspace(), file).unwrap()).unwrap();
        }
        let written = scaffold(&root, "red-kite").unwrap();
        assert_eq!(written.len(), 12);
        for file in &written {
            let text = read(&root, file).unwrap();
            assert!(["red_kite", "red-kite", "Red Kite"].iter().any(|name| text.contains(name)), "{file}");
            assert!(!text.to_lowercase().contains(TEMPLATE_ID), "{file}");
        }
        let game = read(&root, "crates/core/games/src/red_kite/mod.rs").unwrap();
        for part in ["title: \"Red Kite\"", "id: \"red-kite\"", "pub type RedKite<", "quartet(swap=true)"] {
            assert_eq!(game.contains(part), !part.starts_with(TEMPLATE_ID), "{part}");
        }
        assert_eq!(read(&root, "docs/rules/README.md").unwrap().matches("Red Kite").count(), 3);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn every_writer_is_a_test() {
        let folders = ["crates/engine/gtp/tests/all", "crates/formats/tests/all", "crates/ui/terminal/src"];
        for ((package, _, test, _), folder) in WRITERS.iter().zip(folders) {
            let (path, name) = test.rsplit_once("::").unwrap();
            let source = read(workspace(), &format!("{folder}/{}.rs", path.replace("::", "/"))).unwrap();
            assert!(source.contains(&format!("#[test]\nfn {name}() {{")), "{package}: no test {test}");
        }
    }

    #[test]
    fn a_game_that_does_not_exist_is_refused() {
        for id in ["placement", "no-such-game"] {
            let expected = format!("there is no game '{id}'; cargo xtask new-game {id} creates it");
            assert_eq!(require_game(workspace(), id), Err(expected));
        }
        assert_eq!(require_game(workspace(), "fire-ants"), Ok(()));
    }

    #[test]
    fn a_line_is_added_after_the_last_one_like_it() {
        assert_eq!(added("a1\na2\nb\n", "a", "c").as_deref(), Some("a1\na2\nc\nb\n"));
        assert_eq!(added("a\n", "b", "c"), None);
    }
}

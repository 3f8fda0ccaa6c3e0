//! The house rules: who may depend on whom, and where games may be named.

use std::fs;
use std::path::{Path, PathBuf};

/// Each crate and the crates of the house it may use. Arrows point one way.
const EDGES: &[(&str, &[&str])] = &[
    ("geometry", &[]),
    ("kernel", &["geometry"]),
    ("games", &["geometry", "kernel"]),
    ("laws", &["kernel", "games"]),
    ("learn", &["kernel", "games"]),
    ("search", &["kernel"]),
    ("minds", &["kernel", "games", "search"]),
    ("formats", &["kernel"]),
    ("pictures", &["geometry", "kernel"]),
    ("table", &["kernel", "games", "formats"]),
    ("protocol", &["kernel", "formats", "search"]),
    ("lab", &["geometry", "kernel", "search", "formats"]),
    ("wire", &["kernel"]),
    ("room", &["kernel", "wire"]),
    ("client", &["kernel", "wire", "room"]),
    ("crowd", &["kernel", "games", "wire", "room", "client"]),
    ("server", &["kernel", "games", "formats", "search", "minds", "wire", "room"]),
    ("terminal", &["kernel", "games", "search", "minds", "formats", "table", "wire", "room", "client"]),
    ("browser", &["kernel", "games", "formats", "pictures", "table", "server"]),
    ("web", &["kernel", "games", "search", "minds", "lab", "protocol", "formats", "pictures", "table", "wire", "room"]),
    ("python", &["kernel", "games", "learn", "search", "minds", "formats", "table", "pictures"]),
    (
        "cli",
        &[
            "kernel", "games", "laws", "search", "minds", "lab", "protocol", "formats", "pictures", "table", "wire",
            "room", "client", "server", "terminal",
        ],
    ),
];

/// Checks all rules and reports every breach.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut breaches = Vec::new();
    check_edges(root, &mut breaches);
    check_game_names(root, &mut breaches);
    if breaches.is_empty() {
        println!("house rules: {} crates, all in order", EDGES.len());
        Ok(())
    } else {
        Err(breaches.join("\n"))
    }
}

fn check_edges(root: &Path, breaches: &mut Vec<String>) {
    let mut folders = children(&root.join("crates"));
    folders.retain(|f| f.is_dir());
    if folders.is_empty() {
        breaches.push(format!("there are no crates in {}", root.display()));
    }
    for folder in folders {
        let name = file_name(&folder);
        let Some((_, allowed)) = EDGES.iter().find(|(n, _)| *n == name) else {
            breaches.push(format!("crates/{name} is not in the list of xtask/src/house.rs"));
            continue;
        };
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        for used in dependencies.lines().filter_map(|line| line.strip_prefix("hexarium-")) {
            let used = used.split(['.', ' ', '=']).next().unwrap_or_default();
            if !allowed.contains(&used) {
                breaches.push(format!("crates/{name} must not depend on {used}"));
            }
        }
    }
}

/// A game's id stands in its own folder, in the registry and in tests; everything else works for any game.
fn check_game_names(root: &Path, breaches: &mut Vec<String>) {
    let games: Vec<String> = children(&root.join("crates/games/src"))
        .iter()
        .filter(|f| f.is_dir())
        .map(|f| format!("\"{}\"", file_name(f).replace('_', "-")))
        .collect();
    let mut files = Vec::new();
    for folder in children(&root.join("crates")) {
        if !["games", "laws"].contains(&file_name(&folder).as_str()) {
            collect_rust_files(&folder.join("src"), &mut files);
        }
    }
    for file in files.into_iter().filter(|file| file_name(file) != "tests.rs") {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (n, line) in text.lines().enumerate() {
            // The Hex protocols and the default game of the engine are the one exception.
            for game in games.iter().filter(|g| line.contains(g.as_str()) && g.as_str() != "\"hex\"") {
                breaches.push(format!("{}:{}: names the game {game}", file.display(), n + 1));
            }
        }
    }
}

fn collect_rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for child in children(folder) {
        if child.is_dir() {
            collect_rust_files(&child, files);
        } else if child.extension().is_some_and(|e| e == "rs") {
            files.push(child);
        }
    }
}

/// What is in a folder, by name.
pub(crate) fn children(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|e| e.path()).collect();
    paths.sort();
    paths
}

/// The last part of a path.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A little house in a folder of its own, with one crate and one source file.
    fn house(name: &str, manifest: &str, source: &str) -> PathBuf {
        let root = std::env::temp_dir().join(format!("hexarium-house-{}-{name}", std::process::id()));
        let folder = root.join("crates").join(name);
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::create_dir_all(root.join("crates/games/src/fire_ants")).unwrap();
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        fs::write(folder.join("src/lib.rs"), source).unwrap();
        root
    }

    fn breaches(name: &str, manifest: &str, source: &str) -> String {
        let root = house(name, manifest, source);
        let outcome = check(&root);
        fs::remove_dir_all(root).unwrap();
        outcome.err().unwrap_or_default()
    }

    #[test]
    fn an_arrow_that_points_the_wrong_way_is_a_breach() {
        let manifest = "[dependencies]\nhexarium-kernel.workspace = true\nhexarium-games.workspace = true\n";
        assert_eq!(breaches("protocol", manifest, ""), "crates/protocol must not depend on games");
        assert_eq!(breaches("cli", manifest, ""), "");
    }

    #[test]
    fn a_house_without_crates_is_not_in_order() {
        assert!(check(Path::new("no/such/house")).unwrap_err().starts_with("there are no crates in"));
    }

    #[test]
    fn tests_may_depend_on_anything() {
        let manifest = "[dependencies]\n\n[dev-dependencies]\nhexarium-games.workspace = true\n";
        assert_eq!(breaches("kernel", manifest, ""), "");
    }

    #[test]
    fn a_crate_nobody_listed_is_a_breach() {
        assert!(breaches("surprise", "", "").contains("crates/surprise is not in the list"));
    }

    #[test]
    fn a_game_named_outside_its_folder_is_a_breach() {
        let named = breaches("kernel", "", "fn f() {}\nconst ID: &str = \"fire-ants\";\n");
        assert!(named.ends_with("lib.rs:2: names the game \"fire-ants\""), "{named}");
        let in_tests = breaches("kernel", "", "#[cfg(test)]\nconst ID: &str = \"fire-ants\";\n");
        assert_eq!(in_tests, "");
    }
}

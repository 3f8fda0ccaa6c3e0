//! The architecture: the dependencies between crates, and the places where games may be named.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files::{file_name, files_below, relative};
use crate::source::{Kind, pieces};

/// Each crate and the crates that it may depend on, by package name without `hexarium-`.
const EDGES: &[(&str, &[&str])] = &[
    ("geometry", &[]),
    ("kernel", &["geometry"]),
    ("games", &["geometry", "kernel"]),
    ("conformance", &["kernel", "games"]),
    ("net", &["kernel"]),
    ("learn", &["kernel", "games", "net"]),
    ("search", &["kernel"]),
    ("puzzles", &["kernel"]),
    ("engines", &["kernel", "games", "net", "search", "puzzles"]),
    ("formats", &["kernel"]),
    ("pictures", &["geometry", "kernel"]),
    ("session", &["kernel", "search", "formats", "pictures", "wire", "room"]),
    ("gtp", &["kernel", "formats", "search"]),
    ("lab", &["geometry", "kernel", "search", "formats"]),
    ("wire", &["kernel"]),
    ("room", &["kernel", "formats", "wire"]),
    ("client", &["kernel", "wire", "room"]),
    ("loadtest", &["kernel", "games", "wire", "room", "client", "server"]),
    ("server", &["kernel", "formats", "search", "engines", "puzzles", "wire", "room"]),
    ("terminal", &["kernel", "search", "engines", "formats", "session", "wire", "room", "client"]),
    ("e2e", &["kernel", "games", "formats", "pictures", "session", "server"]),
    ("worker", &["kernel", "games", "search", "engines", "lab", "puzzles"]),
    (
        "web",
        &["kernel", "games", "search", "lab", "formats", "pictures", "puzzles", "session", "wire", "room", "worker"],
    ),
    ("python", &["kernel", "games", "net", "learn", "search", "engines", "formats", "session", "pictures"]),
    (
        "hexarium",
        &[
            "kernel", "games", "search", "net", "engines", "lab", "gtp", "formats", "pictures", "puzzles", "session",
            "wire", "client", "server", "terminal",
        ],
    ),
];

/// The crate that may name games, by package name without `hexarium-`.
const GAMES: &str = "games";

/// Crates that exist for tests, which may name games.
const TEST_CRATES: &[&str] = &["conformance", "e2e", "loadtest"];

/// A crate of the workspace or beside it.
struct Crate {
    /// The package name without `hexarium-`.
    name: String,
    folder: PathBuf,
    /// The crates that it depends on, without those of its tests.
    dependencies: Vec<String>,
}

/// Checks all rules and reports every violation.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let crates = crates(root)?;
    let mut problems = dependency_problems(&crates);
    problems.extend(unused_edges(&crates));
    problems.extend(game_name_problems(root, &crates)?);
    if problems.is_empty() {
        println!("architecture: {} crates without a violation", crates.len());
        Ok(())
    } else {
        Err(problems.join("\n"))
    }
}

/// Finds the crates below `crates`, at any depth, by their manifests.
fn crates(root: &Path) -> Result<Vec<Crate>, String> {
    let manifests = files_below(&root.join("crates"), "toml");
    let manifests = manifests.into_iter().filter(|file| file_name(file) == "Cargo.toml");
    let crates = manifests.map(|file| read_crate(&file)).collect::<Result<Vec<_>, _>>()?;
    if crates.is_empty() { Err(format!("no crates in {}", root.join("crates").display())) } else { Ok(crates) }
}

fn read_crate(manifest: &Path) -> Result<Crate, String> {
    let problem = |e: &dyn std::fmt::Display| format!("{}: {e}", manifest.display());
    let text = fs::read_to_string(manifest).map_err(|e| problem(&e))?;
    let table: toml::Table = text.parse().map_err(|e| problem(&e))?;
    let name = table.get("package").and_then(|package| package.get("name")).and_then(|name| name.as_str());
    let name = short(name.ok_or_else(|| problem(&"no package name"))?).to_string();
    let targets = table.get("target").and_then(|targets| targets.as_table()).into_iter().flatten();
    let targets = targets.filter_map(|(_, target)| target.as_table());
    let mut dependencies: Vec<String> = std::iter::once(&table)
        .chain(targets)
        .flat_map(|part| ["dependencies", "build-dependencies"].map(|kind| part.get(kind)))
        .filter_map(|dependencies| dependencies?.as_table())
        .flat_map(|dependencies| dependencies.keys())
        .filter(|name| name.starts_with("hexarium"))
        .map(|name| short(name).to_string())
        .collect();
    dependencies.sort();
    dependencies.dedup();
    Ok(Crate { name, folder: manifest.parent().unwrap_or(manifest).to_path_buf(), dependencies })
}

fn short(name: &str) -> &str {
    name.strip_prefix("hexarium-").unwrap_or(name)
}

fn dependency_problems(crates: &[Crate]) -> Vec<String> {
    let mut problems = Vec::new();
    for Crate { name, dependencies, .. } in crates {
        let Some((_, allowed)) = EDGES.iter().find(|(n, _)| n == name) else {
            problems.push(format!("{name} is not in EDGES of xtask/src/architecture.rs"));
            continue;
        };
        let forbidden = dependencies.iter().filter(|used| !allowed.contains(&used.as_str()));
        problems.extend(forbidden.map(|used| format!("{name} must not depend on {used}")));
    }
    problems
}

/// Finds edges of the table that no crate uses any more.
fn unused_edges(crates: &[Crate]) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, allowed) in EDGES {
        let Some(found) = crates.iter().find(|found| found.name == *name) else {
            problems.push(format!("{name} is in EDGES of xtask/src/architecture.rs and does not exist"));
            continue;
        };
        let unused = allowed.iter().filter(|used| !found.dependencies.iter().any(|name| name == *used));
        problems.extend(unused.map(|used| format!("{name} does not depend on {used}: remove it from EDGES")));
    }
    problems
}

/// Finds string literals that name a game outside the games and the tests.
fn game_name_problems(root: &Path, crates: &[Crate]) -> Result<Vec<String>, String> {
    let games = crates.iter().find(|found| found.name == GAMES);
    let ids = games.map(|games| game_ids(&games.folder)).transpose()?.unwrap_or_default();
    let mut problems = Vec::new();
    let others = crates.iter().filter(|found| found.name != GAMES && !TEST_CRATES.contains(&&*found.name));
    for file in others.flat_map(|found| files_below(&found.folder.join("src"), "rs")) {
        let path = relative(root, &file);
        if file_name(&file) == "tests.rs" {
            continue;
        }
        let text = fs::read_to_string(&file).map_err(|e| format!("{path}: {e}"))?;
        for (line, id) in named_games(&text, &ids) {
            problems.push(format!("{path}:{line}: names the game {id}"));
        }
    }
    Ok(problems)
}

/// Reads the ids of all games: each folder of the crate that has a specification with an id.
fn game_ids(folder: &Path) -> Result<Vec<String>, String> {
    let mut ids = Vec::new();
    for file in files_below(&folder.join("src"), "rs").iter().filter(|file| file_name(file) == "mod.rs") {
        let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let lines = text.lines().filter_map(|line| line.trim().strip_prefix("id: \""));
        ids.extend(lines.filter_map(|rest| Some(rest.split_once('"')?.0.to_string())));
    }
    Ok(ids)
}

/// Returns the line and id of every literal of a source file, without its tests, that is a game or
/// contains one with options.
fn named_games<'a>(source: &str, ids: &'a [String]) -> Vec<(usize, &'a str)> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let literals = pieces(source).into_iter().filter(|piece| piece.kind == Kind::Literal);
    let named = literals.filter_map(|piece| {
        let is_word = |start: usize| !piece.text[..start].ends_with(|c: char| c.is_alphanumeric() || "-_".contains(c));
        let is_named = |id: &&String| {
            let with_options = format!("{id}(");
            piece.text == **id || piece.text.match_indices(&with_options).any(|(start, _)| is_word(start))
        };
        ids.iter().find(is_named).map(|id| (piece.line, id.as_str()))
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A workspace in a temporary folder, with the games and one more crate.
    struct Workspace(PathBuf);

    impl Workspace {
        fn new(folder: &str, name: &str, dependencies: &str, source: &str) -> Self {
            static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
            let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let root = std::env::temp_dir().join(format!("hexarium-architecture-{}-{number}", std::process::id()));
            let games = root.join("crates/core/games");
            fs::create_dir_all(games.join("src/fire_ants")).unwrap();
            fs::write(games.join("Cargo.toml"), "[package]\nname = \"hexarium-games\"\n").unwrap();
            fs::write(games.join("src/fire_ants/mod.rs"), "Spec {\n    id: \"fire-ants\",\n}\n").unwrap();
            let folder = root.join("crates").join(folder);
            fs::create_dir_all(folder.join("src")).unwrap();
            let manifest = format!("[package]\nname = \"{name}\"\n\n{dependencies}");
            fs::write(folder.join("Cargo.toml"), manifest).unwrap();
            fs::write(folder.join("src/lib.rs"), source).unwrap();
            Self(root)
        }

        fn problems(&self) -> String {
            let crates = crates(&self.0).unwrap();
            let mut problems = dependency_problems(&crates);
            problems.extend(game_name_problems(&self.0, &crates).unwrap());
            problems.join("\n")
        }
    }

    impl Drop for Workspace {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn problems(name: &str, dependencies: &str, source: &str) -> String {
        Workspace::new("group/one", name, dependencies, source).problems()
    }

    #[test]
    fn a_dependency_outside_the_table_is_a_problem() {
        let dependencies = "[dependencies]\nhexarium-kernel.workspace = true\nhexarium-games.workspace = true\n";
        assert_eq!(problems("hexarium-gtp", dependencies, ""), "gtp must not depend on games");
        assert_eq!(problems("hexarium", dependencies, ""), "");
        let target = "[target.'cfg(unix)'.dependencies]\nhexarium-games = { path = \"../games\" }\n";
        assert_eq!(problems("hexarium-kernel", target, ""), "kernel must not depend on games");
    }

    #[test]
    fn an_edge_that_is_not_used_is_a_problem() {
        let workspace = Workspace::new("one", "hexarium-net", "", "");
        let problems = unused_edges(&crates(&workspace.0).unwrap());
        assert!(problems.contains(&"net does not depend on kernel: remove it from EDGES".to_string()), "{problems:?}");
        let missing = "wire is in EDGES of xtask/src/architecture.rs and does not exist";
        assert!(problems.contains(&missing.to_string()), "{problems:?}");
    }

    #[test]
    fn a_workspace_without_crates_is_a_problem() {
        assert!(check(Path::new("no/such/workspace")).unwrap_err().starts_with("no crates in"));
    }

    #[test]
    fn tests_may_depend_on_anything() {
        let dependencies = "[dependencies]\n\n[dev-dependencies]\nhexarium-games.workspace = true\n";
        assert_eq!(problems("hexarium-kernel", dependencies, ""), "");
    }

    #[test]
    fn a_crate_outside_the_table_is_a_problem() {
        let expected = "surprise is not in EDGES of xtask/src/architecture.rs";
        assert_eq!(problems("hexarium-surprise", "", ""), expected);
    }

    #[test]
    fn a_game_named_outside_the_games_and_tests_is_a_problem() {
        for literal in ["\"fire-ants\"", "\"as in fire-ants(queens=2)\"", "r#\"fire-ants\"#"] {
            let named = problems("hexarium-kernel", "", &format!("fn f() {{}}\nconst ID: &str = {literal};\n"));
            assert_eq!(named, "crates/group/one/src/lib.rs:2: names the game fire-ants");
        }
        for source in [
            "/// \"fire-ants\"\nfn f() {}\n",
            "const OTHER: &str = \"fire-ants-like\";\n",
            "const OTHER: &str = \"red-fire-ants(queens=2)\";\n",
            "#[cfg(test)]\nmod tests {\n    const ID: &str = \"fire-ants\";\n}\n",
        ] {
            assert_eq!(problems("hexarium-kernel", "", source), "");
        }
        assert_eq!(problems("hexarium-conformance", "", "const ID: &str = \"fire-ants\";\n"), "");
    }
}

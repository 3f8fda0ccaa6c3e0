//! The checks before a release: versions, changes, tag, crates and files.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::files::{children, file_name};
use crate::{dist, run};

/// The crates that are published, each after those that it uses.
const PUBLISHED: [&str; 5] =
    ["hexarium-geometry", "hexarium-kernel", "hexarium-games", "hexarium-search", "hexarium-formats"];

/// Checks that a release can be made, and prints the commands that make it. Nothing is published.
pub(crate) fn dry_run(root: &Path) -> Result<(), String> {
    let version = dist::version(root)?;
    let read = |file: &str| fs::read_to_string(root.join(file)).map_err(|e| format!("{file}: {e}"));
    let mut problems = version_problems(&version, &read("Cargo.toml")?);
    for file in ["crates/python/Cargo.toml", "crates/python/pyproject.toml"] {
        problems.extend(package_version_problem(file, &read(file)?, &version));
    }
    problems.extend(changelog_problem(&read("CHANGELOG.md")?, &version));
    let tags = git(root, &["tag", "--list", &format!("v{version}")])?;
    if !tags.is_empty() {
        problems.push(format!("the tag v{version} exists already"));
    }
    let changes = git(root, &["status", "--porcelain"])?;
    if !changes.is_empty() {
        problems.push(format!("{} files are not committed", changes.lines().count()));
    }
    problems.extend(missing_files(root, &version));
    let mut package = Command::new("cargo");
    package.current_dir(root).args(["package", "--locked", "--no-verify", "--quiet", "--allow-dirty"]);
    for name in PUBLISHED {
        package.args(["--package", name]);
    }
    problems.extend(run(&mut package).err());
    if !problems.is_empty() {
        return Err(format!("{}\nversion {version} is not ready", problems.join("\n")));
    }
    println!("version {version} is ready. To release it:");
    println!("  git tag --annotate v{version} --message 'Hexarium {version}' && git push origin v{version}");
    println!("  cargo publish --locked {}", PUBLISHED.map(|name| format!("--package {name}")).join(" "));
    Ok(())
}

/// Finds crates of the workspace that are used with another version.
fn version_problems(version: &str, manifest: &str) -> Vec<String> {
    let expected = format!("version = \"{version}\"");
    let used = manifest.lines().filter(|line| line.starts_with("hexarium-") && line.contains("version = "));
    let wrong = used.filter(|line| !line.contains(&expected));
    wrong.map(|line| format!("Cargo.toml: '{line}': expected {expected}")).collect()
}

/// Compares the first version of a manifest with that of the workspace.
fn package_version_problem(file: &str, manifest: &str, version: &str) -> Option<String> {
    let found = manifest.lines().find_map(|line| line.strip_prefix("version = "))?.trim_matches('"');
    (found != version).then(|| format!("{file}: version {found}: expected {version}"))
}

/// Checks that the newest section of the changes is about a version, with its date.
fn changelog_problem(text: &str, version: &str) -> Option<String> {
    let heading = text.lines().find_map(|line| line.strip_prefix("## ")).unwrap_or_default();
    let date = heading.strip_prefix(version).and_then(|rest| rest.trim().strip_prefix('(')?.strip_suffix(')'));
    let is_date = |date: &str| {
        let parts: Vec<&str> = date.split('-').collect();
        parts.iter().map(|part| part.len()).eq([4, 2, 2]) && parts.iter().all(|part| part.parse::<u16>().is_ok())
    };
    let expected = format!("'{version} (YYYY-MM-DD)'");
    (!date.is_some_and(is_date)).then(|| format!("CHANGELOG.md begins with '{heading}': expected {expected}"))
}

/// Finds the kinds of files of a release that are not in `target/dist`.
fn missing_files(root: &Path, version: &str) -> Vec<String> {
    let names: Vec<String> = children(&crate::target(root).join("dist")).iter().map(|file| file_name(file)).collect();
    let is_there = |end: &str| names.iter().any(|name| name.contains(version) && name.ends_with(end));
    let wanted = [
        ("x86_64-unknown-linux-gnu.tar.gz", "cargo xtask dist"),
        ("x86_64-unknown-linux-musl.tar.gz", "cargo xtask dist"),
        ("aarch64-unknown-linux-gnu.tar.gz", "cargo xtask dist"),
        ("_amd64.deb", "cargo xtask dist"),
        ("x86_64.whl", "cargo xtask dist --wheel"),
    ];
    let missing = wanted.iter().filter(|(end, _)| !is_there(end));
    missing.map(|(end, command)| format!("target/dist has no …{end}: run {command}")).collect()
}

/// Returns the output of git.
fn git(root: &Path, words: &[&str]) -> Result<String, String> {
    let output = Command::new("git").current_dir(root).args(words).output().map_err(|e| format!("git: {e}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn other_versions_are_found() {
        let manifest = "hexarium-a = { path = \"a\", version = \"1.2.0\" }\nhexarium-b = { path = \"b\" }\n";
        assert!(version_problems("1.2.0", manifest).is_empty());
        let problems = version_problems("1.3.0", manifest);
        assert_eq!(problems.len(), 1);
        assert!(problems[0].ends_with("expected version = \"1.3.0\""), "{problems:?}");
        let python = "[project]\nversion = \"1.2.0\"\n";
        assert_eq!(package_version_problem("p.toml", python, "1.2.0"), None);
        let problem = package_version_problem("p.toml", python, "1.3.0");
        assert_eq!(problem.unwrap(), "p.toml: version 1.2.0: expected 1.3.0");
    }

    #[test]
    fn the_newest_changes_have_a_version_and_a_date() {
        assert_eq!(changelog_problem("# Changes\n\n## 1.2.0 (2026-11-18)\n", "1.2.0"), None);
        for heading in ["Unreleased (1.2.0)", "1.2.0", "1.2.0 (soon)", "1.1.0 (2026-11-18)"] {
            let problem = changelog_problem(&format!("# Changes\n\n## {heading}\n"), "1.2.0").unwrap();
            assert_eq!(problem, format!("CHANGELOG.md begins with '{heading}': expected '1.2.0 (YYYY-MM-DD)'"));
        }
    }

    #[test]
    fn every_manifest_has_the_version_of_the_workspace() {
        let version = dist::version(&root()).unwrap();
        let read = |file: &str| fs::read_to_string(root().join(file)).unwrap();
        assert_eq!(version_problems(&version, &read("Cargo.toml")), [""; 0]);
        for file in ["crates/python/Cargo.toml", "crates/python/pyproject.toml"] {
            assert_eq!(package_version_problem(file, &read(file), &version), None);
        }
    }
}

//! The licences of everything that is compiled into the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::files::{children, file_name};

/// The beginnings of the names of files with a licence or what a licence asks to be shown.
const NAMES: [&str; 5] = ["licen", "copying", "copyright", "notice", "unlicense"];

/// Returns the licences of all crates that a package of the workspace is made of, as one text.
///
/// # Errors
/// If cargo does not describe the package, or a crate names no licence.
pub(crate) fn text(root: &Path, package: &str, target: &str) -> Result<String, String> {
    let mut command = Command::new("cargo");
    command.current_dir(root).args(["metadata", "--format-version", "1", "--locked", "--filter-platform", target]);
    let output = command.output().map_err(|e| format!("cargo metadata: {e}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata: {e}"))?;
    let packages = dependencies(&metadata, package)?;
    let mut text = format!("{package} is compiled from these crates, under these licences.\n");
    // Crates of one project have the same files, which are printed once.
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for found in &packages {
        let name = format!("{} {}", found["name"].as_str().unwrap_or_default(), version(found));
        let licence = found["license"].as_str().or(found["license_file"].as_str());
        let licence = licence.ok_or_else(|| format!("{name} names no licence"))?;
        text.push_str(&format!("\n{name}: {licence}"));
        let manifest = Path::new(found["manifest_path"].as_str().unwrap_or_default());
        for file in children(manifest.parent().unwrap_or(manifest)).iter().filter(|file| is_licence(file)) {
            let content = fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
            let content = String::from_utf8_lossy(&content).replace("\r\n", "\n");
            files.entry(content.trim().to_string()).or_default().push(name.clone());
        }
    }
    text.push('\n');
    for (content, names) in &files {
        text.push_str(&format!("\n{}\n{}\n\n{content}\n", "=".repeat(80), names.join(", ")));
    }
    Ok(text)
}

fn is_licence(file: &Path) -> bool {
    let name = file_name(file).to_lowercase();
    file.is_file() && !name.ends_with(".rs") && NAMES.iter().any(|start| name.starts_with(start))
}

fn version(package: &Value) -> &str {
    package["version"].as_str().unwrap_or_default()
}

/// Returns the packages from a registry that a package uses when it runs, in the order of their
/// names.
fn dependencies<'a>(metadata: &'a Value, package: &str) -> Result<Vec<&'a Value>, String> {
    let list = |value: &'a Value| value.as_array().map(Vec::as_slice).unwrap_or_default();
    let by_id: BTreeMap<&str, &Value> =
        list(&metadata["packages"]).iter().filter_map(|package| Some((package["id"].as_str()?, package))).collect();
    let nodes: BTreeMap<&str, &Value> =
        list(&metadata["resolve"]["nodes"]).iter().filter_map(|node| Some((node["id"].as_str()?, node))).collect();
    let first = by_id.iter().find(|(_, found)| found["name"] == package && found["source"].is_null());
    let (first, _) = first.ok_or_else(|| format!("there is no package {package}"))?;
    let (mut seen, mut open) = (BTreeSet::new(), vec![*first]);
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        for dependency in nodes.get(id).map(|node| list(&node["deps"])).unwrap_or_default() {
            // Build scripts and tests are not part of the program.
            let is_used = list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            open.extend(dependency["pkg"].as_str().filter(|_| is_used));
        }
    }
    let mut found: Vec<&Value> = seen.iter().filter_map(|id| by_id.get(id).copied()).collect();
    found.retain(|package| !package["source"].is_null());
    found.sort_by_key(|package| (package["name"].as_str().unwrap_or_default(), version(package)));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_runs_is_listed() {
        let package = |name: &str, source: Value| json!({"id": name, "name": name, "version": "1", "source": source});
        let used = |name: &str, kind: Value| json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
        let metadata = json!({
            "packages": [
                package("program", Value::Null), package("z", json!("r")), package("a", json!("r")),
                package("tester", json!("r")), package("builder", json!("r")), package("other", json!("r")),
            ],
            "resolve": {"nodes": [
                {"id": "program", "deps": [
                    used("z", Value::Null), used("tester", json!("dev")), used("builder", json!("build")),
                ]},
                {"id": "z", "deps": [used("a", Value::Null)]},
            ]},
        });
        let found = dependencies(&metadata, "program").unwrap();
        assert_eq!(found.iter().map(|package| &package["name"]).collect::<Vec<_>>(), ["a", "z"]);
        assert_eq!(dependencies(&metadata, "none").unwrap_err(), "there is no package none");
    }
}

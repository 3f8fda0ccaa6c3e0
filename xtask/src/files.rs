//! Files and folders.

use std::fs;
use std::path::{Path, PathBuf};

/// The entries of a folder, sorted by name; none if it does not exist.
pub(crate) fn children(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// The last part of a path.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The files below a folder with this extension, without those of builds and hidden folders.
pub(crate) fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for child in children(folder) {
        let name = file_name(&child);
        if child.is_dir() {
            if !name.starts_with('.') && name != "target" {
                files.extend(files_below(&child, extension));
            }
        } else if child.extension().is_some_and(|e| e == extension) {
            files.push(child);
        }
    }
    files
}

/// A path below `root` with `/` between its parts.
pub(crate) fn relative(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).unwrap_or(path);
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Whether a program is in a folder of the `PATH`, or of root's, where users do not look.
pub(crate) fn is_on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/bin".into()]);
    folders.into_iter().any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_on_the_path() {
        assert!(is_on_path("cargo") && is_on_path("sh"));
        assert!(!is_on_path("no-such-program"));
    }
}

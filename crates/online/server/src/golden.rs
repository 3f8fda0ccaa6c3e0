//! Golden files of what is stored, or sent from node to node.

use std::path::PathBuf;

/// Compares a text with its golden file. A missing file is written by `HEXARIUM_WRITE_GOLDEN=1
/// cargo test`; an existing file is never changed.
#[track_caller]
pub(crate) fn check_file(folder: &str, name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(folder).join(name);
    if !path.exists() && std::env::var_os("HEXARIUM_WRITE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    match std::fs::read_to_string(&path) {
        Ok(golden) => assert_eq!(text, golden, "the form of {name} has changed"),
        Err(error) => panic!("golden file {name}: {error}; it would be\n{text}"),
    }
}

//! Lesson texts: embedded in release builds, read from the source folder in debug builds.

/// Returns a function for [`GameSpec::lesson`](hexarium_kernel::GameSpec) that returns the text of
/// a file beside the calling source file.
///
/// A release build and the app embed the text. A debug build reads the file when it starts, so a
/// changed sentence needs no compilation.
#[macro_export]
macro_rules! lesson_text {
    ($file:literal) => {{
        #[cfg(any(not(debug_assertions), target_arch = "wasm32"))]
        fn text() -> &'static str {
            include_str!($file)
        }
        #[cfg(all(debug_assertions, not(target_arch = "wasm32")))]
        fn text() -> &'static str {
            static TEXT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
            TEXT.get_or_init(|| $crate::lesson::read(env!("CARGO_MANIFEST_DIR"), file!(), $file))
        }
        text
    }};
}

/// Returns a function for [`GameSpec::strategy`](hexarium_kernel::GameSpec) that returns the text
/// of a file beside the calling source file.
///
/// The text is not part of the app, whose size the first visit feels: `cargo xtask site` makes a
/// file of it, `lessons/GAME.txt`.
#[macro_export]
macro_rules! strategy_text {
    ($file:literal) => {{
        #[cfg(not(target_arch = "wasm32"))]
        {
            $crate::lesson_text!($file)
        }
        #[cfg(target_arch = "wasm32")]
        {
            || ""
        }
    }};
}

/// Reads a file in the folder of a source file. `crate_folder` is the folder of the crate, `source`
/// is relative to that folder or one above it.
///
/// # Panics
/// If the file cannot be read: a debug build needs the folder that it was built from.
#[cfg(all(debug_assertions, not(target_arch = "wasm32")))]
pub fn read(crate_folder: &str, source: &str, file: &str) -> String {
    let folders = std::path::Path::new(crate_folder).ancestors();
    let mut files = folders.map(|folder| folder.join(source).with_file_name(file));
    let path = files.find(|path| path.is_file());
    let path = path.unwrap_or_else(|| panic!("no {file} beside {source} in {crate_folder}"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

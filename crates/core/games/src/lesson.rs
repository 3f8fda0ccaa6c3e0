//! Lesson texts: embedded in release builds, read from the source folder in debug builds.

/// Returns a function for [`GameSpec::lesson`](hexarium_kernel::GameSpec) that returns the text of
/// a file beside the calling source file.
///
/// A release build and the app embed the text. A debug build reads the file when it starts, so a
/// changed sentence needs no compilation.
macro_rules! lesson_text {
    ($file:literal) => {{
        #[cfg(any(not(debug_assertions), target_arch = "wasm32"))]
        fn text() -> &'static str {
            include_str!($file)
        }
        #[cfg(all(debug_assertions, not(target_arch = "wasm32")))]
        fn text() -> &'static str {
            static TEXT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
            TEXT.get_or_init(|| $crate::lesson::read(file!(), $file))
        }
        text
    }};
}
pub(crate) use lesson_text;

/// Reads a file in the folder of a source file of this crate.
///
/// # Panics
/// If the file cannot be read: a debug build needs the folder that it was built from.
#[cfg(all(debug_assertions, not(target_arch = "wasm32")))]
pub(crate) fn read(source: &str, file: &str) -> String {
    // `source` starts with the path of this crate in the workspace, or with `src` if the crate was
    // built on its own.
    let inside = source.find("src/").map_or(source, |at| &source[at..]);
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(inside).with_file_name(file);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

//! The location of a database.

use std::path::PathBuf;

/// The location of a database.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// A SQLite file.
    File(PathBuf),
    /// The address of a PostgreSQL server.
    Server(String),
}

impl Place {
    /// Parses the value of `--db`.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Server(text.to_string()));
        }
        let path = match text.split_once(':') {
            Some(("sqlite", path)) => path.strip_prefix("//").unwrap_or(path),
            // A single letter is a Windows drive.
            Some((scheme, rest)) if scheme.len() > 1 && rest.starts_with("//") => {
                return Err(format!(
                    "unknown database kind '{}': expected a file, sqlite:FILE or postgres://…",
                    hexarium_kernel::shortened(scheme)
                ));
            }
            _ => text,
        };
        if path.is_empty() {
            return Err("missing database name: expected a file, sqlite:FILE or postgres://…".to_string());
        }
        // SQLite does not treat these as file names.
        if path == ":memory:" || path.starts_with("file:") {
            return Err(format!("'{}' is not stored on disk: expected a file", hexarium_kernel::shortened(path)));
        }
        Ok(Self::File(PathBuf::from(path)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_have_a_scheme() {
        for text in ["games/all.db", "sqlite:games/all.db", "sqlite://games/all.db"] {
            assert_eq!(Place::read(text), Ok(Place::File("games/all.db".into())), "{text}");
        }
        assert_eq!(Place::read("sqlite:///var/all.db"), Ok(Place::File("/var/all.db".into())));
        assert_eq!(Place::read("C:\\games\\all.db"), Ok(Place::File("C:\\games\\all.db".into())));
        for text in ["postgres://a:b@c/d", "postgresql://a:b@c/d"] {
            assert_eq!(Place::read(text), Ok(Place::Server(text.to_string())));
        }
    }

    #[test]
    fn errors_about_invalid_locations_have_no_password() {
        for text in ["mysql://me:secret@host/games", "", "sqlite:", "sqlite::memory:", ":memory:"] {
            let error = Place::read(text).unwrap_err();
            assert!(!error.contains("secret"), "{error}");
        }
    }
}

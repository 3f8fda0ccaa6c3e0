//! Where a database is.

use std::path::PathBuf;

/// Where a database is.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// In a file.
    File(PathBuf),
    /// At a server, by its whole address.
    Server(String),
}

impl Place {
    /// Reads what was given for `--db`.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Server(text.to_string()));
        }
        let path = match text.split_once(':') {
            Some(("sqlite", path)) => path.strip_prefix("//").unwrap_or(path),
            // One letter is a drive of Windows.
            Some((scheme, rest)) if scheme.len() > 1 && rest.starts_with("//") => {
                return Err(format!(
                    "a database of the kind '{}' is not known; expected a file, sqlite:FILE or postgres://…",
                    hexarium_kernel::shortened(scheme)
                ));
            }
            _ => text,
        };
        if path.is_empty() {
            return Err("the database needs a name; expected a file, sqlite:FILE or postgres://…".to_string());
        }
        // SQLite would read these as something else than a file of that name.
        if path == ":memory:" || path.starts_with("file:") {
            return Err(format!("'{}' is not a file that would last", hexarium_kernel::shortened(path)));
        }
        Ok(Self::File(PathBuf::from(path)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_be_bare_or_have_its_kind_before_it() {
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
    fn what_is_no_place_is_said_without_its_password() {
        for text in ["mysql://me:secret@host/games", "", "sqlite:", "sqlite::memory:", ":memory:"] {
            let error = Place::read(text).unwrap_err();
            assert!(!error.contains("secret"), "{error}");
        }
    }
}

//! Validation of names and passwords.

use hexarium_kernel::shortened;
use hexarium_wire::{ApiError, ErrorCode};
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::GeneralSecurityProfile as _;

/// The length of a name in characters.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=24;

/// The length of a password in characters. The upper limit only protects the slow hash from large
/// inputs.
const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;

/// Returns the name in Unicode's compatibility form (NFKC) without surrounding spaces. Rejects
/// everything that could act as markup, a direction mark or a line end, and letters that are
/// invisible or not in modern use.
pub(crate) fn checked(name: &str) -> Result<String, ApiError> {
    let normal: String = name.trim().nfkc().take(LENGTH.end() + 1).collect();
    let fits = LENGTH.contains(&normal.chars().count())
        && normal.chars().all(|c| c.is_alphanumeric() && c.identifier_allowed() || " -_.'".contains(c))
        && normal.starts_with(char::is_alphanumeric)
        && !normal.ends_with(' ')
        && !normal.contains("  ");
    if fits {
        return Ok(normal);
    }
    let message = format!(
        "Invalid name '{}': expected {} to {} letters, digits, single spaces or - _ . ', starting with a letter or digit.",
        shortened(name),
        LENGTH.start(),
        LENGTH.end()
    );
    Err(ApiError::new(ErrorCode::BadRequest, message))
}

/// Returns the key by which accounts sign in: it ignores case and surplus spaces.
pub(crate) fn key(name: &str) -> String {
    let lower: String = name.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a text that is equal for names that look alike: the skeleton of Unicode's list of
/// confusable characters (UTS 39), in which case, `i` and `l`, and spaces and punctuation are equal
/// too. It changes with versions of that list, so it is compared and never shown.
pub(crate) fn skeleton(name: &str) -> String {
    let lower: String = unicode_security::skeleton(&name.nfkc().collect::<String>()).collect::<String>();
    let lower: String = lower.chars().flat_map(char::to_lowercase).collect();
    let again = unicode_security::skeleton(&lower).flat_map(char::to_lowercase);
    again.filter(|c| c.is_alphanumeric()).map(|c| if c == 'i' { 'l' } else { c }).collect()
}

/// Returns the compatibility form of a name as it is typed at sign-in.
pub(crate) fn normalized(name: &str) -> String {
    name.trim().nfkc().collect()
}

/// Checks the length of a password. The error never contains the password.
pub(crate) fn check_password(password: &str) -> Result<(), ApiError> {
    if PASSWORD.contains(&password.chars().count()) {
        return Ok(());
    }
    let message = format!("Invalid password: expected {} to {} characters.", PASSWORD.start(), PASSWORD.end());
    Err(ApiError::new(ErrorCode::BadRequest, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_names_are_accepted() {
        for name in ["Ada", " Grace Hopper ", "Zoë", "李明", "O'Neill", "bot-7"] {
            assert_eq!(checked(name).unwrap(), name.trim());
        }
    }

    #[test]
    fn invalid_names_are_rejected() {
        let long = "x".repeat(10_000);
        let invisible = ["\u{3164}\u{3164}", "Ada\u{200b}", "Ada\u{3164}", "\u{115f}Ada", "Ada\u{e0041}", "A\u{ad}da"];
        let markup = ["", "A", "<b>Ada</b>", "a\nb", "a\u{202e}b", "-dash", "two  spaces", "a&b", "a\"b", &long];
        for name in invisible.into_iter().chain(markup) {
            let error = checked(name).unwrap_err();
            assert!(error.message.contains("Invalid name"), "{error}");
            assert!(error.message.len() < 300);
        }
    }

    #[test]
    fn names_are_stored_in_compatibility_form() {
        assert_eq!(checked("Ａｌｉｃｅ").unwrap(), "Alice");
        assert_eq!(checked("Zoe\u{308}").unwrap(), "Zoë");
    }

    #[test]
    fn names_that_look_alike_have_the_same_skeleton() {
        let alike = ["Alice", "ALICE", "Ａｌｉｃｅ", "Аlice", "Аlісе", "AIice", "A1ice", "Al ice", "Al-ice", "𝐀lice"];
        for name in alike {
            assert_eq!(skeleton(name), skeleton("Alice"), "{name}");
        }
        for name in ["Alina", "Bob", "李明", "Ali"] {
            assert_ne!(skeleton(name), skeleton("Alice"), "{name}");
        }
        assert_ne!(skeleton("李明"), skeleton("李白"));
    }
}

//! Validation of names and passwords.

use hexarium_kernel::shortened;
use hexarium_wire::{ApiError, ErrorCode};

/// The length of a name in characters.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=24;

/// The length of a password in characters. The upper limit only protects the slow hash from large
/// inputs.
const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;

/// Returns the name without surrounding spaces. Rejects everything that could act as markup, a
/// direction mark or a line end.
pub(crate) fn checked(name: &str) -> Result<&str, ApiError> {
    let trimmed = name.trim();
    let fits = LENGTH.contains(&trimmed.chars().count())
        && trimmed.chars().all(|c| c.is_alphanumeric() || " -_.'".contains(c))
        && trimmed.starts_with(char::is_alphanumeric)
        && !trimmed.contains("  ");
    if fits {
        return Ok(trimmed);
    }
    let message = format!(
        "Invalid name '{}': expected {} to {} letters, digits, single spaces and - _ . ' after a letter or digit.",
        shortened(name),
        LENGTH.start(),
        LENGTH.end()
    );
    Err(ApiError::new(ErrorCode::BadRequest, message))
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
        for name in ["", "A", "<b>Ada</b>", "a\nb", "a\u{202e}b", "-dash", "two  spaces", "a&b", "a\"b", &long] {
            let error = checked(name).unwrap_err();
            assert!(error.message.contains("Invalid name"), "{error}");
            assert!(error.message.len() < 300);
        }
    }
}

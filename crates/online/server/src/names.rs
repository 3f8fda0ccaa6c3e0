//! What people may be called.

use hexarium_kernel::shortened;
use hexarium_wire::{ApiError, ErrorCode};

/// The length of a name in characters.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=24;

/// The length of a password in characters. The upper end only keeps a flood of text away from the slow hash.
const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;

/// A name as it will be shown: without space around it. Nothing that could be taken for markup, a direction mark or a line end gets in.
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

/// Checks the length of a password. The password itself is never quoted.
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
    fn names_of_people_are_taken() {
        for name in ["Ada", " Grace Hopper ", "Zoë", "李明", "O'Neill", "bot-7"] {
            assert_eq!(checked(name).unwrap(), name.trim());
        }
    }

    #[test]
    fn what_is_no_name_is_named() {
        let long = "x".repeat(10_000);
        for name in ["", "A", "<b>Ada</b>", "a\nb", "a\u{202e}b", "-dash", "two  spaces", "a&b", "a\"b", &long] {
            let error = checked(name).unwrap_err();
            assert!(error.message.contains("Invalid name"), "{error}");
            assert!(error.message.len() < 300);
        }
    }
}

//! Repeated attempts at what needs the network or a lock.

use std::time::Duration;

/// The pauses between attempts.
const PAUSES: [Duration; 4] =
    [Duration::from_secs(5), Duration::from_secs(15), Duration::from_secs(30), Duration::from_secs(60)];

/// Makes an attempt and, while it fails, further ones after growing pauses.
///
/// # Errors
/// The error of the last attempt.
pub(crate) fn retry<T>(what: &str, attempt: impl FnMut() -> Result<T, String>) -> Result<T, String> {
    retry_after(&PAUSES, what, attempt)
}

fn retry_after<T>(
    pauses: &[Duration],
    what: &str,
    mut attempt: impl FnMut() -> Result<T, String>,
) -> Result<T, String> {
    for pause in pauses {
        match attempt() {
            Ok(value) => return Ok(value),
            Err(problem) => {
                eprintln!("{what}: {problem}; next attempt in {} s", pause.as_secs());
                std::thread::sleep(*pause);
            }
        }
    }
    attempt().map_err(|problem| format!("{what}: {problem} ({} attempts)", pauses.len() + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_PAUSES: [Duration; 2] = [Duration::ZERO; 2];

    #[test]
    fn attempts_end_with_the_first_success() {
        let mut attempts = 0;
        let outcome = retry_after(&TWO_PAUSES, "download", || {
            attempts += 1;
            if attempts == 2 { Ok(attempts) } else { Err("offline".to_string()) }
        });
        assert_eq!((outcome, attempts), (Ok(2), 2));
    }

    #[test]
    fn the_last_error_is_reported() {
        let mut attempts = 0;
        let outcome = retry_after(&TWO_PAUSES, "download", || -> Result<(), String> {
            attempts += 1;
            Err(format!("error {attempts}"))
        });
        assert_eq!(outcome, Err("download: error 3 (3 attempts)".to_string()));
    }
}

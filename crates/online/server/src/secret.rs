//! Random ids and secrets.

use hexarium_wire::ApiError;
use sha2::{Digest, Sha256};

use crate::hub::internal_error;

/// Letters and digits without those that are easily confused.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// Returns a random word with 5 bits per character.
fn word(length: usize) -> Result<String, ApiError> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).map_err(internal_error)?;
    Ok(bytes.iter().map(|b| ALPHABET[usize::from(b % 32)] as char).collect())
}

/// Returns a new id of a game, user or session.
pub(crate) fn id() -> Result<String, ApiError> {
    word(14)
}

/// Returns a new secret of a session.
pub(crate) fn token() -> Result<String, ApiError> {
    word(52)
}

/// Returns a random bit.
pub(crate) fn coin() -> Result<bool, ApiError> {
    Ok(seed()? & 1 == 1)
}

/// Returns a random number, for the seed of a setup.
pub(crate) fn seed() -> Result<u64, ApiError> {
    getrandom::u64().map_err(internal_error)
}

/// Returns the hash of a secret, which is all that is stored of it. Secrets are random, so a fast
/// hash is enough.
pub(crate) fn digest(token: &str) -> String {
    Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_have_different_digests() {
        let (one, two) = (token().unwrap(), token().unwrap());
        assert_ne!(one, two);
        assert_eq!(one.len(), 52);
        assert_ne!(digest(&one), digest(&two));
        assert_eq!(digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}

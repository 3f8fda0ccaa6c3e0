//! Names and secrets that nobody can guess.

use sha2::{Digest, Sha256};

/// Letters and digits that are not mistaken for one another when read aloud or copied by hand.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// A random word of so many characters, 5 bits each.
fn word(length: usize) -> String {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes.iter().map(|b| ALPHABET[usize::from(b % 32)] as char).collect()
}

/// An id for a game, a person or a session: short enough for a link, too long to be guessed.
pub(crate) fn id() -> String {
    word(14)
}

/// What a browser or script shows to say who it is.
pub(crate) fn token() -> String {
    word(52)
}

/// Whether a coin shows heads.
pub(crate) fn coin() -> bool {
    seed() & 1 == 1
}

/// A number to draw with.
pub(crate) fn seed() -> u64 {
    getrandom::u64().expect("the system gives random numbers")
}

/// What is kept of a token: enough to know it again, not enough to use it. A token is random, so one round of a fast hash will do.
pub(crate) fn digest(token: &str) -> String {
    Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_only_their_digest_is_kept() {
        let (one, two) = (token(), token());
        assert_ne!(one, two);
        assert_eq!(one.len(), 52);
        assert_ne!(digest(&one), digest(&two));
        assert_eq!(digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}

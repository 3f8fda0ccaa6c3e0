//! Passwords: argon2id on blocking threads, few at a time.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

/// Limits concurrent hashes, because each takes much memory by design.
static HASH_SLOTS: Semaphore = Semaphore::const_new(2);

/// Returns the hash of a password, which is all that is stored of it.
pub(crate) async fn hash(password: String) -> Result<String, String> {
    let work = move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string());
    run_blocking(work).await?.map_err(|e| format!("a password could not be hashed: {e}"))
}

/// Whether a password is correct. Takes the same time without a stored hash, so that the response
/// time does not reveal which names have accounts.
pub(crate) async fn fits(password: String, hash: Option<String>) -> Result<bool, String> {
    let work = move || {
        let decoy = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        let known = hash.is_some();
        let parsed = PasswordHash::new(hash.as_deref().unwrap_or(decoy));
        known & parsed.is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
    };
    run_blocking(work).await
}

async fn run_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    let _slot = HASH_SLOTS.acquire().await.map_err(|e| e.to_string())?;
    tokio::task::spawn_blocking(work).await.map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_correct_password_is_accepted() {
        let kept = hash("correct horse".into()).await.unwrap();
        assert!(kept.starts_with("$argon2id$"), "{kept}");
        assert!(fits("correct horse".into(), Some(kept.clone())).await.unwrap());
        assert!(!fits("wrong horse".into(), Some(kept)).await.unwrap());
        assert!(!fits("correct horse".into(), None).await.unwrap());
    }
}

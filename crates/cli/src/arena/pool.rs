//! Many games at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::{Duel, Played};

/// Plays the games of a series, some at a time. `report` gets them in their order, however they end, and says whether to go on:
/// so what comes out does not depend on which game happens to end first. A game that cannot begin ends it all.
pub(crate) fn play_all(
    duel: &Duel<'_>,
    games: usize,
    jobs: usize,
    mut report: impl FnMut(Played) -> bool,
) -> Result<(), String> {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(games) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || sender.send(duel.play(number)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<Played>> = (0..games).map(|_| None).collect();
        let mut told = 0;
        for played in results {
            let played: Played = played.inspect_err(|_: &String| next.store(games, Ordering::Relaxed))?;
            let number = played.number;
            waiting[number] = Some(played);
            while let Some(played) = waiting.get_mut(told).and_then(Option::take) {
                told += 1;
                if !report(played) {
                    // Games under way are played to their end; no new one begins.
                    next.store(games, Ordering::Relaxed);
                    return Ok(());
                }
            }
        }
        Ok(())
    })
}

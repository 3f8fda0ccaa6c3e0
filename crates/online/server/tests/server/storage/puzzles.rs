//! The progress of users in puzzles.

use hexarium_puzzles::{Progress, Puzzle, PuzzleResult, shipped};
use hexarium_server::store::Store;

use super::base::{Base, add_guests};

super::on_both!(
    progress_is_kept_and_changed_in_order,
    concurrent_changes_are_all_kept,
    a_deleted_user_has_no_progress,
    progress_is_exported,
    damaged_progress_is_reported_and_stays_as_it_is,
    stored_progress_is_the_text_of_its_golden_file,
);

fn puzzles() -> Vec<Puzzle> {
    let games = hexarium_puzzles::GAMES;
    games.iter().flat_map(|id| shipped(id).puzzles().iter().take(10).cloned().collect::<Vec<_>>()).collect()
}

async fn record(store: &Store, user: &str, puzzle: &Puzzle, is_solved: bool) -> Option<Progress> {
    store.change_puzzle_progress(user, 5, |progress| progress.record(puzzle, is_solved)).await.unwrap()
}

async fn progress_is_kept_and_changed_in_order(base: &Base) {
    let puzzles = puzzles();
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    assert_eq!(store.puzzle_progress("ann").await.unwrap(), Progress::default());
    let mut expected = Progress::default();
    for (n, puzzle) in puzzles.iter().enumerate() {
        expected.record(puzzle, n % 3 > 0);
        assert_eq!(record(&store, "ann", puzzle, n % 3 > 0).await.as_ref(), Some(&expected));
    }
    record(&store, "bob", &puzzles[0], true).await;
    store.close().await;
    let store = base.open().await;
    assert_eq!(store.puzzle_progress("ann").await.unwrap(), expected);
    assert_eq!(store.puzzle_progress("bob").await.unwrap().count(PuzzleResult::Solved), 1);
    assert_eq!(store.puzzle_progress("eve").await.unwrap(), Progress::default());
}

async fn concurrent_changes_are_all_kept(base: &Base) {
    let puzzles = puzzles();
    let store = base.open().await;
    // A file has a single store.
    let other = if base.postgres.is_some() { base.open().await } else { store.clone() };
    add_guests(&store, &["ann"]).await;
    for pair in puzzles.chunks(2) {
        tokio::join!(record(&store, "ann", &pair[0], true), record(&other, "ann", &pair[1], true));
    }
    let progress = store.puzzle_progress("ann").await.unwrap();
    assert_eq!(progress.count(PuzzleResult::Solved), puzzles.len());
    assert_eq!(progress.streak().best as usize, puzzles.len());
}

async fn a_deleted_user_has_no_progress(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann"]).await;
    record(&store, "ann", &puzzles()[0], true).await;
    assert_eq!(base.look("SELECT person FROM puzzles").await, "ann");
    store.delete_user("ann").await.unwrap();
    assert_eq!(base.look("SELECT CAST(COUNT(*) AS TEXT) FROM puzzles").await, "0");
    assert_eq!(record(&store, "ann", &puzzles()[0], true).await, None, "a request that was under way");
    assert_eq!(record(&store, "nobody", &puzzles()[0], true).await, None);
    assert_eq!(base.look("SELECT CAST(COUNT(*) AS TEXT) FROM puzzles").await, "0");
}

async fn progress_is_exported(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann"]).await;
    let progress = record(&store, "ann", &puzzles()[0], true).await.unwrap();
    let mut export = store.export("ann").await.unwrap().unwrap();
    let mut text = String::new();
    while let Some(piece) = export.next().await.unwrap() {
        text += &piece;
    }
    let export: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(export["puzzles"], progress.write());
}

async fn damaged_progress_is_reported_and_stays_as_it_is(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann"]).await;
    record(&store, "ann", &puzzles()[0], true).await;
    base.execute("UPDATE puzzles SET progress = 'hexarium-puzzle-progress/9'").await;
    let error = store.puzzle_progress("ann").await.unwrap_err().to_string();
    assert!(error.contains("newer than this program"), "{error}");
    let change = store.change_puzzle_progress("ann", 6, |progress| progress.record(&puzzles()[1], true)).await;
    assert!(change.is_err());
    assert_eq!(base.look("SELECT progress FROM puzzles").await, "hexarium-puzzle-progress/9");
}

/// The golden file of the progress is also that of the stored form: every version reads it.
async fn stored_progress_is_the_text_of_its_golden_file(base: &Base) {
    let golden = include_str!("../../../../../puzzles/tests/golden/progress.txt");
    let store = base.open().await;
    add_guests(&store, &["ann"]).await;
    base.execute(&format!("INSERT INTO puzzles (person, progress, changed) VALUES ('ann', '{golden}', 1)")).await;
    assert_eq!(store.puzzle_progress("ann").await.unwrap().write(), golden);
    record(&store, "ann", &puzzles()[0], true).await;
    let stored = base.look("SELECT progress FROM puzzles").await;
    assert!(stored.starts_with("hexarium-puzzle-progress/1\nstreak 1 1\ndaily 20410 2 2\n"), "{stored}");
}

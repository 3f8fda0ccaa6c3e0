//! The journal: confirmed events are stored, rejected ones change nothing.

use hexarium_server::store::{Appended, Index, RatedResult, Store, StoreError, Write, after_games};
use hexarium_wire::http::Rating;
use hexarium_wire::{Event, Side};
use tokio::task::JoinSet;

use super::base::{
    Base, OPTIONS, add_guests, entry, guest, header, over, pair, playing, put, rematch, start, turn, write,
};

super::on_both!(
    an_event_with_a_used_number_is_a_conflict_and_changes_nothing,
    an_event_after_a_gap_is_a_conflict,
    five_hundred_concurrent_writes_are_all_stored,
    in_a_batch_only_the_conflicting_write_conflicts,
    in_a_batch_only_the_invalid_write_fails,
    writes_after_a_conflict_are_not_stored,
    events_of_a_game_are_stored_in_order,
    stored_events_remain_after_reopening,
    closing_a_store_writes_only_the_queued_events,
    a_rematch_and_its_event_are_stored_together,
    ratings_follow_from_the_games,
    a_game_is_rated_once,
    wins_against_one_opponent_count_less_and_less,
    wins_against_new_accounts_count_less_and_less,
);

#[test]
fn ratings_match_the_example_of_the_paper() {
    // Glickman, "Example of the Glicko-2 system": one period, three opponents, won, lost, lost.
    let of = |rating, deviation| Rating { rating, deviation, volatility: 0.06, games: 0 };
    let games = [(of(1400.0, 30.0), 1.0), (of(1550.0, 100.0), 0.0), (of(1700.0, 300.0), 0.0)];
    let new = after_games(of(1500.0, 200.0), &games);
    assert!((new.rating - 1464.06).abs() < 0.01, "{new:?}");
    assert!((new.deviation - 151.52).abs() < 0.01, "{new:?}");
    assert!((new.volatility - 0.05999).abs() < 0.00001, "{new:?}");
    assert_eq!(new.games, 3);
}

/// Sends all writes before the first result and returns the results in the same order.
async fn at_once(store: &Store, writes: Vec<Write>) -> Vec<Result<Appended, StoreError>> {
    let mut tasks = JoinSet::new();
    for (i, write) in writes.into_iter().enumerate() {
        let store = store.clone();
        tasks.spawn(async move { (i, store.append(write).await) });
    }
    let mut answers = tasks.join_all().await;
    answers.sort_by_key(|(i, _)| *i);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

fn started(game: &str) -> Write {
    write(game, entry(1, Event::Started(pair("ann", "bob"))), playing(pair("ann", "bob")))
}

async fn an_event_with_a_used_number_is_a_conflict_and_changes_nothing(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    start(&store, &header("g", "ann", 1), pair("ann", "bob")).await;
    put(&store, "g", turn(2, "a1"), playing(pair("ann", "bob"))).await;
    let before = (store.load("g").await.unwrap(), store.game("g").await.unwrap());
    let mut late = write("g", turn(2, "b2"), over(pair("ann", "bob"), Some(Side::First), 9));
    late.rating = Some(rated(Some(Side::First)));
    late.rematch =
        Some(rematch(header("next", "ann", 2), entry(1, Event::Started(pair("bob", "ann"))), Index::default()));
    assert_eq!(store.append(late).await, Ok(Appended::Conflict));
    assert_eq!((store.load("g").await.unwrap(), store.game("g").await.unwrap()), before);
    assert_eq!(store.ratings_of("ann").await.unwrap(), []);
    assert_eq!(store.load("next").await.unwrap(), None);
}

async fn an_event_after_a_gap_is_a_conflict(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    start(&store, &header("g", "ann", 1), pair("ann", "bob")).await;
    for seq in [0, 3, 4, u32::MAX] {
        let index = over(pair("ann", "bob"), None, 9);
        assert_eq!(store.append(write("g", turn(seq, "a1"), index)).await, Ok(Appended::Conflict), "{seq}");
    }
    assert_eq!(store.load("g").await.unwrap().unwrap().1.len(), 1);
    assert_eq!(store.game("g").await.unwrap().unwrap().index, playing(pair("ann", "bob")));
}

async fn five_hundred_concurrent_writes_are_all_stored(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    let games: Vec<String> = (0..100).map(|i| format!("g{i}")).collect();
    for game in &games {
        store.create(&header(game, "ann", 1), OPTIONS).await.unwrap();
    }
    let mut tasks = JoinSet::new();
    for game in games.clone() {
        let store = store.clone();
        tasks.spawn(async move {
            assert_eq!(store.append(started(&game)).await, Ok(Appended::Stored));
            for seq in 2..=5 {
                let turn = write(&game, turn(seq, &format!("{game} {seq}")), playing(pair("ann", "bob")));
                assert_eq!(store.append(turn).await, Ok(Appended::Stored));
            }
        });
    }
    tasks.join_all().await;
    for game in games {
        let (_, entries) = store.load(&game).await.unwrap().unwrap();
        let mut expected = vec![entry(1, Event::Started(pair("ann", "bob")))];
        expected.extend((2..=5).map(|seq| turn(seq, &format!("{game} {seq}"))));
        assert_eq!(entries, expected);
        assert_eq!(store.game(&game).await.unwrap().unwrap().seq, 5);
    }
}

async fn in_a_batch_only_the_conflicting_write_conflicts(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    for i in 0..40 {
        start(&store, &header(&format!("g{i}"), "ann", 1), pair("ann", "bob")).await;
    }
    put(&store, "g17", turn(2, "earlier"), playing(pair("ann", "bob"))).await;
    let writes = (0..40).map(|i| write(&format!("g{i}"), turn(2, "now"), playing(pair("ann", "bob")))).collect();
    for (i, answer) in at_once(&store, writes).await.into_iter().enumerate() {
        assert_eq!(answer, Ok(if i == 17 { Appended::Conflict } else { Appended::Stored }), "{i}");
        let text = if i == 17 { "earlier" } else { "now" };
        assert_eq!(store.entries_since(&format!("g{i}"), 1).await.unwrap(), [turn(2, text)]);
    }
}

async fn in_a_batch_only_the_invalid_write_fails(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    for i in (0..40).filter(|&i| i != 17) {
        store.create(&header(&format!("g{i}"), "ann", 1), OPTIONS).await.unwrap();
    }
    let answers = at_once(&store, (0..40).map(|i| started(&format!("g{i}"))).collect()).await;
    for (i, answer) in answers.into_iter().enumerate() {
        if i == 17 {
            assert!(matches!(answer, Err(StoreError::Rejected(_))), "there is no such game: {answer:?}");
        } else {
            assert_eq!(answer, Ok(Appended::Stored), "{i}");
            assert_eq!(store.load(&format!("g{i}")).await.unwrap().unwrap().1.len(), 1);
        }
    }
}

async fn writes_after_a_conflict_are_not_stored(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    start(&store, &header("g", "ann", 1), pair("ann", "bob")).await;
    put(&store, "g", turn(2, "earlier"), playing(pair("ann", "bob"))).await;
    let writes = (2..=4).map(|seq| write("g", turn(seq, "now"), playing(pair("ann", "bob")))).collect();
    assert_eq!(at_once(&store, writes).await, [Ok(Appended::Conflict), Ok(Appended::Conflict), Ok(Appended::Conflict)]);
    assert_eq!(store.entries_since("g", 1).await.unwrap(), [turn(2, "earlier")]);
    // The same when the batch fails and each write is retried alone.
    let mut writes: Vec<_> = (2..=4).map(|seq| write("g", turn(seq, "now"), playing(pair("ann", "bob")))).collect();
    writes.push(started("nothing"));
    let answers = at_once(&store, writes).await;
    assert_eq!(answers[..3], [Ok(Appended::Conflict), Ok(Appended::Conflict), Ok(Appended::Conflict)]);
    assert!(answers[3].is_err());
    assert_eq!(store.entries_since("g", 1).await.unwrap(), [turn(2, "earlier")]);
}

async fn events_of_a_game_are_stored_in_order(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    start(&store, &header("g", "ann", 1), pair("ann", "bob")).await;
    let writes: Vec<_> = (2..=30)
        .map(|seq| write("g", turn(seq, "now"), Index { due: Some(seq.into()), ..playing(pair("ann", "bob")) }))
        .collect();
    assert!(at_once(&store, writes).await.iter().all(|answer| *answer == Ok(Appended::Stored)));
    assert_eq!(store.load("g").await.unwrap().unwrap().1.len(), 30);
    let row = store.game("g").await.unwrap().unwrap();
    assert_eq!((row.seq, row.index.due), (30, Some(30)));
}

async fn stored_events_remain_after_reopening(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    start(&store, &header("g", "ann", 1), pair("ann", "bob")).await;
    put(&store, "g", turn(2, "a1"), over(pair("ann", "bob"), Some(Side::Second), 9)).await;
    let before = (store.load("g").await.unwrap(), store.game("g").await.unwrap());
    store.close().await;
    assert_eq!(store.load("g").await, Err(StoreError::Closed));
    let store = base.open().await;
    assert_eq!((store.load("g").await.unwrap(), store.game("g").await.unwrap()), before);
    put(&store, "g", turn(3, "a2"), over(pair("ann", "bob"), Some(Side::Second), 9)).await;
}

async fn closing_a_store_writes_only_the_queued_events(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    for i in 0..20 {
        store.create(&header(&format!("g{i}"), "ann", 1), OPTIONS).await.unwrap();
    }
    let writing = at_once(&store, (0..20).map(|i| started(&format!("g{i}"))).collect());
    let closing = async {
        // Lets the writes enter the queue first.
        tokio::task::yield_now().await;
        store.close().await;
    };
    let (answers, ()) = tokio::join!(writing, closing);
    assert_eq!(store.append(started("g0")).await, Err(StoreError::Closed));
    let store = base.open().await;
    for (i, answer) in answers.into_iter().enumerate() {
        let entries = store.load(&format!("g{i}")).await.unwrap().unwrap().1.len();
        match answer {
            Ok(Appended::Stored) => assert_eq!(entries, 1),
            Err(StoreError::Closed) => assert_eq!(entries, 0),
            other => panic!("{other:?}"),
        }
    }
}

async fn a_rematch_and_its_event_are_stored_together(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    start(&store, &header("g", "ann", 1), pair("ann", "bob")).await;
    put(&store, "g", turn(2, "a1"), over(pair("ann", "bob"), None, 9)).await;
    let mut next = header("next", "ann", 10);
    next.series = "g".to_string();
    let first = entry(1, Event::Started(pair("bob", "ann")));
    let again = |id: &str| {
        let mut again = write("g", entry(3, Event::RematchCreated(id.to_string())), over(pair("ann", "bob"), None, 9));
        let header = hexarium_wire::GameHeader { id: id.to_string(), ..next.clone() };
        again.rematch = Some(rematch(header, first.clone(), playing(pair("bob", "ann"))));
        again
    };
    // A game with this id exists: neither the new game nor the event is stored.
    assert!(store.append(again("g")).await.is_err());
    assert_eq!(store.load("g").await.unwrap().unwrap().1.len(), 2);
    assert_eq!(store.append(again("next")).await, Ok(Appended::Stored));
    assert_eq!(store.load("g").await.unwrap().unwrap().1.len(), 3);
    assert_eq!(store.load("next").await.unwrap(), Some((next, vec![first])));
    assert_eq!(store.game("next").await.unwrap().unwrap().index, playing(pair("bob", "ann")));
}

fn rated(winner: Option<Side>) -> RatedResult {
    RatedResult { first: "ann".to_string(), second: "bob".to_string(), kind: "hex".to_string(), winner }
}

/// Returns the last event of a rated game between Ann and Bob.
fn end(game: &str, winner: Option<Side>) -> Write {
    Write { rating: Some(rated(winner)), ..write(game, turn(2, "a1"), over(pair("ann", "bob"), winner, 9)) }
}

const NEW: Rating = Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06, games: 0 };

async fn ratings_follow_from_the_games(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    let (mut ann, mut bob) = (NEW, NEW);
    let mut history = Vec::new();
    for (i, winner) in [Some(Side::First), None, Some(Side::Second), Some(Side::First)].into_iter().enumerate() {
        let game = format!("g{i}");
        start(&store, &header(&game, "ann", 1), pair("ann", "bob")).await;
        assert_eq!(store.append(end(&game, winner)).await, Ok(Appended::Stored));
        let points = [0.5, 1.0, 0.0][winner.map_or(0, |w| 1 + w as usize)];
        (ann, bob) = (after_games(ann, &[(bob, points)]), after_games(bob, &[(ann, 1.0 - points)]));
        history.push((game, ann));
    }
    // Exactly: the database loses no bit.
    assert_eq!(store.ratings_of("ann").await.unwrap(), [("hex".to_string(), ann)]);
    assert_eq!(store.ratings_of("bob").await.unwrap(), [("hex".to_string(), bob)]);
    assert!(ann.rating > 1500.0 && bob.rating < 1500.0 && ann.games == 4);
    let rows = store.rating_history("ann", "hex").await.unwrap();
    assert_eq!(rows.iter().map(|row| (row.game.clone(), row.rating)).collect::<Vec<_>>(), history);
    assert_eq!(rows[0].at, 2002);
    assert_eq!(store.results_of("ann").await.unwrap()[0].rating, Some(ann));
    assert_eq!(store.rating_history("ann", "harvest").await.unwrap(), []);
}

/// Returns the rating of "ann" after wins against these opponents, all on one day.
async fn rating_after_wins(base: &Base, opponents: impl Iterator<Item = String>) -> Rating {
    let store = base.open().await;
    add_guests(&store, &["ann"]).await;
    for (i, opponent) in opponents.enumerate() {
        let _ = store.add_user(&guest(&opponent, &opponent)).await;
        let game = format!("g{i}");
        start(&store, &header(&game, "ann", 1), pair("ann", &opponent)).await;
        let rating = RatedResult { second: opponent.clone(), ..rated(Some(Side::First)) };
        let write = write(&game, turn(2, "a1"), over(pair("ann", &opponent), Some(Side::First), 9));
        assert_eq!(store.append(Write { rating: Some(rating), ..write }).await, Ok(Appended::Stored));
    }
    store.ratings_of("ann").await.unwrap()[0].1
}

async fn wins_against_one_opponent_count_less_and_less(base: &Base) {
    let rating = rating_after_wins(base, (0..40).map(|_| "bob".to_string())).await;
    assert_eq!(rating.games, 8, "{rating:?}");
    assert!(rating.rating < 1850.0, "{rating:?}");
}

async fn wins_against_new_accounts_count_less_and_less(base: &Base) {
    let rating = rating_after_wins(base, (0..120).map(|n| format!("throwaway{n}"))).await;
    assert_eq!(rating.games, 5 + 3, "{rating:?}");
    assert!(rating.rating < 1950.0, "{rating:?}");
}

async fn a_game_is_rated_once(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    start(&store, &header("g", "ann", 1), pair("ann", "bob")).await;
    assert_eq!(store.append(end("g", Some(Side::First))).await, Ok(Appended::Stored));
    let again = Write { entry: turn(3, "a2"), ..end("g", Some(Side::First)) };
    assert_eq!(store.append(again).await, Err(StoreError::Taken));
    assert_eq!(store.load("g").await.unwrap().unwrap().1.len(), 2, "the second event is not stored");
    assert_eq!(store.rating_history("ann", "hex").await.unwrap().len(), 1);
}

#[tokio::test]
async fn games_that_end_at_once_are_rated_in_sequence() {
    let base = Base::postgres();
    let stores = [base.open().await, base.open().await, base.open().await];
    add_guests(&stores[0], &["ann", "bob"]).await;
    for i in 0..60 {
        start(&stores[0], &header(&format!("g{i}"), "ann", 1), pair("ann", "bob")).await;
    }
    let mut nodes = JoinSet::new();
    for (n, store) in stores.iter().cloned().enumerate() {
        nodes.spawn(async move {
            for i in 0..20 {
                let game = format!("g{}", 3 * i + n);
                assert_eq!(store.append(end(&game, Some(Side::First))).await, Ok(Appended::Stored));
            }
        });
    }
    nodes.join_all().await;
    let mut expected = (NEW, NEW);
    let history = stores[0].rating_history("ann", "hex").await.unwrap();
    assert_eq!(history.len(), 8, "games against one opponent count less and less");
    for row in &history[..4] {
        let (ann, bob) = expected;
        expected = (after_games(ann, &[(bob, 1.0)]), after_games(bob, &[(ann, 0.0)]));
        assert_eq!(row.rating, expected.0);
    }
    assert_eq!(history.last().unwrap().rating.games, 8);
}

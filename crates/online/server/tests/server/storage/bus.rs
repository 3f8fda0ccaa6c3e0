//! Notifications between nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use hexarium_server::bus::Notification;
use hexarium_server::store::{Appended, Index, StoreError};
use hexarium_server::testing::{Postgres, eventually_async, within};
use hexarium_wire::{Event, Side};
use tokio::sync::broadcast::Receiver;

use super::base::{Base, add_guests, entry, header, pair, playing, put, rematch, start, turn, write};

super::on_both!(only_stored_events_are_published, all_subscribers_get_notifications_in_order);

/// Waits for the next notification.
async fn next(heard: &mut Receiver<Notification>) -> Notification {
    within("a note", heard.recv()).await.unwrap()
}

fn moved(game: &str, seq: u32) -> Notification {
    Notification::Moved { game: game.to_string(), seq }
}

async fn only_stored_events_are_published(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    let mut heard = store.bus().subscribe();
    start(&store, &header("g", "ann", 1), pair("ann", "bob")).await;
    let conflict = store.append(write("g", turn(1, "late"), Index::default())).await;
    assert_eq!(conflict, Ok(Appended::Conflict));
    assert!(store.append(write("nothing", turn(1, "a1"), Index::default())).await.is_err());
    let mut again = write("g", entry(2, Event::RematchCreated("next".to_string())), Index::default());
    again.rematch =
        Some(rematch(header("next", "ann", 1), entry(1, Event::Started(pair("bob", "ann"))), Index::default()));
    assert_eq!(store.append(again).await, Ok(Appended::Stored));
    for note in [moved("g", 1), moved("g", 2), moved("next", 1)] {
        assert_eq!(next(&mut heard).await, note);
    }
    assert!(heard.try_recv().is_err());
}

async fn all_subscribers_get_notifications_in_order(base: &Base) {
    let store = base.open().await;
    let bus = store.bus();
    let mut both = [bus.subscribe(), store.clone().bus().subscribe()];
    let here = Notification::Here { game: "g".to_string(), side: Side::First, node: "n".to_string() };
    let left = Notification::Left { game: "g".to_string(), side: Side::First, node: "n".to_string() };
    let notes = [Notification::Lobby, here, Notification::Who { game: "g".to_string() }, left, Notification::Outages];
    for note in &notes {
        bus.publish(note.clone());
    }
    for heard in &mut both {
        for note in &notes {
            assert_eq!(next(heard).await, *note);
        }
    }
}

#[tokio::test]
async fn a_node_gets_notifications_of_another() {
    let base = Base::postgres();
    let (here, there) = (base.open().await, base.open().await);
    let mut heard = there.bus().subscribe();
    add_guests(&here, &["ann", "bob"]).await;
    start(&here, &header("g", "ann", 1), pair("ann", "bob")).await;
    assert_eq!(next(&mut heard).await, moved("g", 1));
    assert_eq!(there.load("g").await.unwrap().unwrap().1.len(), 1, "stored before the notification");
    here.bus().publish(Notification::Lobby);
    assert_eq!(next(&mut heard).await, Notification::Lobby);
}

#[tokio::test]
async fn a_stopping_node_sends_its_queue() {
    let base = Base::postgres();
    let (here, there) = (base.open().await, base.open().await);
    let mut heard = there.bus().subscribe();
    let games: Vec<String> = (0..300).map(|i| format!("g{i}")).collect();
    for game in &games {
        here.bus().publish(Notification::Left { game: game.clone(), side: Side::First, node: "here".to_string() });
    }
    here.close().await;
    here.bus().publish(Notification::Lobby);
    for game in games {
        let left = Notification::Left { game, side: Side::First, node: "here".to_string() };
        assert_eq!(next(&mut heard).await, left);
    }
}

#[tokio::test]
async fn databases_of_one_server_have_separate_buses() {
    let (base, other) = (Base::postgres(), Base::postgres());
    let (store, stranger) = (base.open().await, other.open().await);
    let mut heard = stranger.bus().subscribe();
    store.bus().publish(Notification::Lobby);
    stranger.bus().publish(Notification::Outages);
    assert_eq!(next(&mut heard).await, Notification::Outages);
}

#[tokio::test]
async fn a_notification_that_is_too_long_becomes_lagged() {
    let base = Base::postgres();
    let store = base.open().await;
    let mut heard = store.bus().subscribe();
    store.bus().publish(Notification::Who { game: "g".repeat(9000) });
    assert_eq!(next(&mut heard).await, Notification::Lagged);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_one_of_two_nodes_stores_the_same_event() {
    let base = Base::postgres();
    let stores = [base.open().await, base.open().await];
    add_guests(&stores[0], &["ann", "bob"]).await;
    let games: Vec<String> = (0..30).map(|i| format!("g{i}")).collect();
    for game in &games {
        start(&stores[0], &header(game, "ann", 1), pair("ann", "bob")).await;
    }
    for seq in 2..8 {
        let mut tasks = tokio::task::JoinSet::new();
        for (n, store) in stores.iter().enumerate() {
            for game in &games {
                let (store, game) = (store.clone(), game.clone());
                let turn = write(&game, turn(seq, &format!("by node {n}")), playing(pair("ann", "bob")));
                tasks.spawn(async move { (game, n, store.append(turn).await.unwrap()) });
            }
        }
        let answers = tasks.join_all().await;
        for game in &games {
            let stored: Vec<_> =
                answers.iter().filter(|(g, _, answer)| g == game && *answer == Appended::Stored).collect();
            assert_eq!(stored.len(), 1, "{game} {seq}: {stored:?}");
            let text = format!("by node {}", stored[0].1);
            assert_eq!(stores[0].entries_since(game, seq - 1).await.unwrap(), [turn(seq, &text)]);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn confirmed_events_survive_a_database_crash() {
    let base = Base::on(Arc::new(Postgres::start()));
    let postgres = base.postgres.as_ref().unwrap();
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    let games: Vec<String> = (0..20).map(|i| format!("g{i}")).collect();
    for game in &games {
        start(&store, &header(game, "ann", 1), pair("ann", "bob")).await;
    }
    let mut heard = store.bus().subscribe();
    let mut players = tokio::task::JoinSet::new();
    let all = Arc::new(AtomicU32::new(0));
    for game in games {
        let (store, all) = (store.clone(), all.clone());
        players.spawn(async move {
            let mut confirmed = 1;
            loop {
                let turn = write(&game, turn(confirmed + 1, "a1"), playing(pair("ann", "bob")));
                match store.append(turn).await {
                    Ok(Appended::Stored) => {
                        confirmed += 1;
                        all.fetch_add(1, Ordering::Relaxed);
                    }
                    Err(StoreError::Unavailable(_)) => return (game, confirmed),
                    other => panic!("{other:?}"),
                }
            }
        });
    }
    eventually_async("40 confirmed turns", async || match all.load(Ordering::Relaxed) {
        40.. => Ok(()),
        turns => Err(turns.to_string()),
    })
    .await;
    postgres.crash();
    let confirmed = players.join_all().await;
    postgres.restart();
    for (game, confirmed) in confirmed {
        let entries = store.load(&game).await.unwrap().unwrap().1;
        // The unconfirmed event may be stored or not.
        assert!((confirmed..=confirmed + 1).contains(&(entries.len() as u32)), "{game}: {confirmed} {}", entries.len());
        put(&store, &game, turn(entries.len() as u32 + 1, "on"), playing(pair("ann", "bob"))).await;
    }
    // Subscribers learn that notifications may be missing, and receive again afterwards. The pool
    // may find further dead connections, and each makes the listener reconnect.
    while next(&mut heard).await != Notification::Lagged {}
    store.bus().publish(Notification::Lobby);
    loop {
        match next(&mut heard).await {
            Notification::Lobby => break,
            Notification::Lagged => store.bus().publish(Notification::Lobby),
            _ => {}
        }
    }
}

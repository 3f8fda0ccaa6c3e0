//! The number of events stored per second: `cargo test --release -p hexarium-server --test server
//! speed -- --ignored --nocapture`.

use std::time::Instant;

use super::base::{Base, add_guests, header, pair, playing, put, start, turn, write};

const WRITERS: u32 = 256;

async fn measure(name: &str, base: &Base, turns: u32) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    for i in 0..WRITERS {
        start(&store, &header(&format!("game-{i:08}"), "ann", 1), pair("ann", "bob")).await;
    }
    let began = Instant::now();
    let mut writers = tokio::task::JoinSet::new();
    for i in 0..WRITERS {
        let store = store.clone();
        writers.spawn(async move {
            let mut longest = std::time::Duration::ZERO;
            for seq in 2..2 + turns {
                let began = Instant::now();
                let turn = write(&format!("game-{i:08}"), turn(seq, "a1"), playing(pair("ann", "bob")));
                store.append(turn).await.unwrap();
                longest = longest.max(began.elapsed());
            }
            longest
        });
    }
    let longest = writers.join_all().await.into_iter().max().unwrap();
    let (all, time) = (WRITERS * turns, began.elapsed());
    println!(
        "{name}: {all} events by {WRITERS} writers in {time:.2?}: {:.0} a second, longest {longest:.1?}",
        f64::from(all) / time.as_secs_f64()
    );
    let began = Instant::now();
    for seq in 2 + turns..2 + turns + 100 {
        put(&store, "game-00000000", turn(seq, "a1"), playing(pair("ann", "bob"))).await;
    }
    println!("{name}: one writer alone: {:.0} a second", 100.0 / began.elapsed().as_secs_f64());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn sqlite() {
    measure("SQLite", &Base::sqlite(), 100).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn postgres() {
    measure("PostgreSQL", &Base::postgres(), 100).await;
}

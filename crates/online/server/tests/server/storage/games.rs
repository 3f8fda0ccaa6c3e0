//! Games and lists of games.

use hexarium_room::Room;
use hexarium_server::store::{Cursor, GameFilter, GameRow, Index, RunningGames, Status, StoreError};
use hexarium_wire::{Clock, EndCause, EngineLocation, EngineSeat, Event, Fischer, Participant, Side, Sides};

use super::base::{Base, OPTIONS, add_guests, entry, finish, header, over, pair, playing, put, start, turn, user};

super::on_both!(
    a_game_is_loaded_with_all_its_events,
    the_lobby_has_listed_games_newest_first,
    games_of_a_user_are_listed_and_counted,
    due_games_are_found_until_they_are_over,
    a_series_score_counts_earlier_games,
    results_are_counted_by_kind_of_game,
    all_finished_public_games_can_be_read_in_pages,
    an_index_is_updated_but_never_set_back,
    aborted_games_expire,
    options_are_stored_with_a_game,
    an_id_with_a_nul_is_unknown,
);

fn ids(games: Vec<GameRow>) -> Vec<String> {
    games.into_iter().map(|game| game.header.id).collect()
}

async fn a_game_is_loaded_with_all_its_events(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    let mut plain = header("plain", "ann", 1);
    plain.clock = Clock::Unlimited;
    plain.host_side = None;
    let mut quick = header("quick", "ann", 2);
    quick.clock = Clock::Fischer(Fischer { initial: 300, increment: 3 });
    quick.rated = true;
    quick.listed = false;
    for header in [&plain, &quick] {
        store.create(header, OPTIONS).await.unwrap();
        assert_eq!(store.load(&header.id).await.unwrap(), Some((header.clone(), vec![])));
    }
    assert_eq!(store.load("nothing").await.unwrap(), None);
    assert_eq!(store.create(&plain, OPTIONS).await, Err(StoreError::Taken));
    let mut entries = vec![entry(1, Event::Started(pair("ann", "bob"))), turn(2, "a1"), turn(3, "b2")];
    entries[1].by = None;
    entries[1].key = None;
    for entry in &entries {
        put(&store, "quick", entry.clone(), playing(pair("ann", "bob"))).await;
    }
    assert_eq!(store.load("quick").await.unwrap(), Some((quick.clone(), entries.clone())));
    assert_eq!(store.load("plain").await.unwrap(), Some((plain, vec![])));
    assert_eq!(store.entries_since("quick", 1).await.unwrap(), entries[1..]);
    assert_eq!(store.entries_since("quick", 3).await.unwrap(), []);
    assert_eq!(store.entries_since("quick", u32::MAX).await.unwrap(), []);
    let row = store.game("quick").await.unwrap().unwrap();
    assert_eq!(row, GameRow { header: quick, seq: 3, index: playing(pair("ann", "bob")) });
}

async fn the_lobby_has_listed_games_newest_first(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    for i in 1..=5 {
        store.create(&header(&format!("open{i}"), "ann", i), OPTIONS).await.unwrap();
        start(&store, &header(&format!("playing{i}"), "ann", i), pair("ann", "bob")).await;
    }
    for (id, private) in [("secret1", true), ("secret2", false)] {
        let mut header = header(id, "ann", 9);
        header.listed = false;
        if private {
            store.create(&header, OPTIONS).await.unwrap();
        } else {
            start(&store, &header, pair("ann", "bob")).await;
        }
    }
    finish(&store, &header("over", "ann", 9), pair("ann", "bob"), None, 50).await;
    assert_eq!(ids(store.open_games(3).await.unwrap()), ["open5", "open4", "open3"]);
    assert_eq!(ids(store.open_games(100).await.unwrap()).len(), 5);
    assert_eq!(ids(store.playing_games(2).await.unwrap()), ["playing5", "playing4"]);
    let all = store.playing_games(100).await.unwrap();
    assert_eq!(all.len(), 5);
    assert_eq!(all[4].index, playing(pair("ann", "bob")));
}

async fn games_of_a_user_are_listed_and_counted(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob", "eve"]).await;
    store.create(&header("open", "ann", 5), OPTIONS).await.unwrap();
    start(&store, &header("first", "bob", 6), pair("ann", "bob")).await;
    start(&store, &header("second", "ann", 4), pair("eve", "ann")).await;
    start(&store, &header("both", "ann", 3), pair("ann", "ann")).await;
    // Created by her, but others took both seats.
    start(&store, &header("given", "ann", 2), pair("bob", "eve")).await;
    finish(&store, &header("late", "bob", 7), pair("bob", "ann"), None, 70).await;
    finish(&store, &header("early", "bob", 8), pair("ann", "bob"), None, 60).await;
    let mut secret = header("secret", "ann", 1);
    secret.listed = false;
    start(&store, &secret, pair("ann", "bob")).await;
    let mut secret = header("secret-over", "ann", 1);
    secret.listed = false;
    finish(&store, &secret, pair("ann", "bob"), None, 80).await;

    let running = |limit, unlisted| store.games_of("ann", GameFilter::Running, limit, unlisted);
    assert_eq!(ids(running(10, true).await.unwrap()), ["first", "open", "second", "both", "secret"]);
    assert_eq!(ids(running(10, false).await.unwrap()), ["first", "open", "second", "both"]);
    assert_eq!(ids(running(2, true).await.unwrap()), ["first", "open"]);
    let finished = |limit, unlisted| store.games_of("ann", GameFilter::Finished, limit, unlisted);
    assert_eq!(ids(finished(10, true).await.unwrap()), ["secret-over", "late", "early"]);
    assert_eq!(ids(finished(10, false).await.unwrap()), ["late", "early"]);
    assert_eq!(ids(finished(1, false).await.unwrap()), ["late"]);
    assert_eq!(ids(store.games_of("nobody", GameFilter::Running, 10, true).await.unwrap()), [""; 0]);
    assert_eq!(store.count_running("ann").await.unwrap(), RunningGames { open: 1, playing: 4 });
    assert_eq!(store.count_running("eve").await.unwrap(), RunningGames { open: 0, playing: 2 });
    assert_eq!(store.count_running("nobody").await.unwrap(), RunningGames { open: 0, playing: 0 });
}

async fn due_games_are_found_until_they_are_over(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    store.create(&header("waiting", "ann", 5), OPTIONS).await.unwrap();
    let week = 7 * 24 * 60 * 60 * 1000;
    assert_eq!(store.due(4 + week, 10).await.unwrap(), [""; 0]);
    assert_eq!(store.due(5 + week, 10).await.unwrap(), ["waiting"], "no opponent for a week");
    for (i, id) in ["c", "b", "a"].into_iter().enumerate() {
        store.create(&header(id, "ann", 1), OPTIONS).await.unwrap();
        let index = Index { due: Some(100 + i as i64), ..playing(pair("ann", "bob")) };
        put(&store, id, entry(1, Event::Started(pair("ann", "bob"))), index).await;
    }
    assert_eq!(store.due(101, 10).await.unwrap(), ["c", "b"]);
    assert_eq!(store.due(101, 1).await.unwrap(), ["c"]);
    put(&store, "c", turn(2, "a1"), over(pair("ann", "bob"), None, 100)).await;
    assert_eq!(store.due(101, 10).await.unwrap(), ["b"]);
}

async fn a_series_score_counts_earlier_games(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann"]).await;
    let ai = Participant::Engine(EngineSeat { level: 3, location: EngineLocation::Server });
    let ann = user("ann");
    let sides = [Sides { first: ann.clone(), second: ai.clone() }, Sides { first: ai.clone(), second: ann.clone() }];
    let winners = [Some(Side::First), Some(Side::Second), None, Some(Side::Second), Some(Side::First)];
    for (i, winner) in winners.into_iter().enumerate() {
        let mut header = header(&format!("g{i}"), "ann", 10 * i as i64);
        header.series = "g0".to_string();
        finish(&store, &header, sides[i % 2].clone(), winner, 1000).await;
    }
    // Aborted, so it does not count.
    let mut off = header("off", "ann", 35);
    off.series = "g0".to_string();
    start(&store, &off, sides[0].clone()).await;
    let index = Index { counts: false, ..over(sides[0].clone(), None, 1000) };
    put(&store, "off", turn(2, "a1"), index).await;

    let score = store.series_score("g0", 40, "g4").await.unwrap();
    assert_eq!((score.of(&ann), score.of(&ai), score.draws), (3, 0, 1));
    let score = store.series_score("g0", 100, "").await.unwrap();
    assert_eq!((score.of(&ann), score.of(&ai), score.draws), (4, 0, 1));
    let score = store.series_score("g0", 10, "g1").await.unwrap();
    assert_eq!((score.of(&ann), score.of(&ai), score.draws), (1, 0, 0));
    assert_eq!(store.series_score("other", 100, "").await.unwrap(), Default::default());
}

async fn results_are_counted_by_kind_of_game(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    let games = [
        ("hex(size=7)", pair("ann", "bob"), Some(Side::First)),
        ("hex(size=11)", pair("bob", "ann"), Some(Side::First)),
        ("hex", pair("bob", "ann"), Some(Side::Second)),
        ("harvest(seed=1)", pair("ann", "bob"), None),
        ("hex", pair("ann", "ann"), Some(Side::First)),
    ];
    for (i, (game, participants, winner)) in games.into_iter().enumerate() {
        let mut header = header(&format!("g{i}"), "ann", i as i64);
        header.game = game.to_string();
        finish(&store, &header, participants, winner, 10).await;
    }
    start(&store, &header("running", "ann", 9), pair("ann", "bob")).await;
    let results = store.results_of("ann").await.unwrap();
    let results: Vec<_> = results.iter().map(|r| (r.game.as_str(), r.won, r.drawn, r.lost, r.rating)).collect();
    assert_eq!(results, [("harvest", 0, 1, 0, None), ("hex", 2, 0, 1, None)]);
    let results = store.results_of("bob").await.unwrap();
    let results: Vec<_> = results.iter().map(|r| (r.game.as_str(), r.won, r.drawn, r.lost)).collect();
    assert_eq!(results, [("harvest", 0, 1, 0), ("hex", 1, 0, 2)]);
    assert_eq!(store.results_of("nobody").await.unwrap(), []);
}

async fn all_finished_public_games_can_be_read_in_pages(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    for i in 0..10 {
        // Three games each end at the same time.
        finish(&store, &header(&format!("g{i}"), "ann", i), pair("ann", "bob"), None, 100 + i / 3).await;
    }
    let mut secret = header("secret", "ann", 1);
    secret.listed = false;
    finish(&store, &secret, pair("ann", "bob"), None, 100).await;
    start(&store, &header("running", "ann", 1), pair("ann", "bob")).await;
    let (mut cursor, mut all) = (None::<Cursor>, Vec::new());
    loop {
        let page = store.finished_public(cursor.as_ref(), 4).await.unwrap();
        let Some(last) = page.last() else {
            break;
        };
        cursor = Some(Cursor::after(last));
        assert!(page.len() <= 4);
        all.extend(ids(page));
    }
    assert_eq!(all, (0..10).map(|i| format!("g{i}")).collect::<Vec<_>>());
}

async fn an_index_is_updated_but_never_set_back(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    start(&store, &header("g", "ann", 1), pair("ann", "bob")).await;
    let moved = Index { due: Some(77), ..playing(pair("ann", "bob")) };
    store.reindex("g", 1, &moved).await.unwrap();
    assert_eq!(store.game("g").await.unwrap().unwrap().index, moved);
    put(&store, "g", turn(2, "a1"), over(pair("ann", "bob"), None, 5)).await;
    store.reindex("g", 1, &moved).await.unwrap();
    assert_eq!(store.game("g").await.unwrap().unwrap().index.status, Status::Finished, "the stored index is newer");
}

async fn aborted_games_expire(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    for i in 0..5 {
        let id = format!("aborted{i}");
        store.create(&header(&id, "ann", 1), OPTIONS).await.unwrap();
        let aborted = Event::Ended { winner: None, cause: EndCause::Aborted };
        let index = Index { status: Status::Finished, ended: Some(100 + i), ..Index::default() };
        put(&store, &id, entry(1, aborted), index).await;
    }
    finish(&store, &header("drawn", "ann", 1), pair("ann", "bob"), None, 50).await;
    start(&store, &header("running", "ann", 1), pair("ann", "bob")).await;
    assert_eq!(store.expire_aborted(103, 2).await.unwrap(), 2);
    assert_eq!(store.expire_aborted(103, 2).await.unwrap(), 1);
    assert_eq!(store.expire_aborted(103, 2).await.unwrap(), 0);
    for (id, kept) in [("aborted0", false), ("aborted2", false), ("aborted3", true), ("drawn", true), ("running", true)]
    {
        assert_eq!(store.load(id).await.unwrap().is_some(), kept, "{id}");
        assert_eq!(store.entries_since(id, 0).await.unwrap().is_empty(), !kept, "{id}");
    }
}

async fn options_are_stored_with_a_game(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann"]).await;
    for id in ["a", "b", "c"] {
        store.create(&header(id, "ann", 1), OPTIONS).await.unwrap();
    }
    assert_eq!(store.options_of("a").await.unwrap().as_deref(), Some(OPTIONS));
    assert_eq!(store.options_of("nothing").await.unwrap(), None);
    assert_eq!(store.without_options("", 9).await.unwrap(), []);
    // As version 0.1 stored them.
    base.execute("UPDATE games SET options = NULL").await;
    let text = "hex(size=7)".to_string();
    assert_eq!(store.without_options("a", 1).await.unwrap(), [("b".to_string(), text)]);
    store.set_options(&[("b".to_string(), OPTIONS.to_string())]).await.unwrap();
    assert_eq!(store.without_options("a", 9).await.unwrap().len(), 1);
    assert_eq!(store.options_of("b").await.unwrap().as_deref(), Some(OPTIONS));
}

async fn an_id_with_a_nul_is_unknown(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann"]).await;
    for id in ["\0", "ann\0", "a\0b"] {
        assert_eq!(store.load(id).await.unwrap(), None);
        assert!(store.user(id).await.unwrap().is_none());
        assert!(store.user_by_name(id).await.unwrap().is_none());
        assert!(!store.end_session("ann", id).await.unwrap());
    }
}

#[test]
fn the_index_follows_from_the_room() {
    let game = hexarium_games::registry::open("hex(size=3)", &[]).unwrap();
    let mut header = header("g", "ann", 1000);
    (header.game, header.start) = (game.canonical_id(), game.start().position());
    let mut room = Room::new(header.clone(), &hexarium_games::registry::Games).unwrap();
    let week = 7 * 24 * 60 * 60 * 1000;
    assert_eq!(Index::of(&room), Index { due: Some(1000 + week), ..Index::default() });
    let participants = pair("ann", "bob");
    room.apply(entry(1, Event::Started(participants.clone()))).unwrap();
    let days = 3 * 24 * 60 * 60 * 1000;
    assert_eq!(Index::of(&room), Index { due: Some(2001 + days), ..playing(participants.clone()) });
    room.apply(entry(2, Event::Ended { winner: Some(Side::Second), cause: EndCause::Resignation })).unwrap();
    let reason = Some("Blue resigned".to_string());
    assert_eq!(Index::of(&room), Index { reason, ..over(participants, Some(Side::Second), 2002) });
}

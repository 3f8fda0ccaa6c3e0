//! Made-up histories: a good one, and bad ones that the check must find.

use hexarium_wire::{Fischer, Participant, Sides};

use super::*;

const GAME: &str = "g";

fn act(user: &str, key: &str) -> ActId {
    (GAME.to_string(), user.to_string(), key.to_string())
}

fn entry(seq: u32, by: Option<&str>, key: Option<&str>, event: Event) -> Entry {
    Entry { seq, at: Millis::from(seq) * 1000, by: by.map(String::from), key: key.map(String::from), event }
}

fn turn(seq: u32, by: &str, key: &str, action: &str) -> Entry {
    entry(seq, Some(by), Some(key), Event::Turn { actions: vec![action.to_string()], time_left: None })
}

fn header() -> GameHeader {
    let text = |text: &str| text.to_string();
    let game = hexarium_kernel::GameCatalog::open(&Games, "hex(size=5,swap=false)").unwrap();
    GameHeader {
        id: text(GAME),
        game: game.canonical_id(),
        start: game.start().position(),
        clock: Clock::Fischer(Fischer { initial: 10, increment: 1 }),
        rated: false,
        listed: true,
        host: text("ann"),
        host_side: Some(Side::First),
        created: 0,
        series: text(GAME),
    }
}

/// A game of two turns.
fn entries() -> Vec<Entry> {
    let user = |id: &str| Participant::User(id.to_string());
    let started = Event::Started(Sides { first: user("ann"), second: user("bob") });
    vec![entry(1, Some("bob"), Some("j"), started), turn(2, "ann", "1", "a1"), turn(3, "bob", "2", "b2")]
}

/// The history of that game, with a rejected and an unanswered command.
fn history() -> History {
    let mut history = History::default();
    for entry in entries() {
        let id = act(entry.by.as_ref().unwrap(), entry.key.as_ref().unwrap());
        let actions = match &entry.event {
            Event::Turn { actions, .. } => Some(&actions[..]),
            _ => None,
        };
        history.sent(&id, actions, Millis::from(entry.seq) * 1000);
        history.confirmed(&id, entry.seq, Millis::from(entry.seq) * 1000 + 50);
        for observer in 0..3 {
            history.saw(observer, GAME, &entry, Millis::from(entry.seq) * 1000 + 40);
        }
    }
    history.sent(&act("bob", "no"), None, 100);
    history.rejected(&act("bob", "no"));
    history.sent(&act("bob", "lost"), None, 100);
    history.unanswered(&act("bob", "lost"));
    history
}

fn check(history: &History, entries: Vec<Entry>) -> Verdict {
    history.check(&[(GAME.to_string(), StoredGame { header: header(), entries })].into())
}

#[track_caller]
fn assert_problem(verdict: &Verdict, part: &str) {
    assert!(verdict.problems.iter().any(|problem| problem.contains(part)), "{part}: {:?}", verdict.problems);
}

#[test]
fn a_correct_history_has_no_problem() {
    let verdict = check(&history(), entries());
    assert_eq!(verdict, Verdict { confirmed: 3, rejected: 1, unknown: 1, ..Verdict::default() });
}

#[test]
fn a_lost_act_is_found() {
    let mut lost = entries();
    lost.pop();
    assert_problem(&check(&history(), lost), "command 2 of bob was confirmed as event 3 and is None");
    assert_problem(&history().check(&BTreeMap::new()), "game g is lost");
}

#[test]
fn an_act_that_is_stored_as_another_turn_is_found() {
    let mut history = history();
    history.sent(&act("ann", "3"), Some(&["c3".to_string()]), 4_000);
    history.confirmed(&act("ann", "3"), 4, 4_050);
    let with = |action| check(&history, [entries(), vec![turn(4, "ann", "3", action)]].concat());
    assert_eq!(with("c3").problems, [""; 0]);
    assert_problem(&with("d4"), "command 3 of ann was confirmed as event 4");
}

#[test]
fn a_doubled_act_is_found() {
    let mut history = history();
    let doubled = [entries(), vec![turn(4, "ann", "1", "c3")]].concat();
    assert_problem(&check(&history, doubled), "command 1 of ann was executed twice");
    history.confirmed(&act("ann", "1"), 4, 5_000);
    assert_problem(&check(&history, entries()), "was confirmed as event 2 and as event 4");
}

#[test]
fn a_rejected_act_in_the_game_is_found() {
    let executed = |key| [entries(), vec![turn(4, "bob", key, "c3")]].concat();
    assert_problem(&check(&history(), executed("no")), "command no of bob was rejected");
    assert_eq!(check(&history(), executed("lost")).problems, [""; 0], "it may be executed");
}

#[test]
fn a_changed_event_is_found() {
    let mut changed = entries();
    changed[1].at += 1;
    assert_problem(&check(&history(), changed.clone()), "event 2 was seen as");
    let mut history = history();
    history.saw(3, GAME, &changed[0], 9_000);
    history.saw(3, GAME, &changed[1], 9_000);
    assert_problem(&check(&history, entries()), "event 2 was Entry");
}

#[test]
fn a_gap_is_found() {
    let mut history = history();
    history.saw(3, GAME, &entries()[0], 9_000);
    history.saw(3, GAME, &entries()[2], 9_000);
    assert_problem(&check(&history, entries()), "observer 3 got event 3 after 1");
    let mut gap = entries();
    gap[2].seq = 4;
    assert_problem(&check(&self::history(), gap), "event 3 has the number 4");
}

#[test]
fn an_act_that_overtakes_a_later_one_is_found() {
    let mut history = history();
    // Sent after event 3 was confirmed, and stored before it.
    history.acts.get_mut(&act("ann", "1")).unwrap().sent = 3_100;
    assert_problem(&check(&history, entries()), "event 3 was confirmed before an earlier event was requested");
}

/// A loss of the first player on time after so many milliseconds.
fn lost_on_time(after: Millis, faults: &[(Millis, Millis)]) -> Verdict {
    let mut history = history();
    let ended = Event::Ended { winner: Some(Side::Second), cause: EndCause::Timeout };
    let ended = entry(4, None, None, ended);
    // The first turn took a second, and the second turn was seen at 3.04 s.
    history.saw(0, GAME, &ended, 3_040 + after);
    for &(began, recovered) in faults {
        history.fault(began, recovered);
    }
    check(&history, [entries(), vec![ended]].concat())
}

#[test]
fn an_unfair_timeout_is_found() {
    assert_problem(&lost_on_time(8_000, &[]), "unfair loss on time");
    assert_problem(&lost_on_time(11_000, &[(4_000, 12_000)]), "unfair loss on time");
    assert_problem(&lost_on_time(60_000, &[(4_000, 62_000)]), "unfair loss on time");
}

#[test]
fn a_fair_timeout_is_counted() {
    let fair = [
        lost_on_time(10_500, &[]),
        lost_on_time(18_500, &[(4_000, 12_000)]),
        // A short fault may go unnoticed.
        lost_on_time(10_500, &[(4_000, 6_000)]),
    ];
    for verdict in fair {
        assert_eq!((verdict.timeouts, verdict.problems), (1, Vec::new()));
    }
}

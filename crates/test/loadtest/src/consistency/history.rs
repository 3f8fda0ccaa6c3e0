//! The history of a run as its clients saw it, and the check against the stored games.
//!
//! All times are milliseconds of one clock of the test, which no fault touches.

use std::collections::{BTreeMap, HashMap, HashSet};

use hexarium_games::registry::Games;
use hexarium_room::Room;
use hexarium_wire::{Clock, EndCause, Entry, Event, GameHeader, Millis, Side};

/// The part of a fault that may count against a player: the server notices an interruption by
/// missing pulses, and one that ends before cannot be told from a slow turn.
const UNNOTICED: Millis = 3_000;

/// The time for which a turn may be on its way without a fault, on a busy machine.
const IN_TRANSIT: Millis = 500;

/// The identity of a command: game, user and key.
pub(super) type ActId = (String, String, String);

/// A command with all of its attempts.
#[derive(Clone, Debug, Default)]
struct Act {
    /// The actions, if it is a turn.
    actions: Option<Vec<String>>,
    /// The time of the first attempt.
    sent: Millis,
    /// The event number, and the time of the first confirmation.
    confirmed: Option<(u32, Millis)>,
    rejected: bool,
    /// Whether an attempt has no answer, so that it may be executed at any time.
    unanswered: bool,
}

/// An event as it was first seen.
#[derive(Clone, Debug)]
struct Seen {
    entry: Entry,
    at: Millis,
}

/// Everything that the clients sent and received.
#[derive(Default)]
pub(super) struct History {
    acts: BTreeMap<ActId, Act>,
    seen: BTreeMap<String, BTreeMap<u32, Seen>>,
    /// The last event by observer and game.
    last: HashMap<(usize, String), u32>,
    faults: Vec<(Millis, Millis)>,
    problems: Vec<String>,
}

/// A game as it is stored at the end.
pub(super) struct StoredGame {
    /// The header.
    pub(super) header: GameHeader,
    /// All events.
    pub(super) entries: Vec<Entry>,
}

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// The violations.
    pub problems: Vec<String>,
    /// The number of confirmed commands.
    pub confirmed: usize,
    /// The number of rejected commands.
    pub rejected: usize,
    /// The number of commands without a final answer.
    pub unknown: usize,
    /// The number of games that a clock ended.
    pub timeouts: usize,
}

impl History {
    /// Records an attempt of a command.
    pub(super) fn sent(&mut self, id: &ActId, actions: Option<&[String]>, at: Millis) {
        let new = || Act { actions: actions.map(<[String]>::to_vec), sent: at, ..Act::default() };
        self.acts.entry(id.clone()).or_insert_with(new);
    }

    /// Records that a command was confirmed as an event.
    pub(super) fn confirmed(&mut self, id: &ActId, seq: u32, at: Millis) {
        let act = self.acts.entry(id.clone()).or_default();
        match act.confirmed {
            None => act.confirmed = Some((seq, at)),
            Some((before, _)) if before != seq => {
                self.problems.push(format!("{id:?} was confirmed as event {before} and as event {seq}"));
            }
            Some(_) => {}
        }
    }

    /// Records that a command was rejected.
    pub(super) fn rejected(&mut self, id: &ActId) {
        self.acts.entry(id.clone()).or_default().rejected = true;
    }

    /// Records that an attempt has no answer, or one that leaves the result open.
    pub(super) fn unanswered(&mut self, id: &ActId) {
        self.acts.entry(id.clone()).or_default().unanswered = true;
    }

    /// Records an event that an observer received. An observer receives the events of a game from
    /// the first on.
    pub(super) fn saw(&mut self, observer: usize, game: &str, entry: &Entry, at: Millis) {
        let last = self.last.entry((observer, game.to_string())).or_default();
        if entry.seq > *last + 1 {
            self.problems.push(format!("game {game}: observer {observer} got event {} after {last}", entry.seq));
        }
        *last = entry.seq.max(*last);
        let seen = self.seen.entry(game.to_string()).or_default();
        let first = seen.entry(entry.seq).or_insert_with(|| Seen { entry: entry.clone(), at });
        if first.entry != *entry {
            self.problems.push(format!("game {game}: event {} was {:?} and is {entry:?}", entry.seq, first.entry));
        }
    }

    /// Records the time of a fault, up to the recovery.
    pub(super) fn fault(&mut self, began: Millis, recovered: Millis) {
        self.faults.push((began, recovered));
    }

    /// Records a violation.
    pub(super) fn problem(&mut self, problem: String) {
        self.problems.push(problem);
    }

    /// Returns the games of all commands and events.
    pub(super) fn games(&self) -> Vec<String> {
        let acted = self.acts.keys().map(|(game, ..)| game);
        let mut games: Vec<_> = acted.chain(self.seen.keys()).cloned().collect();
        games.sort();
        games.dedup();
        games
    }

    /// Compares the history with the stored games.
    pub(super) fn check(&self, stored: &BTreeMap<String, StoredGame>) -> Verdict {
        let mut verdict = Verdict { problems: self.problems.clone(), ..Verdict::default() };
        for act in self.acts.values() {
            match (act.confirmed, act.rejected && !act.unanswered) {
                (Some(_), _) => verdict.confirmed += 1,
                (None, true) => verdict.rejected += 1,
                (None, false) => verdict.unknown += 1,
            }
        }
        for game in self.games() {
            match stored.get(&game) {
                Some(stored) => self.check_game(&game, stored, &mut verdict),
                None => verdict.problems.push(format!("game {game} is lost")),
            }
        }
        verdict
    }

    fn check_game(&self, game: &str, stored: &StoredGame, verdict: &mut Verdict) {
        let mut problem = |what: String| verdict.problems.push(format!("game {game}: {what}"));
        for (entry, number) in stored.entries.iter().zip(1..) {
            if entry.seq != number {
                problem(format!("event {number} has the number {}", entry.seq));
            }
        }
        for (seq, seen) in self.seen.get(game).into_iter().flatten() {
            let kept = stored.entries.get(*seq as usize - 1);
            if kept != Some(&seen.entry) {
                problem(format!("event {seq} was seen as {:?} and is {kept:?}", seen.entry));
            }
        }
        let mut keys = HashSet::new();
        for entry in &stored.entries {
            if let (Some(by), Some(key)) = (&entry.by, &entry.key)
                && !keys.insert((by, key))
            {
                problem(format!("command {key} of {by} was executed twice"));
            }
        }
        let start = (game.to_string(), String::new(), String::new());
        let acts = self.acts.range(start..).take_while(|((of, ..), _)| of == game);
        let mut in_order = Vec::new();
        for ((_, user, key), act) in acts {
            let mut executed =
                stored.entries.iter().filter(|e| e.by.as_ref() == Some(user) && e.key.as_ref() == Some(key));
            match act.confirmed {
                Some((seq, at)) => {
                    let entry = executed.next();
                    let same = entry.is_some_and(|entry| {
                        let actions = match &entry.event {
                            Event::Turn { actions, .. } => Some(actions),
                            _ => None,
                        };
                        entry.seq == seq && act.actions.as_ref() == actions
                    });
                    if !same {
                        problem(format!("command {key} of {user} was confirmed as event {seq} and is {entry:?}"));
                    }
                    in_order.push((seq, act.sent, at));
                }
                None if act.rejected && !act.unanswered => {
                    if let Some(entry) = executed.next() {
                        problem(format!("command {key} of {user} was rejected and is {entry:?}"));
                    }
                }
                None => {}
            }
        }
        in_order.sort_unstable();
        let mut latest = Millis::MIN;
        for (seq, sent, confirmed) in in_order {
            if confirmed < latest {
                problem(format!("event {seq} was confirmed before an earlier event was requested"));
            }
            latest = latest.max(sent);
        }
        match self.timeout(game, stored) {
            Ok(None) => {}
            Ok(Some(timeout)) => {
                verdict.timeouts += 1;
                if timeout.is_unfair() {
                    verdict.problems.push(format!("game {game}: unfair loss on time: {timeout:?}"));
                }
            }
            Err(what) => problem(what),
        }
    }

    /// Returns what a loser by time has used, if the game ended by its clock.
    fn timeout(&self, game: &str, stored: &StoredGame) -> Result<Option<Timeout>, String> {
        let mut room = Room::new(stored.header.clone(), &Games)?;
        let (initial, increment) = match stored.header.clock {
            Clock::Fischer(clock) => (Millis::from(clock.initial) * 1000, Millis::from(clock.increment) * 1000),
            _ => (Millis::MAX, 0),
        };
        let mut turns: Vec<(Side, Period)> = Vec::new();
        let mut began: Option<(Millis, Millis)> = None;
        let mut timeout = None;
        for entry in &stored.entries {
            let to_move = room.to_move();
            let at = self.seen.get(game).and_then(|seen| seen.get(&entry.seq)).map(|seen| seen.at);
            if let (Some(side), Some((earliest, from)), Some(to)) = (to_move, began, at) {
                let by_clock = match entry.event {
                    Event::Ended { cause: EndCause::Timeout, .. } => true,
                    Event::Ended { cause: EndCause::Aborted, .. } => entry.by.is_none(),
                    _ => false,
                };
                if by_clock || matches!(entry.event, Event::Turn { .. }) {
                    turns.push((side, Period { earliest, from, to }));
                }
                if by_clock {
                    let own = turns.iter().filter(|turn| turn.0 == side).map(|turn| turn.1);
                    let allowed = initial + increment * (own.clone().count() as Millis - 1);
                    let used = own.clone().map(|own| own.to - own.from - self.overlap(own.from, own.to, Millis::MAX));
                    let unnoticed = own.map(|own| self.overlap(own.earliest, own.to, UNNOTICED)).sum();
                    let used = used.sum();
                    timeout = Some(Timeout { allowed, used, unnoticed });
                }
            }
            if matches!(entry.event, Event::Turn { .. } | Event::Started(_)) {
                let sent = entry.by.clone().zip(entry.key.clone()).and_then(|(by, key)| {
                    let act = self.acts.get(&(game.to_string(), by, key));
                    act.map(|act| act.sent)
                });
                began = at.map(|at| (sent.unwrap_or(at).min(at), at));
            }
            room.apply(entry.clone())?;
        }
        Ok(timeout)
    }

    /// Returns the time of faults in a period, of each fault at most `most`.
    fn overlap(&self, from: Millis, to: Millis, most: Millis) -> Millis {
        self.faults.iter().map(|&(began, ended)| (to.min(ended) - from.max(began)).clamp(0, most)).sum()
    }
}

/// The time of a turn as the clients know it.
#[derive(Clone, Copy)]
struct Period {
    /// The time at which the turn before was sent: the clock may run from then on, even if no
    /// client sees that turn before the end of a fault.
    earliest: Millis,
    /// The time at which the turn before was seen.
    from: Millis,
    /// The time at which the turn was seen.
    to: Millis,
}

/// The end of a game by its clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Timeout {
    /// The time that the loser had in total.
    allowed: Millis,
    /// The time that the loser used outside of faults.
    used: Millis,
    /// The time of faults that the server may not have noticed.
    unnoticed: Millis,
}

impl Timeout {
    fn is_unfair(self) -> bool {
        self.used + self.unnoticed + IN_TRANSIT < self.allowed
    }
}

#[cfg(test)]
mod tests;

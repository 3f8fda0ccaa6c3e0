//! What the board shows: the turns that count, then the one that is on its way, then what is being tried.

use hexarium_formats::{Ending, Event, GameTree};
use hexarium_kernel::Player;
use hexarium_room::Room;
use hexarium_session::GameSession;
use hexarium_wire::EndCause;
use leptos::prelude::*;

use super::Online;
use crate::messages::{fill, text};
use crate::sitting::{Contest, Elsewhere, Phase, Seat};

impl Online {
    /// Brings the board to where the game stands; `anew` lays everything out without a movement.
    pub(super) fn show(self, anew: bool) {
        if self.sitting.phase.get_untracked() == Phase::Moving && !anew {
            // It is called again when the pieces have arrived.
            return;
        }
        let Some(target) = self.room.with_untracked(|room| room.as_ref().map(|room| self.line_of(room))) else {
            return;
        };
        let contest = self.contest();
        let shown = self.shown.get_value();
        let same_seats = self.sitting.contest.get_untracked().seats == contest.seats
            && self.sitting.contest.get_untracked().host == contest.host;
        let (length, at_end) =
            self.sitting.table.with_untracked(|table| (table.tree().main_line().len() - 1, !table.can_forward()));
        let tried = length > shown.len();
        let ended = self.room.with_untracked(|room| room.as_ref().is_some_and(|room| ended(room).is_some()))
            && self.sitting.table.with_untracked(|table| table.tree().ending.is_none());
        let goes_on = !anew && same_seats && !tried && !ended && target.starts_with(&shown);
        if !anew && same_seats && !ended && target == shown {
            return;
        }
        if !goes_on {
            return self.lay_out(target, contest);
        }
        let next = &target[shown.len()];
        let mover = self.sitting.table.with_untracked(|table| table.state().to_move());
        if !at_end || contest.seat(mover) == Seat::Person {
            // Whoever looks back at something goes on looking at it, and what another window did need not be shown again.
            return self.append(&target, shown.len());
        }
        self.shown.update_value(|shown| shown.push(next.clone()));
        if self.sitting.receive(next).is_err() {
            self.lay_out(target, contest);
        }
    }

    /// The actions of the turns that count and of the one on its way.
    fn line_of(self, room: &Room) -> Vec<String> {
        let mut line: Vec<String> = room.turns().iter().flat_map(|turn| turn.actions.iter().cloned()).collect();
        let pending = self.pending.get_untracked().filter(|pending| pending.number as usize == room.turns().len());
        line.extend(pending.into_iter().flat_map(|pending| pending.actions));
        line
    }

    /// Who is at this screen.
    fn contest(self) -> Contest {
        match self.side.get_untracked() {
            Some(side) => Contest::new([Seat::Person, Seat::Away], side.into()),
            None => Contest::new([Seat::Away; 2], Player::First),
        }
    }

    fn lay_out(self, target: Vec<String>, contest: Contest) {
        let table = self.room.with_untracked(|room| table_of(room.as_ref()?, &target));
        match table {
            Some(Ok(table)) => {
                self.shown.set_value(target);
                self.sitting.lay_out(table, contest);
            }
            Some(Err(problem)) => self.problem.set(Some(problem)),
            None => {}
        }
    }

    /// Adds what is new to the end of the game; whoever is elsewhere in it stays there.
    fn append(self, target: &[String], known: usize) {
        let done = self.sitting.table.try_update(|table| {
            let (cursor, at_end) = (table.cursor(), !table.can_forward());
            table.to_end();
            let mut words = String::new();
            for action in &target[known..] {
                words = table.play(action)?.words;
            }
            if !at_end {
                table.go(cursor)?;
            }
            Ok::<_, String>(words)
        });
        match done {
            Some(Ok(words)) => {
                self.sitting.say(&words);
                self.shown.set_value(target.to_vec());
            }
            _ => self.lay_out(target.to_vec(), self.contest()),
        }
    }

    /// The game on a board of one's own.
    pub(crate) fn copy(self) -> Option<GameSession> {
        self.sitting.table.with_untracked(|table| GameSession::from_tree(table.tree().clone(), table.cursor()).ok())
    }
}

/// The game with these actions on a table, at its end.
pub(super) fn table_of(room: &Room, actions: &[String]) -> Option<Result<GameSession, String>> {
    let header = room.header();
    let mut tree = GameTree::new(header.game.clone());
    if room.game().start().position() != header.start {
        tree.setup = Some(header.start.clone());
    }
    let mut last = GameTree::ROOT;
    for action in actions {
        last = tree.add(last, Some(Event::Action(action.clone())));
    }
    tree.ending = ended(room);
    Some(GameSession::from_tree(tree, last))
}

/// How the players ended the game, as records say it; nothing where the rules did, which the moves show themselves.
fn ended(room: &Room) -> Option<Ending> {
    let ending = room.ending()?;
    let reason = match ending.cause? {
        EndCause::Resignation => "resignation",
        EndCause::Timeout => "time",
        EndCause::Agreement => "agreement",
        EndCause::Abandonment => "forfeit",
        EndCause::Aborted => return None,
    };
    Some(Ending { winner: ending.winner.map(Player::from), reason: reason.to_string() })
}

impl Elsewhere for Online {
    fn objection(&self) -> Option<String> {
        let online = *self;
        let pending = online.pending.with(Option::is_some);
        let side = online.side.get();
        let words = online.room.with(|room| {
            let Some(room) = room else { return Some(text().fetching.to_string()) };
            if let Some(ending) = room.ending() {
                return Some(fill(text().is_over, &[("reason", &ending.reason)]));
            }
            let Some(to_move) = room.to_move() else { return Some(text().has_not_started.to_string()) };
            match side {
                None => Some(text().you_watch.to_string()),
                Some(side) if side != to_move => Some(fill(text().their_turn, &[("name", &online.name_of(to_move))])),
                Some(_) if pending => Some(text().turn_under_way.to_string()),
                Some(_) => None,
            }
        });
        words.or_else(|| (!online.sitting.is_at_end()).then(|| text().looking_back.to_string()))
    }

    fn turn_made(&self) {
        self.send_turn();
    }

    fn arrived(&self) {
        self.show(false);
    }
}

//! A table that shows a game at a server: turns made here are handed over whole, and turns made there arrive.

use hexarium_formats::Ending;
use hexarium_games::registry;
use hexarium_kernel::{Flow, PerPlayer, Player};
use hexarium_session::{Played, words};
use hexarium_wire::http::{GameStatus, Lobby, NewGame};
use hexarium_wire::{Clock, Fischer, GameCommand};

use super::Sitting;
use crate::Seat;
use crate::command::{Command, sentence};
use crate::errand::Errand;
use crate::online::{Asked, News, Request, Seen, in_words, numbered};

/// What a table knows of a game at a server.
#[derive(Default)]
pub(super) struct Elsewhere {
    /// The game; nothing while its player is looking for one.
    seen: Option<Seen>,
    /// How many actions on the table the server knows, or will know.
    shown: usize,
    /// Whether some of them are on their way.
    pending: bool,
    lobby: Option<Lobby>,
    /// Why the server cannot be reached.
    lost: Option<String>,
    /// Whether the list of games is to be said when it comes.
    curious: bool,
    /// The game that was left: what is still heard of it comes too late.
    left: Option<String>,
}

impl Sitting {
    /// From now on the games at a server are played. `aloud` are lists said to those who do not see them.
    pub(crate) fn go_online(&mut self, name: &str, address: &str, aloud: bool) {
        (self.at_server, self.aloud) = (true, aloud);
        self.elsewhere = Some(Elsewhere { curious: aloud, ..Elsewhere::default() });
        self.seats = PerPlayer([Seat::Away; 2]);
        self.errands.clear();
        self.said.clear();
        self.halt();
        self.say(format!("You are {name} at {address}."));
    }

    /// The games at the server, while none is played.
    pub(crate) fn lobby(&self) -> Option<&Lobby> {
        self.elsewhere.as_ref().filter(|elsewhere| elsewhere.seen.is_none())?.lobby.as_ref()
    }

    pub(crate) fn is_online(&self) -> bool {
        self.at_server
    }

    /// Whether a game at the server is being looked at.
    pub(crate) fn seen(&self) -> Option<&Seen> {
        self.elsewhere.as_ref()?.seen.as_ref()
    }

    /// Why the server cannot be reached, while that is so.
    pub(crate) fn lost(&self) -> Option<&str> {
        self.elsewhere.as_ref()?.lost.as_deref()
    }

    pub(super) fn waits_for_somebody(&self) -> bool {
        self.seen().is_some_and(|seen| seen.names.is_none() && seen.over.is_none())
    }

    /// A game that was called off has no ending that records know.
    pub(super) fn called_off(&self) -> Option<Ending> {
        let over = self.seen()?.over.as_ref()?;
        Some(Ending { winner: over.winner, reason: over.reason.clone() })
    }

    pub(super) fn name_elsewhere(&self, player: Player) -> Option<String> {
        let seen = self.seen()?;
        match (&seen.names, seen.you == Some(player)) {
            (Some(names), true) => Some(format!("you, {}", names[player])),
            (Some(names), false) => Some(names[player].clone()),
            (None, _) => Some("nobody yet".to_string()),
        }
    }

    /// An engine beside the board is for those who watch, and for games that are over.
    pub(super) fn help_is_fair(&self) -> bool {
        self.seen().is_none_or(|seen| seen.you.is_none() || seen.over.is_some())
    }

    pub(super) fn barred_elsewhere(&self) -> Option<String> {
        let elsewhere = self.elsewhere.as_ref()?;
        let Some(seen) = &elsewhere.seen else {
            return Some("Choose a game first: games lists them.".to_string());
        };
        if let Some(ending) = self.ending() {
            return Some(words::ending(self.table.game(), &ending));
        }
        if elsewhere.pending {
            return Some("Your turn is on its way to the server.".to_string());
        }
        if self.table.can_forward() {
            return Some("You are looking back: go to the end of the game first.".to_string());
        }
        match (seen.you, seen.to_move) {
            (_, None) => Some("Nobody has joined yet.".to_string()),
            (None, _) => Some("You are watching.".to_string()),
            (Some(you), Some(to_move)) if you != to_move => {
                Some(format!("It is {}'s turn.", self.table.game().player_name(to_move)))
            }
            _ => None,
        }
    }

    /// A turn that is complete is sent.
    pub(super) fn hand_over(&mut self, played: &Played) {
        let Some(Elsewhere { seen: Some(seen), shown, pending, .. }) = &mut self.elsewhere else { return };
        if played.flow == Flow::SameTurn {
            return;
        }
        let actions = self.table.actions();
        let turn = actions.get(*shown..).unwrap_or_default().to_vec();
        (*shown, *pending) = (actions.len(), true);
        let act = GameCommand::Turn { number: seen.turns.len() as u32, actions: turn };
        self.errands.push(Errand::Ask(Request::Act { game: seen.id.clone(), act }));
    }

    pub(super) fn undo_elsewhere(&mut self) {
        let tried = self.elsewhere.as_ref().is_some_and(|elsewhere| self.table.actions().len() > elsewhere.shown);
        if tried {
            let id = self.table.cursor();
            self.table.back();
            // What was never final leaves no trace.
            let _ = self.table.remove(id);
            self.halt();
            return self.say("Taken back.");
        }
        self.do_there(GameCommand::RequestTakeback);
    }

    pub(super) fn resign_elsewhere(&mut self) {
        // Before both have made a turn a game is called off, which counts for nothing.
        let early = self.seen().is_some_and(|seen| seen.turns.len() < 2);
        self.do_there(if early { GameCommand::Abort } else { GameCommand::Resign });
    }

    fn do_there(&mut self, act: GameCommand) {
        match self.seen() {
            Some(seen) => self.errands.push(Errand::Ask(Request::Act { game: seen.id.clone(), act })),
            None => self.say("Choose a game first: games lists them."),
        }
    }

    /// Does what only makes sense at a server.
    pub(super) fn carry_out_elsewhere(&mut self, command: Command) {
        if self.elsewhere.is_none() {
            return self.say("That is for games at a server: hexarium play --server URL.");
        }
        match command {
            Command::Lobby => self.leave_game(),
            Command::Join(number) => self.join(&number),
            Command::Host(text) => self.host(&text),
            Command::Draw => self.do_there(GameCommand::OfferDraw),
            Command::TakeBack => self.do_there(GameCommand::RequestTakeback),
            Command::Rematch => self.do_there(GameCommand::Rematch),
            Command::Accept => match self.asked_of_me() {
                Some(Asked::Draw(_)) => self.do_there(GameCommand::OfferDraw),
                Some(Asked::TakeBack(_)) => self.do_there(GameCommand::AcceptTakeback),
                None => self.say("Nobody has asked you anything."),
            },
            Command::Decline => match self.asked_of_me() {
                Some(Asked::Draw(_)) => self.do_there(GameCommand::DeclineDraw),
                Some(Asked::TakeBack(_)) => self.do_there(GameCommand::DeclineTakeback),
                None => self.say("Nobody has asked you anything."),
            },
            _ => {}
        }
    }

    /// What the opponent has asked and waits for.
    pub(crate) fn asked_of_me(&self) -> Option<Asked> {
        let seen = self.seen()?;
        seen.asked.filter(|asked| {
            let (Asked::Draw(by) | Asked::TakeBack(by)) = *asked;
            seen.you == Some(by.other())
        })
    }

    /// Leaves the game, which goes on without its watcher, and looks for another.
    pub(crate) fn leave_game(&mut self) {
        if let Some(elsewhere) = &mut self.elsewhere {
            // The list that was last heard counts until there is a newer one.
            let (lost, lobby) = (elsewhere.lost.take(), elsewhere.lobby.take());
            let left = elsewhere.seen.take().map(|seen| seen.id).or(elsewhere.left.take());
            *elsewhere = Elsewhere { curious: self.aloud, lost, lobby, left, ..Elsewhere::default() };
            self.halt();
            self.errands.push(Errand::Ask(Request::Lobby));
        }
    }

    /// Takes up the game of a number in the list.
    pub(crate) fn join(&mut self, number: &str) {
        let lobby = self.elsewhere.as_ref().and_then(|elsewhere| elsewhere.lobby.as_ref());
        let Some(lobby) = lobby else { return self.say("The list of games has not come yet.") };
        let games = numbered(lobby);
        let Some(listing) = number.parse::<usize>().ok().and_then(|n| games.get(n.checked_sub(1)?)) else {
            let count = games.len();
            return self.say(format!("There is no game {}; there are {count}.", hexarium_kernel::shortened(number)));
        };
        let own = lobby.yours.iter().any(|own| own.id == listing.id);
        let request = match listing.status {
            GameStatus::Open if !own => Request::Join(listing.id.clone()),
            _ => Request::Visit(listing.id.clone()),
        };
        if let Some(elsewhere) = &mut self.elsewhere {
            elsewhere.left = None;
        }
        self.errands.push(Errand::Ask(request));
    }

    /// Opens a game: `hex`, `hex(size=7) 5+3`, `hex 2d`.
    pub(crate) fn host(&mut self, text: &str) {
        let (game, clock) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let opening = registry::open(game, &[]).map_err(|e| e.to_string()).and_then(|game| {
            let clock = parse_clock(clock.trim())?;
            Ok(NewGame {
                game: game.canonical_id(),
                start: None,
                random_setup: false,
                clock,
                host_side: None,
                rated: false,
                listed: true,
            })
        });
        match opening {
            Ok(opening) => self.errands.push(Errand::Ask(Request::Open(opening))),
            Err(problem) => self.say(sentence(problem)),
        }
    }

    /// Takes what was heard from the server.
    pub(super) fn hear(&mut self, news: News) {
        let Some(elsewhere) = &mut self.elsewhere else { return };
        match news {
            News::Lobby(lobby) => {
                let curious = std::mem::take(&mut elsewhere.curious);
                let was_lost = elsewhere.lost.take().is_some();
                elsewhere.lobby = Some(*lobby);
                if was_lost {
                    self.say("The server is there again.");
                }
                if curious {
                    self.lobby_in_words().into_iter().for_each(|line| self.say(line));
                }
            }
            News::Game(seen) if elsewhere.left.as_ref() == Some(&seen.id) => {}
            News::Game(seen) => self.see(*seen),
            News::Refused { message, turn } => {
                self.say(sentence(message));
                if turn {
                    self.show_again();
                }
            }
            News::Lost(reason) => {
                if elsewhere.lost.replace(reason.clone()).is_none() {
                    self.say(format!("The server cannot be reached ({reason}); it is tried again."));
                }
            }
            News::Back => {
                if elsewhere.lost.take().is_some() {
                    self.say("The server is there again.");
                }
            }
        }
    }

    /// The list of games, numbered.
    pub(crate) fn lobby_in_words(&self) -> Vec<String> {
        let Some(lobby) = self.elsewhere.as_ref().and_then(|elsewhere| elsewhere.lobby.as_ref()) else {
            return Vec::new();
        };
        let games = numbered(lobby);
        if games.is_empty() {
            return vec!["Nobody is here. Open a game with host, as in: host hex 5+3.".to_string()];
        }
        games.iter().enumerate().map(|(n, listing)| format!("{}. {}", n + 1, in_words(lobby, listing))).collect()
    }

    /// The game as it stands now.
    fn see(&mut self, seen: Seen) {
        let Some(elsewhere) = &mut self.elsewhere else { return };
        let old = elsewhere.seen.replace(seen.clone());
        let Some(old) = old.filter(|old| old.id == seen.id) else {
            self.show_again();
            self.say(self.introduction());
            return self.tell_standing(None, &seen);
        };
        let (target, table) = (seen.actions(), self.table.actions());
        let line = &table[..elsewhere.shown.min(table.len())];
        let tried = table.len() > elsewhere.shown;
        if elsewhere.pending && target.len() < elsewhere.shown && line.starts_with(&target) {
            // The server does not have it yet.
        } else if target.starts_with(line) && !(tried && target.len() > elsewhere.shown) && seen.you == old.you {
            let new = target[line.len()..].to_vec();
            (elsewhere.shown, elsewhere.pending) = (target.len(), false);
            self.receive(&new);
        } else {
            self.show_again();
        }
        if old.names.is_none() && seen.names.is_some() {
            self.show_again();
            self.say(self.who_plays());
        }
        if seen.turns.len() < old.turns.len() {
            self.say(format!("Taken back to turn {}.", seen.turns.len() + 1));
        }
        self.tell_standing(Some(&old), &seen);
    }

    /// Actions that were made elsewhere happen here too; whoever looks back goes on looking.
    fn receive(&mut self, actions: &[String]) {
        if actions.is_empty() {
            return;
        }
        let (cursor, at_end) = (self.table.cursor(), !self.table.can_forward());
        self.table.to_end();
        for action in actions {
            match self.table.play(action) {
                Ok(played) => self.say(played.words),
                Err(_) => return self.show_again(),
            }
        }
        if !at_end {
            // It was there a moment ago.
            let _ = self.table.go(cursor);
        }
        self.changed();
    }

    /// Lays the game out as the server knows it.
    fn show_again(&mut self) {
        let Some(Elsewhere { seen: Some(seen), shown, pending, .. }) = &mut self.elsewhere else { return };
        let seats = PerPlayer(Player::BOTH.map(|p| if seen.you == Some(p) { Seat::Person } else { Seat::Away }));
        (*shown, *pending) = (seen.actions().len(), false);
        match seen.table() {
            Ok(table) => self.lay_out(table, seats),
            Err(problem) => self.say(format!("This game cannot be shown: {problem}.")),
        }
    }

    /// Says what is new beside the board.
    fn tell_standing(&mut self, old: Option<&Seen>, seen: &Seen) {
        let name = |player: Player| seen.names.as_ref().map_or_else(|| "somebody".to_string(), |n| n[player].clone());
        let mut news = Vec::new();
        if seen.asked != old.and_then(|old| old.asked) {
            match seen.asked {
                Some(Asked::Draw(by)) if seen.you != Some(by) => {
                    news.push(format!("{} offers a draw: accept or decline.", name(by)));
                }
                Some(Asked::TakeBack(by)) if seen.you != Some(by) => {
                    news.push(format!("{} asks for the last turn again: accept or decline.", name(by)));
                }
                Some(_) => news.push("Your question was passed on.".to_string()),
                None if seen.over.is_none() => news.push("That question is settled.".to_string()),
                None => {}
            }
        }
        if let Some(over) = seen.over.as_ref().filter(|_| old.is_none_or(|old| old.over.is_none())) {
            let ending = Ending { winner: over.winner, reason: over.reason.clone() };
            news.push(words::ending(self.table.game(), &ending));
        }
        for player in Player::BOTH.into_iter().filter(|player| seen.names.is_some() && seen.you != Some(*player)) {
            let was = old.is_some_and(|old| old.away[player]);
            match (was, seen.away[player] && seen.over.is_none()) {
                (false, true) => news.push(format!("{} is away.", name(player))),
                (true, false) if seen.over.is_none() => news.push(format!("{} is there again.", name(player))),
                _ => {}
            }
            if seen.rematch[player] && old.is_none_or(|old| !old.rematch[player]) && seen.next.is_none() {
                news.push(format!("{} would like a rematch.", name(player)));
            }
        }
        if let Some(next) = seen.next.as_ref().filter(|_| old.is_some_and(|old| old.next.is_none())) {
            news.push("The next game begins.".to_string());
            self.errands.push(Errand::Ask(Request::Visit(next.clone())));
        }
        news.into_iter().for_each(|words| self.say(words));
    }
}

/// A clock: nothing, `5+3` for minutes and seconds a turn, `2d` for days a turn.
fn parse_clock(text: &str) -> Result<Clock, String> {
    let bad = || format!("'{}' is no clock; 5+3 or 2d would do", hexarium_kernel::shortened(text));
    let clock = if text.is_empty() {
        Clock::Unlimited
    } else if let Some(days) = text.strip_suffix('d') {
        Clock::Correspondence(days.parse().map_err(|_| bad())?)
    } else {
        let (minutes, increment) = text.split_once('+').ok_or_else(bad)?;
        let minutes: u32 = minutes.trim().parse().map_err(|_| bad())?;
        let initial = minutes.checked_mul(60).ok_or_else(bad)?;
        Clock::Fischer(Fischer { initial, increment: increment.trim().parse().map_err(|_| bad())? })
    };
    clock.problem().map_or(Ok(clock), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_written_as_players_say_them() {
        assert_eq!(parse_clock(""), Ok(Clock::Unlimited));
        assert_eq!(parse_clock("5+3"), Ok(Clock::Fischer(Fischer { initial: 300, increment: 3 })));
        assert_eq!(parse_clock("2d"), Ok(Clock::Correspondence(2)));
        for bad in ["5", "x+1", "99999999+1", "0+0", "99d", "d"] {
            assert!(parse_clock(bad).is_err(), "{bad}");
        }
    }
}

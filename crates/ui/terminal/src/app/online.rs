//! Games on a server.

use hexarium_kernel::{PerPlayer, Player, shortened};
use hexarium_room::Offer;
use hexarium_session::words::sentence;
use hexarium_session::{Contest, GameController, PlayerKind, RemoteGame};
use hexarium_wire::http::{GameStatus, Lobby, NewGame};
use hexarium_wire::{Clock, Fischer, GameCommand, Millis, Side};

use super::{App, PREFERENCES};
use crate::command::Command;
use crate::effect::Effect;
use crate::online::{Request, ServerEvent, is_own, new_key, numbered, summary};

/// The state of the games on a server.
pub(super) struct Online {
    /// The id of this client's user.
    user: String,
    lobby: Option<Lobby>,
    /// The reason why the server cannot be reached.
    lost: Option<String>,
    /// Whether lists are announced, as in line mode.
    announces_lists: bool,
    /// Whether the next list of games is announced.
    list_wanted: bool,
    /// Milliseconds by which the server's clock is ahead, and the arrival of the last message.
    ahead: Millis,
    arrived: Millis,
}

impl App {
    /// Switches to a server. `announces_lists` is for front ends that do not show lists.
    pub(crate) fn go_online(&mut self, user: &str, name: &str, address: &str, announces_lists: bool) {
        self.online = Some(Online {
            user: user.to_string(),
            lobby: None,
            lost: None,
            announces_lists,
            list_wanted: announces_lists,
            ahead: 0,
            arrived: 0,
        });
        self.effects.clear();
        self.messages.clear();
        let players = PerPlayer([PlayerKind::Remote; 2]);
        self.control(|controller| controller.set_players(Contest::of_sides(players)));
        self.effects.clear();
        self.say(format!("You are playing as {name} on {address}."));
    }

    pub(crate) fn is_online(&self) -> bool {
        self.online.is_some()
    }

    /// The list of games, while none is entered.
    pub(crate) fn lobby(&self) -> Option<&Lobby> {
        self.online.as_ref().filter(|_| self.remote().is_none())?.lobby.as_ref()
    }

    /// The reason why the server cannot be reached.
    pub(crate) fn lost(&self) -> Option<&str> {
        self.online.as_ref()?.lost.as_deref()
    }

    /// The time left to a side at a time of this machine.
    pub(crate) fn time_left(&self, side: Player, now: Millis) -> Option<Millis> {
        let ahead = self.online.as_ref()?.ahead;
        self.remote()?.room()?.time_left(Side::from(side), now + ahead)
    }

    pub(super) fn set_clock(&mut self, server: Millis) {
        if let Some(online) = &mut self.online {
            online.ahead = server - online.arrived;
        }
    }

    /// The name of the player of a side on the server.
    pub(super) fn remote_player_text(&self, side: Player) -> Option<String> {
        let remote = self.remote()?;
        match (remote.name(side.into()), remote.player() == Some(side)) {
            (Some(name), true) => Some(format!("you, {name}")),
            (Some(name), false) => Some(name),
            (None, _) => Some("open".to_string()),
        }
    }

    pub(super) fn undo_online(&mut self) {
        if self.control(GameController::undo_draft) {
            return self.say("Taken back.");
        }
        self.send_command(GameCommand::RequestTakeback);
    }

    pub(super) fn resign_online(&mut self) {
        // Before both have made a turn the game has no result.
        let is_early = self.remote().and_then(RemoteGame::room).is_some_and(|room| room.turns().len() < 2);
        self.send_command(if is_early { GameCommand::Abort } else { GameCommand::Resign });
    }

    fn send_command(&mut self, command: GameCommand) {
        if self.remote().is_none() {
            return self.say("Join a game first. Enter games for the list.");
        }
        self.control(|controller| controller.send_command(command));
    }

    /// Executes a command for games on a server.
    pub(super) fn execute_online(&mut self, command: Command) {
        if self.online.is_none() {
            return self.say("Available in online games only: start hexarium play --server URL.");
        }
        match command {
            Command::Lobby => self.leave_game(),
            Command::Join(number) => self.join(&number),
            Command::Host(text) => self.host(&text),
            Command::Draw => self.send_command(GameCommand::OfferDraw),
            Command::Takeback => self.send_command(GameCommand::RequestTakeback),
            Command::Rematch => self.send_command(GameCommand::Rematch),
            Command::Accept => match self.offer_to_me() {
                Some(Offer::Draw(_)) => self.send_command(GameCommand::OfferDraw),
                Some(Offer::Takeback(_)) => self.send_command(GameCommand::AcceptTakeback),
                None => self.say("There is no offer."),
            },
            Command::Decline => match self.offer_to_me() {
                Some(Offer::Draw(_)) => self.send_command(GameCommand::DeclineDraw),
                Some(Offer::Takeback(_)) => self.send_command(GameCommand::DeclineTakeback),
                None => self.say("There is no offer."),
            },
            _ => {}
        }
    }

    /// The offer of the opponent.
    pub(crate) fn offer_to_me(&self) -> Option<Offer> {
        self.remote()?.offer_to_me()
    }

    /// Leaves the game, which continues, and lists the games.
    pub(crate) fn leave_game(&mut self) {
        self.control(GameController::leave);
        if let Some(online) = &mut self.online {
            // The last list is shown until there is a newer one.
            online.list_wanted = online.announces_lists;
            self.effects.push(Effect::Request(Request::Lobby));
        }
    }

    /// Joins or enters the game of a number in the list.
    pub(crate) fn join(&mut self, number: &str) {
        let Some(lobby) = self.online.as_ref().and_then(|online| online.lobby.as_ref()) else {
            return self.say("The list of games is not loaded yet.");
        };
        let games = numbered(lobby);
        let Some(game) = number.parse::<usize>().ok().and_then(|n| games.get(n.checked_sub(1)?)) else {
            let count = games.len();
            return self.say(format!("Invalid game {}: expected 1 to {count}.", shortened(number)));
        };
        let request = match game.status {
            GameStatus::Open if !is_own(lobby, game) => Request::Join(game.id.clone()),
            _ => Request::Enter(game.id.clone()),
        };
        self.effects.push(Effect::Request(request));
    }

    /// Creates a game: `hex`, `hex(size=7) 5+3`, `hex 2d`.
    pub(crate) fn host(&mut self, text: &str) {
        let (game, clock) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let opened = self.games().open(game).map_err(|e| e.to_string());
        let new = opened.and_then(|game| {
            Ok(NewGame {
                game: game.canonical_id(),
                start: None,
                random_setup: false,
                clock: parse_clock(clock.trim())?,
                host_side: None,
                rated: false,
                listed: true,
            })
        });
        match new {
            Ok(new) => self.effects.push(Effect::Request(Request::Create(new))),
            Err(problem) => self.say(sentence(&problem)),
        }
    }

    /// Handles an event from the server.
    pub(super) fn handle_server(&mut self, event: ServerEvent) {
        let Some(online) = &mut self.online else { return };
        match event {
            ServerEvent::Lobby(lobby) => {
                let is_wanted = std::mem::take(&mut online.list_wanted);
                online.lobby = Some(*lobby);
                self.set_connected();
                if is_wanted {
                    self.lobby_lines().into_iter().for_each(|line| self.say(line));
                }
            }
            ServerEvent::Entered(id) => self.enter(&id),
            ServerEvent::Message(message, arrived) => {
                online.arrived = arrived;
                let user = online.user.clone();
                let before = RemoteStatus::of(self);
                self.control(|controller| controller.receive(*message, Some(&user)));
                self.announce_status(&before);
            }
            ServerEvent::Rejected(message) => self.say(sentence(&message)),
            ServerEvent::Disconnected(reason) => {
                if online.lost.replace(reason.clone()).is_none() {
                    self.say(format!("Connection lost ({}). Reconnecting…", reason.trim_end_matches('.')));
                }
            }
            ServerEvent::Connected => self.set_connected(),
        }
    }

    fn set_connected(&mut self) {
        if self.online.as_mut().and_then(|online| online.lost.take()).is_some() {
            self.say("Reconnected.");
        }
    }

    fn enter(&mut self, id: &str) {
        self.control(GameController::leave);
        // The previous board is shown until the snapshot arrives.
        let Ok(session) = self.session().at_node(self.session().cursor()) else { return };
        let game = RemoteGame::new(self.games(), id, None);
        self.controller = GameController::remote_game(session, game, PREFERENCES, new_key);
        self.collect();
    }

    /// The numbered list of games.
    pub(crate) fn lobby_lines(&self) -> Vec<String> {
        let Some(lobby) = self.online.as_ref().and_then(|online| online.lobby.as_ref()) else {
            return Vec::new();
        };
        let games = numbered(lobby);
        if games.is_empty() {
            return vec!["No games. Create one with host, for example: host hex 5+3.".to_string()];
        }
        games.iter().enumerate().map(|(n, game)| format!("{}. {}", n + 1, summary(lobby, game))).collect()
    }

    /// Announces changes beside the board.
    fn announce_status(&mut self, before: &RemoteStatus) {
        let now = RemoteStatus::of(self);
        if now.is_known && !before.is_known {
            if let Some(error) = self.remote().and_then(RemoteGame::error) {
                self.say(sentence(error));
            }
            self.say(self.introduction());
            if let Some(result) = self.controller.result() {
                self.say(result);
            }
        } else if now.is_started && !before.is_started {
            self.say(self.players_text());
        }
        if now.has_offer && !before.has_offer {
            self.say("Reply with accept or decline.");
        }
        for player in Player::BOTH {
            let name = || self.controller.side_name(player.into());
            match (before.away[player], now.away[player]) {
                (false, true) => self.say(format!("{} is away.", name())),
                (true, false) => self.say(format!("{} is back.", name())),
                _ => {}
            }
        }
    }
}

/// The state beside the board.
struct RemoteStatus {
    is_known: bool,
    is_started: bool,
    has_offer: bool,
    /// The opponents who are away during the game.
    away: PerPlayer<bool>,
}

impl RemoteStatus {
    fn of(app: &App) -> Self {
        let remote = app.remote();
        let room = remote.and_then(RemoteGame::room);
        let is_playing = room.is_some_and(|room| room.to_move().is_some());
        let is_away = |player: Player| {
            remote.is_some_and(|remote| {
                is_playing && remote.player() != Some(player) && remote.away().of(player.into()).is_some()
            })
        };
        Self {
            is_known: room.is_some() || remote.is_some_and(|remote| remote.error().is_some()),
            is_started: room.is_some_and(|room| room.participants().is_some()),
            has_offer: app.offer_to_me().is_some(),
            away: PerPlayer(Player::BOTH.map(is_away)),
        }
    }
}

/// Parses a clock: empty, `5+3` for minutes and seconds per turn, `2d` for days per turn.
fn parse_clock(text: &str) -> Result<Clock, String> {
    let bad = || format!("Invalid clock '{}': expected 5+3 or 2d", shortened(text));
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
    fn clocks_are_parsed() {
        assert_eq!(parse_clock(""), Ok(Clock::Unlimited));
        assert_eq!(parse_clock("5+3"), Ok(Clock::Fischer(Fischer { initial: 300, increment: 3 })));
        assert_eq!(parse_clock("2d"), Ok(Clock::Correspondence(2)));
        for bad in ["5", "x+1", "99999999+1", "0+0", "99d", "d"] {
            assert!(parse_clock(bad).is_err(), "{bad}");
        }
    }
}

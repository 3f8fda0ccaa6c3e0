//! A game on a server: the confirmed game, and how the board relates to it.

use std::collections::VecDeque;

use hexarium_formats::{Ending as TreeEnding, Event as TreeEvent, GameTree};
use hexarium_kernel::Player;
use hexarium_room::{Offer, Room, participant_name};
use hexarium_wire::{
    ClientMessage, Entry, ErrorCode, Event, GameCommand, GameSnapshot, Millis, Participant, ServerMessage, Side, Sides,
    User,
};

use crate::{GameSession, Games, PendingTurn};

/// The relation between the board and the confirmed game.
///
/// ```text
///             snapshot                  action made              turn complete
///  Loading ─────────────► UpToDate ───────────────► Ahead ───────────────────► Sent
///                          ▲  │ ▲                                               │ │
///          all turns shown │  │ └────────────── turn event with the key ────────┤ │ confirmed
///                          │  ▼ new turns                                       │ ▼
///                         Behind                                            Confirmed
/// ```
///
/// A rejected turn, a takeback, or a turn by the same player in another window resets the board to
/// the confirmed game, from any state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SyncState {
    /// No snapshot has arrived yet.
    Loading,
    /// The board shows the confirmed turns.
    UpToDate,
    /// The board lacks confirmed turns. It shows this number of actions of the first of them.
    Behind(usize),
    /// The board has actions of a turn that was not sent yet.
    Ahead,
    /// The board has a whole turn that was sent.
    Sent(PendingTurn),
    /// The server has stored the turn; its event has not arrived yet.
    Confirmed(PendingTurn),
}

/// A consequence of a message for the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BoardChange {
    /// Show the next action.
    Advance,
    /// Build the board again from the confirmed game and the pending turn.
    Reset,
    /// The game was ended by its players.
    End(TreeEnding),
    /// Announce an event that is not a turn; `true` if it concerns this player's request.
    Announce(Event),
    /// The pending turn is stored or removed.
    StorePending,
    /// The server rejected the pending turn.
    Rejected(String),
    /// A message to the player.
    Notice(String),
    /// Send a message.
    Send(ClientMessage),
    /// The server's time.
    SetClock(Millis),
    /// The next game of the two players.
    OpenGame(String),
}

/// A game on a server, as a player or spectator sees it.
pub struct RemoteGame {
    id: String,
    games: Games,
    room: Option<Room>,
    state: SyncState,
    /// The number of confirmed turns that the board shows completely.
    shown: usize,
    side: Option<Side>,
    users: Vec<User>,
    away: Sides<Option<Millis>>,
    spectators: u32,
    score: (Sides<u32>, u32),
    /// The reason why the game cannot be shown.
    error: Option<String>,
    /// The turn of an earlier visit that may not have arrived.
    stored: Option<PendingTurn>,
    /// Commands other than turns to which the server has not responded, with their keys.
    commands: Vec<(String, GameCommand)>,
}

impl RemoteGame {
    /// A game of which nothing is known yet. `stored` is its pending turn of an earlier visit.
    pub fn new(games: Games, id: &str, stored: Option<PendingTurn>) -> Self {
        Self {
            id: id.to_string(),
            games,
            room: None,
            state: SyncState::Loading,
            shown: 0,
            side: None,
            users: Vec::new(),
            away: Sides::default(),
            spectators: 0,
            score: Default::default(),
            error: None,
            stored,
            commands: Vec::new(),
        }
    }

    /// The id of the game.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The confirmed game, after the first snapshot.
    pub fn room(&self) -> Option<&Room> {
        self.room.as_ref()
    }

    /// The relation between the board and the confirmed game.
    pub fn state(&self) -> &SyncState {
        &self.state
    }

    /// The side of this client; none for spectators.
    pub fn side(&self) -> Option<Side> {
        self.side
    }

    /// The users who play, and the host.
    pub fn users(&self) -> &[User] {
        &self.users
    }

    /// The time since which each side has been away.
    pub fn away(&self) -> Sides<Option<Millis>> {
        self.away
    }

    /// The number of spectators.
    pub fn spectators(&self) -> u32 {
        self.spectators
    }

    /// Games of the contest won by each side, without this one, and drawn ones.
    pub fn score(&self) -> (Sides<u32>, u32) {
        self.score
    }

    /// The reason why the game cannot be shown.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// The turn that was sent and whose event has not arrived yet.
    pub fn pending(&self) -> Option<&PendingTurn> {
        match &self.state {
            SyncState::Sent(turn) | SyncState::Confirmed(turn) => Some(turn),
            _ => None,
        }
    }

    /// The pending turn as far as it must be stored: until the server has it.
    pub(crate) fn to_store(&self) -> Option<&PendingTurn> {
        if let SyncState::Sent(turn) = &self.state { Some(turn) } else { None }
    }

    /// The side to move, while the game is being played.
    pub fn to_move(&self) -> Option<Side> {
        self.room.as_ref()?.to_move()
    }

    /// Whether this client is to move.
    pub fn is_my_turn(&self) -> bool {
        self.side.is_some() && self.side == self.to_move() && self.pending().is_none()
    }

    /// Whether the game waits for an opponent.
    pub fn is_open(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.participants().is_none() && room.ending().is_none())
    }

    /// Whether the confirmed game is over.
    pub fn is_over(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.ending().is_some())
    }

    /// The offer of the opponent.
    pub fn offer_to_me(&self) -> Option<Offer> {
        let (offer, side) = (self.room.as_ref()?.offer()?, self.side?);
        let (Offer::Draw(by) | Offer::Takeback(by)) = offer;
        (by == side.other()).then_some(offer)
    }

    /// The displayed name of a side's player; none while it is free.
    pub fn name(&self, side: Side) -> Option<String> {
        let room = self.room.as_ref()?;
        match room.participants() {
            Some(participants) => Some(participant_name(participants.of(side), &self.users)),
            None if room.header().host_side == Some(side) => self.user_name(&room.header().host),
            None => None,
        }
    }

    /// The displayed name of a user.
    pub fn user_name(&self, id: &str) -> Option<String> {
        self.users
            .iter()
            .any(|user| user.id == id)
            .then(|| participant_name(&Participant::User(id.to_string()), &self.users))
    }

    /// The message that asks for all events after those that are known.
    pub fn subscription(&self) -> ClientMessage {
        let since = self.room.as_ref().map_or(0, Room::seq);
        ClientMessage::Subscribe { game: self.id.clone(), since }
    }

    /// The messages of the commands that the server may not have, under the keys of their first
    /// attempts.
    pub(crate) fn resend(&self) -> impl Iterator<Item = ClientMessage> {
        let turn = self.to_store().map(|turn| {
            let PendingTurn { key, number, actions } = turn.clone();
            (key, GameCommand::Turn { number, actions })
        });
        let commands = turn.into_iter().chain(self.commands.iter().cloned());
        commands.map(|(key, command)| self.command(key, command))
    }

    fn command(&self, key: String, command: GameCommand) -> ClientMessage {
        ClientMessage::Command { game: self.id.clone(), key, command }
    }

    /// Sends a command other than a turn.
    pub(crate) fn send_command(&mut self, key: String, command: GameCommand) -> ClientMessage {
        self.commands.push((key.clone(), command.clone()));
        self.command(key, command)
    }

    /// The board of the confirmed game with the pending turn, at its end.
    pub(crate) fn board(&mut self) -> Result<GameSession, String> {
        let Some(room) = &self.room else { return Err("the game is not known yet".to_string()) };
        self.shown = room.turns().len();
        if !matches!(self.state, SyncState::Sent(_) | SyncState::Confirmed(_)) {
            self.state = SyncState::UpToDate;
        }
        let mut tree = room.game_tree();
        let mut last = tree.main_line().last().copied().unwrap_or(GameTree::ROOT);
        let number = room.turns().len();
        if let Some(turn) = self.pending().filter(|turn| turn.number as usize == number) {
            for action in turn.actions.clone() {
                last = tree.add(last, Some(TreeEvent::Action(action)));
            }
        }
        GameSession::from_tree(self.games, tree, last)
    }

    /// The next confirmed action that the board lacks.
    pub(crate) fn next_action(&self) -> Option<&str> {
        let SyncState::Behind(part) = self.state else { return None };
        Some(self.room.as_ref()?.turns().get(self.shown)?.actions.get(part)?)
    }

    /// Notes that the board shows the next confirmed action.
    pub(crate) fn advanced(&mut self) {
        let (SyncState::Behind(part), Some(room)) = (&mut self.state, &self.room) else { return };
        *part += 1;
        if room.turns().get(self.shown).is_some_and(|turn| *part >= turn.actions.len()) {
            self.shown += 1;
            self.state = if self.shown < room.turns().len() { SyncState::Behind(0) } else { SyncState::UpToDate };
        }
    }

    /// Notes an action of this player on the board.
    pub(crate) fn action_made(&mut self) {
        if self.state == SyncState::UpToDate {
            self.state = SyncState::Ahead;
        }
    }

    /// Notes that the actions of the turn were taken back.
    pub(crate) fn draft_removed(&mut self) {
        if self.state == SyncState::Ahead {
            self.state = SyncState::UpToDate;
        }
    }

    /// The number of actions on the board that belong to confirmed or sent turns.
    pub(crate) fn settled_actions(&self) -> usize {
        let Some(room) = &self.room else { return 0 };
        let shown: usize = room.turns().iter().take(self.shown).map(|turn| turn.actions.len()).sum();
        shown + self.pending().map_or(0, |turn| turn.actions.len())
    }

    /// Sends a turn that the player has completed.
    pub(crate) fn send_turn(&mut self, key: String, actions: Vec<String>) -> ClientMessage {
        let number = self.shown as u32;
        self.state = SyncState::Sent(PendingTurn { key: key.clone(), number, actions: actions.clone() });
        self.command(key, GameCommand::Turn { number, actions })
    }

    /// Takes a message of the server and returns its consequences, in order.
    pub(crate) fn receive(&mut self, message: ServerMessage) -> VecDeque<BoardChange> {
        let mut changes = VecDeque::new();
        match message {
            ServerMessage::Welcome { now, .. } => {
                changes.push_back(BoardChange::SetClock(now));
                changes.push_back(BoardChange::Send(self.subscription()));
            }
            ServerMessage::Pong { now } => changes.push_back(BoardChange::SetClock(now)),
            ServerMessage::Snapshot(snapshot) if snapshot.header.id == self.id => {
                self.take_snapshot(*snapshot, &mut changes)
            }
            ServerMessage::Event { game, entry } if game == self.id => self.take_event(entry, &mut changes),
            ServerMessage::Presence { game, away, spectators } if game == self.id => {
                (self.away, self.spectators) = (away, spectators);
            }
            ServerMessage::Confirmed { key, .. } => self.take_confirmation(&key, &mut changes),
            ServerMessage::Rejected { key: Some(key), message, .. } => self.take_rejection(&key, message, &mut changes),
            ServerMessage::Rejected { key: None, code, message } => match (code, self.room.is_some()) {
                (ErrorCode::Stale, true) => self.reload(&mut changes),
                (_, true) => changes.push_back(BoardChange::Notice(message)),
                (_, false) => self.error = Some(message),
            },
            ServerMessage::Snapshot(_)
            | ServerMessage::Event { .. }
            | ServerMessage::Presence { .. }
            | ServerMessage::LobbyChanged
            | ServerMessage::Closing(_) => {}
        }
        changes
    }

    /// Drops the confirmed game and asks for all of it.
    fn reload(&mut self, changes: &mut VecDeque<BoardChange>) {
        self.stored = self.to_store().cloned();
        (self.room, self.shown, self.state) = (None, 0, SyncState::Loading);
        changes.push_back(BoardChange::Send(self.subscription()));
    }

    fn take_snapshot(&mut self, snapshot: GameSnapshot, changes: &mut VecDeque<BoardChange>) {
        changes.push_back(BoardChange::SetClock(snapshot.now));
        let is_first = self.room.is_none();
        if is_first {
            match Room::new(snapshot.header, self.games) {
                Ok(room) => self.room = Some(room),
                Err(problem) => return self.error = Some(problem),
            }
        }
        let Some(room) = &mut self.room else { return };
        room.set_outages(snapshot.outages);
        let known = room.seq();
        let mut new = snapshot.entries.into_iter().filter(|entry| entry.seq > known);
        let was_open = !is_first && room.participants().is_none();
        match new.try_for_each(|entry| room.apply(entry)) {
            Err(problem) if is_first => return self.error = Some(problem),
            Err(_) => return self.reload(changes),
            Ok(()) => {}
        }
        let same_side = self.side == snapshot.your_side;
        (self.users, self.side, self.error) = (snapshot.users, snapshot.your_side, None);
        (self.away, self.spectators) = (snapshot.away, snapshot.spectators);
        self.score = (snapshot.score, snapshot.draws);
        if is_first {
            self.state = self.stored.take().map_or(SyncState::UpToDate, SyncState::Sent);
            self.drop_settled_turn(changes);
        }
        if is_first || !same_side {
            changes.push_back(BoardChange::Reset);
        } else {
            self.reconcile(changes);
        }
        let participants = self.room.as_ref().and_then(Room::participants).filter(|_| was_open);
        changes.extend(participants.map(|participants| BoardChange::Announce(Event::Started(participants.clone()))));
        changes.extend(self.resend().map(BoardChange::Send).collect::<Vec<_>>());
    }

    fn take_event(&mut self, entry: Entry, changes: &mut VecDeque<BoardChange>) {
        let event = entry.event.clone();
        let Some(room) = &mut self.room else { return };
        // The names of the users and the side of this client come with a snapshot. It is also
        // needed if events are missing in between.
        if matches!(event, Event::Started(_)) || room.apply(entry).is_err() {
            return changes.push_back(BoardChange::Send(self.subscription()));
        }
        self.reconcile(changes);
        if let Event::RematchCreated(id) = &event
            && self.side.is_some()
        {
            changes.push_back(BoardChange::OpenGame(id.clone()));
        }
        if !matches!(event, Event::Turn { .. } | Event::RematchCreated(_)) {
            changes.push_back(BoardChange::Announce(event));
        }
    }

    fn take_confirmation(&mut self, key: &str, changes: &mut VecDeque<BoardChange>) {
        self.commands.retain(|(sent, _)| sent != key);
        let SyncState::Sent(turn) = &self.state else { return };
        if turn.key == key {
            self.state = SyncState::Confirmed(turn.clone());
            changes.push_back(BoardChange::StorePending);
            // Its event may have been lost with a connection.
            changes.push_back(BoardChange::Send(self.subscription()));
        }
    }

    fn take_rejection(&mut self, key: &str, message: String, changes: &mut VecDeque<BoardChange>) {
        if self.pending().is_some_and(|turn| turn.key == key) {
            self.state = SyncState::UpToDate;
            changes.extend([BoardChange::StorePending, BoardChange::Reset, BoardChange::Rejected(message)]);
        } else if let Some(position) = self.commands.iter().position(|(sent, _)| sent == key) {
            self.commands.remove(position);
            changes.push_back(BoardChange::Notice(message));
        }
    }

    /// A stored turn that has become an event, or for which it is too late, is pending no more.
    fn drop_settled_turn(&mut self, changes: &mut VecDeque<BoardChange>) {
        let (Some(turn), Some(room)) = (self.pending(), &self.room) else { return };
        if room.turns().len() != turn.number as usize || room.ending().is_some() {
            self.state = SyncState::UpToDate;
            changes.push_back(BoardChange::StorePending);
        }
    }

    /// Finds the consequences of new events for the board.
    fn reconcile(&mut self, changes: &mut VecDeque<BoardChange>) {
        let Some(room) = &self.room else { return };
        let confirmed = room.turns().len();
        let ended = room.ending().filter(|ending| ending.cause.is_some()).and_then(|ending| ending.as_record());
        match &self.state {
            SyncState::Loading => return,
            SyncState::Sent(turn) | SyncState::Confirmed(turn) if confirmed == turn.number as usize => {
                if room.ending().is_some() {
                    self.state = SyncState::UpToDate;
                    changes.extend([BoardChange::StorePending, BoardChange::Reset]);
                }
            }
            SyncState::Sent(turn) | SyncState::Confirmed(turn) => {
                let number = turn.number as usize;
                let is_own = confirmed > number && room.turns()[number].actions == turn.actions;
                self.state = SyncState::UpToDate;
                changes.push_back(BoardChange::StorePending);
                if is_own {
                    self.shown = number + 1;
                    self.follow(confirmed, changes);
                } else {
                    changes.push_back(BoardChange::Reset);
                }
            }
            SyncState::Ahead if confirmed != self.shown || room.ending().is_some() => {
                changes.push_back(BoardChange::Reset);
            }
            SyncState::Ahead => {}
            SyncState::UpToDate | SyncState::Behind(_) => self.follow(confirmed, changes),
        }
        changes.extend(ended.map(BoardChange::End));
    }

    /// The board follows the confirmed turns.
    fn follow(&mut self, confirmed: usize, changes: &mut VecDeque<BoardChange>) {
        if confirmed < self.shown || (confirmed == self.shown && matches!(self.state, SyncState::Behind(_))) {
            changes.push_back(BoardChange::Reset);
        } else if confirmed > self.shown {
            if self.state == SyncState::UpToDate {
                self.state = SyncState::Behind(0);
            }
            changes.push_back(BoardChange::Advance);
        }
    }

    /// The side of this client as a player of the rules.
    pub fn player(&self) -> Option<Player> {
        self.side.map(Player::from)
    }
}

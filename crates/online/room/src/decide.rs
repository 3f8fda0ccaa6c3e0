//! Decisions about commands.

use std::fmt;

use hexarium_kernel::AnyMatch;
use hexarium_wire::{
    ApiError, EndCause, EngineLocation, EngineSeat, Entry, ErrorCode, Event, GameCommand, Millis, Participant, Side,
    Sides, User,
};

use crate::apply::play_turn;
use crate::{Offer, Room};

/// The sender of a command.
#[derive(Clone, Copy, Debug)]
pub enum Actor<'a> {
    /// A user.
    User(&'a User),
    /// The server, for its engines.
    Server,
}

/// Time, presence and random values for a decision, supplied by the server.
#[derive(Clone, Debug)]
pub struct DecisionContext {
    /// The time.
    pub now: Millis,
    /// The time since which each side has been disconnected; none while it is connected.
    pub away: Sides<Option<Millis>>,
    /// A random bit: whether the host moves first if the host chose no side.
    pub host_first: bool,
    /// An unused game id.
    pub new_id: String,
}

/// The result of an accepted command.
#[derive(Debug)]
pub enum Decision {
    /// The command causes this event.
    New(DecidedEvent),
    /// The command was executed before, as the event of this number.
    Duplicate(u32),
}

/// An event that a room has decided and not yet applied ([`Room::apply_decided`]).
pub struct DecidedEvent {
    pub(crate) event: Event,
    pub(crate) seq: u32,
    /// The position after a turn.
    pub(crate) state: Option<Box<dyn AnyMatch>>,
}

impl DecidedEvent {
    /// The event.
    pub fn event(&self) -> &Event {
        &self.event
    }
}

impl fmt::Debug for DecidedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecidedEvent").field("event", &self.event).field("seq", &self.seq).finish_non_exhaustive()
    }
}

/// The longest accepted key.
const MAX_KEY: usize = 40;

/// The most actions of an accepted turn.
const MAX_ACTIONS: usize = 64;

/// The most takebacks that a player may request in a game. It bounds the events of a game, all of
/// which are sent to every spectator.
const MAX_TAKEBACKS: usize = 100;

/// The highest engine level.
const MAX_LEVEL: u8 = 8;

impl Room {
    /// Decides a command: the event that it causes, or the reason why it is rejected. The room does
    /// not change.
    pub fn decide(
        &self,
        actor: Actor,
        key: &str,
        command: &GameCommand,
        context: &DecisionContext,
    ) -> Result<Decision, ApiError> {
        if key.is_empty() || key.len() > MAX_KEY || !key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
            let message = format!("Invalid key: expected 1 to {MAX_KEY} letters, digits and hyphens.");
            return Err(ApiError::new(ErrorCode::BadRequest, message));
        }
        let user = match actor {
            Actor::User(user) => Some(&*user.id),
            Actor::Server => None,
        };
        if let Some(seq) = self.duplicate_of(user, key) {
            return Ok(Decision::Duplicate(seq));
        }
        let event = match command {
            GameCommand::Join => self.join(actor, context)?,
            GameCommand::InviteEngine(seat) => self.invite_engine(actor, *seat, context)?,
            GameCommand::Turn { number, actions } => {
                let (event, state) = self.turn(actor, *number, actions, context.now)?;
                return Ok(self.decided(event, Some(state)));
            }
            GameCommand::Abort => self.abort(actor)?,
            GameCommand::Resign => {
                let side = self.active_player(actor)?;
                Event::Ended { winner: Some(side.other()), cause: EndCause::Resignation }
            }
            GameCommand::OfferDraw => self.offer_draw(self.active_player(actor)?)?,
            GameCommand::DeclineDraw => match (self.active_player(actor)?, self.offer) {
                (side, Some(Offer::Draw(by))) if by != side => Event::DrawDeclined(side),
                _ => return Err(conflict("There is no draw offer.")),
            },
            GameCommand::RequestTakeback => self.request_takeback(self.active_player(actor)?)?,
            GameCommand::AcceptTakeback | GameCommand::DeclineTakeback => {
                match (self.active_player(actor)?, self.offer) {
                    (side, Some(Offer::Takeback(by))) if by != side => match command {
                        GameCommand::AcceptTakeback => Event::TakenBack(self.turns_before_last_of(by)?),
                        _ => Event::TakebackDeclined(side),
                    },
                    _ => return Err(conflict("There is no takeback request.")),
                }
            }
            GameCommand::ClaimVictory => self.claim_victory(self.active_player(actor)?, context)?,
            GameCommand::Rematch => self.offer_rematch(actor, context)?,
        };
        Ok(self.decided(event, None))
    }

    /// Decides the end of a game whose deadline has passed.
    pub fn decide_timeout(&self, now: Millis) -> Option<DecidedEvent> {
        let event = self.timeout_event(now)?;
        Some(DecidedEvent { event, seq: self.seq() + 1, state: None })
    }

    fn decided(&self, event: Event, state: Option<Box<dyn AnyMatch>>) -> Decision {
        Decision::New(DecidedEvent { event, seq: self.seq() + 1, state })
    }

    fn join(&self, actor: Actor, context: &DecisionContext) -> Result<Event, ApiError> {
        let Actor::User(user) = actor else { return Err(forbidden("Engines are invited and cannot join.")) };
        self.must_be_open()?;
        if user.id == self.header.host {
            return Err(conflict("You created this game: send its link to an opponent."));
        }
        if self.header.rated && !user.kind.has_account() {
            return Err(ApiError::new(
                ErrorCode::Unauthenticated,
                "Rated games need an account: create one, or join a casual game.",
            ));
        }
        Ok(self.started(Participant::User(user.id.clone()), context))
    }

    fn invite_engine(&self, actor: Actor, seat: EngineSeat, context: &DecisionContext) -> Result<Event, ApiError> {
        self.must_be_open()?;
        match actor {
            Actor::User(user) if user.id == self.header.host => {}
            _ => return Err(forbidden("Only the host can invite an engine.")),
        }
        if !(1..=MAX_LEVEL).contains(&seat.level) {
            let message = format!("Invalid level {}: expected 1 to {MAX_LEVEL}.", seat.level);
            return Err(ApiError::new(ErrorCode::BadRequest, message));
        }
        if self.header.rated {
            return Err(conflict("Games against an engine cannot be rated."));
        }
        Ok(self.started(Participant::Engine(seat), context))
    }

    fn must_be_open(&self) -> Result<(), ApiError> {
        match (&self.participants, self.ending()) {
            (_, Some(ending)) => Err(over(&ending.reason)),
            (Some(_), None) => Err(ApiError::new(ErrorCode::Taken, "Both seats are taken; you can watch.")),
            (None, None) => Ok(()),
        }
    }

    fn started(&self, opponent: Participant, context: &DecisionContext) -> Event {
        let host = Participant::User(self.header.host.clone());
        let random = if context.host_first { Side::First } else { Side::Second };
        let participants = Sides { first: host, second: opponent };
        Event::Started(match self.header.host_side.unwrap_or(random) {
            Side::First => participants,
            Side::Second => participants.swapped(),
        })
    }

    fn turn(
        &self,
        actor: Actor,
        number: u32,
        actions: &[String],
        now: Millis,
    ) -> Result<(Event, Box<dyn AnyMatch>), ApiError> {
        let to_move = self.must_be_playing()?;
        let mover = self.participants.as_ref().map(|participants| participants.of(to_move));
        let may_move = match (actor, mover) {
            (Actor::User(user), Some(Participant::User(id))) => user.id == *id,
            (Actor::User(user), Some(Participant::Engine(seat))) => {
                seat.location == EngineLocation::Browser && user.id == self.header.host
            }
            (Actor::Server, Some(Participant::Engine(seat))) => seat.location == EngineLocation::Server,
            _ => false,
        };
        if !may_move {
            self.active_player(actor)?;
            let name = self.game.player_name(to_move.into());
            return Err(ApiError::new(ErrorCode::NotYourTurn, format!("It is {name}'s turn.")));
        }
        if number as usize != self.turns.len() {
            let message = format!("This turn follows turn {number}, but the game has {} turns.", self.turns.len());
            return Err(ApiError::new(ErrorCode::Stale, message));
        }
        if actions.len() > MAX_ACTIONS {
            let message = format!("Too many actions ({}): a turn has at most {MAX_ACTIONS}.", actions.len());
            return Err(ApiError::new(ErrorCode::TooLarge, message));
        }
        if self.time_left(to_move, now).is_some_and(|left| left <= 0) {
            return Err(conflict("You ran out of time."));
        }
        let mut state = self.state.copy();
        play_turn(&mut *state, actions).map_err(|problem| ApiError::new(ErrorCode::IllegalAction, problem))?;
        let event = Event::Turn { actions: actions.to_vec(), time_left: self.time_left_after_turn(now) };
        Ok((event, state))
    }

    fn abort(&self, actor: Actor) -> Result<Event, ApiError> {
        let aborted = Event::Ended { winner: None, cause: EndCause::Aborted };
        if self.participants.is_none() && !self.is_over() {
            return match actor {
                Actor::User(user) if user.id == self.header.host => Ok(aborted),
                _ => Err(forbidden("Only the host can abort a game that has not started.")),
            };
        }
        self.active_player(actor)?;
        if self.turns.len() >= 2 {
            return Err(conflict("Both players have moved: resign or offer a draw."));
        }
        Ok(aborted)
    }

    fn offer_draw(&self, side: Side) -> Result<Event, ApiError> {
        match self.offer {
            Some(Offer::Draw(by)) if by != side => {
                return Ok(Event::Ended { winner: None, cause: EndCause::Agreement });
            }
            Some(Offer::Draw(_)) => return Err(conflict("You have already offered a draw.")),
            Some(Offer::Takeback(_)) => return Err(conflict("Answer the takeback request first.")),
            None => {}
        }
        self.opponent_must_be_user(side, "Engines do not accept draws.")?;
        if *self.draw_offered_at.of(side) == Some(self.turns.len()) {
            return Err(conflict("You can offer one draw per turn."));
        }
        Ok(Event::DrawOffered(side))
    }

    fn request_takeback(&self, side: Side) -> Result<Event, ApiError> {
        if self.header.rated {
            return Err(conflict("Rated games have no takebacks."));
        }
        let requests = |entry: &&Entry| match entry.event {
            Event::TakebackRequested(by) => by == side,
            // An engine is not asked.
            Event::TakenBack(_) => !self.is_user(side.other()),
            _ => false,
        };
        if self.entries.iter().filter(requests).count() >= MAX_TAKEBACKS {
            return Err(conflict(&format!("Too many takebacks: a player has at most {MAX_TAKEBACKS} in a game.")));
        }
        let remaining = self.turns_before_last_of(side)?;
        match (self.offer, self.is_user(side.other())) {
            (Some(Offer::Takeback(by)), _) if by == side => Err(conflict("You have already requested a takeback.")),
            (Some(_), _) => Err(conflict("Answer the opponent's offer first.")),
            (None, true) => Ok(Event::TakebackRequested(side)),
            (None, false) => Ok(Event::TakenBack(remaining)),
        }
    }

    fn claim_victory(&self, side: Side, context: &DecisionContext) -> Result<Event, ApiError> {
        self.opponent_must_be_user(side, "You cannot claim victory against an engine.")?;
        let by_clock = "You cannot claim victory in a correspondence game: wait for the clock.";
        let delay = self.claim_delay().ok_or_else(|| conflict(by_clock))?;
        let away = (*context.away.of(side.other())).ok_or_else(|| conflict("Your opponent is connected."))?;
        let away = self.last_event_by(side.other()).map_or(away, |last| away.max(last));
        if context.now - away < delay {
            let seconds = (delay - (context.now - away) + 999) / 1000;
            return Err(conflict(&format!("You can claim victory in {seconds} s.")));
        }
        Ok(if self.turns.len() >= 2 {
            Event::Ended { winner: Some(side), cause: EndCause::Abandonment }
        } else {
            Event::Ended { winner: None, cause: EndCause::Aborted }
        })
    }

    fn offer_rematch(&self, actor: Actor, context: &DecisionContext) -> Result<Event, ApiError> {
        let side = self.player(actor)?;
        if !self.is_over() {
            return Err(conflict("The game is not over."));
        }
        if let Some(next) = &self.next_game {
            return Err(conflict(&format!("The rematch has already started: {next}")));
        }
        if *self.rematch_offered.of(side.other()) || !self.is_user(side.other()) {
            return Ok(Event::RematchCreated(context.new_id.clone()));
        }
        if *self.rematch_offered.of(side) {
            return Err(conflict("You have already offered a rematch."));
        }
        Ok(Event::RematchOffered(side))
    }

    /// The time of the last event that the user of a side caused.
    fn last_event_by(&self, side: Side) -> Option<Millis> {
        let Participant::User(user) = self.participants.as_ref()?.of(side) else { return None };
        self.entries.iter().rfind(|entry| entry.by.as_ref() == Some(user)).map(|entry| entry.at)
    }

    /// The number of turns before the last turn of a side.
    fn turns_before_last_of(&self, side: Side) -> Result<u32, ApiError> {
        let last = self.turns.iter().rposition(|turn| turn.side == side);
        last.map(|n| n as u32).ok_or_else(|| conflict("There is no turn to take back."))
    }

    /// The side to move; an error unless the game is in progress.
    fn must_be_playing(&self) -> Result<Side, ApiError> {
        match (self.ending(), self.to_move()) {
            (Some(ending), _) => Err(over(&ending.reason)),
            (None, Some(side)) => Ok(side),
            (None, None) => Err(conflict("The game has not started: a seat is free.")),
        }
    }

    /// The side of the sender; an error unless the sender is a player.
    fn player(&self, actor: Actor) -> Result<Side, ApiError> {
        let side = match actor {
            Actor::User(user) => self.side_of(&user.id),
            Actor::Server => None,
        };
        side.ok_or_else(|| forbidden("You are not a player of this game."))
    }

    /// The side of the sender; an error unless the game is in progress and the sender is a player.
    fn active_player(&self, actor: Actor) -> Result<Side, ApiError> {
        self.must_be_playing()?;
        self.player(actor)
    }

    fn is_user(&self, side: Side) -> bool {
        matches!(self.participants.as_ref().map(|participants| participants.of(side)), Some(Participant::User(_)))
    }

    fn opponent_must_be_user(&self, side: Side, otherwise: &str) -> Result<(), ApiError> {
        if self.is_user(side.other()) { Ok(()) } else { Err(conflict(otherwise)) }
    }
}

fn conflict(message: &str) -> ApiError {
    ApiError::new(ErrorCode::Conflict, message)
}

fn forbidden(message: &str) -> ApiError {
    ApiError::new(ErrorCode::Forbidden, message)
}

fn over(reason: &str) -> ApiError {
    conflict(&format!("The game is over: {reason}."))
}

//! What somebody wants, and what comes of it.

use hexarium_wire::{Act, Ai, Cause, Code, Event, Kind, Millis, Person, Place, Refusal, Side, Sides, Sitter};

use crate::apply::after_turn;
use crate::{Offer, Room};

/// Who wants something.
#[derive(Clone, Copy, Debug)]
pub enum Actor<'a> {
    /// Somebody.
    Person(&'a Person),
    /// The engine on the server.
    House,
}

/// What only the server knows of the moment in which something is decided.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The time.
    pub now: Millis,
    /// Since when each side has been away; nothing while it is there.
    pub away: Sides<Option<Millis>>,
    /// A coin: whether the host begins where nobody has chosen.
    pub host_begins: bool,
    /// An id that no game has.
    pub fresh: String,
}

/// What comes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// This is to happen.
    Happens(Event),
    /// It had already happened, as the event of this number.
    Already(u32),
}

/// The longest key and the most actions of a turn that are taken.
const KEY: usize = 40;
const ACTIONS: usize = 64;

/// The highest level of the engine.
const LEVELS: u8 = 8;

impl Room {
    /// What comes of what somebody wants. Nothing changes here.
    pub fn decide(&self, actor: Actor, key: &str, act: &Act, moment: &Moment) -> Result<Decision, Refusal> {
        if key.is_empty() || key.len() > KEY || !key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
            let message = format!("a key is 1 to {KEY} letters, digits and hyphens");
            return Err(Refusal::new(Code::BadRequest, message));
        }
        let person = match actor {
            Actor::Person(person) => Some(&*person.id),
            Actor::House => None,
        };
        if let Some(seq) = self.already(person, key) {
            return Ok(Decision::Already(seq));
        }
        let event = match act {
            Act::Join => self.join(actor, moment)?,
            Act::Invite(ai) => self.invite(actor, *ai, moment)?,
            Act::Turn { number, actions } => self.turn(actor, *number, actions, moment.now)?,
            Act::CallOff => self.call_off(actor)?,
            Act::Resign => {
                let side = self.playing(actor)?;
                Event::Ended { winner: Some(side.other()), cause: Cause::Resigned }
            }
            Act::OfferDraw => self.offer_draw(self.playing(actor)?)?,
            Act::DeclineDraw => match (self.playing(actor)?, self.offer) {
                (side, Some(Offer::Draw(by))) if by != side => Event::DrawDeclined(side),
                _ => return Err(not_now("nobody has offered a draw")),
            },
            Act::AskTakeBack => self.ask_take_back(self.playing(actor)?)?,
            Act::GrantTakeBack | Act::DeclineTakeBack => match (self.playing(actor)?, self.offer) {
                (side, Some(Offer::TakeBack(by))) if by != side => match act {
                    Act::GrantTakeBack => Event::TakenBack(self.turns_before_last_of(by)?),
                    _ => Event::TakeBackDeclined(side),
                },
                _ => return Err(not_now("nobody has asked to take a turn back")),
            },
            Act::Claim => self.claim(self.playing(actor)?, moment)?,
            Act::Rematch => self.another(actor, moment)?,
        };
        Ok(Decision::Happens(event))
    }

    fn join(&self, actor: Actor, moment: &Moment) -> Result<Event, Refusal> {
        let Actor::Person(person) = actor else { return Err(not_yours("an engine is invited, it does not join")) };
        self.must_be_open()?;
        if person.id == self.header.host {
            return Err(not_now("you opened this game yourself: send its link to somebody"));
        }
        if self.header.rated && !matches!(person.kind, Kind::Member | Kind::Bot) {
            return Err(Refusal::new(
                Code::SignIn,
                "a rated game needs an account: make one, or join a game that is not rated",
            ));
        }
        Ok(self.started(Sitter::Person(person.id.clone()), moment))
    }

    fn invite(&self, actor: Actor, ai: Ai, moment: &Moment) -> Result<Event, Refusal> {
        self.must_be_open()?;
        match actor {
            Actor::Person(person) if person.id == self.header.host => {}
            _ => return Err(not_yours("only whoever opened the game can invite an engine")),
        }
        if !(1..=LEVELS).contains(&ai.level) {
            return Err(Refusal::new(Code::BadRequest, format!("level {}; expected 1 to {LEVELS}", ai.level)));
        }
        if self.header.rated {
            return Err(not_now("games against an engine are not rated"));
        }
        Ok(self.started(Sitter::Ai(ai), moment))
    }

    fn must_be_open(&self) -> Result<(), Refusal> {
        match (&self.sitters, self.ending()) {
            (_, Some(ending)) => Err(over(&ending.reason)),
            (Some(_), None) => Err(Refusal::new(Code::Taken, "both seats are taken; you can watch")),
            (None, None) => Ok(()),
        }
    }

    fn started(&self, guest: Sitter, moment: &Moment) -> Event {
        let host = Sitter::Person(self.header.host.clone());
        let side = self.header.side.unwrap_or(if moment.host_begins { Side::First } else { Side::Second });
        let sitters = Sides { first: host, second: guest };
        Event::Started(if side == Side::First { sitters } else { sitters.swapped() })
    }

    fn turn(&self, actor: Actor, number: u32, actions: &[String], now: Millis) -> Result<Event, Refusal> {
        let to_move = self.must_be_playing()?;
        let sitters = self.sitters.as_ref().expect("a game that is being played has players");
        let may = match (actor, sitters.of(to_move)) {
            (Actor::Person(person), Sitter::Person(id)) => person.id == *id,
            (Actor::Person(person), Sitter::Ai(Ai { place: Place::Browser, .. })) => person.id == self.header.host,
            (Actor::House, Sitter::Ai(Ai { place: Place::Server, .. })) => true,
            _ => false,
        };
        if !may {
            self.playing(actor)?;
            let name = self.game.player_name(to_move.into());
            return Err(Refusal::new(Code::NotYourTurn, format!("it is {name}'s turn")));
        }
        if number as usize != self.turns.len() {
            let message = format!("turn {} is under way, and this would follow {number} turns", self.turns.len() + 1);
            return Err(Refusal::new(Code::Stale, message));
        }
        if actions.len() > ACTIONS {
            return Err(Refusal::new(
                Code::TooLarge,
                format!("{} actions; a turn has at most {ACTIONS}", actions.len()),
            ));
        }
        if self.left(to_move, now).is_some_and(|left| left <= 0) {
            return Err(not_now("your time is over"));
        }
        after_turn(&*self.state, actions).map_err(|problem| Refusal::new(Code::Illegal, problem))?;
        Ok(Event::Turn { actions: actions.to_vec(), left: self.left_after_turn(now) })
    }

    fn call_off(&self, actor: Actor) -> Result<Event, Refusal> {
        let off = Event::Ended { winner: None, cause: Cause::CalledOff };
        if self.sitters.is_none() && self.ending().is_none() {
            return match actor {
                Actor::Person(person) if person.id == self.header.host => Ok(off),
                _ => Err(not_yours("only whoever opened the game can call it off")),
            };
        }
        self.playing(actor)?;
        if self.turns.len() >= 2 {
            return Err(not_now("both have made a turn: resign, or offer a draw"));
        }
        Ok(off)
    }

    fn offer_draw(&self, side: Side) -> Result<Event, Refusal> {
        match self.offer {
            Some(Offer::Draw(by)) if by != side => return Ok(Event::Ended { winner: None, cause: Cause::Agreed }),
            Some(Offer::Draw(_)) => return Err(not_now("you have offered a draw already")),
            Some(Offer::TakeBack(_)) => return Err(not_now("answer the question about the turn first")),
            None => {}
        }
        self.must_be_person(side.other(), "an engine does not agree on draws")?;
        if *self.offered_at.of(side) == Some(self.turns.len()) {
            return Err(not_now("a draw was declined in this turn: offer another one after the next"));
        }
        Ok(Event::DrawOffered(side))
    }

    fn ask_take_back(&self, side: Side) -> Result<Event, Refusal> {
        if self.header.rated {
            return Err(not_now("no turn of a rated game can be taken back"));
        }
        let kept = self.turns_before_last_of(side)?;
        match (self.offer, self.is_person(side.other())) {
            (Some(Offer::TakeBack(by)), _) if by == side => Err(not_now("you have asked already")),
            (Some(_), _) => Err(not_now("answer the other's question first")),
            (None, true) => Ok(Event::TakeBackAsked(side)),
            (None, false) => Ok(Event::TakenBack(kept)),
        }
    }

    fn claim(&self, side: Side, moment: &Moment) -> Result<Event, Refusal> {
        self.must_be_person(side.other(), "an engine does not leave")?;
        let after = self.claimable_after().ok_or_else(|| not_now("a turn has days in this game: the clock decides"))?;
        let away = (*moment.away.of(side.other())).ok_or_else(|| not_now("the other player is there"))?;
        if moment.now - away < after {
            let seconds = (after - (moment.now - away) + 999) / 1000;
            return Err(not_now(&format!("the other player has left only just now: wait for {seconds} s")));
        }
        Ok(if self.turns.len() >= 2 {
            Event::Ended { winner: Some(side), cause: Cause::Left }
        } else {
            Event::Ended { winner: None, cause: Cause::CalledOff }
        })
    }

    fn another(&self, actor: Actor, moment: &Moment) -> Result<Event, Refusal> {
        let side = self.player(actor)?;
        if self.ending().is_none() {
            return Err(not_now("this game is not over"));
        }
        if let Some(next) = &self.next {
            return Err(not_now(&format!("the next game has begun: {next}")));
        }
        if *self.rematch_offered.of(side.other()) || !self.is_person(side.other()) {
            return Ok(Event::Rematch(moment.fresh.clone()));
        }
        if *self.rematch_offered.of(side) {
            return Err(not_now("you have asked already"));
        }
        Ok(Event::RematchOffered(side))
    }

    /// How many turns there were before the last one of a side.
    fn turns_before_last_of(&self, side: Side) -> Result<u32, Refusal> {
        let last = self.turns.iter().rposition(|turn| turn.side == side);
        last.map(|n| n as u32).ok_or_else(|| not_now("there is no turn to take back"))
    }

    /// The side to move of a game that is being played.
    fn must_be_playing(&self) -> Result<Side, Refusal> {
        match (self.ending(), self.to_move()) {
            (Some(ending), _) => Err(over(&ending.reason)),
            (None, Some(side)) => Ok(side),
            (None, None) => Err(not_now("the game has not started: a seat is free")),
        }
    }

    /// The side of somebody who plays.
    fn player(&self, actor: Actor) -> Result<Side, Refusal> {
        let side = match actor {
            Actor::Person(person) => self.side_of(&person.id),
            Actor::House => None,
        };
        side.ok_or_else(|| not_yours("you do not play in this game"))
    }

    /// The same in a game that is being played.
    fn playing(&self, actor: Actor) -> Result<Side, Refusal> {
        self.must_be_playing()?;
        self.player(actor)
    }

    fn is_person(&self, side: Side) -> bool {
        matches!(self.sitters.as_ref().map(|s| s.of(side)), Some(Sitter::Person(_)))
    }

    fn must_be_person(&self, side: Side, otherwise: &str) -> Result<(), Refusal> {
        if self.is_person(side) { Ok(()) } else { Err(not_now(otherwise)) }
    }
}

fn not_now(message: &str) -> Refusal {
    Refusal::new(Code::NotNow, message)
}

fn not_yours(message: &str) -> Refusal {
    Refusal::new(Code::NotYours, message)
}

fn over(reason: &str) -> Refusal {
    not_now(&format!("the game is over: {reason}"))
}

//! Games between two players, without a server and without waiting.

use hexarium_games::registry::{self, Games};
use hexarium_room::{Actor, Decision, DecisionContext, JOIN_TIMEOUT, Offer, Room};
use hexarium_wire::{
    Clock, EndCause, EngineLocation, EngineSeat, Entry, ErrorCode, Event, Fischer, GameCommand, GameHeader, Millis,
    Side, Sides, User, UserKind,
};

const BLITZ: Clock = Clock::Fischer(Fischer { initial: 60, increment: 2 });

/// A room with a clock and users.
struct Scene {
    room: Room,
    now: Millis,
    away: Sides<Option<Millis>>,
    keys: u32,
}

fn person(id: &str) -> User {
    User { id: id.to_string(), name: id.to_uppercase(), kind: UserKind::Guest }
}

fn member(id: &str) -> User {
    User { kind: UserKind::Registered, ..person(id) }
}

impl Scene {
    fn new(game: &str, clock: Clock, rated: bool) -> Self {
        let opened = registry::open(game, &[]).unwrap();
        let header = GameHeader {
            id: "g1".into(),
            game: opened.canonical_id(),
            start: opened.start().position(),
            clock,
            rated,
            listed: true,
            host: "ada".into(),
            host_side: Some(Side::First),
            created: 1_000,
            series: "g1".into(),
        };
        let room = Room::new(header, &Games).unwrap();
        Self { room, now: 2_000, away: Sides::default(), keys: 0 }
    }

    /// Creates a started game of Ada, who moves first, and Bob.
    fn started(game: &str, clock: Clock) -> Self {
        let mut scene = Self::new(game, clock, false);
        scene.does("bob", GameCommand::Join);
        scene
    }

    fn context(&self) -> DecisionContext {
        DecisionContext { now: self.now, away: self.away, host_first: true, new_id: "g2".into() }
    }

    fn decide(&self, who: &str, key: &str, act: &GameCommand) -> Result<Decision, (ErrorCode, String)> {
        let person = member(who);
        let actor = if who == "server" { Actor::Server } else { Actor::User(&person) };
        self.room.decide(actor, key, act, &self.context()).map_err(|r| (r.code, r.message))
    }

    /// Executes a user's command and returns its event.
    fn does(&mut self, who: &str, act: GameCommand) -> Event {
        self.keys += 1;
        let key = format!("k{}", self.keys);
        match self.decide(who, &key, &act) {
            Ok(Decision::New(decided)) => {
                let by = (who != "server").then(|| who.to_string());
                self.room.apply_decided(decided, self.now, by, Some(key)).unwrap().event
            }
            other => panic!("{who}, {act:?}: {other:?}"),
        }
    }

    fn apply_event(&mut self, by: Option<String>, key: Option<String>, event: Event) {
        let entry = Entry { seq: self.room.seq() + 1, at: self.now, by, key, event };
        self.room.apply(entry).unwrap();
    }

    fn plays(&mut self, who: &str, actions: &str) -> Event {
        self.does(who, turn(self.room.turns().len(), actions))
    }

    /// Returns the error of a user's rejected command.
    fn refused(&self, who: &str, act: GameCommand) -> (ErrorCode, String) {
        self.decide(who, "other", &act).expect_err("the command is rejected")
    }
}

fn turn(number: usize, actions: &str) -> GameCommand {
    GameCommand::Turn { number: number as u32, actions: actions.split_whitespace().map(String::from).collect() }
}

#[test]
fn a_joining_user_takes_the_free_seat() {
    let mut scene = Scene::new("hex(size=3)", Clock::Unlimited, false);
    assert_eq!(scene.room.to_move(), None);
    assert_eq!(scene.refused("ada", GameCommand::Join).0, ErrorCode::Conflict);
    assert_eq!(
        scene.refused("ada", turn(0, "b2")),
        (ErrorCode::Conflict, "The game has not started: a seat is free.".into())
    );
    scene.does("bob", GameCommand::Join);
    assert_eq!((scene.room.side_of("ada"), scene.room.side_of("bob")), (Some(Side::First), Some(Side::Second)));
    assert_eq!(scene.refused("eve", GameCommand::Join).0, ErrorCode::Taken);
    assert_eq!(scene.room.to_move(), Some(Side::First));
}

#[test]
fn sides_are_random_if_the_host_chose_none() {
    for host_first in [true, false] {
        let header = GameHeader { host_side: None, ..Scene::new("hex", Clock::Unlimited, false).room.header().clone() };
        let room = Room::new(header, &Games).unwrap();
        let context = DecisionContext { now: 2_000, away: Sides::default(), host_first, new_id: String::new() };
        let Ok(Decision::New(decided)) = room.decide(Actor::User(&person("bob")), "k", &GameCommand::Join, &context)
        else {
            panic!("Bob can join");
        };
        let Event::Started(participants) = decided.event() else { panic!("{decided:?}") };
        assert_eq!(*participants.of(Side::First) == hexarium_wire::Participant::User("ada".into()), host_first);
    }
}

#[test]
fn a_rated_game_requires_an_account() {
    let scene = Scene::new("hex(size=3)", Clock::Unlimited, true);
    let error = scene.room.decide(Actor::User(&person("bob")), "k", &GameCommand::Join, &scene.context()).unwrap_err();
    assert_eq!(error.code, ErrorCode::Unauthenticated);
    assert!(scene.room.decide(Actor::User(&member("bob")), "k", &GameCommand::Join, &scene.context()).is_ok());
}

#[test]
fn only_the_player_to_move_can_make_a_legal_turn() {
    let mut scene = Scene::started("hex(size=3)", Clock::Unlimited);
    assert_eq!(scene.refused("bob", turn(0, "b2")), (ErrorCode::NotYourTurn, "It is Blue's turn.".into()));
    assert_eq!(
        scene.refused("eve", turn(0, "b2")),
        (ErrorCode::Forbidden, "You are not a player of this game.".into())
    );
    assert_eq!(scene.refused("server", turn(0, "b2")).0, ErrorCode::Forbidden);
    assert_eq!(scene.refused("ada", turn(0, "z9")).0, ErrorCode::IllegalAction);
    assert_eq!(scene.refused("ada", turn(0, "")), (ErrorCode::IllegalAction, "A turn has at least one action.".into()));
    assert_eq!(
        scene.refused("ada", turn(0, "b2 b3")),
        (ErrorCode::IllegalAction, "The turn was over after 'b2'.".into())
    );
    assert_eq!(scene.refused("ada", turn(1, "b2")).0, ErrorCode::Stale);
    let endless = GameCommand::Turn { number: 0, actions: vec!["b2".into(); 1000] };
    assert_eq!(scene.refused("ada", endless).0, ErrorCode::TooLarge);
    scene.plays("ada", "b2");
    assert_eq!(scene.refused("bob", turn(1, "b2")).0, ErrorCode::IllegalAction);
    assert_eq!(scene.room.turns().len(), 1);
}

#[test]
fn a_turn_of_two_actions_is_sent_as_one() {
    let mut scene = Scene::started("harvest(base=3)", Clock::Unlimited);
    let opening = scene.room.state().legal().remove(0);
    scene.plays("ada", &opening);
    let mut probe = scene.room.state().copy();
    let one = probe.legal().remove(0);
    probe.play(&one).unwrap();
    let two = probe.legal().remove(0);
    let (code, message) = scene.refused("bob", turn(1, &one));
    assert_eq!(code, ErrorCode::IllegalAction);
    assert!(message.starts_with("The turn continues after"), "{message}");
    scene.plays("bob", &format!("{one} {two}"));
    assert_eq!(scene.room.to_move(), Some(Side::First));
    assert_eq!(scene.room.turns()[1].actions, [one, two]);
}

#[test]
fn a_repeated_turn_is_executed_once() {
    let mut scene = Scene::started("hex(size=3)", Clock::Unlimited);
    let seq = scene.room.seq();
    scene.plays("ada", "b2");
    let again = scene.decide("ada", "k2", &turn(0, "b2"));
    assert!(matches!(again, Ok(Decision::Duplicate(event)) if event == seq + 1), "{again:?}");
    assert_eq!(
        scene.decide("bob", "k2", &turn(0, "b2")).unwrap_err().0,
        ErrorCode::Stale,
        "keys are scoped to their sender"
    );
    assert_eq!(scene.decide("bob", "", &turn(1, "a1")).unwrap_err().0, ErrorCode::BadRequest);
    assert_eq!(scene.decide("bob", &"x".repeat(41), &turn(1, "a1")).unwrap_err().0, ErrorCode::BadRequest);
}

#[test]
fn after_the_end_only_a_rematch_is_possible() {
    let mut scene = Scene::started("hex(size=2,swap=false)", Clock::Unlimited);
    scene.plays("ada", "a1");
    scene.plays("bob", "b1");
    scene.now = 9_000;
    scene.plays("ada", "a2");
    let ending = scene.room.ending().unwrap();
    assert_eq!((ending.winner, ending.counts(), ending.at), (Some(Side::First), true, 9_000));
    for act in [
        turn(3, "b2"),
        GameCommand::Resign,
        GameCommand::OfferDraw,
        GameCommand::RequestTakeback,
        GameCommand::ClaimVictory,
        GameCommand::Abort,
    ] {
        let (code, message) = scene.refused("bob", act);
        assert_eq!(code, ErrorCode::Conflict);
        assert!(message.starts_with("The game is over: "), "{message}");
    }
    assert_eq!(scene.does("bob", GameCommand::Rematch), Event::RematchOffered(Side::Second));
    assert_eq!(scene.refused("bob", GameCommand::Rematch).1, "You have already offered a rematch.");
    assert_eq!(scene.refused("eve", GameCommand::Rematch).0, ErrorCode::Forbidden);
    assert_eq!(scene.does("ada", GameCommand::Rematch), Event::RematchCreated("g2".into()));
    let (header, event) = scene.room.rematch("g2", 10_000).unwrap();
    assert_eq!((&*header.id, &*header.series), ("g2", "g1"));
    let mut next = Room::new(header, &Games).unwrap();
    next.apply(Entry { seq: 1, at: 10_000, by: None, key: None, event }).unwrap();
    assert_eq!(next.side_of("ada"), Some(Side::Second), "sides are swapped");
}

#[test]
fn a_player_resigns() {
    let mut scene = Scene::started("hex(size=3)", Clock::Unlimited);
    assert_eq!(scene.refused("eve", GameCommand::Resign).0, ErrorCode::Forbidden);
    scene.does("bob", GameCommand::Resign);
    let ending = scene.room.ending().unwrap();
    assert_eq!((ending.winner, &*ending.reason), (Some(Side::First), "Red resigned"));
}

#[test]
fn a_draw_is_offered_declined_and_accepted() {
    let mut scene = Scene::started("hex(size=3)", Clock::Unlimited);
    scene.does("ada", GameCommand::OfferDraw);
    assert_eq!(scene.room.offer(), Some(Offer::Draw(Side::First)));
    assert_eq!(scene.refused("ada", GameCommand::OfferDraw).1, "You have already offered a draw.");
    assert_eq!(scene.refused("ada", GameCommand::DeclineDraw).1, "There is no draw offer.");
    scene.plays("ada", "b2");
    assert_eq!(scene.room.offer(), Some(Offer::Draw(Side::First)), "a move keeps the player's own offer");
    scene.does("bob", GameCommand::DeclineDraw);
    assert_eq!(scene.room.offer(), None);
    scene.does("ada", GameCommand::OfferDraw);
    scene.plays("bob", "a1");
    assert_eq!(scene.room.offer(), None, "a move declines the offer");
    scene.does("bob", GameCommand::OfferDraw);
    scene.does("bob", GameCommand::Resign);
    assert_eq!(scene.room.offer(), None);

    let mut scene = Scene::started("hex(size=3)", Clock::Unlimited);
    scene.does("ada", GameCommand::OfferDraw);
    scene.does("bob", GameCommand::DeclineDraw);
    assert!(scene.refused("ada", GameCommand::OfferDraw).1.starts_with("You can offer one draw per turn"));
    scene.does("bob", GameCommand::OfferDraw);
    scene.does("ada", GameCommand::OfferDraw);
    let ending = scene.room.ending().unwrap();
    assert_eq!((ending.winner, &*ending.reason), (None, "draw by agreement"));
}

#[test]
fn a_takeback_is_requested_and_accepted() {
    let mut scene = Scene::started("hex(size=3,swap=false)", Clock::Unlimited);
    assert_eq!(scene.refused("ada", GameCommand::RequestTakeback).1, "There is no turn to take back.");
    scene.plays("ada", "b2");
    scene.plays("bob", "a1");
    scene.does("ada", GameCommand::RequestTakeback);
    assert_eq!(scene.refused("ada", GameCommand::AcceptTakeback).1, "There is no takeback request.");
    scene.does("bob", GameCommand::DeclineTakeback);
    scene.does("ada", GameCommand::RequestTakeback);
    assert_eq!(scene.does("bob", GameCommand::AcceptTakeback), Event::TakenBack(0));
    assert_eq!((scene.room.turns().len(), scene.room.to_move()), (0, Some(Side::First)));
    assert_eq!(scene.room.state().position(), scene.room.header().start);
    scene.plays("ada", "c3");
    scene.does("ada", GameCommand::RequestTakeback);
    scene.plays("bob", "b1");
    assert_eq!(scene.room.offer(), None, "a move declines the offer");
}

#[test]
fn a_rated_game_has_no_takebacks() {
    let mut scene = Scene::new("hex(size=3)", Clock::Unlimited, true);
    scene.does("bob", GameCommand::Join);
    scene.plays("ada", "b2");
    assert_eq!(scene.refused("ada", GameCommand::RequestTakeback).1, "Rated games have no takebacks.");
}

#[test]
fn a_clock_runs_during_its_turns_and_gets_the_increment() {
    let mut scene = Scene::started("hex(size=3)", BLITZ);
    assert_eq!(scene.room.deadline(), Some(62_000));
    scene.now = 12_000;
    assert_eq!(scene.room.time_left(Side::First, scene.now), Some(50_000));
    assert_eq!(scene.room.time_left(Side::Second, scene.now), Some(60_000));
    let event = scene.plays("ada", "b2");
    assert!(matches!(event, Event::Turn { time_left: Some(52_000), .. }), "{event:?}");
    scene.now = 20_000;
    assert_eq!(scene.room.time_left(Side::First, scene.now), Some(52_000));
    assert_eq!(scene.room.time_left(Side::Second, scene.now), Some(52_000));
    scene.plays("bob", "a1");
    scene.now = 20_000 + 52_000;
    assert_eq!(scene.refused("ada", turn(2, "c1")).1, "You ran out of time.");
    let event = scene.room.timeout_event(scene.now).unwrap();
    assert_eq!(event, Event::Ended { winner: Some(Side::Second), cause: EndCause::Timeout });
    assert_eq!(scene.room.timeout_event(scene.now - 1), None);
    scene.apply_event(None, None, event);
    assert_eq!(scene.room.ending().unwrap().reason, "Blue ran out of time");
    assert_eq!(scene.room.deadline(), None);
}

#[test]
fn a_correspondence_turn_starts_with_the_full_time() {
    let day = 24 * 60 * 60 * 1000;
    let mut scene = Scene::started("hex(size=3)", Clock::Correspondence(2));
    scene.now += 2 * day - 1;
    let event = scene.plays("ada", "b2");
    assert!(matches!(event, Event::Turn { time_left: Some(left), .. } if left == 2 * day), "{event:?}");
    assert_eq!(scene.room.deadline(), Some(scene.now + 2 * day));
    let message = "You cannot claim victory in a correspondence game: wait for the clock.";
    assert_eq!(scene.refused("ada", GameCommand::ClaimVictory).1, message);
}

#[test]
fn clocks_stand_still_during_outages() {
    let mut scene = Scene::started("hex(size=3)", BLITZ);
    scene.room.set_outages(vec![(500, 1_500), (1_900, 2_500), (10_000, 40_000)]);
    assert_eq!(scene.room.time_left(Side::First, 10_000), Some(60_000 - 7_500));
    assert_eq!(scene.room.time_left(Side::First, 25_000), Some(60_000 - 7_500));
    assert_eq!(scene.room.time_left(Side::First, 41_000), Some(60_000 - 8_500));
    assert_eq!(scene.room.deadline(), Some(62_000 + 500 + 30_000));
    assert_eq!(scene.room.time_left(Side::First, scene.room.deadline().unwrap()), Some(0));
}

#[test]
fn a_timeout_before_both_moved_aborts_the_game() {
    let mut scene = Scene::started("hex(size=3)", BLITZ);
    scene.plays("ada", "b2");
    let off = Event::Ended { winner: None, cause: EndCause::Aborted };
    assert_eq!(scene.room.timeout_event(scene.now + 60_000), Some(off.clone()));
    assert_eq!(scene.does("ada", GameCommand::Abort), off);
    assert!(!scene.room.ending().unwrap().counts());

    let mut scene = Scene::started("hex(size=3)", BLITZ);
    scene.plays("ada", "b2");
    scene.plays("bob", "a1");
    assert!(scene.refused("ada", GameCommand::Abort).1.starts_with("Both players have moved"));
}

#[test]
fn a_game_without_opponent_is_aborted() {
    let mut scene = Scene::new("hex(size=3)", Clock::Unlimited, false);
    assert_eq!(scene.refused("eve", GameCommand::Abort).0, ErrorCode::Forbidden);
    assert_eq!(scene.room.timeout_event(1_000 + JOIN_TIMEOUT - 1), None);
    assert!(scene.room.timeout_event(1_000 + JOIN_TIMEOUT).is_some());
    scene.does("ada", GameCommand::Abort);
    assert_eq!(scene.refused("bob", GameCommand::Join).1, "The game is over: game aborted.");
    assert_eq!(scene.refused("ada", GameCommand::Rematch).0, ErrorCode::Forbidden, "there were no players");
}

#[test]
fn victory_can_be_claimed_after_the_opponent_left() {
    let mut scene = Scene::started("hex(size=3)", BLITZ);
    scene.plays("ada", "b2");
    scene.plays("bob", "a1");
    scene.plays("ada", "c1");
    assert_eq!(scene.refused("ada", GameCommand::ClaimVictory).1, "Your opponent is connected.");
    scene.away.second = Some(scene.now);
    scene.now += 29_000;
    assert_eq!(scene.refused("ada", GameCommand::ClaimVictory).1, "You can claim victory in 1 s.");
    scene.now += 1_000;
    scene.does("ada", GameCommand::ClaimVictory);
    let ending = scene.room.ending().unwrap();
    assert_eq!((ending.winner, &*ending.reason), (Some(Side::First), "Red left the game"));
}

#[test]
fn an_event_counts_as_presence() {
    let mut scene = Scene::started("hex(size=3)", BLITZ);
    scene.plays("ada", "b2");
    scene.away.second = Some(scene.now);
    scene.now += 31_000;
    scene.plays("bob", "a1");
    assert_eq!(scene.refused("ada", GameCommand::ClaimVictory).1, "You can claim victory in 30 s.");
}

#[test]
fn an_engine_is_moved_by_its_host_or_the_server() {
    let here = EngineSeat { level: 3, location: EngineLocation::Browser };
    let mut scene = Scene::new("hex(size=3)", Clock::Unlimited, false);
    assert_eq!(scene.refused("bob", GameCommand::InviteEngine(here)).0, ErrorCode::Forbidden);
    assert_eq!(
        scene.refused("ada", GameCommand::InviteEngine(EngineSeat { level: 9, ..here })).1,
        "Invalid level 9: expected 1 to 8."
    );
    scene.does("ada", GameCommand::InviteEngine(here));
    scene.plays("ada", "b2");
    assert_eq!(scene.refused("bob", turn(1, "a1")).0, ErrorCode::Forbidden);
    assert_eq!(scene.refused("server", turn(1, "a1")).0, ErrorCode::Forbidden);
    scene.plays("ada", "a1");
    assert_eq!(scene.refused("ada", GameCommand::OfferDraw).1, "Engines do not accept draws.");
    assert_eq!(scene.does("ada", GameCommand::RequestTakeback), Event::TakenBack(0));

    let mut scene = Scene::new("hex(size=3)", Clock::Unlimited, false);
    scene.does("ada", GameCommand::InviteEngine(EngineSeat { level: 3, location: EngineLocation::Server }));
    scene.plays("ada", "b2");
    assert_eq!(scene.refused("ada", turn(1, "a1")).0, ErrorCode::NotYourTurn);
    scene.plays("server", "a1");
    scene.does("ada", GameCommand::Resign);
    assert_eq!(scene.does("ada", GameCommand::Rematch), Event::RematchCreated("g2".into()));
}

#[test]
fn replaying_the_events_gives_the_same_room() {
    let mut scene = Scene::started("hex(size=3,swap=false)", BLITZ);
    scene.now += 700;
    scene.plays("ada", "b2");
    scene.plays("bob", "a1");
    scene.does("bob", GameCommand::RequestTakeback);
    scene.does("ada", GameCommand::AcceptTakeback);
    scene.now += 900;
    scene.plays("bob", "c1");
    scene.does("bob", GameCommand::OfferDraw);
    let mut again = Room::new(scene.room.header().clone(), &Games).unwrap();
    for entry in scene.room.entries() {
        again.apply(entry.clone()).unwrap();
    }
    assert_eq!(again.turns(), scene.room.turns());
    assert_eq!(again.state().position(), scene.room.state().position());
    assert_eq!(again.deadline(), scene.room.deadline());
    assert_eq!(again.offer(), scene.room.offer());
    for side in Side::BOTH {
        assert_eq!(again.time_left(side, 99_000), scene.room.time_left(side, 99_000));
    }
}

#[test]
fn impossible_events_are_rejected_and_change_nothing() {
    let mut scene = Scene::started("hex(size=3)", Clock::Unlimited);
    let entry = |seq, event| Entry { seq, at: 5_000, by: None, key: None, event };
    let wrong = [
        entry(1, Event::TakenBack(0)),
        entry(3, Event::DrawOffered(Side::First)),
        entry(2, Event::Turn { actions: vec!["z9".into()], time_left: None }),
        entry(2, Event::TakenBack(0)),
        entry(2, Event::RematchOffered(Side::First)),
        entry(2, Event::Started(scene.room.participants().unwrap().clone())),
    ];
    for entry in wrong {
        let problem = scene.room.apply(entry.clone()).unwrap_err();
        assert!(problem.starts_with(&format!("game g1, event {}: ", entry.seq)), "{problem}");
        assert_eq!((scene.room.seq(), scene.room.turns().len()), (1, 0));
    }
}

#[test]
fn a_decided_turn_is_not_played_again() {
    let begun = |first: &str| {
        let mut scene = Scene::started("hex(size=3,swap=false)", Clock::Unlimited);
        scene.plays("ada", first);
        scene
    };
    let (here, mut there) = (begun("a1"), begun("b2"));
    let Ok(Decision::New(decided)) = here.decide("bob", "k", &turn(1, "b2")) else { panic!("Bob can play b2") };
    let entry = Entry { seq: 3, at: 5_000, by: None, key: None, event: decided.event().clone() };
    // Played in the other room the turn is illegal; as a decision it brings its own position.
    assert!(there.room.apply(entry).is_err());
    there.room.apply_decided(decided, 5_000, None, None).unwrap();
    let mut expected = here.room.state().copy();
    expected.play("b2").unwrap();
    assert_eq!(there.room.state().position(), expected.position());
    assert_eq!(there.room.turns().len(), 2);
}

#[test]
fn takebacks_are_limited() {
    let mut scene = Scene::started("hex(size=3,swap=false)", Clock::Unlimited);
    scene.plays("ada", "c3");
    for _ in 0..100 {
        scene.does("ada", GameCommand::RequestTakeback);
        scene.does("bob", GameCommand::DeclineTakeback);
    }
    let error = scene.refused("ada", GameCommand::RequestTakeback).1;
    assert_eq!(error, "Too many takebacks: a player has at most 100 in a game.");
    scene.plays("bob", "b2");
    scene.does("bob", GameCommand::RequestTakeback);
}

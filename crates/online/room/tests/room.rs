//! Games between two, told by their events, without a server and without waiting.

use hexarium_games::registry;
use hexarium_room::{Actor, Decision, Moment, OPEN_FOR, Offer, Room};
use hexarium_wire::{
    Act, Ai, Cause, Clock, Code, Entry, Event, Fischer, Header, Kind, Millis, Person, Place, Side, Sides,
};

const BLITZ: Clock = Clock::Fischer(Fischer { start: 60, add: 2 });

/// A room with time and people.
struct Scene {
    room: Room,
    now: Millis,
    away: Sides<Option<Millis>>,
    keys: u32,
}

fn person(id: &str) -> Person {
    Person { id: id.to_string(), name: id.to_uppercase(), kind: Kind::Guest }
}

fn member(id: &str) -> Person {
    Person { kind: Kind::Member, ..person(id) }
}

impl Scene {
    fn new(game: &str, clock: Clock, rated: bool) -> Self {
        let opened = registry::open(game, &[]).unwrap();
        let header = Header {
            id: "g1".into(),
            game: opened.canonical_id(),
            start: opened.start().position(),
            clock,
            rated,
            listed: true,
            host: "ada".into(),
            side: Some(Side::First),
            created: 1_000,
            contest: "g1".into(),
        };
        let room = Room::new(header, opened).unwrap();
        Self { room, now: 2_000, away: Sides::default(), keys: 0 }
    }

    /// A game of Ada, who begins, and Bob.
    fn started(game: &str, clock: Clock) -> Self {
        let mut scene = Self::new(game, clock, false);
        scene.does("bob", Act::Join);
        scene
    }

    fn moment(&self) -> Moment {
        Moment { now: self.now, away: self.away, host_begins: true, fresh: "g2".into() }
    }

    fn decide(&self, who: &str, key: &str, act: &Act) -> Result<Decision, (Code, String)> {
        let person = member(who);
        let actor = if who == "house" { Actor::House } else { Actor::Person(&person) };
        self.room.decide(actor, key, act, &self.moment()).map_err(|r| (r.code, r.message))
    }

    /// Somebody does something, and it happens.
    fn does(&mut self, who: &str, act: Act) -> Event {
        self.keys += 1;
        let key = format!("k{}", self.keys);
        match self.decide(who, &key, &act) {
            Ok(Decision::Happens(event)) => {
                let by = (who != "house").then(|| who.to_string());
                self.happens(by, Some(key), event.clone());
                event
            }
            other => panic!("{who}, {act:?}: {other:?}"),
        }
    }

    fn happens(&mut self, by: Option<String>, key: Option<String>, event: Event) {
        let entry = Entry { seq: self.room.seq() + 1, at: self.now, by, key, event };
        self.room.apply(entry).unwrap();
    }

    fn plays(&mut self, who: &str, actions: &str) -> Event {
        self.does(who, turn(self.room.turns().len(), actions))
    }

    /// Why somebody cannot do something.
    fn refused(&self, who: &str, act: Act) -> (Code, String) {
        self.decide(who, "other", &act).expect_err("it is refused")
    }
}

fn turn(number: usize, actions: &str) -> Act {
    Act::Turn { number: number as u32, actions: actions.split_whitespace().map(String::from).collect() }
}

#[test]
fn whoever_joins_takes_the_seat_that_is_left() {
    let mut scene = Scene::new("hex(size=3)", Clock::None, false);
    assert_eq!(scene.room.to_move(), None);
    assert_eq!(scene.refused("ada", Act::Join).0, Code::NotNow);
    assert_eq!(scene.refused("ada", turn(0, "b2")), (Code::NotNow, "the game has not started: a seat is free".into()));
    scene.does("bob", Act::Join);
    assert_eq!((scene.room.side_of("ada"), scene.room.side_of("bob")), (Some(Side::First), Some(Side::Second)));
    assert_eq!(scene.refused("eve", Act::Join).0, Code::Taken);
    assert_eq!(scene.room.to_move(), Some(Side::First));
}

#[test]
fn a_coin_decides_where_nobody_chose() {
    for host_begins in [true, false] {
        let game = registry::open("hex", &[]).unwrap();
        let header = Header { side: None, ..Scene::new("hex", Clock::None, false).room.header().clone() };
        let room = Room::new(header, game).unwrap();
        let moment = Moment { now: 2_000, away: Sides::default(), host_begins, fresh: String::new() };
        let Ok(Decision::Happens(Event::Started(sitters))) =
            room.decide(Actor::Person(&person("bob")), "k", &Act::Join, &moment)
        else {
            panic!("Bob can join");
        };
        assert_eq!(*sitters.of(Side::First) == hexarium_wire::Sitter::Person("ada".into()), host_begins);
    }
}

#[test]
fn a_rated_game_is_for_those_with_an_account() {
    let scene = Scene::new("hex(size=3)", Clock::None, true);
    let refusal = scene.room.decide(Actor::Person(&person("bob")), "k", &Act::Join, &scene.moment()).unwrap_err();
    assert_eq!(refusal.code, Code::SignIn);
    assert!(scene.room.decide(Actor::Person(&member("bob")), "k", &Act::Join, &scene.moment()).is_ok());
}

#[test]
fn only_the_player_to_move_makes_a_turn_and_only_a_legal_one() {
    let mut scene = Scene::started("hex(size=3)", Clock::None);
    assert_eq!(scene.refused("bob", turn(0, "b2")), (Code::NotYourTurn, "it is Blue's turn".into()));
    assert_eq!(scene.refused("eve", turn(0, "b2")), (Code::NotYours, "you do not play in this game".into()));
    assert_eq!(scene.refused("house", turn(0, "b2")).0, Code::NotYours);
    assert_eq!(scene.refused("ada", turn(0, "z9")).0, Code::Illegal);
    assert_eq!(scene.refused("ada", turn(0, "")), (Code::Illegal, "a turn without an action".into()));
    assert_eq!(scene.refused("ada", turn(0, "b2 b3")), (Code::Illegal, "the turn was over after 'b2'".into()));
    assert_eq!(scene.refused("ada", turn(1, "b2")).0, Code::Stale);
    let endless = Act::Turn { number: 0, actions: vec!["b2".into(); 1000] };
    assert_eq!(scene.refused("ada", endless).0, Code::TooLarge);
    scene.plays("ada", "b2");
    assert_eq!(scene.refused("bob", turn(1, "b2")).0, Code::Illegal);
    assert_eq!(scene.room.turns().len(), 1);
}

#[test]
fn a_turn_of_two_actions_is_sent_as_one() {
    let mut scene = Scene::started("harvest(base=3)", Clock::None);
    let opening = scene.room.state().legal().remove(0);
    scene.plays("ada", &opening);
    let mut probe = scene.room.state().copy();
    let one = probe.legal().remove(0);
    probe.play(&one).unwrap();
    let two = probe.legal().remove(0);
    let (code, message) = scene.refused("bob", turn(1, &one));
    assert_eq!(code, Code::Illegal);
    assert!(message.starts_with("the turn goes on after"), "{message}");
    scene.plays("bob", &format!("{one} {two}"));
    assert_eq!(scene.room.to_move(), Some(Side::First));
    assert_eq!(scene.room.turns()[1].actions, [one, two]);
}

#[test]
fn the_same_turn_sent_twice_counts_once() {
    let mut scene = Scene::started("hex(size=3)", Clock::None);
    let seq = scene.room.seq();
    scene.plays("ada", "b2");
    assert_eq!(scene.decide("ada", "k2", &turn(0, "b2")), Ok(Decision::Already(seq + 1)));
    assert_eq!(scene.decide("bob", "k2", &turn(0, "b2")).unwrap_err().0, Code::Stale, "keys are each sender's own");
    assert_eq!(scene.decide("bob", "", &turn(1, "a1")).unwrap_err().0, Code::BadRequest);
    assert_eq!(scene.decide("bob", &"x".repeat(41), &turn(1, "a1")).unwrap_err().0, Code::BadRequest);
}

#[test]
fn the_rules_end_a_game_and_then_nothing_more_can_be_done_but_another() {
    let mut scene = Scene::started("hex(size=2,swap=false)", Clock::None);
    scene.plays("ada", "a1");
    scene.plays("bob", "b1");
    scene.now = 9_000;
    scene.plays("ada", "a2");
    let ending = scene.room.ending().unwrap();
    assert_eq!((ending.winner, ending.counts(), ending.at), (Some(Side::First), true, 9_000));
    for act in [turn(3, "b2"), Act::Resign, Act::OfferDraw, Act::AskTakeBack, Act::Claim, Act::CallOff] {
        let (code, message) = scene.refused("bob", act);
        assert_eq!(code, Code::NotNow);
        assert!(message.starts_with("the game is over: "), "{message}");
    }
    assert_eq!(scene.does("bob", Act::Rematch), Event::RematchOffered(Side::Second));
    assert_eq!(scene.refused("bob", Act::Rematch).1, "you have asked already");
    assert_eq!(scene.refused("eve", Act::Rematch).0, Code::NotYours);
    assert_eq!(scene.does("ada", Act::Rematch), Event::Rematch("g2".into()));
    let (header, event) = scene.room.rematch("g2", 10_000).unwrap();
    assert_eq!((&*header.id, &*header.contest), ("g2", "g1"));
    let mut next = Room::new(header, registry::open("hex(size=2,swap=false)", &[]).unwrap()).unwrap();
    next.apply(Entry { seq: 1, at: 10_000, by: None, key: None, event }).unwrap();
    assert_eq!(next.side_of("ada"), Some(Side::Second), "the starter changes");
}

#[test]
fn a_player_resigns() {
    let mut scene = Scene::started("hex(size=3)", Clock::None);
    assert_eq!(scene.refused("eve", Act::Resign).0, Code::NotYours);
    scene.does("bob", Act::Resign);
    let ending = scene.room.ending().unwrap();
    assert_eq!((ending.winner, &*ending.reason), (Some(Side::First), "Red resigned"));
}

#[test]
fn a_draw_is_offered_declined_and_agreed_on() {
    let mut scene = Scene::started("hex(size=3)", Clock::None);
    scene.does("ada", Act::OfferDraw);
    assert_eq!(scene.room.offer(), Some(Offer::Draw(Side::First)));
    assert_eq!(scene.refused("ada", Act::OfferDraw).1, "you have offered a draw already");
    assert_eq!(scene.refused("ada", Act::DeclineDraw).1, "nobody has offered a draw");
    scene.plays("ada", "b2");
    assert_eq!(scene.room.offer(), Some(Offer::Draw(Side::First)), "a move of one's own does not take it back");
    scene.does("bob", Act::DeclineDraw);
    assert_eq!(scene.room.offer(), None);
    scene.does("ada", Act::OfferDraw);
    scene.plays("bob", "a1");
    assert_eq!(scene.room.offer(), None, "a move is an answer");
    scene.does("bob", Act::OfferDraw);
    scene.does("bob", Act::Resign);
    assert_eq!(scene.room.offer(), None);

    let mut scene = Scene::started("hex(size=3)", Clock::None);
    scene.does("ada", Act::OfferDraw);
    scene.does("bob", Act::DeclineDraw);
    assert!(scene.refused("ada", Act::OfferDraw).1.starts_with("a draw was declined in this turn"));
    scene.does("bob", Act::OfferDraw);
    scene.does("ada", Act::OfferDraw);
    let ending = scene.room.ending().unwrap();
    assert_eq!((ending.winner, &*ending.reason), (None, "the players agreed on a draw"));
}

#[test]
fn a_turn_is_asked_back_and_granted() {
    let mut scene = Scene::started("hex(size=3,swap=false)", Clock::None);
    assert_eq!(scene.refused("ada", Act::AskTakeBack).1, "there is no turn to take back");
    scene.plays("ada", "b2");
    scene.plays("bob", "a1");
    scene.does("ada", Act::AskTakeBack);
    assert_eq!(scene.refused("ada", Act::GrantTakeBack).1, "nobody has asked to take a turn back");
    scene.does("bob", Act::DeclineTakeBack);
    scene.does("ada", Act::AskTakeBack);
    assert_eq!(scene.does("bob", Act::GrantTakeBack), Event::TakenBack(0));
    assert_eq!((scene.room.turns().len(), scene.room.to_move()), (0, Some(Side::First)));
    assert_eq!(scene.room.state().position(), scene.room.header().start);
    scene.plays("ada", "c3");
    scene.does("ada", Act::AskTakeBack);
    scene.plays("bob", "b1");
    assert_eq!(scene.room.offer(), None, "a move is an answer");
}

#[test]
fn nothing_is_taken_back_in_a_rated_game() {
    let mut scene = Scene::new("hex(size=3)", Clock::None, true);
    scene.does("bob", Act::Join);
    scene.plays("ada", "b2");
    assert_eq!(scene.refused("ada", Act::AskTakeBack).1, "no turn of a rated game can be taken back");
}

#[test]
fn a_clock_runs_in_its_own_turn_and_gains_with_every_turn() {
    let mut scene = Scene::started("hex(size=3)", BLITZ);
    assert_eq!(scene.room.due(), Some(62_000));
    scene.now = 12_000;
    assert_eq!(scene.room.left(Side::First, scene.now), Some(50_000));
    assert_eq!(scene.room.left(Side::Second, scene.now), Some(60_000));
    let event = scene.plays("ada", "b2");
    assert!(matches!(event, Event::Turn { left: Some(52_000), .. }), "{event:?}");
    scene.now = 20_000;
    assert_eq!(scene.room.left(Side::First, scene.now), Some(52_000));
    assert_eq!(scene.room.left(Side::Second, scene.now), Some(52_000));
    scene.plays("bob", "a1");
    scene.now = 20_000 + 52_000;
    assert_eq!(scene.refused("ada", turn(2, "c1")).1, "your time is over");
    let event = scene.room.overdue(scene.now).unwrap();
    assert_eq!(event, Event::Ended { winner: Some(Side::Second), cause: Cause::Time });
    assert_eq!(scene.room.overdue(scene.now - 1), None);
    scene.happens(None, None, event);
    assert_eq!(scene.room.ending().unwrap().reason, "Blue ran out of time");
    assert_eq!(scene.room.due(), None);
}

#[test]
fn a_turn_of_days_begins_with_all_of_them() {
    let day = 24 * 60 * 60 * 1000;
    let mut scene = Scene::started("hex(size=3)", Clock::Days(2));
    scene.now += 2 * day - 1;
    let event = scene.plays("ada", "b2");
    assert!(matches!(event, Event::Turn { left: Some(left), .. } if left == 2 * day), "{event:?}");
    assert_eq!(scene.room.due(), Some(scene.now + 2 * day));
    assert_eq!(scene.refused("ada", Act::Claim).1, "a turn has days in this game: the clock decides");
}

#[test]
fn time_in_which_the_server_was_down_is_nobodys() {
    let mut scene = Scene::started("hex(size=3)", BLITZ);
    scene.room.set_outages(vec![(500, 1_500), (1_900, 2_500), (10_000, 40_000)]);
    assert_eq!(scene.room.left(Side::First, 10_000), Some(60_000 - 7_500));
    assert_eq!(scene.room.left(Side::First, 25_000), Some(60_000 - 7_500));
    assert_eq!(scene.room.left(Side::First, 41_000), Some(60_000 - 8_500));
    assert_eq!(scene.room.due(), Some(62_000 + 500 + 30_000));
    assert_eq!(scene.room.left(Side::First, scene.room.due().unwrap()), Some(0));
}

#[test]
fn a_game_that_hardly_began_is_called_off_instead_of_lost() {
    let mut scene = Scene::started("hex(size=3)", BLITZ);
    scene.plays("ada", "b2");
    let off = Event::Ended { winner: None, cause: Cause::CalledOff };
    assert_eq!(scene.room.overdue(scene.now + 60_000), Some(off.clone()));
    assert_eq!(scene.does("ada", Act::CallOff), off);
    assert!(!scene.room.ending().unwrap().counts());

    let mut scene = Scene::started("hex(size=3)", BLITZ);
    scene.plays("ada", "b2");
    scene.plays("bob", "a1");
    assert!(scene.refused("ada", Act::CallOff).1.starts_with("both have made a turn"));
}

#[test]
fn a_game_that_nobody_joins_is_called_off() {
    let mut scene = Scene::new("hex(size=3)", Clock::None, false);
    assert_eq!(scene.refused("eve", Act::CallOff).0, Code::NotYours);
    assert_eq!(scene.room.overdue(1_000 + OPEN_FOR - 1), None);
    assert!(scene.room.overdue(1_000 + OPEN_FOR).is_some());
    scene.does("ada", Act::CallOff);
    assert_eq!(scene.refused("bob", Act::Join).1, "the game is over: the game was called off");
    assert_eq!(scene.refused("ada", Act::Rematch).0, Code::NotYours, "nobody played");
}

#[test]
fn a_game_is_claimed_when_the_other_is_gone() {
    let mut scene = Scene::started("hex(size=3)", BLITZ);
    scene.plays("ada", "b2");
    scene.plays("bob", "a1");
    scene.plays("ada", "c1");
    assert_eq!(scene.refused("ada", Act::Claim).1, "the other player is there");
    scene.away.second = Some(scene.now);
    scene.now += 29_000;
    assert_eq!(scene.refused("ada", Act::Claim).1, "the other player has left only just now: wait for 1 s");
    scene.now += 1_000;
    scene.does("ada", Act::Claim);
    let ending = scene.room.ending().unwrap();
    assert_eq!((ending.winner, &*ending.reason), (Some(Side::First), "Red left the game"));
}

#[test]
fn an_engine_takes_a_seat_and_is_moved_by_whoever_it_thinks_with() {
    let here = Ai { level: 3, place: Place::Browser };
    let mut scene = Scene::new("hex(size=3)", Clock::None, false);
    assert_eq!(scene.refused("bob", Act::Invite(here)).0, Code::NotYours);
    assert_eq!(scene.refused("ada", Act::Invite(Ai { level: 9, ..here })).1, "level 9; expected 1 to 8");
    scene.does("ada", Act::Invite(here));
    scene.plays("ada", "b2");
    assert_eq!(scene.refused("bob", turn(1, "a1")).0, Code::NotYours);
    assert_eq!(scene.refused("house", turn(1, "a1")).0, Code::NotYours);
    scene.plays("ada", "a1");
    assert_eq!(scene.refused("ada", Act::OfferDraw).1, "an engine does not agree on draws");
    assert_eq!(scene.does("ada", Act::AskTakeBack), Event::TakenBack(0));

    let mut scene = Scene::new("hex(size=3)", Clock::None, false);
    scene.does("ada", Act::Invite(Ai { level: 3, place: Place::Server }));
    scene.plays("ada", "b2");
    assert_eq!(scene.refused("ada", turn(1, "a1")).0, Code::NotYourTurn);
    scene.plays("house", "a1");
    scene.does("ada", Act::Resign);
    assert_eq!(scene.does("ada", Act::Rematch), Event::Rematch("g2".into()));
}

#[test]
fn the_events_alone_give_the_same_room_again() {
    let mut scene = Scene::started("hex(size=3,swap=false)", BLITZ);
    scene.now += 700;
    scene.plays("ada", "b2");
    scene.plays("bob", "a1");
    scene.does("bob", Act::AskTakeBack);
    scene.does("ada", Act::GrantTakeBack);
    scene.now += 900;
    scene.plays("bob", "c1");
    scene.does("bob", Act::OfferDraw);
    let mut again =
        Room::new(scene.room.header().clone(), registry::open("hex(size=3,swap=false)", &[]).unwrap()).unwrap();
    for entry in scene.room.entries() {
        again.apply(entry.clone()).unwrap();
    }
    assert_eq!(again.turns(), scene.room.turns());
    assert_eq!(again.state().position(), scene.room.state().position());
    assert_eq!(again.due(), scene.room.due());
    assert_eq!(again.offer(), scene.room.offer());
    for side in Side::BOTH {
        assert_eq!(again.left(side, 99_000), scene.room.left(side, 99_000));
    }
}

#[test]
fn events_of_another_game_are_refused_and_change_nothing() {
    let mut scene = Scene::started("hex(size=3)", Clock::None);
    let entry = |seq, event| Entry { seq, at: 5_000, by: None, key: None, event };
    let wrong = [
        entry(1, Event::TakenBack(0)),
        entry(3, Event::DrawOffered(Side::First)),
        entry(2, Event::Turn { actions: vec!["z9".into()], left: None }),
        entry(2, Event::TakenBack(0)),
        entry(2, Event::RematchOffered(Side::First)),
        entry(2, Event::Started(scene.room.sitters().unwrap().clone())),
    ];
    for entry in wrong {
        let problem = scene.room.apply(entry.clone()).unwrap_err();
        assert!(problem.starts_with(&format!("game g1, event {}: ", entry.seq)), "{problem}");
        assert_eq!((scene.room.seq(), scene.room.turns().len()), (1, 0));
    }
}

//! Golden files: one for each stored variant, written once.

use std::fmt::Debug;

use hexarium_wire::{Clock, EndCause, EngineLocation, EngineSeat, Event, Fischer, Participant, Side, Sides, UserKind};

use super::{Stored, Word, fraction, from_json, to_json};
use crate::store::{SessionKind, Status};

/// Compares a text with its golden file.
#[track_caller]
fn check_file(name: &str, text: &str) {
    crate::golden::check_file("store", name, text);
}

/// Compares a value with its golden file, in both directions.
#[track_caller]
fn check<T: Stored + PartialEq + Debug>(name: &str, value: &T) {
    let text = to_json(value).unwrap();
    check_file(name, &format!("{text}\n"));
    assert_eq!(from_json::<T>(&text).as_ref(), Ok(value));
}

/// Checks the examples of all variants of an enum. A variant that is not listed does not compile.
macro_rules! check_variants {
    ($type:ty, $folder:literal, { $($pattern:pat => $name:literal: $example:expr),* $(,)? }) => {{
        let name_of = |value: &$type| match value { $($pattern => $name),* };
        $(
            let example: $type = $example;
            assert_eq!(name_of(&example), $name);
            check(concat!($folder, "-", $name, ".json"), &example);
        )*
    }};
}

fn user(id: &str) -> Participant {
    Participant::User(id.to_string())
}

fn engine(location: EngineLocation) -> Participant {
    Participant::Engine(EngineSeat { level: 3, location })
}

#[test]
fn every_event_is_stored_as_in_its_golden_file() {
    let actions = vec!["a1-b2".to_string(), "c3".to_string()];
    check_variants!(Event, "event", {
        Event::Started(_) => "started": Event::Started(Sides { first: user("ada"), second: user("bob") }),
        Event::Turn { .. } => "turn": Event::Turn { actions: actions.clone(), time_left: None },
        Event::DrawOffered(_) => "draw-offered": Event::DrawOffered(Side::First),
        Event::DrawDeclined(_) => "draw-declined": Event::DrawDeclined(Side::Second),
        Event::TakebackRequested(_) => "takeback-requested": Event::TakebackRequested(Side::First),
        Event::TakebackDeclined(_) => "takeback-declined": Event::TakebackDeclined(Side::Second),
        Event::TakenBack(_) => "taken-back": Event::TakenBack(4),
        Event::Ended { .. } => "ended": Event::Ended { winner: Some(Side::First), cause: EndCause::Resignation },
        Event::RematchOffered(_) => "rematch-offered": Event::RematchOffered(Side::Second),
        Event::RematchCreated(_) => "rematch-created": Event::RematchCreated("g2".to_string()),
    });
    check("event-turn-with-clock.json", &Event::Turn { actions, time_left: Some(61_500) });
    let engines = Sides { first: engine(EngineLocation::Browser), second: engine(EngineLocation::Server) };
    check("event-started-with-engines.json", &Event::Started(engines));
}

#[test]
fn every_cause_is_stored_as_in_its_golden_file() {
    // A cause that is not listed does not compile.
    macro_rules! check_causes {
        ($($cause:ident: $winner:expr => $name:literal),* $(,)?) => {{
            let name_of = |cause| match cause { $(EndCause::$cause => $name),* };
            $({
                let cause = EndCause::$cause;
                let name = format!("ended-by-{}.json", name_of(cause));
                check(&name, &Event::Ended { winner: $winner, cause });
            })*
        }};
    }
    let winner = Some(Side::Second);
    check_causes! {
        Resignation: winner => "resignation",
        Timeout: winner => "timeout",
        Agreement: None => "agreement",
        Abandonment: winner => "abandonment",
        Aborted: None => "aborted",
    }
}

#[test]
fn every_clock_and_participant_is_stored_as_in_its_golden_file() {
    check_variants!(Clock, "clock", {
        Clock::Unlimited => "unlimited": Clock::Unlimited,
        Clock::Fischer(_) => "fischer": Clock::Fischer(Fischer { initial: 300, increment: 3 }),
        Clock::Correspondence(_) => "correspondence": Clock::Correspondence(2),
    });
    check_variants!(Participant, "participant", {
        Participant::User(_) => "user": user("ada"),
        Participant::Engine(_) => "engine": engine(EngineLocation::Server),
    });
    check("participant-engine-in-browser.json", &engine(EngineLocation::Browser));
}

#[test]
fn every_word_is_stored_as_in_its_golden_file() {
    fn check_words<T: Word + PartialEq + Debug>(name: &str) {
        let words: Vec<_> = T::ALL.iter().map(|value| value.word()).collect();
        check_file(name, &format!("{}\n", words.join("\n")));
        for value in T::ALL {
            assert_eq!(T::from_word(value.word()), Some(*value));
        }
    }
    check_words::<Side>("side.txt");
    check_words::<UserKind>("user-kind.txt");
    check_words::<Status>("status.txt");
    check_words::<SessionKind>("session-kind.txt");
}

#[test]
fn fractions_are_stored_as_in_their_golden_file() {
    let numbers = [1500.0, 350.0, 0.06, 1_662.310_896_252_118_5, 0.059_999_342_315_486_21, -12.5];
    let texts: Vec<_> = numbers.iter().map(|number| fraction(*number)).collect();
    check_file("fraction.txt", &format!("{}\n", texts.join("\n")));
    for (text, number) in texts.iter().zip(numbers) {
        assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(number.to_bits()));
    }
}

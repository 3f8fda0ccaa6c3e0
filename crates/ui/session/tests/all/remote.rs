//! The state machine of remote games.

use hexarium_kernel::{AnyMatch, Flow};
use hexarium_session::{Confirm, Effect, GameController, Notice, Phase, Preferences, RemoteGame, Sound, SyncState};
use hexarium_wire::{ClientMessage, EndCause, ErrorCode, Event, GameCommand, ServerMessage, Side};

use crate::support::{PLAIN, Server, heard, new_key, receive, sent_turns, turn};

fn state(controller: &GameController) -> SyncState {
    controller.remote().unwrap().state().clone()
}

fn board(controller: &GameController) -> String {
    controller.session().actions().join(" ")
}

#[test]
fn a_turn_is_sent_confirmed_and_followed_by_the_opponents() {
    let mut server = Server::new("hex(size=5)");
    let mut ada = server.client(PLAIN);
    assert_eq!(state(&ada), SyncState::UpToDate);
    assert!(ada.type_action("c3"));
    let (key, number, actions) = sent_turns(&mut ada).remove(0);
    assert_eq!((number, &*actions), (0, &["c3".to_string()][..]));
    assert!(matches!(state(&ada), SyncState::Sent(turn) if turn.key == key));
    assert!(!ada.type_action("a1"), "not while a turn is being sent");
    receive(&mut ada, ServerMessage::Confirmed { key: key.clone(), seq: 2 });
    assert!(matches!(state(&ada), SyncState::Confirmed(_)));
    receive(&mut ada, server.add(turn(&["c3"]), Some(&key)));
    assert_eq!((state(&ada), &*board(&ada)), (SyncState::UpToDate, "c3"));
    receive(&mut ada, server.turn(&["b2"]));
    assert_eq!((state(&ada), &*board(&ada)), (SyncState::UpToDate, "c3 b2"));
    assert!(ada.remote().unwrap().is_my_turn());
}

#[test]
fn the_event_may_arrive_before_the_confirmation() {
    let mut server = Server::new("hex(size=5)");
    let mut ada = server.client(PLAIN);
    ada.type_action("c3");
    let key = sent_turns(&mut ada).remove(0).0;
    receive(&mut ada, server.add(turn(&["c3"]), Some(&key)));
    receive(&mut ada, ServerMessage::Confirmed { key, seq: 2 });
    assert_eq!((state(&ada), &*board(&ada)), (SyncState::UpToDate, "c3"));
}

#[test]
fn a_turn_is_sent_again_under_its_key_until_it_is_confirmed() {
    let mut server = Server::new("hex(size=5)");
    let mut ada = server.client(PLAIN);
    ada.type_action("c3");
    let sent = sent_turns(&mut ada);
    // The connection was lost; the server may or may not have the turn.
    receive(&mut ada, server.snapshot(1));
    assert_eq!(sent_turns(&mut ada), sent);
    server.add(turn(&["c3"]), Some(&sent[0].0));
    server.turn(&["b2"]);
    receive(&mut ada, server.snapshot(1));
    assert_eq!((state(&ada), &*board(&ada)), (SyncState::UpToDate, "c3 b2"));
    assert_eq!(sent_turns(&mut ada), []);
}

#[test]
fn a_command_is_sent_again_under_its_key_until_the_server_responds() {
    let server = Server::new("hex(size=5)");
    let mut ada = server.client(PLAIN);
    let sent = |ada: &mut GameController| -> Vec<(String, GameCommand)> {
        let command = |effect| match effect {
            Effect::Send(ClientMessage::Command { key, command, .. }) => Some((key, command)),
            _ => None,
        };
        ada.take_effects().into_iter().filter_map(command).collect()
    };
    ada.send_command(GameCommand::OfferDraw);
    ada.send_command(GameCommand::Resign);
    let first = sent(&mut ada);
    assert_eq!(
        first.iter().map(|(_, command)| command).collect::<Vec<_>>(),
        [&GameCommand::OfferDraw, &GameCommand::Resign]
    );
    receive(&mut ada, server.snapshot(1));
    assert_eq!(sent(&mut ada), first, "the connection was lost");
    receive(&mut ada, ServerMessage::Confirmed { key: first[0].0.clone(), seq: 2 });
    let message = "The game is over.".to_string();
    let (key, code) = (Some(first[1].0.clone()), ErrorCode::Conflict);
    receive(&mut ada, ServerMessage::Rejected { key, code, message: message.clone() });
    assert_eq!(ada.notice(), Some(&Notice::Text(message)));
    receive(&mut ada, server.snapshot(1));
    assert_eq!(sent(&mut ada), []);
}

#[test]
fn a_turn_of_an_earlier_visit_is_stored_and_sent() {
    let mut server = Server::new("hex(size=5)");
    let mut ada = server.client(PLAIN);
    ada.type_action("c3");
    let stored = ada.take_effects().into_iter().find_map(|effect| match effect {
        Effect::StorePending { turn, .. } => turn,
        _ => None,
    });
    let stored = stored.expect("the turn is stored before it is sent");
    let reload = |server: &Server| {
        let game = RemoteGame::new(ada.games(), "g1", Some(stored.clone()));
        let session = ada.session().at_node(hexarium_formats::GameTree::ROOT).unwrap();
        let mut controller = GameController::remote_game(session, game, PLAIN, new_key);
        receive(&mut controller, server.snapshot(0));
        controller
    };
    let mut again = reload(&server);
    assert_eq!(board(&again), "c3");
    assert_eq!(sent_turns(&mut again), [(stored.key.clone(), 0, stored.actions.clone())]);
    // If the turn had arrived, it is neither sent again nor shown twice.
    server.add(turn(&["c3"]), Some(&stored.key));
    let mut again = reload(&server);
    assert_eq!((state(&again), &*board(&again)), (SyncState::UpToDate, "c3"));
    let removed = |effect: &Effect| matches!(effect, Effect::StorePending { turn: None, .. });
    let effects = again.take_effects();
    assert!(effects.iter().any(removed), "the stored turn is removed");
}

#[test]
fn a_rejected_turn_resets_the_board() {
    let server = Server::new("hex(size=5)");
    let mut ada = server.client(PLAIN);
    ada.type_action("c3");
    let key = sent_turns(&mut ada).remove(0).0;
    let message = "The game is over".to_string();
    receive(&mut ada, ServerMessage::Rejected { key: Some(key), code: ErrorCode::Conflict, message: message.clone() });
    assert_eq!((state(&ada), &*board(&ada)), (SyncState::UpToDate, ""));
    assert_eq!(ada.notice(), Some(&Notice::TurnRejected(message)));
}

/// Plays the first legal turn and returns its actions.
fn play_turn(state: &mut dyn AnyMatch) -> Vec<String> {
    let mut actions = Vec::new();
    loop {
        let action = state.legal()[0].clone();
        let flow = state.play(&action).unwrap();
        actions.push(action);
        if flow != Flow::SameTurn {
            return actions;
        }
    }
}

#[test]
fn a_turn_from_another_window_replaces_the_draft() {
    let mut server = Server::new("coalesce");
    let opening = hexarium_games::registry::open("coalesce", &[]).unwrap().start().legal()[0].clone();
    server.turn(&[&opening]);
    // The opponent's turn, whose actions are found by playing them.
    let mut state_of = hexarium_games::registry::open("coalesce", &[]).unwrap().start();
    state_of.play(&opening).unwrap();
    let reply = play_turn(&mut *state_of);
    server.turn(&reply.iter().map(String::as_str).collect::<Vec<_>>());
    let mut ada = server.client(PLAIN);
    let draft = ada.session().state().legal().pop().unwrap();
    assert!(ada.type_action(&draft));
    assert_eq!(state(&ada), SyncState::Ahead);
    let own = play_turn(&mut *state_of);
    receive(&mut ada, server.turn(&own.iter().map(String::as_str).collect::<Vec<_>>()));
    assert_eq!(state(&ada), SyncState::UpToDate);
    assert!(board(&ada).ends_with(&own.join(" ")), "{}", board(&ada));
}

#[test]
fn a_draft_is_taken_back_action_by_action() {
    let mut server = Server::new("coalesce");
    let opening = hexarium_games::registry::open("coalesce", &[]).unwrap().start().legal()[0].clone();
    server.turn(&[&opening]);
    let mut ada = server.client(PLAIN);
    assert!(!ada.undo_draft(), "it is Bob's turn");
    let confirmed = ada.session().action_count();
    let mut state_of = ada.session().state().copy();
    let mut reply = Vec::new();
    while state_of.to_move() == hexarium_kernel::Player::Second {
        let action = state_of.legal()[0].clone();
        state_of.play(&action).unwrap();
        reply.push(action);
    }
    receive(&mut ada, server.turn(&reply.iter().map(String::as_str).collect::<Vec<_>>()));
    let draft = ada.session().state().legal().pop().unwrap();
    assert!(ada.type_action(&draft) && state(&ada) == SyncState::Ahead);
    assert!(ada.undo_draft());
    assert_eq!(state(&ada), SyncState::UpToDate);
    assert_eq!(ada.session().action_count(), confirmed + reply.len());
}

#[test]
fn missing_events_are_requested_and_takebacks_reset_the_board() {
    let mut server = Server::new("hex(size=5)");
    let mut ada = server.client(PLAIN);
    ada.take_effects();
    server.turn(&["c3"]);
    receive(&mut ada, server.turn(&["b2"]));
    assert_eq!(board(&ada), "", "an event is missing in between");
    assert!(ada.take_effects().iter().any(|effect| matches!(effect, Effect::Send(_))));
    receive(&mut ada, server.snapshot(1));
    assert_eq!(board(&ada), "c3 b2");
    receive(&mut ada, server.add(Event::TakenBack(1), None));
    assert_eq!((state(&ada), &*board(&ada)), (SyncState::UpToDate, "c3"));
}

#[test]
fn turns_that_arrive_during_an_animation_follow_it() {
    let mut server = Server::new("hex(size=5)");
    server.turn(&["c3"]);
    let mut ada = server.client(Preferences { animate: true, confirm: Confirm::SeveralActions });
    receive(&mut ada, server.turn(&["b2"]));
    assert_eq!(ada.phase(), Phase::Animating);
    // A turn of Ada from another window, and Bob's reply.
    receive(&mut ada, server.turn(&["d4"]));
    receive(&mut ada, server.turn(&["a1"]));
    assert!(matches!(state(&ada), SyncState::Behind(_)));
    assert_eq!(board(&ada), "c3 b2");
    ada.finish_animation();
    assert_eq!((&*board(&ada), ada.phase()), ("c3 b2 d4 a1", Phase::Animating));
    ada.finish_animation();
    assert_eq!(state(&ada), SyncState::UpToDate);
}

#[test]
fn new_turns_do_not_move_a_cursor_in_the_past() {
    let mut server = Server::new("hex(size=5)");
    server.turn(&["c3"]);
    server.turn(&["b2"]);
    let mut ada = server.client(PLAIN);
    ada.navigate(|session| session.to_start());
    ada.type_action("a1");
    assert!(matches!(ada.notice(), Some(Notice::Text(text)) if text.contains("earlier position")));
    receive(&mut ada, server.turn(&["d4"]));
    assert_eq!(board(&ada), "");
    ada.navigate(|session| session.to_end());
    assert_eq!(board(&ada), "c3 b2 d4");
}

#[test]
fn an_ending_by_the_players_is_shown() {
    let mut server = Server::new("hex(size=5)");
    server.turn(&["c3"]);
    server.turn(&["b2"]);
    let mut ada = server.client(PLAIN);
    ada.type_action("d4");
    receive(&mut ada, server.add(Event::Ended { winner: Some(Side::Second), cause: EndCause::Timeout }, None));
    assert_eq!(board(&ada), "c3 b2", "the turn came too late");
    assert_eq!(ada.prompt(), "Red (Bob) wins: Blue ran out of time.");
    assert_eq!(ada.session().ending().unwrap().reason, "time");
}

#[test]
fn a_win_is_announced_and_heard_when_the_turn_is_confirmed() {
    let mut server = Server::new("hex(size=2)");
    server.turn(&["a1"]);
    server.turn(&["b1"]);
    let mut ada = server.client(Preferences { animate: false, confirm: Confirm::Always });
    let ends = |(sounds, words): (Vec<Sound>, Vec<String>)| {
        (sounds.contains(&Sound::Win), words.iter().any(|words| words.contains("wins")))
    };
    heard(&mut ada);
    assert!(ada.type_action("a2"));
    assert_eq!(ada.phase(), Phase::Confirming);
    assert_eq!(ends(heard(&mut ada)), (false, false), "the turn may still be taken back");
    ada.take_turn_back();
    assert!(ada.type_action("a2"));
    ada.confirm();
    assert_eq!(ends(heard(&mut ada)), (true, true));
    assert_eq!(ada.headline(), None, "the server has no result yet");
    receive(&mut ada, server.turn(&["a2"]));
    assert_eq!(ada.headline().as_deref(), Some("You won"));
    // Without the question it is announced at once.
    server.entries.pop();
    let mut ada = server.client(PLAIN);
    heard(&mut ada);
    assert!(ada.type_action("a2"));
    assert_eq!(ends(heard(&mut ada)), (true, true));
}

#[test]
fn an_ending_by_the_players_is_heard_once_and_has_a_headline() {
    for (winner, cause, sounds, headline) in [
        (Some(Side::First), EndCause::Resignation, &[Sound::Win][..], Some("You won")),
        (Some(Side::Second), EndCause::Timeout, &[Sound::Lose], Some("You lost")),
        (None, EndCause::Agreement, &[Sound::Draw], Some("Draw")),
        (None, EndCause::Aborted, &[], None),
    ] {
        let mut server = Server::new("hex(size=5)");
        let mut ada = server.client(PLAIN);
        heard(&mut ada);
        receive(&mut ada, server.add(Event::Ended { winner, cause }, None));
        assert_eq!(heard(&mut ada).0, sounds, "{cause:?}");
        assert_eq!(ada.headline().as_deref(), headline, "{cause:?}");
        receive(&mut ada, server.snapshot(1));
        assert_eq!(heard(&mut ada).0, [], "{cause:?}");
    }
}

#[test]
fn actions_of_the_opponent_are_heard_without_animations_too() {
    for animate in [false, true] {
        let mut server = Server::new("hex(size=5)");
        server.turn(&["c3"]);
        let mut ada = server.client(Preferences { animate, ..PLAIN });
        heard(&mut ada);
        receive(&mut ada, server.turn(&["b2"]));
        assert_eq!(heard(&mut ada).0, [Sound::Place]);
    }
}

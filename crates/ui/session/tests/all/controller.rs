//! The controller of local games.

use hexarium_games::registry::{self, Games};
use hexarium_kernel::{GameCatalog, Input, PerPlayer, Player, Rng, Spot, listings};
use hexarium_search::{Analysis, AnalysisLine, Proof, Stop};
use hexarium_session::review::{Evaluation, GameReview};
use hexarium_session::{
    Confirm, Contest, Effect, GameController, GameSession, Notice, Phase, PlayerKind, Preferences, SearchRequest,
    SearchTask, Sound,
};

use crate::support::{PLAIN, heard};

fn controller(game: &str, sides: [PlayerKind; 2], preferences: Preferences) -> GameController {
    let session = GameSession::new(&Games, game).unwrap();
    GameController::new(session, Contest::of_sides(PerPlayer(sides)), preferences)
}

fn searches(controller: &mut GameController) -> Vec<SearchRequest> {
    let search = |effect| if let Effect::Search(request) = effect { Some(request) } else { None };
    controller.take_effects().into_iter().filter_map(search).collect()
}

fn analysis(action: &str) -> Analysis {
    let line =
        AnalysisLine { action: action.to_string(), visits: 9, win: 0.6, pv: vec![action.to_string()], proof: None };
    Analysis { lines: vec![line], nodes: 9, memory: 0, stop: Stop::Nodes }
}

#[test]
fn legal_actions_are_listed_once_per_position() {
    let mut rng = Rng::new(4);
    for spec in registry::GAMES {
        let mut controller = controller(spec.id, [PlayerKind::Human; 2], PLAIN);
        let mut positions = 0;
        let before = listings();
        for _ in 0..20 {
            let session = controller.session();
            if session.is_over() {
                break;
            }
            positions += 1;
            // The views ask for targets, previews of every cell, buttons and the last action.
            let cells = session.board().cells.len() as u16;
            session.targets();
            (0..cells).for_each(|spot| _ = session.preview(Input::Cell(Spot(spot))));
            session.buttons();
            session.last_animation();
            let legal = session.state().legal_actions();
            let chosen = legal[rng.below(legal.len())].clone();
            let inputs = session.state().inputs_of(chosen.id).unwrap();
            let count = session.action_count();
            for input in inputs {
                controller.click(input);
                controller.session().targets();
            }
            if controller.session().action_count() == count {
                controller.choose(chosen.id);
            }
            assert_eq!(controller.session().actions().last(), Some(&chosen.text), "{}", spec.id);
            controller.take_effects();
        }
        // The position after the last action may have been listed, too.
        let listed = listings() - before;
        assert!((positions..=positions + 1).contains(&listed), "{}: {listed} of {positions}", spec.id);
    }
}

#[test]
fn selections_are_announced_with_what_may_follow() {
    let announced = |controller: &mut GameController| {
        let words = |effect| if let Effect::Announce(words) = effect { Some(words) } else { None };
        controller.take_effects().into_iter().filter_map(words).collect::<Vec<_>>()
    };
    let mut coalesce = controller("coalesce", [PlayerKind::Human; 2], PLAIN);
    let inputs = coalesce.session().state().inputs("a3-b3").unwrap();
    coalesce.click(inputs[0]);
    let words = announced(&mut coalesce).pop().unwrap();
    assert!(words.starts_with("a3, Blue stone, selected. Next: ") && words.contains("b3"), "{words}");
    coalesce.click(inputs[0]);
    assert_eq!(announced(&mut coalesce), ["Selection cleared."]);
}

#[test]
fn a_typed_action_lists_nothing() {
    let game = Games.open("coalesce").unwrap();
    let legal = game.start().legal();
    let mut state = game.start();
    let before = listings();
    state.play(&legal[3]).unwrap();
    assert!(state.parse("nonsense").is_err());
    assert_eq!(listings(), before);
}

#[test]
fn a_handle_of_another_position_is_rejected() {
    for spec in registry::GAMES {
        let mut state = Games.open(spec.id).unwrap().start();
        let (first, last) = (state.legal_actions()[0].clone(), state.legal_actions().last().unwrap().clone());
        let mut copy = state.copy();
        copy.play_action(last.id).expect("a copy in the same position shares its handles");
        state.play_action(first.id).unwrap();
        let position = state.position();
        for stale in [first.id, last.id] {
            assert!(state.play_action(stale).is_err() && copy.play_action(stale).is_err());
            assert!(state.animation_of(stale).is_err() && state.inputs_of(stale).is_err());
        }
        assert_eq!(state.position(), position);
        state.undo();
        assert!(state.play_action(first.id).is_err(), "after an undo the actions are listed again");
    }
}

#[test]
fn the_engine_is_asked_and_a_late_result_is_not_played() {
    let mut controller = controller("hex(size=5)", [PlayerKind::Human, PlayerKind::Engine(2)], PLAIN);
    controller.start();
    assert!(controller.type_action("c3"));
    let request = searches(&mut controller).pop().expect("the engine is to move");
    assert_eq!((request.task, controller.phase()), (SearchTask::Move(2), Phase::Thinking));
    controller.click(Input::Cell(Spot(0)));
    assert_eq!(controller.notice(), Some(&Notice::EngineThinking));
    assert!(controller.undo(false));
    controller.finish_search(request.id, Ok(analysis("a1")));
    assert_eq!(controller.session().action_count(), 0);
    assert!(controller.type_action("b2"));
    let request = searches(&mut controller).pop().unwrap();
    controller.finish_search(request.id, Ok(analysis("a1")));
    assert_eq!(controller.session().actions(), ["b2", "a1"]);
    assert_eq!(controller.phase(), Phase::Idle);
}

#[test]
fn an_engine_that_fails_waits_and_can_be_resumed() {
    let mut controller = controller("hex(size=5)", [PlayerKind::Engine(1), PlayerKind::Human], PLAIN);
    assert!(searches(&mut controller).is_empty(), "it waits for the start");
    controller.start();
    let request = searches(&mut controller).pop().unwrap();
    controller.finish_search(request.id, Err("no memory".to_string()));
    assert_eq!(controller.notice(), Some(&Notice::EngineFailed("no memory".to_string())));
    assert!(controller.engine_waits());
    controller.resume_engine();
    let request = searches(&mut controller).pop().unwrap();
    controller.finish_search(request.id, Ok(analysis("c3")));
    assert_eq!(controller.session().actions(), ["c3"]);
}

#[test]
fn a_turn_of_several_actions_waits_for_confirmation_and_leaves_no_trace_if_taken_back() {
    let asking = Preferences { animate: true, confirm: Confirm::SeveralActions };
    let mut controller = controller("coalesce", [PlayerKind::Human, PlayerKind::Human], asking);
    let play = |controller: &mut GameController| {
        let first = controller.session().state().legal_actions()[0].text.clone();
        assert!(controller.type_action(&first));
        assert_eq!(controller.phase(), Phase::Animating);
        controller.finish_animation();
    };
    play(&mut controller);
    assert_eq!(controller.phase(), Phase::Idle, "a turn of one action needs no confirmation");
    let nodes = controller.session().tree().ids().len();
    play(&mut controller);
    play(&mut controller);
    assert_eq!(controller.phase(), Phase::Confirming);
    assert_eq!(controller.active_player(), Player::Second);
    controller.click(Input::Cell(Spot(0)));
    assert_eq!(controller.notice(), Some(&Notice::ConfirmFirst));
    controller.take_turn_back();
    assert_eq!(controller.session().tree().ids().len(), nodes);
    play(&mut controller);
    play(&mut controller);
    controller.confirm();
    assert_eq!((controller.phase(), controller.active_player()), (Phase::Idle, Player::First));
}

#[test]
fn a_turn_that_ends_the_game_waits_for_confirmation_too() {
    let asking = Preferences { animate: false, confirm: Confirm::Always };
    let mut controller = controller("hex(size=2)", [PlayerKind::Human; 2], asking);
    for action in ["a1", "b1"] {
        assert!(controller.type_action(action));
        assert_eq!(controller.phase(), Phase::Confirming);
        controller.request_hint();
        assert_eq!(controller.notice(), Some(&Notice::ConfirmFirst), "no hint for the opponent");
        controller.confirm();
    }
    assert!(controller.type_action("a2"));
    assert!(controller.phase() == Phase::Confirming && !controller.is_over());
    assert_eq!((controller.prompt(), controller.contest().wins), ("Submit this turn?".to_string(), [0, 0]));
    controller.take_turn_back();
    assert_eq!(controller.session().actions(), ["a1", "b1"]);
    assert!(controller.type_action("a2"));
    controller.confirm();
    assert!(controller.is_over());
    assert_eq!(controller.contest().wins, [1, 0]);
}

#[test]
fn the_prompt_is_never_that_of_the_next_player_while_a_turn_is_shown() {
    let animated = Preferences { animate: true, confirm: Confirm::Never };
    let mut controller = controller("hex(size=5)", [PlayerKind::Human; 2], animated);
    let own = controller.prompt();
    assert!(controller.type_action("c3"));
    assert_eq!(controller.phase(), Phase::Animating);
    assert!(controller.prompt().contains("c3"), "{}", controller.prompt());
    assert_eq!(controller.active_player(), Player::First);
    controller.finish_animation();
    assert!(controller.prompt() != own && !controller.prompt().contains("c3"));
    assert_eq!(controller.active_player(), Player::Second);
}

#[test]
fn a_paused_game_of_two_engines_goes_on_by_single_turns() {
    let mut controller = controller("hex(size=5)", [PlayerKind::Engine(1), PlayerKind::Engine(1)], PLAIN);
    controller.start();
    let request = searches(&mut controller).pop().unwrap();
    assert_eq!(controller.toggle_pause(), Some(true));
    controller.finish_search(request.id, Ok(analysis("a1")));
    assert!(controller.session().actions().is_empty(), "the search was stopped");
    for (turn, action) in ["c3", "b2"].into_iter().enumerate() {
        controller.step();
        let request = searches(&mut controller).pop().unwrap();
        controller.finish_search(request.id, Ok(analysis(action)));
        assert_eq!(controller.session().actions().len(), turn + 1);
        assert!(controller.is_paused() && searches(&mut controller).is_empty());
    }
    assert_eq!(controller.toggle_pause(), Some(false));
    assert_eq!(searches(&mut controller).len(), 1);
}

#[test]
fn the_headline_speaks_to_the_only_human() {
    for (sides, headline) in [
        ([PlayerKind::Human, PlayerKind::Engine(1)], "You lost"),
        ([PlayerKind::Engine(1), PlayerKind::Human], "You lost"),
        ([PlayerKind::Human; 2], "Red won"),
    ] {
        let mut controller = controller("hex(size=5)", sides, PLAIN);
        assert_eq!(controller.headline(), None);
        controller.resign();
        assert_eq!(controller.headline().as_deref(), Some(headline));
    }
}

#[test]
fn sounds_do_not_depend_on_animations() {
    for animate in [false, true] {
        let preferences = Preferences { animate, ..PLAIN };
        let mut stones = controller("hex(size=2)", [PlayerKind::Human; 2], preferences);
        for action in ["a1", "b1", "a2"] {
            assert!(stones.type_action(action));
            stones.finish_animation();
        }
        assert_eq!(heard(&mut stones).0, [Sound::Place, Sound::Place, Sound::Place, Sound::Win]);
        let mut counters = controller("coalesce", [PlayerKind::Human; 2], preferences);
        assert!(counters.type_action("a1-b1"));
        assert_eq!(heard(&mut counters).0, [Sound::Push]);
    }
}

#[test]
fn results_are_counted_once_and_a_rematch_changes_sides() {
    let mut controller = controller("hex(size=2)", [PlayerKind::Human; 2], PLAIN);
    for action in ["a1", "b1", "a2"] {
        assert!(controller.type_action(action));
    }
    assert!(controller.is_over());
    assert_eq!((controller.contest().wins, controller.contest().counted), ([1, 0], true));
    controller.undo(false);
    assert!(controller.type_action("a2"));
    assert_eq!(controller.contest().wins, [1, 0]);
    controller.rematch(None);
    assert_eq!((controller.contest().host, controller.session().action_count()), (Player::Second, 0));
}

#[test]
fn analysis_hints_and_reviews_follow_the_position() {
    let mut controller = controller("hex(size=5)", [PlayerKind::Human; 2], PLAIN);
    controller.toggle_analysis();
    let report = searches(&mut controller).pop().expect("a report");
    assert_eq!(report.task, SearchTask::Report);
    controller.finish_search(report.id, Ok(analysis("c3")));
    assert_eq!(controller.analysis().lines()[0].text(), "c3");
    let action = controller.analysis().lines()[0].action;
    controller.choose(action);
    assert_eq!(controller.session().actions(), ["c3"]);
    assert!(controller.analysis().lines().is_empty(), "the lines belong to the position before");
    controller.request_hint();
    let hint = searches(&mut controller).pop().unwrap();
    assert_eq!(hint.task, SearchTask::Hint);
    controller.finish_search(hint.id, Ok(analysis("b2")));
    assert!(matches!(controller.notice(), Some(Notice::Hint { action, .. }) if action == "b2"));
    controller.toggle_analysis();
    controller.review_action();
    for reply in ["d4", "b2"] {
        let search = searches(&mut controller).pop().unwrap();
        controller.finish_search(search.id, Ok(analysis(reply)));
    }
    let review = controller.reviewed_action().unwrap();
    assert_eq!(review.in_words(), "c3??: win probability 60 % → 40 %. Best was d4.");
    assert_eq!((&*review.reply_line, &*review.best_line), (&["b2".to_string()][..], &["d4".to_string()][..]));
    let reply = controller.session().state().parse("b2").unwrap();
    assert_eq!(controller.hint(), Some(reply), "the reply is shown on the board");
}

#[test]
fn a_review_goes_on_while_the_player_looks_around() {
    let mut controller = controller("hex(size=5)", [PlayerKind::Human; 2], PLAIN);
    for action in ["c3", "b4", "d2"] {
        controller.type_action(action);
    }
    controller.take_effects();
    controller.review_game();
    let first = searches(&mut controller).pop().unwrap();
    controller.finish_search(first.id, Ok(analysis("c3")));
    controller.navigate(|session| _ = session.back());
    assert!(controller.is_reviewing());
    for _ in 0..3 {
        let search = searches(&mut controller).pop().expect("the review goes on");
        assert_eq!(search.task, SearchTask::Evaluate);
        controller.finish_search(search.id, Ok(analysis("a1")));
    }
    assert!(!controller.is_reviewing() && controller.notice().is_none());
    assert_eq!(GameReview::of(controller.session()).actions.len(), 3);
    let before = controller.evaluation_revision();
    controller.type_action("e1");
    controller.review_game();
    controller.stop_review();
    assert_eq!(controller.evaluation_revision(), before);
    assert!(!controller.is_reviewing());
}

#[test]
fn what_a_review_has_proven_outlives_later_reports() {
    let mut controller = controller("hex(size=5)", [PlayerKind::Human; 2], PLAIN);
    controller.toggle_analysis();
    let report = searches(&mut controller).pop().unwrap();
    let start = controller.session().cursor();
    let proven = Evaluation::of(&analysis("c3"), Player::First).unwrap();
    let proven = Evaluation { proof: Some(Proof::Win), has_only_move: true, ..proven };
    controller.edit(|session| session.set_evaluation(start, proven.clone()));
    controller.finish_search(report.id, Ok(analysis("a1")));
    assert_eq!(controller.session().evaluation(start), Some(proven));
}

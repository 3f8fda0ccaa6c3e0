//! Game reviews from given evaluations.

use hexarium_formats::NodeId;
use hexarium_games::registry::Games;
use hexarium_kernel::Player;
use hexarium_search::{Analysis, AnalysisLine, Proof, Stop};
use hexarium_session::review::{Evaluation, GameReview, Grade};
use hexarium_session::{Contest, GameSession, autosave};

fn value(first_wins: f32, best: &str) -> Evaluation {
    Evaluation { first_wins, proof: None, line: vec![best.to_string()], has_only_move: false }
}

/// The review of a game whose positions have these values for the first player.
fn reviewed(game: &str, actions: &[&str], values: &[Evaluation]) -> GameReview {
    let mut session = GameSession::new(&Games, game).unwrap();
    for action in actions {
        session.play(action).unwrap();
    }
    for (node, value) in values.iter().enumerate() {
        session.set_evaluation(NodeId(node), value.clone());
    }
    GameReview::of(&session)
}

#[test]
fn actions_are_graded_by_what_they_lose() {
    let values = [0.60, 0.59, 0.62, 0.56, 0.68, 0.50];
    let values: Vec<Evaluation> = values.iter().map(|share| value(*share, "e5")).collect();
    let review = reviewed("hex(size=5)", &["a1", "b1", "c1", "d1", "a5"], &values);
    let grades: Vec<Grade> = review.actions.iter().map(|action| action.grade).collect();
    // The second player loses what the first gains.
    assert_eq!(grades, [Grade::Best, Grade::Good, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder]);
    assert_eq!(review.actions[3].player, Player::Second);
    assert_eq!(review.count(Player::First, Grade::Blunder), 1);
    assert!(review.actions[4].reply_line == ["e5"] && review.actions[4].best_line == ["e5"]);
}

#[test]
fn the_choice_of_the_engine_is_best_even_if_its_value_falls() {
    let review = reviewed("hex(size=5)", &["c3", "d2"], &[value(0.9, "c3"), value(0.5, "b4"), value(0.5, "b4")]);
    assert_eq!(review.actions[0].grade, Grade::Best);
    assert!(Player::BOTH.iter().all(|player| review.accuracy()[*player].is_some_and(|accuracy| accuracy > 99.9)));
}

#[test]
fn within_a_turn_the_same_player_is_judged() {
    let values = [value(0.4, "pass"), value(0.4, "pass"), value(0.9, "pass"), value(0.2, "pass")];
    let review = reviewed("coalesce", &["a3-b3", "d5-d6", "c3-b2"], &values);
    let judged: Vec<(Player, Grade)> = review.actions.iter().map(|action| (action.player, action.grade)).collect();
    // The opening turn has one step; both others are Red's.
    assert_eq!(judged, [(Player::First, Grade::Best), (Player::Second, Grade::Blunder), (Player::Second, Grade::Best)]);
    assert!(review.actions[1].is_turning_point());
}

#[test]
fn a_missed_win_and_an_only_move_are_marked() {
    let won = Evaluation { proof: Some(Proof::Win), has_only_move: true, ..value(1.0, "c3") };
    let review = reviewed("hex(size=5)", &["a1", "b4"], &[won.clone(), value(0.3, "b4"), value(0.3, "c3")]);
    let missed = &review.actions[0];
    assert!(missed.missed_win && !missed.only_move);
    assert_eq!((missed.symbol(), missed.symbol_words()), ("??×", "blunder, missed win"));
    assert_eq!(missed.in_words(), "a1??×: win probability 100 % → 30 %. Missed win. Best was c3.");
    let review = reviewed("hex(size=5)", &["c3", "b4"], &[won, value(1.0, "b4"), value(1.0, "c3")]);
    let only = &review.actions[0];
    assert!(!only.missed_win && only.only_move);
    assert_eq!((only.symbol(), only.symbol_words()), ("□", "only move"));
    assert_eq!(only.in_words(), "c3□: win probability 100 % → 100 %. That was the only move.");
    let good = &review.actions[1];
    assert_eq!((good.grade, good.symbol(), good.symbol_words()), (Grade::Best, "", ""));
}

#[test]
fn a_win_that_is_only_doubted_is_not_called_missed() {
    let won = Evaluation { proof: Some(Proof::Win), ..value(1.0, "c3") };
    let after = |first_wins, proof| Evaluation { proof, ..value(first_wins, "b4") };
    let graded = |after: Evaluation| {
        let review = reviewed("hex(size=5)", &["a1"], &[won.clone(), after]);
        (review.actions[0].grade, review.actions[0].missed_win)
    };
    // The engine doubts it, but does not see the player clearly behind.
    assert_eq!(graded(after(0.35, None)), (Grade::Inaccuracy, false));
    assert_eq!(graded(after(0.73, None)), (Grade::Inaccuracy, false));
    assert_eq!(graded(after(0.97, None)), (Grade::Good, false));
    // The opponent is a clear favourite, or has a proven win.
    assert_eq!(graded(after(0.3, None)), (Grade::Blunder, true));
    assert_eq!(graded(after(0.0, Some(Proof::Win))), (Grade::Blunder, true));
}

#[test]
fn the_last_action_is_judged_by_the_result() {
    let actions = ["b1", "a1", "b2", "a2", "b3"];
    let review = reviewed("hex(size=3)", &actions, &[0.9; 5].map(|first_wins| value(first_wins, "a3")));
    assert_eq!((review.actions.len(), review.actions[4].after), (5, 1.0));
    assert!(review.actions[4].reply_line.is_empty());
}

#[test]
fn an_action_with_few_visits_does_not_make_an_only_move() {
    let line = |action: &str, win: f32, visits: u64| {
        let pv = vec![action.to_string()];
        AnalysisLine { action: action.to_string(), visits, win, pv, proof: None }
    };
    let evaluated = |visits| {
        let lines = vec![line("a", 0.8, 900), line("b", 0.3, visits)];
        Evaluation::of(&Analysis { lines, nodes: 1000, memory: 0, stop: Stop::Nodes }, Player::Second).unwrap()
    };
    assert!(evaluated(100).has_only_move && !evaluated(3).has_only_move);
    assert!((evaluated(3).first_wins - 0.2).abs() < 1e-6);
}

#[test]
fn a_proven_win_has_an_only_move_if_no_other_one_is_proven_to_win() {
    let line = |action: &str, win: f32, proof| {
        let pv = vec![action.to_string()];
        AnalysisLine { action: action.to_string(), visits: 500, win, pv, proof }
    };
    let is_only = |others: &[(f32, Option<Proof>)]| {
        let mut lines = vec![line("a", 1.0, Some(Proof::Win))];
        lines.extend(others.iter().map(|(win, proof)| line("b", *win, *proof)));
        Evaluation::of(&Analysis { lines, nodes: 1000, memory: 0, stop: Stop::Proven }, Player::First)
            .unwrap()
            .has_only_move
    };
    assert!(is_only(&[(0.0, Some(Proof::Loss)), (0.5, Some(Proof::Draw))]));
    // However bad it looks, it may win, too.
    assert!(!is_only(&[(0.0, Some(Proof::Loss)), (0.1, None)]));
    assert!(!is_only(&[(0.0, Some(Proof::Loss)), (1.0, Some(Proof::Win))]));
    assert!(!is_only(&[]));
}

#[test]
fn a_review_is_saved_with_the_game_and_survives_edits() {
    let mut session = GameSession::new(&Games, "hex(size=5)").unwrap();
    for action in ["c3", "d2", "b4"] {
        session.play(action).unwrap();
    }
    session.back();
    session.play("a1").unwrap();
    for node in 0..5 {
        let proof = [None, Some(Proof::Win), Some(Proof::Loss), Some(Proof::Draw)][node % 4];
        let has_only_move = node == 1;
        session.set_evaluation(NodeId(node), Evaluation { proof, has_only_move, ..value(0.25, "e5") });
    }
    let saved = autosave::snapshot(&session, &Contest::two_humans()).unwrap();
    let loaded = autosave::load(&Games, &saved).unwrap().session;
    assert_eq!(loaded.actions(), ["c3", "d2", "a1"]);
    assert_eq!(GameReview::of(&loaded), GameReview::of(&session));
    assert_eq!(loaded.evaluation_count(), 4, "one for each position of the line");
    // The first reply is removed and the nodes behind it are renumbered.
    let before = session.evaluation(session.cursor());
    session.remove(NodeId(3)).unwrap();
    assert_eq!((session.evaluation(session.cursor()), session.evaluation_count()), (before, 4));
    let damaged = saved.replace("2500", "25000");
    assert_eq!(autosave::load(&Games, &damaged).unwrap().session.evaluation_count(), 0);
}

#[test]
fn a_threat_is_a_win_that_was_allowed_or_a_capture_after_a_mistake() {
    let mut session = GameSession::new(&Games, "hex(size=3)").unwrap();
    session.play("a1").unwrap();
    session.set_evaluation(NodeId(0), Evaluation { proof: Some(Proof::Win), ..value(1.0, "b2") });
    session.set_evaluation(NodeId(1), Evaluation { proof: Some(Proof::Win), ..value(0.0, "b2") });
    let review = session.reviewed_action(NodeId(1)).unwrap();
    assert!(review.allowed_win && !review.allowed_threat(&session), "nothing is answered yet");
    session.play("b2").unwrap();
    assert!(review.allowed_threat(&session));

    // White can catch the queen on f4, whatever Black does elsewhere.
    let position = "#...#/....../......./.......b/#.....w.#/..WB..Wb/....w../...b../#...# b 8-8";
    let start = GameSession::at_position(&Games, "fire-ants", position).unwrap();
    let quiet = start.state().legal().into_iter().find(|action| {
        let mut state = start.state().copy();
        state.play(action).is_ok() && state.to_move() == Player::First && state.play("f7-f5").is_ok()
    });
    let threats = |after: f32, reply: fn(&str) -> bool| {
        let mut session = GameSession::at_position(&Games, "fire-ants", position).unwrap();
        session.play(quiet.as_ref().unwrap()).unwrap();
        session.set_evaluation(NodeId(0), value(0.5, "pass"));
        session.set_evaluation(NodeId(1), value(after, "f7-f5"));
        let review = session.reviewed_action(NodeId(1)).unwrap();
        let reply = session.state().legal().into_iter().find(|action| reply(action)).unwrap();
        session.play(&reply).unwrap();
        review.allowed_threat(&session)
    };
    assert!(threats(0.8, |action| action == "f7-f5"));
    assert!(!threats(0.8, |action| action.starts_with('@')), "nothing is captured");
    assert!(!threats(0.5, |action| action == "f7-f5"), "the action was as good as any");
}

//! Saved games of this version and of 0.1.

use std::fs;

use hexarium_formats::GameTree;
use hexarium_games::registry::{self, Games};
use hexarium_kernel::{Player, Rng};
use hexarium_pictures::{BoardTheme, Orientation, PieceSet};
use hexarium_search::Proof;
use hexarium_session::autosave::{self, SaveOp};
use hexarium_session::lesson_progress::LessonProgress;
use hexarium_session::review::Evaluation;
use hexarium_session::settings::{
    Confirmation, Language, Look, Motion, Settings, orientation_from_text, orientation_text,
};
use hexarium_session::storage::{KeyValue, MemoryStorage, SaveSlot, only_game, remove_only_game};
use hexarium_session::{Contest, GameController, GameSession, LibraryEntry, PendingTurn, PlayerKind};

use crate::support::{PLAIN, assert_golden, folder, store};

/// The actions up to the cursor, the number of nodes, and the comment at the cursor.
fn actions_and_size(session: &GameSession) -> (Vec<String>, usize, String) {
    let comment = session.comment(session.cursor()).to_string();
    (session.actions(), session.tree().ids().len(), comment)
}

/// Plays random actions to the end of the game.
fn finish(session: GameSession, contest: Contest) -> GameController {
    let mut controller = GameController::new(session, contest, PLAIN);
    let mut rng = Rng::new(3);
    controller.navigate(GameSession::to_end);
    controller.analyse_by_hand();
    for _ in 0..3000 {
        if controller.is_over() {
            break;
        }
        let legal = controller.session().state().legal();
        assert!(controller.type_action(&legal[rng.below(legal.len())]), "{:?}", controller.notice());
    }
    assert!(controller.is_over(), "the game ends");
    controller
}

#[test]
fn games_saved_by_0_1_are_loaded_continued_and_finished() {
    let mut games = 0;
    for file in fs::read_dir(folder("fixtures/v0.1")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().to_string();
        let text = fs::read_to_string(&path).unwrap();
        if !["profile-", "web-", "terminal-"].iter().any(|kind| name.starts_with(kind)) {
            continue;
        }
        let saved = autosave::load(&Games, &text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        games += 1;
        assert_eq!(saved.session.is_over(), name.contains("-ended"), "{name}");
        assert!(saved.session.turn_in_progress() || !name.contains("-mid-turn"), "{name}");
        assert_eq!(saved.session.start_position().is_some(), name.contains("-setup"), "{name}");
        if registry::GAMES.iter().any(|spec| name == format!("web-{}.txt", spec.id)) {
            assert_eq!(saved.contest.players, [PlayerKind::Human, PlayerKind::Engine(3)]);
            assert_eq!((saved.contest.host, saved.contest.wins, saved.contest.draws), (Player::Second, [2, 1], 1));
            assert_eq!(saved.session.comment(saved.session.cursor()), "two\nlines \\ and a slash");
            assert!(saved.session.can_forward() && saved.session.can_back());
        }
        if name.starts_with("profile-") {
            assert_eq!(saved.contest.players, [PlayerKind::Human, PlayerKind::Engine(2)]);
            assert!(saved.session.actions().len() > 5, "{name}");
        }
        // A snapshot of the current version is read as the same game.
        let again = autosave::load(&Games, &autosave::snapshot(&saved.session, &saved.contest).unwrap()).unwrap();
        assert_eq!(actions_and_size(&again.session), actions_and_size(&saved.session), "{name}");
        assert_eq!(again.contest, saved.contest);
        if !saved.session.is_over() {
            finish(saved.session, saved.contest);
        }
    }
    assert!(games >= 25, "{games} fixtures");
}

#[test]
fn the_only_game_of_earlier_versions_is_found_and_removed() {
    let text = fs::read_to_string(folder("fixtures/v0.1/web-coalesce.txt")).unwrap();
    let memory = MemoryStorage::default();
    assert_eq!(only_game(&memory), None);
    memory.set("settings", "look=dark");
    memory.set("game", &text);
    assert_eq!(only_game(&memory).as_ref(), Some(&text));
    let saved = autosave::load(&Games, &text).unwrap();
    let mut controller = GameController::new(saved.session, saved.contest, PLAIN);
    let mut slot = SaveSlot::new(memory.clone(), "save");
    store(&mut controller, &mut slot);
    assert!(controller.type_action(&controller.session().state().legal()[0]));
    store(&mut controller, &mut slot);
    assert_eq!(memory.keys(), ["game", "save", "save.1", "settings"]);
    assert_eq!(only_game(&memory), slot.load());
    remove_only_game(&memory);
    assert_eq!((memory.keys(), only_game(&memory)), (vec!["settings".to_string()], None));
}

#[test]
fn games_with_different_keys_do_not_touch_each_other() {
    let memory = MemoryStorage::default();
    let mut slots = ["save/1", "save/11"].map(|key| SaveSlot::new(memory.clone(), key));
    let games = ["hex(size=5)", "harvest"].map(|game| {
        let session = GameSession::new(&Games, game).unwrap();
        GameController::new(session, Contest::two_humans(), PLAIN)
    });
    for (mut controller, slot) in games.into_iter().zip(&mut slots) {
        for _ in 0..9 {
            controller.type_action(&controller.session().state().legal()[0]);
            store(&mut controller, slot);
        }
    }
    let loaded = slots.map(|slot| autosave::load(&Games, &slot.load().unwrap()).unwrap().session);
    assert_eq!(loaded.each_ref().map(|session| session.game().spec().id), ["hex", "harvest"]);
    assert_eq!(loaded.map(|session| session.action_count()), [9, 9]);
}

#[test]
fn a_summary_follows_the_game_and_is_read_back() {
    let session = GameSession::new(&Games, "hex(size=3,swap=false)").unwrap();
    let contest = Contest::new([PlayerKind::Human, PlayerKind::Engine(3)], Player::First);
    let mut controller = GameController::new(session, contest, PLAIN);
    let empty = LibraryEntry::of("k3", &controller, 5, None);
    assert!(!empty.is_under_way());
    controller.analyse_by_hand();
    controller.type_action("b2");
    let begun = LibraryEntry::of("k3", &controller, 6, Some(&empty));
    assert!(begun.is_under_way());
    assert_eq!(begun.position, controller.session().state().position());
    controller.resign();
    let ended = LibraryEntry::of("k3", &controller, 7, Some(&begun));
    assert_eq!((ended.result, ended.is_under_way()), (Some(Some(Player::First)), false));
    controller.navigate(GameSession::to_start);
    let looked_at = LibraryEntry::of("k3", &controller, 8, Some(&ended));
    assert_eq!((looked_at.result, looked_at.actions), (Some(Some(Player::First)), 0));
    for summary in [empty, begun, ended, looked_at.clone(), LibraryEntry { result: Some(None), ..looked_at }] {
        assert_eq!(LibraryEntry::from_text(&summary.to_text()), Some(summary));
    }
    for bad in ["", "{}", r#"{"version":2,"id":"a"}"#] {
        assert_eq!(LibraryEntry::from_text(bad), None, "{bad}");
    }
}

#[test]
fn every_action_and_jump_is_one_line_and_is_read_back() {
    let mut rng = Rng::new(8);
    for spec in registry::GAMES {
        let memory = MemoryStorage::default();
        let mut slot = SaveSlot::new(memory.clone(), "save");
        let session = GameSession::new(&Games, spec.id).unwrap();
        let mut controller = GameController::new(session, Contest::two_humans(), PLAIN);
        store(&mut controller, &mut slot);
        let mut parts = 0;
        for _ in 0..120 {
            match rng.below(8) {
                0 => controller.navigate(|session| _ = session.back_turn()),
                1 => controller.navigate(|session| _ = session.back()),
                2 => controller.navigate(|session| _ = session.forward()),
                3 if rng.below(4) == 0 => controller.navigate(GameSession::to_start),
                4 if rng.below(4) == 0 => controller.navigate(GameSession::to_end),
                5 if rng.below(6) == 0 => controller.set_comment("a\nb \\ c"),
                6 if rng.below(20) == 0 => controller.resign(),
                7 if rng.below(20) == 0 => controller.take_turn_back(),
                _ => {
                    let legal = controller.session().state().legal();
                    if !legal.is_empty() {
                        controller.type_action(&legal[rng.below(legal.len())]);
                    }
                }
            }
            store(&mut controller, &mut slot);
            parts = parts.max(memory.keys().len());
            let saved = autosave::load(&Games, &slot.load().unwrap()).unwrap();
            assert_eq!(actions_and_size(&saved.session), actions_and_size(controller.session()), "{}", spec.id);
            assert_eq!(saved.contest, *controller.contest());
            assert_eq!(saved.session.ending(), controller.session().ending());
        }
        assert!(parts >= 2, "{}: lines are appended", spec.id);
    }
}

#[test]
fn an_action_appends_and_does_not_rewrite() {
    let session = GameSession::new(&Games, "hex(size=5)").unwrap();
    let mut controller = GameController::new(session, Contest::two_humans(), PLAIN);
    let ops = |controller: &mut GameController| -> Vec<SaveOp> {
        let op = |effect| if let hexarium_session::Effect::Save(op) = effect { Some(op) } else { None };
        controller.take_effects().into_iter().filter_map(op).collect()
    };
    assert!(matches!(&ops(&mut controller)[..], [SaveOp::Rewrite(_)]));
    controller.type_action("c3");
    assert_eq!(ops(&mut controller), [SaveOp::Append("play c3\n".to_string())]);
    controller.navigate(|session| _ = session.back());
    assert_eq!(ops(&mut controller), [SaveOp::Append("go 1 -\n".to_string())]);
    controller.navigate(|session| _ = session.forward());
    assert_eq!(ops(&mut controller), [SaveOp::Append("go 0 0\n".to_string())]);
}

#[test]
fn a_damaged_end_loses_only_the_end() {
    let session = GameSession::new(&Games, "hex(size=5)").unwrap();
    let base = autosave::snapshot(&session, &Contest::two_humans()).unwrap();
    for (rest, actions) in [("play c3\nplay b", 1), ("play c3\nplay z9\nplay b2\n", 1), ("dance\n", 0), ("go 7 -\n", 0)]
    {
        let saved = autosave::load(&Games, &format!("{base}{rest}")).unwrap();
        assert_eq!(saved.session.action_count(), actions, "{rest}");
    }
    for bad in ["", "\n", "person", "person person -\nnonsense", "hexarium-save 3\n", "hexarium-save 2\ncontest x\n"] {
        assert!(autosave::load(&Games, bad).is_err(), "{bad}");
    }
}

/// One golden file for each stored form.
#[test]
fn stored_forms_do_not_change() {
    let mut files: Vec<(&str, String)> = Vec::new();
    let session = GameSession::new(&Games, "hex(size=5)").unwrap();
    let memory = MemoryStorage::default();
    let mut slot = SaveSlot::new(memory.clone(), "save");
    let contest = Contest::new([PlayerKind::Human, PlayerKind::Engine(3)], Player::Second);
    let mut controller = GameController::new(session, contest, PLAIN);
    controller.analyse_by_hand();
    for action in ["c3", "b2"] {
        controller.type_action(action);
    }
    controller.navigate(GameSession::to_start);
    controller.navigate(GameSession::to_end);
    controller.set_comment("a\nb");
    controller.resign();
    store(&mut controller, &mut slot);
    files.push(("saved-game.txt", slot.load().unwrap()));
    let mut session = GameSession::at_position(&Games, "hex(size=3)", "BR./.../... b").unwrap();
    session.play("c3").unwrap();
    files.push(("snapshot.txt", autosave::snapshot(&session, &Contest::two_humans()).unwrap()));
    let line = vec!["b2".to_string(), "a3".to_string()];
    let evaluation = Evaluation { first_wins: 0.531, proof: Some(Proof::Win), line, has_only_move: true };
    session.set_evaluation(GameTree::ROOT, evaluation);
    files.push(("snapshot-reviewed.txt", autosave::snapshot(&session, &Contest::two_humans()).unwrap()));
    let turn = PendingTurn { key: "0a1b".to_string(), number: 7, actions: vec!["c3".to_string(), "pass".to_string()] };
    files.push(("pending-turn.json", turn.to_text()));
    files.push(("summary.json", LibraryEntry::of("k3x9", &controller, 1_700_000_000_000, None).to_text()));
    files.push(("settings-4.txt", Settings::default().to_text()));
    files.push(("settings-4-changed.txt", changed_settings().to_text()));
    let mut progress = LessonProgress::default();
    progress.finish_step("hex", "bridges", 0, 3);
    progress.finish_step("fire-ants", "rules", 9, 10);
    files.push(("lesson-progress.txt", progress.to_text()));
    for (name, text) in &files {
        assert_golden(name, text);
    }
    assert_eq!(PendingTurn::from_text(&files[3].1), Some(turn));
    assert_eq!(Settings::from_text(&changed_settings().to_text()), changed_settings());
    let saved = autosave::load(&Games, &files[0].1).unwrap();
    assert!(saved.session.is_over() && saved.session.tree().node(GameTree::ROOT).event.is_none());
}

/// Settings of which none is the default.
fn changed_settings() -> Settings {
    Settings {
        language: Language::German,
        look: Look::Dark,
        contrast: true,
        board: BoardTheme::Flat,
        pieces: PieceSet::Letters,
        motion: Motion::Slow,
        coordinates: false,
        cell_names: true,
        confirm: Confirmation::Always,
        sound: false,
    }
}

#[test]
fn every_word_of_the_settings_is_stored_as_in_the_golden_file() {
    let mut all = vec![Settings::default(), changed_settings()];
    all.extend(Look::ALL.map(|look| Settings { look, ..Settings::default() }));
    all.extend(Motion::ALL.map(|motion| Settings { motion, ..Settings::default() }));
    all.extend(Confirmation::ALL.map(|confirm| Settings { confirm, ..Settings::default() }));
    all.extend(Language::ALL.map(|language| Settings { language, ..Settings::default() }));
    all.extend(BoardTheme::ALL.map(|board| Settings { board, ..Settings::default() }));
    all.extend(PieceSet::ALL.map(|pieces| Settings { pieces, ..Settings::default() }));
    // Each line once.
    let mut lines: Vec<String> =
        all.iter().flat_map(|s| s.to_text().lines().map(String::from).collect::<Vec<_>>()).collect();
    lines.sort_unstable();
    lines.dedup();
    assert_golden("settings-4-words.txt", &format!("{}\n", lines.join("\n")));
    for settings in all {
        assert_eq!(Settings::from_text(&settings.to_text()), settings);
    }
}

#[test]
fn every_word_of_evaluations_is_stored_as_in_the_golden_file() {
    let mut session = GameSession::new(&Games, "hex(size=3)").unwrap();
    for action in ["b2", "a1", "c2"] {
        session.play(action).unwrap();
    }
    let proofs = [Some(Proof::Draw), Some(Proof::Loss), Some(Proof::Win), None];
    for (node, proof) in session.tree().path_to(session.cursor()).into_iter().zip(proofs) {
        let line = if proof.is_some() { vec!["c3".to_string()] } else { Vec::new() };
        let has_only_move = proof == Some(Proof::Win);
        session.set_evaluation(node, Evaluation { first_wins: 0.25, proof, line, has_only_move });
    }
    let text = autosave::snapshot(&session, &Contest::two_humans()).unwrap();
    assert_golden("snapshot-evaluations.txt", &text);
    let read = autosave::load(&Games, &text).unwrap().session;
    for node in session.tree().path_to(session.cursor()) {
        assert_eq!(read.evaluation(node), session.evaluation(node));
    }
}

#[test]
fn every_word_of_summaries_is_stored_as_in_the_golden_file() {
    let entry = LibraryEntry {
        id: "k3x9".to_string(),
        game: "hex(size=5)".to_string(),
        players: [PlayerKind::Human, PlayerKind::Engine(7)],
        host: Player::First,
        actions: 2,
        position: "...../.R.../..B../...../..... b".to_string(),
        result: None,
        changed: 1_700_000_000_000,
    };
    let results = [None, Some(None), Some(Some(Player::First)), Some(Some(Player::Second))];
    let all = results.map(|result| LibraryEntry { result, ..entry.clone() });
    let lines: Vec<String> = all.iter().map(LibraryEntry::to_text).collect();
    assert_golden("summaries.txt", &format!("{}\n", lines.join("\n")));
    for (entry, line) in all.iter().zip(&lines) {
        assert_eq!(LibraryEntry::from_text(line).as_ref(), Some(entry));
    }
}

#[test]
fn every_orientation_is_stored_as_in_the_golden_file() {
    let all = (0..24).map(|n| Orientation { steps: n / 2, flipped: n % 2 == 1 });
    let texts: Vec<String> = all.clone().map(orientation_text).collect();
    assert_golden("orientations-1.txt", &texts.concat());
    for (orientation, text) in all.zip(texts) {
        assert_eq!(orientation_from_text(&text), orientation);
        let without_version = text.lines().nth(1).unwrap();
        assert_eq!(orientation_from_text(without_version), orientation);
    }
    for text in ["", "m", "12", "-1", "3mm", "hexarium-orientation/2\n3m\n", "hexarium-orientation/13m"] {
        assert_eq!(orientation_from_text(text), Orientation::default(), "{text}");
    }
}

#[test]
fn the_settings_of_0_1_are_read() {
    let text = fs::read_to_string(folder("fixtures/v0.1/settings.txt")).unwrap();
    let expected = Settings {
        look: Look::Dark,
        contrast: true,
        motion: Motion::Off,
        confirm: Confirmation::Never,
        ..Settings::default()
    };
    assert_eq!(Settings::from_text(&text), expected);
    for earlier in ["golden/settings.txt", "golden/settings-3.txt"] {
        let text = fs::read_to_string(folder(earlier)).unwrap();
        assert_eq!(Settings::from_text(&text), Settings::default());
    }
    assert_eq!(Settings::from_text(&expected.to_text()), expected);
    let all = Settings { board: BoardTheme::Wood, pieces: PieceSet::Letters, cell_names: true, ..expected };
    assert_eq!(Settings::from_text(&all.to_text()), all);
    for language in Language::ALL {
        let chosen = Settings { language, ..expected };
        assert_eq!(Settings::from_text(&chosen.to_text()), chosen);
    }
    assert_eq!(Settings::from_text("look=purple\n\0\nmotion\n"), Settings::default());
}

#[test]
fn the_language_follows_the_system_unless_it_is_chosen() {
    for (system, code) in [("de", "de"), ("de-AT", "de"), ("DE-ch", "de"), ("en-GB", "en"), ("fr", "en"), ("", "en")] {
        assert_eq!(Language::System.code(system), code, "{system}");
        assert_eq!((Language::English.code(system), Language::German.code(system)), ("en", "de"));
    }
    assert_eq!(Language::System.code("system"), "en");
}

#[test]
fn the_pending_turn_of_0_1_is_read() {
    let text = fs::read_to_string(folder("fixtures/v0.1/pending.json")).unwrap();
    let turn = PendingTurn::from_text(&text).unwrap();
    assert_eq!((turn.number, turn.actions.len()), (3, 2));
    for bad in ["", "[]", "{\"version\":3,\"key\":\"\",\"number\":0,\"actions\":[]}"] {
        assert_eq!(PendingTurn::from_text(bad), None);
    }
}

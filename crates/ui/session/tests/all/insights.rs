//! Insights from saved games.

use hexarium_formats::NodeId;
use hexarium_games::registry::{GAMES, Games};
use hexarium_kernel::Player;
use hexarium_puzzles::{Theme, shipped, threat_theme};
use hexarium_search::Proof;
use hexarium_session::autosave::SavedGame;
use hexarium_session::insights::{
    MistakeKind, PlayedGame, Practice, Tally, accuracies, mistake_costs, practice, tally_by,
};
use hexarium_session::review::Evaluation;
use hexarium_session::{Contest, GameController, GameSession, LibraryEntry, PlayerKind};

use crate::support::PLAIN;

/// A game of Hex with these players, in which the positions have these values for the first player.
/// A value of 0 or 1 is proven.
fn saved(players: [PlayerKind; 2], host: Player, values: &[f32]) -> (LibraryEntry, SavedGame) {
    let mut session = GameSession::new(&Games, "hex(size=3)").unwrap();
    for action in ["a1", "b1", "a2", "b2", "a3"].iter().take(values.len().saturating_sub(1)) {
        session.play(action).unwrap();
    }
    for (node, &first_wins) in values.iter().enumerate() {
        let to_move_wins = (first_wins > 0.5) == (node % 2 == 0);
        let proof = (first_wins == 0.0 || first_wins == 1.0).then_some(match to_move_wins {
            true => Proof::Win,
            false => Proof::Loss,
        });
        let evaluation = Evaluation { first_wins, proof, line: vec!["c3".to_string()], has_only_move: false };
        session.set_evaluation(NodeId(node), evaluation);
    }
    let contest = Contest::new(players, host);
    let copy = session.at_node(session.cursor()).unwrap();
    let controller = GameController::new(copy, contest, PLAIN);
    (LibraryEntry::of("id", &controller, 7, None), SavedGame { session, contest })
}

const AGAINST_LEVEL_4: [PlayerKind; 2] = [PlayerKind::Human, PlayerKind::Engine(4)];

#[test]
fn mistakes_are_of_the_first_kind_that_fits() {
    let kinds = |values: &[f32], host| {
        let (entry, saved) = saved(AGAINST_LEVEL_4, host, values);
        PlayedGame::of(&entry, &saved).unwrap().mistakes.into_iter().map(|(kind, _)| kind).collect::<Vec<_>>()
    };
    use MistakeKind::{AllowedWin, Endgame, Middlegame, MissedWin, Opening};
    assert_eq!(kinds(&[0.6, 0.3, 0.3, 0.3, 0.3], Player::First), [Opening]);
    assert_eq!(kinds(&[0.3, 0.3, 0.3, 0.1, 0.1], Player::First), [Middlegame]);
    assert_eq!(kinds(&[0.3, 0.3, 0.3, 0.3, 0.9], Player::Second), [Endgame]);
    assert_eq!(kinds(&[1.0, 0.3, 0.3, 0.3, 0.3], Player::First), [MissedWin]);
    assert_eq!(kinds(&[0.6, 0.0, 0.3, 0.3, 0.3], Player::First), [AllowedWin]);
    assert_eq!(kinds(&[0.6, 0.3, 0.3, 0.3, 0.3], Player::Second), [], "mistakes of the engine do not count");
}

#[test]
fn only_games_against_the_engine_count() {
    for players in [[PlayerKind::Human; 2], [PlayerKind::Engine(1), PlayerKind::Engine(2)]] {
        let (entry, saved) = saved(players, Player::First, &[0.5, 0.5]);
        assert_eq!(PlayedGame::of(&entry, &saved), None);
    }
    let (entry, saved) = saved(AGAINST_LEVEL_4, Player::Second, &[0.5; 6]);
    let game = PlayedGame::of(&entry, &saved).unwrap();
    assert_eq!((game.game, game.side, game.level, game.changed), ("hex", Player::Second, 4, 7));
    assert_eq!(game.result, Some(Some(Player::First)), "a1, a2 and a3 join top and bottom");
    assert_eq!(tally_by(&[game], |game| game.side), [(Player::Second, Tally { losses: 1, ..Tally::default() })].into());
}

fn game(changed: u64, result: Option<Player>, accuracy: f32, mistakes: &[(MistakeKind, f32)]) -> PlayedGame {
    PlayedGame {
        game: "hex",
        side: Player::First,
        level: 3,
        result: Some(result),
        accuracy: Some(accuracy),
        mistakes: mistakes.to_vec(),
        changed,
    }
}

#[test]
fn kinds_of_mistakes_are_ordered_by_what_they_cost() {
    let games = [
        game(3, None, 80.0, &[(MistakeKind::Opening, 0.15), (MistakeKind::Opening, 0.15)]),
        game(1, None, 60.0, &[(MistakeKind::MissedWin, 0.5)]),
    ];
    let costs: Vec<(MistakeKind, usize)> = mistake_costs(&games).iter().map(|cost| (cost.kind, cost.count)).collect();
    assert_eq!(costs, [(MistakeKind::MissedWin, 1), (MistakeKind::Opening, 2)]);
    assert_eq!(accuracies(&games), [60.0, 80.0], "oldest first");
}

#[test]
fn practice_follows_from_results_and_mistakes() {
    let lost = |mistakes: &[(MistakeKind, f32)]| vec![game(0, Some(Player::Second), 70.0, mistakes); 4];
    assert_eq!(practice(&lost(&[(MistakeKind::MissedWin, 0.5)])), Practice::Wins);
    assert_eq!(practice(&lost(&[(MistakeKind::AllowedWin, 0.5), (MistakeKind::Opening, 0.1)])), Practice::Defence);
    assert_eq!(practice(&lost(&[(MistakeKind::Endgame, 0.2)])), Practice::Strategy);
    let mut unknown = lost(&[]);
    unknown.iter_mut().for_each(|game| game.accuracy = None);
    assert_eq!(practice(&unknown), Practice::Review);
    assert_eq!(practice(&vec![game(0, Some(Player::First), 90.0, &[]); 4]), Practice::NextLevel);
}

#[test]
fn every_advice_to_solve_puzzles_leads_to_ten_or_more() {
    for spec in GAMES {
        let threats = threat_theme(spec.id).to_string();
        let paths = Practice::ALL.map(|practice| practice.path(spec.id, &threats));
        let puzzles: Vec<&str> = paths.iter().filter_map(|path| path.strip_prefix("/puzzles/")).collect();
        assert_eq!(puzzles.len(), 2);
        for path in puzzles {
            let (game, theme) = path.split_once('/').map_or((path, None), |(game, theme)| (game, Some(theme)));
            let theme = theme.map(|theme| Theme::parse(theme).unwrap());
            let list = shipped(game);
            let fitting = list.puzzles().iter().filter(|puzzle| theme.is_none_or(|theme| theme == puzzle.theme));
            assert!(fitting.count() >= 10, "{path}");
        }
    }
}

//! Random games and scattered positions.

use super::super::scatter::scatter;
use super::*;
use crate::reference::dice::SplitMix64;
use crate::reference::testing::{play_to_the_end, scattered};

#[test]
fn random_games_end_with_every_option_value() {
    let mut dice = SplitMix64::new(11);
    let mut reasons = BTreeMap::new();
    let values = [
        [("rows", "13"), ("cols", "9")],
        [("rows", "7"), ("cols", "5")],
        [("rows", "19"), ("cols", "15")],
        [("setup", "random"), ("pieces", "20")],
        [("setup", "random"), ("pieces", "3")],
        [("win", "king"), ("seed", "5")],
        [("stop", "forced"), ("win", "king")],
        [("stack_loss", "2"), ("seed", "6")],
        [("generation", "cup"), ("seed", "7")],
        [("generation", "four"), ("win", "king")],
        [("generation", "none"), ("seed", "8")],
        [("gap", "1"), ("seed", "9")],
        [("gap", "6"), ("win", "king")],
        [("wave", "sideways"), ("seed", "10")],
    ];
    for changes in values {
        let mut changes = changes.to_vec();
        changes.push(("max_turns", "20"));
        let options = options(&changes);
        let mut games = vec![(MODEL.start)(&options)];
        games.extend((0..10).map(|_| scattered(&MODEL, &options, &mut dice)));
        for mut game in games {
            let reason = play_to_the_end(&MODEL, &options, &mut *game, &mut dice);
            assert!(game.position().contains(" 1 ") || game.turn() == 1);
            *reasons.entry(reason).or_insert(0) += 1;
        }
    }
    assert!(reasons.len() >= 5, "{reasons:?}");
}

#[test]
fn scattered_positions_show_every_feature_often() {
    let mut dice = SplitMix64::new(12);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let rounds = 200;
    for round in 0..rounds {
        let win = if round % 2 == 0 { "king" } else { "targets" };
        let kind = ["triangle", "triangle", "cup", "four"][round as usize / 2 % 4];
        let options = options(&[("win", win), ("generation", kind)]);
        let game = Protista::from_position(&options, &scatter(&options, &mut dice));
        let mut features = BTreeSet::new();
        if game.result.is_some() {
            features.insert("decided".to_string());
        }
        let moves = if game.result.is_none() { game.mover().moves() } else { BTreeMap::new() };
        for (text, effect) in moves {
            let letter = text.chars().next().filter(char::is_ascii_uppercase).unwrap_or('-');
            let hits = if text.contains('*') { "*" } else { "" };
            features.insert(format!("move {letter}{hits}"));
            let mut earned = again(&game);
            earned.make(&effect);
            if earned.result.is_some() {
                features.insert("win in one".to_string());
            } else if earned.position.to_move == game.position.to_move {
                features.insert(format!("{:?} from {:?}", earned.position.left, game.position.left));
            }
        }
        let own_loops = loops(&game.grid, &game.position.board, game.position.to_move).len();
        features.insert(format!("{} loops", own_loops.min(3)));
        for feature in features {
            *seen.entry(feature).or_insert(0) += 1;
        }
    }
    for (what, count) in &seen {
        assert!(*count >= rounds / 100, "{what}: {seen:?}");
    }
}

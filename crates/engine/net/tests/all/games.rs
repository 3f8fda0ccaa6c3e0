//! Networks on the positions of games.

use std::sync::Arc;

use hexarium_games::hex::Hex;
use hexarium_games::registry;
use hexarium_kernel::{Encode, Match};
use hexarium_net::{Network, Rater};

fn hex(text: &str) -> Arc<Hex<1>> {
    Arc::new(Hex::new(&registry::parse(text, &[]).unwrap().1).unwrap())
}

/// A network for Hex with random weights.
fn network() -> Arc<Network> {
    Arc::new(Network::read(include_bytes!("../golden/hex.net")).unwrap())
}

#[test]
fn a_network_for_another_game_is_refused() {
    let tiny = Arc::new(Network::read(include_bytes!("../golden/tiny.net")).unwrap());
    let error = Rater::new(tiny, &*hex("hex(size=3)")).unwrap_err().to_string();
    assert_eq!(error, "invalid network: game id: 'tiny': expected 'hex'");
}

#[test]
fn one_network_rates_both_colours_alike_on_boards_of_all_sizes() {
    for size in 3..=8 {
        let (blue, red) = (hex(&format!("hex(size={size})")), hex(&format!("hex(size={size},first=red)")));
        let rated = |game: &Arc<Hex<1>>, line: &[&str]| {
            let mut played = Match::new(game.clone());
            for text in line {
                let action = played.find(text).unwrap();
                played.play(action).unwrap();
            }
            let mut logits = Vec::new();
            let actions = played.legal_actions();
            let mut rater = Rater::new(network(), &**game).unwrap();
            let value = rater.rate(&**game, played.state(), &actions, &mut logits);
            let mut by_id = vec![None; game.action_count()];
            for (&action, logit) in actions.iter().zip(logits) {
                by_id[game.action_id(played.state(), action)] = Some(logit);
            }
            (value, by_id)
        };
        // The same game with colours exchanged and the board reflected.
        for (one, other) in [(&["b1"][..], &["a2"][..]), (&["c1", "b2"], &["a3", "b2"])] {
            let (value, logits) = rated(&blue, one);
            let (mirrored_value, mirrored) = rated(&red, other);
            assert_eq!(value, mirrored_value, "size {size}");
            for place in 0..size * size {
                assert_eq!(logits[place], mirrored[place % size * size + place / size], "size {size}");
            }
            assert!(logits.iter().flatten().any(|&logit| Some(logit) != logits[0]), "all alike");
        }
    }
}

//! The signature of a search: a checksum of its behaviour.

use hexarium_kernel::{Game, Match, mix};

use super::opening;
use crate::{Algorithm, Effort, Limits, Opponent, SearchState};

/// Opening lengths, in turns, of the signed searches.
const SIGNED: [u32; 3] = [0, 3, 8];

/// Node limit of each signed search.
const SIGNED_NODES: u64 = 500;

/// Returns a checksum of searches in a few positions: their actions, the visits and the order. It
/// changes exactly when play changes.
pub fn signature<G: Game>(start: &Match<G>, search: impl Fn() -> SearchState<G>) -> u64 {
    let opponent = Opponent { algorithm: Algorithm::TreeSearch, effort: Effort::Nodes(SIGNED_NODES) };
    let mut folded = 0;
    for turns in SIGNED {
        let mut game = start.clone();
        for action in opening::<G>(start, turns, 1) {
            let action = game.find(&action).expect("openings are legal");
            game.play_legal(action);
        }
        let report = search().think(&game, &opponent, Limits::MEMORY, &mut |_| true);
        folded = mix(folded ^ report.nodes);
        for line in &report.lines {
            let text = game.rules().action_text(game.state(), line.action);
            folded = text.bytes().fold(folded, |folded, byte| mix(folded ^ u64::from(byte)));
            folded = mix(folded ^ line.visits);
        }
    }
    folded >> 32
}

//! Whether a search still does the same.

use hexarium_kernel::{Game, Match, mix};

use super::opening;
use crate::{Brain, Effort, Limits, Mind, Opponent};

/// Turns of the openings after which the signature's searches begin.
const SIGNED: [u32; 3] = [0, 3, 8];

/// Nodes of each of these searches.
const SIGNED_NODES: u64 = 500;

/// A number that follows from what the game's own search does in a few positions: which actions it looks at, how often, and in
/// which order. It changes with everything that changes play, and with nothing else.
pub fn signature<G: Game>(start: &Match<G>) -> u64 {
    let opponent = Opponent { mind: Mind::Knowing, effort: Effort::Nodes(SIGNED_NODES) };
    let mut folded = 0;
    for turns in SIGNED {
        let mut game = start.clone();
        for action in opening::<G>(start, turns, 1) {
            let action = game.find(&action).expect("openings are legal");
            game.play_legal(action);
        }
        let report = Brain::new(1).think(&game, &opponent, Limits::MEMORY, &mut |_| true);
        folded = mix(folded ^ report.nodes);
        for line in &report.lines {
            let text = game.rules().action_text(game.state(), line.action);
            folded = text.bytes().fold(folded, |folded, byte| mix(folded ^ u64::from(byte)));
            folded = mix(folded ^ line.visits);
        }
    }
    folded >> 32
}

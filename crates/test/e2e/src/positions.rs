//! Positions that tests and screenshots need.

use hexarium_games::registry::{GAMES, Games};
use hexarium_kernel::{Input, Rng};
use hexarium_session::{ClickOutcome, GameSession};

/// Returns a position in the middle of a game, and an action whose inputs have a few meanings.
///
/// # Panics
/// If no game has ambiguous inputs.
pub fn ambiguous() -> (GameSession, String) {
    let is_ambiguous = |session: &mut GameSession, inputs: &[Input]| {
        let outcome = inputs.iter().map(|input| session.click(*input)).last();
        session.clear();
        matches!(outcome, Some(ClickOutcome::Choose(choices)) if (2..=4).contains(&choices.len()))
    };
    let mut rng = Rng::new(8);
    for spec in GAMES.iter().rev() {
        let mut session = GameSession::new(&Games, spec.id).expect("a game opens under its id");
        while session.ending().is_none() && session.action_count() < 200 {
            let legal = session.state().legal_inputs();
            if session.action_count() > 12
                && let Some((action, _)) = legal.iter().find(|(_, inputs)| is_ambiguous(&mut session, inputs))
            {
                return (session, action.clone());
            }
            session.play(&legal[rng.below(legal.len())].0).expect("it is legal");
        }
    }
    panic!("no game has ambiguous inputs");
}

/// Returns a game of a kind after random actions, in front of an action that is looked for.
///
/// # Panics
/// If there is no such action in twenty games.
pub fn before(kind: &str, seed: u64, is_found: impl Fn(&GameSession, &str) -> bool) -> (GameSession, String) {
    let mut rng = Rng::new(seed);
    for _ in 0..20 {
        let mut session = GameSession::new(&Games, kind).expect("a game opens under its id");
        while session.ending().is_none() && session.action_count() < 150 {
            let legal = session.state().legal();
            if let Some(action) = legal.iter().find(|action| is_found(&session, action)) {
                return (session, action.clone());
            }
            session.play(&legal[rng.below(legal.len())]).expect("it is legal");
        }
    }
    panic!("no such action in twenty games of {kind}");
}

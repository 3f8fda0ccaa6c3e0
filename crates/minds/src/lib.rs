//! Where games and searches meet: a thinker for any game.
//!
//! The search of a game is compiled where a thinker for it is made. In the app everything else should be small and only the search
//! quick, so this has to be a crate of its own.

#![forbid(unsafe_code)]

use hexarium_games::registry;
use hexarium_kernel::{AnyGame, Game};
use hexarium_search::{SEED, Thinker};

/// A thinker for a game that is open.
pub fn thinker(game: &dyn AnyGame) -> Box<dyn Thinker> {
    registry::visit(game.spec().id, game.options(), Make).expect("the game was opened with these options")
}

struct Make;

impl registry::Visitor for Make {
    type Output = Box<dyn Thinker>;
    fn visit<G: Game>(self, _game: G) -> Self::Output {
        hexarium_search::thinker::<G>(SEED)
    }
}

#[cfg(test)]
mod tests {
    use hexarium_search::Opponent;

    use super::*;

    #[test]
    fn every_game_has_a_thinker_that_finds_a_legal_action() {
        for spec in registry::GAMES {
            let game = registry::open(spec.id, &[]).unwrap();
            let state = game.start();
            let thought = thinker(&*game).think(&*state, &Opponent::level(1), &mut |_| true);
            assert!(state.legal().iter().any(|action| Some(&**action) == thought.best()), "{}", spec.id);
        }
    }
}

//! Playing a game of a series.

use hexarium_kernel::{AnyGame, AnyMatch, Player, Rng, mix};
use hexarium_search::{Opponent, Proof, Thinker, ThoughtLine};

use crate::{Arm, Experiment, Look, Mirror, Played, Purpose, STOPPED};

/// What only somebody who knows the games can make.
pub trait Makers {
    /// The game of a game text that has been checked before.
    fn game(&self, text: &str) -> Box<dyn AnyGame>;
    /// A thinker for it, whose choices follow from the seed.
    fn thinker(&self, game: &dyn AnyGame, seed: u64) -> Box<dyn Thinker>;
}

/// An action is nearly as good as the best if its chance to win is at most this much lower.
const NEAR: f32 = 0.05;

/// Plays a game of a series.
pub fn play(experiment: &Experiment, arm: &Arm, number: u32, makers: &dyn Makers) -> Played {
    let game = makers.game(&experiment.variants[arm.variant].game);
    let seed = arm.seed(experiment, number);
    let mut thinker = makers.thinker(&*game, seed);
    let mirror = (arm.purpose == Purpose::Mirror).then(|| Mirror::of(&*game)).flatten();
    let mut rng = Rng::new(mix(seed ^ 1));
    let mut state = game.start();
    let mut played =
        Played { number, actions: Vec::new(), looks: Vec::new(), winner: None, cause: STOPPED.to_string(), turns: 0 };
    while state.verdict().is_none() && state.turn() <= experiment.longest {
        let mover = state.to_move();
        let legal = state.legal().len() as u32;
        let (action, look) = match prescribed(arm, mirror.as_ref(), &*state) {
            Some(action) => (action, Look { legal, near: 0, chance: None, nodes: 0 }),
            None => {
                let opponent = &arm.seats[arm.beginner(number) ^ mover.index()];
                let loose = state.turn() <= experiment.variety.turns;
                choose(&mut *thinker, &*state, opponent, loose.then_some(experiment.variety.slack), &mut rng)
            }
        };
        state.play(&action).expect("what is chosen is legal");
        played.actions.push(action);
        played.looks.push(look);
    }
    played.turns = state.turn();
    if let Some(verdict) = state.verdict() {
        played.winner = verdict.outcome.winner;
        played.cause = verdict.cause_phrase().to_string();
    }
    played
}

/// The action that the purpose of the series prescribes.
fn prescribed(arm: &Arm, mirror: Option<&Mirror>, state: &dyn AnyMatch) -> Option<String> {
    match &arm.purpose {
        Purpose::Opening(action) => state.line().is_empty().then(|| action.clone()),
        Purpose::Mirror if state.to_move() == Player::Second => mirror?.answer(state),
        _ => None,
    }
}

fn choose(
    thinker: &mut dyn Thinker,
    state: &dyn AnyMatch,
    opponent: &Opponent,
    slack: Option<f32>,
    rng: &mut Rng,
) -> (String, Look) {
    let thought = thinker.think(state, opponent, &mut |_| true);
    let best = &thought.lines[0];
    let near = |line: &&ThoughtLine, slack: f32| {
        line.visits > 0 && line.win >= best.win - slack && (line.proof != Some(Proof::Loss) || best.proof == line.proof)
    };
    let chance = match state.to_move() {
        Player::First => best.win,
        Player::Second => 1.0 - best.win,
    };
    let look = Look {
        legal: state.legal().len() as u32,
        near: thought.lines.iter().filter(|line| near(line, NEAR)).count() as u32,
        chance: Some((chance.clamp(0.0, 1.0) * 1000.0).round() as u16),
        nodes: thought.nodes,
    };
    let chosen = match slack {
        Some(slack) if best.proof != Some(Proof::Win) => drawn(thought.lines.iter().filter(|l| near(l, slack)), rng),
        _ => None,
    };
    (chosen.unwrap_or(best).action.clone(), look)
}

/// One of the lines, each as likely as its part of the search.
fn drawn<'a>(lines: impl Iterator<Item = &'a ThoughtLine> + Clone, rng: &mut Rng) -> Option<&'a ThoughtLine> {
    let total: u64 = lines.clone().map(|line| line.visits).sum();
    let mut left = rng.below(total.max(1) as usize) as u64;
    lines.into_iter().find(|line| {
        let hit = left < line.visits;
        left = left.saturating_sub(line.visits);
        hit
    })
}

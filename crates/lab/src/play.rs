//! Playing a game of a series.

use hexarium_kernel::{AnyGame, AnyMatch, Player, Rng, mix};
use hexarium_search::{Opponent, Proof, Thinker, ThoughtLine};

use crate::{Arm, Experiment, Look, Mirror, Played, Purpose, STOPPED, Variety};

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
    let judged = |looks: &[Look]| matches!(arm.purpose, Purpose::Judging(_)) && looks.len() > 1;
    while state.verdict().is_none() && state.turn() <= experiment.longest && !judged(&played.looks) {
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
        Purpose::Opening(action) | Purpose::Judging(action) => state.line().is_empty().then(|| action.clone()),
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
    let chance = match state.to_move() {
        Player::First => best.win,
        Player::Second => 1.0 - best.win,
    };
    let look = Look {
        legal: state.legal().len() as u32,
        near: thought.lines.iter().filter(|line| near(best, line, NEAR)).count() as u32,
        chance: Some((chance.clamp(0.0, 1.0) * 1000.0).round() as u16),
        nodes: thought.nodes,
    };
    let chosen = slack.and_then(|slack| drawn(&candidates(&thought.lines, slack), rng));
    (chosen.unwrap_or(best).action.clone(), look)
}

/// Whether an action is as good as the best but for some slack.
fn near(best: &ThoughtLine, line: &ThoughtLine, slack: f32) -> bool {
    let lost = line.proof == Some(Proof::Loss) && best.proof != line.proof;
    line.visits > 0 && line.win >= best.win - slack && !lost
}

/// The actions that one is drawn from; none when there is a certain win.
fn candidates(lines: &[ThoughtLine], slack: f32) -> Vec<&ThoughtLine> {
    let best = &lines[0];
    if best.proof == Some(Proof::Win) {
        return Vec::new();
    }
    let mut by_visits: Vec<&ThoughtLine> = lines.iter().collect();
    by_visits.sort_by_key(|line| std::cmp::Reverse(line.visits));
    let wide = |(place, line): &(usize, &ThoughtLine)| {
        near(best, line, slack) || *place < Variety::CHOICES && near(best, line, Variety::WIDER * slack)
    };
    by_visits.into_iter().enumerate().filter(wide).map(|(_, line)| line).collect()
}

/// One of the lines, each as likely as its part of the search.
fn drawn<'a>(lines: &[&'a ThoughtLine], rng: &mut Rng) -> Option<&'a ThoughtLine> {
    let total: u64 = lines.iter().map(|line| line.visits).sum();
    let mut left = rng.below(total.max(1) as usize) as u64;
    let hit = |line: &&&ThoughtLine| {
        let hit = left < line.visits;
        left = left.saturating_sub(line.visits);
        hit
    };
    lines.iter().find(hit).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(action: &str, visits: u64, win: f32, proof: Option<Proof>) -> ThoughtLine {
        ThoughtLine { action: action.to_string(), visits, win, pv: Vec::new(), proof }
    }

    fn names(lines: &[ThoughtLine], slack: f32) -> Vec<String> {
        candidates(lines, slack).into_iter().map(|line| line.action.clone()).collect()
    }

    #[test]
    fn what_is_nearly_as_good_is_drawn_from_and_the_four_most_looked_at_if_they_are_not_much_worse() {
        let lines = [
            line("best", 50, 0.55, None),
            line("close", 9, 0.52, None),
            line("second", 40, 0.45, None),
            line("third", 30, 0.40, None),
            line("bad", 20, 0.20, None),
            line("lost", 60, 0.0, Some(Proof::Loss)),
            line("unseen", 0, 0.55, None),
        ];
        assert_eq!(names(&lines, 0.05), ["best", "second", "third", "close"]);
        assert_eq!(names(&lines, 0.0), ["best"]);
    }

    #[test]
    fn a_certain_win_is_not_thrown_away() {
        assert!(names(&[line("win", 5, 1.0, Some(Proof::Win)), line("other", 50, 0.99, None)], 0.05).is_empty());
    }

    #[test]
    fn each_is_drawn_as_often_as_its_part_of_the_search() {
        let lines = [line("a", 30, 0.5, None), line("b", 10, 0.5, None)];
        let lines: Vec<&ThoughtLine> = lines.iter().collect();
        let mut rng = Rng::new(3);
        let a = (0..4000).filter(|_| drawn(&lines, &mut rng).unwrap().action == "a").count();
        assert!((2900..3100).contains(&a), "{a} of 4000");
    }
}

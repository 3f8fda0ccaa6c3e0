//! Playing one game of a series.

use hexarium_kernel::{AnyGame, AnyMatch, Player, Rng, mix};
use hexarium_search::{AnalysisLine, Engine, Opponent, Proof};

use crate::{Decision, Experiment, Mirror, PlayedGame, STOPPED, Series, SeriesKind, Variety};

/// The games and engines of the program that runs the lab.
pub trait EngineProvider {
    /// Opens the game of a valid game text.
    fn game(&self, text: &str) -> Box<dyn AnyGame>;
    /// Creates an engine for a game; its choices follow from the seed.
    fn engine(&self, game: &dyn AnyGame, seed: u64) -> Box<dyn Engine>;
}

/// The loss in the chance to win up to which an action counts as nearly as good as the best.
const GOOD: f32 = 0.05;

/// Plays the game of a series with this number. The same arguments give the same game.
pub fn play(experiment: &Experiment, series: &Series, number: u32, provider: &dyn EngineProvider) -> PlayedGame {
    let game = provider.game(&experiment.variants[series.variant].game);
    let seed = series.seed(experiment, number);
    let mut engine = provider.engine(&*game, seed);
    let mirror = (series.kind == SeriesKind::Mirror).then(|| Mirror::of(&*game)).flatten();
    let mut rng = Rng::new(mix(seed ^ 1));
    let mut state = game.start();
    let (mut actions, mut decisions) = (Vec::new(), Vec::new());
    let evaluated = |decisions: &[Decision]| matches!(series.kind, SeriesKind::Evaluation(_)) && decisions.len() > 1;
    while state.verdict().is_none() && state.turn() <= experiment.max_turns && !evaluated(&decisions) {
        let mover = state.to_move();
        let legal_actions = state.legal().len() as u32;
        let (action, decision) = match prescribed(series, mirror.as_ref(), &*state) {
            Some(action) => (action, Decision { legal_actions, good_actions: 0, win_chance: None, nodes: 0 }),
            None => {
                let player = &series.players[series.first_mover(number) ^ mover.index()];
                let random = state.turn() <= experiment.variety.turns;
                let slack = random.then_some(experiment.variety.slack);
                choose(&mut *engine, &*state, player, slack, &mut rng)
            }
        };
        state.play(&action).expect("a chosen action is legal");
        actions.push(action);
        decisions.push(decision);
    }
    let verdict = state.verdict();
    PlayedGame {
        number,
        actions,
        decisions,
        winner: verdict.as_ref().and_then(|verdict| verdict.outcome.winner),
        cause: verdict.as_ref().map_or(STOPPED, |verdict| verdict.cause_phrase()).to_string(),
        turns: state.turn(),
    }
}

/// The action prescribed by the kind of the series, if any.
fn prescribed(series: &Series, mirror: Option<&Mirror>, state: &dyn AnyMatch) -> Option<String> {
    match &series.kind {
        SeriesKind::Opening(action) | SeriesKind::Evaluation(action) => state.line().is_empty().then(|| action.clone()),
        SeriesKind::Mirror if state.to_move() == Player::Second => mirror?.reply(state),
        _ => None,
    }
}

fn choose(
    engine: &mut dyn Engine,
    state: &dyn AnyMatch,
    player: &Opponent,
    slack: Option<f32>,
    rng: &mut Rng,
) -> (String, Decision) {
    let analysis = engine.think(state, player, &mut |_| true);
    let best = &analysis.lines[0];
    let chance = match state.to_move() {
        Player::First => best.win,
        Player::Second => 1.0 - best.win,
    };
    let decision = Decision {
        legal_actions: state.legal().len() as u32,
        good_actions: analysis.lines.iter().filter(|line| is_good(best, line, GOOD)).count() as u32,
        win_chance: Some((chance.clamp(0.0, 1.0) * 1000.0).round() as u16),
        nodes: analysis.nodes,
    };
    let chosen = slack.and_then(|slack| random_line(&candidates(&analysis.lines, slack), rng));
    (chosen.unwrap_or(best).action.clone(), decision)
}

/// Whether an action is at most `slack` worse than the best.
fn is_good(best: &AnalysisLine, line: &AnalysisLine, slack: f32) -> bool {
    let lost = line.proof == Some(Proof::Loss) && best.proof != line.proof;
    line.visits > 0 && line.win >= best.win - slack && !lost
}

/// The actions for a random choice; none if there is a proven win.
fn candidates(lines: &[AnalysisLine], slack: f32) -> Vec<&AnalysisLine> {
    let best = &lines[0];
    if best.proof == Some(Proof::Win) {
        return Vec::new();
    }
    let mut by_visits: Vec<&AnalysisLine> = lines.iter().collect();
    by_visits.sort_by_key(|line| std::cmp::Reverse(line.visits));
    let is_candidate = |(rank, line): &(usize, &AnalysisLine)| {
        is_good(best, line, slack) || *rank < Variety::CHOICES && is_good(best, line, Variety::SLACK_FACTOR * slack)
    };
    by_visits.into_iter().enumerate().filter(is_candidate).map(|(_, line)| line).collect()
}

/// A random line, weighted by its search effort.
fn random_line<'a>(lines: &[&'a AnalysisLine], rng: &mut Rng) -> Option<&'a AnalysisLine> {
    let total: u64 = lines.iter().map(|line| line.visits).sum();
    let mut left = rng.below(total.max(1) as usize) as u64;
    let hit = |line: &&&AnalysisLine| {
        let hit = left < line.visits;
        left = left.saturating_sub(line.visits);
        hit
    };
    lines.iter().find(hit).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(action: &str, visits: u64, win: f32, proof: Option<Proof>) -> AnalysisLine {
        AnalysisLine { action: action.to_string(), visits, win, pv: Vec::new(), proof }
    }

    fn names(lines: &[AnalysisLine], slack: f32) -> Vec<String> {
        candidates(lines, slack).into_iter().map(|line| line.action.clone()).collect()
    }

    #[test]
    fn candidates_are_good_actions_and_the_most_searched_ones() {
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
    fn a_proven_win_is_always_played() {
        assert!(names(&[line("win", 5, 1.0, Some(Proof::Win)), line("other", 50, 0.99, None)], 0.05).is_empty());
    }

    #[test]
    fn random_choice_is_weighted_by_visits() {
        let lines = [line("a", 30, 0.5, None), line("b", 10, 0.5, None)];
        let lines: Vec<&AnalysisLine> = lines.iter().collect();
        let mut rng = Rng::new(3);
        let a = (0..4000).filter(|_| random_line(&lines, &mut rng).unwrap().action == "a").count();
        assert!((2900..3100).contains(&a), "{a} of 4000");
    }
}

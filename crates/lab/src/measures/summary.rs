//! The summary of a self-play series.

use hexarium_kernel::{AnyGame, Player};

use super::replay::Replay;
use super::{Distribution, Event, Usage, first_player_score, is_stopped, tension};
use crate::stats::Score;
use crate::{Decision, PlayedGame, STOPPED};

/// The summary of a self-play series.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The score of the first player.
    pub score: Score,
    /// The causes of the end, including those that never occurred.
    pub endings: Vec<Ending>,
    /// The number of stopped games.
    pub stopped: u64,
    /// Turns per game.
    pub turns: Distribution,
    /// Actions per game.
    pub actions: Distribution,
    /// Legal actions per decision, averaged over a game.
    pub legal_actions: Distribution,
    /// Actions nearly as good as the best per decision, averaged over a game.
    pub good_actions: Distribution,
    /// Lead changes per game.
    pub lead_changes: Distribution,
    /// The largest deficit of the winner during the game, from 0 to 1.
    pub drama: Distribution,
    /// The share of the game after which it is decided, from 0 to 1.
    pub decided_after: Distribution,
    /// The kinds of actions, including those never chosen.
    pub kinds: Vec<Usage>,
    /// The events on the board.
    pub events: Vec<Usage>,
    /// The share of turns with more than one action, per game.
    pub multi_action_turns: Distribution,
    /// Actions beyond the first of their turn, per game.
    pub extra_actions: Distribution,
    /// The share of turns that repeat an earlier position, per game.
    pub repeats: Distribution,
    /// The first actions with their counts, the most frequent first.
    pub first_actions: Vec<(String, u64)>,
    /// The nodes of all searches.
    pub nodes: u64,
}

/// A cause of the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The cause in a few words.
    pub cause: String,
    /// Games won by the first player, won by the second, and drawn.
    pub games: [u64; 3],
}

impl Ending {
    /// The number of games.
    pub fn total(&self) -> u64 {
        self.games.iter().sum()
    }
}

impl Summary {
    /// Summarizes the games of a variant.
    pub fn of(game: &dyn AnyGame, games: &[PlayedGame]) -> Self {
        let replays: Vec<Replay> = games.iter().map(|played| Replay::of(game, played)).collect();
        let per_game = |number: &dyn Fn(&PlayedGame) -> f64| games.iter().map(number).collect::<Distribution>();
        let per_replay = |number: &dyn Fn(&Replay) -> f64| replays.iter().map(number).collect::<Distribution>();
        let per_decision = |number: &dyn Fn(&Decision) -> Option<f64>| {
            games.iter().filter_map(|game| average(game, number)).collect::<Distribution>()
        };
        let usage = |names: Vec<&str>, times: &dyn Fn(&Replay, &str) -> u64| {
            let mut all: Vec<Usage> = names.into_iter().map(Usage::new).collect();
            for usage in &mut all {
                replays.iter().for_each(|replay| usage.add(times(replay, &usage.name.clone())));
            }
            all
        };
        let mut events =
            usage(Event::ALL.map(Event::label).to_vec(), &|replay, name| replay.events.get(name).copied().unwrap_or(0));
        // The events of a game are known only from its games.
        events.retain(|usage| usage.times > 0);
        Self {
            score: first_player_score(games),
            endings: endings(game, games),
            stopped: games.iter().filter(|game| is_stopped(game)).count() as u64,
            turns: per_game(&|game| f64::from(game.turns)),
            actions: per_game(&|game| game.actions.len() as f64),
            legal_actions: per_decision(&|decision| Some(f64::from(decision.legal_actions))),
            good_actions: per_decision(&|decision| {
                (decision.good_actions > 0).then_some(f64::from(decision.good_actions))
            }),
            lead_changes: per_game(&|game| f64::from(tension::lead_changes(game))),
            drama: games.iter().filter_map(tension::drama).collect(),
            decided_after: games.iter().filter_map(tension::decided_after).collect(),
            kinds: usage(game.kinds(), &|replay, name| replay.kinds.get(name).copied().unwrap_or(0)),
            events,
            multi_action_turns: per_replay(&|replay| share(replay.multi_action_turns, replay.turns)),
            extra_actions: per_replay(&|replay| replay.extra_actions as f64),
            repeats: per_replay(&|replay| share(replay.repeats, replay.turns)),
            first_actions: first_actions(games),
            nodes: games.iter().flat_map(|game| &game.decisions).map(|decision| decision.nodes).sum(),
        }
    }

    /// Returns the kinds of actions and causes of the end that the rules allow but never occurred.
    pub fn unused(&self) -> Vec<&str> {
        let kinds = self.kinds.iter().filter(|usage| usage.times == 0).map(|usage| &*usage.name);
        let endings = self.endings.iter().filter(|ending| ending.total() == 0).map(|ending| &*ending.cause);
        kinds.chain(endings).collect()
    }
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn average(game: &PlayedGame, number: &dyn Fn(&Decision) -> Option<f64>) -> Option<f64> {
    let values: Vec<f64> = game.decisions.iter().filter_map(number).collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn endings(game: &dyn AnyGame, games: &[PlayedGame]) -> Vec<Ending> {
    let mut endings: Vec<Ending> =
        game.endings().into_iter().map(|cause| Ending { cause: cause.to_string(), games: [0; 3] }).collect();
    for played in games {
        let i = endings.iter().position(|ending| ending.cause == played.cause).unwrap_or_else(|| {
            endings.push(Ending { cause: played.cause.clone(), games: [0; 3] });
            endings.len() - 1
        });
        endings[i].games[played.winner.map_or(2, Player::index)] += 1;
    }
    endings.sort_by_key(|ending| (ending.cause == STOPPED, std::cmp::Reverse(ending.total())));
    endings
}

fn first_actions(games: &[PlayedGame]) -> Vec<(String, u64)> {
    let mut counts = std::collections::BTreeMap::<&str, u64>::new();
    for first in games.iter().filter_map(|game| game.actions.first()) {
        *counts.entry(first).or_default() += 1;
    }
    let mut firsts: Vec<(String, u64)> =
        counts.into_iter().map(|(action, count)| (action.to_string(), count)).collect();
    firsts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    firsts
}

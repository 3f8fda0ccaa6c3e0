//! Everything that games between equal players show.

use hexarium_kernel::{AnyGame, Player};

use super::replay::Replay;
use super::{Event, Numbers, Usage, points, stopped, tension};
use crate::stats::Points;
use crate::{Played, STOPPED};

/// Everything that games between equal players show.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// How the first player fared.
    pub points: Points,
    /// The ways to end, those that never happened too.
    pub endings: Vec<Ending>,
    /// Games that were stopped because they took too long.
    pub stopped: u64,
    /// Turns of a game.
    pub turns: Numbers,
    /// Actions of a game.
    pub actions: Numbers,
    /// Legal actions at a decision, on average over a game.
    pub branching: Numbers,
    /// Actions nearly as good as the best at a decision, on average over a game.
    pub near: Numbers,
    /// How often the lead changes.
    pub lead_changes: Numbers,
    /// How far behind the winner ever was, from 0 to 1.
    pub drama: Numbers,
    /// How much of the game has been played when the winner is known for good, from 0 to 1.
    pub decided: Numbers,
    /// The kinds of actions, those that were never chosen too.
    pub kinds: Vec<Usage>,
    /// What happened on the board.
    pub events: Vec<Usage>,
    /// The share of a game's turns that have more than one action.
    pub long_turns: Numbers,
    /// Actions beyond the first of their turn, in a game.
    pub more_actions: Numbers,
    /// The share of a game's turns that lead to a position that stood before.
    pub repeats: Numbers,
    /// First actions, and how often each was chosen, the most frequent first.
    pub firsts: Vec<(String, u64)>,
    /// Nodes of all searches.
    pub nodes: u64,
}

/// A way to end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// What ended the game.
    pub cause: String,
    /// Won by the first player, by the second, and by nobody.
    pub games: [u64; 3],
}

impl Ending {
    /// How often it happened.
    pub fn total(&self) -> u64 {
        self.games.iter().sum()
    }
}

impl Summary {
    /// What games of a variant show.
    pub fn of(game: &dyn AnyGame, games: &[Played]) -> Self {
        let replays: Vec<Replay> = games.iter().map(|played| Replay::of(game, played)).collect();
        let numbers = |number: &dyn Fn(&Played) -> f64| games.iter().map(number).collect::<Numbers>();
        let seen = |number: &dyn Fn(&Replay) -> f64| replays.iter().map(number).collect::<Numbers>();
        let looks =
            |number: &dyn Fn(&crate::Look) -> Option<f64>| games.iter().filter_map(|g| average(g, number)).collect();
        let usage = |names: Vec<&str>, times: &dyn Fn(&Replay, &str) -> u64| {
            let mut all: Vec<Usage> = names.into_iter().map(Usage::new).collect();
            for usage in &mut all {
                replays.iter().for_each(|replay| usage.add(times(replay, &usage.name.clone())));
            }
            all
        };
        let mut events =
            usage(Event::ALL.map(Event::words).to_vec(), &|replay, name| replay.events.get(name).copied().unwrap_or(0));
        // Which events a game has at all is only known from its games.
        events.retain(|usage| usage.times > 0);
        Self {
            points: points(games),
            endings: endings(game, games),
            stopped: games.iter().filter(|game| stopped(game)).count() as u64,
            turns: numbers(&|game| f64::from(game.turns)),
            actions: numbers(&|game| game.actions.len() as f64),
            branching: looks(&|look| Some(f64::from(look.legal))),
            near: looks(&|look| (look.near > 0).then_some(f64::from(look.near))),
            lead_changes: numbers(&|game| f64::from(tension::lead_changes(game))),
            drama: games.iter().filter_map(tension::drama).collect(),
            decided: games.iter().filter_map(tension::decided).collect(),
            kinds: usage(game.kinds(), &|replay, name| replay.kinds.get(name).copied().unwrap_or(0)),
            events,
            long_turns: seen(&|replay| share(replay.long_turns, replay.turns)),
            more_actions: seen(&|replay| replay.more_actions as f64),
            repeats: seen(&|replay| share(replay.repeats, replay.turns)),
            firsts: firsts(games),
            nodes: games.iter().flat_map(|game| &game.looks).map(|look| look.nodes).sum(),
        }
    }

    /// What the rules allow and nobody ever did or brought about: kinds of actions, then ways to end.
    pub fn unused(&self) -> Vec<&str> {
        let kinds = self.kinds.iter().filter(|usage| usage.times == 0).map(|usage| &*usage.name);
        let endings = self.endings.iter().filter(|ending| ending.total() == 0).map(|ending| &*ending.cause);
        kinds.chain(endings).collect()
    }
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn average(game: &Played, number: &dyn Fn(&crate::Look) -> Option<f64>) -> Option<f64> {
    let values: Vec<f64> = game.looks.iter().filter_map(number).collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn endings(game: &dyn AnyGame, games: &[Played]) -> Vec<Ending> {
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

fn firsts(games: &[Played]) -> Vec<(String, u64)> {
    let mut counts = std::collections::BTreeMap::<&str, u64>::new();
    for first in games.iter().filter_map(|game| game.actions.first()) {
        *counts.entry(first).or_default() += 1;
    }
    let mut firsts: Vec<(String, u64)> =
        counts.into_iter().map(|(action, count)| (action.to_string(), count)).collect();
    firsts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    firsts
}

//! Games worth looking at, as links and records.

use hexarium_formats::{Ending, Event, GameTree, Opener, link as links, record as records};
use hexarium_kernel::{AnyGame, Player};

use crate::measures::drama;
use crate::{Played, STOPPED};

/// A game worth looking at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notable {
    /// Why.
    pub why: &'static str,
    /// Its number in its series.
    pub number: u32,
    /// How it went, in a few words.
    pub words: String,
    /// What stands behind the `#` of the app's address; nothing for games too long for a link.
    pub link: Option<String>,
    /// The first player's chance before each action, in thousandths.
    pub chances: Vec<u16>,
}

impl Notable {
    /// The typical game, the shortest, the longest, and the one whose winner was furthest behind.
    pub(super) fn among(game: &dyn AnyGame, games: &[Played], open: Opener) -> Vec<Self> {
        let ended = || games.iter().filter(|played| played.cause != STOPPED);
        let mut lengths: Vec<u32> = ended().map(|played| played.turns).collect();
        lengths.sort_unstable();
        let median = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
        let dramas = |played: &&Played| drama(played).unwrap_or(0.0);
        let picks = [
            ("typical", ended().min_by_key(|played| (played.turns.abs_diff(median), played.number))),
            ("shortest", ended().min_by_key(|played| (played.turns, played.number))),
            ("longest", games.iter().max_by_key(|played| (played.turns, std::cmp::Reverse(played.number)))),
            ("most dramatic", ended().filter(|p| p.winner.is_some()).max_by(|a, b| dramas(a).total_cmp(&dramas(b)))),
        ];
        let notable = |(why, played): (&'static str, Option<&Played>)| {
            let played = played?;
            Some(Self {
                why,
                number: played.number,
                words: words(game, played),
                link: link(game, played, open).ok(),
                chances: played.looks.iter().filter_map(|look| look.chance).collect(),
            })
        };
        picks.into_iter().filter_map(notable).collect()
    }
}

fn words(game: &dyn AnyGame, played: &Played) -> String {
    let result = match played.winner {
        Some(winner) => format!("{} won", game.player_name(winner)),
        None => "nobody won".to_string(),
    };
    format!("{} turns; {result}: {}", played.turns, played.cause)
}

/// What stands behind the `#` of the app's address to open a game there.
pub fn link(game: &dyn AnyGame, played: &Played, open: Opener) -> Result<String, String> {
    links::write(&tree(game, played), GameTree::ROOT, open)
}

/// The record of a game, with what the players thought of it as comments.
pub fn record(game: &dyn AnyGame, played: &Played, players: [String; 2], open: Opener) -> Result<String, String> {
    let mut tree = tree(game, played);
    for (player, name) in Player::BOTH.into_iter().zip(players) {
        tree.tags.push((game.player_name(player).to_string(), name));
    }
    tree.tags.push(("Round".to_string(), (played.number + 1).to_string()));
    for (id, look) in tree.main_line().into_iter().skip(1).zip(&played.looks) {
        if let Some(chance) = look.chance {
            let percent = f64::from(chance) / 10.0;
            tree.node_mut(id).comment = format!(
                "{percent:.1} % for the first player; {} legal, {} nearly as good as the best",
                look.legal, look.near
            );
        }
    }
    if played.cause != STOPPED
        && let Some(verdict) = end(game, played)
    {
        tree.ending = Some(Ending { winner: played.winner, reason: verdict });
    }
    records::write(&tree, open)
}

fn tree(game: &dyn AnyGame, played: &Played) -> GameTree {
    let mut tree = GameTree::new(game.canonical_id());
    let mut at = GameTree::ROOT;
    for action in &played.actions {
        at = tree.add(at, Some(Event::Action(action.clone())));
    }
    tree
}

/// The sentence about the result.
fn end(game: &dyn AnyGame, played: &Played) -> Option<String> {
    let mut state = game.start();
    for action in &played.actions {
        state.play(action).ok()?;
    }
    Some(state.verdict()?.reason)
}

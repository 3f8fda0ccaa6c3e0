//! Notable games, as links and records.

use hexarium_formats::{Ending, Event, GameTree, link as links, record as records};
use hexarium_kernel::{AnyGame, GameCatalog, Player};

use crate::measures::drama;
use crate::{PlayedGame, STOPPED};

/// A notable game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotableGame {
    /// The reason: typical, shortest, longest, most dramatic.
    pub reason: &'static str,
    /// The number in its series.
    pub number: u32,
    /// Length, result and cause of the end.
    pub summary: String,
    /// The fragment that opens it in the app; `None` for games too long for a link.
    pub link: Option<String>,
    /// The first player's chances before each searched action, in thousandths.
    pub chances: Vec<u16>,
}

impl NotableGame {
    /// Returns the typical, the shortest, the longest and the most dramatic game.
    pub(super) fn among(game: &dyn AnyGame, games: &[PlayedGame], catalog: &dyn GameCatalog) -> Vec<Self> {
        let ended = || games.iter().filter(|played| played.cause != STOPPED);
        let mut lengths: Vec<u32> = ended().map(|played| played.turns).collect();
        lengths.sort_unstable();
        let median = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
        let dramas = |played: &&PlayedGame| drama(played).unwrap_or(0.0);
        let picks = [
            ("typical", ended().min_by_key(|played| (played.turns.abs_diff(median), played.number))),
            ("shortest", ended().min_by_key(|played| (played.turns, played.number))),
            ("longest", games.iter().max_by_key(|played| (played.turns, std::cmp::Reverse(played.number)))),
            ("most dramatic", ended().filter(|p| p.winner.is_some()).max_by(|a, b| dramas(a).total_cmp(&dramas(b)))),
        ];
        let notable = |(reason, played): (&'static str, Option<&PlayedGame>)| {
            let played = played?;
            Some(Self {
                reason,
                number: played.number,
                summary: summary(game, played),
                link: link(game, played, catalog).ok(),
                chances: played.decisions.iter().filter_map(|decision| decision.win_chance).collect(),
            })
        };
        picks.into_iter().filter_map(notable).collect()
    }
}

fn summary(game: &dyn AnyGame, played: &PlayedGame) -> String {
    let result = match played.winner {
        Some(winner) => format!("{} won", game.player_name(winner)),
        None => "draw".to_string(),
    };
    format!("{} turns; {result}: {}", played.turns, played.cause)
}

/// Returns the fragment that opens a game in the app.
pub fn link(game: &dyn AnyGame, played: &PlayedGame, catalog: &dyn GameCatalog) -> Result<String, String> {
    links::write(&tree(game, played), GameTree::ROOT, catalog)
}

/// Returns the record of a game, with the search results as comments.
pub fn record(
    game: &dyn AnyGame,
    played: &PlayedGame,
    players: [String; 2],
    catalog: &dyn GameCatalog,
) -> Result<String, String> {
    let mut tree = tree(game, played);
    for (player, name) in Player::BOTH.into_iter().zip(players) {
        tree.tags.push((game.player_name(player).to_string(), name));
    }
    tree.tags.push(("Round".to_string(), (played.number + 1).to_string()));
    for (id, decision) in tree.main_line().into_iter().skip(1).zip(&played.decisions) {
        if let Some(chance) = decision.win_chance {
            let percent = f64::from(chance) / 10.0;
            tree.node_mut(id).comment = format!(
                "{percent:.1} % for the first player; {} legal actions, {} nearly as good as the best",
                decision.legal_actions, decision.good_actions
            );
        }
    }
    if played.cause != STOPPED
        && let Some(verdict) = end(game, played)
    {
        tree.ending = Some(Ending { winner: played.winner, reason: verdict });
    }
    records::write(&tree, catalog)
}

fn tree(game: &dyn AnyGame, played: &PlayedGame) -> GameTree {
    let mut tree = GameTree::new(game.canonical_id());
    let mut at = GameTree::ROOT;
    for action in &played.actions {
        at = tree.add(at, Some(Event::Action(action.clone())));
    }
    tree
}

/// The sentence that describes the result.
fn end(game: &dyn AnyGame, played: &PlayedGame) -> Option<String> {
    let mut state = game.start();
    for action in &played.actions {
        state.play(action).ok()?;
    }
    Some(state.verdict()?.reason)
}

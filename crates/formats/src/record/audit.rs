//! Verification of a record by the rules: its start, its actions and its result.

use hexarium_kernel::{AnyGame, AnyMatch, GameCatalog, Player, SEED_OPTION, Verdict, shortened};

use super::Walk;
use crate::{Ending, Event, GameTree, NodeId};

/// The result stated by a record.
pub(crate) enum Claim {
    /// No statement.
    Unsaid,
    /// The game is unfinished.
    Unfinished,
    /// The game ended.
    Ended(Ending),
}

impl Claim {
    /// Parses a word for the winner and a reason.
    pub(crate) fn parse(word: &str, reason: &str, game: &dyn AnyGame) -> Result<Self, String> {
        let ended = |winner| Self::Ended(Ending { winner, reason: reason.to_string() });
        match word {
            "none" if reason.is_empty() => Ok(Self::Unfinished),
            "draw" => Ok(ended(None)),
            _ => player_named(game, word).map(|p| ended(Some(p))).ok_or_else(|| {
                let found = shortened(word);
                format!("invalid result '{found}': expected first, second or draw and a reason, or none")
            }),
        }
    }

    /// Returns an error if the end of the main line contradicts the claim.
    pub(crate) fn check(&self, verdict: Option<&Verdict>) -> Result<(), String> {
        match (self, verdict) {
            (Self::Unsaid, _) | (Self::Unfinished, None) => Ok(()),
            (Self::Unfinished, Some(v)) => {
                Err(format!("the result is none, but by the moves it is {}, {}", v.outcome.word(), v.reason))
            }
            (Self::Ended(e), None) if e.reason.is_empty() || e.is_by_players() => Ok(()),
            (Self::Ended(e), None) => Err(format!(
                "the result is {}, {}, but the moves do not end the game; expected none, or one of the reasons {}",
                e.word(),
                shortened(&e.reason),
                Ending::BY_PLAYERS.join(", ")
            )),
            (Self::Ended(e), Some(v)) => {
                let same_reason = e.reason.is_empty() || e.is_by_players() || e.reason == v.reason;
                if e.winner == v.outcome.winner && same_reason {
                    return Ok(());
                }
                let (claimed, reason) = (e.word(), shortened(&e.reason));
                let comma = if reason.is_empty() { "" } else { ", " };
                let (word, why) = (v.outcome.word(), &v.reason);
                Err(format!("the result is {claimed}{comma}{reason}, but by the moves it is {word}, {why}"))
            }
        }
    }
}

/// Returns the player with a name, alias or number word, case-insensitively.
pub(crate) fn player_named(game: &dyn AnyGame, name: &str) -> Option<Player> {
    let is = |word: &str| word.eq_ignore_ascii_case(name);
    let own = Player::BOTH.into_iter().find(|&p| is(game.player_name(p)));
    own.or_else(|| Player::BOTH.into_iter().find(|&p| is(p.word()) || game.player_aliases(p).iter().any(|a| is(a))))
}

/// Returns the start position where it is random. It is stored, so that a record does not depend on
/// the random generator.
pub(crate) fn drawn_start(game: &dyn AnyGame) -> Option<String> {
    game.spec().options.iter().any(|o| o.name == SEED_OPTION).then(|| game.start().position())
}

/// A stored start position that differs from the game's own: random setup has changed, or it is
/// mistyped.
pub(crate) struct OtherStart {
    pub(crate) problem: String,
    /// The treatment by a lenient reader.
    pub(crate) fate: &'static str,
    /// The game at that position, where it becomes the setup.
    pub(crate) state: Option<Box<dyn AnyMatch>>,
}

/// Returns the stored start position if it differs from that of the tree's game.
pub(crate) fn other_start(text: &str, game: &dyn AnyGame, tree: &GameTree) -> Option<OtherStart> {
    let drawn = game.start().position();
    if text == drawn {
        return None;
    }
    let problem = format!("this is not the start of {}, which is {drawn}", tree.game);
    let state = game.at_position(text).ok().filter(|_| tree.setup.is_none());
    let fate = if state.is_some() { "it is used as the setup" } else { "it is dropped" };
    Some(OtherStart { problem, fate, state })
}

/// A game and its first position.
pub(crate) type GameAndStart = (Box<dyn AnyGame>, Box<dyn AnyMatch>);

/// Opens the game of a tree for writing.
pub(crate) fn open_head(tree: &GameTree, games: &dyn GameCatalog) -> Result<GameAndStart, String> {
    if tree.node(GameTree::ROOT).event.is_some() {
        return Err("the root of the tree has an event: expected none".to_string());
    }
    let game = games.open_stored(&tree.game).map_err(|e| e.to_string())?;
    let start = tree.open(games)?;
    Ok((game, start))
}

/// Returns every node with an illegal action and the reason. Descendants of such a node are
/// skipped, and so are its variations if it is the first of its siblings, since dropping it would
/// make one of them the main line. Nodes marked `bad` count as illegal without a reason. The walk
/// must be at the start, and is there again afterwards.
pub(crate) fn illegal_nodes(tree: &GameTree, walk: &mut Walk, bad: &[bool]) -> Vec<(NodeId, Option<String>)> {
    let mut found = Vec::new();
    let mut waiting = vec![(GameTree::ROOT, 0)];
    while let Some((id, len)) = waiting.pop() {
        walk.back_to(len);
        let parent = tree.parent(id);
        let played = match &tree.node(id).event {
            _ if bad.get(id.0) == Some(&true) => Err(None),
            Some(Event::Action(text)) => walk.play(text).map_err(Some),
            _ => Ok(()),
        };
        match played {
            Ok(()) => waiting.extend(tree.children(id).iter().rev().map(|&child| (child, walk.len()))),
            Err(problem) => {
                found.push((id, problem));
                let siblings = parent.map_or(&[][..], |p| tree.children(p));
                if siblings.first() == Some(&id) {
                    // Siblings are taken one after the other, so they are the last in the stack.
                    waiting.truncate(waiting.len() + 1 - siblings.len());
                }
            }
        }
    }
    walk.back_to(0);
    found
}

//! Insights into the games of a player against the engine: results, accuracy, and what kind of
//! mistake costs most.

use std::collections::BTreeMap;

use hexarium_kernel::Player;

use crate::autosave::SavedGame;
use crate::review::{GameReview, ReviewedAction};
use crate::{LibraryEntry, PlayerKind};

/// The kind of a mistake, from what it allowed or from the part of the game. A mistake is of the
/// first kind that fits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MistakeKind {
    /// A proven win was not played.
    MissedWin,
    /// The opponent has a proven win after it.
    AllowedWin,
    /// In the first third of the game.
    Opening,
    /// In the second third.
    Middlegame,
    /// In the last third.
    Endgame,
}

impl MistakeKind {
    /// All kinds, in the order of precedence.
    pub const ALL: [Self; 5] = [Self::MissedWin, Self::AllowedWin, Self::Opening, Self::Middlegame, Self::Endgame];

    fn of(action: &ReviewedAction, turns: u32) -> Self {
        if action.missed_win {
            return Self::MissedWin;
        }
        if action.allowed_win {
            return Self::AllowedWin;
        }
        match action.turn.saturating_sub(1) * 3 / turns.max(1) {
            0 => Self::Opening,
            1 => Self::Middlegame,
            _ => Self::Endgame,
        }
    }
}

/// A game of the player against the engine.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The id of the game, without options.
    pub game: &'static str,
    /// The player's side.
    pub side: Player,
    /// The level of the engine.
    pub level: u8,
    /// The result: the winner, or none after a draw.
    pub result: Option<Option<Player>>,
    /// The player's accuracy, if the game was reviewed.
    pub accuracy: Option<f32>,
    /// The mistakes and blunders with the win probability that each lost.
    pub mistakes: Vec<(MistakeKind, f32)>,
    /// The time of the last change, in milliseconds since 1970.
    pub changed: u64,
}

impl PlayedGame {
    /// The insights from a saved game; none unless a human played against the engine.
    pub fn of(entry: &LibraryEntry, saved: &SavedGame) -> Option<Self> {
        let sides = saved.contest.sides();
        let (side, level) = Player::BOTH.into_iter().find_map(|side| match (sides[side], sides[side.other()]) {
            (PlayerKind::Human, PlayerKind::Engine(level)) => Some((side, level)),
            _ => None,
        })?;
        let review = GameReview::of(&saved.session);
        let turns = review.actions.iter().map(|action| action.turn).max().unwrap_or(0);
        let mistakes = review.mistakes(|player| player == side);
        Some(Self {
            game: saved.session.game().spec().id,
            side,
            level,
            result: entry.result,
            accuracy: review.accuracy()[side],
            mistakes: mistakes.map(|action| (MistakeKind::of(action, turns), action.before - action.after)).collect(),
            changed: entry.changed,
        })
    }
}

/// Numbers of won, drawn and lost games.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Games won by the player.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games lost by the player.
    pub losses: u32,
}

impl Tally {
    /// The points per game: 1 for a win, a half for a draw.
    pub fn share(self) -> f32 {
        let games = self.wins + self.draws + self.losses;
        (self.wins as f32 + 0.5 * self.draws as f32) / games.max(1) as f32
    }
}

/// The cost of a kind of mistake.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MistakeCost {
    /// The kind.
    pub kind: MistakeKind,
    /// The number of mistakes.
    pub count: usize,
    /// The win probability that they lost together, in games: 1.5 is a game and a half.
    pub lost: f32,
}

/// Counts the finished games by a property.
///
/// ```
/// use hexarium_kernel::Player;
/// use hexarium_session::insights::{PlayedGame, Tally, tally_by};
///
/// let game = |level, winner| PlayedGame {
///     game: "hex", side: Player::First, level, result: Some(Some(winner)),
///     accuracy: None, mistakes: Vec::new(), changed: 0,
/// };
/// let games = [game(3, Player::First), game(3, Player::Second), game(4, Player::Second)];
/// let by_level = tally_by(&games, |game| game.level);
/// assert_eq!(by_level[&3], Tally { wins: 1, draws: 0, losses: 1 });
/// assert_eq!(by_level[&4].share(), 0.0);
/// ```
pub fn tally_by<K: Ord>(games: &[PlayedGame], property: impl Fn(&PlayedGame) -> K) -> BTreeMap<K, Tally> {
    let mut tallies = BTreeMap::<K, Tally>::new();
    for game in games {
        let Some(winner) = game.result else { continue };
        let tally = tallies.entry(property(game)).or_default();
        match winner {
            Some(winner) if winner == game.side => tally.wins += 1,
            Some(_) => tally.losses += 1,
            None => tally.draws += 1,
        }
    }
    tallies
}

/// The kinds of mistakes that were made, most costly first.
pub fn mistake_costs(games: &[PlayedGame]) -> Vec<MistakeCost> {
    let cost = |kind| {
        let losses = games.iter().flat_map(|game| &game.mistakes).filter(|(other, _)| *other == kind);
        let (count, lost) = losses.fold((0, 0.0), |(count, sum), (_, lost)| (count + 1, sum + lost));
        MistakeCost { kind, count, lost }
    };
    let mut costs: Vec<MistakeCost> = MistakeKind::ALL.map(cost).into_iter().filter(|cost| cost.count > 0).collect();
    costs.sort_by(|a, b| b.lost.total_cmp(&a.lost));
    costs
}

/// The accuracies of the reviewed games, oldest first.
pub fn accuracies(games: &[PlayedGame]) -> Vec<f32> {
    let mut reviewed: Vec<(u64, f32)> = games.iter().filter_map(|game| Some((game.changed, game.accuracy?))).collect();
    reviewed.sort_by_key(|(changed, _)| *changed);
    reviewed.into_iter().map(|(_, accuracy)| accuracy).collect()
}

/// The suggested practice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Practice {
    /// Puzzles in which a win has to be found.
    Wins,
    /// Puzzles with an only defence.
    Defence,
    /// The strategy lessons.
    Strategy,
    /// Reviews: too few games are reviewed to tell.
    Review,
    /// The next level: most games are won.
    NextLevel,
}

impl Practice {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Wins, Self::Defence, Self::Strategy, Self::Review, Self::NextLevel];

    /// The path of the page to practise a game on. `threats` is the theme of its puzzles in which
    /// threats have to be seen.
    pub fn path(self, game: &str, threats: &str) -> String {
        match self {
            Self::Wins => format!("/puzzles/{game}"),
            Self::Defence => format!("/puzzles/{game}/{threats}"),
            Self::Strategy => format!("/learn/{game}"),
            Self::Review => "/games".to_string(),
            Self::NextLevel => format!("/new/{game}"),
        }
    }
}

/// The least number of reviewed games from which advice follows.
const REVIEWED: usize = 3;

/// The points per game from which the next level is due.
const STRONG: f32 = 0.7;

/// Returns the next practice suggestion, from the games of one kind, newest first.
pub fn practice(games: &[PlayedGame]) -> Practice {
    let level = games.first().map(|game| game.level);
    let recent: Vec<PlayedGame> = games.iter().filter(|game| Some(game.level) == level).take(10).cloned().collect();
    let tally = tally_by(&recent, |_| ()).remove(&()).unwrap_or_default();
    if tally.wins + tally.draws + tally.losses >= 4 && tally.share() >= STRONG {
        return Practice::NextLevel;
    }
    if games.iter().filter(|game| game.accuracy.is_some()).count() < REVIEWED {
        return Practice::Review;
    }
    match mistake_costs(games).first().map(|cost| cost.kind) {
        Some(MistakeKind::MissedWin) => Practice::Wins,
        Some(MistakeKind::AllowedWin) => Practice::Defence,
        Some(MistakeKind::Opening | MistakeKind::Middlegame | MistakeKind::Endgame) => Practice::Strategy,
        None => Practice::NextLevel,
    }
}

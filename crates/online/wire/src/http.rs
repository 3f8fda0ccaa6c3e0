//! Bodies of HTTP requests and responses.

use serde::{Deserialize, Serialize};

use crate::{ApiError, Clock, GameCommand, Millis, Participant, Side, Sides, User, UserKind};

/// The body of `POST /api/v2/guest`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewGuest {
    /// The displayed name.
    pub name: String,
}

/// The body of `POST /api/v2/account` and `POST /api/v2/sign-in`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

/// The body of `POST /api/v2/me/password`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewPassword {
    /// The current password.
    pub current: String,
    /// The new password.
    pub new: String,
}

/// The body of `POST /api/v2/games`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewGame {
    /// The game with its options: `hex(size=7)`.
    pub game: String,
    /// The start position (default: the game's own).
    #[serde(default)]
    pub start: Option<String>,
    /// Whether the server chooses the seed of a random setup. In rated games it always does.
    #[serde(default)]
    pub random_setup: bool,
    /// The time control.
    #[serde(default)]
    pub clock: Clock,
    /// The side of the host (default: random).
    #[serde(default)]
    pub host_side: Option<Side>,
    /// Whether the result changes the players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// Whether the game is public.
    #[serde(default)]
    pub listed: bool,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameSummary {
    /// The id of the game.
    pub id: String,
    /// The canonical id of its rules.
    pub game: String,
    /// The time control.
    pub clock: Clock,
    /// Whether the result changes the players' ratings.
    pub rated: bool,
    /// The time of creation.
    pub created: Millis,
    /// The user who created it.
    pub host: User,
    /// The side that the host chose; none for a random side.
    pub host_side: Option<Side>,
    /// The players, once the game has started.
    pub players: Option<Sides<Player>>,
    /// The stage of the game.
    pub status: GameStatus,
}

/// The player of a side in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Player {
    /// The user or engine.
    pub participant: Participant,
    /// The displayed name.
    pub name: String,
    /// The kind of user; none for an engine.
    pub kind: Option<UserKind>,
}

/// The stage of a game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GameStatus {
    /// A seat is free.
    Open,
    /// The game is in progress.
    Playing {
        /// The side to move.
        to_move: Side,
    },
    /// The game is over.
    Finished {
        /// The winner; none if the game was drawn or aborted.
        winner: Option<Side>,
        /// Whether the game has a result; an aborted game has none.
        counts: bool,
        /// The reason, for people.
        reason: String,
        /// The time of the end.
        at: Millis,
    },
}

/// The response to `GET /api/v2/lobby`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Lobby {
    /// Public games with a free seat, newest first.
    pub open: Vec<GameSummary>,
    /// Public games in progress, newest first.
    pub playing: Vec<GameSummary>,
    /// The user's own unfinished games; those where the user is to move come first.
    pub yours: Vec<GameSummary>,
}

/// The response to `GET /api/v2/me`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// The user, if the request is authenticated.
    pub user: Option<User>,
    /// The version of the server's messages.
    pub version: u32,
    /// The highest level of engines on the server; 0 if it runs none.
    pub server_levels: u8,
}

/// The response to `GET /api/v2/players/ID`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Profile {
    /// The user.
    pub user: User,
    /// The time at which the account was created.
    pub created: Millis,
    /// Results by game.
    pub results: Vec<Results>,
    /// The latest public games, newest first.
    pub games: Vec<GameSummary>,
}

/// The results of a user in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Results {
    /// The id of the game, without options.
    pub game: String,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// The rating, after the first rated game.
    pub rating: Option<Rating>,
}

/// A Glicko-2 rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rating {
    /// The rating; 1500 for a new player.
    pub rating: f64,
    /// The rating deviation: the 95 % interval is two deviations to either side.
    pub deviation: f64,
    /// The volatility of the player's strength.
    pub volatility: f64,
    /// The number of rated games or puzzles.
    pub games: u32,
}

/// The body of `POST /api/v2/me/tokens`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewToken {
    /// The owner's note about its purpose.
    pub label: String,
}

/// An access token for a script or bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Token {
    /// The id, for revoking it.
    pub id: String,
    /// The owner's note about its purpose.
    pub label: String,
    /// The time of creation.
    pub created: Millis,
    /// The token itself, present only in the response that creates it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// The body of `POST /api/v2/games/ID/commands`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CommandRequest {
    /// The idempotency key: a command that is sent again with its key is executed once.
    pub key: String,
    /// The command.
    pub command: GameCommand,
}

/// The response to a command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Confirmation {
    /// The number of the event.
    pub seq: u32,
}

/// The body of `POST /api/v2/me/puzzles`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleAttempts {
    /// The attempts, oldest first, at most 50.
    pub attempts: Vec<PuzzleAttempt>,
}

/// An attempt at a puzzle. The server judges it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleAttempt {
    /// The id of the puzzle.
    pub puzzle: String,
    /// The turn that was played; none if the solution was shown instead.
    #[serde(default)]
    pub turn: Option<Vec<String>>,
    /// The day whose puzzle it was, counted since 1 January 1970.
    #[serde(default)]
    pub day: Option<u64>,
}

/// The response to `GET` and `POST /api/v2/me/puzzles`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleProgress {
    /// The ratings by game.
    pub ratings: Vec<PuzzleRating>,
    /// Results, streaks and ratings as a text, in the form of the file `puzzles.txt`.
    pub progress: String,
    /// The attempts of the request that were not recorded.
    #[serde(default)]
    pub rejected: Vec<RejectedAttempt>,
}

/// The rating of a user in the puzzles of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleRating {
    /// The id of the game, without options.
    pub game: String,
    /// The rating.
    pub rating: Rating,
}

/// An attempt that was not recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RejectedAttempt {
    /// The index of the attempt in the request, from 0.
    pub index: u32,
    /// The reason.
    pub error: ApiError,
}

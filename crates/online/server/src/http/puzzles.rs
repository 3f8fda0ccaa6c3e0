//! The puzzle results of a user.
//!
//! Clients send the turns that were played, and the server judges them with the puzzles that are
//! compiled in: no client is asked whether it solved a puzzle. Recording is idempotent, because
//! only the first attempt at a puzzle is rated and later ones can only note that it was solved.

use std::sync::LazyLock;

use axum::extract::State;
use hexarium_kernel::{GameCatalog, shortened};
use hexarium_puzzles::{
    Judgement, OpenPuzzle, Progress, Puzzle, PuzzleId, PuzzleList, daily_list, daily_puzzle, shipped,
};
use hexarium_wire::http::{PuzzleAttempt, PuzzleAttempts, PuzzleProgress, PuzzleRating, Rating, RejectedAttempt};
use hexarium_wire::{ApiError, ErrorCode, User, UserKind};

use super::reply::{Body, ErrorResponse, Json};
use super::{App, Caller, Reply, unauthenticated};

/// The largest number of attempts in a request.
const MOST: usize = 50;

/// The milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// The days for which the puzzle of a day is still accepted, for clients without a connection.
const LATE: u64 = 30;

/// The puzzles of all games that have some, by the id of the game.
static LISTS: LazyLock<Vec<(&str, PuzzleList)>> =
    LazyLock::new(|| hexarium_puzzles::GAMES.iter().map(|&id| (id, shipped(id))).collect());

/// The first puzzle, as an example.
pub(super) fn first() -> Option<&'static Puzzle> {
    LISTS.iter().find_map(|(_, list)| list.puzzles().first())
}

/// An attempt that was judged.
struct Judged {
    puzzle: &'static Puzzle,
    is_solved: bool,
    /// The day whose puzzle was solved.
    day: Option<u64>,
}

/// Returns the puzzle ratings and results of the user.
#[utoipa::path(get, path = "/api/v2/me/puzzles", security(("cookie" = []), ("token" = [])))]
pub(crate) async fn progress(State(app): State<App>, caller: Caller) -> Reply<PuzzleProgress> {
    let user = require_account(&caller)?;
    let progress = app.hub.store.puzzle_progress(&user.id).await?;
    Ok(Json(response(&progress, Vec::new())))
}

/// Records attempts at puzzles.
///
/// The server judges each turn. The first attempt at a puzzle changes the rating; a later solution
/// is noted. Attempts that are sent again change nothing. An attempt that cannot be judged is
/// listed with the reason, and the others are recorded.
#[utoipa::path(
    post,
    path = "/api/v2/me/puzzles",
    request_body(content = PuzzleAttempts, example = json!({ "attempts": [{ "puzzle": "" }] })),
    security(("cookie" = []), ("token" = [])),
)]
pub(crate) async fn record(
    State(app): State<App>,
    caller: Caller,
    Body(request): Body<PuzzleAttempts>,
) -> Reply<PuzzleProgress> {
    let user = require_account(&caller)?;
    let count = request.attempts.len();
    if count > MOST {
        let message = format!("Invalid request of {count} attempts: expected at most {MOST}.");
        return Err(ApiError::new(ErrorCode::BadRequest, message).into());
    }
    let (catalog, now) = (app.hub.catalog, app.hub.now());
    let today = u64::try_from(now / DAY).unwrap_or_default();
    // Turns are played on the board, which takes some milliseconds each.
    let judging = move || -> Vec<_> { request.attempts.iter().map(|attempt| judge(catalog, today, attempt)).collect() };
    let judged = tokio::task::spawn_blocking(judging).await.map_err(crate::hub::internal_error)?;
    let (mut accepted, mut rejected) = (Vec::new(), Vec::new());
    for (index, judged) in (0..).zip(judged) {
        match judged {
            Ok(judged) => accepted.push(judged),
            Err(error) => rejected.push(RejectedAttempt { index, error }),
        }
    }
    let change = |progress: &mut Progress| {
        for Judged { puzzle, is_solved, day } in accepted {
            progress.record(puzzle, is_solved);
            if let Some(day) = day {
                progress.record_daily(day);
            }
        }
    };
    let progress = app.hub.store.change_puzzle_progress(&user.id, now, change).await?;
    let progress = progress.ok_or_else(|| ErrorResponse::from(unauthenticated()))?;
    Ok(Json(response(&progress, rejected)))
}

/// Returns the user, if it has an account. Guests keep their results in the browser.
fn require_account(caller: &Caller) -> Result<&User, ApiError> {
    let user = caller.require_user()?;
    match user.kind {
        UserKind::Registered | UserKind::Bot => Ok(user),
        _ => {
            let message = "Puzzle results are stored for accounts: create one or sign in first.";
            Err(ApiError::new(ErrorCode::Unauthenticated, message))
        }
    }
}

/// Judges an attempt by playing its turn.
fn judge(catalog: &dyn GameCatalog, today: u64, attempt: &PuzzleAttempt) -> Result<Judged, ApiError> {
    let not_found =
        || ApiError::new(ErrorCode::NotFound, format!("There is no puzzle '{}'.", shortened(&attempt.puzzle)));
    let id = PuzzleId::parse(&attempt.puzzle).ok_or_else(not_found)?;
    let puzzle = LISTS.iter().find_map(|(_, list)| list.find(id)).ok_or_else(not_found)?;
    let is_solved = match &attempt.turn {
        None => false,
        Some(turn) => {
            let open = OpenPuzzle::open(puzzle, catalog).map_err(|_| not_found())?;
            let illegal = |reason| ApiError::new(ErrorCode::IllegalAction, format!("Puzzle {id}: {reason}."));
            let state = open.play(turn).map_err(illegal)?;
            open.judge(&*state) == Judgement::Solved
        }
    };
    let is_daily = |day: &u64| {
        (today.saturating_sub(LATE)..=today + 1).contains(day) && daily_of(catalog, *day).is_some_and(|p| p.id == id)
    };
    Ok(Judged { puzzle, is_solved, day: attempt.day.filter(|_| is_solved).filter(is_daily) })
}

/// The puzzle of a day.
fn daily_of(catalog: &dyn GameCatalog, day: u64) -> Option<&'static Puzzle> {
    let list = |id: &str| LISTS.iter().find(|(game, _)| *game == id).map(|(_, list)| list);
    let lists: Vec<&PuzzleList> = catalog.specs().iter().filter_map(|spec| list(spec.id)).collect();
    daily_puzzle(day, lists.get(daily_list(day, lists.len().max(1)))?)
}

fn response(progress: &Progress, rejected: Vec<RejectedAttempt>) -> PuzzleProgress {
    let rating = |(game, rating): (&str, hexarium_puzzles::PuzzleRating)| {
        let hexarium_puzzles::PuzzleRating { rating, deviation, volatility, puzzles } = rating;
        PuzzleRating { game: game.to_string(), rating: Rating { rating, deviation, volatility, games: puzzles } }
    };
    PuzzleProgress { ratings: progress.ratings().map(rating).collect(), progress: progress.write(), rejected }
}

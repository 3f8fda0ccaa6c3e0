//! Puzzle results of accounts.

use std::sync::Arc;

use hexarium_client::{Client, ClientError};
use hexarium_games::registry::Games;
use hexarium_kernel::GameCatalog;
use hexarium_puzzles::{
    GAMES, OpenPuzzle, Progress, Puzzle, PuzzleList, PuzzleResult, daily_list, daily_puzzle, shipped,
};
use hexarium_server::node::Node;
use hexarium_server::testing::Folder;
use hexarium_server::{Config, Limits, ManualClock};
use hexarium_wire::ErrorCode;
use hexarium_wire::http::{PuzzleAttempt, PuzzleAttempts, PuzzleProgress};
use serde_json::{Value, json};

use crate::server::Server;

const PATH: &str = "/api/v2/me/puzzles";

async fn account(server: &Server, name: &str) -> Client {
    let mut client = server.client();
    client.create_account(name, "correct horse").await.unwrap();
    client
}

/// The attempt with the first solution.
fn solution(puzzle: &Puzzle) -> PuzzleAttempt {
    PuzzleAttempt { puzzle: puzzle.id.to_string(), turn: puzzle.solutions.first().cloned(), day: None }
}

/// An attempt with a legal turn that is no solution.
fn mistake(puzzle: &Puzzle) -> PuzzleAttempt {
    let open = OpenPuzzle::open(puzzle, &Games).unwrap();
    let mut lines = vec![(open.start(), Vec::new())];
    while let Some((state, turn)) = lines.pop() {
        match open.judge(&*state) {
            hexarium_puzzles::Judgement::Wrong => {
                return PuzzleAttempt { puzzle: puzzle.id.to_string(), turn: Some(turn), day: None };
            }
            hexarium_puzzles::Judgement::Solved => {}
            hexarium_puzzles::Judgement::Unfinished => {
                for action in state.legal() {
                    let mut next = state.copy();
                    next.play(&action).unwrap();
                    lines.push((next, [&turn[..], &[action]].concat()));
                }
            }
        }
    }
    panic!("every turn solves {puzzle}");
}

async fn send(client: &Client, attempts: Vec<PuzzleAttempt>) -> PuzzleProgress {
    client.post(PATH, &PuzzleAttempts { attempts }).await.unwrap()
}

fn parsed(response: &PuzzleProgress) -> Progress {
    Progress::parse(&response.progress).unwrap()
}

#[tokio::test]
async fn the_server_judges_the_turns_of_every_game() {
    let server = Server::start();
    let client = account(&server, "Ada").await;
    let mut expected = Progress::default();
    for id in GAMES {
        let list = shipped(id);
        let [one, other, ..] = list.puzzles() else { panic!("{id}") };
        let response = send(&client, vec![solution(one), mistake(other)]).await;
        assert_eq!(response.rejected, []);
        expected.record(one, true);
        expected.record(other, false);
        // The same rating as in a browser that is offline.
        assert_eq!(parsed(&response), expected);
        let rating = response.ratings.iter().find(|rating| rating.game == *id).unwrap().rating;
        assert_eq!((rating.games, rating.rating), (2, expected.rating(id).rating));
    }
    let stored: PuzzleProgress = client.get(PATH).await.unwrap();
    assert_eq!(parsed(&stored), expected);
}

#[tokio::test]
async fn attempts_that_are_sent_again_change_nothing() {
    let server = Server::start();
    let client = account(&server, "Ada").await;
    let list = shipped(GAMES[0]);
    let [one, other, ..] = list.puzzles() else { panic!() };
    let attempts = vec![mistake(one), solution(one), solution(other), PuzzleAttempt { turn: None, ..solution(other) }];
    let first = send(&client, attempts.clone()).await;
    assert_eq!(parsed(&first).result(one.id), Some(PuzzleResult::Retried));
    assert_eq!(parsed(&first).result(other.id), Some(PuzzleResult::Solved), "solved before it was shown");
    for again in [&attempts[..], &attempts[1..], &attempts[..1]] {
        assert_eq!(send(&client, again.to_vec()).await, first);
    }
}

#[tokio::test]
async fn results_of_two_devices_are_one_progress() {
    let server = Server::start();
    let phone = account(&server, "Ada").await;
    let mut desk = server.client();
    desk.sign_in("Ada", "correct horse").await.unwrap();
    let list = shipped(GAMES[0]);
    let [one, other, third, ..] = list.puzzles() else { panic!() };
    send(&phone, vec![solution(one)]).await;
    // The desk was offline, and did not know that the first puzzle was solved.
    let merged = parsed(&send(&desk, vec![mistake(one), solution(other), mistake(third)]).await);
    let results = [one, other, third].map(|puzzle| merged.result(puzzle.id));
    assert_eq!(results, [PuzzleResult::Solved, PuzzleResult::Solved, PuzzleResult::Failed].map(Some));
    assert_eq!((merged.rating(GAMES[0]).puzzles, merged.streak().best), (3, 2));
    assert_eq!(parsed(&phone.get(PATH).await.unwrap()), merged);
    let other_account = account(&server, "Bob").await;
    assert_eq!(parsed(&other_account.get(PATH).await.unwrap()), Progress::default());
}

#[tokio::test]
async fn what_cannot_be_judged_is_rejected_and_the_rest_is_recorded() {
    let server = Server::start();
    let client = account(&server, "Ada").await;
    let list = shipped("hex");
    let puzzle = &list.puzzles()[0];
    let with = |turn: &[&str]| PuzzleAttempt {
        turn: Some(turn.iter().map(|action| action.to_string()).collect()),
        ..solution(puzzle)
    };
    let unknown = |id: &str| PuzzleAttempt { puzzle: id.to_string(), turn: None, day: None };
    let attempts = vec![
        unknown("000000000000"),
        unknown("'; DROP TABLE puzzles; --"),
        with(&[]),
        with(&["z99"]),
        with(&["c1", "c2"]),
        solution(puzzle),
    ];
    let response = send(&client, attempts).await;
    let codes: Vec<_> = response.rejected.iter().map(|rejected| (rejected.index, rejected.error.code)).collect();
    let illegal = ErrorCode::IllegalAction;
    let missing = ErrorCode::NotFound;
    assert_eq!(codes, [(0, missing), (1, missing), (2, illegal), (3, illegal), (4, illegal)]);
    let messages: Vec<_> = response.rejected.iter().map(|rejected| rejected.error.message.clone()).collect();
    assert_eq!(messages[0], "There is no puzzle '000000000000'.");
    assert_eq!(messages[2], format!("Puzzle {}: the turn is not complete.", puzzle.id));
    assert!(messages[3].contains("z99"), "{}", messages[3]);
    assert_eq!(parsed(&response).count(PuzzleResult::Solved), 1);
}

#[tokio::test]
async fn requests_that_are_too_long_or_claim_a_result_are_refused() {
    let server = Server::start();
    let client = account(&server, "Ada").await;
    let puzzle = &shipped(GAMES[0]).puzzles()[0].clone();
    let refused = async |body: Value| match client.post::<Value>(PATH, &body).await {
        Err(ClientError::Rejected(error)) => (error.code, error.message),
        other => panic!("{other:?}"),
    };
    let many = json!({ "attempts": vec![json!({ "puzzle": puzzle.id.to_string() }); 51] });
    let (code, message) = refused(many).await;
    assert_eq!(code, ErrorCode::BadRequest);
    assert_eq!(message, "Invalid request of 51 attempts: expected at most 50.");
    let (code, message) = refused(json!({ "attempts": [{ "puzzle": puzzle.id.to_string(), "solved": true }] })).await;
    assert_eq!(code, ErrorCode::BadRequest);
    assert!(message.contains("solved"), "{message}");
    let long = json!({ "attempts": [{ "puzzle": puzzle.id.to_string(), "turn": vec!["a1"; 5000] }] });
    assert_eq!(refused(long).await.0, ErrorCode::TooLarge);
    let progress: PuzzleProgress = client.get(PATH).await.unwrap();
    assert_eq!(parsed(&progress), Progress::default());
}

#[tokio::test]
async fn guests_and_strangers_have_no_results_on_the_server() {
    let server = Server::start();
    let mut client = server.client();
    let code = |result: Result<PuzzleProgress, ClientError>| result.unwrap_err().code();
    assert_eq!(code(client.get(PATH).await), Some(ErrorCode::Unauthenticated));
    client.create_guest("Grace").await.unwrap();
    assert_eq!(code(client.get(PATH).await), Some(ErrorCode::Unauthenticated));
    let attempts = PuzzleAttempts { attempts: Vec::new() };
    let error = client.post::<PuzzleProgress>(PATH, &attempts).await.unwrap_err().to_string();
    assert_eq!(error, "Puzzle results are stored for accounts: create one or sign in first.");
    client.create_account("Grace", "correct horse").await.unwrap();
    let progress: PuzzleProgress = client.get(PATH).await.unwrap();
    assert_eq!((progress.ratings, progress.rejected), (vec![], vec![]));
}

/// The puzzle of a day.
fn daily(day: u64) -> Puzzle {
    let lists: Vec<PuzzleList> = Games.specs().iter().map(|spec| shipped(spec.id)).collect();
    let lists: Vec<PuzzleList> = lists.into_iter().filter(|list| !list.puzzles().is_empty()).collect();
    daily_puzzle(day, &lists[daily_list(day, lists.len())]).unwrap().clone()
}

#[tokio::test]
async fn the_puzzle_of_a_day_counts_on_its_day_and_a_little_later() {
    const TODAY: u64 = 20_500;
    let (folder, clock) = (Folder::new(), Arc::new(ManualClock::at(TODAY as i64 * 24 * 60 * 60 * 1000 + 5)));
    let database = folder.path().join("games.sqlite");
    let node = Node::start(Config {
        limits: Limits::none(),
        time: clock,
        ..Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games)
    });
    let mut client = Client::new(&node.url()).unwrap();
    client.create_account("Ada", "correct horse").await.unwrap();
    let attempt = async |puzzle: u64, day: u64| {
        let attempt = PuzzleAttempt { day: Some(day), ..solution(&daily(puzzle)) };
        parsed(&send(&client, vec![attempt]).await).daily_streak(day).current
    };
    // Too old, not of that day, and of the future: the result counts without the day.
    assert_eq!(attempt(TODAY - 31, TODAY - 31).await, 0);
    assert_eq!(attempt(TODAY - 3, TODAY - 2).await, 0);
    assert_eq!(attempt(TODAY + 2, TODAY + 2).await, 0);
    // Two days offline, then today and twice.
    assert_eq!(attempt(TODAY - 2, TODAY - 2).await, 1);
    assert_eq!(attempt(TODAY - 1, TODAY - 1).await, 2);
    assert_eq!(attempt(TODAY, TODAY).await, 3);
    assert_eq!(attempt(TODAY, TODAY).await, 3);
    // A client whose clock is a little ahead.
    assert_eq!(attempt(TODAY + 1, TODAY + 1).await, 4);
}

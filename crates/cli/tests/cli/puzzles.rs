//! `hexarium puzzles` from outside.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use hexarium_client::Client;
use hexarium_games::registry::Games;
use hexarium_puzzles::{Attempt, Attempts, Progress, Puzzle, PuzzleList, PuzzleResult, shipped};
use hexarium_server::node::Node;
use hexarium_server::testing::Folder;
use hexarium_server::{Config, Limits};
use hexarium_wire::http::{NewToken, PuzzleProgress, Token};

fn puzzles(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexarium"));
    command.arg("puzzles").args(arguments).env("XDG_DATA_HOME", folder).current_dir(folder);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn mined_puzzles_are_reproducible_continued_and_verified() {
    let folder = Folder::new();
    let run = |arguments: &[&str]| {
        let output = puzzles(folder.path(), arguments, "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let whole = ["mine", "hex(size=5)", "--seed", "3", "--count", "4"];
    let printed = run(&whole);
    assert_eq!(PuzzleList::parse(&printed).unwrap().puzzles().len(), 4);
    // In two runs and on one thread the same games are played.
    let out = ["--out", "some.txt", "--jobs", "1"];
    run(&[&["mine", "hex(size=5)", "--seed", "3", "--count", "2"], &out[..]].concat());
    let said = run(&[&whole[..], &out].concat());
    assert!(said.starts_with("some.txt: 4 puzzles from "), "{said}");
    assert_eq!(
        PuzzleList::parse(&std::fs::read_to_string(folder.path().join("some.txt")).unwrap()).unwrap().puzzles().len(),
        4
    );
    assert!(run(&["check", "some.txt"]).starts_with("some.txt: 4 puzzles verified ("));
    let other = puzzles(folder.path(), &[&["mine", "hex(size=6)", "--count", "5"], &out[..]].concat(), "");
    assert!(text(&other.stderr).contains("choose another file"), "{}", text(&other.stderr));
}

#[test]
fn puzzles_are_found_in_a_record() {
    let folder = Folder::new();
    let record = "Hexarium: 1\nGame: hex(size=5)\n\n1. c3 2. d2 3. b4 4. a1 5. a2 6. e1 7. d3 8. e3 9. c2 10. c1\n";
    std::fs::write(folder.path().join("game.txt"), record).unwrap();
    let output = puzzles(folder.path(), &["mine", "hex(size=5)", "--count", "2", "--from", "game.txt"], "");
    let list = PuzzleList::parse(&text(&output.stdout)).unwrap();
    assert_eq!(list.comments(), ["1 games of hex(size=5), seed 1, from game.txt"]);
}

/// Games of two games, so that those of one have to be chosen.
const EXPERIMENT: &str = "\
title = \"Small boards\"
players = [\"level:2\"]
games = 24
variant = [{ name = \"five\", game = \"hex(size=5)\" }, { name = \"other\", game = \"harvest(base=3)\" }]
";

#[test]
fn puzzles_are_found_in_games_of_the_lab() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("try.toml"), EXPERIMENT).unwrap();
    let lab = Command::new(env!("CARGO_BIN_EXE_hexarium"))
        .args(["lab", "run", "try.toml", "--out", "lab"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(lab.status.success(), "{}", text(&lab.stderr));
    let mine = ["mine", "hex(size=5)", "--count", "3", "--from", "lab/games.jsonl.gz"];
    let output = puzzles(folder.path(), &[&mine[..], &["--out", "found.txt"]].concat(), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let found = std::fs::read_to_string(folder.path().join("found.txt")).unwrap();
    let list = PuzzleList::parse(&found).unwrap();
    assert!(list.comments()[0].ends_with(" games of hex(size=5), seed 1, from lab/games.jsonl.gz"), "{found}");
    assert_eq!(list.puzzles().len(), 3, "{found}");
    assert!(list.puzzles().iter().all(|puzzle| puzzle.game == "hex(size=5)"), "{found}");
    assert!(text(&puzzles(folder.path(), &["check", "found.txt"], "").stdout).contains("3 puzzles verified ("));
    assert_eq!(text(&puzzles(folder.path(), &mine, "").stdout), found, "the same games give the same puzzles");
    let missing = puzzles(folder.path(), &["mine", "hex(size=5)", "--count", "1", "--from", "no.jsonl.gz"], "");
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("no.jsonl.gz"), "{}", text(&missing.stderr));
}

#[test]
fn a_broken_puzzle_is_refused_with_line_and_reason() {
    let folder = Folder::new();
    let list = shipped("hex");
    let good = list.puzzles()[0].clone();
    let refused = |line: String| {
        std::fs::write(folder.path().join("broken.txt"), format!("hexarium-puzzles/1\n# none\n{line}\n")).unwrap();
        let output = puzzles(folder.path(), &["check", "broken.txt"], "");
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr)
    };
    let mut broken = good.clone();
    broken.id = list.puzzles()[1].id;
    let said = refused(broken.line());
    assert!(said.contains("broken.txt: line 3: id: ") && said.contains(&good.id.to_string()), "{said}");
    let said = refused(good.line().replace("; exhaustive", "; hope").replace("; solver", "; hope"));
    assert!(said.contains("line 3: proof: invalid 'hope'"), "{said}");
}

#[test]
fn a_puzzle_is_failed_retried_and_solved_and_progress_is_kept() {
    let folder = Folder::new();
    let list = shipped("fire-ants");
    let puzzle = list.puzzles().iter().find(|puzzle| puzzle.theme.to_string() == "win-1").unwrap();
    let (id, solution) = (puzzle.id.to_string(), puzzle.solutions[0].join(" "));
    let game = hexarium_games::registry::open(&puzzle.game, &[]).unwrap();
    let legal = game.at_position(&puzzle.position).unwrap().legal();
    let solves = |action: &String| puzzle.solutions.iter().any(|turn| turn[0] == *action);
    let wrong = legal.iter().find(|action| !solves(action)).unwrap();
    let play = |input: &str| {
        let output = puzzles(folder.path(), &["play", "--plain", "--id", &id], input);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let progress = || {
        let file = folder.path().join("hexarium/puzzles.txt");
        Progress::parse(&std::fs::read_to_string(file).unwrap()).unwrap()
    };
    let said = play(&format!("help\nnonsense\n{wrong}\n"));
    assert!(said.contains("win in this turn.") && said.contains("Not a legal turn: "), "{said}");
    assert!(said.contains("\nWrong. "), "{said}");
    assert_eq!(progress().result(puzzle.id), Some(PuzzleResult::Failed));
    let said = play(&format!("{solution}\n"));
    assert!(said.contains("Solved, after a wrong try. Rating "), "{said}");
    assert_eq!(progress().result(puzzle.id), Some(PuzzleResult::Retried));
    assert_eq!(progress().rating("fire-ants").puzzles, 1);
}

#[test]
fn without_a_game_there_is_the_puzzle_of_the_day() {
    let folder = Folder::new();
    let output = puzzles(folder.path(), &["play", "--plain"], "solution\nquit\n");
    let said = text(&output.stdout);
    assert!(said.starts_with("Puzzle of the day ") && said.contains("\nSolution: "), "{said}");
    let output = puzzles(folder.path(), &["play", "--theme", "luck"], "");
    assert!(text(&output.stderr).contains("unknown theme 'luck': expected win-1"), "{}", text(&output.stderr));
    let output = puzzles(folder.path(), &["play", "--id", "luck"], "");
    assert!(text(&output.stderr).contains("unknown puzzle 'luck'"), "{}", text(&output.stderr));
}

#[tokio::test(flavor = "multi_thread")]
async fn results_of_an_account_are_kept_on_the_server() {
    let folder = Folder::new();
    let database = folder.path().join("games.sqlite");
    let config = Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games);
    let mut node = Node::start(Config { limits: Limits::none(), ..config });
    let mut owner = Client::new(&node.url()).unwrap();
    owner.create_account("Ada", "correct horse").await.unwrap();
    let token: Token = owner.post("/api/v2/me/tokens", &NewToken { label: "terminal".to_string() }).await.unwrap();
    let secret = token.secret.unwrap();
    let list = shipped("hex");
    let [one, other] = [0, 1].map(|i| list.puzzles()[i].clone());
    let play = |puzzle: &Puzzle, input: &str| {
        let id = puzzle.id.to_string();
        let arguments = ["play", "--plain", "--id", &id, "--server", &node.url(), "--token", &secret].map(String::from);
        (folder.path().to_path_buf(), arguments, input.to_string())
    };
    let run = async |(folder, arguments, input): (PathBuf, [String; 8], String)| {
        let run = move || puzzles(&folder, &arguments.each_ref().map(|argument| &**argument), &input);
        tokio::task::spawn_blocking(run).await.unwrap()
    };
    let known = async || {
        let response: PuzzleProgress = owner.get("/api/v2/me/puzzles").await.unwrap();
        Progress::parse(&response.progress).unwrap()
    };
    let solution = one.solutions[0].join(" ");
    let output = run(play(&one, &format!("{solution}\n"))).await;
    assert!(text(&output.stdout).contains("Solved. Rating "), "{}", text(&output.stderr));
    let progress = known().await;
    assert_eq!(progress.result(one.id), Some(PuzzleResult::Solved));
    assert_eq!(progress.rating("hex").puzzles, 1);
    assert!(!folder.path().join("hexarium/puzzles.txt").exists(), "the results are those of the account");
    let output = run(play(&other, "solution\nquit\n")).await;
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(known().await.result(other.id), Some(PuzzleResult::Failed));
    assert!(!folder.path().join("hexarium/puzzle-attempts.txt").exists(), "nothing is left to send");

    // Attempts of a run that lost its connection are sent by the next one.
    let third = list.puzzles()[2].clone();
    let mut attempts = Attempts::default();
    attempts.push(Attempt { puzzle: third.id, turn: None, day: None });
    std::fs::create_dir_all(folder.path().join("hexarium")).unwrap();
    std::fs::write(folder.path().join("hexarium/puzzle-attempts.txt"), attempts.write()).unwrap();
    run(play(&one, "quit\n")).await;
    assert_eq!(known().await.result(third.id), Some(PuzzleResult::Failed));
    let again = play(&one, "quit\n");
    node.stop();
    let output = run(again).await;
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("Cannot reach the server"), "{}", text(&output.stderr));
}

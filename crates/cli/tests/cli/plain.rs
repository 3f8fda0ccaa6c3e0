//! `hexarium play --plain`: whole games line by line.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use hexarium_games::registry::GAMES;
use hexarium_games::registry::Games;
use hexarium_kernel::Rng;
use hexarium_server::Config;
use hexarium_server::Limits;
use hexarium_server::node::Node;
use hexarium_server::testing::{DEADLINE, Folder};

/// A running program with its input and output.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The lines that were sent.
    said: Vec<String>,
    heard: Vec<String>,
}

impl Talk {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexarium"));
        command.args(["play", "--plain"]).args(arguments).env("XDG_DATA_HOME", folder).current_dir(folder);
        command.env_remove("HEXARIUM_TOKEN");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.expect("only text is printed")).is_err() {
                    return;
                }
            }
        });
        Self { child, input, lines, said: Vec::new(), heard: Vec::new() }
    }

    fn send(&mut self, line: &str) {
        self.said.push(line.to_string());
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits for the next line that satisfies a condition.
    fn expect_line(&mut self, what: &str, fits: impl Fn(&str) -> bool) -> String {
        let until = Instant::now() + DEADLINE;
        loop {
            let line = match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => line,
                Err(e) => panic!("timed out waiting for {what}: {e}\n{}", self.heard.join("\n")),
            };
            self.heard.push(line.clone());
            if fits(&line) {
                return line;
            }
        }
    }

    fn expect_part(&mut self, part: &str) -> String {
        self.expect_line(part, |line| line.contains(part))
    }

    /// The legal actions; `None` if the game is over.
    fn moves(&mut self) -> Option<Vec<String>> {
        self.send("moves");
        let line = self.expect_line("the moves", |line| line.contains(" moves: ") || line == "The game is over.");
        line.split_once(" moves: ").map(|(_, moves)| moves.split(' ').map(String::from).collect())
    }

    fn quit(mut self) -> (Vec<String>, Vec<String>) {
        self.send("quit");
        while let Ok(line) = self.lines.recv_timeout(DEADLINE) {
            self.heard.push(line);
        }
        assert!(self.child.wait().unwrap().success());
        (std::mem::take(&mut self.said), std::mem::take(&mut self.heard))
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The output of the program for a script that is sent at once.
fn piped(arguments: &[&str], said: &[String]) -> String {
    let folder = Folder::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexarium"));
    command.args(["play", "--plain"]).args(arguments).env("XDG_DATA_HOME", folder.path());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = said.join("\n") + "\n";
    std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(!folder.path().join("hexarium").exists(), "a script must not save anything");
    String::from_utf8(output.stdout).unwrap()
}

/// Plays a whole random game against level 1, of at most `most` actions.
fn whole_game(game: &str, most: usize) {
    let folder = Folder::new();
    let arguments = [game, "--second", "1"];
    let mut talk = Talk::start(folder.path(), &arguments);
    let mut rng = Rng::new(11);
    let mut played = 0;
    while let Some(moves) = talk.moves() {
        talk.send(&moves[rng.below(moves.len())]);
        played += 1;
        if played == 3 {
            talk.send("undo");
            talk.expect_part("Taken back.");
        }
        if played == most {
            break;
        }
    }
    assert!(played >= 3, "{game}");
    for question in ["board", "show", "hint", "lines", "help"] {
        talk.send(question);
    }
    let (said, heard) = talk.quit();
    let text = heard.join("\n");
    if played < most {
        assert!(text.contains(" wins") || text.contains("draw"), "{game}: the result is not printed\n{text}");
    }
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{game}: screen control");
    // The same script gives the same output at any speed.
    assert_eq!(piped(&arguments, &said), text + "\n", "{game}");
}

#[test]
fn whole_games_are_played_line_by_line() {
    for spec in GAMES {
        whole_game(spec.id, 150);
    }
}

#[test]
fn the_board_is_described() {
    let script = ["board", "where c3", "where g3", "moves c3", "c3-f2", "where f2", "board", "where z1", "quit"];
    let text = piped(&["fire-ants", "--second", "person"], &script.map(String::from));
    for words in [
        "White queens: c3, c5.",
        "White reserve: 10, Black reserve: 10.",
        "c3: White queen; neighbours: b2 empty, b3 empty, c2 empty, c4 empty, d3 empty, d4 empty.",
        "g3: Black queen; neighbours: ",
        "c3-b2: White moves the queen from c3 to b2.",
        "White moves the queen from c3 to f2.",
        "f2: White queen; neighbours: e2 empty, e3 empty, f1 empty (buffer space), f3 empty,",
        "Invalid cell z1: expected a2 to i4.",
    ] {
        assert!(text.contains(words), "{words} is not in\n{text}");
    }
}

#[test]
fn games_are_saved_opened_and_changed_by_commands() {
    let folder = Folder::new();
    let file = folder.path().join("game.sgf");
    let file = file.to_string_lossy();
    let script = [
        "c3".to_string(),
        format!("save {file}"),
        "new harvest(base=3)".to_string(),
        "level 2".to_string(),
        format!("open {file}"),
        "open no-such-file".to_string(),
        "new chess".to_string(),
        "link".to_string(),
        "players 1 1".to_string(),
        "quit".to_string(),
    ];
    let text = piped(&["hex(size=5)", "--second", "1"], &script);
    for words in [
        "Hex (size=5). Blue is you, Red is level 1.",
        "Blue places a stone on c3.",
        &format!("Saved as {file}."),
        "Harvest (base=3). First is you, Second is level 1.",
        "First is you, Second is level 2.",
        "Hex (size=5). Turn 3. Blue is human, Red is human.",
        "Cannot read no-such-file",
        "Unknown game 'chess'",
        "#1/hex,size=5/",
        "Blue is level 1, Red is level 1.",
        " wins: ",
    ] {
        assert!(text.contains(words), "{words} is not in\n{text}");
    }
}

#[test]
fn invalid_utf_8_and_control_characters_are_accepted() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexarium"))
        .args(["play", "--plain", "hex"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"\xff\xfe\n\x1b[2J\nwhere \x07\n").unwrap();
    input.write_all(&[b'x'; 100_000]).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(!output.stdout.contains(&0x1b) && !output.stdout.contains(&7));
}

fn serve(folder: &Folder) -> Node {
    let database = folder.path().join("games.sqlite");
    Node::start(Config { limits: Limits::none(), ..Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games) })
}

#[test]
fn an_online_game_against_a_bot_is_played_to_its_end() {
    let folder = Folder::new();
    let node = serve(&folder);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let token = runtime.block_on(async {
        let mut owner = hexarium_client::Client::new(&node.url()).unwrap();
        owner.create_account("Robby", "correct horse").await.unwrap();
        let request = hexarium_wire::http::NewToken { label: "bot".to_string() };
        let token: hexarium_wire::http::Token = owner.post("/api/v2/me/tokens", &request).await.unwrap();
        token.secret.unwrap()
    });
    let mut bot = Command::new(env!("CARGO_BIN_EXE_hexarium"))
        .args(["bot", "--server", &node.url(), "--level", "1", "--game", "hex(size=4)", "--games", "1"])
        .env("HEXARIUM_TOKEN", &token)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut talk = Talk::start(folder.path(), &["--server", &node.url(), "--name", "Ada"]);
    talk.expect_part("You are playing as Ada on http://127.0.0.1");
    loop {
        talk.send("games");
        let line = talk.expect_line("the list", |line| line.contains("No games") || line.contains("Robby is waiting"));
        if line.contains("Robby") {
            assert!(line.starts_with("1. hex(size=4), no clock: Robby is waiting for an opponent"), "{line}");
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    talk.send("join 1");
    talk.expect_part("Robby");
    let mut rng = Rng::new(2);
    loop {
        let prompt = talk.expect_line("my turn or the end", |line| {
            line.ends_with("place a stone on an empty cell.") || line.contains(" wins: ")
        });
        if prompt.contains(" wins: ") {
            break;
        }
        let Some(moves) = talk.moves() else { continue };
        talk.send(&moves[rng.below(moves.len())]);
        // Out of turn the response is the reason, in turn it describes the action.
        talk.expect_line("an answer", |line| line.contains("'s turn.") || line.contains(" places a stone on "));
    }
    talk.quit();
    let _ = bot.wait();
}

#[test]
fn two_clients_agree_on_a_draw_and_play_a_rematch() {
    let folder = Folder::new();
    let node = serve(&folder);
    let mut ada = Talk::start(folder.path(), &["--server", &node.url(), "--name", "Ada"]);
    let mut bob = Talk::start(folder.path(), &["--server", &node.url(), "--name", "Bob"]);
    ada.expect_part("No games");
    ada.send("host hex(size=5) 5+3");
    ada.expect_part("Waiting for an opponent.");
    loop {
        bob.send("games");
        if bob
            .expect_line("the list", |line| line.contains("No games") || line.contains("Ada is waiting"))
            .contains("Ada")
        {
            break;
        }
    }
    bob.send("join 1");
    let words = bob.expect_part(" is you, Bob");
    let (mut first, mut second) = if words.contains("Blue is you, Bob") { (bob, ada) } else { (ada, bob) };
    first.expect_part("Blue: place a stone");
    first.send("a1");
    second.expect_part("Blue places a stone on a1.");
    second.send("b2");
    first.expect_part("Red places a stone on b2.");
    first.send("draw");
    second.expect_part("offers a draw.");
    second.send("decline");
    first.expect_part("declines the draw.");
    first.send("hint");
    first.expect_part("No hints during a game.");
    first.send("c3");
    second.expect_part("Blue places a stone on c3.");
    second.send("takeback");
    first.expect_part("asks for a takeback.");
    first.send("accept");
    second.expect_part("A turn was taken back.");
    second.send("d4");
    first.expect_part("Red places a stone on d4.");
    first.send("c3");
    second.expect_part("Blue places a stone on c3.");
    second.send("draw");
    first.expect_part("offers a draw");
    first.send("decline");
    second.expect_part("declines the draw.");
    second.send("e5");
    first.expect_part("Red places a stone on e5.");
    first.send("draw");
    second.expect_part("offers a draw");
    second.send("accept");
    first.expect_part("The game is a draw: draw by agreement.");
    second.expect_part("The game is a draw");
    second.send("rematch");
    first.expect_part("offers a rematch.");
    first.send("rematch");
    first.expect_part("Red is you");
    second.expect_part("Blue is you");
    second.expect_part("Blue: place a stone");
    second.send("a1");
    first.expect_part("Blue places a stone on a1.");
    first.send("b2");
    second.expect_part("Red places a stone on b2.");
    second.send("resign");
    first.expect_part(" wins: Blue resigned.");
    first.quit();
    second.quit();
}

#[test]
fn a_lost_connection_is_reported_and_reestablished() {
    let folder = Folder::new();
    let mut node = serve(&folder);
    let address = node.address().to_string();
    let mut ada = Talk::start(folder.path(), &["--server", &node.url(), "--name", "Ada"]);
    ada.expect_part("No games");
    ada.send("host hex(size=5)");
    ada.expect_part("Waiting for an opponent.");
    node.stop();
    drop(node);
    ada.expect_part("Connection lost");
    let database = folder.path().join("games.sqlite");
    let config = Config { limits: Limits::none(), ..Config::new(&address, &database.to_string_lossy(), &Games) };
    let _node = Node::start(config);
    ada.expect_part("Reconnected.");
    ada.quit();
}

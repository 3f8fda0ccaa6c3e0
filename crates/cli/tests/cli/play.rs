//! `hexarium play` in a pseudo-terminal.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::pty::{Pty, wait_until};
use hexarium_client::Client;
use hexarium_games::registry::{GAMES, Games};
use hexarium_kernel::{Player, Rng};
use hexarium_server::node::Node;
use hexarium_server::testing::Folder;
use hexarium_server::{Config, Limits};
use hexarium_session::{GameSession, autosave};
use hexarium_wire::http::NewGame;
use hexarium_wire::{Clock, Fischer, GameCommand, Side};

/// Returns the saved game at its current node, if there is one yet.
fn saved(folder: &Path, game: &str) -> Option<GameSession> {
    let text = fs::read_to_string(folder.join("hexarium/play").join(game)).ok()?;
    Some(autosave::load(&Games, &text).ok()?.session)
}

/// Waits until the first player is to move, or the game is over, in the stored game and on the
/// screen.
fn my_turn(pty: &Pty, folder: &Path, game: &str) -> GameSession {
    let mut session = None;
    wait_until("the first player's turn", || {
        session = saved(folder, game).filter(|t| t.ending().is_some() || t.state().to_move() == Player::First);
        session.is_some()
    });
    let session = session.unwrap();
    let prompt = session.state().view().prompt;
    let start: String = prompt.chars().take(20).collect();
    pty.wait_until(&start, |text| text.contains(&start) && !text.contains("is thinking"));
    session
}

/// Five turns against level 1, a takeback, a resize, and quit.
fn five_turns(game: &str, size: (u16, u16), other: (u16, u16)) {
    let folder = Folder::new();
    let mut pty = Pty::start(size, folder.path(), &["play", game, "--second", "1"]);
    pty.wait_for(" vs ");
    let mut rng = Rng::new(u64::from(size.0));
    let mut session = my_turn(&pty, folder.path(), game);
    let mut turns = 0;
    while turns < 5 && session.ending().is_none() {
        let (turn, length) = (session.state().turn(), session.actions().len());
        let legal = session.state().legal();
        pty.write(&format!(":{}\r", legal[rng.below(legal.len())]));
        wait_until("the action to be saved", || {
            saved(folder.path(), game).is_some_and(|session| session.actions().len() > length)
        });
        session = my_turn(&pty, folder.path(), game);
        turns += u32::from(session.state().turn() != turn);
    }
    assert!(turns == 5 || session.ending().is_some(), "{game}: {turns} turns");
    let length = session.actions().len();
    pty.write("u");
    wait_until("the turn to be taken back", || saved(folder.path(), game).is_some_and(|t| t.actions().len() < length));
    pty.wait_for("Taken back.");
    pty.resize(other.0, other.1);
    // The last line is drawn at the new bottom.
    pty.wait_until("the new size", |_| {
        let last = pty.screen().rows(0, other.0).nth(usize::from(other.1) - 1);
        last.is_some_and(|line| line.contains("F1 help"))
    });
    pty.write("q");
    assert!(pty.end().success());
    wait_until("the terminal to be given back", || !pty.screen().alternate_screen());
}

#[test]
fn five_turns_of_every_game_on_80_by_24() {
    for spec in GAMES {
        five_turns(spec.id, (80, 24), (100, 30));
    }
}

#[test]
fn five_turns_of_every_game_on_a_large_terminal() {
    for spec in GAMES {
        five_turns(spec.id, (120, 40), (80, 24));
    }
}

#[test]
fn five_turns_of_every_game_on_a_small_terminal() {
    for spec in GAMES {
        five_turns(spec.id, (60, 20), (45, 14));
    }
}

#[test]
fn a_board_is_played_with_arrows_and_mouse() {
    let folder = Folder::new();
    let mut pty = Pty::start((80, 24), folder.path(), &["play", "hex", "--second", "person"]);
    pty.wait_for("place a stone");
    // Enter on the centre cell, then one to the right by letters and space.
    pty.write("\r");
    pty.wait_for("Blue places a stone on f6.");
    pty.write("l ");
    pty.wait_for("Red places a stone on g6.");
    let screen = pty.screen();
    let rows: Vec<String> = screen.rows(0, 80).collect();
    let row = rows.iter().position(|row| row.trim_start().starts_with("1 ")).expect("the first row of the board");
    let column = rows[row].find('•').or_else(|| rows[row].find('.')).expect("an empty cell");
    let column = rows[row][..column].chars().count();
    // A click as terminals report it, counted from 1.
    pty.write(&format!("\x1b[<0;{};{}M\x1b[<0;{};{}m", column + 1, row + 1, column + 1, row + 1));
    pty.wait_for("Blue places a stone on a1.");
    pty.write("q");
    assert!(pty.end().success());
    assert_eq!(saved(folder.path(), "hex").unwrap().actions(), ["f6", "g6", "a1"]);
}

#[test]
fn the_terminal_can_be_resized_at_any_time() {
    let folder = Folder::new();
    let mut pty = Pty::start((80, 24), folder.path(), &["play", "protista", "--second", "1"]);
    pty.wait_for("White");
    for size in [(10, 3), (200, 60), (30, 10), (1, 1), (79, 23), (60, 20), (80, 24)] {
        pty.resize(size.0, size.1);
        pty.write("l");
    }
    pty.wait_for("F1 help");
    pty.write(":m2-l2\r");
    wait_until("an action", || saved(folder.path(), "protista").is_some_and(|session| session.actions().len() > 1));
    pty.write("q");
    assert!(pty.end().success());
}

/// Runs the program in a shell that compares the terminal settings before and after, plays an
/// action, and runs `happens`. Afterwards the terminal must be restored and the game must be
/// stored.
fn leaves_no_trace(environment: &str, happens: impl FnOnce(&mut Pty, &Path), code: &str) {
    let folder = Folder::new();
    let script = format!(
        "before=$(stty -g)\n\
         {environment} sh -c 'echo $$ > pid; exec \"$HEXARIUM\" play hex'\n\
         code=$?\n\
         after=$(stty -g)\n\
         if [ \"$before\" = \"$after\" ]; then echo the terminal is as it was; else echo \"$before\" \"$after\"; fi\n\
         echo code $code end"
    );
    let mut pty = Pty::script((80, 24), folder.path(), &script);
    pty.wait_for("place a stone");
    pty.write(":f6\r");
    wait_until("the action to be saved", || {
        saved(folder.path(), "hex").is_some_and(|session| !session.actions().is_empty())
    });
    happens(&mut pty, folder.path());
    let text = pty.wait_until("the end", |text| text.contains(" end"));
    assert!(text.contains("the terminal is as it was"), "{text}");
    assert!(text.contains(&format!("code {code} end")), "{text}");
    let screen = pty.screen();
    assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    pty.end();
    taken_up(folder.path());
}

/// Checks that the last game is restored.
fn taken_up(folder: &Path) {
    let mut again = Pty::start((80, 24), folder, &["play"]);
    again.wait_for("Continued where you left off.");
    again.wait_until("the game", |text| text.contains("f6"));
    again.write("q");
    assert!(again.end().success());
}

fn signal(name: &'static str) -> impl FnOnce(&mut Pty, &Path) {
    move |_, folder| {
        let pid = fs::read_to_string(folder.join("pid")).unwrap();
        let done = Command::new("kill").args([&format!("-{name}"), pid.trim()]).status().unwrap();
        assert!(done.success());
    }
}

#[test]
fn ctrl_c_restores_the_terminal_and_keeps_the_game() {
    leaves_no_trace("", |pty, _| pty.write("\x03"), "0");
}

#[test]
fn signals_restore_the_terminal_and_keep_the_game() {
    leaves_no_trace("", signal("TERM"), "0");
    leaves_no_trace("", signal("HUP"), "0");
    leaves_no_trace("", signal("INT"), "0");
}

#[test]
fn a_panic_restores_the_terminal_and_keeps_the_game() {
    // In test builds F12 panics if the environment enables it.
    let fall_over = |pty: &mut Pty, _: &Path| {
        pty.write("\x1b[24~");
        pty.wait_for("requested by the environment");
    };
    leaves_no_trace("HEXARIUM_TEST_PANIC=1", fall_over, "101");
}

#[test]
fn a_closed_terminal_ends_the_program_and_keeps_the_game() {
    let folder = Folder::new();
    let mut pty = Pty::start((80, 24), folder.path(), &["play", "hex", "--second", "1"]);
    pty.wait_for("place a stone");
    pty.write(":f6\r");
    wait_until("the action to be saved", || {
        saved(folder.path(), "hex").is_some_and(|session| !session.actions().is_empty())
    });
    pty.close();
    pty.end();
    taken_up(folder.path());
}

#[test]
fn ctrl_c_in_line_mode_keeps_the_game() {
    let folder = Folder::new();
    let mut pty = Pty::start((80, 24), folder.path(), &["play", "hex", "--plain", "--second", "1"]);
    pty.wait_for("place a stone");
    pty.write("f6\n");
    wait_until("the action to be saved", || {
        saved(folder.path(), "hex").is_some_and(|session| session.actions().len() == 2)
    });
    pty.write("\x03");
    assert!(!pty.end().success(), "the program was interrupted");
    let mut again = Pty::start((80, 24), folder.path(), &["play", "--plain"]);
    again.wait_for("Continued where you left off.");
    again.write("board\nquit\n");
    again.wait_for("Blue stone: f6.");
    assert!(again.end().success());
}

#[test]
fn colours_follow_the_environment() {
    for (environment, some) in
        [("NO_COLOR=1", false), ("TERM=vt100", false), ("TERM=xterm", true), ("COLORTERM=truecolor", true)]
    {
        let folder = Folder::new();
        let mut pty = Pty::script((80, 24), folder.path(), &format!("{environment} \"$HEXARIUM\" play coalesce"));
        pty.wait_for("F1 help");
        let screen = pty.screen();
        let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
        let coloured = cells
            .filter_map(|(row, column)| screen.cell(row, column))
            .filter(|cell| (cell.fgcolor(), cell.bgcolor()) != (vt100::Color::Default, vt100::Color::Default))
            .count();
        assert_eq!(coloured > 0, some, "{environment}: {coloured}");
        pty.write("q");
        pty.end();
    }
}

#[test]
fn a_finished_game_is_not_resumed_and_games_are_saved_separately() {
    let folder = Folder::new();
    let mut pty = Pty::start((80, 24), folder.path(), &["play", "hex(size=2)", "--second", "person"]);
    pty.wait_for("place a stone");
    for action in ["a1", "b1", "a2"] {
        pty.write(&format!(":{action}\r"));
        pty.wait_for(&format!("on {action}."));
    }
    pty.wait_for("Blue wins");
    pty.write("q");
    assert!(pty.end().success());
    let mut again = Pty::start((80, 24), folder.path(), &["play", "hex(size=2)"]);
    again.wait_for("No moves yet");
    again.write("q");
    again.end();
}

#[test]
fn an_online_game_is_played_on_the_screen() {
    let folder = Folder::new();
    let database = folder.path().join("games.sqlite");
    let config = Config { limits: Limits::none(), ..Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games) };
    let mut node = Node::start(config);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (bob, id) = runtime.block_on(async {
        let mut bob = Client::new(&node.url()).unwrap();
        bob.create_guest("Bob").await.unwrap();
        let opening = NewGame {
            game: "hex(size=5)".to_string(),
            start: None,
            random_setup: false,
            clock: Clock::Fischer(Fischer { initial: 300, increment: 3 }),
            host_side: Some(Side::Second),
            rated: false,
            listed: true,
        };
        let id = bob.create_game(&opening).await.unwrap().id;
        (bob, id)
    });
    let mut pty = Pty::start((80, 24), folder.path(), &["play", "--server", &node.url(), "--name", "Ada"]);
    pty.wait_for("Bob is waiting for an opponent");
    pty.write("\r");
    pty.wait_for("Blue: place a stone");
    pty.wait_until("the clocks", |text| text.contains("5:00") && text.contains("4:"));
    pty.write(":c3\r");
    let turns = || runtime.block_on(bob.game(&id)).unwrap().entries.len();
    wait_until("the turn at the server", || turns() >= 2);
    let act = GameCommand::Turn { number: 1, actions: vec!["b2".to_string()] };
    runtime.block_on(bob.send_command(&id, "b2", act)).unwrap();
    pty.wait_for("Red places a stone on b2.");
    runtime.block_on(bob.send_command(&id, "draw", GameCommand::OfferDraw)).unwrap();
    pty.wait_for("y accept");
    pty.write("x");
    pty.wait_for("Ada declines the draw.");
    node.stop();
    pty.wait_for("Connection lost");
    pty.write("q");
    assert!(pty.end().success());
    wait_until("the terminal to be given back", || !pty.screen().alternate_screen());
    assert!(!folder.path().join("hexarium/play").exists(), "an online game is not saved locally");
}

#[test]
fn invalid_arguments_give_one_line_and_exit_code_2() {
    for arguments in [
        vec!["play", "chess"],
        vec!["play", "hex(size=1)"],
        vec!["play", "hex", "--set", "size"],
        vec!["play", "--set", "size=3"],
        vec!["play", "hex", "--first", "cat"],
        vec!["play", "hex", "--second", "9"],
        vec!["play", "--server", "nonsense", "--plain"],
        vec!["play", "--server", "http://127.0.0.1:1", "--plain"],
        vec!["play", "hex", "--server", "http://127.0.0.1:1"],
        vec!["play", "--nonsense"],
        // No terminal.
        vec!["play", "hex"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexarium"));
        let output = command.args(&arguments).stdin(std::process::Stdio::null()).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty() && error.lines().count() == 1, "{arguments:?}: {error}");
    }
}

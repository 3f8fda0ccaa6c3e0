//! Bots on a real server.

use std::process::{Child, Command, Stdio};

use hexarium_client::{Client, GameSubscription};
use hexarium_games::registry::Games;
use hexarium_kernel::Rng;
use hexarium_loadtest::random_turn;
use hexarium_server::node::Node;
use hexarium_server::testing::{Folder, eventually_async, within};
use hexarium_server::{Config, Limits};
use hexarium_wire::http::{Lobby, NewToken, Profile, Token};
use hexarium_wire::{GameCommand, UserKind};

/// A bot in its own process.
struct Bot(Child);

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(folder: &Folder) -> Node {
    let database = folder.path().join("games.sqlite");
    Node::start(Config { limits: Limits::none(), ..Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games) })
}

async fn token(node: &Node, name: &str) -> (String, String) {
    let mut owner = Client::new(&node.url()).unwrap();
    let id = owner.create_account(name, "correct horse").await.unwrap().user.unwrap().id;
    let token: Token = owner.post("/api/v2/me/tokens", &NewToken { label: "bot".to_string() }).await.unwrap();
    (id, token.secret.unwrap())
}

fn bot(node: &Node, token: &str, arguments: &[&str]) -> Bot {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexarium"));
    command.args(["bot", "--server", &node.url()]).args(arguments);
    // A token is a secret, so it is not on the command line.
    Bot(command.env("HEXARIUM_TOKEN", token).stderr(Stdio::null()).spawn().expect("the bot starts"))
}

/// Joins a game offered by a bot and plays it at random to its end.
async fn beaten_by(node: &Node, seed: u64) {
    let mut guest = Client::new(&node.url()).unwrap();
    guest.create_guest("Ada").await.unwrap();
    let id = eventually_async("a game of the bot in the lobby", async || {
        let lobby: Lobby = guest.get("/api/v2/lobby").await.map_err(|problem| problem.to_string())?;
        lobby.open.first().map(|game| game.id.clone()).ok_or_else(|| "no open game".to_string())
    })
    .await;
    guest.send_command(&id, "join", GameCommand::Join).await.unwrap();
    let mut follower = GameSubscription::new(guest, &id, &Games);
    let mut rng = Rng::new(seed);
    let play = async {
        loop {
            if follower.room().is_some_and(|room| room.ending().is_some()) {
                return;
            }
            if !follower.is_to_move() {
                follower.next().await.unwrap();
                continue;
            }
            let room = follower.room().unwrap();
            let (number, actions) = (room.turns().len(), random_turn(room.state(), &mut rng));
            let act = GameCommand::Turn { number: number as u32, actions };
            follower.send_command(&format!("t{number}"), act).await.unwrap();
        }
    };
    within("the end of the game", play).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_offers_games_and_wins_against_random_play() {
    let folder = Folder::new();
    let node = serve(&folder);
    let (id, token) = token(&node, "Robby").await;
    let mut robby = bot(&node, &token, &["--level", "3", "--game", "hex(size=5)", "--games", "2"]);
    beaten_by(&node, 1).await;
    beaten_by(&node, 2).await;
    let status = tokio::task::spawn_blocking(move || robby.0.wait().unwrap()).await.unwrap();
    assert!(status.success(), "the bot exits after two games");
    let page: Profile = Client::new(&node.url()).unwrap().get(&format!("/api/v2/players/{id}")).await.unwrap();
    assert_eq!(page.user.kind, UserKind::Bot);
    assert_eq!((page.results[0].won, page.results[0].lost), (2, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn any_gtp_program_can_be_a_bot() {
    let folder = Folder::new();
    let node = serve(&folder);
    let (id, token) = token(&node, "Engine").await;
    let engine = format!("{} engine", env!("CARGO_BIN_EXE_hexarium"));
    let _bot = bot(&node, &token, &["--engine", &engine, "--game", "hex(size=3)"]);
    beaten_by(&node, 3).await;
    let page: Profile = Client::new(&node.url()).unwrap().get(&format!("/api/v2/players/{id}")).await.unwrap();
    assert_eq!(page.results[0].won, 1, "{:?}", page.results);
}

#[test]
fn invalid_arguments_of_a_bot_are_rejected() {
    let folder = Folder::new();
    let node = serve(&folder);
    for (arguments, message) in [
        (vec!["bot", "--server", "nonsense", "--token", "x"], "Invalid server address 'nonsense'".to_string()),
        (vec!["bot", "--server", &node.url(), "--token", "x"], "Invalid or revoked access token".to_string()),
        (vec!["bot", "--server", &node.url(), "--token", "x", "--level", "9"], "9".to_string()),
        (vec!["bot", "--server", &node.url(), "--token", "x", "--game", "chess"], "unknown game 'chess'".to_string()),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_hexarium")).args(&arguments).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(&message), "{arguments:?}: {error}");
    }
}

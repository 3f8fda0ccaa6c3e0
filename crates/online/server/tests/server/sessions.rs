//! Sessions: what ends them, and what ends with them.

use hexarium_client::{Client, ClientError, Connection};
use hexarium_games::registry::Games;
use hexarium_server::node::Node;
use hexarium_server::testing::{Postgres, within};
use hexarium_server::{Config, Limits};
use hexarium_wire::http::{Me, NewGame, NewPassword, NewToken, Token};
use hexarium_wire::{ClientMessage, ErrorCode, GameCommand, ServerMessage, Side};

use super::server::Server;

fn code<T: std::fmt::Debug>(result: Result<T, ClientError>) -> ErrorCode {
    result.unwrap_err().code().expect("rejected by the server")
}

/// Connects and waits until the connection counts.
async fn live(client: &Client) -> Connection {
    let mut live = client.connect().await.unwrap();
    assert!(matches!(within("a welcome", live.next()).await, Ok(ServerMessage::Welcome { .. })));
    live
}

/// Waits for the end of a connection and returns its reason.
async fn ending(live: &mut Connection) -> ErrorCode {
    loop {
        match within("the end of the connection", live.next()).await {
            Ok(ServerMessage::Closing(reason)) => return reason.code,
            Ok(_) => {}
            Err(problem) => panic!("closed without a reason: {problem}"),
        }
    }
}

async fn responds(live: &mut Connection) -> bool {
    live.send(&ClientMessage::Ping).await.unwrap();
    matches!(within("a response", live.next()).await, Ok(ServerMessage::Pong { .. }))
}

async fn token(client: &Client, server: &str) -> (Token, Client) {
    let token: Token = client.post("/api/v2/me/tokens", &NewToken { label: "script".to_string() }).await.unwrap();
    let script = Client::with_token(server, token.secret.as_ref().unwrap()).unwrap();
    (token, script)
}

async fn me(client: &Client) -> Result<Me, ClientError> {
    client.get("/api/v2/me").await
}

#[tokio::test]
async fn a_connection_ends_with_its_token() {
    let server = Server::start();
    let mut ada = server.client();
    ada.create_account("Ada", "correct horse").await.unwrap();
    let (revoked, first) = token(&ada, &server.node.url()).await;
    let (_, second) = token(&ada, &server.node.url()).await;
    let (mut page, mut ended, mut other) = (live(&ada).await, live(&first).await, live(&second).await);
    let _: Me = ada.send("DELETE", &format!("/api/v2/me/tokens/{}", revoked.id)).await.unwrap();
    assert_eq!(ending(&mut ended).await, ErrorCode::Unauthenticated);
    assert!(responds(&mut page).await && responds(&mut other).await, "other sessions go on");
}

#[tokio::test]
async fn a_connection_ends_when_its_browser_signs_out() {
    let server = Server::start();
    let mut ada = server.client();
    ada.create_account("Ada", "correct horse").await.unwrap();
    let mut phone = server.client();
    phone.sign_in("Ada", "correct horse").await.unwrap();
    let (_, script) = token(&ada, &server.node.url()).await;
    let (mut here, mut there, mut bot) = (live(&ada).await, live(&phone).await, live(&script).await);
    let _: Me = phone.send("POST", "/api/v2/sign-out").await.unwrap();
    assert_eq!(ending(&mut there).await, ErrorCode::Unauthenticated);
    assert!(responds(&mut here).await);
    let _: Me = ada.send("POST", "/api/v2/sign-out-everywhere").await.unwrap();
    assert_eq!(ending(&mut here).await, ErrorCode::Unauthenticated);
    assert!(responds(&mut bot).await, "tokens stay valid");
}

#[tokio::test]
async fn nothing_of_a_guest_becomes_a_session_of_the_account() {
    let server = Server::start();
    let mut ada = server.client();
    let guest = ada.create_guest("Ada").await.unwrap().user.unwrap();
    let old = ada.clone();
    let (_, script) = token(&ada, &server.node.url()).await;
    let (mut page, mut bot) = (live(&old).await, live(&script).await);
    assert_eq!(ada.create_account("Ada", "correct horse").await.unwrap().user.unwrap().id, guest.id);
    assert_eq!(me(&old).await.unwrap().user, None, "the old cookie");
    assert_eq!(code(me(&script).await), ErrorCode::Unauthenticated, "the old token");
    assert_eq!(ending(&mut page).await, ErrorCode::Unauthenticated);
    assert_eq!(ending(&mut bot).await, ErrorCode::Unauthenticated);
    assert_eq!(me(&ada).await.unwrap().user.unwrap().id, guest.id, "the new cookie");
    // A name that is taken ends nothing.
    let mut bob = server.client();
    bob.create_guest("Bob").await.unwrap();
    let same = bob.clone();
    assert_eq!(code(bob.create_account("ADA", "correct horse").await), ErrorCode::Taken);
    assert_eq!(me(&same).await.unwrap().user.unwrap().name, "Bob");
}

#[tokio::test]
async fn a_changed_password_ends_all_other_sessions() {
    let server = Server::start();
    let mut ada = server.client();
    ada.create_account("Ada", "correct horse").await.unwrap();
    let mut thief = server.client();
    thief.sign_in("Ada", "correct horse").await.unwrap();
    let (_, script) = token(&thief, &server.node.url()).await;
    let (mut page, mut stolen, mut bot) = (live(&ada).await, live(&thief).await, live(&script).await);
    let change = async |client: &Client, current: &str, new: &str| {
        let body = NewPassword { current: current.to_string(), new: new.to_string() };
        client.post::<Me>("/api/v2/me/password", &body).await
    };
    let mut guest = server.client();
    assert_eq!(code(change(&guest, "correct horse", "battery staple").await), ErrorCode::Unauthenticated);
    guest.create_guest("Bob").await.unwrap();
    assert_eq!(code(change(&guest, "correct horse", "battery staple").await), ErrorCode::Conflict);
    assert_eq!(code(change(&script, "correct horse", "battery staple").await), ErrorCode::Forbidden);
    assert_eq!(code(change(&ada, "wrong horse", "battery staple").await), ErrorCode::WrongPassword);
    assert_eq!(code(change(&ada, "", "battery staple").await), ErrorCode::WrongPassword);
    assert_eq!(code(change(&ada, "correct horse", "short").await), ErrorCode::BadRequest);
    assert_eq!(me(&thief).await.unwrap().user.unwrap().name, "Ada", "a rejected request ends nothing");

    assert_eq!(change(&ada, "correct horse", "battery staple").await.unwrap().user.unwrap().name, "Ada");
    assert_eq!(me(&thief).await.unwrap().user, None);
    assert_eq!(code(me(&script).await), ErrorCode::Unauthenticated);
    assert_eq!(ending(&mut stolen).await, ErrorCode::Unauthenticated);
    assert_eq!(ending(&mut bot).await, ErrorCode::Unauthenticated);
    assert!(responds(&mut page).await, "this session goes on");
    assert_eq!(me(&ada).await.unwrap().user.unwrap().name, "Ada");
    let mut again = server.client();
    assert_eq!(code(again.sign_in("Ada", "correct horse").await), ErrorCode::WrongPassword);
    again.sign_in("Ada", "battery staple").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_at_every_node() {
    let postgres = Postgres::shared();
    let database = postgres.fresh();
    let node = || Node::start(Config { limits: Limits::none(), ..Config::new("127.0.0.1:0", &database, &Games) });
    let (one, two) = (node(), node());
    let mut ada = Client::new(&one.url()).unwrap();
    ada.create_account("Ada", "correct horse").await.unwrap();
    let (revoked, script) = token(&ada, &two.url()).await;
    let mut bot = live(&script).await;
    let _: Me = ada.send("DELETE", &format!("/api/v2/me/tokens/{}", revoked.id)).await.unwrap();
    assert_eq!(ending(&mut bot).await, ErrorCode::Unauthenticated);

    // A notification may be lost: a session that ended without one does not act either.
    let game = NewGame { game: "hex".to_string(), host_side: Some(Side::First), ..NewGame::default() };
    let game = ada.create_game(&game).await.unwrap().id;
    let (_, script) = token(&ada, &two.url()).await;
    let mut bot = live(&script).await;
    let name = database.rsplit('/').next().unwrap();
    postgres.psql(name, "DELETE FROM sessions WHERE kind = 'token'");
    bot.send_command(&game, "k", GameCommand::Abort).await.unwrap();
    assert_eq!(ending(&mut bot).await, ErrorCode::Unauthenticated);
    assert_eq!(ada.game(&game).await.unwrap().entries, []);
}

//! A client for programs: bots, load tests, the terminal.

#![forbid(unsafe_code)]

mod connection;
mod subscription;

use std::fmt;
use std::time::Duration;

use hexarium_wire::http::{CommandRequest, Confirmation, Credentials, Me, NewGame, NewGuest};
use hexarium_wire::{ApiError, ErrorCode, GameCommand, GameHeader, GameSnapshot, read_response};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use connection::Connection;
pub use subscription::GameSubscription;

/// The error of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClientError {
    /// The server rejected the request.
    Rejected(ApiError),
    /// The server cannot be reached, or its response cannot be read.
    Disconnected(String),
}

impl ClientError {
    /// The code of a rejection.
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Rejected(error) => Some(error.code),
            Self::Disconnected(_) => None,
        }
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(error) => error.fmt(f),
            Self::Disconnected(reason) => write!(f, "Cannot reach the server: {reason}"),
        }
    }
}

impl std::error::Error for ClientError {}

/// The time for which an idle connection is reused. The server closes it after ten seconds, and a
/// request that it does not expect then fails.
const IDLE: Duration = Duration::from_secs(5);

/// A client of a server, with or without a user.
#[derive(Clone)]
pub struct Client {
    server: String,
    http: reqwest::Client,
    /// The header that authenticates the user.
    credentials: Option<(&'static str, String)>,
}

impl Client {
    /// Creates a client without a user, for a server such as `http://127.0.0.1:8080`.
    pub fn new(server: &str) -> Result<Self, String> {
        let server = server.trim_end_matches('/').to_string();
        if !server.starts_with("http://") && !server.starts_with("https://") {
            return Err(format!("Invalid server address '{server}': expected http://… or https://…"));
        }
        // An error means that another part of the program has installed a provider.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().pool_idle_timeout(IDLE).build().map_err(|e| e.to_string())?;
        Ok(Self { server, http, credentials: None })
    }

    /// Creates a client with an access token.
    pub fn with_token(server: &str, token: &str) -> Result<Self, String> {
        Ok(Self { credentials: Some(("authorization", format!("Bearer {token}"))), ..Self::new(server)? })
    }

    /// Creates a client with the cookie of a user who has signed in, as returned by
    /// [`Client::credentials_header`].
    pub fn with_cookie(server: &str, cookie: &str) -> Result<Self, String> {
        Ok(Self { credentials: Some(("cookie", cookie.to_string())), ..Self::new(server)? })
    }

    /// Returns a client with the same user at another node.
    pub fn at(&self, server: &str) -> Self {
        Self { server: server.trim_end_matches('/').to_string(), ..self.clone() }
    }

    /// The address of the server.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The header that authenticates the user.
    pub fn credentials_header(&self) -> Option<(&'static str, &str)> {
        self.credentials.as_ref().map(|(name, value)| (*name, &**value))
    }

    /// Signs in as a new guest.
    pub async fn create_guest(&mut self, name: &str) -> Result<Me, ClientError> {
        self.authenticate("/api/v2/guest", &NewGuest { name: name.to_string() }).await
    }

    /// Creates an account and signs in; a guest keeps its games.
    pub async fn create_account(&mut self, name: &str, password: &str) -> Result<Me, ClientError> {
        let credentials = Credentials { name: name.to_string(), password: password.to_string() };
        self.authenticate("/api/v2/account", &credentials).await
    }

    /// Signs in.
    pub async fn sign_in(&mut self, name: &str, password: &str) -> Result<Me, ClientError> {
        let credentials = Credentials { name: name.to_string(), password: password.to_string() };
        self.authenticate("/api/v2/sign-in", &credentials).await
    }

    async fn authenticate(&mut self, path: &str, body: &impl Serialize) -> Result<Me, ClientError> {
        let response = self.request("POST", path, Some(to_json(body)?)).await?;
        let cookie = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        let cookie = cookie.and_then(|value| value.split(';').next()).map(String::from);
        let me = parse(response).await?;
        self.credentials = cookie.map(|cookie| ("cookie", cookie));
        Ok(me)
    }

    /// Creates a game.
    pub async fn create_game(&self, game: &NewGame) -> Result<GameHeader, ClientError> {
        self.post("/api/v2/games", game).await
    }

    /// Fetches a game with all events.
    pub async fn game(&self, id: &str) -> Result<GameSnapshot, ClientError> {
        self.get(&format!("/api/v2/games/{id}")).await
    }

    /// Sends a command to a game and returns the number of its event.
    pub async fn send_command(&self, game: &str, key: &str, command: GameCommand) -> Result<u32, ClientError> {
        let request = CommandRequest { key: key.to_string(), command };
        let confirmed: Confirmation = self.post(&format!("/api/v2/games/{game}/commands"), &request).await?;
        Ok(confirmed.seq)
    }

    /// Sends a GET request and parses the response.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ClientError> {
        parse(self.request("GET", path, None).await?).await
    }

    /// Sends a GET request and returns the response as text.
    pub async fn get_text(&self, path: &str) -> Result<String, ClientError> {
        let response = self.request("GET", path, None).await?;
        if !response.status().is_success() {
            return Err(error_of(response).await);
        }
        response.text().await.map_err(disconnected)
    }

    /// Sends a POST request with a JSON body and parses the response.
    pub async fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, ClientError> {
        parse(self.request("POST", path, Some(to_json(body)?)).await?).await
    }

    /// Sends a request without a body and parses the response.
    pub async fn send<T: DeserializeOwned>(&self, method: &str, path: &str) -> Result<T, ClientError> {
        parse(self.request(method, path, None).await?).await
    }

    /// Opens a WebSocket connection.
    pub async fn connect(&self) -> Result<Connection, ClientError> {
        Connection::open(self).await
    }

    async fn request(&self, method: &str, path: &str, body: Option<String>) -> Result<reqwest::Response, ClientError> {
        let method = reqwest::Method::from_bytes(method.as_bytes());
        let method = method.map_err(|error| ClientError::Disconnected(error.to_string()))?;
        let mut request = self.http.request(method, format!("{}{path}", self.server));
        if let Some((name, value)) = &self.credentials {
            request = request.header(*name, value);
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body);
        }
        request.send().await.map_err(disconnected)
    }
}

fn to_json(body: &impl Serialize) -> Result<String, ClientError> {
    serde_json::to_string(body).map_err(|error| ClientError::Disconnected(error.to_string()))
}

async fn parse<T: DeserializeOwned>(response: reqwest::Response) -> Result<T, ClientError> {
    if !response.status().is_success() {
        return Err(error_of(response).await);
    }
    let text = response.text().await.map_err(disconnected)?;
    read_response(&text).map_err(|error| ClientError::Disconnected(error.message))
}

async fn error_of(response: reqwest::Response) -> ClientError {
    let status = response.status();
    match response.text().await.map(|text| read_response::<ApiError>(&text)) {
        Ok(Ok(error)) => ClientError::Rejected(error),
        _ => ClientError::Disconnected(format!("unexpected response {status}")),
    }
}

fn disconnected(error: reqwest::Error) -> ClientError {
    ClientError::Disconnected(error.without_url().to_string())
}

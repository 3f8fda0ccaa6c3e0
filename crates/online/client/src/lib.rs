//! A program's way to a server: bots, measurements and tests use the same one.

#![forbid(unsafe_code)]

mod follower;
mod live;

use std::fmt;

use hexarium_wire::http::{ActRequest, Credentials, Done, Guest, Me, Opening};
use hexarium_wire::{Act, Code, Header, Refusal, Visit};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use follower::{Follower, Opener};
pub use live::Live;

/// What can go wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The server does not do it.
    Refused(Refusal),
    /// The server cannot be reached, or says something that is not understood.
    Lost(String),
}

impl Problem {
    /// The server's code, if it refused.
    pub fn code(&self) -> Option<Code> {
        match self {
            Self::Refused(refusal) => Some(refusal.code),
            Self::Lost(_) => None,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Lost(what) => write!(f, "the server is not there: {what}"),
        }
    }
}

impl std::error::Error for Problem {}

/// Somebody at a server, or nobody yet.
#[derive(Clone)]
pub struct Client {
    server: String,
    http: reqwest::Client,
    /// The header that says who it is.
    proof: Option<(&'static str, String)>,
}

impl Client {
    /// Nobody in particular, at a server such as `http://127.0.0.1:8080`.
    pub fn new(server: &str) -> Result<Self, String> {
        let server = server.trim_end_matches('/').to_string();
        if !server.starts_with("http://") && !server.starts_with("https://") {
            return Err(format!("'{server}' is not the address of a server, such as https://hexarium.example"));
        }
        // Another part of the program may have chosen already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().build().map_err(|e| e.to_string())?;
        Ok(Self { server, http, proof: None })
    }

    /// Whoever has a token.
    pub fn with_token(server: &str, token: &str) -> Result<Self, String> {
        Ok(Self { proof: Some(("authorization", format!("Bearer {token}"))), ..Self::new(server)? })
    }

    /// The same person at another node.
    pub fn at(&self, server: &str) -> Self {
        Self { server: server.trim_end_matches('/').to_string(), ..self.clone() }
    }

    /// The address of the server.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The header that says who it is.
    pub fn proof(&self) -> Option<(&'static str, &str)> {
        self.proof.as_ref().map(|(name, value)| (*name, &**value))
    }

    /// Becomes a guest.
    pub async fn be_guest(&mut self, name: &str) -> Result<Me, Problem> {
        self.become_somebody("/api/guest", &Guest { name: name.to_string() }).await
    }

    /// Makes an account: a guest keeps what it has.
    pub async fn make_account(&mut self, name: &str, password: &str) -> Result<Me, Problem> {
        let credentials = Credentials { name: name.to_string(), password: password.to_string() };
        self.become_somebody("/api/account", &credentials).await
    }

    /// Signs in.
    pub async fn sign_in(&mut self, name: &str, password: &str) -> Result<Me, Problem> {
        let credentials = Credentials { name: name.to_string(), password: password.to_string() };
        self.become_somebody("/api/sign-in", &credentials).await
    }

    async fn become_somebody(&mut self, path: &str, body: &impl Serialize) -> Result<Me, Problem> {
        let response = self.request("POST", path, Some(written(body))).await?;
        let cookie = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        let cookie = cookie.and_then(|value| value.split(';').next()).map(String::from);
        let me = understood(response).await?;
        self.proof = cookie.map(|cookie| ("cookie", cookie));
        Ok(me)
    }

    /// Opens a game.
    pub async fn open(&self, opening: &Opening) -> Result<Header, Problem> {
        self.post("/api/games", opening).await
    }

    /// Everything about a game.
    pub async fn game(&self, id: &str) -> Result<Visit, Problem> {
        self.get(&format!("/api/games/{id}")).await
    }

    /// Does something in a game; the answer is the number of the event that it became.
    pub async fn act(&self, game: &str, key: &str, act: Act) -> Result<u32, Problem> {
        let request = ActRequest { key: key.to_string(), act };
        let done: Done = self.post(&format!("/api/games/{game}/acts"), &request).await?;
        Ok(done.seq)
    }

    /// Reads something.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Problem> {
        understood(self.request("GET", path, None).await?).await
    }

    /// Reads something as it is.
    pub async fn get_text(&self, path: &str) -> Result<String, Problem> {
        let response = self.request("GET", path, None).await?;
        if !response.status().is_success() {
            return Err(refusal(response).await);
        }
        response.text().await.map_err(lost)
    }

    /// Sends something.
    pub async fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, Problem> {
        understood(self.request("POST", path, Some(written(body))).await?).await
    }

    /// Sends nothing to somewhere.
    pub async fn poke<T: DeserializeOwned>(&self, method: &str, path: &str) -> Result<T, Problem> {
        understood(self.request(method, path, None).await?).await
    }

    /// Opens a live connection.
    pub async fn live(&self) -> Result<Live, Problem> {
        Live::open(self).await
    }

    async fn request(&self, method: &str, path: &str, body: Option<String>) -> Result<reqwest::Response, Problem> {
        let method = reqwest::Method::from_bytes(method.as_bytes()).map_err(|e| Problem::Lost(e.to_string()))?;
        let mut request = self.http.request(method, format!("{}{path}", self.server));
        if let Some((name, value)) = &self.proof {
            request = request.header(*name, value);
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body);
        }
        request.send().await.map_err(lost)
    }
}

fn written(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("messages can be written")
}

async fn understood<T: DeserializeOwned>(response: reqwest::Response) -> Result<T, Problem> {
    if !response.status().is_success() {
        return Err(refusal(response).await);
    }
    let text = response.text().await.map_err(lost)?;
    hexarium_wire::read(&text).map_err(|refusal| Problem::Lost(refusal.message))
}

async fn refusal(response: reqwest::Response) -> Problem {
    let status = response.status();
    match response.text().await.map(|text| hexarium_wire::read::<Refusal>(&text)) {
        Ok(Ok(refusal)) => Problem::Refused(refusal),
        _ => Problem::Lost(format!("it answered {status}")),
    }
}

fn lost(error: reqwest::Error) -> Problem {
    Problem::Lost(error.without_url().to_string())
}

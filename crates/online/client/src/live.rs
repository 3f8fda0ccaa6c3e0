//! A live connection.

use futures_util::{SinkExt, StreamExt};
use hexarium_wire::{Act, ToClient, ToServer, VERSION};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::{Client, Problem};

/// A live connection to a server.
pub struct Live {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Live {
    pub(crate) async fn open(client: &Client) -> Result<Self, Problem> {
        // `http` becomes `ws`, and `https` becomes `wss`.
        let address = format!("{}/ws?v={VERSION}", client.server().replacen("http", "ws", 1));
        let mut request = address.into_client_request().map_err(lost)?;
        if let Some((name, value)) = client.proof() {
            let value = HeaderValue::from_str(value).map_err(|e| Problem::Lost(e.to_string()))?;
            request.headers_mut().insert(HeaderName::from_static(name), value);
        }
        // Small buffers: whoever measures a server opens thousands of these.
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024).write_buffer_size(0);
        match connect_async_with_config(request, Some(config), true).await {
            Ok((socket, _)) => Ok(Self { socket }),
            Err(Error::Http(response)) => {
                let body = response.body().as_deref().unwrap_or_default();
                let refusal = hexarium_wire::read(&String::from_utf8_lossy(body));
                Err(refusal
                    .map_or_else(|_| Problem::Lost(format!("it answered {}", response.status())), Problem::Refused))
            }
            Err(error) => Err(lost(error)),
        }
    }

    /// Says something.
    pub async fn send(&mut self, message: &ToServer) -> Result<(), Problem> {
        self.send_text(&serde_json::to_string(message).expect("messages can be written")).await
    }

    /// Says something that may be anything.
    pub async fn send_text(&mut self, text: &str) -> Result<(), Problem> {
        self.socket.send(Message::Text(text.into())).await.map_err(lost)
    }

    /// Looks at a game from now on.
    pub async fn visit(&mut self, game: &str, since: u32) -> Result<(), Problem> {
        self.send(&ToServer::Visit { game: game.to_string(), since }).await
    }

    /// Does something in a game.
    pub async fn act(&mut self, game: &str, key: &str, act: Act) -> Result<(), Problem> {
        self.send(&ToServer::Act { game: game.to_string(), key: key.to_string(), act }).await
    }

    /// Waits for what the server says next.
    pub async fn next(&mut self) -> Result<ToClient, Problem> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    return hexarium_wire::read(&text).map_err(|refusal| Problem::Lost(refusal.message));
                }
                Some(Ok(Message::Close(_))) | None => return Err(Problem::Lost("it hung up".to_string())),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(lost(error)),
            }
        }
    }

    /// Hangs up in good order.
    pub async fn close(mut self) {
        // If the other end is gone already, so be it.
        let _ = self.socket.close(None).await;
    }
}

fn lost(error: impl std::fmt::Display) -> Problem {
    Problem::Lost(error.to_string())
}

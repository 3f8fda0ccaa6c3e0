//! A WebSocket connection to a server.

use futures_util::{SinkExt, StreamExt};
use hexarium_wire::{ClientMessage, GameCommand, ServerMessage, VERSION, read_response};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::{Client, ClientError, to_json};

/// A WebSocket connection to a server.
pub struct Connection {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Connection {
    pub(crate) async fn open(client: &Client) -> Result<Self, ClientError> {
        // `http` becomes `ws`, and `https` becomes `wss`.
        let address = format!("{}/ws?v={VERSION}", client.server().replacen("http", "ws", 1));
        let mut request = address.into_client_request().map_err(disconnected)?;
        if let Some((name, value)) = client.credentials_header() {
            let value = HeaderValue::from_str(value).map_err(disconnected)?;
            request.headers_mut().insert(HeaderName::from_static(name), value);
        }
        // Small buffers: load tests open thousands of connections.
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024).write_buffer_size(0);
        match connect_async_with_config(request, Some(config), true).await {
            Ok((socket, _)) => Ok(Self { socket }),
            Err(Error::Http(response)) => {
                let body = response.body().as_deref().unwrap_or_default();
                match read_response(&String::from_utf8_lossy(body)) {
                    Ok(error) => Err(ClientError::Rejected(error)),
                    Err(_) => Err(disconnected(format!("unexpected response {}", response.status()))),
                }
            }
            Err(error) => Err(disconnected(error)),
        }
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        self.send_text(&to_json(message)?).await
    }

    /// Sends any text, for tests.
    pub async fn send_text(&mut self, text: &str) -> Result<(), ClientError> {
        self.socket.send(Message::Text(text.into())).await.map_err(disconnected)
    }

    /// Subscribes to the events of a game after the event of this number.
    pub async fn subscribe(&mut self, game: &str, since: u32) -> Result<(), ClientError> {
        self.send(&ClientMessage::Subscribe { game: game.to_string(), since }).await
    }

    /// Sends a command to a game.
    pub async fn send_command(&mut self, game: &str, key: &str, command: GameCommand) -> Result<(), ClientError> {
        self.send(&ClientMessage::Command { game: game.to_string(), key: key.to_string(), command }).await
    }

    /// Waits for the next message.
    pub async fn next(&mut self) -> Result<ServerMessage, ClientError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return read_response(&text).map_err(disconnected),
                Some(Ok(Message::Close(_))) | None => return Err(disconnected("the server closed the connection")),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(disconnected(error)),
            }
        }
    }

    /// Closes the connection.
    pub async fn close(mut self) {
        // An error means that it is closed already.
        let _ = self.socket.close(None).await;
    }
}

fn disconnected(error: impl std::fmt::Display) -> ClientError {
    ClientError::Disconnected(error.to_string())
}

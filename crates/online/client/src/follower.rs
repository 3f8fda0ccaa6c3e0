//! Somebody who follows a game, as a player or to watch.

use hexarium_kernel::AnyGame;
use hexarium_room::Room;
use hexarium_wire::{Act, Event, Refusal, Side, ToClient};

use crate::{Client, Live, Problem};

/// How games are opened by their text; the caller knows which there are.
pub type Opener = fn(&str) -> Result<Box<dyn AnyGame>, String>;

/// A game as somebody sees it over a live connection. It connects when it needs to, and after a loss it gets what it has missed.
pub struct Follower {
    client: Client,
    opener: Opener,
    id: String,
    live: Option<Live>,
    room: Option<Room>,
    you: Option<Side>,
}

impl Follower {
    /// Somebody who has not connected yet.
    pub fn new(client: Client, id: &str, opener: Opener) -> Self {
        Self { client, opener, id: id.to_string(), live: None, room: None, you: None }
    }

    /// The game's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The game, once it is known.
    pub fn room(&self) -> Option<&Room> {
        self.room.as_ref()
    }

    /// One's own side, for those who play.
    pub fn you(&self) -> Option<Side> {
        self.you
    }

    /// Whether it is one's own turn.
    pub fn to_move(&self) -> bool {
        self.you.is_some() && self.room.as_ref().and_then(Room::to_move) == self.you
    }

    /// From now on at another node, or at the same one anew.
    pub fn reconnect(&mut self, server: &str) {
        self.client = self.client.at(server);
        self.live = None;
    }

    /// Waits for what the server says next; the room has taken it by then. After a loss the next call connects again.
    pub async fn step(&mut self) -> Result<ToClient, Problem> {
        let said = self.hear().await;
        if matches!(said, Err(Problem::Lost(_)) | Ok(ToClient::Goodbye(_))) {
            self.live = None;
        }
        said
    }

    async fn hear(&mut self) -> Result<ToClient, Problem> {
        if self.live.is_none() {
            let mut live = self.client.live().await?;
            live.visit(&self.id, self.room.as_ref().map_or(0, Room::seq)).await?;
            self.live = Some(live);
        }
        let live = self.live.as_mut().expect("it was made above");
        let said = live.next().await?;
        match &said {
            ToClient::Game(visit) => {
                if self.room.is_none() {
                    let game = (self.opener)(&visit.header.game).map_err(Problem::Lost)?;
                    self.room = Some(Room::new(visit.header.clone(), game).map_err(Problem::Lost)?);
                }
                let room = self.room.as_mut().expect("it was made above");
                room.set_outages(visit.outages.clone());
                self.you = visit.you;
                for entry in &visit.entries {
                    if entry.seq > room.seq() {
                        room.apply(entry.clone()).map_err(Problem::Lost)?;
                    }
                }
            }
            ToClient::Event { entry, .. } => {
                let Some(room) = &mut self.room else { return Ok(said) };
                if entry.seq == room.seq() + 1 {
                    room.apply(entry.clone()).map_err(Problem::Lost)?;
                }
                // Something was missed, or the names and seats of those who play are told now.
                if entry.seq > room.seq() || matches!(entry.event, Event::Started(_)) {
                    live.visit(&self.id, room.seq()).await?;
                }
            }
            _ => {}
        }
        Ok(said)
    }

    /// Does something, and waits until the server has confirmed or refused it.
    pub async fn act(&mut self, key: &str, act: Act) -> Result<u32, Problem> {
        // The first step connects, and the server is told only then.
        if self.live.is_none() {
            self.step().await?;
        }
        let live = self.live.as_mut().ok_or_else(|| Problem::Lost("it hung up".to_string()))?;
        if let Err(problem) = live.act(&self.id, key, act).await {
            self.live = None;
            return Err(problem);
        }
        loop {
            match self.step().await? {
                ToClient::Done { key: done, seq } if done == key => return Ok(seq),
                ToClient::Refused { key: refused, code, message } if refused.as_deref() == Some(key) => {
                    return Err(Problem::Refused(Refusal { code, message }));
                }
                ToClient::Goodbye(refusal) => return Err(Problem::Lost(refusal.message)),
                _ => {}
            }
            if self.live.is_none() {
                return Err(Problem::Lost("it hung up".to_string()));
            }
        }
    }
}

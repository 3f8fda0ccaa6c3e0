//! A proxy between a node and its database that can fail in the ways of a network.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

/// The pause between two looks at a held direction.
const HELD: Duration = Duration::from_millis(5);

/// A direction of the bytes through a proxy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From the node to the database.
    ToDatabase,
    /// From the database to the node.
    FromDatabase,
}

impl Direction {
    /// Both directions.
    pub const BOTH: [Self; 2] = [Self::ToDatabase, Self::FromDatabase];
}

/// A TCP proxy on a free port of this machine. It stops with the last clone's process.
#[derive(Clone)]
pub struct Proxy(Arc<Shared>);

struct Shared {
    address: SocketAddr,
    target: SocketAddr,
    links: Mutex<Vec<Arc<Link>>>,
    /// The directions whose bytes are dropped on new connections.
    silent: [AtomicBool; 2],
    /// The directions whose bytes wait.
    held: [AtomicBool; 2],
    /// The number of commits whose connection is to be lost before they reach the database.
    lost_commits: AtomicU32,
    /// The number of commits whose connection is to be lost before their response arrives.
    lost_responses: AtomicU32,
}

/// A connection through the proxy.
struct Link {
    client: TcpStream,
    server: TcpStream,
    /// The directions whose further bytes are dropped, without a reset.
    dead: [AtomicBool; 2],
    /// Whether the connection is to be cut at the next response.
    cut: AtomicBool,
}

impl Proxy {
    /// Starts a proxy to an address of this machine.
    pub fn start(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let shared = Arc::new(Shared {
            address: listener.local_addr().expect("an address"),
            target: SocketAddr::from(([127, 0, 0, 1], port)),
            links: Mutex::default(),
            silent: Default::default(),
            held: Default::default(),
            lost_commits: AtomicU32::new(0),
            lost_responses: AtomicU32::new(0),
        });
        let accepting = shared.clone();
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(accepting.target) else { continue };
                let dead = Direction::BOTH.map(|way| {
                    let silent = accepting.silent[way as usize].load(Ordering::SeqCst);
                    AtomicBool::new(silent)
                });
                let link = Arc::new(Link { client, server, dead, cut: AtomicBool::new(false) });
                accepting.links.lock().push(link.clone());
                for way in Direction::BOTH {
                    let (link, shared) = (link.clone(), accepting.clone());
                    std::thread::spawn(move || link.pump(&shared, way));
                }
            }
        });
        Self(shared)
    }

    /// Returns a database URL that leads through the proxy.
    pub fn through(&self, url: &str) -> String {
        url.replace(&self.0.target.to_string(), &self.0.address.to_string())
    }

    /// Drops all bytes of all connections from now on, without a reset. Connections that are made
    /// meanwhile are accepted and silent too. None of them speaks again after
    /// [`Proxy::restore`].
    pub fn silence(&self) {
        self.drop_bytes(&Direction::BOTH);
    }

    /// Drops all bytes of these directions from now on, as [`Proxy::silence`] does for both.
    pub fn drop_bytes(&self, ways: &[Direction]) {
        let links = self.0.links.lock();
        for &way in ways {
            self.0.silent[way as usize].store(true, Ordering::SeqCst);
            for link in links.iter() {
                link.dead[way as usize].store(true, Ordering::SeqCst);
            }
        }
    }

    /// Holds all bytes of these directions back until [`Proxy::restore`], which delivers them, as
    /// TCP does after a short interruption of the network.
    pub fn hold_bytes(&self, ways: &[Direction]) {
        for &way in ways {
            self.0.held[way as usize].store(true, Ordering::SeqCst);
        }
    }

    /// Serves new connections again, and delivers what was held back.
    pub fn restore(&self) {
        for flag in self.0.silent.iter().chain(&self.0.held) {
            flag.store(false, Ordering::SeqCst);
        }
    }

    /// Ends the silent connections at the database, as its keepalive does after a while.
    pub fn expire(&self) {
        self.0.links.lock().retain(|link| {
            let dead = link.dead.iter().any(|dead| dead.load(Ordering::SeqCst));
            if dead {
                let _ = link.server.shutdown(Shutdown::Both);
            }
            !dead
        });
    }

    /// Cuts all connections.
    pub fn cut(&self) {
        for link in self.0.links.lock().drain(..) {
            link.close();
        }
    }

    /// Cuts the connections of the next commits before they reach the database.
    pub fn lose_commits(&self, number: u32) {
        self.0.lost_commits.store(number, Ordering::SeqCst);
    }

    /// Cuts the connections of the next commits after the database has executed them, before the
    /// response arrives.
    pub fn lose_responses(&self, number: u32) {
        self.0.lost_responses.store(number, Ordering::SeqCst);
    }

    /// Returns the number of commits that are still to be lost.
    pub fn to_lose(&self) -> u32 {
        self.0.lost_commits.load(Ordering::SeqCst) + self.0.lost_responses.load(Ordering::SeqCst)
    }
}

impl Link {
    fn pump(&self, shared: &Shared, way: Direction) {
        let upwards = way == Direction::ToDatabase;
        let (mut from, mut to) = if upwards { (&self.client, &self.server) } else { (&self.server, &self.client) };
        let dead = &self.dead[way as usize];
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            while shared.held[way as usize].load(Ordering::SeqCst) {
                std::thread::sleep(HELD);
            }
            if dead.load(Ordering::SeqCst) {
                continue;
            }
            let is_commit = upwards && buffer[..length].windows(7).any(|bytes| bytes == b"COMMIT\0");
            if is_commit && take_one(&shared.lost_commits) {
                break;
            }
            if is_commit && take_one(&shared.lost_responses) {
                self.cut.store(true, Ordering::SeqCst);
            }
            if !upwards && self.cut.load(Ordering::SeqCst) {
                break;
            }
            if to.write_all(&buffer[..length]).is_err() {
                break;
            }
        }
        // A dead connection stays open, as if the network had vanished.
        if !dead.load(Ordering::SeqCst) {
            self.close();
        }
    }

    fn close(&self) {
        let _ = self.client.shutdown(Shutdown::Both);
        let _ = self.server.shutdown(Shutdown::Both);
    }
}

/// Counts down; returns whether there was one left.
fn take_one(number: &AtomicU32) -> bool {
    number.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok()
}

//! Virtual connections, found by H-search.
//!
//! The ends of a connection are a player's two edges, the player's chains, and empty cells (as if the player had a stone there). A
//! **full** connection holds even if the opponent moves first, a **semi** connection if its player does; each has a carrier, the
//! empty cells it needs besides its ends. Two rules make larger ones from smaller ones:
//!
//! - *and*: two full connections that share an end and nothing else make one between the other two ends: full if the shared end is a
//!   chain, semi if it is an empty cell, which then is part of the carrier;
//! - *or*: semi connections between the same ends whose carriers have no cell in common make a full one.
//!
//! Connections are worked off by the size of their carriers, smallest first. As a new one is never smaller than those it is made of,
//! each list fills with the smallest carriers there are, and can be kept short.
//!
//! A full connection of the two edges wins against whoever is to move, a semi connection wins for a player to move; and the opponent
//! of a player with semi connections of the edges must play into all of their carriers.

use hexarium_geometry::Bits;
use hexarium_kernel::{PerPlayer, Player};

use super::Hex;

/// How far H-search goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Full connections kept for each pair of ends.
    pub fulls: usize,
    /// Semi connections kept for each pair of ends.
    pub semis: usize,
    /// The most cells of a carrier.
    pub carrier: usize,
    /// The most cells of a carrier between two empty cells: most connections are such, and few of the large ones are needed.
    pub loose: usize,
    /// Semi connections that the or-rule puts together at most.
    pub together: usize,
    /// Full connections worked off at most.
    pub work: usize,
}

impl Reach {
    /// For proofs.
    pub const FAR: Self = Self { fulls: 6, semis: 12, carrier: 30, loose: 4, together: 4, work: 50_000 };

    /// For a search that asks often. Between empty cells nothing but touching counts, which takes a sixth of the time on a large board and
    /// finds most of what there is.
    pub const NEAR: Self = Self { fulls: 4, semis: 8, carrier: 40, loose: 0, together: 4, work: 5_000 };
}

/// What one player's connections are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Links<const W: usize> {
    /// Whether the edges are connected whoever is to move.
    pub(super) full: bool,
    /// Whether the edges are connected if the player is to move.
    pub(super) semi: bool,
    /// The cells in every carrier of a connection of the edges that was found; all empty cells if none was.
    pub(super) needed: Bits<W>,
}

/// When to stop looking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Until {
    /// A semi connection of the edges: enough for a player to move.
    Semi,
    /// A full connection of the edges.
    Full,
}

impl<const W: usize> Hex<W> {
    /// Looks for connections of a player's edges. On 11×11 in mid-game this takes about
    /// 70 µs with [`Reach::NEAR`] and 450 µs with [`Reach::FAR`].
    pub(super) fn links(&self, stones: &PerPlayer<Bits<W>>, player: Player, reach: Reach, until: Until) -> Links<W> {
        HSearch::new(self, stones, player, reach, until).run()
    }
}

const EDGES: [usize; 2] = [0, 1];

/// A carrier and one end of a connection, kept with the other end.
#[derive(Clone, Copy)]
struct Full<const W: usize> {
    to: usize,
    carrier: Bits<W>,
}

struct HSearch<const W: usize> {
    reach: Reach,
    until: Until,
    /// The cell of each end that is an empty cell; no cell for chains and edges.
    cells: Vec<Bits<W>>,
    /// The full connections of each end that were worked off.
    done: Vec<Vec<Full<W>>>,
    /// Where the lists of each pair of ends are; 0 while it has none.
    places: Vec<u32>,
    /// The lists of all pairs, and how long they are: full connections, then semi connections.
    lists: Vec<Bits<W>>,
    counts: Vec<[u8; 2]>,
    /// Full connections to be worked off, by the size of their carriers.
    queue: Vec<Vec<(usize, usize, Bits<W>)>>,
    links: Links<W>,
}

impl<const W: usize> HSearch<W> {
    fn new(hex: &Hex<W>, stones: &PerPlayer<Bits<W>>, player: Player, reach: Reach, until: Until) -> Self {
        let board = &hex.board;
        let own = stones[player];
        let empty = board.all() & !(own | stones[player.other()]);
        let mut cells = vec![Bits::EMPTY; 2];
        let mut end_at = vec![usize::MAX; 64 * W];
        let mut joined = false;
        let mut rest = own;
        while let Some(stone) = rest.first() {
            let chain = board.flood(Bits::single(stone), own);
            rest &= !chain;
            let [a, b] = hex.edges[player].map(|edge| edge.meets(chain));
            joined |= a && b;
            let end = if a || b { usize::from(b) } else { cells.len() };
            if end == cells.len() {
                cells.push(Bits::EMPTY);
            }
            for cell in chain {
                end_at[cell.index()] = end;
            }
        }
        for cell in empty {
            end_at[cell.index()] = cells.len();
            cells.push(Bits::single(cell));
        }
        let (ends, pairs) = (cells.len(), cells.len() * (cells.len() - 1) / 2);
        let mut search = Self {
            reach,
            until,
            cells,
            done: vec![Vec::new(); ends],
            places: vec![0; pairs],
            lists: vec![Bits::EMPTY; reach.fulls + reach.semis],
            counts: vec![[0; 2]],
            queue: vec![Vec::new(); reach.carrier + 1],
            links: Links { full: joined, semi: joined, needed: empty },
        };
        let touch = |search: &mut Self, a: usize, b: usize| {
            if a != b && a != usize::MAX && b != usize::MAX {
                search.add_full(a, b, Bits::EMPTY);
            }
        };
        for cell in empty {
            let end = end_at[cell.index()];
            for (edge, side) in EDGES.into_iter().zip(hex.edges[player]) {
                if side.has(cell) {
                    touch(&mut search, edge, end);
                }
            }
            for next in board.around(cell) {
                touch(&mut search, end, end_at[next.index()]);
            }
        }
        search
    }

    fn run(mut self) -> Links<W> {
        let mut work = 0;
        let mut size = 0;
        while size < self.queue.len() && work < self.reach.work && !self.is_over() {
            let Some((x, y, carrier)) = self.queue[size].pop() else {
                size += 1;
                continue;
            };
            let lists = self.places[pair(x, y)] as usize;
            if !self.fulls_of(lists).contains(&carrier) {
                continue;
            }
            work += 1;
            self.join(x, y, carrier);
            self.join(y, x, carrier);
            self.done[x].push(Full { to: y, carrier });
            self.done[y].push(Full { to: x, carrier });
        }
        self.links
    }

    fn is_over(&self) -> bool {
        match self.until {
            Until::Semi => self.links.semi,
            Until::Full => self.links.full,
        }
    }

    fn fulls_of(&self, lists: usize) -> &[Bits<W>] {
        &self.lists[self.fulls_from(lists)..][..self.counts[lists][0].into()]
    }

    fn semis_of(&self, lists: usize) -> &[Bits<W>] {
        &self.lists[self.semis_from(lists)..][..self.counts[lists][1].into()]
    }

    fn fulls_from(&self, lists: usize) -> usize {
        lists * (self.reach.fulls + self.reach.semis)
    }

    fn semis_from(&self, lists: usize) -> usize {
        self.fulls_from(lists) + self.reach.fulls
    }

    /// The lists of a pair, to write in.
    fn own_lists(&mut self, pair: usize) -> usize {
        if self.places[pair] == 0 {
            self.places[pair] = self.counts.len() as u32;
            self.counts.push([0; 2]);
            self.lists.resize(self.lists.len() + self.reach.fulls + self.reach.semis, Bits::EMPTY);
        }
        self.places[pair] as usize
    }

    /// Whether a carrier is too large for a connection of these ends.
    fn is_too_large(&self, x: usize, y: usize, carrier: Bits<W>) -> bool {
        let loose = !self.cells[x].is_empty() && !self.cells[y].is_empty();
        carrier.len() > if loose { self.reach.loose } else { self.reach.carrier }
    }

    /// The and-rule, for a new connection from `x` to `middle` and the others from there.
    fn join(&mut self, x: usize, middle: usize, carrier: Bits<W>) {
        if EDGES.contains(&middle) {
            return;
        }
        let via = self.cells[middle];
        let taken = carrier | self.cells[x];
        for i in 0..self.done[middle].len() {
            let Full { to, carrier: other } = self.done[middle][i];
            if to == x || taken.meets(other) || carrier.meets(self.cells[to]) {
                continue;
            }
            let whole = carrier | other | via;
            if via.is_empty() {
                self.add_full(x, to, whole);
            } else {
                self.add_semi(x, to, whole);
            }
        }
    }

    fn add_full(&mut self, x: usize, y: usize, carrier: Bits<W>) {
        let pair = pair(x, y);
        let known = self.fulls_of(self.places[pair] as usize);
        if known.iter().any(|old| old.within(carrier)) || self.is_too_large(x, y, carrier) {
            return;
        }
        if pair == 0 {
            self.links.full = true;
            self.links.semi = true;
            self.links.needed &= carrier;
        }
        let lists = self.own_lists(pair);
        let from = self.fulls_from(lists);
        let count = keep(&mut self.lists[from..][..self.reach.fulls], self.counts[lists][0], carrier);
        let Some(count) = count else { return };
        self.counts[lists][0] = count;
        // Semi connections that need more than a full one are of no use any more.
        let from = self.semis_from(lists);
        let mut kept = 0;
        for i in 0..usize::from(self.counts[lists][1]) {
            let semi = self.lists[from + i];
            if !carrier.within(semi) {
                self.lists[from + kept] = semi;
                kept += 1;
            }
        }
        self.counts[lists][1] = kept as u8;
        self.queue[carrier.len()].push((x, y, carrier));
    }

    fn add_semi(&mut self, x: usize, y: usize, carrier: Bits<W>) {
        let pair = pair(x, y);
        let lists = self.places[pair] as usize;
        if self.fulls_of(lists).iter().any(|old| old.within(carrier))
            || self.semis_of(lists).iter().any(|old| old.within(carrier))
            || self.is_too_large(x, y, carrier)
        {
            return;
        }
        if pair == 0 {
            self.links.semi = true;
            self.links.needed &= carrier;
        }
        self.combine((x, y), carrier, carrier, 0, 1);
        let lists = self.own_lists(pair);
        let from = self.semis_from(lists);
        if let Some(count) = keep(&mut self.lists[from..][..self.reach.semis], self.counts[lists][1], carrier) {
            self.counts[lists][1] = count;
        }
    }

    /// The or-rule, for a new semi connection and the others of the pair.
    fn combine(&mut self, (x, y): (usize, usize), common: Bits<W>, whole: Bits<W>, from: usize, together: usize) {
        let pair = pair(x, y);
        let mut i = from;
        loop {
            let lists = self.places[pair] as usize;
            if i >= self.counts[lists][1].into() {
                return;
            }
            let semi = self.lists[self.semis_from(lists) + i];
            let (left, larger) = (common & semi, whole | semi);
            i += 1;
            if left == common {
                continue;
            }
            if left.is_empty() {
                self.add_full(x, y, larger);
            } else if together + 1 < self.reach.together && !self.is_too_large(x, y, larger) {
                self.combine((x, y), left, larger, i, together + 1);
            }
        }
    }
}

/// The number of a pair of different ends; that of the two edges is 0.
fn pair(x: usize, y: usize) -> usize {
    let (low, high) = if x < y { (x, y) } else { (y, x) };
    high * (high - 1) / 2 + low
}

/// Keeps a carrier in a short list in place of the ones that need more, and returns how long the list is now; `None` if it is full
/// of smaller ones.
fn keep<const W: usize>(list: &mut [Bits<W>], count: u8, carrier: Bits<W>) -> Option<u8> {
    let mut kept = 0;
    for i in 0..usize::from(count) {
        if !carrier.within(list[i]) {
            list[kept] = list[i];
            kept += 1;
        }
    }
    if kept == list.len() {
        let largest = (0..kept).max_by_key(|&i| list[i].len())?;
        if list[largest].len() <= carrier.len() {
            return None;
        }
        list[largest] = carrier;
    } else {
        list[kept] = carrier;
        kept += 1;
    }
    Some(kept as u8)
}

//! Virtual connections, computed by H-search.
//!
//! The ends of a connection are a player's two edges, the player's chains, and empty cells (treated
//! as if the player had a stone there). A **full** connection holds even if the opponent moves
//! first, a **semi** connection only if its player does. Each has a carrier: the empty cells it
//! needs besides its ends. Two rules build larger connections from smaller ones:
//!
//! - *and*: two full connections that share one end and have disjoint carriers combine into a
//!   connection between the other two ends: full if the shared end is a chain, semi if it is an
//!   empty cell, which becomes part of the carrier;
//! - *or*: semi connections between the same ends whose carriers have an empty intersection combine
//!   into a full one.
//!
//! Connections are processed in order of carrier size, smallest first. Since a new carrier is never
//! smaller than those it is built from, each list fills with the smallest carriers and can be kept
//! short.
//!
//! A full connection between the two edges wins no matter which side is to move; a semi connection
//! wins for its player to move. The opponent of a player with semi connections between the edges
//! must play in the intersection of their carriers.

use hexarium_geometry::Bits;
use hexarium_kernel::{PerPlayer, Player};

use super::Hex;

/// The limits of an H-search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HSearchLimits {
    /// The maximum number of full connections kept per pair of ends.
    pub fulls: usize,
    /// The maximum number of semi connections kept per pair of ends.
    pub semis: usize,
    /// The maximum carrier size.
    pub carrier: usize,
    /// The maximum carrier size between two empty cells. Most connections are of this kind, and few
    /// of the large ones are useful.
    pub empty_carrier: usize,
    /// The maximum number of semi connections combined by the or-rule.
    pub or_width: usize,
    /// The maximum number of full connections processed.
    pub max_processed: usize,
}

impl HSearchLimits {
    /// The limits used in proofs.
    pub const PROOF: Self =
        Self { fulls: 6, semis: 12, carrier: 30, empty_carrier: 4, or_width: 4, max_processed: 50_000 };

    /// The limits used inside a search, where H-search runs often. Empty cells are connected only
    /// by adjacency, which takes a sixth of the time on a large board and finds most connections.
    pub const SEARCH: Self =
        Self { fulls: 4, semis: 8, carrier: 40, empty_carrier: 0, or_width: 4, max_processed: 5_000 };
}

/// The connections found between one player's edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Links<const W: usize> {
    /// Whether the edges are connected with either side to move.
    pub(super) full: bool,
    /// Whether the edges are connected if the player is to move.
    pub(super) semi: bool,
    /// The intersection of the carriers of all connections found between the edges; all empty cells
    /// if none was found.
    pub(super) needed: Bits<W>,
}

/// The condition that ends the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Until {
    /// A semi connection between the edges was found: sufficient for the side to move.
    Semi,
    /// A full connection between the edges was found.
    Full,
}

impl<const W: usize> Hex<W> {
    /// Searches for connections between a player's edges. On 11×11 in mid-game this takes about 70
    /// µs with [`HSearchLimits::SEARCH`] and 450 µs with [`HSearchLimits::PROOF`].
    pub(super) fn links(
        &self,
        stones: &PerPlayer<Bits<W>>,
        player: Player,
        limits: HSearchLimits,
        until: Until,
    ) -> Links<W> {
        HSearch::new(self, stones, player, limits, until).run()
    }
}

const EDGES: [usize; 2] = [0, 1];

/// A carrier and one end of a connection, stored under the other end.
#[derive(Clone, Copy)]
struct Full<const W: usize> {
    to: usize,
    carrier: Bits<W>,
}

struct HSearch<const W: usize> {
    limits: HSearchLimits,
    until: Until,
    /// The cell of each end that is an empty cell; the empty set for chains and edges.
    cells: Vec<Bits<W>>,
    /// The processed full connections of each end.
    done: Vec<Vec<Full<W>>>,
    /// The index of the lists of each pair of ends; 0 if the pair has none yet.
    places: Vec<u32>,
    /// The carriers of all pairs and their counts: full connections first, then semi connections.
    lists: Vec<Bits<W>>,
    counts: Vec<[u8; 2]>,
    /// Full connections to process, by carrier size.
    queue: Vec<Vec<(usize, usize, Bits<W>)>>,
    links: Links<W>,
}

impl<const W: usize> HSearch<W> {
    fn new(hex: &Hex<W>, stones: &PerPlayer<Bits<W>>, player: Player, limits: HSearchLimits, until: Until) -> Self {
        let board = &hex.game.board;
        let own = stones[player];
        let empty = board.all() & !(own | stones[player.other()]);
        let mut cells = vec![Bits::EMPTY; 2];
        let mut end_at = vec![usize::MAX; 64 * W];
        let mut joined = false;
        let mut rest = own;
        while let Some(stone) = rest.first() {
            let chain = board.flood(Bits::single(stone), own);
            rest &= !chain;
            let [a, b] = hex.game.edges[player].map(|edge| edge.meets(chain));
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
            limits,
            until,
            cells,
            done: vec![Vec::new(); ends],
            places: vec![0; pairs],
            lists: vec![Bits::EMPTY; limits.fulls + limits.semis],
            counts: vec![[0; 2]],
            queue: vec![Vec::new(); limits.carrier + 1],
            links: Links { full: joined, semi: joined, needed: empty },
        };
        let join_adjacent = |search: &mut Self, a: usize, b: usize| {
            if a != b && a != usize::MAX && b != usize::MAX {
                search.add_full(a, b, Bits::EMPTY);
            }
        };
        for cell in empty {
            let end = end_at[cell.index()];
            for (edge, side) in EDGES.into_iter().zip(hex.game.edges[player]) {
                if side.has(cell) {
                    join_adjacent(&mut search, edge, end);
                }
            }
            for next in board.around(cell) {
                join_adjacent(&mut search, end, end_at[next.index()]);
            }
        }
        search
    }

    fn run(mut self) -> Links<W> {
        let mut processed = 0;
        let mut size = 0;
        while size < self.queue.len() && processed < self.limits.max_processed && !self.is_over() {
            let Some((x, y, carrier)) = self.queue[size].pop() else {
                size += 1;
                continue;
            };
            let lists = self.places[pair(x, y)] as usize;
            if !self.fulls_of(lists).contains(&carrier) {
                continue;
            }
            processed += 1;
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
        lists * (self.limits.fulls + self.limits.semis)
    }

    fn semis_from(&self, lists: usize) -> usize {
        self.fulls_from(lists) + self.limits.fulls
    }

    /// Returns the index of the lists of a pair, allocating them if necessary.
    fn own_lists(&mut self, pair: usize) -> usize {
        if self.places[pair] == 0 {
            self.places[pair] = self.counts.len() as u32;
            self.counts.push([0; 2]);
            self.lists.resize(self.lists.len() + self.limits.fulls + self.limits.semis, Bits::EMPTY);
        }
        self.places[pair] as usize
    }

    /// Whether a carrier is too large for a connection of these ends.
    fn is_too_large(&self, x: usize, y: usize, carrier: Bits<W>) -> bool {
        let both_empty = !self.cells[x].is_empty() && !self.cells[y].is_empty();
        carrier.len() > if both_empty { self.limits.empty_carrier } else { self.limits.carrier }
    }

    /// Applies the and-rule to a new connection from `x` to `middle` and the processed ones from
    /// there.
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
        let count = keep(&mut self.lists[from..][..self.limits.fulls], self.counts[lists][0], carrier);
        let Some(count) = count else { return };
        self.counts[lists][0] = count;
        // Semi connections whose carriers contain that of a full connection are redundant.
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
        if let Some(count) = keep(&mut self.lists[from..][..self.limits.semis], self.counts[lists][1], carrier) {
            self.counts[lists][1] = count;
        }
    }

    /// Applies the or-rule to a new semi connection and the others of the pair.
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
            } else if together + 1 < self.limits.or_width && !self.is_too_large(x, y, larger) {
                self.combine((x, y), left, larger, i, together + 1);
            }
        }
    }
}

/// Returns the index of an unordered pair of distinct ends; that of the two edges is 0.
fn pair(x: usize, y: usize) -> usize {
    let (low, high) = if x < y { (x, y) } else { (y, x) };
    high * (high - 1) / 2 + low
}

/// Inserts a carrier into a short list in place of its supersets and returns the new length, or
/// `None` if the list is full of carriers that are not larger.
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

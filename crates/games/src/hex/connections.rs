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
pub(super) struct Reach {
    /// Full connections kept for each pair of ends.
    pub(super) fulls: usize,
    /// Semi connections kept for each pair of ends.
    pub(super) semis: usize,
    /// The most cells of a carrier.
    pub(super) carrier: usize,
    /// Semi connections that the or-rule puts together at most.
    pub(super) together: usize,
    /// Full connections worked off at most.
    pub(super) work: usize,
}

impl Reach {
    /// For proofs.
    pub(super) const FAR: Self = Self { fulls: 4, semis: 8, carrier: 24, together: 4, work: 20_000 };

    /// For a search that asks often: what it finds in a fraction of the time is most of what there is.
    pub(super) const NEAR: Self = Self { fulls: 2, semis: 4, carrier: 14, together: 3, work: 1500 };
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
    /// Looks for connections of a player's edges. Costs about as much as the number of empty cells squared, or `reach.work`.
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
    /// How many full and semi connections each pair of ends has.
    counts: Vec<[u8; 2]>,
    fulls: Vec<Bits<W>>,
    semis: Vec<Bits<W>>,
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
            counts: vec![[0; 2]; pairs],
            fulls: vec![Bits::EMPTY; pairs * reach.fulls],
            semis: vec![Bits::EMPTY; pairs * reach.semis],
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
            let pair = pair(x, y);
            if !self.fulls_of(pair).contains(&carrier) {
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

    fn fulls_of(&self, pair: usize) -> &[Bits<W>] {
        &self.fulls[pair * self.reach.fulls..][..self.counts[pair][0].into()]
    }

    fn semis_of(&self, pair: usize) -> &[Bits<W>] {
        &self.semis[pair * self.reach.semis..][..self.counts[pair][1].into()]
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
        let (pair, size) = (pair(x, y), carrier.len());
        if size > self.reach.carrier || self.fulls_of(pair).iter().any(|old| old.within(carrier)) {
            return;
        }
        if pair == 0 {
            self.links.full = true;
            self.links.semi = true;
            self.links.needed &= carrier;
        }
        let base = pair * self.reach.fulls;
        let count = keep(&mut self.fulls[base..][..self.reach.fulls], self.counts[pair][0], carrier);
        let Some(count) = count else { return };
        self.counts[pair][0] = count;
        // Semi connections that need more than a full one are of no use any more.
        let base = pair * self.reach.semis;
        let mut kept = 0;
        for i in 0..usize::from(self.counts[pair][1]) {
            let semi = self.semis[base + i];
            if !carrier.within(semi) {
                self.semis[base + kept] = semi;
                kept += 1;
            }
        }
        self.counts[pair][1] = kept as u8;
        self.queue[size].push((x, y, carrier));
    }

    fn add_semi(&mut self, x: usize, y: usize, carrier: Bits<W>) {
        let pair = pair(x, y);
        if carrier.len() > self.reach.carrier
            || self.fulls_of(pair).iter().any(|old| old.within(carrier))
            || self.semis_of(pair).iter().any(|old| old.within(carrier))
        {
            return;
        }
        if pair == 0 {
            self.links.semi = true;
            self.links.needed &= carrier;
        }
        self.combine((x, y), carrier, carrier, 0, 1);
        let base = pair * self.reach.semis;
        if let Some(count) = keep(&mut self.semis[base..][..self.reach.semis], self.counts[pair][1], carrier) {
            self.counts[pair][1] = count;
        }
    }

    /// The or-rule, for a new semi connection and the others of the pair.
    fn combine(&mut self, (x, y): (usize, usize), common: Bits<W>, whole: Bits<W>, from: usize, together: usize) {
        let pair = pair(x, y);
        let mut i = from;
        while i < self.counts[pair][1].into() {
            let semi = self.semis[pair * self.reach.semis + i];
            let (left, larger) = (common & semi, whole | semi);
            i += 1;
            if left == common || larger.len() > self.reach.carrier {
                continue;
            }
            if left.is_empty() {
                self.add_full(x, y, larger);
            } else if together + 1 < self.reach.together {
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

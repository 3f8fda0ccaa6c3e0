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
//! Carriers may also meet in cells that a stone on one of the ends captures, since a captured cell
//! is as good as an own stone; all captured cells then belong to the carrier.
//!
//! Connections are processed in order of carrier size, smallest first. A further full connection of
//! a pair is kept only if it avoids a cell that all the others need, which keeps the lists short;
//! the or-rule looks for exactly such connections. Both ideas are from J. Pawlewicz, R. Hayward, P.
//! Henderson, B. Arneson: *Stronger virtual connections in Hex* (2015).
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
    /// The maximum carrier size.
    pub carrier: usize,
    /// The maximum carrier size between two empty cells. Most connections are of this kind, and few
    /// of the large ones are useful.
    pub empty_carrier: usize,
    /// The maximum number of full connections processed.
    pub max_processed: usize,
}

impl HSearchLimits {
    /// The limits used in proofs.
    pub const PROOF: Self = Self { carrier: 30, empty_carrier: 4, max_processed: 50_000 };

    /// The limits used inside a search, where H-search runs often. Empty cells are connected only
    /// by adjacency and bridges, which finds most connections.
    pub const SEARCH: Self = Self { carrier: 40, empty_carrier: 2, max_processed: 5_000 };
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
    /// The smallest carrier of a connection found between the edges.
    pub(super) carrier: Bits<W>,
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
    /// Searches for connections between a player's edges. On 11×11 in mid-game this takes a few
    /// hundred microseconds.
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

/// The end of a linked list.
const NONE: u32 = u32::MAX;

/// A carrier and one end of a connection, stored under the other end.
#[derive(Clone, Copy)]
struct Full<const W: usize> {
    to: u32,
    carrier: Bits<W>,
}

/// A carrier in a linked list.
#[derive(Clone, Copy)]
struct Item<const W: usize> {
    carrier: Bits<W>,
    next: u32,
}

/// The connections of a pair of ends.
#[derive(Clone, Copy)]
struct Pair<const W: usize> {
    /// The lists of full and semi connections, as their first items; newest first.
    fulls: u32,
    semis: u32,
    /// The first semi connection that the or-rule has seen.
    seen: u32,
    /// The intersections of the carriers in both lists; everything if the list is empty.
    common_of_fulls: Bits<W>,
    common_of_semis: Bits<W>,
    /// Whether the pair waits for the or-rule.
    waits: bool,
}

struct HSearch<const W: usize> {
    limits: HSearchLimits,
    until: Until,
    /// The cell of each end that is an empty cell; the empty set for chains and edges.
    cells: Vec<Bits<W>>,
    /// The cells that a stone on each end captures; none for chains and edges.
    captured: Vec<Bits<W>>,
    /// The processed full connections of each end: to chains and edges, and to empty cells.
    done: Vec<[Vec<Full<W>>; 2]>,
    /// The index of each pair of ends in `pairs`; `NONE` if it has no connections yet.
    places: Vec<u32>,
    pairs: Vec<Pair<W>>,
    items: Vec<Item<W>>,
    /// Full connections to process, by carrier size.
    queue: Vec<Vec<(u32, u32, Bits<W>)>>,
    /// The size of the smallest carriers in the queue, or less.
    smallest: usize,
    /// Pairs of ends whose semi connections may combine.
    waiting: Vec<(u32, u32)>,
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
        let mut captured = vec![Bits::EMPTY; cells.len()];
        for cell in empty {
            end_at[cell.index()] = cells.len();
            cells.push(Bits::single(cell));
            captured.push(hex.captured_by(stones, empty, player, cell));
        }
        let (ends, pairs) = (cells.len(), cells.len() * (cells.len() - 1) / 2);
        let mut search = Self {
            limits,
            until,
            cells,
            captured,
            done: vec![[Vec::new(), Vec::new()]; ends],
            places: vec![NONE; pairs],
            pairs: Vec::with_capacity(1024),
            items: Vec::with_capacity(4096),
            queue: vec![Vec::new(); limits.carrier.max(limits.empty_carrier) + 1],
            smallest: 0,
            waiting: Vec::new(),
            links: Links { full: joined, semi: joined, needed: empty, carrier: Bits::EMPTY },
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
        while processed < self.limits.max_processed && !self.is_over() {
            if let Some((x, y, carrier)) = self.queue[self.smallest].pop() {
                let (x, y) = (x as usize, y as usize);
                if !self.has_full(x, y, carrier) {
                    continue;
                }
                processed += 1;
                self.join(x, y, carrier);
                self.join(y, x, carrier);
                let [to_x, to_y] = [x, y].map(|end| usize::from(!self.cells[end].is_empty()));
                self.done[x][to_y].push(Full { to: y as u32, carrier });
                self.done[y][to_x].push(Full { to: x as u32, carrier });
            } else if let Some((x, y)) = self.waiting.pop() {
                self.combine(x as usize, y as usize);
            } else if self.smallest + 1 < self.queue.len() {
                self.smallest += 1;
            } else {
                break;
            }
        }
        self.links
    }

    fn is_over(&self) -> bool {
        match self.until {
            Until::Semi => self.links.semi,
            Until::Full => self.links.full,
        }
    }

    /// Returns the items of a list.
    fn list(&self, first: u32) -> impl Iterator<Item = Bits<W>> + '_ {
        let mut at = first;
        std::iter::from_fn(move || {
            let item = self.items.get(at as usize)?;
            at = item.next;
            Some(item.carrier)
        })
    }

    fn has_full(&self, x: usize, y: usize, carrier: Bits<W>) -> bool {
        let pair = &self.pairs[self.places[pair(x, y)] as usize];
        self.list(pair.fulls).any(|full| full == carrier)
    }

    /// Returns the index of the pair of ends in `pairs`, where it is added if necessary.
    fn own_pair(&mut self, x: usize, y: usize) -> usize {
        let place = &mut self.places[pair(x, y)];
        if *place == NONE {
            *place = self.pairs.len() as u32;
            let all = !Bits::EMPTY;
            self.pairs.push(Pair {
                fulls: NONE,
                semis: NONE,
                seen: NONE,
                common_of_fulls: all,
                common_of_semis: all,
                waits: false,
            });
        }
        *place as usize
    }

    /// Removes the supersets of a carrier from a list. Returns the first item that remains and the
    /// intersection of all that remain, or `None` if none was removed.
    fn without_supersets(&mut self, first: u32, carrier: Bits<W>) -> Option<(u32, Bits<W>)> {
        let (mut kept, mut last, mut common, mut removed) = (NONE, NONE, !Bits::EMPTY, false);
        let mut at = first;
        while let Some(&Item { carrier: old, next }) = self.items.get(at as usize) {
            if carrier.within(old) {
                removed = true;
            } else {
                common &= old;
                match self.items.get_mut(last as usize) {
                    Some(item) => item.next = at,
                    None => kept = at,
                }
                last = at;
            }
            at = next;
        }
        if let Some(item) = self.items.get_mut(last as usize) {
            item.next = NONE;
        }
        removed.then_some((kept, common))
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
        let own = self.cells[x];
        let size = (carrier | via).len();
        for kind in 0..2 {
            let both_empty = kind == 1 && !own.is_empty();
            let most = if both_empty { self.limits.empty_carrier } else { self.limits.carrier };
            if size > most {
                continue;
            }
            for i in 0..self.done[middle][kind].len() {
                let Full { to, carrier: other } = self.done[middle][kind][i];
                let to = to as usize;
                if to == x || own.meets(other) || carrier.meets(self.cells[to]) {
                    continue;
                }
                let mut whole = carrier | other | via;
                if carrier.meets(other) {
                    let captured = self.captured[x] | self.captured[to];
                    if !(carrier & other).within(captured) {
                        continue;
                    }
                    whole |= captured & !(own | self.cells[to]);
                }
                if whole.len() > most {
                    continue;
                }
                if via.is_empty() {
                    self.add_full(x, to, whole);
                } else {
                    self.add_semi(x, to, whole);
                }
            }
        }
    }

    fn add_full(&mut self, x: usize, y: usize, carrier: Bits<W>) {
        if self.is_too_large(x, y, carrier) {
            return;
        }
        let at = self.own_pair(x, y);
        let known = self.pairs[at];
        if self.list(known.fulls).any(|old| old.within(carrier)) {
            return;
        }
        if let Some((fulls, common)) = self.without_supersets(known.fulls, carrier) {
            self.pairs[at].fulls = fulls;
            self.pairs[at].common_of_fulls = common;
        } else if known.fulls != NONE && known.common_of_fulls.within(carrier) {
            // A further connection is of use only where all others can be cut.
            return;
        }
        if pair(x, y) == 0 {
            self.note(carrier);
            self.links.full = true;
        }
        let next = self.pairs[at].fulls;
        self.pairs[at].fulls = self.items.len() as u32;
        self.pairs[at].common_of_fulls &= carrier;
        self.items.push(Item { carrier, next });
        // Semi connections whose carriers contain that of a full connection are redundant.
        if let Some((semis, common)) = self.without_supersets(known.semis, carrier) {
            let pair = &mut self.pairs[at];
            (pair.semis, pair.common_of_semis) = (semis, common);
            pair.seen = NONE;
        }
        let size = carrier.len();
        self.queue[size].push((x as u32, y as u32, carrier));
        self.smallest = self.smallest.min(size);
    }

    fn add_semi(&mut self, x: usize, y: usize, carrier: Bits<W>) {
        let at = self.own_pair(x, y);
        let known = self.pairs[at];
        if self.list(known.fulls).any(|old| old.within(carrier))
            || self.list(known.semis).any(|old| old.within(carrier))
        {
            return;
        }
        if let Some((semis, common)) = self.without_supersets(known.semis, carrier) {
            let pair = &mut self.pairs[at];
            (pair.semis, pair.common_of_semis) = (semis, common);
            pair.seen = NONE;
        }
        if pair(x, y) == 0 {
            self.note(carrier);
        }
        let captured = self.captured[x] | self.captured[y];
        let pair = &mut self.pairs[at];
        let next = pair.semis;
        pair.semis = self.items.len() as u32;
        pair.common_of_semis &= carrier;
        self.items.push(Item { carrier, next });
        if !pair.waits && pair.common_of_semis.within(captured) {
            pair.waits = true;
            self.waiting.push((x as u32, y as u32));
        }
    }

    /// Notes a connection of the edges.
    fn note(&mut self, carrier: Bits<W>) {
        if !self.links.semi || carrier.len() < self.links.carrier.len() {
            self.links.carrier = carrier;
        }
        self.links.semi = true;
        self.links.needed &= carrier;
    }

    /// Applies the or-rule to the semi connections of a pair: looks for full connections that avoid
    /// a cell that all known ones need.
    fn combine(&mut self, x: usize, y: usize) {
        let at = self.places[pair(x, y)] as usize;
        self.pairs[at].waits = false;
        let known = self.pairs[at];
        self.pairs[at].seen = known.semis;
        // A new connection needs a new semi connection.
        let mut common_of_new = !Bits::EMPTY;
        let mut new = known.semis;
        while new != known.seen && new != NONE {
            common_of_new &= self.items[new as usize].carrier;
            new = self.items[new as usize].next;
        }
        let ends = self.cells[x] | self.cells[y];
        let captured = (self.captured[x] | self.captured[y]) & !ends;
        if known.fulls == NONE {
            match self.union(known.semis, Bits::EMPTY, captured) {
                Some(whole) => self.add_full(x, y, whole),
                None => return,
            }
        }
        let mut avoid = self.pairs[at].common_of_fulls & !common_of_new;
        while let Some(cell) = avoid.pop() {
            let captured = if captured.has(cell) { Bits::EMPTY } else { captured };
            if let Some(whole) = self.union(self.pairs[at].semis, Bits::single(cell), captured) {
                self.add_full(x, y, whole);
                avoid &= whole;
            }
        }
    }

    /// Returns the union of some semi connections that avoid the given cells and whose carriers
    /// have an intersection within the captured cells, if there are such. The captured cells are
    /// part of the union where they are needed.
    fn union(&self, semis: u32, avoided: Bits<W>, captured: Bits<W>) -> Option<Bits<W>> {
        let (mut common, mut whole) = (!Bits::EMPTY, Bits::EMPTY);
        for semi in self.list(semis) {
            if semi.meets(avoided) || common.within(semi) {
                continue;
            }
            common &= semi;
            whole |= semi;
            if common.is_empty() {
                return Some(whole);
            }
        }
        (common.within(captured)).then_some(whole | captured)
    }
}

/// Returns the index of an unordered pair of distinct ends; that of the two edges is 0.
fn pair(x: usize, y: usize) -> usize {
    let (low, high) = if x < y { (x, y) } else { (y, x) };
    high * (high - 1) / 2 + low
}

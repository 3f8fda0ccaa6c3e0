//! The key frames of all pieces through a whole game.

use std::collections::{BTreeMap, VecDeque};

use hexarium_kernel::{AnimationStep, PieceView, Spot, View};

use crate::layout::{HALF, Layout};
use crate::svg::Point;

/// Duration of an instantaneous change, in seconds: two key frames cannot share a time.
pub(crate) const BLINK: f64 = 0.02;

/// The position and scale of a piece at a time; scale 0 is invisible.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Key {
    pub(crate) time: f64,
    pub(crate) at: Point,
    pub(crate) there: bool,
}

/// A piece and its key frames.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    pub(crate) piece: PieceView,
    pub(crate) keys: Vec<Key>,
}

impl Track {
    /// Returns the last key frame.
    pub(crate) fn last(&self) -> Key {
        *self.keys.last().expect("a track begins with a key")
    }

    /// Keeps the last state until `start`, and reaches the new one at `end`.
    fn change(&mut self, start: f64, end: f64, at: Point, there: bool) {
        self.keys.push(Key { time: start, ..self.last() });
        self.keys.push(Key { time: end, at, there });
    }
}

/// All pieces of the game, and the pieces now on each cell.
///
/// A beat may move a piece to a cell whose piece leaves only in the next beat, so a cell holds a
/// queue: first in, first out.
pub(crate) struct Tracks<'a> {
    layout: &'a Layout,
    pub(crate) all: Vec<Track>,
    standing: BTreeMap<Spot, VecDeque<usize>>,
}

impl<'a> Tracks<'a> {
    /// Creates the tracks of the first state.
    pub(crate) fn new(layout: &'a Layout, view: &View) -> Self {
        let mut tracks = Self { layout, all: Vec::new(), standing: BTreeMap::new() };
        for (spot, piece) in &view.pieces {
            let key = Key { time: 0.0, at: layout.centre(*spot), there: true };
            tracks.standing.entry(*spot).or_default().push_back(tracks.all.len());
            tracks.all.push(Track { piece: piece.clone(), keys: vec![key] });
        }
        tracks
    }

    /// Adds one beat, from `start` to `end`.
    pub(crate) fn beat(&mut self, beat: &[AnimationStep], start: f64, end: f64) {
        for step in beat {
            match step {
                AnimationStep::Capture { at } => self.take(*at, start, end),
                AnimationStep::Split { cells } => cells.iter().for_each(|at| self.take(*at, start, end)),
                AnimationStep::Hit { at, levels, .. } => self.lower(*at, *levels, end - BLINK),
                _ => {}
            }
        }
        // All pieces leave before any arrives, so that pieces can move up together.
        let mut arrivals = Vec::new();
        for step in beat {
            let (from, to, wraps) = match *step {
                AnimationStep::Slide { from, to }
                | AnimationStep::Jump { from, to }
                | AnimationStep::Push { from, to }
                | AnimationStep::Recolour { from, to, .. } => (from, to, false),
                AnimationStep::Wrap { from, to } => (from, to, true),
                _ => continue,
            };
            if let Some(i) = self.leave(from) {
                arrivals.push((to, i));
                self.go(i, to, wraps, start, end);
            }
        }
        for (to, i) in arrivals {
            self.standing.entry(to).or_default().push_back(i);
        }
        for step in beat {
            match step {
                AnimationStep::Place { at, piece } | AnimationStep::Generate { at, piece, .. } => {
                    self.appear(*at, piece, start, end);
                }
                AnimationStep::Unstack { from, to, piece } => {
                    self.lower(*from, piece.height, start);
                    let i = self.all.len();
                    self.add(self.layout.centre(*from), piece, start, start + BLINK);
                    self.standing.entry(*to).or_default().push_back(i);
                    self.go(i, *to, false, start + BLINK, end);
                }
                _ => {}
            }
        }
    }

    /// Adjusts the board to a state: differences left by the animation change instantaneously.
    pub(crate) fn settle(&mut self, view: &View, time: f64) {
        let mut wanted: BTreeMap<Spot, &PieceView> = view.pieces.iter().map(|(spot, piece)| (*spot, piece)).collect();
        let spots: Vec<Spot> = self.standing.keys().copied().collect();
        for spot in spots {
            let queue = self.standing.remove(&spot).unwrap_or_default();
            let mut kept = None;
            for i in queue {
                if kept.is_none() && wanted.get(&spot).is_some_and(|piece| look_alike(piece, &self.all[i].piece)) {
                    kept = Some(i);
                } else {
                    let at = self.all[i].last().at;
                    self.all[i].change(time, time + BLINK, at, false);
                }
            }
            if let Some(i) = kept {
                wanted.remove(&spot);
                self.standing.insert(spot, VecDeque::from([i]));
            }
        }
        for (spot, piece) in wanted {
            self.appear(spot, piece, time, time + BLINK);
        }
    }

    fn leave(&mut self, spot: Spot) -> Option<usize> {
        self.standing.get_mut(&spot)?.pop_front()
    }

    fn take(&mut self, spot: Spot, start: f64, end: f64) {
        if let Some(i) = self.leave(spot) {
            let at = self.all[i].last().at;
            self.all[i].change(start, end, at, false);
        }
    }

    fn go(&mut self, i: usize, to: Spot, wraps: bool, start: f64, end: f64) {
        let (from, to) = (self.all[i].last().at, self.layout.centre(to));
        if wraps {
            // Out at one edge, invisible to the other, and in again.
            let step = (from - to).unit() * (2.0 * HALF);
            let half = (start + end) / 2.0;
            self.all[i].change(start, half - BLINK / 2.0, from + step, false);
            self.all[i].change(half - BLINK / 2.0, half + BLINK / 2.0, to - step, false);
        }
        self.all[i].change(if wraps { (start + end + BLINK) / 2.0 } else { start }, end, to, true);
    }

    /// Removes levels from a stack instantaneously; without levels left, the piece is removed.
    fn lower(&mut self, spot: Spot, levels: u16, start: f64) {
        let Some(i) = self.leave(spot) else { return };
        let (mut piece, at) = (self.all[i].piece.clone(), self.all[i].last().at);
        self.all[i].change(start, start + BLINK, at, false);
        piece.height = piece.height.saturating_sub(levels);
        if piece.height > 0 {
            self.standing.entry(spot).or_default().push_front(self.all.len());
            self.add(at, &piece, start, start + BLINK);
        }
    }

    fn appear(&mut self, spot: Spot, piece: &PieceView, start: f64, end: f64) {
        self.standing.entry(spot).or_default().push_back(self.all.len());
        self.add(self.layout.centre(spot), piece, start, end);
    }

    /// Adds a piece that was not there before and is on no cell yet.
    fn add(&mut self, at: Point, piece: &PieceView, start: f64, end: f64) {
        let mut track = Track { piece: piece.clone(), keys: vec![Key { time: 0.0, at, there: false }] };
        track.change(start, end, at, true);
        self.all.push(track);
    }
}

/// Whether two pieces are drawn the same; the glyph matters only for text art.
fn look_alike(a: &PieceView, b: &PieceView) -> bool {
    (a.owner, a.kind, a.height) == (b.owner, b.kind, b.height)
}

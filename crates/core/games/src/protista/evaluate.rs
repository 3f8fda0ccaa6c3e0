//! Static evaluation of Protista.

use hexarium_geometry::Bits;
use hexarium_kernel::{PerPlayer, Player};

use super::reach::{Reach, corners};
use super::{Generation, Protista, State, Win};

/// Evaluation weights, on the scale of [`win_chance`](hexarium_kernel::win_chance).
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// Being one half move away from the win; two half moves count half of it, and so on.
    race: i32,
    /// A piece of any height.
    piece: i32,
    /// A level of a stack above the first.
    level: i32,
    /// A single piece that the opponent can kill now.
    hanging: i32,
    /// A single piece that the opponent threatens to kill.
    threatened: i32,
    /// A cell that can be reached with one move.
    room: i32,
    /// A cell that generation can fill.
    birth: i32,
}

impl Weights {
    /// The weights that won the most games (`docs/strength/protista.md`).
    pub(super) const TUNED: Self =
        Self { race: 1200, piece: 50, level: 15, hanging: -12, threatened: -4, room: 1, birth: 20 };
}

/// The score of a win with the next move.
const WIN: i32 = 10_000;

/// The maximum distance in moves; cells farther away count as this distance.
const FAR: i32 = 9;

/// The maximum number of levels that count, far beyond what occurs in play.
const LEVELS: i32 = 40;

impl<const W: usize, const N: usize> Protista<W, N> {
    /// Returns the evaluation for White.
    pub(super) fn score(&self, state: &State<W, N>) -> i32 {
        let mover = state.to_move;
        let reach = PerPlayer(Player::BOTH.map(|player| self.reach(state, player)));
        if state.pieces[mover.other()].is_empty() || self.wins_now(state, &reach[mover]) {
            return if mover == Player::First { WIN } else { -WIN };
        }
        self.side(state, &reach, Player::First) - self.side(state, &reach, Player::Second)
    }

    fn side(&self, state: &State<W, N>, reach: &PerPlayer<Reach<W>>, player: Player) -> i32 {
        let w = &self.weights;
        let (mine, theirs) = (&reach[player], &reach[player.other()]);
        let on_move = state.to_move == player;
        let pieces = mine.own.len() as i32;
        let levels = (state.levels[player] as i32 - pieces).min(LEVELS);
        let attacked = (mine.own & theirs.strikes & !state.stacks).len() as i32;
        let half_moves = self.half_moves(state, mine, theirs, player) - i32::from(on_move);
        w.race / half_moves.max(1)
            + w.piece * pieces
            + w.level * levels
            + attacked * if on_move { w.threatened } else { w.hanging }
            + w.room * mine.lands.len() as i32
            + w.birth * mine.births.len() as i32
    }

    /// Returns an estimate of the number of half moves to the win.
    fn half_moves(&self, state: &State<W, N>, mine: &Reach<W>, theirs: &Reach<W>, player: Player) -> i32 {
        let enemy = player.other();
        match self.win {
            Win::King => {
                let king = state.pieces[enemy] & state.kings;
                2 * (self.moves_to(mine, king)[0] + self.hits(state, king))
            }
            Win::Targets => {
                let targets = state.targets[enemy];
                let ways = self.moves_to(mine, targets);
                let mut best = [2 * FAR + 2; 2];
                for (target, way) in targets.iter().zip(ways) {
                    let cell = Bits::single(target);
                    let struck = theirs.strikes.has(target) && !state.stacks.has(target);
                    let far = match way {
                        0 if struck && state.to_move == enemy => 2,
                        0 => 0,
                        _ if theirs.lands.has(target) => 2 * way + 1,
                        _ => 2 * way,
                    } + if way > 0 { 2 * self.hits(state, cell & state.pieces[enemy]) } else { 0 };
                    if far < best[0] {
                        best = [far, best[0]];
                    } else {
                        best[1] = best[1].min(far);
                    }
                }
                best[0] + best[1]
            }
        }
    }

    /// Returns the number of moves that must hit a stack before it can be entered or is gone.
    fn hits(&self, state: &State<W, N>, cell: Bits<W>) -> i32 {
        cell.first().map_or(0, |cell| i32::from((state.height(cell) - 1).div_ceil(self.stack_loss)))
    }

    /// Returns an estimate of the number of moves to reach each of up to three cells.
    fn moves_to(&self, mine: &Reach<W>, cells: Bits<W>) -> [i32; 3] {
        let mut ways = [0; 3];
        let mut open = cells & !mine.own;
        let mut count = 1;
        let note = |open: Bits<W>, ways: &mut [i32; 3]| {
            for (i, cell) in cells.iter().enumerate().take(3) {
                ways[i] += i32::from(open.has(cell));
            }
        };
        note(open, &mut ways);
        let mut reached = mine.own | mine.lands | mine.strikes;
        open &= !reached;
        let one = reached;
        let leapt = (self.generation == Generation::Triangle && !open.is_empty())
            .then(|| (self.leapt(mine.own), self.leapt(one)));
        while !open.is_empty() && count < FAR {
            note(open, &mut ways);
            reached |= self.board.neighbours_of(reached);
            if let Some((own, first)) = &leapt {
                match count {
                    1 => reached |= corners(own, first),
                    2 => reached |= corners(first, first) | corners(own, &self.leapt(reached)),
                    _ => {}
                }
            }
            open &= !reached;
            count += 1;
        }
        ways
    }
}

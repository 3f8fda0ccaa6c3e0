//! The semantics of animations: applied to the pieces before an action, an animation yields the
//! pieces after it.
//!
//! Still pictures, animated pictures and the board in the browser rely on this: none of them knows
//! the rules, all of them move pieces by the animation. This module implements the contract of
//! [`Look::animation`](hexarium_kernel::Look::animation) literally. Owner, kind and height of
//! every piece must be reproduced; `glyph` is ignored, because it only renders the other three as
//! text.

use std::collections::{BTreeMap, VecDeque};

use hexarium_kernel::{AnimationStep, PieceKind, PieceView, Player, Spot};

/// The properties of a piece that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    owner: Option<Player>,
    kind: PieceKind,
    height: u16,
}

impl Shown {
    fn of(piece: &PieceView) -> Self {
        Self { owner: piece.owner, kind: piece.kind, height: piece.height }
    }

    /// Returns this piece without some of its levels, or `None` if no level is left.
    fn lowered(self, levels: u16) -> Result<Option<Self>, String> {
        match self.height.checked_sub(levels) {
            Some(0) => Ok(None),
            Some(height) => Ok(Some(Self { height, ..self })),
            None => Err(format!("{self:?} cannot lose {levels} levels")),
        }
    }

    /// Combines two pieces on one cell into a stack.
    fn with(self, other: Self) -> Result<Self, String> {
        let kind = match (self.kind, other.kind) {
            (kind, PieceKind::Stone) | (PieceKind::Stone, kind) => kind,
            (one, two) => return Err(format!("{one:?} and {two:?} share a cell")),
        };
        match self.owner == other.owner {
            true => Ok(Self { kind, height: self.height + other.height, ..self }),
            false => Err(format!("{self:?} and {other:?} share a cell")),
        }
    }
}

/// Pieces by cell.
pub type Pieces = BTreeMap<Spot, Shown>;

/// Returns the pieces of a view in comparable form.
pub fn shown(pieces: &[(Spot, PieceView)]) -> Pieces {
    pieces.iter().map(|(spot, piece)| (*spot, Shown::of(piece))).collect()
}

/// Applies an animation to the pieces on a board of `board` cells and returns the pieces after it.
pub fn apply_animation(
    board: usize,
    before: &[(Spot, PieceView)],
    animation: &[Vec<AnimationStep>],
) -> Result<Pieces, String> {
    let mut cells = Cells(shown(before).into_iter().map(|(spot, piece)| (spot, VecDeque::from([piece]))).collect());
    for beat in animation {
        for step in beat {
            cells.take_off(step)?;
        }
        // All pieces leave before any piece arrives, so that a row can advance together.
        let mut arrivals = Vec::new();
        for step in beat {
            arrivals.extend(cells.set_out(step)?);
        }
        for (to, piece) in arrivals {
            if usize::from(to.0) >= board {
                return Err(format!("{piece:?} leaves the board"));
            }
            cells.0.entry(to).or_default().push_back(piece);
        }
    }
    let mut after = Pieces::new();
    for (spot, here) in cells.0 {
        let mut here = here.into_iter();
        if let Some(first) = here.next() {
            after.insert(spot, here.try_fold(first, Shown::with)?);
        }
    }
    Ok(after)
}

/// The pieces on each cell, in order of arrival; the first to arrive is the first to leave.
struct Cells(BTreeMap<Spot, VecDeque<Shown>>);

impl Cells {
    fn leave(&mut self, spot: Spot) -> Result<Shown, String> {
        self.0.get_mut(&spot).and_then(VecDeque::pop_front).ok_or_else(|| format!("there is no piece on {spot:?}"))
    }

    fn lower(&mut self, spot: Spot, levels: u16) -> Result<Shown, String> {
        let stack = self.leave(spot)?;
        if let Some(rest) = stack.lowered(levels)? {
            self.0.entry(spot).or_default().push_front(rest);
        }
        Ok(stack)
    }

    /// Checks that at least one cell is given and that each holds a piece of this player.
    fn all_belong_to(&self, spots: &[Spot], owner: Option<Player>) -> Result<(), String> {
        let owns = |spot| self.0.get(spot).and_then(|here| here.front()).is_some_and(|piece| piece.owner == owner);
        match !spots.is_empty() && spots.iter().all(owns) {
            true => Ok(()),
            false => Err(format!("{spots:?} should be pieces of {owner:?}")),
        }
    }

    fn take_off(&mut self, step: &AnimationStep) -> Result<(), String> {
        match step {
            AnimationStep::Capture { at } => self.leave(*at).map(|_| ()),
            AnimationStep::Split { cells } => cells.iter().try_for_each(|at| self.leave(*at).map(|_| ())),
            AnimationStep::Hit { by, at, levels } => {
                let stack = self.lower(*at, *levels)?;
                self.all_belong_to(by, stack.owner.map(Player::other))
            }
            _ => Ok(()),
        }
    }

    /// Removes the piece that moves, or creates a new one, and returns it with its target.
    fn set_out(&mut self, step: &AnimationStep) -> Result<Option<(Spot, Shown)>, String> {
        Ok(match step {
            AnimationStep::Slide { from, to }
            | AnimationStep::Jump { from, to }
            | AnimationStep::Push { from, to }
            | AnimationStep::Wrap { from, to } => Some((*to, self.leave(*from)?)),
            AnimationStep::Recolour { from, to, piece } => {
                self.leave(*from)?;
                Some((*to, Shown::of(piece)))
            }
            AnimationStep::Unstack { from, to, piece } => {
                let stack = self.lower(*from, piece.height)?;
                if stack.owner != piece.owner {
                    return Err(format!("{stack:?} lays out {piece:?}"));
                }
                Some((*to, Shown::of(piece)))
            }
            AnimationStep::Generate { by, at, piece } => {
                self.all_belong_to(by, piece.owner)?;
                Some((*at, Shown::of(piece)))
            }
            AnimationStep::Place { at, piece } => Some((*at, Shown::of(piece))),
            AnimationStep::Capture { .. } | AnimationStep::Split { .. } | AnimationStep::Hit { .. } => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stone(owner: Player, height: u16) -> PieceView {
        PieceView { owner: Some(owner), kind: PieceKind::Stone, height, glyph: String::new() }
    }

    fn pieces(pieces: &[(u16, Player, u16)]) -> Vec<(Spot, PieceView)> {
        pieces.iter().map(|&(spot, owner, height)| (Spot(spot), stone(owner, height))).collect()
    }

    fn slide(from: u16, to: u16) -> AnimationStep {
        AnimationStep::Slide { from: Spot(from), to: Spot(to) }
    }

    const FIRST: Player = Player::First;
    const SECOND: Player = Player::Second;

    #[test]
    fn a_row_moves_up_together_or_one_after_the_other() {
        let before = pieces(&[(0, FIRST, 1), (1, SECOND, 1)]);
        let after = shown(&pieces(&[(1, FIRST, 1), (2, SECOND, 1)]));
        assert_eq!(apply_animation(7, &before, &[vec![slide(0, 1), slide(1, 2)]]), Ok(after.clone()));
        assert_eq!(apply_animation(7, &before, &[vec![slide(0, 1)], vec![slide(1, 2)]]), Ok(after));
    }

    #[test]
    fn own_pieces_stack_and_others_must_be_taken_off() {
        let before = pieces(&[(0, FIRST, 1), (1, FIRST, 2), (2, SECOND, 1)]);
        let after = apply_animation(7, &before, &[vec![slide(0, 1)]]);
        assert_eq!(after, Ok(shown(&pieces(&[(1, FIRST, 3), (2, SECOND, 1)]))));
        assert!(apply_animation(7, &before, &[vec![slide(0, 2)]]).is_err(), "two players on one cell");
        assert!(apply_animation(7, &before, &[vec![slide(3, 2)]]).is_err(), "no piece to move");
        assert!(
            apply_animation(7, &before, &[vec![slide(0, 7)], vec![slide(7, 0)]]).is_err(),
            "off the board and back"
        );
        let capture = AnimationStep::Capture { at: Spot(2) };
        assert!(apply_animation(7, &before, &[vec![slide(0, 2), capture]]).is_ok(), "captures come first in a beat");
    }

    #[test]
    fn a_stack_is_lowered_by_hits_and_by_what_it_lays_out() {
        let before = pieces(&[(0, FIRST, 3), (1, SECOND, 2)]);
        let hit =
            |by: &[u16], levels| AnimationStep::Hit { by: by.iter().copied().map(Spot).collect(), at: Spot(1), levels };
        let unstack = |to| AnimationStep::Unstack { from: Spot(0), to: Spot(to), piece: stone(FIRST, 1) };
        let animation = [vec![unstack(5)], vec![unstack(6)], vec![hit(&[0], 1)]];
        let after = pieces(&[(0, FIRST, 1), (1, SECOND, 1), (5, FIRST, 1), (6, FIRST, 1)]);
        assert_eq!(apply_animation(7, &before, &animation), Ok(shown(&after)));
        assert_eq!(apply_animation(7, &before, &[vec![hit(&[0], 2)]]), Ok(shown(&pieces(&[(0, FIRST, 3)]))));
        assert!(apply_animation(7, &before, &[vec![hit(&[0], 3)]]).is_err(), "more levels than there are");
        assert!(apply_animation(7, &before, &[vec![hit(&[], 1)]]).is_err(), "a hit without a piece");
        assert!(apply_animation(7, &before, &[vec![hit(&[1], 1)]]).is_err(), "hit by itself");
    }
}

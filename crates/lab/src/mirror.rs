//! The copying strategy: the second player mirrors the moves of the first.

use hexarium_geometry::{Place, Symmetry};
use hexarium_kernel::{AnyGame, AnyMatch, BoardView, Input, Mark, PieceView, Player, Region, Spot, View};

/// A symmetry of the board that exchanges the players: for each piece of the first player, the
/// second has one at its image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mirror {
    /// The image of each spot.
    to: Vec<Spot>,
}

impl Mirror {
    /// Returns the mirror of a game's starting position, preferring the rotation by half a turn;
    /// `None` if the position is not symmetric.
    pub fn of(game: &dyn AnyGame) -> Option<Self> {
        let (board, view) = (game.board(), game.start().view());
        let mut symmetries: Vec<Symmetry> = Symmetry::all().skip(1).collect();
        symmetries.sort_by_key(|s| (s.mirrored, s.sixths != 3));
        let mut mirrors = symmetries.into_iter().filter_map(|symmetry| Some(Self { to: laid(&board, symmetry)? }));
        mirrors.find(|mirror| mirror.exchanges(&board, &view))
    }

    fn exchanges(&self, board: &BoardView, view: &View) -> bool {
        let regions = board.cells.iter().zip(&self.to).all(|(cell, to)| {
            let image = board.cells[usize::from(to.0)].region;
            match cell.region {
                Region::EndZone(player) => image == Region::EndZone(player.other()),
                region => image == region,
            }
        });
        let piece = |(spot, piece): &(Spot, PieceView)| {
            let owner = piece.owner.map(Player::other);
            let image = |(at, other): &&(Spot, PieceView)| *at == self.to[usize::from(spot.0)] && other.owner == owner;
            view.pieces
                .iter()
                .find(image)
                .is_some_and(|(_, other)| (other.kind, other.height) == (piece.kind, piece.height))
        };
        let mark = |(spot, mark): &(Spot, Mark)| match mark {
            Mark::Target(player) => view.marks.contains(&(self.to[usize::from(spot.0)], Mark::Target(player.other()))),
            Mark::Deciding => true,
        };
        regions && view.pieces.iter().all(piece) && view.marks.iter().all(mark)
    }

    /// Returns the image of the opponent's action at the same point of their last turn, if it is
    /// legal.
    pub fn reply(&self, state: &dyn AnyMatch) -> Option<String> {
        let me = state.to_move();
        let actors = state.actors();
        let mine = actors.iter().rev().take_while(|&&actor| actor == me).count();
        let theirs = actors.iter().rev().skip(mine).take_while(|&&actor| actor != me).count();
        if mine >= theirs {
            return None;
        }
        // The opponent's action, in the position in which it was played.
        let mut before = state.copy();
        let mut action = None;
        for _ in 0..theirs {
            action = before.undo();
        }
        let touches = before.inputs(&action?).ok()?;
        let image: Vec<Input> = touches
            .into_iter()
            .map(|input| match input {
                Input::Cell(spot) => Input::Cell(self.to[usize::from(spot.0)]),
                button => button,
            })
            .collect();
        state.legal_inputs().into_iter().find(|(_, inputs)| *inputs == image).map(|(text, _)| text)
    }
}

/// The image of each spot of a board, or `None` if the board is not symmetric in this way.
fn laid(board: &BoardView, symmetry: Symmetry) -> Option<Vec<Spot>> {
    let places: Vec<Place> = board.cells.iter().map(|cell| cell.place).collect();
    let moved: Vec<Place> = places.iter().map(|&place| symmetry.place(place)).collect();
    let first = |places: &[Place]| places.iter().copied().min_by_key(|p| (p.r, p.q));
    let shift = first(&places)? - first(&moved)?;
    let spot = |place: Place| Some(Spot(places.iter().position(|&p| p == place)? as u16));
    moved.into_iter().map(|place| spot(place + shift)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_games::registry;

    fn answered(game: &str, played: &[&str]) -> Option<String> {
        let game = registry::open(game, &[]).unwrap();
        let mut state = game.start();
        played.iter().for_each(|action| _ = state.play(action).unwrap());
        Mirror::of(&*game)?.reply(&*state)
    }

    #[test]
    fn the_mirror_of_hex_exchanges_the_edges() {
        assert_eq!(answered("hex(size=5)", &["b1"]), Some("e4".to_string()));
        // On the diagonal the image is the same cell, which is occupied.
        assert_eq!(answered("hex(size=5)", &["c3"]), None);
    }

    #[test]
    fn a_turn_of_two_steps_is_copied_step_by_step() {
        let first = ["xb2"];
        let image = answered("harvest(base=3)", &first).unwrap();
        assert_ne!(image, "xb2");
        // The first turn has one step, so the second step has nothing to copy.
        assert_eq!(answered("harvest(base=3)", &["xb2", &image]), None);
    }

    #[test]
    fn the_mirror_is_a_permutation() {
        for spec in registry::GAMES {
            let game = registry::open(spec.id, &[]).unwrap();
            if let Some(mirror) = Mirror::of(&*game) {
                let mut seen = mirror.to.clone();
                seen.sort();
                seen.dedup();
                assert_eq!(seen.len(), mirror.to.len(), "{}: two spots have one image", spec.id);
            }
        }
    }
}

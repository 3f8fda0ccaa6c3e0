//! Copying the opponent: the oldest way to play a symmetric game without understanding it.

use hexarium_geometry::{Place, Symmetry};
use hexarium_kernel::{AnyGame, AnyMatch, BoardView, Mark, PieceView, Player, Region, Spot, Touch, View};

/// A way to lay the board on itself that exchanges the players: what the first has at a place, the second has at its image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mirror {
    /// Where each spot goes.
    to: Vec<Spot>,
}

impl Mirror {
    /// The mirror of a game's start, half a turn if that will do; none where the start is not symmetric.
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

    /// The image of what the opponent did at the same point of their last turn, if that is legal here.
    pub fn answer(&self, state: &dyn AnyMatch) -> Option<String> {
        let me = state.to_move();
        let actors = state.actors();
        let mine = actors.iter().rev().take_while(|&&actor| actor == me).count();
        let theirs = actors.iter().rev().skip(mine).take_while(|&&actor| actor != me).count();
        if mine >= theirs {
            return None;
        }
        // Their action as it was made, in the position it was made in.
        let mut before = state.copy();
        let mut action = None;
        for _ in 0..theirs {
            action = before.undo();
        }
        let touches = before.gesture(&action?).ok()?;
        let image: Vec<Touch> = touches
            .into_iter()
            .map(|touch| match touch {
                Touch::Cell(spot) => Touch::Cell(self.to[usize::from(spot.0)]),
                button => button,
            })
            .collect();
        state.offers().into_iter().find(|(_, gesture)| *gesture == image).map(|(text, _)| text)
    }
}

/// Where each spot of a board goes, or `None` if the board does not look the same afterwards.
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
        Mirror::of(&*game)?.answer(&*state)
    }

    #[test]
    fn in_hex_the_mirror_exchanges_the_edges_of_the_players() {
        assert_eq!(answered("hex(size=5)", &["b1"]), Some("e4".to_string()));
        // On the diagonal there is nothing to copy with: the image is taken.
        assert_eq!(answered("hex(size=5)", &["c3"]), None);
    }

    #[test]
    fn a_turn_of_two_steps_is_copied_step_by_step() {
        let first = ["xb2"];
        let image = answered("harvest(base=3)", &first).unwrap();
        assert_ne!(image, "xb2");
        // The first turn has one step, so the second of the answer has no model.
        assert_eq!(answered("harvest(base=3)", &["xb2", &image]), None);
    }

    #[test]
    fn no_two_spots_have_one_image() {
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

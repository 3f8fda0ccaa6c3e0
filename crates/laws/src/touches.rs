//! What a front end relies on when a person touches the wrong thing, or sets a position up by hand.
//!
//! - Every touch that continues no gesture is answered with a sentence.
//! - A piece that was painted can be painted away, and what stood there painted back.
//! - A position is its pieces, painted onto the emptied board in any order, and the player it is handed to. What cannot be painted
//!   stays as it was: scores, reserves and keys follow from the pieces; targets stay; what a turn remembers of its earlier
//!   actions (steps made, extra moves left, pieces removed, a pass) begins anew when the position is handed to a player.
//! - A game without brushes is not set up by hand, and its answers may be the general one.
//! - Nothing panics on what is painted, whether or not a game can get there, and whatever its text is read as is the same state.

use std::collections::BTreeSet;
use std::sync::Arc;

use hexarium_games::registry::Visitor;
use hexarium_kernel::{AnyMatch, Game, Match, PieceView, Player, Rng, Spot, Touch, mix};

/// Looks at about this many positions of random games, from the start and from some given positions.
pub struct Touches<'a> {
    /// How many positions to look at.
    pub positions: usize,
    /// Further positions to start from.
    pub starts: &'a [String],
    /// Where the random numbers begin.
    pub seed: u64,
}

impl Visitor for Touches<'_> {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let id = game.canonical_id();
        let mut check = Check {
            spots: (0..game.board().cells.len() as u16).map(Spot).collect(),
            brushes: game.brushes(),
            buttons: BTreeSet::from(["pass", "swap", "done", "remove", "no such button"]),
            game: Arc::new(game),
            rng: Rng::new(mix(self.seed)),
        };
        let mut looked_at = 0;
        for round in 0.. {
            let start = self.starts.get(round % (self.starts.len() + 1));
            let mut game = match start.map(|text| check.game.parse_position(text)) {
                Some(Ok(state)) => Match::from_state(check.game.clone(), state),
                Some(Err(error)) => return Err(format!("{id}: {error}")),
                None => Match::new(check.game.clone()),
            };
            // Some way into the game, and sometimes its end.
            let length = check.rng.below(60);
            for _ in 0..length {
                let actions = game.legal_actions();
                if actions.is_empty() {
                    break;
                }
                game.play_legal(actions[check.rng.below(actions.len())]);
            }
            let complain = |complaint| format!("{id}: {}: {complaint}", AnyMatch::position(&game));
            check.answers(&game).map_err(complain)?;
            if !check.brushes.is_empty() {
                check.paints_back(game.state(), start.is_some()).map_err(complain)?;
                check.is_its_pieces(game.state()).map_err(complain)?;
                check.paints_anything(game.state()).map_err(complain)?;
            }
            looked_at += 1;
            if looked_at == self.positions {
                break;
            }
        }
        Ok(())
    }
}

struct Check<G: Game> {
    game: Arc<G>,
    /// All cells of the board, those that are only drawn included.
    spots: Vec<Spot>,
    brushes: Vec<PieceView>,
    /// Words of buttons seen so far, and some that most games do not have.
    buttons: BTreeSet<&'static str>,
    rng: Rng,
}

/// Complains unless a condition holds.
macro_rules! law {
    ($holds:expr, $($complaint:tt)+) => {
        if !$holds {
            return Err(format!($($complaint)+));
        }
    };
}

impl<G: Game> Check<G> {
    /// Every touch that continues no gesture is answered, whatever was touched before it.
    fn answers(&mut self, game: &Match<G>) -> Result<(), String> {
        let gestures: Vec<Vec<Touch>> =
            game.legal_actions().into_iter().map(|action| self.game.gesture(game.state(), action)).collect();
        for touch in gestures.iter().flatten() {
            if let Touch::Button(word) = touch {
                self.buttons.insert(word);
            }
        }
        self.answer(game, &gestures, &[])?;
        let off_the_board = Touch::Cell(Spot(u16::MAX));
        let buttons = self.buttons.iter().map(|&word| Touch::Button(word));
        let touches: Vec<Touch> =
            self.spots.iter().map(|&spot| Touch::Cell(spot)).chain(buttons).chain([off_the_board]).collect();
        for &touch in &touches {
            self.answer(game, &gestures, &[touch])?;
        }
        for _ in 0..60 {
            let gesture = if gestures.is_empty() { &[][..] } else { &gestures[self.rng.below(gestures.len())] };
            let mut touched = gesture[..self.rng.below(gesture.len() + 1)].to_vec();
            touched.push(touches[self.rng.below(touches.len())]);
            self.answer(game, &gestures, &touched)?;
        }
        // Sequences that no front end lets happen.
        for _ in 0..20 {
            let touched: Vec<Touch> = (0..self.rng.below(6)).map(|_| touches[self.rng.below(touches.len())]).collect();
            self.answer(game, &gestures, &touched)?;
        }
        Ok(())
    }

    fn answer(&self, game: &Match<G>, gestures: &[Vec<Touch>], touched: &[Touch]) -> Result<(), String> {
        let said = AnyMatch::objection(game, touched);
        let plain = said.len() > 10 && said.ends_with('.') && !said.ends_with("..") && !said.contains("  ");
        let filled_in = [": .", " .", " ,", " :", "''"].iter().all(|gap| !said.contains(gap));
        law!(plain && filled_in, "{touched:?} is answered by '{said}'");
        let says_over = said.starts_with("The game is over");
        let continues = gestures.iter().any(|gesture| gesture.starts_with(touched));
        law!(
            !says_over || continues || game.outcome().is_some(),
            "{touched:?} is answered by '{said}' in the middle of the game"
        );
        law!(
            says_over || touched.is_empty() || self.brushes.is_empty() || self.game.outcome(game.state()).is_none(),
            "{touched:?} is answered by '{said}' after the end"
        );
        Ok(())
    }

    /// Painting over a cell and back changes nothing.
    fn paints_back(&mut self, state: &G::State, given: bool) -> Result<(), String> {
        law!(self.game.painted(state, Spot(u16::MAX), None).is_none(), "a cell off the board was painted");
        let pieces = self.game.view(state).pieces;
        for (_, piece) in &pieces {
            let alike = |brush: &&PieceView| (brush.owner, brush.kind) == (piece.owner, piece.kind);
            law!(self.brushes.iter().any(|brush| alike(&brush)), "no brush for {piece:?}");
        }
        for _ in 0..12 {
            let spot = self.spots[self.rng.below(self.spots.len())];
            let brush = &self.brushes[self.rng.below(self.brushes.len())];
            let there = pieces.iter().find(|(at, _)| *at == spot).map(|(_, piece)| piece);
            // In a given position, the score that pays for a new piece need not be the one that gets it back when the piece goes.
            if there.is_none() && given {
                continue;
            }
            let Some(changed) = self.game.painted(state, spot, Some(brush)) else { continue };
            self.is_sound(&changed)?;
            let back = self.game.painted(&changed, spot, None).and_then(|emptied| match there {
                Some(piece) => self.game.painted(&emptied, spot, Some(piece)),
                None => Some(emptied),
            });
            let Some(back) = back else { return Err(format!("{there:?} cannot be put back on {spot:?}")) };
            self.are_same(&back, state)?;
        }
        Ok(())
    }

    /// The position is its pieces and whose turn it is.
    fn is_its_pieces(&mut self, state: &G::State) -> Result<(), String> {
        let player = self.game.to_move(state);
        let Some(handed) = self.game.handed_to(state, player) else { return Err("cannot be handed over".to_string()) };
        law!(self.game.is_turn_start(&handed), "{} is handed over within a turn", self.game.position_text(&handed));
        law!(self.game.to_move(&handed) == player, "handed to the wrong player");
        let repainted = self.repainted(state)?;
        let Some(repainted) = self.game.handed_to(&repainted, player) else {
            return Err("cannot be handed over".to_string());
        };
        self.are_same(&repainted, &handed)?;
        let (seen, before) = (self.game.view(&repainted), self.game.view(state));
        law!(seen.pieces == before.pieces && seen.marks == before.marks, "repainted it looks different");
        let text = self.game.position_text(&repainted);
        match self.game.parse_position(&text) {
            Ok(read) => self.are_same(&read, &repainted),
            Err(error) => Err(format!("repainted and handed over it is {text}, and refused: {error}")),
        }
    }

    /// Whatever is painted can be looked at, written and, if a game can get there, read; and it does not matter in which order.
    fn paints_anything(&mut self, state: &G::State) -> Result<(), String> {
        let mut painted = *state;
        let crowd = self.rng.below(4);
        for _ in 0..[1, 4, 20, 120][crowd] {
            let spot = self.spots[self.rng.below(self.spots.len())];
            let brush = self.brushes.get(self.rng.below(self.brushes.len() + 1));
            painted = self.game.painted(&painted, spot, brush).unwrap_or(painted);
        }
        self.is_sound(&painted)?;
        let again = self.repainted(&painted)?;
        self.are_same(&again, &painted)?;
        for player in Player::BOTH {
            let Some(handed) = self.game.handed_to(&painted, player) else {
                return Err("cannot be handed over".to_string());
            };
            law!(self.game.to_move(&handed) == player, "handed to the wrong player");
            self.is_sound(&handed)?;
        }
        Ok(())
    }

    /// The state after all cells were emptied and all its pieces painted again, in another order.
    fn repainted(&mut self, state: &G::State) -> Result<G::State, String> {
        let mut pieces = self.game.view(state).pieces;
        let mut repainted = *state;
        for &spot in &self.spots {
            repainted = self.game.painted(&repainted, spot, None).unwrap_or(repainted);
        }
        law!(self.game.view(&repainted).pieces.is_empty(), "not every cell can be emptied");
        self.is_sound(&repainted)?;
        while !pieces.is_empty() {
            let (spot, piece) = pieces.swap_remove(self.rng.below(pieces.len()));
            let next = self.game.painted(&repainted, spot, Some(&piece));
            let Some(next) = next else { return Err(format!("{piece:?} cannot be painted on {spot:?}")) };
            repainted = next;
        }
        Ok(repainted)
    }

    /// Nothing panics, and the text reads as the same state or is refused with a reason.
    fn is_sound(&self, state: &G::State) -> Result<(), String> {
        let game = Match::from_state(self.game.clone(), *state);
        let text = AnyMatch::position(&game);
        law!(!AnyMatch::view(&game).prompt.is_empty(), "{text}: no prompt");
        law!(AnyMatch::objection(&game, &[Touch::Cell(self.spots[0])]).ends_with('.'), "{text}: no answer");
        match self.game.parse_position(&text) {
            Ok(read) => self.are_same(&read, state),
            Err(error) => {
                law!(error.to_string().len() > "bad position: ".len(), "{text}: refused without a reason");
                Ok(())
            }
        }
    }

    fn are_same(&self, one: &G::State, other: &G::State) -> Result<(), String> {
        let [a, b] = [one, other].map(|state| self.game.position_text(state));
        law!(a == b, "{a} should be {b}");
        law!(self.game.key(one) == self.game.key(other), "{a}: two keys");
        law!(one == other, "{a}: two states");
        Ok(())
    }
}

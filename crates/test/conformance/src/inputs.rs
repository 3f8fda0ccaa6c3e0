//! Invariants of input handling and manual setup, which front ends rely on.
//!
//! - Every input that does not continue an action is answered with a sentence.
//! - A piece that was added can be removed, and the previous piece put back.
//! - A position is determined by its pieces, put on the empty board in any order, and the side to
//!   move. Other parts of the state are kept (targets) or derived from the pieces (scores,
//!   reserves, keys). State that depends on earlier actions of the turn (steps made, extra moves
//!   left, pieces removed, a pass) is reset by `with_side_to_move`.
//! - A game without `setup_pieces` does not support manual setup and may give the default answers.
//! - No setup position causes a panic, reachable or not, and if its text can be parsed, the result
//!   is the same state.

use std::collections::BTreeSet;
use std::sync::Arc;

use hexarium_games::registry::Visitor;
use hexarium_kernel::{AnyMatch, Game, Input, Match, PieceView, Player, Rng, Spot, mix};

/// Checks about `positions` positions of random games, from the start and from the given positions.
pub struct InputLaws<'a> {
    /// The number of positions to check.
    pub positions: usize,
    /// Additional starting positions.
    pub starts: &'a [String],
    /// The random seed.
    pub seed: u64,
}

impl Visitor for InputLaws<'_> {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let id = game.canonical_id();
        let mut check = Check {
            spots: (0..game.board().cells.len() as u16).map(Spot).collect(),
            setup_pieces: game.setup_pieces(),
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
            // A random point of the game, sometimes its end.
            let length = check.rng.below(60);
            for _ in 0..length {
                let actions = game.legal_actions();
                if actions.is_empty() {
                    break;
                }
                game.play_legal(actions[check.rng.below(actions.len())]);
            }
            let complain = |problem| format!("{id}: {}: {problem}", AnyMatch::position(&game));
            check.answers(&game).map_err(complain)?;
            if !check.setup_pieces.is_empty() {
                check.restores_pieces(game.state(), start.is_some()).map_err(complain)?;
                check.is_its_pieces(game.state()).map_err(complain)?;
                check.sets_any_pieces(game.state()).map_err(complain)?;
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
    /// All cells of the board, including those that hold no pieces.
    spots: Vec<Spot>,
    setup_pieces: Vec<PieceView>,
    /// The buttons seen so far, and some that most games do not have.
    buttons: BTreeSet<&'static str>,
    rng: Rng,
}

/// Returns an error unless a condition holds.
macro_rules! law {
    ($holds:expr, $($problem:tt)+) => {
        if !$holds {
            return Err(format!($($problem)+));
        }
    };
}

impl<G: Game> Check<G> {
    /// Checks that every input that does not continue an action is answered, after any prefix.
    fn answers(&mut self, game: &Match<G>) -> Result<(), String> {
        let gestures: Vec<Vec<Input>> =
            game.legal_actions().into_iter().map(|action| self.game.inputs(game.state(), action)).collect();
        for input in gestures.iter().flatten() {
            if let Input::Button(word) = input {
                self.buttons.insert(word);
            }
        }
        self.answer(game, &gestures, &[])?;
        let off_the_board = Input::Cell(Spot(u16::MAX));
        let buttons = self.buttons.iter().map(|&word| Input::Button(word));
        let clicks: Vec<Input> =
            self.spots.iter().map(|&spot| Input::Cell(spot)).chain(buttons).chain([off_the_board]).collect();
        for &click in &clicks {
            self.answer(game, &gestures, &[click])?;
        }
        for _ in 0..60 {
            let inputs = if gestures.is_empty() { &[][..] } else { &gestures[self.rng.below(gestures.len())] };
            let mut clicked = inputs[..self.rng.below(inputs.len() + 1)].to_vec();
            clicked.push(clicks[self.rng.below(clicks.len())]);
            self.answer(game, &gestures, &clicked)?;
        }
        // Sequences that no front end can produce.
        for _ in 0..20 {
            let clicked: Vec<Input> = (0..self.rng.below(6)).map(|_| clicks[self.rng.below(clicks.len())]).collect();
            self.answer(game, &gestures, &clicked)?;
        }
        Ok(())
    }

    fn answer(&self, game: &Match<G>, gestures: &[Vec<Input>], clicked: &[Input]) -> Result<(), String> {
        let said = AnyMatch::explain_illegal_input(game, clicked);
        let plain = said.len() > 10 && said.ends_with('.') && !said.ends_with("..") && !said.contains("  ");
        let filled_in = [": .", " .", " ,", " :", "''"].iter().all(|gap| !said.contains(gap));
        law!(plain && filled_in, "{clicked:?} is explained by '{said}'");
        let says_over = said.starts_with("The game is over");
        let continues = gestures.iter().any(|inputs| inputs.starts_with(clicked));
        law!(
            !says_over || continues || game.outcome().is_some(),
            "{clicked:?} is explained by '{said}' in the middle of the game"
        );
        law!(
            says_over
                || clicked.is_empty()
                || self.setup_pieces.is_empty()
                || self.game.outcome(game.state()).is_none(),
            "{clicked:?} is explained by '{said}' after the end"
        );
        Ok(())
    }

    /// Checks that replacing a piece and restoring it leaves the state unchanged.
    fn restores_pieces(&mut self, state: &G::State, given: bool) -> Result<(), String> {
        law!(self.game.with_piece(state, Spot(u16::MAX), None).is_none(), "a cell off the board can be set");
        let pieces = self.game.view(state).pieces;
        for (_, piece) in &pieces {
            let alike = |choice: &&PieceView| (choice.owner, choice.kind) == (piece.owner, piece.kind);
            law!(self.setup_pieces.iter().any(|choice| alike(&choice)), "no set-up piece for {piece:?}");
        }
        for _ in 0..12 {
            let spot = self.spots[self.rng.below(self.spots.len())];
            let choice = &self.setup_pieces[self.rng.below(self.setup_pieces.len())];
            let there = pieces.iter().find(|(at, _)| *at == spot).map(|(_, piece)| piece);
            // In a given position, the score that pays for a new piece may differ from the score
            // that is credited when the piece is removed.
            if there.is_none() && given {
                continue;
            }
            let Some(changed) = self.game.with_piece(state, spot, Some(choice)) else { continue };
            self.is_sound(&changed)?;
            let back = self.game.with_piece(&changed, spot, None).and_then(|emptied| match there {
                Some(piece) => self.game.with_piece(&emptied, spot, Some(piece)),
                None => Some(emptied),
            });
            let Some(back) = back else { return Err(format!("{there:?} cannot be put back on {spot:?}")) };
            self.are_same(&back, state)?;
        }
        Ok(())
    }

    /// Checks that the position is determined by its pieces and the side to move.
    fn is_its_pieces(&mut self, state: &G::State) -> Result<(), String> {
        let player = self.game.to_move(state);
        // A game may derive the side to move from the pieces.
        let Some(turned) = self.game.with_side_to_move(state, player) else { return Ok(()) };
        law!(
            self.game.is_turn_start(&turned),
            "{} is given to a player within a turn",
            self.game.position_text(&turned)
        );
        law!(self.game.to_move(&turned) == player, "the wrong player is to move");
        let rebuilt = self.rebuilt(state)?;
        let Some(rebuilt) = self.game.with_side_to_move(&rebuilt, player) else {
            return Err("the side to move can be set before the pieces are replaced, but not after".to_string());
        };
        self.are_same(&rebuilt, &turned)?;
        let (seen, before) = (self.game.view(&rebuilt), self.game.view(state));
        law!(
            seen.pieces == before.pieces && seen.marks == before.marks,
            "the view differs after the pieces are put back"
        );
        let text = self.game.position_text(&rebuilt);
        match self.game.parse_position(&text) {
            Ok(read) => self.are_same(&read, &rebuilt),
            Err(error) => Err(format!("with its pieces put back it is {text}, which is rejected: {error}")),
        }
    }

    /// Checks that any arrangement of pieces can be displayed and written, can be parsed if the
    /// game accepts it, and does not depend on the order of placement.
    fn sets_any_pieces(&mut self, state: &G::State) -> Result<(), String> {
        let mut with_piece = *state;
        let density = self.rng.below(4);
        for _ in 0..[1, 4, 20, 120][density] {
            let spot = self.spots[self.rng.below(self.spots.len())];
            let choice = self.setup_pieces.get(self.rng.below(self.setup_pieces.len() + 1));
            with_piece = self.game.with_piece(&with_piece, spot, choice).unwrap_or(with_piece);
        }
        self.is_sound(&with_piece)?;
        let again = self.rebuilt(&with_piece)?;
        self.are_same(&again, &with_piece)?;
        for player in Player::BOTH {
            let Some(turned) = self.game.with_side_to_move(&with_piece, player) else { continue };
            law!(self.game.to_move(&turned) == player, "the wrong player is to move");
            self.is_sound(&turned)?;
        }
        Ok(())
    }

    /// Empties all cells and puts all pieces back in random order.
    fn rebuilt(&mut self, state: &G::State) -> Result<G::State, String> {
        let mut pieces = self.game.view(state).pieces;
        let mut rebuilt = *state;
        for &spot in &self.spots {
            rebuilt = self.game.with_piece(&rebuilt, spot, None).unwrap_or(rebuilt);
        }
        law!(self.game.view(&rebuilt).pieces.is_empty(), "not every cell can be emptied");
        self.is_sound(&rebuilt)?;
        while !pieces.is_empty() {
            let (spot, piece) = pieces.swap_remove(self.rng.below(pieces.len()));
            let next = self.game.with_piece(&rebuilt, spot, Some(&piece));
            let Some(next) = next else { return Err(format!("{piece:?} cannot be put on {spot:?}")) };
            rebuilt = next;
        }
        Ok(rebuilt)
    }

    /// Checks that nothing panics, and that the text is parsed as the same state or rejected with a
    /// reason.
    fn is_sound(&self, state: &G::State) -> Result<(), String> {
        let game = Match::from_state(self.game.clone(), *state);
        let text = AnyMatch::position(&game);
        law!(!AnyMatch::view(&game).prompt.is_empty(), "{text}: no prompt");
        law!(
            AnyMatch::explain_illegal_input(&game, &[Input::Cell(self.spots[0])]).ends_with('.'),
            "{text}: no explanation"
        );
        match self.game.parse_position(&text) {
            Ok(read) => self.are_same(&read, state),
            Err(error) => {
                law!(error.to_string().len() > "bad position: ".len(), "{text}: rejected without a reason");
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

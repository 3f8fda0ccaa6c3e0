//! Text notation of placement games: the actions `f6`, `swap` and `pass`, and positions such as
//! `.B./R../... b`, followed by ` passed` if the last turn was a pass.

use hexarium_geometry::Bits;
use hexarium_kernel::{
    ActionError, Notation, PerPlayer, Player, PositionError, Rules, Words, board_text, parse_board, split_position,
};

use super::{Action, PASS, Placement, PlacementGame, SWAP, State, has};

/// The last field of a position whose last turn was a pass.
const PASSED: &str = " passed";

impl<G: Placement<W>, const W: usize> Notation for PlacementGame<G, W> {
    fn action_text(&self, _: &Self::State, action: Action) -> String {
        match action {
            Action::Place(cell) => self.game.board().name(cell).to_string(),
            Action::Swap => SWAP.name.to_string(),
            Action::Pass => PASS.name.to_string(),
        }
    }

    fn parse_action(&self, _: &Self::State, text: &str) -> Result<Action, ActionError> {
        match text {
            "swap" => return Ok(Action::Swap),
            "pass" => return Ok(Action::Pass),
            _ => {}
        }
        let board = self.game.board();
        board.named(text).map(Action::Place).ok_or_else(|| {
            let [first, last] = [0, board.cells().len() - 1].map(|i| board.name(board.cells()[i]));
            let words = match (self.swap, self.pass) {
                (false, false) => "",
                (true, false) => ", or swap",
                (false, true) => ", or pass",
                (true, true) => ", swap or pass",
            };
            ActionError::syntax(text, format!("a cell from {first} to {last}{words}"))
        })
    }

    fn explain_illegal_action(&self, _: &Self::State, action: Action) -> String {
        let reason = match action {
            Action::Place(_) => "the cell is taken, and stones never move or change colour",
            Action::Swap if self.swap => "swap is only the second player's reply to the first stone",
            Action::Swap => "this game is played without the swap rule",
            Action::Pass if self.pass => "the turn before was a pass, and two in a row are not allowed",
            Action::Pass if has::<G, W>(PASS) => {
                "this game is played without passes; with the option pass=true it has them"
            }
            Action::Pass => "this game is played without passes",
        };
        reason.to_string()
    }

    fn position_text(&self, state: &Self::State) -> String {
        let letter = |player: Player| self.colours[player].letter;
        let board = self.game.board();
        let cells = board_text(board.rows().iter().map(Vec::len), |i| {
            let cell = board.cells()[i];
            let owner = Player::BOTH.into_iter().find(|&p| state.stones[p].has(cell));
            owner.map_or('.', letter)
        });
        let passed = if state.passed { PASSED } else { "" };
        format!("{cells} {}{passed}", letter(state.to_move).to_ascii_lowercase())
    }

    fn parse_position(&self, text: &str) -> Result<Self::State, PositionError> {
        let (text, passed) = match text.strip_suffix(PASSED) {
            Some(text) if self.pass => (text, true),
            _ => (text, false),
        };
        let letters = G::COLOURS.map(|colour| colour.letter);
        let [one, other] = letters.map(|letter| letter.to_ascii_lowercase());
        let after_pass = if self.pass { ", passed after a pass" } else { "" };
        let [cells, side] = split_position(text, format!("board, side ({one} or {other}){after_pass}"))?;
        let player = |letter: char| Player::BOTH.into_iter().find(|&p| self.colours[p].letter == letter);
        let board = self.game.board();
        let mut stones = PerPlayer([Bits::EMPTY; 2]);
        let rows = board.rows().iter().map(Vec::len);
        parse_board(cells, rows, &format!(".{}{}", letters[0], letters[1]), |i, letter| {
            if let Some(player) = player(letter) {
                stones[player].insert(board.cells()[i]);
            }
        })?;
        let lower_case = |letter: char| letter.is_ascii_lowercase().then(|| letter.to_ascii_uppercase());
        let mut side_letters = side.chars();
        let to_move = match (side_letters.next(), side_letters.next()) {
            (Some(letter), None) => lower_case(letter).and_then(player),
            _ => None,
        };
        let wrong_side = || PositionError::field("the side to move", side, format!("{one} or {other}"));
        let to_move = to_move.ok_or_else(wrong_side)?;
        self.check_counts(&stones, to_move)?;
        let state = self.assemble(stones, to_move, passed);
        self.check_winner(&state)?;
        Ok(state)
    }
}

impl<G: Placement<W>, const W: usize> PlacementGame<G, W> {
    /// Checks that the side to move agrees with the stone counts: players alternate, and a swap
    /// takes one stone from the first player. With passes, and for set-up positions, any counts are
    /// valid.
    fn check_counts(&self, stones: &PerPlayer<Bits<W>>, to_move: Player) -> Result<(), PositionError> {
        let (first, second) = (stones[Player::First].len(), stones[Player::Second].len());
        let ahead = usize::from(to_move == Player::Second);
        let plain = first == second + ahead;
        let swapped = self.swap && first + 1 == second + ahead && second > 0;
        if plain || swapped || self.pass {
            return Ok(());
        }
        let name = |player| self.player_name(player);
        Err(PositionError::Impossible(format!(
            "{first} stones of {} and {second} of {} with {} to move; players alternate and {} begins",
            name(Player::First),
            name(Player::Second),
            name(to_move),
            name(Player::First),
        )))
    }

    /// Checks that at most one player has won, and in the last turn.
    fn check_winner(&self, state: &State<G::Links, W>) -> Result<(), PositionError> {
        let Some(winner) = self.outcome(state).and_then(|outcome| outcome.winner) else { return Ok(()) };
        let name = self.player_name(winner);
        let problem = if self.game.win(state, winner.other()).is_some() {
            "both players have already won".to_string()
        } else if winner == state.to_move {
            format!("{name} has already won, so {name} cannot be to move")
        } else if state.passed {
            format!("{name} has already won, so the last turn cannot be a pass")
        } else {
            return Ok(());
        };
        Err(PositionError::Impossible(problem))
    }
}

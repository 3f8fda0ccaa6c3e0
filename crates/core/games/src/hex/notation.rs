//! Text notation of Hex: the actions `f6`, `swap` and `pass`, and positions such as `.B./R../...
//! b`, followed by ` passed` if the last turn was a pass.

use hexarium_geometry::Bits;
use hexarium_kernel::{
    ActionError, Notation, PerPlayer, Player, PositionError, Present, Rules, board_text, parse_board, split_position,
};

use super::{Action, Hex, PASS_KEY, SIDE_KEY, State};

/// The last field of a position whose last turn was a pass.
const PASSED: &str = " passed";

impl<const W: usize> Notation for Hex<W> {
    fn action_text(&self, _: &State<W>, action: Action) -> String {
        match action {
            Action::Place(cell) => self.board.name(cell).to_string(),
            Action::Swap => "swap".to_string(),
            Action::Pass => "pass".to_string(),
        }
    }

    fn parse_action(&self, _: &State<W>, text: &str) -> Result<Action, ActionError> {
        match text {
            "swap" => return Ok(Action::Swap),
            "pass" => return Ok(Action::Pass),
            _ => {}
        }
        self.board.named(text).map(Action::Place).ok_or_else(|| {
            let last = self.board.cells()[self.board.cells().len() - 1];
            let words = match (self.swap, self.pass) {
                (false, false) => "",
                (true, false) => ", or swap",
                (false, true) => ", or pass",
                (true, true) => ", swap or pass",
            };
            ActionError::syntax(text, format!("a cell from a1 to {}{words}", self.board.name(last)))
        })
    }

    fn explain_illegal_action(&self, _: &State<W>, action: Action) -> String {
        match action {
            Action::Place(_) => "the cell is taken, and stones never move or change colour".to_string(),
            Action::Swap if self.swap => "swap is only the second player's reply to the first stone".to_string(),
            Action::Swap => "this game is played without the swap rule".to_string(),
            Action::Pass if self.pass => "the turn before was a pass, and two in a row are not allowed".to_string(),
            Action::Pass => "this game is played without passes; with the option pass=true it has them".to_string(),
        }
    }

    fn position_text(&self, state: &State<W>) -> String {
        let letter = |player| if player == self.blue { 'B' } else { 'R' };
        let board = board_text((0..self.size).map(|_| self.size), |i| {
            let cell = self.board.cells()[i];
            let owner = Player::BOTH.into_iter().find(|&p| state.stones[p].has(cell));
            owner.map_or('.', letter)
        });
        let passed = if state.passed { PASSED } else { "" };
        format!("{board} {}{passed}", letter(state.to_move).to_ascii_lowercase())
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, PositionError> {
        let (text, passed) = match text.strip_suffix(PASSED) {
            Some(text) if self.pass => (text, true),
            _ => (text, false),
        };
        let expected = if self.pass { "board, side (b or r), passed after a pass" } else { "board, side (b or r)" };
        let [board, side] = split_position(text, expected)?;
        let mut stones = PerPlayer([Bits::EMPTY; 2]);
        parse_board(board, (0..self.size).map(|_| self.size), ".BR", |i, letter| {
            let player = match letter {
                'B' => self.blue,
                'R' => self.blue.other(),
                _ => return,
            };
            stones[player].insert(self.board.cells()[i]);
        })?;
        let to_move = match side {
            "b" => self.blue,
            "r" => self.blue.other(),
            _ => return Err(PositionError::field("the side to move", side, "b or r")),
        };
        self.check_counts(&stones, to_move)?;
        let state = self.assemble(stones, to_move, passed);
        if let Some(winner) = self.outcome(&state).and_then(|o| o.winner) {
            let linked = |p: Player| state.linked[p][0].meets(state.linked[p][1]);
            if linked(winner.other()) {
                return Err(PositionError::Impossible("both players have joined their edges".to_string()));
            }
            if winner == to_move {
                let name = self.player_name(winner);
                return Err(PositionError::Impossible(format!(
                    "{name} has already joined the edges, so {name} cannot be to move"
                )));
            }
            if passed {
                let name = self.player_name(winner);
                return Err(PositionError::Impossible(format!(
                    "{name} has already joined the edges, and nobody passes after that"
                )));
            }
        }
        Ok(state)
    }
}

impl<const W: usize> Hex<W> {
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

    /// Returns the state with these stones; all derived fields are recomputed.
    pub(super) fn assemble(&self, stones: PerPlayer<Bits<W>>, to_move: Player, passed: bool) -> State<W> {
        let mut state = State { stones, to_move, passed, ..self.start() };
        for player in Player::BOTH {
            let own = stones[player];
            state.linked[player] = self.edges[player].map(|edge| self.board.flood(edge & own, own));
            for cell in own {
                state.key ^= self.keys[player][cell.index()];
            }
        }
        if to_move == Player::Second {
            state.key ^= SIDE_KEY;
        }
        if passed {
            state.key ^= PASS_KEY;
        }
        state
    }
}

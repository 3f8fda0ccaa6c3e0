//! Text notation of March of the Fire Ants: `@a3`, `a2-i4`, `c7-f6`, `pass`, and positions with `#`
//! for the missing corners.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{
    ActionError, Notation, PerPlayer, Player, PositionError, Words, board_text, parse_board, parse_number,
    split_position,
};

use super::{Action, FRAME, FireAnts, PIECES, QUEENS, State};

impl Notation for FireAnts {
    fn action_text(&self, _: &State, action: Action) -> String {
        let name = |cell| self.board.name(cell);
        match action {
            Action::Place(cell) => format!("@{}", name(cell)),
            Action::Change { from, to } | Action::Move { from, to } => format!("{}-{}", name(from), name(to)),
            Action::Pass => "pass".to_string(),
        }
    }

    fn parse_action(&self, _: &State, text: &str) -> Result<Action, ActionError> {
        let parsed = if text == "pass" {
            Some(Action::Pass)
        } else if let Some(name) = text.strip_prefix('@') {
            self.board.named(name).map(Action::Place)
        } else {
            text.split_once('-').and_then(|(from, to)| {
                let (from, to) = (self.board.named(from)?, self.board.named(to)?);
                // A line over regular spaces ends on a regular space, so the destination
                // distinguishes the two.
                Some(if self.buffer.has(to) { Action::Change { from, to } } else { Action::Move { from, to } })
            })
        };
        parsed.ok_or_else(|| {
            let expected = "@ and a space to place a stone on (@a3), two spaces to move from and to (c7-f6), or pass; \
                            spaces are named a2 to i4";
            ActionError::syntax(text, expected)
        })
    }

    fn explain_illegal_action(&self, state: &State, action: Action) -> String {
        match action {
            Action::Place(cell) => self.explain_illegal_placement(state, cell),
            Action::Change { from, to } => self.explain_illegal_change(state, from, to),
            Action::Move { from, to } => self.explain_illegal_move(state, from, to),
            Action::Pass => "only a player who can do nothing else passes".to_string(),
        }
    }

    fn position_text(&self, state: &State) -> String {
        let board = board_text(FRAME.rows().iter().map(Vec::len), |i| match self.frame[i] {
            None => '#',
            Some(cell) => {
                let owner = Player::BOTH.into_iter().find(|&p| state.pieces(p).has(cell));
                owner.map_or('.', |p| letter(p, state.queens[p].has(cell)))
            }
        });
        let [first, second] = state.reserve.0;
        format!("{board} {} {first}-{second}", letter(state.to_move, false))
    }

    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        let [board, side, reserves] = split_position(text, "board, side (w or b), reserves (as in 10-10)")?;
        let mut stones = PerPlayer([Bits::EMPTY; 2]);
        let mut queens = PerPlayer([Bits::EMPTY; 2]);
        let mut misplaced = None;
        let lengths: Vec<usize> = FRAME.rows().iter().map(Vec::len).collect();
        parse_board(board, lengths.iter().copied(), ".wbWB#", |i, found| match (self.frame[i], found) {
            (None, '#') | (Some(_), '.') => {}
            (Some(cell), 'w') => stones[Player::First].insert(cell),
            (Some(cell), 'b') => stones[Player::Second].insert(cell),
            (Some(cell), 'W') => queens[Player::First].insert(cell),
            (Some(cell), 'B') => queens[Player::Second].insert(cell),
            _ => misplaced = misplaced.or(Some((i, found))),
        })?;
        if let Some((i, found)) = misplaced {
            return Err(self.misplaced(&lengths, i, found));
        }
        let to_move = match side {
            "w" => Player::First,
            "b" => Player::Second,
            _ => return Err(PositionError::field("the side to move", side, "w or b")),
        };
        let numbers = reserves.split_once('-').and_then(|(first, second)| {
            let number = |text| parse_number(text, PIECES as u32);
            Some(PerPlayer([number(first)?, number(second)?]))
        });
        let Some(reserve) = numbers else {
            let expected = format!("two numbers from 0 to {PIECES}, White's first, as in 10-10");
            return Err(PositionError::field("the pair of reserves", reserves, expected));
        };
        for player in Player::BOTH {
            self.check_counts(player, stones[player], queens[player], reserve[player] as usize)?;
        }
        Ok(self.assemble(stones, queens, to_move))
    }
}

/// Returns the letter of a piece; that of a stone also denotes the player.
pub(super) const fn letter(player: Player, is_queen: bool) -> char {
    match (player, is_queen) {
        (Player::First, false) => 'w',
        (Player::First, true) => 'W',
        (Player::Second, false) => 'b',
        (Player::Second, true) => 'B',
    }
}

impl FireAnts {
    /// Returns the error for a `#` on a space, or anything else on a missing corner.
    fn misplaced(&self, lengths: &[usize], mut i: usize, found: char) -> PositionError {
        let expected = if self.frame[i].is_none() {
            "'#', as the board has no corners"
        } else {
            "'.', 'w', 'b', 'W' or 'B', as only the six corners are '#'"
        };
        let mut row = 0;
        while i >= lengths[row] {
            i -= lengths[row];
            row += 1;
        }
        PositionError::Character { row: row + 1, column: i + 1, found, expected: expected.to_string() }
    }

    fn check_counts(
        &self,
        player: Player,
        stones: Bits<1>,
        queens: Bits<1>,
        reserve: usize,
    ) -> Result<(), PositionError> {
        let name = self.player_name(player);
        let impossible = |text| Err(PositionError::Impossible(text));
        if let Some(cell) = (queens & self.buffer).first() {
            let at = self.board.name(cell);
            return impossible(format!("{name}'s queen on {at}: queens stand on regular spaces only"));
        }
        if queens.len() > QUEENS {
            return impossible(format!("{name} has {} queens; there are at most {QUEENS}", queens.len()));
        }
        let on_board = stones.len() + queens.len();
        if on_board > PIECES {
            return impossible(format!("{name} has {on_board} pieces on the board; there are {PIECES}"));
        }
        let rest = PIECES - on_board;
        if reserve != rest {
            return impossible(format!(
                "{name} has {on_board} of {PIECES} pieces on the board, so the reserve is {rest}, not {reserve}"
            ));
        }
        Ok(())
    }

    fn explain_illegal_placement(&self, state: &State, cell: Cell) -> String {
        let name = self.board.name(cell);
        if self.regular.has(cell) {
            format!("a stone from the reserve goes onto a buffer space, and {name} is a regular space")
        } else if state.occupied().has(cell) {
            format!("{name} is taken")
        } else {
            format!("{}'s reserve is empty", self.player_name(state.to_move))
        }
    }

    fn explain_illegal_change(&self, state: &State, from: Cell, to: Cell) -> String {
        let to_name = self.board.name(to);
        if let Some(reason) = self.not_own(state, from) {
            reason
        } else if self.regular.has(from) {
            format!("pieces never move back into the buffer, and {to_name} is a buffer space")
        } else if !self.buffer_shift {
            "this game is played without changes of buffer space".to_string()
        } else if from == to {
            "the stone stands there already".to_string()
        } else {
            format!("{to_name} is taken")
        }
    }

    fn explain_illegal_move(&self, state: &State, from: Cell, to: Cell) -> String {
        let name = |cell| self.board.name(cell);
        if let Some(reason) = self.not_own(state, from) {
            return reason;
        }
        if from == to {
            return "a piece moves at least one space".to_string();
        }
        let (occupied, path) = (state.occupied(), self.lines.path(from, to));
        if path.is_empty() {
            return format!("pieces move in a straight line, and {} is in none with {}", name(to), name(from));
        }
        if occupied.has(to) {
            return format!("{} is taken", name(to));
        }
        if let Some(blocker) = (path & occupied).first() {
            return format!("the piece on {} stands in the way", name(blocker));
        }
        let directions = self.lines.ways(from).iter();
        let way = directions.copied().find(|&d| self.lines.free(from, d, occupied).has(to));
        let stop = way.and_then(|d| self.lines.stop(from, d, occupied)).map_or(name(to), name);
        format!("a stone slides as far as it can: it would stop on {stop}")
    }

    /// Explains why the side to move cannot move the piece on a cell.
    fn not_own(&self, state: &State, cell: Cell) -> Option<String> {
        let name = self.board.name(cell);
        if state.pieces(state.to_move).has(cell) {
            None
        } else if state.occupied().has(cell) {
            Some(format!("the piece on {name} is {}'s", self.player_name(state.to_move.other())))
        } else {
            Some(format!("{name} is empty"))
        }
    }
}

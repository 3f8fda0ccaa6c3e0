//! Text notation of Harvest: `xd4`, `c3-c6`, `c3-c6=a1`, `pass`, and positions such as
//! `ooo/oooo/oo.oo/oooo/ooo 2 2 0 1-0`.

use hexarium_geometry::{Bits, Cell, Direction};
use hexarium_kernel::{
    ActionError, Notation, PerPlayer, Player, PositionError, Words, board_text, parse_board, parse_number,
    split_position,
};

use super::{Action, Harvest, State};

impl<const W: usize, const N: usize> Notation for Harvest<W, N> {
    fn action_text(&self, _: &State<W>, action: Action) -> String {
        let name = |cell| self.board.name(cell);
        match action {
            Action::Remove(cell) => format!("x{}", name(cell)),
            Action::Move { from, to, keep: None } => format!("{}-{}", name(from), name(to)),
            Action::Move { from, to, keep: Some(keep) } => format!("{}-{}={}", name(from), name(to), name(keep)),
            Action::Pass => "pass".to_string(),
        }
    }

    fn parse_action(&self, _: &State<W>, text: &str) -> Result<Action, ActionError> {
        self.read_action(text).ok_or_else(|| {
            let cells = self.board.cells();
            let (first, last) = (self.board.name(cells[0]), self.board.name(cells[cells.len() - 1]));
            let middle = self.board.name(cells[cells.len() / 2]);
            ActionError::syntax(
                text,
                format!(
                    "x{middle} (remove), {first}-{middle} (move), {first}-{middle}={last} (move and keep the group whose \
                     first cell that is) with cells from {first} to {last}, or pass"
                ),
            )
        })
    }

    fn explain_illegal_action(&self, state: &State<W>, action: Action) -> String {
        match action {
            Action::Remove(cell) => self.explain_illegal_removal(state, cell),
            Action::Move { from, to, keep } => self.explain_illegal_move(state, from, to, keep),
            Action::Pass => "every turn must remove at least one piece, and this is the last step to do it".to_string(),
        }
    }

    fn position_text(&self, state: &State<W>) -> String {
        let board = board_text(self.row_lengths(), |i| if state.pieces.has(self.board.cells()[i]) { 'o' } else { '.' });
        let side = state.to_move.index() + 1;
        let [first, second] = state.scores.0;
        format!("{board} {side} {} {} {first}-{second}", state.steps_left, state.removed)
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, PositionError> {
        let [board, side, steps, removed, scores] =
            split_position(text, "board, side (1 or 2), steps left, removed so far in this turn, scores (as in 3-0)")?;
        let mut pieces = Bits::EMPTY;
        parse_board(board, self.row_lengths(), ".o", |i, letter| {
            if letter == 'o' {
                pieces.insert(self.board.cells()[i]);
            }
        })?;
        let to_move = match side {
            "1" => Player::First,
            "2" => Player::Second,
            _ => return Err(PositionError::field("the side to move", side, "1 or 2")),
        };
        let steps_left = parse_number(steps, 2)
            .filter(|&n| n > 0)
            .ok_or_else(|| PositionError::field("the number of steps left", steps, "1 or 2"))?;
        let most = self.board.cells().len() as u32 - 2;
        let number = |text| parse_number(text, most);
        let removed = number(removed).ok_or_else(|| {
            PositionError::field(
                "the number removed so far in this turn",
                removed,
                format!("a number from 0 to {most}"),
            )
        })?;
        let scores = scores
            .split_once('-')
            .and_then(|(first, second)| Some(PerPlayer([number(first)? as u8, number(second)? as u8])))
            .ok_or_else(|| {
                let expected = format!("the two players' scores as in 3-0, each from 0 to {most}");
                PositionError::field("the score", scores, expected)
            })?;
        let state = State { pieces, scores, to_move, steps_left: steps_left as u8, removed: removed as u8 };
        self.check(&state).map_err(PositionError::Impossible)?;
        Ok(state)
    }
}

impl<const W: usize, const N: usize> Harvest<W, N> {
    fn row_lengths(&self) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        self.board.rows().iter().map(Vec::len)
    }

    fn read_action(&self, text: &str) -> Option<Action> {
        if text == "pass" {
            return Some(Action::Pass);
        }
        if let Some(cell) = text.strip_prefix('x') {
            return self.board.named(cell).map(Action::Remove);
        }
        let (from, rest) = text.split_once('-')?;
        let (to, keep) = match rest.split_once('=') {
            Some((to, keep)) => (to, Some(self.board.named(keep)?)),
            None => (rest, None),
        };
        Some(Action::Move { from: self.board.named(from)?, to: self.board.named(to)?, keep })
    }

    /// Checks the invariants of all positions of a game.
    fn check(&self, state: &State<W>) -> Result<(), String> {
        let (pieces, cells) = (state.pieces.len(), self.board.cells().len());
        let [first, second] = state.scores.0.map(usize::from);
        if pieces < 2 {
            return Err(format!("the board has {pieces} pieces; the game ends as soon as two are left"));
        }
        if !self.board.is_one_group(state.pieces) {
            return Err("the pieces do not form one group; after every step there is only one".to_string());
        }
        if first + second + pieces != cells {
            return Err(format!(
                "{pieces} pieces on the board and scores of {first} and {second} make {}; expected {cells}, one for each cell",
                first + second + pieces
            ));
        }
        if state.steps_left == 2 && state.removed > 0 {
            return Err(format!("{} removed so far in this turn with 2 steps left; expected 0", state.removed));
        }
        let score = state.scores[state.to_move];
        if state.removed > score {
            let name = self.player_name(state.to_move);
            return Err(format!(
                "{name} has a score of {score} but removed {} so far in this turn; expected at most the score",
                state.removed
            ));
        }
        Ok(())
    }

    pub(super) fn explain_illegal_removal(&self, state: &State<W>, cell: Cell) -> String {
        let name = |cell| self.board.name(cell);
        if !state.pieces.has(cell) {
            return format!("there is no piece on {}", name(cell));
        }
        match (self.board.around(cell) & !state.pieces).first() {
            Some(empty) => {
                format!("only a surrounded piece can be removed, and {} next to {} is empty", name(empty), name(cell))
            }
            None => format!(
                "only a piece with six neighbours can be removed, and {} at the edge has {}",
                name(cell),
                self.board.around(cell).len()
            ),
        }
    }

    fn explain_illegal_move(&self, state: &State<W>, from: Cell, to: Cell, keep: Option<Cell>) -> String {
        let pieces = state.pieces;
        let (a, b) = (self.board.name(from), self.board.name(to));
        if !pieces.has(from) {
            return format!("there is no piece on {a}");
        }
        if from == to {
            return "a move leads to another space; to let the step go, pass".to_string();
        }
        let Some(direction) = Direction::ALL.into_iter().find(|&d| self.grid.ray(from, d).has(to)) else {
            return format!("a piece moves along one of the six directions, and {b} is not in line with {a}");
        };
        if pieces.has(to) {
            return format!("a piece moves to an empty space, and {b} is occupied");
        }
        let way = self.grid.ray(from, direction) & !self.grid.ray(to, direction);
        if !way.meets(pieces) {
            return format!("a move passes over at least one piece, and there is none between {a} and {b}");
        }
        if !self.landings(pieces).has(to) {
            return format!("a piece lands next to another one, and no space next to {b} is occupied");
        }
        let groups = self.groups(pieces, from, to);
        if state.must_remove() && !groups.are_split() {
            return "every turn must remove at least one piece, and this move in its last step removes none"
                .to_string();
        }
        let biggest = groups.biggest();
        if biggest.are_split() {
            let mut firsts: Vec<Cell> = biggest.all().iter().filter_map(|group| group.first()).collect();
            firsts.sort_unstable();
            let choices: Vec<String> = firsts.iter().map(|&c| format!("{a}-{b}={}", self.board.name(c))).collect();
            return format!("the biggest groups are of equal size, choose which stays: {}", choices.join(" or "));
        }
        let cut = if groups.are_split() { "one group is the biggest and stays" } else { "the group stays whole" };
        match keep {
            Some(_) => format!("{cut}, so there is nothing to choose: {a}-{b}"),
            None => cut.to_string(),
        }
    }
}

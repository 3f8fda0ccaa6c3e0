//! Text notation of Coalesce: `d3-d4`, `pass`, and positions such as
//! `BRBR/RB.RB/B.RB.R/RRB.RBB/B.RB.R/RB.RB/BRBR b 1`.

use hexarium_geometry::{Bits, Direction};
use hexarium_kernel::{
    ActionError, Notation, PerPlayer, Player, PositionError, Words, board_text, parse_board, parse_number,
    split_position,
};

use super::{Action, Coalesce, PIECES, State};

impl Notation for Coalesce {
    fn action_text(&self, _: &State, action: Action) -> String {
        match action {
            Action::Step { from, to } => format!("{}-{}", self.board.name(from), self.board.name(to)),
            Action::Pass => "pass".to_string(),
        }
    }

    fn parse_action(&self, _: &State, text: &str) -> Result<Action, ActionError> {
        if text == "pass" {
            return Ok(Action::Pass);
        }
        let cells = text.split_once('-').and_then(|(from, to)| self.board.named(from).zip(self.board.named(to)));
        cells
            .map(|(from, to)| Action::Step { from, to })
            .ok_or_else(|| ActionError::syntax(text, "two cells from a1 to g4 as in d3-d4 (from, to), or pass"))
    }

    fn explain_illegal_action(&self, state: &State, action: Action) -> String {
        let Action::Step { from, to } = action else { return "a step may always be passed".to_string() };
        let (start, goal) = (self.board.name(from), self.board.name(to));
        match state.owner(from) {
            None => return format!("there is no piece on {start}"),
            Some(owner) if owner != state.to_move => {
                let (theirs, own) = (self.player_name(owner), self.player_name(state.to_move));
                return format!(
                    "the piece on {start} is {theirs}'s, and {own} can only push it with a piece of their own"
                );
            }
            Some(_) => {}
        }
        if self.direction(from, to).is_some() && !self.edge_moves {
            return format!(
                "only pushed pieces go over the edge: the moving piece itself steps to an adjacent space, and {goal} is at \
                 the other end of the line"
            );
        }
        let step = |direction: Direction| self.ways[direction.index()].steppers.has(from);
        let mut goals: Vec<_> =
            Direction::ALL.into_iter().filter(|&d| step(d)).map(|d| self.pushed_to(from, d)).collect();
        goals.sort_unstable();
        let goals: Vec<&str> = goals.into_iter().map(|cell| self.board.name(cell)).collect();
        format!("a step goes to the next space on a line; from {start} these are {}", goals.join(", "))
    }

    fn position_text(&self, state: &State) -> String {
        let board = board_text(self.row_lengths(), |i| match state.owner(self.board.cells()[i]) {
            Some(player) => self.letter(player),
            None => '.',
        });
        format!("{board} {} {}", self.letter(state.to_move).to_ascii_lowercase(), state.steps)
    }

    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        let [board, side, steps] = split_position(text, "board, side (b or r), steps left in the turn (1 or 2)")?;
        let mut pieces = PerPlayer([Bits::EMPTY; 2]);
        parse_board(board, self.row_lengths(), ".BR", |i, letter| {
            let owner = Player::BOTH.into_iter().find(|&player| self.letter(player) == letter);
            if let Some(player) = owner {
                pieces[player].insert(self.board.cells()[i]);
            }
        })?;
        let to_move = match side {
            "b" => Player::First,
            "r" => Player::Second,
            _ => return Err(PositionError::field("the side to move", side, "b or r")),
        };
        let steps = match parse_number(steps, 2) {
            Some(steps) if steps > 0 => steps as u8,
            _ => return Err(PositionError::field("the number of steps left", steps, "1 or 2")),
        };
        let [blue, red] = pieces.0.map(Bits::len);
        if [blue, red] != [PIECES; 2] {
            return Err(PositionError::Impossible(format!(
                "{blue} blue and {red} red pieces; there are always {PIECES} of each, for none ever leaves the board"
            )));
        }
        Ok(State { pieces, to_move, steps })
    }
}

impl Coalesce {
    fn row_lengths(&self) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        self.board.rows().iter().map(Vec::len)
    }

    /// Returns the letter of a player's pieces.
    pub(super) fn letter(&self, player: Player) -> char {
        match player {
            Player::First => 'B',
            Player::Second => 'R',
        }
    }
}

//! Position texts of Protista: `.w2.b/… w +1 i2,k5,l8|c3,e5,f1`.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{Player, PositionError, Words, parse_number, split_position};

use super::state::MAX_HEIGHT;
use super::{BLACK, Protista, State, WHITE, Win};

impl<const W: usize, const N: usize> Protista<W, N> {
    /// Returns the letter of a player's piece.
    pub(super) fn letter(player: Player, king: bool) -> char {
        match (player, king) {
            (WHITE, false) => 'w',
            (WHITE, true) => 'W',
            (BLACK, false) => 'b',
            (BLACK, true) => 'B',
        }
    }

    /// Returns the text of a cell: the piece, and the height of a stack.
    pub(super) fn glyph(&self, state: &State<W, N>, cell: Cell) -> String {
        let Some(owner) = Player::BOTH.into_iter().find(|&p| state.pieces[p].has(cell)) else { return ".".to_string() };
        let letter = Self::letter(owner, state.kings.has(cell));
        match state.height(cell) {
            1 => letter.to_string(),
            height => format!("{letter}{height}"),
        }
    }

    pub(super) fn write_position(&self, state: &State<W, N>) -> String {
        let row = |row: &Vec<Cell>| row.iter().map(|&cell| self.glyph(state, cell)).collect::<String>();
        let board: Vec<String> = self.board.rows().iter().map(row).collect();
        let side = Self::letter(state.to_move, false);
        let left = ["1", "+1", "+2"][usize::from(state.extra)];
        let targets = match self.win {
            Win::King => "-".to_string(),
            Win::Targets => {
                let names = |player| {
                    let names: Vec<&str> = state.targets[player].iter().map(|cell| self.name(cell)).collect();
                    names.join(",")
                };
                format!("{}|{}", names(WHITE), names(BLACK))
            }
        };
        format!("{} {side} {left} {targets}", board.join("/"))
    }

    pub(super) fn read_position(&self, text: &str) -> Result<State<W, N>, PositionError> {
        let [board, side, left, targets] = split_position(
            text,
            "board, side (w or b), moves left (1, +1 or +2), targets (or - where the king decides)",
        )?;
        let mut state = State::EMPTY;
        self.read_board(&mut state, board)?;
        let player = match side {
            "w" => WHITE,
            "b" => BLACK,
            _ => return Err(PositionError::field("the side to move", side, "w or b")),
        };
        let extra = match left {
            "1" => 0,
            "+1" => 1,
            "+2" => 2,
            _ => return Err(PositionError::field("the moves-left field", left, "1 at the start of a turn, +1 or +2")),
        };
        state.set_turn(player, extra);
        self.read_targets(&mut state, targets)?;
        self.check(&state)?;
        Ok(state)
    }

    fn read_board(&self, state: &mut State<W, N>, board: &str) -> Result<(), PositionError> {
        let found = board.split('/').count();
        if found != self.rows {
            return Err(PositionError::Rows { found, expected: self.rows });
        }
        for (r, row) in board.split('/').enumerate() {
            let mut cells = 0;
            let mut chars = row.char_indices().enumerate().peekable();
            while let Some((column, (at, letter))) = chars.next() {
                let owner = match letter {
                    '.' => None,
                    'w' => Some(WHITE),
                    'b' => Some(BLACK),
                    'W' if self.win == Win::King => Some(WHITE),
                    'B' if self.win == Win::King => Some(BLACK),
                    found => {
                        let expected = if self.win == Win::King { "'.', 'w', 'b', 'W', 'B'" } else { "'.', 'w', 'b'" };
                        let expected = format!("{expected}, or a height after a letter");
                        return Err(PositionError::Character { row: r + 1, column: column + 1, found, expected });
                    }
                };
                cells += 1;
                let Some(owner) = owner else { continue };
                let mut end = at + 1;
                while let Some((_, (i, _))) = chars.next_if(|(_, (_, c))| c.is_ascii_digit()) {
                    end = i + 1;
                }
                let digits = &row[at + 1..end];
                let Some(&cell) = self.board.rows()[r].get(cells - 1) else { continue };
                let height = if digits.is_empty() { Some(1) } else { parse_number(digits, MAX_HEIGHT.into()) };
                match height {
                    Some(height) if height > 1 || height == 1 && digits.is_empty() => {
                        state.put(owner, cell, height as u16);
                    }
                    _ => {
                        let expected = format!("2 to {MAX_HEIGHT} without leading zeros, or nothing for one piece");
                        return Err(PositionError::field("the height of a stack", digits, expected));
                    }
                }
                if letter.is_ascii_uppercase() {
                    state.flip_king(cell);
                }
            }
            if cells != self.cols {
                return Err(PositionError::RowLength { row: r + 1, found: cells, expected: self.cols });
            }
        }
        Ok(())
    }

    fn read_targets(&self, state: &mut State<W, N>, text: &str) -> Result<(), PositionError> {
        let name = "the targets field";
        if self.win == Win::King {
            let none = "- because the king decides this game";
            return if text == "-" { Ok(()) } else { Err(PositionError::field(name, text, none)) };
        }
        let wrong = || {
            let expected = format!(
                "three cells of White's half (from {}), |, and three of Black's half (to {}), each three different and in reading order \
                 as in {}",
                self.half(WHITE).first().map_or("", |cell| self.name(cell)),
                self.half(BLACK).last().map_or("", |cell| self.name(cell)),
                self.write_position(&self.start).rsplit(' ').next().unwrap_or_default(),
            );
            PositionError::field(name, text, expected)
        };
        let (white, black) = text.split_once('|').ok_or_else(wrong)?;
        for (player, list) in [(WHITE, white), (BLACK, black)] {
            let half = self.half(player);
            let mut last = None;
            let mut count = 0;
            for cell in list.split(',') {
                let cell =
                    self.board.named(cell).filter(|&cell| half.has(cell) && last < Some(cell)).ok_or_else(wrong)?;
                last = Some(cell);
                count += 1;
                state.add_target(player, cell);
            }
            if count != 3 {
                return Err(wrong());
            }
        }
        Ok(())
    }

    /// Checks that the state can occur in a game.
    fn check(&self, state: &State<W, N>) -> Result<(), PositionError> {
        let impossible = |text: String| Err(PositionError::Impossible(text));
        let mover = self.player_name(state.to_move);
        if self.win == Win::King {
            for player in Player::BOTH {
                let kings = (state.kings & state.pieces[player]).len();
                if kings > 1 {
                    let name = self.player_name(player);
                    return impossible(format!("{name} has {kings} kings; expected one"));
                }
            }
            if state.kings == Bits::EMPTY {
                return impossible("there is no king; expected at least one W or B".to_string());
            }
        } else if Player::BOTH.into_iter().all(|player| self.has_won(state, player)) {
            return impossible("both players stand on two enemy targets".to_string());
        }
        if state.extra > 0 && state.pieces[state.to_move].is_empty() {
            return impossible(format!("{mover} has extra moves but no pieces"));
        }
        Ok(())
    }
}

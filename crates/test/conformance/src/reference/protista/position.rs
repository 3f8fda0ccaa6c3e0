//! Position texts of Protista and their validation.

use std::collections::BTreeMap;

use super::{Board, Rules, Stack, own};
use crate::reference::grid::{Cell, Grid};
use crate::reference::side::Side::{self, Black, White};

/// The moves left in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// The first move, which may not be declined.
    First,
    /// A number of extra moves.
    Extra(usize),
}

/// The targets of each side, in reading order.
pub(super) type Targets = BTreeMap<Side, Vec<Cell>>;

/// The contents of a position text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) board: Board,
    pub(super) to_move: Side,
    pub(super) left: Left,
    /// `None` if the king decides the game.
    pub(super) targets: Option<Targets>,
}

impl Position {
    pub(super) fn write(&self, grid: &Grid) -> String {
        let rows = grid.write(|cell| match self.board.get(&cell) {
            None => ".".to_string(),
            Some(stack) => write_stack(*stack),
        });
        let left = match self.left {
            Left::First => "1".to_string(),
            Left::Extra(count) => format!("+{count}"),
        };
        let targets = match &self.targets {
            None => "-".to_string(),
            Some(targets) => {
                let names = |side| {
                    let names: Vec<String> = targets[&side].iter().map(|cell| grid.name(*cell)).collect();
                    names.join(",")
                };
                format!("{}|{}", names(White), names(Black))
            }
        };
        format!("{rows} {} {left} {targets}", self.to_move.written())
    }

    pub(super) fn read(rules: &Rules, text: &str) -> Position {
        let grid = rules.grid();
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, side, left, targets] = fields[..] else { panic!("four fields make a position: {text:?}") };

        let mut board = Board::new();
        let rows: Vec<&str> = rows.split('/').collect();
        assert_eq!(rows.len(), grid.rows().len(), "rows of {text:?}");
        for (row, cells) in rows.iter().zip(grid.rows()) {
            let mut signs = row.chars().peekable();
            for cell in cells {
                let sign = signs.next().unwrap_or_else(|| panic!("row {row:?} is too short"));
                let (owner, king) = match sign {
                    '.' => continue,
                    'w' => (White, false),
                    'b' => (Black, false),
                    'W' => (White, true),
                    'B' => (Black, true),
                    _ => panic!("unknown sign {sign:?}"),
                };
                let mut digits = String::new();
                while let Some(digit) = signs.next_if(char::is_ascii_digit) {
                    digits.push(digit);
                }
                let height = if digits.is_empty() { 1 } else { digits.parse().expect("a height") };
                board.insert(*cell, Stack { owner, height, king });
            }
            assert_eq!(signs.next(), None, "row {row:?} is too long");
        }

        let left = match left {
            "1" => Left::First,
            "+1" => Left::Extra(1),
            "+2" => Left::Extra(2),
            _ => panic!("unknown rest of a turn {left:?}"),
        };
        let targets = match targets.split_once('|') {
            None => None,
            Some((white, black)) => {
                let cells = |names: &str| names.split(',').map(|name| grid.cell(name)).collect();
                Some(BTreeMap::from([(White, cells(white)), (Black, cells(black))]))
            }
        };
        let position = Position { board, to_move: Side::read(side), left, targets };
        position.check(rules);
        assert_eq!(position.write(&grid), text, "a position is written in one way only");
        position
    }

    /// Panics if the position is not valid; models are driven by tests only.
    fn check(&self, rules: &Rules) {
        assert!(self.board.values().all(|stack| stack.height >= 1), "heights");
        assert_eq!(self.targets.is_none(), rules.king, "targets or kings, as the option says");
        let kings = |side| own(&self.board, side).filter(|(_, stack)| stack.king).count();
        if rules.king {
            assert!(kings(White) <= 1 && kings(Black) <= 1, "one king a side");
            assert!(kings(White) + kings(Black) >= 1, "at least one side has a king");
        } else {
            assert_eq!(kings(White) + kings(Black), 0, "no kings");
        }
        if let Some(targets) = &self.targets {
            for side in [White, Black] {
                let own = &targets[&side];
                assert!(own.len() == 3 && own.is_sorted_by(|a, b| a < b), "three targets in reading order");
                let half = rules.half(side);
                assert!(own.iter().all(|cell| half.contains(cell)), "targets lie in the own half");
            }
            assert!(!(self.stands_on_two(White) && self.stands_on_two(Black)), "one side wins");
        }
        if self.left != Left::First {
            assert!(own(&self.board, self.to_move).count() > 0, "extra moves need pieces");
        }
    }

    /// Whether the side has pieces on two of the opponent's targets.
    pub(super) fn stands_on_two(&self, side: Side) -> bool {
        let Some(targets) = &self.targets else {
            return false;
        };
        let stands = |cell: &&Cell| self.board.get(cell).is_some_and(|stack| stack.owner == side);
        targets[&side.other()].iter().filter(stands).count() >= 2
    }
}

/// The letter, and the height if it is greater than 1.
fn write_stack(stack: Stack) -> String {
    let letter = match (stack.owner, stack.king) {
        (White, false) => 'w',
        (Black, false) => 'b',
        (White, true) => 'W',
        (Black, true) => 'B',
    };
    if stack.height > 1 { format!("{letter}{}", stack.height) } else { letter.to_string() }
}

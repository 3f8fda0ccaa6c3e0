//! Test cases for the rules page of Protista, with helpers that write and read games.

mod games;
mod moves;
mod setup;
mod turn;

use super::*;
use crate::reference::testing::changed_options;

const DEFAULTS: &str = "rows=13 cols=9 setup=checkers pieces=12 win=targets stop=free stack_loss=1 \
     generation=triangle gap=3 wave=any max_turns=200 seed=1";

fn options(changes: &[(&str, &str)]) -> Options {
    changed_options(DEFAULTS, changes)
}

/// Pieces written `c5`, stacks `c5=3`, kings `c5=K`, kings in stacks `c5=K3`.
fn put(board: &mut Board, grid: &Grid, owner: Side, pieces: &str) {
    for word in pieces.split_whitespace() {
        let (name, rest) = word.split_once('=').unwrap_or((word, ""));
        let digits = rest.trim_start_matches('K');
        let height = if digits.is_empty() { 1 } else { digits.parse().expect("a height") };
        let stack = Stack { owner, height, king: rest.starts_with('K') };
        assert_eq!(board.insert(grid.cell(name), stack), None);
    }
}

fn cells(grid: &Grid, names: &str) -> Vec<Cell> {
    names.split_whitespace().map(|name| grid.cell(name)).collect()
}

/// Returns a game with these pieces and White to move. White's targets are m1, m2, m3, Black's are
/// a7, a8, a9.
fn game_with(white: &str, black: &str, left: Left, changes: &[(&str, &str)]) -> Protista {
    let options = options(changes);
    let rules = Rules::read(&options);
    let grid = rules.grid();
    let mut board = Board::new();
    put(&mut board, &grid, White, white);
    put(&mut board, &grid, Black, black);
    let targets = [(White, cells(&grid, "m1 m2 m3")), (Black, cells(&grid, "a7 a8 a9"))];
    let targets = (!rules.king).then(|| BTreeMap::from(targets));
    let text = Position { board, to_move: White, left, targets }.write(&grid);
    Protista::from_position(&options, &text)
}

fn game(white: &str, black: &str) -> Protista {
    game_with(white, black, Left::First, &[])
}

fn king_game(white: &str, black: &str) -> Protista {
    game_with(white, black, Left::First, &[("win", "king")])
}

/// Returns all pieces of a side in the notation above.
fn pieces(game: &Protista, side: Side) -> String {
    let write = |(cell, stack): (Cell, Stack)| {
        let king = if stack.king { "K" } else { "" };
        let height = if stack.height > 1 { stack.height.to_string() } else { String::new() };
        let sign = if king.is_empty() && height.is_empty() { "" } else { "=" };
        format!("{}{sign}{king}{height}", game.grid.name(cell))
    };
    own(&game.position.board, side).map(write).collect::<Vec<_>>().join(" ")
}

/// Returns White's pieces after each legal action that starts with the prefix.
fn outcomes(game: &Protista, prefix: &str) -> BTreeSet<String> {
    let starts = |text: &String| text.starts_with(prefix);
    game.legal().iter().filter(|text| starts(text)).map(|text| pieces(&after(game, text), White)).collect()
}

fn texts(game: &Protista, prefix: &str) -> Vec<String> {
    game.legal().into_iter().filter(|text| text.starts_with(prefix)).collect()
}

/// Returns the game after an action, with an empty history.
fn after(game: &Protista, action: &str) -> Protista {
    let mut next = again(game);
    next.play(action);
    next
}

fn again(game: &Protista) -> Protista {
    Protista {
        loops_seen: loops(&game.grid, &game.position.board, game.position.to_move),
        history: History::new(game.rules.max_turns),
        result: None,
        ..game.clone()
    }
}

fn won(game: &Protista, result: &'static str, reason: &str) {
    assert_eq!(game.result(), Some(ReferenceResult::new(result, reason)));
    assert!(game.legal().is_empty());
}

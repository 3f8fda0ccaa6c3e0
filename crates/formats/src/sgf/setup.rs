//! What the root of a file says about board and rules: size, stones, who begins.

use hexarium_kernel::{AnyGame, AnyMatch, shortened};

use crate::hex::{Cell, Colour, fault_at, open_hex};
use crate::{Fault, Opener};

use super::dialect::Dialect;
use super::parse::{SgfNode, SgfProperty, SgfValue};
use super::text::unescape_line;

/// The game a file is about.
pub(super) struct Start {
    pub(super) game: Box<dyn AnyGame>,
    /// The set-up as a position text, where there is one that a game can come to.
    pub(super) position: Option<String>,
    pub(super) state: Box<dyn AnyMatch>,
    /// There are stones, but no game comes to them.
    pub(super) impossible: bool,
    pub(super) size: usize,
}

/// Reads size, rules and set-up of the root.
pub(super) fn read_start(text: &str, root: &SgfNode, dialect: &Dialect, open: Opener) -> Result<Start, Fault> {
    check_kind(text, root)?;
    let size = size(text, root)?;
    let at = root.value("SZ").map_or(root.at, |v| v.at);
    let open_game =
        |red_first, swap| open_hex(open, size, red_first, swap).map_err(|e| fault_at(text, at, e.to_string()));
    open_game(false, false)?;
    let size = size as usize;

    let mut stones = vec![None; size * size];
    let mut counts = [0usize; 2];
    for (name, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
        let colour = colour.other_if(dialect.exchanged);
        for value in root.property(name).map_or(&[][..], |p| &p.values) {
            for cell in cells(text, value, size)? {
                let place = &mut stones[cell.row * size + cell.column];
                if place.is_some() {
                    let problem = format!("{} has a stone already; expected every cell once in AB and AW", cell.name());
                    return Err(fault_at(text, value.at, problem));
                }
                *place = Some(colour);
                counts[colour as usize] += 1;
            }
        }
    }
    let [black, white] = counts;
    let guess = if black > white { Colour::White } else { Colour::Black };
    let to_move = to_move(text, root)?.or(dialect.first_stone).unwrap_or(guess);
    // With the stones of both in equal number the side to move began; with one stone more, the side that has it.
    let red_first = (to_move == Colour::White) == (black == white);
    let rules = root.property("RU").and_then(our_rules);
    let (red_first, swap) = rules.unwrap_or((red_first, dialect.swaps));
    let game = open_game(red_first, swap)?;
    if black + white == 0 {
        let state = game.start();
        return Ok(Start { game, position: None, state, impossible: false, size });
    }
    let letter = |stone: &Option<Colour>| match stone {
        None => '.',
        Some(Colour::Black) => 'B',
        Some(Colour::White) => 'R',
    };
    let rows: Vec<String> = stones.chunks(size).map(|row| row.iter().map(letter).collect()).collect();
    let side = if to_move == Colour::Black { 'b' } else { 'r' };
    let position = format!("{} {side}", rows.join("/"));
    Ok(match game.at_position(&position) {
        Ok(state) => Start { game, position: Some(position), state, impossible: false, size },
        Err(_) => {
            let game = open_game(false, dialect.swaps)?;
            Start { state: game.start(), game, position: None, impossible: true, size }
        }
    })
}

fn check_kind(text: &str, root: &SgfNode) -> Result<(), Fault> {
    // Little Golem writes no GM at all.
    if let Some(value) = root.value("GM").filter(|v| v.raw.trim() != "11") {
        let problem = format!("GM[{}] is another game; expected GM[11], Hex", shortened(value.raw));
        return Err(fault_at(text, value.at, problem));
    }
    if let Some(value) = root.value("FF").filter(|v| !["1", "2", "3", "4"].contains(&v.raw.trim())) {
        let problem = format!("FF[{}] is no version of SGF; expected FF[4]", shortened(value.raw));
        return Err(fault_at(text, value.at, problem));
    }
    Ok(())
}

fn size(text: &str, root: &SgfNode) -> Result<u64, Fault> {
    // The specification of Hex in SGF says 11 where the file says nothing.
    let Some(value) = root.value("SZ") else { return Ok(11) };
    let shown = shortened(value.raw);
    let number = |part: &str| part.trim().parse::<u64>().ok();
    let (columns, rows) = match value.raw.split_once(':') {
        None => (number(value.raw), number(value.raw)),
        Some((columns, rows)) => (number(columns), number(rows)),
    };
    match (columns, rows) {
        (Some(columns), Some(rows)) if columns == rows => Ok(columns),
        (Some(_), Some(_)) => {
            let problem = format!("SZ[{shown}] is not square; Hex is played here on n×n, expected SZ[n]");
            Err(fault_at(text, value.at, problem))
        }
        _ => Err(fault_at(text, value.at, format!("SZ[{shown}] is no size; expected a number as in SZ[11]"))),
    }
}

/// The cells of a value: one, or a rectangle as `a1:c2`.
fn cells(text: &str, value: &SgfValue, size: usize) -> Result<Vec<Cell>, Fault> {
    let raw = unescape_line(value.raw);
    let (from, to) = raw.split_once(':').unwrap_or((&raw, &raw));
    let cell = |word: &str| Cell::parse(word, size).or_else(|| Cell::parse_letters(word, size));
    match (cell(from.trim()), cell(to.trim())) {
        (Some(from), Some(to)) => {
            let columns = from.column.min(to.column)..=from.column.max(to.column);
            let rows = from.row.min(to.row)..=from.row.max(to.row);
            Ok(rows.flat_map(|row| columns.clone().map(move |column| Cell { column, row })).collect())
        }
        _ => Err(fault_at(text, value.at, not_a_cell(&raw, size))),
    }
}

/// Says that something is no cell of the board.
pub(super) fn not_a_cell(text: &str, size: usize) -> String {
    let last = Cell { column: size - 1, row: size - 1 }.name();
    format!("'{}' is no cell; expected one from a1 to {last}", shortened(text))
}

fn to_move(text: &str, root: &SgfNode) -> Result<Option<Colour>, Fault> {
    let Some(value) = root.value("PL") else { return Ok(None) };
    match value.raw.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Ok(Some(Colour::Black)),
        "w" | "white" | "2" => Ok(Some(Colour::White)),
        _ => Err(fault_at(text, value.at, format!("PL[{}] is no side; expected B or W", shortened(value.raw)))),
    }
}

/// What our own `RU` says: `first=red,swap=true`.
pub(super) fn our_rules(property: &SgfProperty) -> Option<(bool, bool)> {
    let raw = property.values.first()?.raw;
    let (first, swap) = raw.strip_prefix("first=")?.split_once(",swap=")?;
    let red_first = match first {
        "blue" => false,
        "red" => true,
        _ => return None,
    };
    Some((red_first, swap.parse().ok()?))
}

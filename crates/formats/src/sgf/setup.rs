//! The setup of a file: size, stones and side to move.

use hexarium_kernel::{AnyGame, AnyMatch, GameCatalog, parse_number, shortened};

use crate::Fault;
use crate::hex::{Cell, Colour, HexRules};

use super::PASSED;
use super::dialect::Dialect;
use super::parse::{SgfNode, SgfProperty, SgfValue};

/// The game of a file with its first position.
pub(super) struct Start {
    pub(super) game: Box<dyn AnyGame>,
    /// The setup as a position text, where a game can reach it.
    pub(super) position: Option<String>,
    pub(super) state: Box<dyn AnyMatch>,
    /// Whether there are stones that no game can reach.
    pub(super) impossible: bool,
    pub(super) size: usize,
}

/// Reads size, rules and setup of the root.
pub(super) fn read_start(
    text: &str,
    root: &SgfNode,
    dialect: &Dialect,
    games: &dyn GameCatalog,
) -> Result<Start, Fault> {
    check_kind(text, root)?;
    let size = size(text, root)?;
    let at = root.value("SZ").map_or(root.at, |v| v.at);
    let open_game = |rules: HexRules| rules.open(games, size).map_err(|e| Fault::at(text, at, e.to_string()));
    open_game(HexRules::default())?;
    let size = size as usize;

    let mut stones = vec![None; size * size];
    let mut counts = [0usize; 2];
    for (name, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
        let colour = colour.other_if(dialect.exchanged);
        for value in root.property(name).map_or(&[][..], |p| &p.values) {
            for cell in cells(text, value, size)? {
                let place = &mut stones[cell.row * size + cell.column];
                if place.is_some() {
                    let problem = format!("cell {} occurs twice: expected each cell once in AB and AW", cell.name());
                    return Err(Fault::at(text, value.at, problem));
                }
                *place = Some(colour);
                counts[colour as usize] += 1;
            }
        }
    }
    let [black, white] = counts;
    let guess = if black > white { Colour::White } else { Colour::Black };
    let to_move = to_move(text, root)?.or(dialect.first_mover).unwrap_or(guess);
    let letter = |stone: &Option<Colour>| match stone {
        None => '.',
        Some(Colour::Black) => 'B',
        Some(Colour::White) => 'R',
    };
    let rows: Vec<String> = stones.chunks(size).map(|row| row.iter().map(letter).collect()).collect();
    let white_moves = to_move == Colour::White;
    let passed = if root.property(PASSED).is_some() { " passed" } else { "" };
    let position = format!("{} {}{passed}", rows.join("/"), if white_moves { 'r' } else { 'b' });

    let set_up = SetUp { position: &position, even: black == white, white_moves };
    let said = root.property("RU").and_then(our_rules);
    let rules = match said {
        Some((rules, Some(pass))) => HexRules { pass, ..rules },
        Some((rules, None)) => HexRules { pass: dialect.passes || set_up.needs_passes(rules, open_game)?, ..rules },
        None => set_up.shown_rules(dialect.swaps, dialect.passes, open_game)?,
    };
    let game = open_game(rules)?;
    let empty = black + white == 0;
    if empty && (game.start().position() == position || game.at_position(&position).is_err()) {
        return Ok(Start { state: game.start(), game, position: None, impossible: false, size });
    }
    Ok(match game.at_position(&position) {
        Ok(state) => Start { game, position: Some(position), state, impossible: false, size },
        Err(_) => {
            let game = open_game(match said {
                Some((rules, pass)) => HexRules { pass: pass.unwrap_or(false), ..rules },
                None => HexRules { swap: dialect.swaps, ..HexRules::default() },
            })?;
            Start { state: game.start(), game, position: None, impossible: true, size }
        }
    })
}

/// The initial stones, from which some rules of a file are inferred.
pub(super) struct SetUp<'a> {
    pub(super) position: &'a str,
    /// Whether both sides have the same number of stones.
    pub(super) even: bool,
    pub(super) white_moves: bool,
}

impl SetUp<'_> {
    /// Infers the rules of a file: the first player from the stones, swap and passes from their
    /// use.
    pub(super) fn shown_rules<E>(
        &self,
        swap: bool,
        passes: bool,
        open: impl Fn(HexRules) -> Result<Box<dyn AnyGame>, E>,
    ) -> Result<HexRules, E> {
        // With equal numbers of stones the side to move began; with one more, the side that has it.
        let red_first = self.white_moves == self.even;
        let rules = HexRules { red_first, swap, pass: passes };
        // Numbers of stones that need passes do not determine the first player.
        Ok(if self.needs_passes(rules, open)? { HexRules { red_first: false, swap, pass: true } } else { rules })
    }

    /// Whether the stones cannot be reached without passes.
    fn needs_passes<E>(
        &self,
        rules: HexRules,
        open: impl Fn(HexRules) -> Result<Box<dyn AnyGame>, E>,
    ) -> Result<bool, E> {
        Ok(open(HexRules { pass: false, ..rules })?.at_position(self.position).is_err())
    }
}

fn check_kind(text: &str, root: &SgfNode) -> Result<(), Fault> {
    // Little Golem writes no GM at all.
    if let Some(value) = root.value("GM").filter(|v| v.word() != "11") {
        let problem = format!("unknown game GM[{}]: expected GM[11], which is Hex", shortened(value.raw));
        return Err(Fault::at(text, value.at, problem));
    }
    if let Some(value) = root.value("FF").filter(|v| !["1", "2", "3", "4"].contains(&v.word().as_str())) {
        let problem = format!("unknown version FF[{}]: expected FF[4]", shortened(value.raw));
        return Err(Fault::at(text, value.at, problem));
    }
    Ok(())
}

fn size(text: &str, root: &SgfNode) -> Result<u64, Fault> {
    // 11 is the default of the specification of Hex in SGF.
    let Some(value) = root.value("SZ") else { return Ok(11) };
    let shown = shortened(value.raw);
    let word = value.word();
    let number = |part: &str| parse_number(part.trim(), u32::MAX).map(u64::from);
    let (columns, rows) = word.split_once(':').unwrap_or((&word, &word));
    let (columns, rows) = (number(columns), number(rows));
    match (columns, rows) {
        (Some(columns), Some(rows)) if columns == rows => Ok(columns),
        (Some(_), Some(_)) => {
            let problem = format!("invalid size SZ[{shown}]: expected a square board, SZ[n]");
            Err(Fault::at(text, value.at, problem))
        }
        _ => Err(Fault::at(text, value.at, format!("invalid size SZ[{shown}]: expected a number, as in SZ[11]"))),
    }
}

/// Parses the cells of a value: one, or a rectangle such as `a1:c2`.
fn cells(text: &str, value: &SgfValue, size: usize) -> Result<Vec<Cell>, Fault> {
    let word = value.word();
    let (from, to) = word.split_once(':').unwrap_or((&word, &word));
    let cell = |word: &str| Cell::parse(word, size).or_else(|| Cell::parse_letters(word, size));
    match (cell(from.trim()), cell(to.trim())) {
        (Some(from), Some(to)) => {
            let columns = from.column.min(to.column)..=from.column.max(to.column);
            let rows = from.row.min(to.row)..=from.row.max(to.row);
            Ok(rows.flat_map(|row| columns.clone().map(move |column| Cell { column, row })).collect())
        }
        _ => Err(Fault::at(text, value.at, not_a_cell(&word, size))),
    }
}

/// Returns the error for text that is not a cell of the board.
pub(super) fn not_a_cell(text: &str, size: usize) -> String {
    let last = Cell { column: size - 1, row: size - 1 }.name();
    format!("invalid cell '{}': expected one from a1 to {last}", shortened(text))
}

fn to_move(text: &str, root: &SgfNode) -> Result<Option<Colour>, Fault> {
    let Some(value) = root.value("PL") else { return Ok(None) };
    match value.word().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Ok(Some(Colour::Black)),
        "w" | "white" | "2" => Ok(Some(Colour::White)),
        _ => Err(Fault::at(text, value.at, format!("invalid side PL[{}]: expected B or W", shortened(value.raw)))),
    }
}

/// Parses our own `RU`: `first=red,swap=true`, followed by `,pass=true` where passes cannot be
/// inferred.
pub(super) fn our_rules(property: &SgfProperty) -> Option<(HexRules, Option<bool>)> {
    let [value] = property.values.as_slice() else { return None };
    let text = value.text();
    let (first, rest) = text.strip_prefix("first=")?.split_once(",swap=")?;
    let red_first = match first {
        "blue" => false,
        "red" => true,
        _ => return None,
    };
    let (swap, pass) = match rest.split_once(",pass=") {
        Some((swap, pass)) => (swap, Some(pass.parse().ok()?)),
        None => (rest, None),
    };
    Some((HexRules { red_first, swap: swap.parse().ok()?, pass: false }, pass))
}

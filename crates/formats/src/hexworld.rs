//! Links to the board of hexworld.org: `#11,a2:sf6`, with size and flags, the moves before the
//! cursor, and those after it.
//!
//! Moves have no separator. `:s` is a swap of pieces, our `swap`; `:S` a swap of sides; `:p` a
//! pass; `:rb` `:rw` a resignation and `:fb` `:fw` a forfeit of Black and White. A link has one
//! line and no names: variations, comments and tags are lost.

use hexarium_kernel::{GameCatalog, Player, shortened};

use crate::hex::{Cell, Colour, HexRules, Line, Play, SET_UP, blue, hex_of};
use crate::{Event, Fault, GameTree, NodeId, Property};

/// The name of the root's extra property with the flags: rotation `r3`, mirror `m`, numbers `n`,
/// colours `c1`, and any other.
pub const FLAGS: &str = "hexworld flags";

/// Maximum length of a link: the longest game on the largest board has some 1,500 letters.
const MAX_LENGTH: usize = 100_000;

/// The URL before the fragment of a link.
const BOARD: &str = "https://hexworld.org/board/#";

/// Reads a link, as a URL or a fragment with or without `#`. Returns the game and the node at the
/// cursor.
///
/// ```
/// use hexarium_formats::hexworld;
/// use hexarium_games::registry::Games;
///
/// let (tree, cursor) = hexworld::read("https://hexworld.org/board/#11,a2:sf6", &Games).unwrap();
/// assert_eq!(tree.game, "hex(swap=true)");
/// assert_eq!(tree.actions_to(cursor), ["a2", "swap", "f6"]);
/// ```
pub fn read(link: &str, games: &dyn GameCatalog) -> Result<(GameTree, NodeId), Fault> {
    let fragment = Fragment::of(link)?;
    let mut parts = fragment.letters.split(|&(_, letter)| letter == ',');
    let head: String = parts.next().unwrap_or_default().iter().map(|&(_, letter)| letter).collect();
    let lists = [parts.next(), parts.next()].map(Option::unwrap_or_default);
    if let Some(more) = parts.next() {
        let at = more.first().map_or(link.len(), |&(at, _)| at);
        return Err(Fault::at(
            link,
            at,
            "unexpected third comma: expected size, moves up to the cursor and moves after it",
        ));
    }
    let (size, flags) = size_and_flags(&head).map_err(|problem| Fault::at(link, fragment.start, problem))?;
    let tokens = [tokens(link, lists[0])?, tokens(link, lists[1])?];
    let has = |wanted: &str| tokens.iter().flatten().any(|(_, token)| token.eq_ignore_ascii_case(wanted));
    let rules = HexRules { red_first: false, swap: has(":s"), pass: has(":p") };
    let game = rules.open(games, size).map_err(|e| Fault::at(link, fragment.start, e.to_string()))?;

    let mut tree = GameTree::new(game.canonical_id());
    if !flags.is_empty() {
        let extra = &mut tree.node_mut(GameTree::ROOT).extra;
        extra.push(Property { name: FLAGS.to_string(), values: vec![flags.to_string()] });
    }
    let mut line = Line::new(&*game, game.start());
    let mut colour = Colour::Black;
    let mut id = GameTree::ROOT;
    let mut cursor = id;
    for (i, list) in tokens.iter().enumerate() {
        for (at, token) in list {
            let (mover, play) =
                meaning(token, colour, size as usize).map_err(|problem| Fault::at(link, *at, problem))?;
            let (event, mark) = line.make(mover, &play).map_err(|problem| Fault::at(link, *at, problem))?;
            // After a swap of sides the same side continues, and giving up does not end a turn.
            if !matches!(play, Play::SwapSides | Play::Resign | Play::Forfeit) {
                colour = colour.other();
            }
            tree.ending = event.ending().filter(|_| !line.is_over());
            id = tree.add(id, Some(event));
            tree.node_mut(id).extra.extend(mark);
        }
        if i == 0 {
            cursor = id;
        }
    }
    Ok((tree, cursor))
}

/// Writes the link of a node: the path to it, and the line from it along the first children.
/// Returns an error wherever [`read`] would.
pub fn write(tree: &GameTree, cursor: NodeId, games: &dyn GameCatalog) -> Result<String, String> {
    let game = hex_of(tree, games, "a HexWorld link")?;
    let blue = blue(&*game);
    if blue != Player::First {
        return Err("cannot write a HexWorld link: expected a game in which Blue moves first".to_string());
    }
    if tree.setup.is_some() {
        return Err("a HexWorld link cannot contain a setup position; use SGF instead".to_string());
    }
    let (way, before) = (tree.line_through(cursor), tree.path_to(cursor).len());
    let mut line = Line::new(&*game, game.start());
    let mut lists = [String::new(), String::new()];
    let mut colour = Colour::Black;
    for (n, &id) in way.iter().enumerate() {
        if tree.node(id).extra.iter().any(|p| SET_UP.contains(&p.name.as_str())) {
            return Err("a HexWorld link cannot contain a setup position; use SGF instead".to_string());
        }
        let Some((mover, play)) = line.follow(tree.node(id))? else { continue };
        let list = &mut lists[usize::from(n >= before)];
        let gives_up = matches!(play, Play::Resign | Play::Forfeit);
        if mover != colour && !gives_up && !matches!(play, Play::Word(_)) {
            // Colours follow from the order, so a move out of turn needs a pass before it.
            list.push_str(":p");
            colour = colour.other();
        }
        match (&play, mover) {
            (Play::Cell(cell), _) => list.push_str(&cell.name()),
            (Play::SwapPieces, _) => list.push_str(":s"),
            (Play::SwapSides, _) => list.push_str(":S"),
            (Play::Pass, _) => list.push_str(":p"),
            (Play::Resign, Colour::Black) => list.push_str(":rb"),
            (Play::Resign, Colour::White) => list.push_str(":rw"),
            (Play::Forfeit, Colour::Black) => list.push_str(":fb"),
            (Play::Forfeit, Colour::White) => list.push_str(":fw"),
            // A word outside of the Hex formats is not shown on the board.
            (Play::Word(_), _) => continue,
        }
        if !gives_up && play != Play::SwapSides {
            colour = colour.other();
        }
    }
    if way == tree.main_line() {
        let list = &mut lists[usize::from(way.len() > before)];
        list.push_str(ending_token(tree, &way, &line).unwrap_or_default());
    }
    let flags = tree.node(GameTree::ROOT).extra.iter().find(|p| p.name == FLAGS).and_then(|p| p.values.first());
    let flags = flags.map_or("", String::as_str);
    let size = game.options().number("size");
    let head = format!("{size}{flags}");
    if flags.contains(',') || size_and_flags(&head) != Ok((size, flags)) {
        return Err(format!("invalid flags '{}' of a HexWorld link: expected flags such as c1", shortened(flags)));
    }
    let [played, ahead] = lists;
    let link = format!("{BOARD}{head},{played},{ahead}");
    let link = link.trim_end_matches(',').to_string();
    // With the passes of the link, stones outside of the rules may become playable and then have to
    // be legal.
    match read(&link, games) {
        Ok(_) => Ok(link),
        Err(fault) => Err(format!("cannot write this line as a HexWorld link: {link} has an error in {fault}")),
    }
}

/// Returns the token of a game ended by its players, where no event on the line shows it.
fn ending_token(tree: &GameTree, way: &[NodeId], line: &Line) -> Option<&'static str> {
    let ending = tree.ending.as_ref().filter(|_| tree.last_event(way).and_then(Event::ending).is_none())?;
    match (ending.reason.as_str(), line.colour(ending.winner?.other())) {
        ("resignation", Colour::Black) => Some(":rb"),
        ("resignation", Colour::White) => Some(":rw"),
        ("forfeit" | "time", Colour::Black) => Some(":fb"),
        ("forfeit" | "time", Colour::White) => Some(":fw"),
        _ => None,
    }
}

/// Returns the meaning of a token when a colour is to move.
fn meaning(token: &str, colour: Colour, size: usize) -> Result<(Colour, Play), String> {
    Ok(match token {
        ":s" => (colour, Play::SwapPieces),
        ":S" => (colour, Play::SwapSides),
        ":p" => (colour, Play::Pass),
        ":rb" => (Colour::Black, Play::Resign),
        ":rw" => (Colour::White, Play::Resign),
        ":fb" => (Colour::Black, Play::Forfeit),
        ":fw" => (Colour::White, Play::Forfeit),
        _ => match Cell::parse(token, size) {
            Some(cell) => (colour, Play::Cell(cell)),
            None => {
                let last = Cell { column: size - 1, row: size - 1 }.name();
                let shown = shortened(token);
                return Err(format!(
                    "invalid move '{shown}': expected a cell from a1 to {last}, :s, :S, :p, :rb, :rw, :fb or :fw"
                ));
            }
        },
    })
}

/// Splits `11c1` into size and flags; an empty head has HexWorld's default size, 11.
fn size_and_flags(head: &str) -> Result<(u64, &str), String> {
    let (columns, rest) = leading_number(head)?;
    let (rows, flags) = match rest.strip_prefix('x') {
        Some(rest) => leading_number(rest)?,
        None => (columns, rest),
    };
    let readable = flags.bytes().all(|b| b.is_ascii_graphic()) && !flags.starts_with('x');
    match (columns, rows) {
        (None, _) if head.is_empty() => Ok((11, "")),
        (Some(columns), Some(rows)) if columns == rows && readable => Ok((columns, flags)),
        (Some(columns), Some(rows)) if columns != rows => {
            Err(format!("invalid board {columns}x{rows}: expected a square board, given as one number"))
        }
        _ => Err(format!(
            "invalid size '{}': expected a number such as 11, with or without flags as in 11c1",
            shortened(head)
        )),
    }
}

fn leading_number(text: &str) -> Result<(Option<u64>, &str), String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    if digits == 0 {
        return Ok((None, rest));
    }
    match number.parse() {
        Ok(number) if digits < 7 => Ok((Some(number), rest)),
        _ => Err(format!("invalid size '{}': expected a number such as 11", shortened(number))),
    }
}

/// Returns the moves of a list, each with its byte offset: a cell is letters and a number, all
/// others begin with a colon.
fn tokens(link: &str, letters: &[(usize, char)]) -> Result<Vec<(usize, String)>, Fault> {
    let mut tokens: Vec<(usize, String)> = Vec::new();
    let mut i = 0;
    while let Some(&(at, letter)) = letters.get(i) {
        let rest = &letters[i..];
        let length = match letter {
            ':' => match rest.get(1) {
                Some((_, 'r' | 'f')) => 3,
                _ => 2,
            },
            'a'..='z' => {
                let word = rest.iter().take_while(|(_, l)| l.is_ascii_lowercase()).count();
                word + rest[word..].iter().take_while(|(_, l)| l.is_ascii_digit()).count()
            }
            _ => {
                let problem = format!("unexpected '{}': expected a cell such as f6, or :s", letter.escape_debug());
                return Err(Fault::at(link, at, problem));
            }
        };
        tokens.push((at, rest.iter().take(length).map(|&(_, l)| l).collect()));
        i += length;
    }
    Ok(tokens)
}

/// The part of a link after the `#`, with the byte offset of every letter.
struct Fragment {
    start: usize,
    letters: Vec<(usize, char)>,
}

impl Fragment {
    fn of(link: &str) -> Result<Self, Fault> {
        if link.len() > MAX_LENGTH {
            return Err(Fault::at(link, 0, format!("the link is too long: expected at most {MAX_LENGTH} characters")));
        }
        let start = match link.split_once('#') {
            Some((before, _))
                if before.trim_start_matches('\u{feff}').trim().is_empty() || before.contains("hexworld.org") =>
            {
                before.len() + 1
            }
            Some((before, _)) => {
                let problem = format!("unknown address '{}': expected {BOARD}…", shortened(before));
                return Err(Fault::at(link, 0, problem));
            }
            None if link.contains("://") || link.contains("hexworld.org") => {
                return Err(Fault::at(
                    link,
                    link.len(),
                    "the link contains no game: expected # and a size, as in #11,f6",
                ));
            }
            None => link.len() - link.trim_start().len(),
        };
        let end = link.trim_end().len().max(start);
        let mut letters = Vec::new();
        let mut i = start;
        while let Some(letter) = link[i..end].chars().next() {
            // Some programs percent-encode the punctuation of a link.
            let (letter, length) = match link.as_bytes().get(i..(i + 3).min(end)) {
                Some(b"%3A" | b"%3a") => (':', 3),
                Some(b"%2C" | b"%2c") => (',', 3),
                _ => (letter, letter.len_utf8()),
            };
            letters.push((i, letter));
            i += length;
        }
        Ok(Self { start, letters })
    }
}

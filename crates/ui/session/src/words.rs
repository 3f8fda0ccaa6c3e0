//! Sentences about actions, cells and endings, for screen readers and for choices between actions.
//! They are made from animations and views alone, so that they work for every game.

use std::borrow::Borrow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use hexarium_formats::Ending;
use hexarium_kernel::{
    AnimationStep, AnyGame, BoardView, Input, Mark, PieceKind, PieceView, Player, Region, Spot, View,
};

use crate::{Animation, Choice, GameSession};

/// A sentence about an action, from its animation and the board before and after it: "Blue places
/// a stone on d4."
pub fn action(
    game: &dyn AnyGame,
    board: &BoardView,
    actor: Player,
    text: &str,
    animation: &Animation,
    before: &View,
    after: &View,
) -> String {
    let sentence = Sentence { game, board, actor, before, after };
    format!("{} {}.", game.player_name(actor), sentence.predicate(text, animation))
}

/// The inputs so far and those that can follow: "c3, Blue stone, selected. Next: c4, d4 or pass."
pub fn selection(session: &GameSession) -> String {
    let describe = |spot| describe_cell(session.game(), session.board(), session.view(), spot);
    let selected = session.inputs().iter().map(|input| match input {
        Input::Cell(spot) => describe(*spot),
        Input::Button(word) => word.to_string(),
    });
    let label = |spot: Spot| session.board().cells.get(usize::from(spot.0)).map(|cell| cell.label.as_str());
    let next = session.targets().into_iter().filter_map(|target| match target.input {
        Input::Cell(spot) => label(spot),
        Input::Button(word) => Some(word),
    });
    format!(
        "{}, selected. Next: {}.",
        selected.collect::<Vec<_>>().join(", then "),
        listed(&next.collect::<Vec<_>>(), "or")
    )
}

/// The choices in words: "Choose: c3 moves to c4, or c3 pushes to c5."
pub fn choices(choices: &[Choice]) -> String {
    let words: Vec<&str> = choices.iter().map(|choice| choice.words.trim_end_matches('.')).collect();
    format!("Choose: {}.", listed(&words, "or"))
}

/// A cell in words: "d4, Blue stone", "e5, empty, Blue's end zone", "c3, White stack of 3 with a
/// king".
pub fn describe_cell(game: &dyn AnyGame, board: &BoardView, view: &View, spot: Spot) -> String {
    let Some(cell) = board.cells.get(usize::from(spot.0)) else { return String::new() };
    let region = match cell.region {
        Region::Plain => None,
        Region::Shaded(name) => Some(name.to_string()),
        Region::EndZone(player) => Some(format!("{}'s end zone", game.player_name(player))),
    };
    let piece = view.pieces.iter().find(|(at, _)| *at == spot).map(|(_, piece)| owned_name(game, piece));
    let marks = view.marks.iter().filter(|(at, _)| *at == spot).map(|(_, mark)| match mark {
        Mark::Target(player) => format!("{}'s target", game.player_name(*player)),
        Mark::Deciding => "decided the game".to_string(),
    });
    let mut parts = Vec::new();
    if !cell.label.is_empty() {
        parts.push(cell.label.clone());
        parts.push(piece.unwrap_or_else(|| "empty".to_string()));
    } else {
        parts.extend(piece);
    }
    parts.extend(region);
    parts.extend(marks);
    parts.join(", ")
}

/// A cell and its neighbours in words: "c3: White queen; neighbours: b2 empty, b3 Black stone.".
/// Neighbours include parts of the board that are only drawn, such as edges.
pub fn surroundings(game: &dyn AnyGame, board: &BoardView, view: &View, spot: Spot) -> String {
    let Some(cell) = board.cells.get(usize::from(spot.0)) else { return String::new() };
    let mut beside: Vec<String> = Vec::new();
    for (n, other) in board.cells.iter().enumerate().filter(|(_, other)| other.place.distance(cell.place) == 1) {
        let words = describe_cell(game, board, view, Spot(n as u16));
        let parts: Vec<&str> = words.split(", ").collect();
        let words = match &parts[..] {
            [label, what] if !other.label.is_empty() => format!("{label} {what}"),
            [label, what, more @ ..] if !other.label.is_empty() => format!("{label} {what} ({})", more.join(", ")),
            _ => words,
        };
        if !words.is_empty() && !beside.contains(&words) {
            beside.push(words);
        }
    }
    let words = describe_cell(game, board, view, spot).replacen(", ", ": ", 1);
    format!("{words}; neighbours: {}.", beside.join(", "))
}

/// The pieces on the board, a line for each kind: "Blue stones: a1, d4.". One line for an empty
/// board.
pub fn inventory(game: &dyn AnyGame, board: &BoardView, view: &View) -> Vec<String> {
    // By owner, the highest stacks first.
    let mut kinds: BTreeMap<_, Vec<&str>> = BTreeMap::new();
    for (spot, piece) in &view.pieces {
        let Some(cell) = board.cells.get(usize::from(spot.0)) else { continue };
        let kind = (piece.owner, Reverse(piece.height), owned_name(game, piece));
        kinds.entry(kind).or_default().push(&cell.label);
    }
    if kinds.is_empty() {
        return vec!["The board is empty.".to_string()];
    }
    let mut lines = Vec::new();
    for ((_, _, name), cells) in kinds {
        let name = match cells.len() {
            1 => name,
            _ if name.contains("stack") => name.replacen("stack", "stacks", 1),
            _ => format!("{name}s"),
        };
        lines.push(capital(&format!("{name}: {}.", cells.join(", "))));
    }
    lines
}

/// A sentence about an ending: "Blue wins: Blue connected top to bottom."
pub fn ending(game: &dyn AnyGame, ending: &Ending) -> String {
    let result = match ending.winner {
        Some(player) => format!("{} wins", game.player_name(player)),
        None => "The game is a draw".to_string(),
    };
    match ending.reason.as_str() {
        "" => format!("{result}."),
        "time" => format!("{result} on time."),
        reason if ending.is_by_players() => format!("{result} by {reason}."),
        reason => format!("{result}: {reason}."),
    }
}

/// A text that begins with a capital letter.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Appends the texts of actions to equal sentences, to make them distinct.
pub(crate) fn tell_apart(choices: &mut [Choice]) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for choice in &*choices {
        *counts.entry(choice.words.clone()).or_default() += 1;
    }
    for choice in choices {
        if counts[&choice.words] > 1 {
            choice.words = format!("{} ({})", choice.words, choice.text);
        }
    }
}

/// `stone`, `queen`, `stack of 3 with a king`; a piece without an owner is a `piece`.
fn name(piece: &PieceView) -> String {
    let kind = match (piece.kind, piece.owner) {
        (PieceKind::Stone, None) => "piece",
        (PieceKind::Stone, Some(_)) => "stone",
        (PieceKind::Queen, _) => "queen",
        (PieceKind::King, _) => "king",
    };
    match (piece.height, piece.kind) {
        (0 | 1, _) => kind.to_string(),
        (height, PieceKind::Stone) => format!("stack of {height}"),
        (height, _) => format!("stack of {height} with a {kind}"),
    }
}

/// The same with its owner: `Blue stone`.
fn owned_name(game: &dyn AnyGame, piece: &PieceView) -> String {
    match piece.owner {
        Some(player) => format!("{} {}", game.player_name(player), name(piece)),
        None => name(piece),
    }
}

/// `a`, `a and b`, `a, b and c`, with a conjunction.
fn listed<S: Borrow<str>>(items: &[S], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.borrow().to_string(),
        [most @ .., last] => format!("{} {conjunction} {}", most.join(", "), last.borrow()),
    }
}

/// The context of a sentence about an action.
struct Sentence<'a> {
    game: &'a dyn AnyGame,
    board: &'a BoardView,
    actor: Player,
    before: &'a View,
    after: &'a View,
}

/// The steps of an animation by kind.
#[derive(Default)]
struct Sorted<'s> {
    placed: Vec<(Spot, &'s PieceView)>,
    generated: Vec<(Spot, &'s PieceView)>,
    unstacked: Vec<(Spot, Spot)>,
    /// The paths of the pieces that move by themselves.
    ways: Vec<Vec<Spot>>,
    /// The pieces that are pushed, up to the first that wraps round, and those pushed by each piece
    /// that wrapped round.
    pushed: Vec<Spot>,
    wrapped: Vec<(Spot, Spot, Vec<Spot>)>,
    captured: Vec<Spot>,
    hit: Vec<(Spot, u16, &'s [Spot])>,
    split: Vec<&'s [Spot]>,
    recoloured: Vec<(Spot, Spot, &'s PieceView)>,
    /// Whether the piece that moves wraps round.
    goes_round: bool,
}

impl<'s> Sorted<'s> {
    fn of(animation: &'s Animation) -> Self {
        let mut sorted = Self::default();
        for (n, beat) in animation.iter().enumerate() {
            for step in beat {
                sorted.add(step, n == 0);
            }
        }
        sorted
    }

    fn add(&mut self, step: &'s AnimationStep, is_first_beat: bool) {
        match step {
            AnimationStep::Place { at, piece } => self.placed.push((*at, piece)),
            AnimationStep::Generate { at, piece, .. } => self.generated.push((*at, piece)),
            AnimationStep::Unstack { from, to, .. } => self.unstacked.push((*from, *to)),
            AnimationStep::Slide { from, to } | AnimationStep::Jump { from, to } => {
                // In a later beat a piece continues its path; the movements of one beat start
                // together.
                match self.ways.iter_mut().find(|way| !is_first_beat && way.last() == Some(from)) {
                    Some(way) => way.push(*to),
                    None => self.ways.push(vec![*from, *to]),
                }
            }
            AnimationStep::Push { from, .. } => match self.wrapped.last_mut() {
                Some((_, _, pushed)) => pushed.push(*from),
                None => self.pushed.push(*from),
            },
            AnimationStep::Wrap { from, to } if is_first_beat => {
                self.goes_round = true;
                self.ways.push(vec![*from, *to]);
            }
            AnimationStep::Wrap { from, to } => self.wrapped.push((*from, *to, Vec::new())),
            AnimationStep::Capture { at } => self.captured.push(*at),
            AnimationStep::Hit { at, levels, by } => self.hit.push((*at, *levels, by)),
            AnimationStep::Split { cells } => self.split.push(cells),
            AnimationStep::Recolour { from, to, piece } => self.recoloured.push((*from, *to, piece)),
        }
    }
}

impl Sentence<'_> {
    fn predicate(&self, text: &str, animation: &Animation) -> String {
        let sorted = Sorted::of(animation);
        let mut clauses = self.main_clause(&sorted, text);
        let main_is_capture = sorted.ways.is_empty()
            && sorted.placed.is_empty()
            && sorted.generated.is_empty()
            && sorted.unstacked.is_empty();
        clauses.push_str(&self.pushing(&sorted.pushed));
        if !sorted.captured.is_empty() && !main_is_capture {
            clauses.push_str(&format!(", capturing {}", self.pieces_on(&sorted.captured)));
        }
        if !sorted.hit.is_empty() && !main_is_capture {
            clauses.push_str(&format!(", hitting {}", self.hits(&sorted)));
        }
        for (from, to, pushed) in &sorted.wrapped {
            let pushing = self.pushing(pushed);
            clauses.push_str(&format!("; {} wraps round to {}{pushing}", self.piece_on(*from), self.label(*to)));
        }
        let mut cut_off: Vec<Spot> = sorted.split.iter().flat_map(|cells| cells.iter().copied()).collect();
        cut_off.sort_unstable();
        clauses.push_str(&match cut_off[..] {
            [] => String::new(),
            [one] => format!("; the piece on {} is cut off and removed", self.label(one)),
            _ => format!("; {} pieces are cut off and removed: {}", cut_off.len(), self.labels(&cut_off)),
        });
        clauses
    }

    /// `, pushing the pieces on d4 and d5 one space on`; empty if none are pushed.
    fn pushing(&self, cells: &[Spot]) -> String {
        match cells {
            [] => String::new(),
            [one] => format!(", pushing the piece on {} one space on", self.label(*one)),
            more => format!(", pushing the pieces on {} one space on", self.labels(more)),
        }
    }

    /// The action itself, without its consequences.
    fn main_clause(&self, sorted: &Sorted, text: &str) -> String {
        if let [(from, to, _)] = sorted.recoloured[..] {
            let piece = self.piece_on(from);
            let moved = if from == to { String::new() } else { format!(" and moves it to {}", self.label(to)) };
            return format!("swaps: takes over {piece}{moved}");
        }
        if let [(at, piece), ..] = sorted.placed[..] {
            return format!("places a {} on {}", name(piece), self.label(at));
        }
        if let [(from, _), ..] = sorted.unstacked[..] {
            let cells: Vec<Spot> = sorted.unstacked.iter().map(|(_, to)| *to).collect();
            let stones = if cells.len() == 1 { "a stone" } else { "stones" };
            return format!("lays out {stones} from {} onto {}", self.piece_on(from), self.labels(&cells));
        }
        if !sorted.generated.is_empty() {
            let cells: Vec<Spot> = sorted.generated.iter().map(|(at, _)| *at).collect();
            let stones = if cells.len() == 1 { "a stone" } else { "stones" };
            let raised: Vec<String> = cells.iter().filter_map(|cell| self.raised(*cell)).collect();
            let raised = if raised.is_empty() { String::new() } else { format!(", making {}", listed(&raised, "and")) };
            return format!("generates {stones} on {}{raised}", self.labels(&cells));
        }
        match &sorted.ways[..] {
            [] => {}
            [way] => return self.movement(way, sorted.goes_round),
            ways => {
                let (starts, ends): (Vec<Spot>, Vec<Spot>) =
                    ways.iter().map(|way| (way[0], way[way.len() - 1])).unzip();
                return format!("moves the pieces on {} to {}", self.labels(&starts), self.labels(&ends));
            }
        }
        if !sorted.hit.is_empty() {
            return format!("hits {}", self.hits(sorted));
        }
        if !sorted.captured.is_empty() {
            return format!("removes {}", self.pieces_on(&sorted.captured));
        }
        match text {
            "pass" => "passes".to_string(),
            "done" => "ends the turn".to_string(),
            other => format!("plays {other}"),
        }
    }

    /// A piece that moves by itself.
    fn movement(&self, way: &[Spot], goes_round: bool) -> String {
        let (from, to) = (way[0], way[way.len() - 1]);
        let round = if goes_round { "round " } else { "" };
        let piece = self.piece(from).map_or_else(|| "a piece".to_string(), |piece| self.called(piece));
        let mut words = format!("moves {piece} from {} {round}to {}", self.label(from), self.label(to));
        if way.len() > 2 {
            words.push_str(&format!(" by way of {}", self.labels(&way[1..way.len() - 1])));
        }
        if self.piece(to).is_some_and(|piece| piece.owner == Some(self.actor))
            && let Some(stack) = self.raised(to)
        {
            words.push_str(&format!(", making {stack}"));
        }
        words
    }

    /// The stack on a cell, if it is higher than before: `a stack of 3`.
    fn raised(&self, at: Spot) -> Option<String> {
        let after = self.after.pieces.iter().find(|(spot, _)| *spot == at).map(|(_, piece)| piece)?;
        let before = self.piece(at).filter(|piece| piece.owner == after.owner).map_or(1, |piece| piece.height);
        (after.height > before.max(1)).then(|| format!("a {}", name(after)))
    }

    /// The stacks that are hit, and the levels left of them.
    fn hits(&self, sorted: &Sorted) -> String {
        let hit = |&(at, levels, by): &(Spot, u16, &[Spot])| {
            let left = self.piece(at).map_or(0, |piece| piece.height.saturating_sub(levels));
            let fate = match left {
                0 => "taking it off the board".to_string(),
                1 => "leaving one level".to_string(),
                _ => format!("leaving {left} levels"),
            };
            let from = if sorted.ways.is_empty() { format!(" from {}", self.labels(by)) } else { String::new() };
            format!("{}{from}, {fate}", self.piece_on(at))
        };
        listed(&sorted.hit.iter().map(hit).collect::<Vec<_>>(), "and")
    }

    fn pieces_on(&self, cells: &[Spot]) -> String {
        listed(&cells.iter().map(|cell| self.piece_on(*cell)).collect::<Vec<_>>(), "and")
    }

    /// `the Red stone on d4`.
    fn piece_on(&self, at: Spot) -> String {
        let piece = self.piece(at).map_or_else(|| "the piece".to_string(), |piece| self.called(piece));
        format!("{piece} on {}", self.label(at))
    }

    /// `the stone` for the actor's own pieces, `the Red stone` for others.
    fn called(&self, piece: &PieceView) -> String {
        let words = if piece.owner == Some(self.actor) { name(piece) } else { owned_name(self.game, piece) };
        format!("the {words}")
    }

    fn piece(&self, at: Spot) -> Option<&PieceView> {
        self.before.pieces.iter().find(|(spot, _)| *spot == at).map(|(_, piece)| piece)
    }

    fn label(&self, at: Spot) -> String {
        self.board.cells.get(usize::from(at.0)).map(|cell| cell.label.clone()).unwrap_or_default()
    }

    fn labels(&self, cells: &[Spot]) -> String {
        listed(&cells.iter().map(|cell| self.label(*cell)).collect::<Vec<_>>(), "and")
    }
}

/// A message as a sentence, with a capital letter and a full stop.
pub fn sentence(message: &str) -> String {
    let end = if message.ends_with(['.', '!', '?']) { "" } else { "." };
    capital(&format!("{message}{end}"))
}

/// A probability in per cent: `62 %`.
pub fn percent(probability: f32) -> String {
    format!("{:.0} %", probability * 100.0)
}

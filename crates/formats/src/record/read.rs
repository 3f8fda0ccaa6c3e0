//! Conversion from a record to a tree.

use hexarium_kernel::{AnyGame, GameCatalog, shortened};

use super::audit::{Claim, other_start, player_named};
use super::scan::{Problem, Scanner, Token};
use super::tags::{Tag, read_tags};
use super::{Faults, GameAndStart, VERSION, Walk};
use crate::{Event, Fault, GameTree, NodeId, Property};

/// Reads a record. Errors have line, column and reason; among them are an illegal action in any
/// line of play, a start that the game does not have, and a result that the main line contradicts.
///
/// ```
/// use hexarium_formats::record;
/// use hexarium_games::registry::Games;
///
/// let text = "Hexarium: 1\nGame: hex(size=3)\nBlue: Ada\n\n1. b2 {Good.} 2. a3 (2. c1) 3. b3\n";
/// let tree = record::read(text, &Games)?;
/// assert_eq!(tree.tag("Blue"), Some("Ada"));
/// let end = *tree.main_line().last().unwrap();
/// assert_eq!(tree.actions_to(end), ["b2", "a3", "b3"]);
/// let again = record::write(&tree, &Games)?;
/// assert_eq!(record::read(&again, &Games)?, tree);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, games: &dyn GameCatalog) -> Result<GameTree, Fault> {
    read_with(text, games, Faults::new(false)).map(|(tree, _)| tree)
}

/// Reads the legal part of a record and lists what was dropped. A line of play ends before its
/// first fault; a record without a game, or with an impossible setup, is an error.
pub fn read_lenient(text: &str, games: &dyn GameCatalog) -> Result<(GameTree, Vec<Fault>), Fault> {
    read_with(text, games, Faults::new(true))
}

fn read_with(text: &str, games: &dyn GameCatalog, mut faults: Faults) -> Result<(GameTree, Vec<Fault>), Fault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut head = Head::default();
    let moves_at = read_tags(text, |tag| head.take(tag, text, &mut faults))?;
    let mut tree = GameTree::new("");
    let (game, start) = head.open(&mut tree, text, games, &mut faults)?;
    tree.tags = std::mem::take(&mut head.tags);
    let scan = Scanner::new(text, moves_at);
    let mut reader = Reader {
        text,
        scan,
        game: &*game,
        walk: Walk::new(start),
        tree,
        at: GameTree::ROOT,
        begun: false,
        dropped: false,
        comma: None,
        leading: (String::new(), Vec::new()),
        open: Vec::new(),
        faults,
    };
    reader.moves()?;
    let Reader { walk, mut tree, mut faults, .. } = reader;
    if let Some(tag) = head.result {
        let (word, reason) = tag.value.split_once(',').unwrap_or((&tag.value, ""));
        let claim = Claim::parse(word.trim(), reason.trim(), &*game)
            .and_then(|claim| claim.check(walk.verdict().as_ref()).map(|()| claim));
        match claim {
            Ok(Claim::Ended(ending)) => tree.ending = Some(ending),
            Ok(_) => {}
            Err(problem) => faults.note("the result is dropped", || Fault::at(text, tag.value_at, problem))?,
        }
    }
    Ok((tree, faults.into_list()))
}

/// The tags of a record by purpose.
#[derive(Default)]
struct Head {
    game: Option<Tag>,
    setup: Option<Tag>,
    start: Option<Tag>,
    result: Option<Tag>,
    version: Option<Tag>,
    tags: Vec<(String, String)>,
}

impl Head {
    fn take(&mut self, tag: Result<Tag, Problem>, text: &str, faults: &mut Faults) -> Result<(), Fault> {
        let tag = match tag {
            Ok(tag) => tag,
            Err((at, problem)) => return faults.note("the line is dropped", || Fault::at(text, at, problem)),
        };
        if tag.reserved == Some("Hexarium") && tag.value != VERSION.to_string() {
            // The version is checked at once, before the rest of a newer format is reported as
            // invalid.
            let found = shortened(&tag.value);
            let problem = format!("unknown version '{found}' of a record: expected {VERSION}");
            return Err(Fault::at(text, tag.value_at, problem));
        }
        let slot = match tag.reserved {
            Some("Hexarium") => &mut self.version,
            Some("Game") => &mut self.game,
            Some("Setup") => &mut self.setup,
            Some("Start") => &mut self.start,
            Some("Result") => &mut self.result,
            _ => {
                self.tags.push((tag.name, tag.value));
                return Ok(());
            }
        };
        if let (Some(_), Some(name)) = (&slot, tag.reserved) {
            return faults.note("it is dropped", || {
                Fault::at(text, tag.name_at, format!("duplicate tag {name}: expected at most one"))
            });
        }
        *slot = Some(tag);
        Ok(())
    }

    /// Opens the game at its first position. A fault here is fatal.
    fn open(
        &self,
        tree: &mut GameTree,
        text: &str,
        games: &dyn GameCatalog,
        faults: &mut Faults,
    ) -> Result<GameAndStart, Fault> {
        let Some(tag) = &self.game else {
            return Err(Fault::at(text, 0, "missing game: expected a line such as `Game: hex`"));
        };
        let game = games.open_stored(&tag.value).map_err(|e| Fault::at(text, tag.value_at, e.to_string()))?;
        tree.game = game.canonical_id();
        let mut start = game.start();
        if let Some(tag) = &self.setup {
            start = game.at_position(&tag.value).map_err(|e| Fault::at(text, tag.value_at, e.to_string()))?;
            tree.setup = Some(tag.value.clone());
        }
        if let Some(tag) = &self.start
            && let Some(wrong) = other_start(&tag.value, &*game, tree)
        {
            faults.note(wrong.fate, || Fault::at(text, tag.value_at, wrong.problem))?;
            if let Some(other) = wrong.state {
                tree.setup = Some(other.position());
                start = other;
            }
        }
        Ok((game, start))
    }
}

/// The comment and properties before the first node of a variation.
type Remarks = (String, Vec<Property>);

/// An open variation.
struct Opened {
    /// The node to which it is an alternative.
    beside: NodeId,
    /// Number of actions before both.
    len: usize,
    /// Byte offset of its start.
    at: usize,
}

/// The scope of a fault.
enum Stop {
    /// The line of play: everything after the fault is dropped.
    Line(usize, String),
    /// A single token.
    Token(usize, String),
    /// The whole record.
    All(Fault),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::All(fault)
    }
}

struct Reader<'t> {
    text: &'t str,
    scan: Scanner<'t>,
    game: &'t dyn AnyGame,
    walk: Walk,
    tree: GameTree,
    /// The last node read.
    at: NodeId,
    /// Whether the current line has a node of its own yet.
    begun: bool,
    /// Whether the rest of the line was dropped.
    dropped: bool,
    /// The offset of a comma without its action yet.
    comma: Option<usize>,
    /// Remarks before the first node of a variation.
    leading: Remarks,
    open: Vec<Opened>,
    faults: Faults,
}

impl Reader<'_> {
    /// Reads all lines, and leaves the walk at the end of the main line.
    fn moves(&mut self) -> Result<(), Fault> {
        loop {
            let step = match self.scan.next() {
                Ok(None) => break,
                Ok(Some((at, token))) => self.token(at, token),
                Err((at, problem)) => Err(Stop::Line(at, problem)),
            };
            match step {
                Ok(()) => {}
                Err(Stop::All(fault)) => return Err(fault),
                Err(Stop::Token(at, problem)) => {
                    self.faults.note("it is ignored", || Fault::at(self.text, at, problem))?;
                }
                Err(Stop::Line(at, problem)) => {
                    let fate = "the rest of the line of play is dropped";
                    self.faults.note(fate, || Fault::at(self.text, at, problem))?;
                    self.skip_line();
                }
            }
        }
        if let Some(opened) = self.open.last() {
            let at = opened.at;
            let problem = "unclosed variation: expected ) at its end";
            self.faults.note("it ends with the record", || Fault::at(self.text, at, problem))?;
        }
        while let Some(opened) = self.open.pop() {
            self.back_beside(&opened);
        }
        self.lone_comma()
    }

    /// Skips to the end of the current line, including nested variations.
    fn skip_line(&mut self) {
        self.dropped = true;
        self.comma = None;
        let mut depth = 0usize;
        loop {
            match self.scan.next() {
                Ok(None) => return,
                Ok(Some((at, Token::Close))) if depth == 0 && !self.open.is_empty() => {
                    self.scan.at = at;
                    return;
                }
                Ok(Some((_, Token::Close))) => depth = depth.saturating_sub(1),
                Ok(Some((_, Token::Open))) => depth += 1,
                _ => {}
            }
        }
    }

    fn token(&mut self, at: usize, token: Token) -> Result<(), Stop> {
        match token {
            Token::Open => self.open(at),
            Token::Close => self.close(at),
            Token::Comma => self.comma(at),
            Token::Number { digits, goes_on } => self.number(at, digits, goes_on),
            Token::Comment(text) => {
                let comment = match self.remarks() {
                    Some((comment, _)) => comment,
                    None => &mut self.tree.node_mut(self.at).comment,
                };
                if !comment.is_empty() {
                    comment.push('\n');
                }
                comment.push_str(&text);
                Ok(())
            }
            Token::Property(property) => {
                match self.remarks() {
                    Some((_, extra)) => extra.push(property),
                    None => self.tree.node_mut(self.at).extra.push(property),
                }
                Ok(())
            }
            Token::Event { player, what } => {
                let Some(player) = player_named(self.game, player) else {
                    let names = hexarium_kernel::Player::BOTH.map(|p| self.game.player_name(p).to_lowercase());
                    let problem = format!("unknown player '{}': expected {}", shortened(player), names.join(" or "));
                    return Err(Stop::Line(at, problem));
                };
                self.lone_comma()?;
                self.add(at, Some(Event::Other { player, what }))
            }
            Token::Silent => {
                self.lone_comma()?;
                self.add(at, None)
            }
            Token::Word(text) => {
                self.comma = None;
                self.walk.play(text).map_err(|problem| Stop::Line(at, problem))?;
                self.add(at, Some(Event::Action(text.to_string())))
            }
        }
    }

    /// Returns the target of remarks while a variation has no node yet.
    fn remarks(&mut self) -> Option<&mut Remarks> {
        (!self.begun && !self.open.is_empty()).then_some(&mut self.leading)
    }

    fn add(&mut self, at: usize, event: Option<Event>) -> Result<(), Stop> {
        if self.tree.ids().len() == GameTree::MAX_NODES {
            let problem = format!("too many nodes: expected at most {}", GameTree::MAX_NODES);
            return Err(Stop::All(Fault::at(self.text, at, problem)));
        }
        self.at = self.tree.add(self.at, event);
        self.begun = true;
        let node = self.tree.node_mut(self.at);
        (node.comment, node.extra) = std::mem::take(&mut self.leading);
        Ok(())
    }

    fn lone_comma(&mut self) -> Result<(), Fault> {
        let Some(at) = self.comma.take() else { return Ok(()) };
        let problem = "missing action after a comma: expected the next action of the turn";
        self.faults.note("it is ignored", || Fault::at(self.text, at, problem))
    }

    fn open(&mut self, at: usize) -> Result<(), Stop> {
        let parent = self.tree.parent(self.at).filter(|_| self.begun);
        let Some(parent) = parent else {
            return Err(Stop::Line(at, "misplaced variation: expected it after the action that it replaces".into()));
        };
        self.lone_comma()?;
        if let Some(Event::Action(_)) = self.tree.node(self.at).event {
            self.walk.undo();
        }
        self.open.push(Opened { beside: self.at, len: self.walk.len(), at });
        self.at = parent;
        self.begun = false;
        self.dropped = false;
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), Stop> {
        let Some(opened) = self.open.pop() else {
            return Err(Stop::Token(at, "unmatched ): expected an action".into()));
        };
        self.lone_comma()?;
        let empty = !self.begun && !self.dropped;
        self.back_beside(&opened);
        if empty {
            return Err(Stop::Token(opened.at, "empty variation: expected an action".into()));
        }
        Ok(())
    }

    /// Returns from a variation to the node to which it is an alternative.
    fn back_beside(&mut self, opened: &Opened) {
        self.leading = Remarks::default();
        self.at = opened.beside;
        self.begun = true;
        self.dropped = false;
        self.walk.back_to(opened.len);
        if let Some(Event::Action(text)) = &self.tree.node(self.at).event {
            let again = self.walk.play(text);
            debug_assert_eq!(again, Ok(()), "it was legal before");
        }
    }

    fn comma(&mut self, at: usize) -> Result<(), Stop> {
        self.lone_comma()?;
        if !self.walk.in_turn() {
            let problem = "unexpected comma: expected a space between turns";
            return Err(Stop::Token(at, problem.into()));
        }
        self.comma = Some(at);
        Ok(())
    }

    fn number(&mut self, at: usize, digits: &str, goes_on: bool) -> Result<(), Stop> {
        self.lone_comma()?;
        let turn = self.walk.turn();
        let same = digits.parse() == Ok(turn) && goes_on == self.walk.in_turn();
        // After the end there is no next turn; the action that follows is rejected with the better
        // reason.
        if same || self.walk.verdict().is_some() {
            return Ok(());
        }
        let dots = |goes_on| if goes_on { "..." } else { "." };
        let (found, expected) = (dots(goes_on), dots(self.walk.in_turn()));
        Err(Stop::Token(at, format!("invalid turn number {}{found}: expected {turn}{expected}", shortened(digits))))
    }
}

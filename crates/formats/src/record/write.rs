//! Conversion from a tree to a record.

use hexarium_kernel::{AnyGame, GameCatalog, shortened};

use super::audit::{Claim, drawn_start, open_head};
use super::layout::Layout;
use super::quote::{escaped, quoted};
use super::scan::{SPECIAL, is_plain_word};
use super::tags::{line, tag_line};
use super::{VERSION, Walk};
use crate::{Event, GameTree, NodeId};

/// Writes a game as a record. Returns an error wherever [`read`](super::read) would: a game that
/// does not open, an illegal action, a result that the moves contradict.
pub fn write(tree: &GameTree, games: &dyn GameCatalog) -> Result<String, String> {
    let (game, start) = open_head(tree, games)?;
    let mut text = line("Hexarium", &VERSION.to_string());
    text.push_str(&line("Game", &game.canonical_id()));
    match (&tree.setup, drawn_start(&*game)) {
        (Some(position), _) => text.push_str(&line("Setup", position)),
        (None, Some(drawn)) => text.push_str(&line("Start", &drawn)),
        (None, None) => {}
    }
    for (name, value) in &tree.tags {
        text.push_str(&tag_line(name, value));
    }
    let (moves, claim) = {
        let mut writer = Writer { tree, game: &*game, walk: Walk::new(start), out: Layout::new(), joins: false };
        writer.moves()?;
        let verdict = writer.walk.verdict();
        let claim = tree.ending.clone().map_or(Claim::Unsaid, Claim::Ended);
        claim.check(verdict.as_ref())?;
        // For a game that its moves end, `none` would be a contradiction; there, an unknown ending
        // has no tag.
        let claim = if verdict.is_none() && tree.ending.is_none() { Claim::Unfinished } else { claim };
        (writer.out.finish(), claim)
    };
    match claim {
        Claim::Unsaid => {}
        Claim::Unfinished => text.push_str(&line("Result", "none")),
        Claim::Ended(e) if e.reason.is_empty() => text.push_str(&line("Result", e.word())),
        Claim::Ended(e) => text.push_str(&line("Result", &format!("{}, {}", e.word(), e.reason))),
    }
    if moves != "\n" {
        text.push('\n');
        text.push_str(&moves);
    }
    Ok(text)
}

struct Writer<'a> {
    tree: &'a GameTree,
    game: &'a dyn AnyGame,
    walk: Walk,
    out: Layout,
    /// Whether the last output is an action that the next one may be joined to with a comma.
    joins: bool,
}

/// A pending step of the writer, on an explicit stack because trees can be deep.
enum Task {
    /// Writes the first child of a node with its variations, and what follows.
    Follow(NodeId),
    /// Writes a variation that begins with this node.
    Vary(NodeId),
    /// Ends a variation and returns the walk to this length.
    Close(usize),
    /// Writes the rest of a line after the variations of this node.
    Resume(NodeId),
}

impl Writer<'_> {
    /// Writes all lines, and leaves the walk at the end of the main line.
    fn moves(&mut self) -> Result<(), String> {
        self.remarks(GameTree::ROOT);
        if !self.tree.children(GameTree::ROOT).is_empty() && !self.tree.node(GameTree::ROOT).comment.is_empty() {
            self.out.new_line();
        }
        let mut tasks = vec![Task::Follow(GameTree::ROOT)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Follow(parent) => {
                    let Some((&main, variations)) = self.tree.children(parent).split_first() else { continue };
                    let len = self.walk.len();
                    self.node(main)?;
                    if variations.is_empty() {
                        tasks.push(Task::Follow(main));
                    } else {
                        self.walk.back_to(len);
                        tasks.push(Task::Resume(main));
                        tasks.extend(variations.iter().rev().map(|&v| Task::Vary(v)));
                    }
                }
                Task::Vary(first) => {
                    tasks.push(Task::Close(self.walk.len()));
                    tasks.push(Task::Follow(first));
                    self.out.open();
                    self.joins = false;
                    self.node(first)?;
                }
                Task::Close(len) => {
                    self.walk.back_to(len);
                    self.out.close();
                }
                Task::Resume(main) => {
                    self.play(main)?;
                    self.joins = false;
                    if !self.tree.children(main).is_empty() {
                        self.out.new_line();
                    }
                    tasks.push(Task::Follow(main));
                }
            }
        }
        Ok(())
    }

    fn play(&mut self, id: NodeId) -> Result<(), String> {
        match &self.tree.node(id).event {
            Some(Event::Action(text)) => self.walk.play(text),
            _ => Ok(()),
        }
    }

    /// Writes the event and the remarks of a node, and plays its action.
    fn node(&mut self, id: NodeId) -> Result<(), String> {
        match &self.tree.node(id).event {
            Some(Event::Action(text)) => {
                let odd = |c: char| c.is_whitespace() || c.is_control() || SPECIAL.contains(&c);
                if text.contains(odd) || text.starts_with(|c: char| c.is_ascii_digit() || c == '!') || text == "~" {
                    return Err(format!("the action '{}' cannot be written in a record", shortened(text)));
                }
                if self.joins {
                    self.out.glue(&format!(",{text}"));
                } else {
                    let dots = if self.walk.in_turn() { "..." } else { "." };
                    self.out.word(&format!("{}{dots} {text}", self.walk.turn()));
                }
                self.play(id)?;
                self.joins = self.walk.in_turn();
            }
            Some(Event::Other { player, what }) => {
                let what = if is_plain_word(what) { what.clone() } else { quoted(what) };
                self.out.word(&format!("!{}:{what}", self.game.player_name(*player).to_lowercase()));
                self.joins = false;
            }
            None => {
                self.out.word("~");
                self.joins = false;
            }
        }
        self.remarks(id);
        Ok(())
    }

    /// Writes the comment and the properties of a node.
    fn remarks(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        if !node.comment.is_empty() {
            self.out.word(&format!("{{{}}}", escaped(&node.comment, &['{', '}'], true)));
            self.joins = false;
        }
        for property in &node.extra {
            let words = std::iter::once(&property.name).chain(&property.values);
            let words: Vec<_> = words.map(|w| if is_plain_word(w) { w.clone() } else { quoted(w) }).collect();
            self.out.word(&format!("[{}]", words.join(" ")));
            self.joins = false;
        }
    }
}

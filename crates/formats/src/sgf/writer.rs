//! A game tree as SGF.

use std::collections::HashSet;

use hexarium_kernel::Player;

use crate::hex::{Colour, Line, Play, Point, SET_UP, blue, hex_of, swaps_sides};
use crate::{Event, GameTree, NodeId, Opener, Property};

use super::tags::{Told, properties_of};
use super::text::{escape, escape_unknown};
use super::{NEXT_GAMES, OTHER_EVENTS};

/// Lines longer than this are broken before the next node.
const WIDTH: usize = 72;

pub(super) fn write(tree: &GameTree, open: Opener) -> Result<String, String> {
    let game = hex_of(tree, open, "SGF")?;
    let mut line = Line::new(&*game, tree.open(open)?);
    let mut page = Page::default();
    page.node("(", &root(tree, open)?);
    page.full = true;

    let mut steps: Vec<Step> = Vec::new();
    enter_children(tree, GameTree::ROOT, line.point(), &mut steps);
    while let Some(step) = steps.pop() {
        match step {
            Step::Close => page.close(),
            Step::Node { id, after, branch } => {
                line.back_to(after);
                let node = tree.node(id);
                let made = line.follow(node).map_err(|problem| {
                    let way = tree.actions_to(id);
                    format!("after {} actions: {problem}", way.len().saturating_sub(1))
                })?;
                let mut properties: Vec<Property> =
                    made.into_iter().map(|(colour, play)| event(colour, &play)).collect();
                add_words(tree, id, &mut properties);
                page.node(if branch { "(" } else { "" }, &properties);
                if branch {
                    steps.push(Step::Close);
                }
                enter_children(tree, id, line.point(), &mut steps);
            }
        }
    }
    page.close();
    page.out.push('\n');
    for next in tree.node(GameTree::ROOT).extra.iter().filter(|p| p.name == NEXT_GAMES).flat_map(|p| &p.values) {
        page.out.push_str(next);
        page.out.push('\n');
    }
    Ok(page.out)
}

/// What is left to write, the next thing last.
enum Step {
    Node { id: NodeId, after: Point, branch: bool },
    Close,
}

fn enter_children(tree: &GameTree, id: NodeId, after: Point, steps: &mut Vec<Step>) {
    let children = tree.children(id);
    let branch = children.len() > 1;
    steps.extend(children.iter().rev().map(|&id| Step::Node { id, after, branch }));
}

/// A move as a property.
fn event(colour: Colour, play: &Play) -> Property {
    let names = if matches!(play, Play::Word(_)) { OTHER_EVENTS } else { ["B", "W"] };
    Property { name: names[colour as usize].to_string(), values: vec![escape(&play.word())] }
}

/// Comment and extras of a node, with escaped values.
fn add_words(tree: &GameTree, id: NodeId, properties: &mut Vec<Property>) {
    let node = tree.node(id);
    if !node.comment.is_empty() {
        properties.push(Property { name: "C".to_string(), values: vec![escape(&node.comment)] });
    }
    let mut named: HashSet<String> = properties.iter().map(|p| p.name.clone()).collect();
    for extra in &node.extra {
        let is_sgf = extra.name.starts_with(|c: char| c.is_ascii_uppercase())
            && extra.name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        // A name comes once in a node, and what the tree says itself goes before what was kept. Other forms' extras are not ours.
        if is_sgf && !extra.values.is_empty() && named.insert(extra.name.clone()) {
            let values = extra.values.iter().map(|v| escape_unknown(v)).collect();
            properties.push(Property { name: extra.name.clone(), values });
        }
    }
}

/// The properties of the root.
fn root(tree: &GameTree, open: Opener) -> Result<Vec<Property>, String> {
    let game = hex_of(tree, open, "SGF")?;
    let size = game.options().number("size") as usize;
    let mut out = Vec::new();
    let mut put = |name: &str, values: Vec<String>| {
        if !values.is_empty() {
            out.push(Property { name: name.to_string(), values });
        }
    };
    put("FF", vec!["4".to_string()]);
    put("GM", vec!["11".to_string()]);
    put("CA", vec!["UTF-8".to_string()]);
    if tree.node(GameTree::ROOT).extra.iter().all(|p| p.name != "AP") {
        put("AP", vec![concat!("Hexarium:", env!("CARGO_PKG_VERSION")).to_string()]);
    }
    put("SZ", vec![size.to_string()]);

    let mut stones = [Vec::new(), Vec::new()];
    let position = tree.setup.as_deref().unwrap_or_default();
    let (board, side) = position.split_once(' ').unwrap_or_default();
    for (row, letters) in board.split('/').enumerate() {
        for (column, letter) in letters.chars().enumerate().filter(|(_, letter)| *letter != '.') {
            let cell = crate::hex::Cell { column, row };
            stones[usize::from(letter == 'R')].push(cell.name());
        }
    }
    let [black, white] = stones;
    let red_first = game.options().text("first") == "red";
    let white_moves = if side.is_empty() { red_first } else { side == "r" };
    // Files say who begins and whether there is a swap only by what happens in them; where that would be misread, we say it.
    let seems_red_first = white_moves == (black.len() == white.len());
    let swap = game.options().flag("swap");
    let swaps = tree.ids().any(|id| match &tree.node(id).event {
        Some(Event::Action(what) | Event::Other { what, .. }) => what.starts_with("swap"),
        None => false,
    });
    if (red_first, swap) != (seems_red_first, swaps) {
        let first = game.options().text("first");
        put("RU", vec![format!("first={first},swap={swap}")]);
    }
    let kept_stones = tree.node(GameTree::ROOT).extra.iter().any(|p| SET_UP.contains(&p.name.as_str()));
    let to_move = if white_moves == red_first { Player::First } else { Player::Second };
    let misleads = first_out_of_turn(tree).is_some_and(|player| player != to_move);
    if (white_moves || misleads || !board.is_empty()) && !kept_stones {
        put("PL", vec![if white_moves { "W" } else { "B" }.to_string()]);
    }
    put("AB", black);
    put("AW", white);
    out.extend(properties_of(&tree.tags));
    out.extend(result(tree, blue(&*game)));
    add_words(tree, GameTree::ROOT, &mut out);
    Ok(out)
}

/// Whose the first stone of the file is, if the rules do not know it; a reader takes it for the side that begins.
fn first_out_of_turn(tree: &GameTree) -> Option<Player> {
    let mut waiting = vec![GameTree::ROOT];
    while let Some(id) = waiting.pop() {
        match &tree.node(id).event {
            Some(Event::Action(_)) => return None,
            Some(Event::Other { player, what }) if what.ends_with(|c: char| c.is_ascii_digit()) => {
                return Some(*player);
            }
            _ => waiting.extend(tree.children(id).iter().rev()),
        }
    }
    None
}

/// `RE`, unless what was kept of the file says the same in other words.
fn result(tree: &GameTree, blue: Player) -> Option<Property> {
    let ending = tree.ending.as_ref()?;
    let exchanged = tree.main_line().into_iter().filter(|&id| swaps_sides(tree.node(id))).count() % 2 == 1;
    let winner = ending.winner.map(|player| {
        let colour = if player == blue { Colour::Black } else { Colour::White };
        colour.other_if(exchanged)
    });
    let kept = tree.node(GameTree::ROOT).extra.iter().find(|p| p.name == "RE").and_then(|p| p.values.first());
    if kept.and_then(|value| Told::parse(value)).is_some_and(|told| told.agrees(winner, &ending.reason)) {
        return None;
    }
    Some(Property { name: "RE".to_string(), values: vec![Told::text(winner, &ending.reason)] })
}

/// The text as it grows.
#[derive(Default)]
struct Page {
    out: String,
    /// Where the line at hand begins.
    line: usize,
    /// Nothing more goes into the line.
    full: bool,
}

impl Page {
    fn node(&mut self, before: &str, properties: &[Property]) {
        let mut text = format!("{before};");
        for property in properties {
            text.push_str(&property.name);
            for value in &property.values {
                text.extend(["[", value, "]"]);
            }
        }
        self.full |= !before.is_empty() || self.out.len() - self.line + text.len() > WIDTH;
        if self.full && !self.out.is_empty() {
            self.out.push('\n');
            self.line = self.out.len();
        }
        self.out.push_str(&text);
        self.full = false;
    }

    fn close(&mut self) {
        self.out.push(')');
    }
}
